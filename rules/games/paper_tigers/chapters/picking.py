"""Picking who acts, and turning their cards up (PT1-C3)."""

from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import ClassVar

from rules.games.paper_tigers.chapters.initiative import put_in_order
from rules.games.paper_tigers.chapters.laying import GroupFaces, by_roll
from rules.games.paper_tigers.chapters.repairs import go_on_to_repairs
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.state import Force, State, Unit
from rules.games.paper_tigers.vocabulary import Phase, Turned, awaited, the_card
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.phrases import counted, listed
from rules.referee.toolkit.questions import Ask


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """The unit that acts in this round, and which of its cards are turned up."""

    unit: str
    cards: tuple[int, ...] = (1,)
    """The places of the cards on the unit, from 1."""

    def ruled(self, draft: Draft) -> None:
        draft.require_phase(Phase.PICK)
        unit = draft.own_unit(self.unit)
        may = still_to_pick(draft.state)
        if _has_picked(draft.state, draft.state.force(unit.force)):
            draft.unless_waived("PT1-C3", f"{unit.force} has picked already in this round.")
        elif unit.force not in may:
            first = may[0] if may else "nobody"
            draft.unless_waived("PT1-C3", f"It is {first}'s turn to pick.")
        if not unit.cards:
            draft.refuse("PT1-C3", f"{unit.id} has no card to turn up.")
        places = self.cards
        right = len(set(places)) == len(places) > 0
        if not right or not all(1 <= place <= len(unit.cards) for place in places):
            count = counted(len(unit.cards), "card")
            draft.refuse("PT1-C3", f"{unit.id} has {count}: name each by its place, from 1.")
        draft.emit(Picked(force=unit.force, unit=unit.id, cards=places))


@dataclass(frozen=True, slots=True, kw_only=True)
class PickedFaces(GroupFaces):
    """The faces of a picked unit's cards."""

    purpose = "picked"
    unit: str

    def turned_up(self, draft: Draft, ask: Ask, *, faces: tuple[str, ...]) -> None:
        """The faces of a picked unit's cards, with those that were known already."""
        unit = draft.state.unit(self.unit)
        places = draft.state.picks[self.unit]
        told = list(faces)
        known = tuple(unit.cards[place - 1].card or told.pop(0) for place in places)
        event = TurnedUp(force=unit.force, unit=unit.id, cards=places, faces=known, ask_id=ask.id)
        draft.emit(event)


