"""Picks what Paper Tigers tells of a battle afterwards: turns, losses, dice, cards and fire."""

from collections.abc import Mapping

from rules.games.paper_tigers.asking import Rolled
from rules.games.paper_tigers.chapters.deck_end import BattleEnded, DeckEnded
from rules.games.paper_tigers.chapters.fire.shots import Shot
from rules.games.paper_tigers.chapters.picking import TurnedUp
from rules.games.paper_tigers.chapters.repairs import RepairTurned
from rules.games.paper_tigers.scoring import losses, worth
from rules.games.paper_tigers.state import State, Unit
from rules.referee.toolkit.chronicle import (
    Attacked,
    Chronicle,
    Counted,
    Shown,
    Standing,
    Thrown,
    Told,
)


def standing_of(state: State, unit: Unit) -> Standing:
    """One unit as it stands, or as it was lost."""
    spot = unit.spot
    return Standing(
        unit=unit.id,
        side=unit.side,
        kind=str(unit.kind),
        place=None if spot is None else (float(spot.x_in), float(spot.y_in), spot.heading_deg),
        lost=unit.destroyed,
        by=unit.destroyed_by,
        worth=float(worth(state, unit)),
    )


def points(state: State) -> Mapping[str, float]:
    """PT1-G2: for destroyed enemies; what the ground gives counts at the end of a deck."""
    if not state.attacker:
        return dict.fromkeys(state.sides, 0.0)
    return {side: float(each) for side, each in losses(state).items()}


def told(body: object) -> tuple[Told, ...]:
    """What an event tells."""
    match body:
        case Rolled():
            return (Thrown(dice=body.dice, by=body.force, why=body.why),)
        case TurnedUp():
            return (Shown(cards=body.faces, by=body.force),)
        case RepairTurned():
            return (Shown(cards=(body.card,), by=""),)
        case Shot():
            return (Attacked(unit=body.unit, target=body.target, hit=body.hit),)
        case BattleEnded() | DeckEnded():
            return (Counted(points={each.name: float(each.count) for each in body.totals}),)
    return ()


def units(state: State) -> tuple[Standing, ...]:
    """Everything that fights; a bridge is ground."""
    return tuple(standing_of(state, unit) for unit in state.units.values() if not unit.is_bridge)


CHRONICLE = Chronicle(
    turn=lambda state: int(state.turn),
    points=points,
    points_say="Points for destroyed enemies",
    units=units,
    tells=told,
    winner=lambda state: "" if state.outcome is None else str(state.outcome.winner),
    packs=lambda state: len(state.packs),
    quiet=frozenset({"asked", "picked", "card_played", "card_came", "phase_began", "turn_began"}),
    opens=frozenset(
        {
            "deployed",
            "cards_rolled",
            "assigned",
            "turned_up",
            "passed",
            "fire_declared",
            "move_declared",
            "repair_laid",
            "kept",
            "turn_ended",
            "battle_ended",
        }
    ),
)
