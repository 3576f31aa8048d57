"""Shows a seat what it may know of a battle, field by field, so that nothing slips in by itself.

Cards that lie face down have no face in the state either; what has to be kept from the others is
whom a player has picked, until the cards are turned up.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.asking import ShownAsk
from rules.games.paper_tigers.battle_options import HIGH_GROUND, STANDARD, WITHDRAWAL
from rules.games.paper_tigers.state import Force, Hand, Playing, Slips, State, Unit
from rules.games.paper_tigers.vocabulary import Phase, Turned
from rules.referee.toolkit.questions import Ask, ChoiceQuestion, DiceQuestion, shown_dice
from rules.referee.toolkit.spots import shown_spot, shown_strip
from rules.table.edges import TableEdge

Shown = dict[str, object]
_WHO_BEGINS_IN_A_THIRD: Final = MappingProxyType(
    {STANDARD: (True, True), HIGH_GROUND: (False, True), WITHDRAWAL: (False, True)}
)
"""By scenario, whether the Defender and the Attacker begin in a third of the table."""


def view(state: State, seat: str) -> Mapping[str, object]:
    """What this seat may know, as JSON; a seat that nobody has is a spectator's."""
    return {
        "phase": str(state.phase),
        **_fields(state, "turn", "run", "round"),
        "scenario": state.options.choice("scenario"),
        **_fields(state, "solo", "attacker"),
        "defender": state.defender if state.attacker else "",
        **_fields(state, "edge", "big_hill", "river", "bridge", "bridge_gone", "captured_by"),
        "sides": [{"name": side, "seats": list(state.seats_of(side))} for side in state.sides],
        "forces": [_force(state, force) for force in state.forces],
        "units": [_unit(unit) for unit in state.units.values()],
        "objectives": [_fields(each, "area", "points", "held_by") for each in state.objectives],
        "packs": {
            name: _fields(pack, "draw", "discards", "hidden_discards")
            for name, pack in state.packs.items()
        },
        "slips": None if state.slips is None else _slips(state.slips),
        "bonus": dict(state.bonus),
        "standby": [_fields(unit, "id", "side") for unit in state.standby.values()],
        "counts": dict(state.counts),
        "passed": list(state.passed),
        "queue": [_turned(each) for each in state.queue],
        "playing": None if state.playing is None else _playing(state.playing),
        "picks": _own_picks(state, seat=seat),
        "asks": [_own_ask(ask) for ask in state.asks if ask.seat == seat],
        "waits_for": _waits_for(state, seat=seat),
        "zones": _zones(state),
        "outcome": None
        if state.outcome is None
        else _fields(state.outcome, "winner", "how", "marginal", "says"),
    }


def _fields(value: object, *names: str) -> Shown:
    """These fields of a value and no other, as JSON."""
    shown = {name: getattr(value, name) for name in names}
    return {name: list(each) if isinstance(each, tuple) else each for name, each in shown.items()}


def _zones(state: State) -> list[Shown]:
    """PT1-B3, PT1-B4: the thirds in which sides deploy, for as long as somebody does."""
    if not state.edge or state.phase not in {Phase.DEPLOY_FIRST, Phase.DEPLOY_SECOND}:
        return []
    third = _WHO_BEGINS_IN_A_THIRD.get(state.options.choice("scenario"), (False, False))
    edge = TableEdge(state.edge)
    strips = ((state.defender, edge), (state.attacker, edge.opposite))
    return [
        shown_strip(f"{side} begins here", edge=str(own), share=1 / 3)
        for (side, own), is_third in zip(strips, third, strict=True)
        if is_third
    ]


def _force(state: State, force: Force) -> Shown:
    picked = any(state.unit(unit).force == force.name for unit in state.picks)
    return {
        **_fields(force, "name", "seat", "side", "pack"),
        "hand": _fields(state.hands.get(force.name, Hand()), "count", "hidden", "open"),
        "has_picked": picked,
        "cards_kept": force.name in state.kept,
    }


def _unit(unit: Unit) -> Shown:
    return {
        **_fields(unit, "id", "force", "side", "kind", "pieces", "arrives", "hits", "destroyed"),
        **_fields(unit, "destroyed_by", "burning", "aboard", "in_area"),
        "spot": None if unit.spot is None else shown_spot(unit.spot),
        "face_down": sum(not slot.card for slot in unit.cards),
        "open_cards": [slot.card for slot in unit.cards if slot.card],
        # Its name is empty while it lies face down.
        "repair": None if unit.repair is None else {"card": unit.repair.card},
        **_fields(unit, "had_card", "actions", "follows"),
    }


def _slips(slips: Slips) -> Shown:
    return {
        **_fields(slips, "side", "blanks", "left_off"),
        "spots": {name: shown_spot(spot) for name, spot in slips.spots.items()},
        "turned": list(slips.turned),
    }


def _turned(turned: Turned) -> Shown:
    return _fields(turned, "card", "unit", "force", "intent", "tie_roll")


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
