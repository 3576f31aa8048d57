"""What Roosters do when they are rolled, by the change of the Dawncard (TT-RC)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import ClassVar, Final

from rules.games.tossing_tiger.animals import CHANGES, a
from rules.games.tossing_tiger.chapters.acting import CardAction, CardTaken, over
from rules.games.tossing_tiger.chapters.piles import PilesToRemake, places_to_rebuild
from rules.games.tossing_tiger.draft import Draft
from rules.games.tossing_tiger.state import State
from rules.games.tossing_tiger.vocabulary import CardAt, Result, Role, Taught, place_in, role_in
from rules.referee.toolkit.phrases import counted
from rules.referee.toolkit.questions import Ask

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
    found = draft.state.war(at.war).change
    if found in WHEN_ROLLED:
        asked = WHEN_ROLLED[found](choices=(), **at.here)
        asked.ask_owner(draft)
    else:
        over(draft, at, clause=CLAUSES.get(found, "TT-ANI-17"))


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatToStrike(CardAction):
    KIND: ClassVar[str] = "strike"
    clause: ClassVar[str] = "TT-RC-02"
    says: ClassVar[str] = "your Rooster loses. Do you end the war, or strike out an earlier battle?"

    def answers(self, draft: Draft) -> tuple[Sequence[str], str]:
        """TT-RC-02."""
        war = draft.state.war(self.war)
        places = [place for place in range(1, self.place) if not war.fought(place).is_out]
        return (NOTHING, END, *(f"battle {place}" for place in places)), ""

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        self.over(draft)
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
        winner, nobody = war.winner or self.winner, war.no_winner or self.no_winner
        return state.with_war(replace(war, stopped=self.why, winner=winner, no_winner=nobody))

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
        return state.with_war(state.war(self.war).with_battle(self.place, is_out=True))

    def told(self) -> str:
        return f"Battle {self.place} does not count: {self.why}."


@dataclass(frozen=True, slots=True, kw_only=True)
class PileToPocket(CardAction):
    KIND: ClassVar[str] = "pocket"
    clause: ClassVar[str] = "TT-RC-03"
    taken: int = 0

    @property
    def count(self) -> int:
        """How many cards were taken, as a view calls it."""
        return self.taken

    def ask_owner(self, draft: Draft) -> None:
        """TT-RC-03."""
        war, owner = draft.state.war(self.war), draft.owner(self)
        piles = tuple(
            f"battle {place}"
            for place, pile in enumerate(war.row(self.role), start=1)
            if pile is not None and not pile.face and pile.size > 1 and pile.owner == owner
        )
        if not piles or self.taken >= MOST_POCKETED:
            self.over(draft)
            return
        left = counted(MOST_POCKETED - self.taken, "card")
        may = f"up to {left} of your unrolled piles may go to your hand. From where is the next?"
        question = replace(self, choices=(NOTHING, *piles))
        draft.choose(question, player=owner, clause=self.clause, says=f"{owner}: {may}")

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        if choice == NOTHING:
            self.over(draft)
            return
        place = place_in(choice)
        event = CardTaken(war=self.war, player=ask.who, role=self.role, place=place)
        draft.emit(event, clause="TT-RC-03")
        replace(self, taken=self.taken + 1).ask_owner(draft)


@dataclass(frozen=True, slots=True, kw_only=True)
class YesOrNo(CardAction):
    """Something that the owner of a Rooster may have happen."""

    def answers(self, draft: Draft) -> tuple[Sequence[str], str]:
        del draft
        return (NO, YES), ""

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        self.over(draft)
        if choice == YES:
            self.wanted(draft, ask.who)

    def wanted(self, draft: Draft, player: str) -> None:
        """What happens then."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class WhetherToGiveAway(YesOrNo):
    KIND: ClassVar[str] = "give_away"
    clause: ClassVar[str] = "TT-RC-05"
    says: ClassVar[str] = "do you give this pile away, and end the war without an overall winner?"

    def wanted(self, draft: Draft, player: str) -> None:
        frozen = draft.scene(self.war).results()[self.place - 1]
        given = PileGivenAway(**self.here, frozen=frozen)
        draft.emit(given)
        why = f"{player} gives a pile away for it"
        draft.emit(WarStopped(war=self.war, why=why, no_winner=True), clause="TT-RC-05")


@dataclass(frozen=True, slots=True, kw_only=True)
class PileGivenAway(CardAt):
    clause: ClassVar[str] = "TT-RC-05"
    frozen: Result | None = None
    """The result of its battle stays as it was."""

    def after(self, state: State) -> State:
        war = state.war(self.war)
        pile = war.laid(self.role, self.place)
        war = war.with_pile(self.role, self.place, pile=replace(pile.hidden(), size=0))
        state = state.with_war(war.with_battle(self.place, fixed=self.frozen))
        return state.with_hand(state.speaker(war.party(self.role.other)).name, pile.size)

    def told(self) -> str:
        return f"The {self.role} gives the pile of battle {self.place} away."


@dataclass(frozen=True, slots=True, kw_only=True)
class WhetherToConcede(YesOrNo):
    KIND: ClassVar[str] = "concede"
    clause: ClassVar[str] = "TT-RC-06"
    says: ClassVar[str] = "do you lose this battle, so that there is no bonus in this war?"

    def wanted(self, draft: Draft, player: str) -> None:
        lost = BattleLost(war=self.war, place=self.place, role=self.role)
        draft.emit(lost, clause="TT-RC-06")
        why = f"{player} lost battle {self.place}"
        draft.emit(BonusChanged(war=self.war, piles=0, why=why), clause="TT-RC-06")


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleLost:
    """TT-RC-06, TT-RC-08: its owner turned it into a loss."""

    war: int
    place: int
    role: Role

    def after(self, state: State) -> State:
        war = state.war(self.war)
        lost = (*war.fought(self.place).lost, self.role)
        return state.with_war(war.with_battle(self.place, lost=lost))

    def told(self) -> str:
        return f"The {self.role} turns battle {self.place} into a loss."