@dataclass(frozen=True, slots=True, kw_only=True)
class Picked:
    """A battle group has chosen who acts."""

    clause: ClassVar[str] = "PT1-C3"

    force: str
    unit: str
    cards: tuple[int, ...]
    by_rule: bool = False
    """Nobody has picked it: all that have cards act."""

    def after(self, state: State) -> State:
        return replace(state, picks={**state.picks, self.unit: self.cards})

    def told(self) -> str:
        return (
            f"{self.unit} needs no pick." if self.by_rule else f"{self.force} has picked who acts."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedUp:
    """Cards on a unit lie open now."""

    clause: ClassVar[str] = "PT1-C3"

    force: str
    unit: str
    cards: tuple[int, ...]
    faces: tuple[str, ...]
    ask_id: int = 0

    def after(self, state: State) -> State:
        unit = state.unit(self.unit)
        left = tuple(slot for place, slot in enumerate(unit.cards, 1) if place not in self.cards)
        turned = tuple(Turned(card=face, unit=self.unit, force=self.force) for face in self.faces)
        picks = {name: cards for name, cards in state.picks.items() if name != self.unit}
        state = state.with_unit(replace(unit, cards=left))
        return replace(state, queue=(*state.queue, *turned), picks=picks)

    def told(self) -> str:
        if not self.faces:
            return f"{self.unit} turns up no card."
        return f"{self.unit} turns up {listed(map(the_card, self.faces))}."


def with_cards(state: State, force: Force) -> tuple[Unit, ...]:
    """A battle group's units that have an unused card."""
    return tuple(u for u in state.units.values() if u.force == force.name and u.cards)


def still_to_pick(state: State) -> tuple[str, ...]:
    """The battle groups that may pick now, in the order agreed."""
    if state.solo:
        return ()
    waiting = [
        force
        for force in state.forces
        if with_cards(state, force) and not _has_picked(state, force)
    ]
    order = state.options.choice("pick_order")
    if order == "simultaneous" or not waiting:
        return tuple(force.name for force in waiting)
    if order == "higher_roll_first":
        first = min(waiting, key=partial(by_roll, state))
    else:
        leads = state.attacker if state.round % 2 == 0 else state.defender
        first = min(waiting, key=lambda force: force.side != leads)
    return (first.name,)


def _has_picked(state: State, force: Force) -> bool:
    return any(state.unit(name).force == force.name for name in state.picks)


def _sides_left(state: State) -> set[str]:
    return {unit.side for unit in state.units.values() if unit.cards}


def turn_cards_up(draft: Draft) -> bool:
    """Everything between the picks and the first card of the round."""
    state = draft.state
    if state.queue and not state.picks:
        return put_in_order(draft)
    left = _sides_left(state)
    if not left and not state.picks:
        go_on_to_repairs(draft)
        return True
    if not state.picks and _all_at_once(state, left):
        for unit in [unit for unit in state.units.values() if unit.cards]:
            _pick_by_rule(draft, unit)
        return True
    if still_to_pick(state):
        return False
    for name in tuple(state.picks):
        _turn_or_ask(draft, name)
    return True


def _all_at_once(state: State, left: set[str]) -> bool:
    """PT1-C3f, or alone (PT1-H3): nobody picks."""
    return state.solo or (
        len(left) == 1 and state.options.choice("remainder_mode") == "all_at_once"
    )


def _pick_by_rule(draft: Draft, unit: Unit) -> None:
    """Alone one card a unit and round; the last side's remainder all at once."""
    alone = draft.state.solo
    places = (1,) if alone else tuple(range(1, len(unit.cards) + 1))
    second = alone and draft.state.round > 0
    clause = ("PT1-H3b" if second else "PT1-H3a") if alone else "PT1-C3f"
    event = Picked(force=unit.force, unit=unit.id, cards=places, by_rule=True)
    draft.emit(event, clause=clause)


def _turn_or_ask(draft: Draft, name: str) -> None:
    unit = draft.state.unit(name)
    places = draft.state.picks[name]
    known = [unit.cards[place - 1].card for place in places]
    hidden = sum(1 for card in known if not card)
    if not hidden:
        event = TurnedUp(force=unit.force, unit=name, cards=places, faces=tuple(known))
        draft.emit(event)
        return
    what = "the card" if hidden == 1 else f"the {hidden} cards"
    draft.ask(
        PickedFaces(unit=name, cards=hidden),
        force=unit.force,
        clause="PT1-C3",
        says=f"Turn up {what} on {name}.",
    )


def pick_offers(trial: Trial) -> tuple[Template, ...]:
    """Every unit with cards of whoever may pick."""
    return tuple(
        _pick(unit)
        for force in trial.forces
        if force.name in still_to_pick(trial.state)
        for unit in with_cards(trial.state, force)
    )


def _pick(unit: Unit) -> Template:
    """One unit, with any of its cards."""
    places = range(1, len(unit.cards) + 1)
    choices = tuple(chosen for count in places for chosen in combinations(places, count))
    hole = Hole(name="cards", kind="choice", allowed=choices)
    deed = "Act with card {cards}" if len(unit.cards) > 1 else "Act with its card"
    fixed = {"unit": unit.id}
    return Template(command="pick", says=f"{unit.id} acts.", fixed=fixed, holes=(hole,), deed=deed)


def awaits_picks(state: State) -> str:
    """Whoever may pick."""
    return awaited(still_to_pick(state), "pick the unit that acts, and which of its cards")
