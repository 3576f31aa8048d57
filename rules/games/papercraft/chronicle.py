"""Tells of a Papercraft battle afterwards: rounds, points left, dice and attacks."""

from collections.abc import Mapping

from rules.games.papercraft.initial import points_of
from rules.games.papercraft.state import State
from rules.referee.toolkit.chronicle import Chronicle, Standing, Told


def points(state: State) -> Mapping[str, float]:
    """PC-TRN-07: what is left of each side."""
    return {side: float(points_of(state.living(side))) for side in state.sides}


def units(state: State) -> tuple[Standing, ...]:
    """Every square, dead or alive."""
    return tuple(
        Standing(
            unit=unit.id,
            side=unit.side,
            kind=unit.profile.name,
            place=None
            if unit.spot is None
            else (float(unit.spot.x_in), float(unit.spot.y_in), unit.spot.heading_deg),
            lost=not unit.alive,
            by=unit.killed_by,
            worth=float(unit.profile.points),
        )
        for unit in state.units.values()
    )


def told(body: object) -> tuple[Told, ...]:
    """What an event tells, where it has anything for those who look back."""
    return (body.recalled,) if hasattr(body, "recalled") else ()


CHRONICLE = Chronicle(
    turn=lambda state: int(state.round),
    points=points,
    points_say="Points left on the table",
    units=units,
    tells=told,
    winner=lambda state: "" if state.outcome is None else str(state.outcome.winner),
    quiet=frozenset({"asked", "phase_began"}),
    opens=frozenset(
        {"turn_began", "turn_ended", "placed", "attack_declared", "ability_used", "battle_ended"}
    ),
)
