"""What each animal does when its card is rolled, but for Roosters (TT-ANI, TT-BAT-03 to 06)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from types import MappingProxyType
from typing import ClassVar, Final

from rules.games.tossing_tiger.animals import ANIMALS, CardEffect, a
from rules.games.tossing_tiger.chapters import acting, roosters
from rules.games.tossing_tiger.draft import Draft
from rules.games.tossing_tiger.results import OTHER, OWN
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import CardAt, Pile, Result, Role, place_in, role_in, won
from rules.referee.toolkit.phrases import capital
from rules.referee.toolkit.questions import Ask

UP, DOWN = "face up", "face down"
DRAW_PILE = "draw pile"
UNSEEN = ", an unseen card"


def act(draft: Draft, at: CardAt) -> None:
    """One card does what it does, if nothing stops it and its owner does not decline."""
    war, scene = draft.state.war(at.war), draft.scene(at.war)
    pile = war.laid(at.role, at.place)
    if war.fought(at.place).conceded:
        acting.over(draft, at, why="the battle was given up", clause="TT-OBJ-09")
        return
    if scene.is_cancelled(at.role, at.place):
        acting.over(draft, at, why="the Turtle stops it", clause="TT-ANI-07")
        return
    animal = pile.copied or scene.animal(at.role, at.place)
    if not pile.asked and acting.may_be_declined(draft, war, animal=animal, owner=pile.owner):
        acting.ask_decline(draft, at)
        return
    effects = _when_rolled(animal)
    if not effects:
        acting.over(draft, at)
    elif effects[0] is CardEffect.ROOSTER_CHANGE:
        roosters.change(draft, at)
    else:
        action = ACTIONS[effects[0]]
        action(choices=(), **at.here).ask_owner(draft)


def _when_rolled(animal: str) -> list[CardEffect]:
    """What it does once, when it is rolled; all else is worked out anew after everything."""
    once = {*ACTIONS, CardEffect.ROOSTER_CHANGE}
    return [each for each in ANIMALS[animal].effects if each in once]


def has_nothing_to_do(war: War, animal: str) -> bool:
    """TT-ANI-03, TT-ANI-04: whether an animal's card does nothing as it is rolled."""
    effects = _when_rolled(animal)
    if effects == [CardEffect.ROOSTER_CHANGE]:
        return war.change not in roosters.WHEN_ROLLED
    return not effects


@dataclass(frozen=True, slots=True, kw_only=True)
class HowItLands(acting.CardAction):
    KIND: ClassVar[str] = "toss"
    clause: ClassVar[str] = "TT-ANI-01"
    says: ClassVar[str] = (
        "throw the card. How does it lie? If it lies on neither side, throw it again."
    )

    def answers(self, draft: Draft) -> tuple[Sequence[str], str]:
        """TT-ANI-01, TT-GEO-10."""
        del draft
        return (UP, DOWN), ""

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        draft.emit(Tossed(**self.here, player=ask.who, face_up=choice == UP))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tossed(CardAt):
    clause: ClassVar[str] = "TT-ANI-01"
    player: str
    face_up: bool

    def after(self, state: State) -> State:
        claim = OWN if self.face_up else OTHER
        return state.with_changed_pile(self, acted=True, claim=claim)

    def told(self) -> str:
        how = "face up" if self.face_up else "face down"
        wins = "wins" if self.face_up else "loses"
        return f"{self.player}'s card lands {how}: it {wins} battle {self.place}."


