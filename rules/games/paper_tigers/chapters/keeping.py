"""Keeping cards, six at most, and the end of a turn (PT1-C5)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.paper_tigers.chapters.deck_end import check_deck
from rules.games.paper_tigers.chapters.laying import GroupFaces
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.profiles import MOST_SAVED
from rules.games.paper_tigers.state import Force, Hand, State
from rules.games.paper_tigers.vocabulary import UMPIRE, Phase, the_card
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.phrases import counted, listed
from rules.referee.toolkit.questions import Ask


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard:
    """Cards above the six that may be kept: how many face-down ones, and which saved ones."""

    hidden: int = 0
    cards: tuple[str, ...] = ()
    force: str = ""

    def ruled(self, draft: Draft) -> None:
        draft.require_phase(Phase.CLEAN_UP)
        state = draft.state
        mine = [force.name for force in state.forces if force.seat == draft.command.author]
        over = [name for name in mine if over_limit(state, name)]
        force = self.force or (over or mine)[0]
        if force not in mine:
            draft.refuse("PT1-I2", f"{force} is not commanded by {draft.command.author}.")
        hand, excess = state.hands[force], over_limit(state, force)
        given, holds = self.hidden + len(self.cards), f"{force} holds {counted(hand.count, 'card')}"
        if not given:
            draft.refuse("PT1-C5c", f"{holds}: say which of them are discarded.")
        if not excess:
            draft.unless_waived("PT1-C5c", f"{holds} and may keep {MOST_SAVED}.")
        elif given != excess:
            draft.unless_waived("PT1-C5c", f"{holds} and discards exactly {excess}, not {given}.")
        missing = next((card for card in self.cards if card not in hand.open), "")
        if missing:
            saved = ", ".join(hand.open) or "none"
            draft.refuse("PT1-C5c", f"{force} has saved no {missing}; saved cards: {saved}.")
        if len(set(self.cards)) != len(self.cards):
            draft.refuse(
                "PT1-C5c", f"{force} discards each card once, not {', '.join(self.cards)}."
            )
        if not 0 <= self.hidden <= hand.hidden:
            draft.refuse(
                "PT1-C5c", f"{force} has {hand.hidden} face-down cards, not {self.hidden}."
            )
        event = Discarded(force=force, hidden=self.hidden, cards=self.cards)
        draft.emit(event)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptFaces(GroupFaces):
    """The faces of the cards that are kept."""

    purpose = "kept"

    def turned_up(self, draft: Draft, ask: Ask, *, faces: tuple[str, ...]) -> None:
        draft.emit(Kept(force=ask.who, cards=faces, ask_id=ask.id))


@dataclass(frozen=True, slots=True, kw_only=True)
class Discarded:
    """Cards above the six that may be kept."""

    clause: ClassVar[str] = "PT1-C5c"

    force: str
    hidden: int
    cards: tuple[str, ...]

    def after(self, state: State) -> State:
        hand = state.hands[self.force]
        hand = Hand(
            hidden=hand.hidden - self.hidden,
            open=tuple(card for card in hand.open if card not in self.cards),
        )
        unseen: Sequence[str] = [""] * self.hidden
        return state.with_hand(self.force, hand).discarding(self.force, *self.cards, *unseen)

    def told(self) -> str:
        cards = [the_card(card) for card in self.cards]
        if self.hidden:
            cards.insert(0, counted(self.hidden, "face-down card"))
        return f"{self.force} discards {listed(cards) if cards else 'no card'}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """Face-down cards that are kept, turned up for all to see."""

    clause: ClassVar[str] = "PT1-C5a"

    force: str
    cards: tuple[str, ...]
    ask_id: int = 0

    def after(self, state: State) -> State:
        hand = state.hands[self.force]
        hand = Hand(hidden=hand.hidden - len(self.cards), open=(*hand.open, *self.cards))
        return replace(state.with_hand(self.force, hand), kept=(*state.kept, self.force))

    def told(self) -> str:
        if not self.cards:
            return f"{self.force} keeps no new card."
        return f"{self.force} keeps {listed(map(the_card, self.cards))}, open for all to see."


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded:
    """A turn is over; used cards are discarded."""

    clause: ClassVar[str] = "PT1-C5"

    turn: int

    def after(self, state: State) -> State:
        units = {
            name: replace(unit, had_card=False, actions=0, follows="")
            for name, unit in state.units.items()
        }
        return replace(state, units=units, counts={}, picks={}, queue=(), round=0)

    def told(self) -> str:
        return f"Turn {self.turn} is over."


def over_limit(state: State, force: str) -> int:
    """PT1-C5c: how many cards a battle group has to discard."""
    return max(0, state.hands[force].count - MOST_SAVED)


def clean_up(draft: Draft) -> bool:
    """Ask for the faces of what is kept, once nobody has too much; then the turn is over."""
    state = draft.state
    if any(over_limit(state, force.name) for force in state.forces):
        return False
    hidden = [force for force in state.forces if state.hands[force.name].hidden]
    for force in hidden:
        count = state.hands[force.name].hidden
        what = "the card" if count == 1 else f"the {count} cards"
        draft.ask(
            KeptFaces(cards=count),
            force=force.name,
            clause="PT1-C5a",
            says=f"Turn up {what} that {force.name} keeps.",
        )
    if not hidden:
        draft.emit(TurnEnded(turn=state.turn))
        check_deck(draft)
    return True


def _discards(trial: Trial, force: Force) -> tuple[Template, ...]:
    """Every way to share the excess between face-down and saved cards."""
    excess = over_limit(trial.state, force.name)
    hand = trial.state.hands[force.name]
    least = max(0, excess - len(hand.open))
    return tuple(
        _discard(force, hidden=hidden, open_=hand.open, left=excess - hidden)
        for hidden in range(least, min(hand.hidden, excess) + 1)
        if excess
    )


def _discard(force: Force, *, hidden: int, open_: tuple[str, ...], left: int) -> Template:
    holes = (Hole(name="cards", kind="cards", allowed=open_, count=left),) if left else ()
    shares = ((hidden, "face-down card"), (left, "saved card"))
    what = listed(counted(each, name) for each, name in shares if each)
    return Template(
        command="discard",
        says=f"{force.name} discards {what}.",
        fixed={"force": force.name, "hidden": hidden},
        holes=holes,
    )


def discard_offers(trial: Trial) -> tuple[Template, ...]:
    """What is above the six that may be kept."""
    return tuple(each for force in trial.forces for each in _discards(trial, force))


def awaits_discards(state: State) -> str:
    """Whoever has too many cards."""
    over = {force.name: over_limit(state, force.name) for force in state.forces}
    told = [
        f"{force}: discard {counted(count, 'card')}, {MOST_SAVED} may be kept."
        for force, count in over.items()
        if count
    ]
    return " ".join(told) or UMPIRE
