"""What Roosters do when they are rolled, by the change of the Dawncard (TT-RC)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import ClassVar, Final

from rules.games.tossing_tiger.animals import CHANGES, a
from rules.games.tossing_tiger.chapters.acting import CardTaken, OnCard, ask_owner, over
from rules.games.tossing_tiger.chapters.piles import PilesToRemake, places_to_rebuild
from rules.games.tossing_tiger.draft import Draft
from rules.games.tossing_tiger.state import State
from rules.games.tossing_tiger.vocabulary import (
    CardAt,
    CardChoice,
    Result,
    Role,
    Taught,
    battle_label,
    place_in,
    role_in,
)
from rules.referee.toolkit.phrases import counted
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.vocabulary import wire_name

NOTHING, YES, NO, END = "nothing", "yes", "no", "end the war"
MOST_POCKETED: Final = 3
"""TT-RC-03."""
MANY_ROOSTERS: Final = 3
"""TT-RC-10: more than so many."""
BONUSES: Final = ("1", "2", "3", "4")
"""TT-RC-12."""
CLAUSES: Final = MappingProxyType(
    {name: f"TT-RC-{number:02}" for number, name in enumerate(CHANGES, start=1)}
)


def change(draft: Draft, at: CardAt) -> None:
    """A Rooster is rolled; where its change asks nothing, it counts by itself."""
    found = WHEN_ROLLED.get(draft.state.war(at.war).change)
    if found is None:
        _over(draft, at)
    else:
        found(draft, at)


def _over(draft: Draft, at: OnCard, *, why: str = "") -> None:
    clause = CLAUSES.get(draft.state.war(at.war).change, "TT-ANI-17")
    over(draft, at, clause=clause, why=why)


def _ask(
    draft: Draft, question: type[CardChoice], at: CardAt, *, says: str, choices: Sequence[str]
) -> None:
    clause = CLAUSES[draft.state.war(at.war).change]
    ask_owner(draft, question, at, clause=clause, says=says, choices=choices)


def _strike(draft: Draft, at: CardAt) -> None:
    """TT-RC-02."""
    war = draft.state.war(at.war)
    earlier = [battle_label(each) for each in range(1, at.place) if not war.fought(each).is_out]
    says = "your Rooster loses. Do you end the war, or strike out an earlier battle?"
    _ask(draft, WhatToStrike, at, says=says, choices=(NOTHING, END, *earlier))


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatToStrike(CardChoice):
    """TT-RC-02."""

    KIND: ClassVar[str] = "strike"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        _over(draft, self)
        if choice == END:
            why = f"{ask.who} ends it with a Rooster"
            draft.emit(WarStopped(war=self.war, why=why), clause="TT-RC-02")
        elif choice != NOTHING:
            why = f"{ask.who} strikes it out"
            event = BattleOut(war=self.war, place=place_in(choice), why=why)
            draft.emit(event, clause="TT-RC-02")


@dataclass(frozen=True, slots=True, kw_only=True)
class WarStopped:
    """It ends before its last battle."""

    war: int
    why: str
    winner: Role | None = None
    """TT-RC-01: who wins it all the same."""
    no_winner: bool = False

    def after(self, state: State) -> State:
        war = state.war(self.war)
        return state.with_war(
            replace(
                war,
                stopped=self.why,
                winner=war.winner or self.winner,
                no_winner=war.no_winner or self.no_winner,
            )
        )

    def told(self) -> str:
        winner = f", and the {self.winner} wins it" if self.winner is not None else ""
        return f"The war ends early: {self.why}{winner}."


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleOut:
    """It is skipped, or struck: it does not count."""

    war: int
    place: int
    why: str

    def after(self, state: State) -> State:
        war = state.war(self.war)
        battle = replace(war.fought(self.place), is_out=True)
        return state.with_war(war.with_battle(self.place, battle))

    def told(self) -> str:
        return f"Battle {self.place} does not count: {self.why}."


def _pocket(draft: Draft, at: OnCard, *, taken: int = 0) -> None:
    """TT-RC-03."""
    war = draft.state.war(at.war)
    owner = draft.owner(war, role=at.role, place=at.place)
    piles = tuple(
        battle_label(place)
        for place, pile in enumerate(war.row(at.role), start=1)
        if pile is not None and not pile.face and pile.size > 1 and pile.owner == owner
    )
    if not piles or taken >= MOST_POCKETED:
        _over(draft, at)
        return
    left = counted(MOST_POCKETED - taken, "card")
    choices = (NOTHING, *piles)
    draft.choose(
        PileToPocket(choices=choices, war=at.war, role=at.role, place=at.place, taken=taken),
        player=owner,
        clause=CLAUSES[war.change],
        says=f"{owner}: up to {left} of your unrolled piles may go to your hand. From where is the "
        "next?",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PileToPocket(CardChoice):
    """TT-RC-03."""

    KIND: ClassVar[str] = "pocket"

    taken: int = 0

    @property
    def count(self) -> int:
        """How many cards were taken, as a view calls it."""
        return self.taken

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        if choice == NOTHING:
            _over(draft, self)
            return
        place = place_in(choice)
        event = CardTaken(war=self.war, player=ask.who, role=self.role, place=place)
        draft.emit(event, clause="TT-RC-03")
        _pocket(draft, self, taken=self.taken + 1)


def _give_away(draft: Draft, at: CardAt) -> None:
    """TT-RC-05."""
    says = "do you give this pile away, and end the war without an overall winner?"
    _ask(draft, WhetherToGiveAway, at, says=says, choices=(NO, YES))


@dataclass(frozen=True, slots=True, kw_only=True)
class WhetherToGiveAway(CardChoice):
    """TT-RC-05."""

    KIND: ClassVar[str] = "give_away"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        _over(draft, self)
        if choice == YES:
            frozen = draft.scene(self.war).results()[self.place - 1]
            given = PileGivenAway(war=self.war, role=self.role, place=self.place, frozen=frozen)
            draft.emit(given)
            why = f"{ask.who} gives a pile away for it"
            stopped = WarStopped(war=self.war, why=why, no_winner=True)
            draft.emit(stopped, clause="TT-RC-05")


@dataclass(frozen=True, slots=True, kw_only=True)
class PileGivenAway:
    """TT-RC-05."""

    clause: ClassVar[str] = "TT-RC-05"

    war: int
    role: Role
    place: int
    frozen: Result | None = None
    """The result of its battle stays as it was."""

    def after(self, state: State) -> State:
        war = state.war(self.war)
        pile = war.laid(self.role, self.place)
        war = war.with_pile(self.role, self.place, pile=replace(pile.hidden(), size=0))
        battle = replace(war.fought(self.place), fixed=self.frozen)
        state = state.with_war(war.with_battle(self.place, battle))
        return state.with_hand(state.speaker(war.party(self.role.other)).name, pile.size)

    def told(self) -> str:
        return f"The {self.role} gives the pile of battle {self.place} away."


def _concede(draft: Draft, at: CardAt) -> None:
    """TT-RC-06."""
    says = "do you lose this battle, so that there is no bonus in this war?"
    _ask(draft, WhetherToConcede, at, says=says, choices=(NO, YES))


@dataclass(frozen=True, slots=True, kw_only=True)
class WhetherToConcede(CardChoice):
    """TT-RC-06."""

    KIND: ClassVar[str] = "concede"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        _over(draft, self)
        if choice == YES:
            lost = BattleLost(war=self.war, place=self.place, role=self.role)
            draft.emit(lost, clause="TT-RC-06")
            why = f"{ask.who} lost battle {self.place}"
            draft.emit(BonusChanged(war=self.war, piles=0, why=why), clause="TT-RC-06")


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleLost:
    """TT-RC-06, TT-RC-08: its owner turned it into a loss."""

    war: int
    place: int
    role: Role

    def after(self, state: State) -> State:
        war = state.war(self.war)
        fought = war.fought(self.place)
        battle = replace(fought, lost=(*fought.lost, self.role))
        return state.with_war(war.with_battle(self.place, battle))

    def told(self) -> str:
        return f"The {self.role} turns battle {self.place} into a loss."


def _skip(draft: Draft, at: CardAt) -> None:
    """TT-RC-07."""
    war, following = draft.state.war(at.war), at.place + 1
    if at.place >= war.number or war.fought(following).is_out or at.place < war.battle:
        _over(draft, at, why="there is no battle to leave out")
        return
    _ask(draft, WhetherToSkip, at, says=f"is battle {following} left out?", choices=(NO, YES))


@dataclass(frozen=True, slots=True, kw_only=True)
class WhetherToSkip(CardChoice):
    """TT-RC-07."""

    KIND: ClassVar[str] = "skip"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        _over(draft, self)
        if choice == YES:
            why = f"{ask.who} has it left out"
            event = BattleOut(war=self.war, place=self.place + 1, why=why)
            draft.emit(event, clause="TT-RC-07")


def _remake(draft: Draft, at: CardAt) -> None:
    """TT-RC-08."""
    says = "do you lose this battle, and make your unrolled piles anew?"
    _ask(draft, WhetherToRemake, at, says=says, choices=(NO, YES))


@dataclass(frozen=True, slots=True, kw_only=True)
class WhetherToRemake(CardChoice):
    """TT-RC-08."""

    KIND: ClassVar[str] = "remake"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        if choice == NO:
            _over(draft, self)
            return
        war, role, place = self.war, self.role, self.place
        draft.emit(BattleLost(war=war, place=place, role=role), clause="TT-RC-08")
        places = places_to_rebuild(draft.state.war(war), role, after=place)
        if not places:
            _over(draft, self)
            return
        draft.ask(
            PilesToRemake(war=war, role=role, place=place, count=len(places)),
            player=ask.who,
            clause="TT-RC-08",
            says=f"{ask.who}: make your {counted(len(places), 'unrolled pile')} anew, and "
            "say how many cards each has.",
        )


def _steal(draft: Draft, at: CardAt) -> None:
    """TT-RC-10."""
    other = at.role.other
    piles = tuple(
        f"{other} {place}"
        for place, pile in enumerate(draft.state.war(at.war).row(other), start=1)
        if pile is not None and pile.has_unseen
    )
    roosters = draft.scene(at.war).roosters_before(at.place)
    if roosters <= MANY_ROOSTERS or not piles:
        why = f"{counted(roosters, 'Rooster')} in earlier battles is not enough"
        _over(draft, at, why=why)
        return
    says = "from which pile do you take a card to your hand?"
    _ask(draft, PileToSteal, at, says=says, choices=piles)


@dataclass(frozen=True, slots=True, kw_only=True)
class PileToSteal(CardChoice):
    """TT-RC-10."""

    KIND: ClassVar[str] = "steal"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        role, place = role_in(choice), place_in(choice)
        event = CardTaken(war=self.war, player=ask.who, role=role, place=place)
        draft.emit(event, clause="TT-RC-10")
        _over(draft, self)


def _bonus(draft: Draft, at: CardAt) -> None:
    """TT-RC-12."""
    if not draft.state.war(at.war).bonus:
        _over(draft, at, why="there is no bonus in this war")
        return
    says = "how many piles is the bonus of this war?"
    _ask(draft, HowLargeABonus, at, says=says, choices=BONUSES)


@dataclass(frozen=True, slots=True, kw_only=True)
class HowLargeABonus(CardChoice):
    """TT-RC-12."""

    KIND: ClassVar[str] = "bonus_size"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        event = BonusChanged(war=self.war, piles=int(choice), why=f"{ask.who} says so")
        draft.emit(event, clause="TT-RC-12")
        _over(draft, self)


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusChanged:
    """How many piles the overall winner takes: none, or another number."""

    war: int
    piles: int
    why: str

    def after(self, state: State) -> State:
        return state.with_war(replace(state.war(self.war), bonus=self.piles))

    def told(self) -> str:
        bonus = counted(self.piles, "pile") if self.piles else "nothing"
        return f"The bonus of this war is {bonus}: {self.why}."


def _pity(draft: Draft, at: CardAt) -> None:
    """TT-RC-13."""
    scene = draft.scene(at.war)
    before = [each for each in scene.results()[: at.place - 1] if each is not None]
    if not before or not all(scene.lost(at.role, each) for each in before):
        _over(draft, at, why="not every earlier battle was lost")
        return
    says = "name an animal that your later ones are to be strong against."
    _ask(draft, WhichAnimalTaught, at, says=says, choices=draft.state.deck.animals)


@dataclass(frozen=True, slots=True, kw_only=True)
class WhichAnimalTaught(CardChoice):
    """TT-RC-13."""

    KIND: ClassVar[str] = "pity"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        event = StrengthTaught(war=self.war, role=self.role, from_place=self.place, animal=choice)
        draft.emit(event)
        _over(draft, self)


@dataclass(frozen=True, slots=True, kw_only=True)
class StrengthTaught:
    """TT-RC-13."""

    clause: ClassVar[str] = "TT-RC-13"

    war: int
    role: Role
    from_place: int = field(metadata=wire_name("after"))
    """The last place before those that it holds for."""
    animal: str

    def after(self, state: State) -> State:
        war = state.war(self.war)
        taught = Taught(animal=self.animal, after=self.from_place, role=self.role)
        return state.with_war(replace(war, taught=(*war.taught, taught)))

    def told(self) -> str:
        later = f"later cards of the {self.role}"
        return f"From battle {self.from_place + 1} on, {later} are strong against {a(self.animal)}."


WHEN_ROLLED: Final = MappingProxyType[str, Callable[[Draft, CardAt], None]](
    {
        "rooster_always_lose": _strike,
        "rooster_always_lose_alt": _pocket,
        "rooster_insta_end": _give_away,
        "rooster_concede": _concede,
        "rooster_skip": _skip,
        "rooster_change": _remake,
        "rooster_steal": _steal,
        "rooster_change_bonus": _bonus,
        "rooster_pity_type": _pity,
    }
)
DONE_WHEN_ROLLED: Final = frozenset(WHEN_ROLLED)
"""All other changes are worked out anew after everything that happens."""
