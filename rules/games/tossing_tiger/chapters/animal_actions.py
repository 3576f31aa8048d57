"""What each animal does when its card is rolled, but for Roosters (TT-ANI, TT-BAT-03 to 06)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations
from types import MappingProxyType
from typing import ClassVar, Final

from rules.games.tossing_tiger.animals import ANIMALS, WHEN_ROLLED, CardEffect, a
from rules.games.tossing_tiger.chapters import roosters
from rules.games.tossing_tiger.chapters.acting import (
    CardTaken,
    Looked,
    Rerolled,
    ask_decline,
    ask_owner,
    later,
    may_be_declined,
    over,
    own_rolled,
)
from rules.games.tossing_tiger.draft import Draft
from rules.games.tossing_tiger.results import OTHER, OWN
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import (
    ROLES,
    CardAt,
    CardChoice,
    Result,
    Role,
    place_in,
    role_in,
    won,
)
from rules.referee.toolkit.phrases import ended
from rules.referee.toolkit.questions import Ask

UP, DOWN = "face up", "face down"
DRAW_PILE = "draw pile"
UNSEEN = ", an unseen card"


def act(draft: Draft, at: CardAt) -> None:
    """One card does what it does, if nothing stops it and its owner does not decline."""
    war, scene = draft.state.war(at.war), draft.scene(at.war)
    pile = war.laid(at.role, at.place)
    if war.fought(at.place).conceded:
        over(draft, at, why="the battle was given up", clause="TT-OBJ-09")
        return
    if scene.is_cancelled(at.role, at.place):
        over(draft, at, why="the turtle stops it", clause="TT-ANI-07")
        return
    animal = pile.copied or scene.animal(at.role, at.place)
    if not pile.asked and may_be_declined(draft, war, animal=animal, owner=pile.owner):
        ask_decline(draft, at)
        return
    effect = next((each for each in ANIMALS[animal].effects if each in WHEN_ROLLED), None)
    if effect is None:
        over(draft, at)
    else:
        ACTS[effect](draft, at)


def has_nothing_to_do(war: War, animal: str) -> bool:
    """Whether an animal's card does nothing at the moment that it is rolled."""
    effects = [each for each in ANIMALS[animal].effects if each in WHEN_ROLLED]
    if effects == [CardEffect.ROOSTER_CHANGE]:
        return war.change not in roosters.DONE_WHEN_ROLLED
    return not effects


def _toss(draft: Draft, at: CardAt) -> None:
    """TT-ANI-01, TT-GEO-10."""
    says = "throw the card. How does it lie? If it lies on neither side, throw it again."
    ask_owner(draft, HowItLands, at, clause="TT-ANI-01", says=says, choices=(UP, DOWN))


@dataclass(frozen=True, slots=True, kw_only=True)
class HowItLands(CardChoice):
    """TT-ANI-01, TT-GEO-10."""

    KIND: ClassVar[str] = "toss"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        event = Tossed(
            war=self.war, role=self.role, place=self.place, player=ask.who, face_up=choice == UP
        )
        draft.emit(event)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tossed:
    """TT-ANI-01."""

    clause: ClassVar[str] = "TT-ANI-01"

    war: int
    role: Role
    place: int
    player: str
    face_up: bool

    def after(self, state: State) -> State:
        war = state.war(self.war)
        claim = OWN if self.face_up else OTHER
        return state.with_changed_pile(
            war, role=self.role, place=self.place, acted=True, claim=claim
        )

    def told(self) -> str:
        how = "face up" if self.face_up else "face down"
        wins = "wins" if self.face_up else "loses"
        return f"The card of {self.player} lands {how}: it {wins} battle {self.place}."


