"""What all cards share that act when they are rolled: their owners are asked, or decline."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from rules.games.tossing_tiger.animals import ANIMALS, CardEffect, called
from rules.games.tossing_tiger.draft import Draft
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import CardAt, CardChoice, OfCard, Role, place_in
from rules.referee.toolkit.phrases import counted
from rules.referee.toolkit.questions import Ask

DO, LEAVE = "do it", "leave it"
SHUFFLE = "shuffle"
NOT_DECLINED: Final = frozenset({CardEffect.LOSES, CardEffect.FREE_TALK})
"""TT-ANI-18: what is no action but a fate."""


def over(draft: Draft, at: OfCard, *, clause: str = "TT-BAT-06", why: str = "") -> None:
    """What is done when the card is rolled has been done."""
    animal = draft.scene(at.war).animal(at.role, at.place)
    event = ActionOver(**at.here, animal=animal, why=why)
    draft.emit(event, clause=clause)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionOver(CardAt):
    """What is done when a card is rolled has been done."""

    animal: str
    why: str = ""
    """Where nothing came of it."""

    def after(self, state: State) -> State:
        return state.with_changed_pile(self, acted=True)

    def told(self) -> str:
        card = f"The {self.role}'s {called(self.animal) or 'card'} in battle {self.place}"
        return f"{card} does nothing: {self.why}." if self.why else f"{card} has acted."


@dataclass(frozen=True, slots=True, kw_only=True)
class CardAction(CardChoice):
    """What the owner of a card is asked as it acts."""

    clause: ClassVar[str]
    says: ClassVar[str]

    def answers(self, draft: Draft) -> tuple[Sequence[str], str]:
        """What may be answered; where that is nothing, why nothing comes of it."""
        raise NotImplementedError

    def ask_owner(self, draft: Draft) -> None:
        """Ask the owner of the card, if there is something to choose."""
        choices, nothing = self.answers(draft)
        if not choices:
            over(draft, self, clause=self.clause, why=nothing)
            return
        owner = draft.owner(self)
        says = f"{owner}: {self.says.format(next=self.place + 1)}"
        question = replace(self, choices=tuple(choices))
        draft.choose(question, player=owner, clause=self.clause, says=says)

    def over(self, draft: Draft) -> None:
        """The card has acted."""
        over(draft, self, clause=self.clause)


def later(war: War, *, after: int) -> tuple[str, ...]:
    """Battles to come that have a pile which nobody has seen."""
    return tuple(
        f"battle {place}"
        for place in range(after + 1, war.number + 1)
        if not war.fought(place).is_out
        and any((pile := war.pile(role, place)) and not pile.face for role in Role)
    )


def own_rolled(war: War, role: Role, *, upto: int) -> tuple[str, ...]:
    """TT-OBJ-08: own piles that lie open, and whose battle is not settled for good."""
    return tuple(
        f"battle {at.place}"
        for at, pile in war.piles(role)
        if at.place <= upto and pile.face and not pile.is_dawncard and war.fought(at.place).is_open
    )


def may_be_declined(draft: Draft, war: War, *, animal: str, owner: str = "") -> bool:
    """TT-HI-03, TT-AMB-05: whether its owner is asked if an action is to happen."""
    effects = [each for each in ANIMALS[animal].effects if each not in NOT_DECLINED]
    if not effects or (effects == [CardEffect.ROOSTER_CHANGE] and not war.change):
        return False
    options = draft.state.options
    once = options.flag("decline_once") and owner not in war.declined
    return options.flag("actions_optional") or once


def ask_decline(draft: Draft, at: CardAt) -> None:
    """TT-HI-03, TT-AMB-05."""
    animal = ANIMALS[draft.scene(at.war).animal(at.role, at.place)]
    once = not draft.state.options.flag("actions_optional")
    owner = draft.owner(at)
    says = f"{owner}: is your {animal.name} to act? {animal.says}"
    if once:
        says += " Once in this war you may decline, and look at a later battle instead."
    question = WhetherToAct(choices=(DO, LEAVE), **at.here)
    draft.choose(question, player=owner, clause="TT-HI-03" if once else "TT-BAT-05", says=says)


@dataclass(frozen=True, slots=True, kw_only=True)
class WhetherToAct(CardChoice):
    KIND: ClassVar[str] = "decline"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        once, left = not draft.state.options.flag("actions_optional"), choice == LEAVE
        animal = draft.scene(self.war).animal(self.role, self.place)
        event = ActionAsked(**self.here, animal=animal, declined=left, once=once)
        draft.emit(event, clause=ask.clause)
        battles = later(draft.state.war(self.war), after=self.place)
        if left and once and battles:
            says = f"{ask.who}: at the top cards of which battle do you look?"
            question = WhereToLook(choices=battles, **self.here)
            draft.choose(question, player=ask.who, clause="TT-HI-03", says=says)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionAsked(CardAt):
    """TT-HI-03, TT-AMB-05: its owner was asked whether it is to happen."""

    animal: str
    declined: bool
    once: bool

    def after(self, state: State) -> State:
        war, done = state.war(self.war), self.declined
        if done and self.once:
            owner = war.laid(self.role, self.place).owner
            state = state.with_war(replace(war, declined=(*war.declined, owner)))
        return state.with_changed_pile(self, asked=True, off=done, acted=done)

    def told(self) -> str:
        will = "declines" if self.declined else "uses"
        return f"The {self.role} {will} the action of the {called(self.animal)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class WhereToLook(CardChoice):
    """TT-HI-03: what is seen stays with whoever looks; the umpire does not want to know."""

    KIND: ClassVar[str] = "look"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        place = place_in(choice)
        event = Looked(war=self.war, place=place, player=ask.who, top_only=True)
        draft.emit(event, clause="TT-HI-03")
        pile = draft.state.war(self.war).pile(self.role, place)
        if pile is not None and not pile.face:
            both = (SHUFFLE, LEAVE)
            says = f"{ask.who}: do you shuffle your pile of battle {place}?"
            question = WhetherToShuffle(choices=both, war=self.war, role=self.role, place=place)
            draft.choose(question, player=ask.who, clause="TT-HI-03", says=says)


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """TT-ANI-05, TT-HI-03: somebody looked, and nobody else."""

    war: int
    place: int
    player: str
    top_only: bool = False

    def after(self, state: State) -> State:
        return state

    def told(self) -> str:
        what = "the top cards" if self.top_only else "both piles"
        return f"{self.player} looks at {what} of battle {self.place}, and nobody else does."


@dataclass(frozen=True, slots=True, kw_only=True)
class WhetherToShuffle(CardChoice):
    KIND: ClassVar[str] = "reshuffle"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        if choice == SHUFFLE:
            draft.emit(PileShuffled(**self.here))


@dataclass(frozen=True, slots=True, kw_only=True)
class PileShuffled(CardAt):
    """TT-HI-03: its owner has looked at its top card and shuffled it."""

    clause: ClassVar[str] = "TT-HI-03"

    def after(self, state: State) -> State:
        return state

    def told(self) -> str:
        return f"The {self.role} shuffles the pile of battle {self.place}."


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTaken:
    """A card goes to a hand in the middle of a war."""

    war: int
    player: str
    role: Role | None = None
    """Whose pile it was in; nobody's for the draw pile."""
    place: int = 0
    reshuffled: int = 0
    """TT-AMB-17: so many discards became the draw pile before."""

    def after(self, state: State) -> State:
        if self.role is None:
            back = self.reshuffled
            state = replace(state, draw=state.draw + back - 1, discards=state.discards - back)
            return state.with_hand(self.player, 1)
        at = CardAt(war=self.war, role=self.role, place=self.place)
        size = state.war(self.war).laid(self.role, self.place).size - 1
        return state.with_changed_pile(at, size=size).with_hand(self.player, 1)

    def told(self) -> str:
        if self.role is None:
            back = counted(self.reshuffled, "discarded card")
            first = f"The draw pile is made of {back}. " if self.reshuffled else ""
            return f"{first}{self.player} takes a card from the draw pile."
        return f"{self.player} takes a card from the {self.role}'s pile of battle {self.place}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Rerolled(CardAt):
    """TT-OBJ-08: the card is back, the pile is shuffled; its new top card is turned up next."""

    player: str
    free: bool = False

    def after(self, state: State) -> State:
        war = state.war(self.war)
        quiet = not state.options.flag("reroll_triggers")
        pile = war.laid(self.role, self.place).hidden(quiet=quiet)
        if self.free:
            war = replace(war, free_rerolled=(*war.free_rerolled, self.role))
        else:
            war = replace(war, rerolls=war.rerolls + 1)
        return state.with_war(war.with_pile(self.role, self.place, pile=pile))

    def told(self) -> str:
        return f"{self.player} shuffles the pile of battle {self.place} and rolls it again."
