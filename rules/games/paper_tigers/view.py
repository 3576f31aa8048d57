"""Shows a seat what it may know of a battle, field by field, so that nothing slips in by itself.

Cards that lie face down have no face in the state either; what has to be kept from the others is
whom a player has picked, until the cards are turned up.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.asking import ShownAsk
from rules.games.paper_tigers.battle_options import HIGH_GROUND, STANDARD, WITHDRAWAL
from rules.games.paper_tigers.measuring.zones import Edge
from rules.games.paper_tigers.state import (
    Force,
    Hand,
    Objective,
    Outcome,
    Pack,
    Playing,
    Slips,
    State,
    Unit,
)
from rules.games.paper_tigers.vocabulary import Phase, Turned
from rules.referee.toolkit.questions import Ask, ChoiceQuestion, DiceQuestion, shown_dice
from rules.referee.toolkit.spots import shown_spot
from rules.referee.toolkit.strips import shown_strip

Shown = dict[str, object]
_WHO_BEGINS_IN_A_THIRD: Final = MappingProxyType(
    {STANDARD: (True, True), HIGH_GROUND: (False, True), WITHDRAWAL: (False, True)}
)
"""By scenario, whether the Defender and the Attacker begin in a third of the table."""


def view(state: State, seat: str) -> Mapping[str, object]:
    """What this seat may know, as JSON; a seat that nobody has is a spectator's."""
    return {
        "phase": str(state.phase),
        "turn": state.turn,
        "run": state.run,
        "round": state.round,
        "scenario": state.options.choice("scenario"),
        "solo": state.solo,
        "attacker": state.attacker,
        "defender": state.defender if state.attacker else "",
        "edge": state.edge,
        "big_hill": state.big_hill,
        "river": state.river,
        "bridge": state.bridge,
        "bridge_gone": state.bridge_gone,
        "captured_by": state.captured_by,
        "sides": [{"name": side, "seats": list(state.seats_of(side))} for side in state.sides],
        "forces": [_force(state, force) for force in state.forces],
        "units": [_unit(unit) for unit in state.units.values()],
        "objectives": [_objective(each) for each in state.objectives],
        "packs": {name: _pack(pack) for name, pack in state.packs.items()},
        "slips": None if state.slips is None else _slips(state.slips),
        "counts": dict(state.counts),
        "passed": list(state.passed),
        "queue": [_turned(each) for each in state.queue],
        "playing": None if state.playing is None else _playing(state.playing),
        "picks": _own_picks(state, seat=seat),
        "asks": [_own_ask(ask) for ask in state.asks if ask.seat == seat],
        "waits_for": _waits_for(state, seat=seat),
        "zones": _zones(state),
        "outcome": None if state.outcome is None else _outcome(state.outcome),
    }


def _zones(state: State) -> list[Shown]:
    """PT1-B3, PT1-B4: the thirds in which sides deploy, for as long as somebody does."""
    if not state.edge or state.phase not in {Phase.DEPLOY_FIRST, Phase.DEPLOY_SECOND}:
        return []
    third = _WHO_BEGINS_IN_A_THIRD.get(state.options.choice("scenario"), (False, False))
    edge = Edge(state.edge)
    strips = ((state.defender, edge), (state.attacker, edge.opposite))
    return [
        shown_strip(f"{side} begins here", edge=str(own), share=1 / 3)
        for (side, own), is_third in zip(strips, third, strict=True)
        if is_third
    ]


def _force(state: State, force: Force) -> Shown:
    picked = any(state.unit(unit).force == force.name for unit in state.picks)
    return {
        "name": force.name,
        "seat": force.seat,
        "side": force.side,
        "pack": force.pack,
        "hand": _hand(state.hands.get(force.name, Hand())),
        "has_picked": picked,
        "cards_kept": force.name in state.kept,
    }


def _hand(hand: Hand) -> Shown:
    return {"count": hand.count, "hidden": hand.hidden, "open": list(hand.open)}


def _unit(unit: Unit) -> Shown:
    return {
        "id": unit.id,
        "force": unit.force,
        "side": unit.side,
        "kind": str(unit.kind),
        "pieces": list(unit.pieces),
        "arrives": unit.arrives,
        "hits": unit.hits,
        "destroyed": unit.destroyed,
        "destroyed_by": unit.destroyed_by,
        "burning": unit.burning,
        "aboard": unit.aboard,
        "in_area": unit.in_area,
        "spot": None if unit.spot is None else shown_spot(unit.spot),
        "face_down": sum(not slot.card for slot in unit.cards),
        "open_cards": [slot.card for slot in unit.cards if slot.card],
        "repair": _repair(unit),
        "had_card": unit.had_card,
        "actions": unit.actions,
        "follows": unit.follows,
    }


def _repair(unit: Unit) -> Shown | None:
    """The repair card on a unit; its name is empty while it lies face down."""
    return None if unit.repair is None else {"card": unit.repair.card}


def _objective(objective: Objective) -> Shown:
    return {"area": objective.area, "points": objective.points, "held_by": objective.held_by}


def _pack(pack: Pack) -> Shown:
    return {
        "draw": pack.draw,
        "discards": list(pack.discards),
        "hidden_discards": pack.hidden_discards,
    }


def _slips(slips: Slips) -> Shown:
    return {
        "side": slips.side,
        "blanks": slips.blanks,
        "left_off": slips.left_off,
        "spots": {name: shown_spot(spot) for name, spot in slips.spots.items()},
        "turned": list(slips.turned),
    }


def _turned(turned: Turned) -> Shown:
    return {
        "card": turned.card,
        "unit": turned.unit,
        "force": turned.force,
        "intent": turned.intent,
        "tie_roll": turned.tie_roll,
    }


def _playing(playing: Playing) -> Shown:
    return {
        **_turned(playing.turned),
        "action": "" if playing.action is None else str(playing.action),
        "actors": list(playing.actors),
    }


def _own_picks(state: State, *, seat: str) -> Shown:
    """By unit, the places of its cards that this seat has picked to turn up."""
    own = {force.name for force in state.forces if force.seat == seat}
    return {
        unit: list(places) for unit, places in state.picks.items() if state.unit(unit).force in own
    }


def _own_ask(ask: Ask) -> Shown:
    question = ask.question
    shown = {
        "id": ask.id,
        "seat": ask.seat,
        "force": ask.who,
        "kind": question.answered_by.removesuffix("_done"),
        "purpose": _purpose(ask),
        "clause": ask.clause,
        "says": ask.says,
        "unit": "",
        "other": "",
        **shown_dice(question.dice if isinstance(question, DiceQuestion) else None),
        "choices": list(question.choices) if isinstance(question, ChoiceQuestion) else [],
        "cards": 0,
        "inches": 0.0,
        "number": 0,
    }
    return {**shown, **(question.shown() if isinstance(question, ShownAsk) else {})}


def _purpose(ask: Ask) -> str:
    return ask.question.purpose if isinstance(ask.question, ShownAsk) else ""


def _waits_for(state: State, *, seat: str) -> list[Shown]:
    """Which others are waited for, and what for; how often would tell what they have picked."""
    others = dict.fromkeys(
        (ask.seat, ask.who, _purpose(ask)) for ask in state.asks if ask.seat != seat
    )
    return [{"seat": other, "force": force, "purpose": purpose} for other, force, purpose in others]


def _outcome(outcome: Outcome) -> Shown:
    return {
        "winner": outcome.winner,
        "how": outcome.how,
        "marginal": outcome.marginal,
        "says": outcome.says,
    }