def _reroll(draft: Draft, at: CardAt) -> None:
    """TT-ANI-02, TT-AMB-10."""
    war = draft.state.war(at.war)
    spent = war.rerolls >= draft.state.options.whole("max_rerolls")
    ask_owner(
        draft,
        PileToReroll,
        at,
        clause="TT-ANI-02",
        says="which of your piles do you shuffle and turn up again?",
        choices=() if spent else own_rolled(war, at.role, upto=at.place),
        nothing="there were enough rerolls in this battle",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PileToReroll(CardChoice):
    """TT-ANI-02."""

    KIND: ClassVar[str] = "reroll"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        over(draft, self, clause="TT-ANI-02")
        event = Rerolled(war=self.war, role=self.role, place=place_in(choice), player=ask.who)
        draft.emit(event, clause="TT-OBJ-08")


def _peek(draft: Draft, at: CardAt) -> None:
    """TT-ANI-05."""
    ask_owner(
        draft,
        BattleToPeekAt,
        at,
        clause="TT-ANI-05",
        says="look through both piles of a later battle, for yourself. Which one?",
        choices=later(draft.state.war(at.war), after=at.place),
        nothing="there is no later battle",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleToPeekAt(CardChoice):
    """TT-ANI-05."""

    KIND: ClassVar[str] = "peek"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        event = Looked(war=self.war, place=place_in(choice), player=ask.who)
        draft.emit(event, clause="TT-ANI-05")
        over(draft, self, clause="TT-ANI-05")


def _swap(draft: Draft, at: CardAt) -> None:
    """TT-ANI-08."""
    war = draft.state.war(at.war)
    own = [
        place
        for place in range(1, war.number + 1)
        if (pile := war.pile(at.role, place)) is not None and not pile.is_dawncard
    ]
    ask_owner(
        draft,
        PilesToSwap,
        at,
        clause="TT-ANI-08",
        says="which two of your piles change places?",
        choices=[f"{one} and {other}" for one, other in combinations(own, 2)],
        nothing="there is no other pile",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PilesToSwap(CardChoice):
    """TT-ANI-08."""

    KIND: ClassVar[str] = "swap"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        first, second = (int(each) for each in choice.split(" and "))
        over(draft, self, clause="TT-ANI-08")
        draft.emit(PilesSwapped(war=self.war, role=self.role, first=first, second=second))


@dataclass(frozen=True, slots=True, kw_only=True)
class PilesSwapped:
    """TT-ANI-08."""

    clause: ClassVar[str] = "TT-ANI-08"

    war: int
    role: Role
    first: int
    second: int

    def after(self, state: State) -> State:
        war = state.war(self.war)
        row = list(war.row(self.role))
        one, other = self.first - 1, self.second - 1
        row[one], row[other] = row[other], row[one]
        return state.with_war(war.with_row(self.role, tuple(row)))

    def told(self) -> str:
        return f"The {self.role}'s piles of battles {self.first} and {self.second} change places."


def _destroy(draft: Draft, at: CardAt) -> None:
    """TT-ANI-11, TT-AMB-13."""
    war = draft.state.war(at.war)
    rolled, unseen = [], []
    for place in range(1, at.place):
        for side in ROLES:
            pile = war.pile(side, place)
            if pile is None or pile.is_dawncard or war.fought(place).is_out:
                continue
            rolled += [f"{side} {place}"] if pile.face else []
            unseen += [f"{side} {place}{UNSEEN}"] if pile.has_unseen else []
    any_card = draft.state.options.choice("bull_mode") == "any_card"
    ask_owner(
        draft,
        CardToDestroy,
        at,
        clause="TT-ANI-11",
        says="which card of an earlier battle leaves the game?",
        choices=(*rolled, *(unseen if any_card else ())),
        nothing="there is no earlier card",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CardToDestroy(CardChoice):
    """TT-ANI-11."""

    KIND: ClassVar[str] = "destroy"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        """TT-OBJ-10: and the result of that battle stays as it was."""
        del ask
        side, place = role_in(choice), place_in(choice)
        scene = draft.scene(self.war)
        unseen = choice.endswith(UNSEEN)
        card = "" if unseen else scene.war.face(side, place)
        rolls_again = draft.state.options.choice("bull_mode") == "next_rolled"
        frozen = None if unseen or rolls_again else scene.results()[place - 1]
        animal = scene.animal(side, place) if card else ""
        over(draft, self, clause="TT-ANI-11")
        event = CardDestroyed(
            war=self.war, role=side, place=place, card=card, animal=animal, frozen=frozen
        )
        draft.emit(event)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDestroyed:
    """TT-OBJ-10."""

    clause: ClassVar[str] = "TT-OBJ-10"

    war: int
    role: Role
    place: int
    card: str
    """The rolled card; empty for one that nobody saw."""
    animal: str
    frozen: Result | None = None

    def after(self, state: State) -> State:
        war = state.war(self.war)
        pile = war.laid(self.role, self.place)
        left = replace(pile, size=pile.size - 1) if not self.card else None
        if left is None:
            left = replace(pile.hidden(), size=pile.size - 1)
        war = war.with_pile(self.role, self.place, pile=left)
        if self.frozen is not None:
            battle = replace(war.fought(self.place), fixed=self.frozen)
            war = war.with_battle(self.place, battle)
        return replace(state.with_war(war), destroyed=(*state.destroyed, self.card))

    def told(self) -> str:
        card = a(self.animal) if self.card else "a card that nobody saw"
        stays = f"; the result stays: {won(self.frozen)}" if self.frozen is not None else ""
        told = f"{card} of the {self.role} in battle {self.place} leaves the game{stays}"
        return ended(told[:1].upper() + told[1:])


def can_draw(state: State) -> bool:
    """TT-AMB-17: whether the draw pile has a card, or can be made anew."""
    reshuffled = state.options.choice("empty_draw") == "reshuffle"
    return bool(state.draw or (state.discards and reshuffled))


def _console(draft: Draft, at: CardAt) -> None:
    """TT-ANI-12, TT-OBJ-11, TT-AMB-17."""
    war = draft.state.war(at.war)
    choices = [DRAW_PILE] if can_draw(draft.state) else []
    choices += [
        f"{side} {place}"
        for place in range(1, at.place)
        for side in ROLES
        if (pile := war.pile(side, place)) is not None and pile.has_unseen
    ]
    beaten = draft.scene(war.id).is_strong(at.role.other, at.place)
    ask_owner(
        draft,
        WhereToTakeFrom,
        at,
        clause="TT-ANI-12",
        says="from where do you take a card, unseen, to your hand?",
        choices=choices if beaten else (),
        nothing="there is no card to take" if beaten else "what it meets is not strong against it",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WhereToTakeFrom(CardChoice):
    """TT-ANI-12; another war may use up the draw pile."""

    KIND: ClassVar[str] = "consolation"

    def live(self, state: State) -> tuple[str, ...]:
        drawn = can_draw(state)
        return tuple(choice for choice in self.choices if drawn or choice != DRAW_PILE)

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        if choice == DRAW_PILE:
            back = 0 if draft.state.draw else draft.state.discards
            event = CardTaken(war=self.war, player=ask.who, reshuffled=back)
        else:
            side, place = role_in(choice), place_in(choice)
            event = CardTaken(war=self.war, player=ask.who, role=side, place=place)
        draft.emit(event, clause="TT-ANI-12")
        over(draft, self, clause="TT-ANI-12")


def _copy(draft: Draft, at: CardAt) -> None:
    """TT-ANI-13, TT-AMB-14."""
    sources = {"own": (at.role,), "opponent": (at.role.other,)}
    sides = sources.get(draft.state.options.choice("chameleon_source"), ROLES)
    found = []
    for side in sides:
        pile = draft.state.war(at.war).pile(side, at.place - 1)
        if pile is None or not pile.face or pile.is_dawncard:
            continue
        animal = pile.copied or draft.state.deck.animal(pile.face)
        if ANIMALS[animal].effects and CardEffect.COPY not in ANIMALS[animal].effects:
            found.append(animal)
    ask_owner(
        draft,
        AnimalToCopy,
        at,
        clause="TT-ANI-13",
        says="which animal of the battle before does your Chameleon copy?",
        choices=tuple(dict.fromkeys(found)),
        nothing="there is no action to copy",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AnimalToCopy(CardChoice):
    """TT-ANI-13."""

    KIND: ClassVar[str] = "copy"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        nothing = has_nothing_to_do(draft.state.war(self.war), choice)
        event = ActionCopied(
            war=self.war, role=self.role, place=self.place, animal=choice, does_nothing=nothing
        )
        draft.emit(event)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionCopied:
    """TT-ANI-13."""

    clause: ClassVar[str] = "TT-ANI-13"

    war: int
    role: Role
    place: int
    animal: str
    does_nothing: bool

    def after(self, state: State) -> State:
        war = state.war(self.war)
        return state.with_changed_pile(
            war, role=self.role, place=self.place, copied=self.animal, acted=self.does_nothing
        )

    def told(self) -> str:
        return f"The {self.role}'s Chameleon in battle {self.place} acts as {a(self.animal)}."


ACTS: Final = MappingProxyType[CardEffect, Callable[[Draft, CardAt], None]](
    {
        CardEffect.TOSS: _toss,
        CardEffect.REROLL: _reroll,
        CardEffect.PEEK: _peek,
        CardEffect.SWAP: _swap,
        CardEffect.DESTROY: _destroy,
        CardEffect.CONSOLATION: _console,
        CardEffect.COPY: _copy,
        CardEffect.ROOSTER_CHANGE: roosters.change,
    }
)
"""By effect: what the owner is asked, or what happens at once."""