@dataclass(frozen=True, slots=True, kw_only=True)
class PileToReroll(acting.CardAction):
    KIND: ClassVar[str] = "reroll"
    clause: ClassVar[str] = "TT-ANI-02"
    says: ClassVar[str] = "which of your piles do you shuffle and turn up again?"

    def answers(self, draft: Draft) -> tuple[Sequence[str], str]:
        """TT-ANI-02, TT-AMB-10."""
        war = draft.state.war(self.war)
        spent = war.rerolls >= draft.state.options.whole("max_rerolls")
        piles = () if spent else acting.own_rolled(war, self.role, upto=self.place)
        return piles, "there were enough rerolls in this battle"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        self.over(draft)
        event = acting.Rerolled(
            war=self.war, role=self.role, place=place_in(choice), player=ask.who
        )
        draft.emit(event, clause="TT-OBJ-08")


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleToPeekAt(acting.CardAction):
    KIND: ClassVar[str] = "peek"
    clause: ClassVar[str] = "TT-ANI-05"
    says: ClassVar[str] = "look through both piles of a later battle, for yourself. Which one?"

    def answers(self, draft: Draft) -> tuple[Sequence[str], str]:
        """TT-ANI-05."""
        return acting.later(draft.state.war(self.war), after=self.place), "there is no later battle"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        event = acting.Looked(war=self.war, place=place_in(choice), player=ask.who)
        draft.emit(event, clause="TT-ANI-05")
        self.over(draft)


@dataclass(frozen=True, slots=True, kw_only=True)
class PilesToSwap(acting.CardAction):
    KIND: ClassVar[str] = "swap"
    clause: ClassVar[str] = "TT-ANI-08"
    says: ClassVar[str] = "which two of your piles change places?"

    def answers(self, draft: Draft) -> tuple[Sequence[str], str]:
        """TT-ANI-08."""
        piles = draft.state.war(self.war).piles(self.role)
        own = [at.place for at, pile in piles if not pile.is_dawncard]
        pairs = [f"{one} and {other}" for one, other in combinations(own, 2)]
        return pairs, "there is no other pile"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        first, second = (int(each) for each in choice.split(" and "))
        self.over(draft)
        draft.emit(PilesSwapped(war=self.war, role=self.role, first=first, second=second))


@dataclass(frozen=True, slots=True, kw_only=True)
class PilesSwapped:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class CardToDestroy(acting.CardAction):
    KIND: ClassVar[str] = "destroy"
    clause: ClassVar[str] = "TT-ANI-11"
    says: ClassVar[str] = "which card of an earlier battle leaves the game?"

    def answers(self, draft: Draft) -> tuple[Sequence[str], str]:
        """TT-ANI-11, TT-AMB-13."""
        war = draft.state.war(self.war)
        piles = [
            (label, pile)
            for label, pile in earlier(war, self.place)
            if not pile.is_dawncard and not war.fought(place_in(label)).is_out
        ]
        rolled = [label for label, pile in piles if pile.face]
        unseen = [f"{label}{UNSEEN}" for label, pile in piles if pile.has_unseen]
        any_card = draft.state.options.choice("bull_mode") == "any_card"
        return (*rolled, *(unseen if any_card else ())), "there is no earlier card"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        """TT-OBJ-10: and the result of that battle stays as it was."""
        del ask
        side, place = role_in(choice), place_in(choice)
        at = CardAt(war=self.war, role=side, place=place)
        scene = draft.scene(self.war)
        unseen = choice.endswith(UNSEEN)
        card = "" if unseen else scene.war.face(side, place)
        rolls_again = draft.state.options.choice("bull_mode") == "next_rolled"
        frozen = None if unseen or rolls_again else scene.results()[place - 1]
        animal = scene.animal(side, place) if card else ""
        self.over(draft)
        draft.emit(CardDestroyed(**at.here, card=card, animal=animal, frozen=frozen))


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDestroyed(CardAt):
    clause: ClassVar[str] = "TT-OBJ-10"
    card: str
    """The rolled card; empty for one that nobody saw."""
    animal: str
    frozen: Result | None = None

    def after(self, state: State) -> State:
        war = state.war(self.war)
        pile = war.laid(self.role, self.place)
        left = replace(pile.hidden() if self.card else pile, size=pile.size - 1)
        war = war.with_pile(self.role, self.place, pile=left)
        if self.frozen is not None:
            war = war.with_battle(self.place, fixed=self.frozen)
        return replace(state.with_war(war), destroyed=(*state.destroyed, self.card))

    def told(self) -> str:
        card = a(self.animal) if self.card else "a card that nobody saw"
        stays = f"; the result stays: {won(self.frozen)}" if self.frozen is not None else ""
        return f"{capital(card)} of the {self.role} in battle {self.place} leaves the game{stays}."