@dataclass(frozen=True, slots=True, kw_only=True)
class WhetherToSkip(YesOrNo):
    KIND: ClassVar[str] = "skip"
    clause: ClassVar[str] = "TT-RC-07"
    says: ClassVar[str] = "is battle {next} left out?"

    def answers(self, draft: Draft) -> tuple[Sequence[str], str]:
        """TT-RC-07."""
        war, place = draft.state.war(self.war), self.place
        if place >= war.number or war.fought(place + 1).is_out or place < war.battle:
            return (), "there is no battle to leave out"
        return (NO, YES), ""

    def wanted(self, draft: Draft, player: str) -> None:
        why = f"{player} has it left out"
        event = BattleOut(war=self.war, place=self.place + 1, why=why)
        draft.emit(event, clause="TT-RC-07")


@dataclass(frozen=True, slots=True, kw_only=True)
class WhetherToRemake(YesOrNo):
    KIND: ClassVar[str] = "remake"
    clause: ClassVar[str] = "TT-RC-08"
    says: ClassVar[str] = "do you lose this battle, and make your unrolled piles again?"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        if choice == NO:
            self.over(draft)
            return
        war, role, place = self.war, self.role, self.place
        draft.emit(BattleLost(war=war, place=place, role=role), clause="TT-RC-08")
        places = places_to_rebuild(draft.state.war(war), role, after=place)
        if not places:
            self.over(draft)
            return
        player = ask.who
        says = (
            f"{player}: make your {counted(len(places), 'unrolled pile')} again, and "
            "say how many cards each has."
        )
        question = PilesToRemake(war=war, role=role, place=place, count=len(places))
        draft.ask(question, player=player, clause="TT-RC-08", says=says)


@dataclass(frozen=True, slots=True, kw_only=True)
class PileToSteal(CardAction):
    KIND: ClassVar[str] = "steal"
    clause: ClassVar[str] = "TT-RC-10"
    says: ClassVar[str] = "from which pile do you take a card to your hand?"

    def answers(self, draft: Draft) -> tuple[Sequence[str], str]:
        """TT-RC-10."""
        other = self.role.other
        row = enumerate(draft.state.war(self.war).row(other), start=1)
        piles = [f"{other} {place}" for place, pile in row if pile is not None and pile.has_unseen]
        roosters = draft.scene(self.war).roosters_before(self.place)
        why = f"{counted(roosters, 'Rooster')} in earlier battles is not enough"
        return piles if roosters > MANY_ROOSTERS else (), why

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        role, place = role_in(choice), place_in(choice)
        event = CardTaken(war=self.war, player=ask.who, role=role, place=place)
        draft.emit(event, clause="TT-RC-10")
        self.over(draft)


@dataclass(frozen=True, slots=True, kw_only=True)
class HowLargeABonus(CardAction):
    KIND: ClassVar[str] = "bonus_size"
    clause: ClassVar[str] = "TT-RC-12"
    says: ClassVar[str] = "how many piles is the bonus of this war?"

    def answers(self, draft: Draft) -> tuple[Sequence[str], str]:
        """TT-RC-12."""
        is_any = draft.state.war(self.war).bonus
        return BONUSES if is_any else (), "there is no bonus in this war"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        event = BonusChanged(war=self.war, piles=int(choice), why=f"{ask.who} says so")
        draft.emit(event, clause="TT-RC-12")
        self.over(draft)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class WhichAnimalTaught(CardAction):
    KIND: ClassVar[str] = "pity"
    clause: ClassVar[str] = "TT-RC-13"
    says: ClassVar[str] = "name an animal that your later ones are to be strong against."

    def answers(self, draft: Draft) -> tuple[Sequence[str], str]:
        """TT-RC-13."""
        scene = draft.scene(self.war)
        before = [each for each in scene.results()[: self.place - 1] if each is not None]
        lost = before and all(scene.lost(self.role, each) for each in before)
        return draft.state.deck.animals if lost else (), "not every earlier battle was lost"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        event = StrengthTaught(war=self.war, role=self.role, from_place=self.place, animal=choice)
        draft.emit(event)
        self.over(draft)


@dataclass(frozen=True, slots=True, kw_only=True)
class StrengthTaught:
    clause: ClassVar[str] = "TT-RC-13"
    war: int
    role: Role
    from_place: int = field(metadata={"wire": "after"})
    """The last place before those that it holds for."""
    animal: str

    def after(self, state: State) -> State:
        war = state.war(self.war)
        taught = Taught(animal=self.animal, after=self.from_place, role=self.role)
        return state.with_war(replace(war, taught=(*war.taught, taught)))

    def told(self) -> str:
        later = f"later cards of the {self.role}"
        return f"From battle {self.from_place + 1} on, {later} are strong against {a(self.animal)}."


WHEN_ROLLED: Final = MappingProxyType[str, type[CardAction]](
    {
        "rooster_always_lose": WhatToStrike,
        "rooster_always_lose_alt": PileToPocket,
        "rooster_insta_end": WhetherToGiveAway,
        "rooster_concede": WhetherToConcede,
        "rooster_skip": WhetherToSkip,
        "rooster_change": WhetherToRemake,
        "rooster_steal": PileToSteal,
        "rooster_change_bonus": HowLargeABonus,
        "rooster_pity_type": WhichAnimalTaught,
    }
)
"""By change: what its owner is asked. All others are worked out anew after everything."""