def earlier(war: War, before: int) -> list[tuple[str, Pile]]:
    """TT-OBJ-07: the piles of earlier battles, in their order, as they are chosen from."""
    piles = sorted(war.piles(), key=lambda found: found[0].place)
    return [(f"{at.role} {at.place}", pile) for at, pile in piles if at.place < before]


def can_draw(state: State) -> bool:
    """TT-AMB-17: whether the draw pile has a card, or can be made anew."""
    reshuffled = state.options.choice("empty_draw") == "reshuffle"
    return bool(state.draw or (state.discards and reshuffled))


@dataclass(frozen=True, slots=True, kw_only=True)
class WhereToTakeFrom(acting.CardAction):
    KIND: ClassVar[str] = "consolation"
    clause: ClassVar[str] = "TT-ANI-12"
    says: ClassVar[str] = "from where do you take a card, unseen, to your hand?"

    def answers(self, draft: Draft) -> tuple[Sequence[str], str]:
        """TT-ANI-12, TT-OBJ-11, TT-AMB-17."""
        war = draft.state.war(self.war)
        if not draft.scene(war.id).is_strong(self.role.other, self.place):
            return (), "what it meets is not strong against it"
        choices = [DRAW_PILE] if can_draw(draft.state) else []
        choices += [label for label, pile in earlier(war, self.place) if pile.has_unseen]
        return choices, "there is no card to take"

    def live(self, state: State) -> tuple[str, ...]:
        """TT-AMB-17: another war may have used up the draw pile."""
        drawn = can_draw(state)
        return tuple(choice for choice in self.choices if drawn or choice != DRAW_PILE)

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        if choice == DRAW_PILE:
            back = 0 if draft.state.draw else draft.state.discards
            event = acting.CardTaken(war=self.war, player=ask.who, reshuffled=back)
        else:
            side, place = role_in(choice), place_in(choice)
            event = acting.CardTaken(war=self.war, player=ask.who, role=side, place=place)
        draft.emit(event, clause="TT-ANI-12")
        self.over(draft)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnimalToCopy(acting.CardAction):
    KIND: ClassVar[str] = "copy"
    clause: ClassVar[str] = "TT-ANI-13"
    says: ClassVar[str] = "which animal of the battle before does your Chameleon copy?"

    def answers(self, draft: Draft) -> tuple[Sequence[str], str]:
        """TT-ANI-13, TT-AMB-14."""
        sources = {"own": (self.role,), "opponent": (self.role.other,)}
        found = []
        for side in sources.get(draft.state.options.choice("chameleon_source"), Role):
            pile = draft.state.war(self.war).pile(side, self.place - 1)
            if pile is None or not pile.face or pile.is_dawncard:
                continue
            animal = pile.copied or draft.state.deck.animal(pile.face)
            if ANIMALS[animal].effects and CardEffect.COPY not in ANIMALS[animal].effects:
                found.append(animal)
        return tuple(dict.fromkeys(found)), "there is no action to copy"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        nothing = has_nothing_to_do(draft.state.war(self.war), choice)
        draft.emit(ActionCopied(**self.here, animal=choice, does_nothing=nothing))


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionCopied(CardAt):
    clause: ClassVar[str] = "TT-ANI-13"
    animal: str
    does_nothing: bool

    def after(self, state: State) -> State:
        return state.with_changed_pile(self, copied=self.animal, acted=self.does_nothing)

    def told(self) -> str:
        return f"The {self.role}'s Chameleon in battle {self.place} acts as {a(self.animal)}."


ACTIONS: Final = MappingProxyType[CardEffect, type[acting.CardAction]](
    {
        CardEffect.TOSS: HowItLands,
        CardEffect.REROLL: PileToReroll,
        CardEffect.PEEK: BattleToPeekAt,
        CardEffect.SWAP: PilesToSwap,
        CardEffect.DESTROY: CardToDestroy,
        CardEffect.CONSOLATION: WhereToTakeFrom,
        CardEffect.COPY: AnimalToCopy,
    }
)
"""By effect: what the owner is asked."""
