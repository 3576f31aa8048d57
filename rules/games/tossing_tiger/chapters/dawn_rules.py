"""What war rules let players do before a battle is rolled, and after the last one (TT-DAWN)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.tossing_tiger.animals import a
from rules.games.tossing_tiger.chapters.acting import Rerolled, own_rolled
from rules.games.tossing_tiger.chapters.battles import ask_face, before_roll, require_window, roll
from rules.games.tossing_tiger.chapters.roosters import NOTHING
from rules.games.tossing_tiger.chapters.spoils import decide_war
from rules.games.tossing_tiger.draft import Draft, Trial
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import (
    CardAt,
    Result,
    Role,
    SideChoice,
    WarChoice,
    place_in,
    won,
)
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.questions import Ask


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """TT-DAWN-14: what the defender will roll in the next battle."""

    war: int
    animal: str

    def ruled(self, draft: Draft) -> None:
        war, _ = draft.under_rule(self.war, Role.ATTACKER, rule="guess", clause="TT-DAWN-14")
        if war.guess:
            says = f"The guess of this war was made in battle {war.guess_place}."
            draft.unless_waived("TT-DAWN-14", says)
        require_window(draft, war, clause="TT-DAWN-14")
        if self.animal not in draft.state.deck.animals:
            draft.refuse("TT-DAWN-14", f"There is no {self.animal!r} in this deck.")
        draft.emit(GuessMade(war=war.id, place=war.battle, animal=self.animal))


@dataclass(frozen=True, slots=True, kw_only=True)
class GuessMade:
    clause: ClassVar[str] = "TT-DAWN-14"
    war: int
    place: int
    animal: str

    def after(self, state: State) -> State:
        war = replace(state.war(self.war), guess=self.animal, guess_place=self.place)
        return state.with_war(war)

    def told(self) -> str:
        animal = a(self.animal)
        return f"The attacker guesses that the defender rolls {animal} in battle {self.place}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """TT-DAWN-02: two unrolled piles of the defender become one."""

    war: int
    first: int
    second: int

    def ruled(self, draft: Draft) -> None:
        war, _ = draft.under_rule(self.war, Role.ATTACKER, rule="one_merge", clause="TT-DAWN-02")
        if war.merged:
            says = "Piles are put together once in a war, and were."
            draft.unless_waived("TT-DAWN-02", says)
        require_window(draft, war, clause="TT-DAWN-02")
        places = _mergeable(war)
        if self.first not in places or self.second not in places or self.first == self.second:
            told = ", ".join(str(place) for place in places)
            says = f"Name two of the defender's unrolled piles, of those at {told}."
            draft.refuse("TT-DAWN-02", says)
        into, gone = sorted((self.first, self.second))
        draft.emit(PilesMerged(war=war.id, into=into, gone=gone))


def _mergeable(war: War) -> tuple[int, ...]:
    """TT-DAWN-02: places where the defender has a pile that nobody rolled."""
    return tuple(
        at.place
        for at, pile in war.piles(Role.DEFENDER)
        if at.place >= war.battle and not pile.face
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PilesMerged:
    clause: ClassVar[str] = "TT-DAWN-02"
    war: int
    into: int
    gone: int

    def after(self, state: State) -> State:
        war = replace(state.war(self.war), merged=True)
        gone = war.laid(Role.DEFENDER, self.gone)
        into = war.laid(Role.DEFENDER, self.into)
        joined = replace(into, size=into.size + gone.size)
        war = war.with_pile(Role.DEFENDER, self.into, pile=joined)
        return state.with_war(war.with_pile(Role.DEFENDER, self.gone, pile=None))

    def told(self) -> str:
        return (
            f"The defender's piles of battles {self.into} and {self.gone} become one in battle "
            f"{self.into}; the other place is empty."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeReroll(CardAt):
    """TT-DAWN-03: a player rolls one own pile again."""

    def ruled(self, draft: Draft) -> None:
        war, player = draft.under_rule(self.war, self.role, rule="one_reroll", clause="TT-DAWN-03")
        if self.role in war.free_rerolled:
            says = f"{player} has used the free reroll of this war."
            draft.unless_waived("TT-DAWN-03", says)
        require_window(draft, war, clause="TT-DAWN-03")
        if f"battle {self.place}" not in own_rolled(war, self.role, upto=war.battle):
            says = f"{player} has no pile that lies open at place {self.place}."
            draft.refuse("TT-DAWN-03", says)
        # Cards of the battle to come are turned up after this one; their asks come again.
        event = Rerolled(**self.here, player=player, free=True)
        draft.emit(event, clause="TT-DAWN-03")
        ask_face(draft, war, role=self.role, place=self.place)


def freely_offered(trial: Trial) -> Iterator[Template]:
    """TT-BAT-01, and what a Dawncard allows before a battle is rolled."""
    for war in trial.state.going:
        if before_roll(trial.state, war):
            yield from _of_war(trial.state, war, seat=trial.seat)


def _of_war(state: State, war: War, *, seat: str) -> Iterator[Template]:
    place = war.battle
    for role in Role:
        if seat not in {member.seat for member in state.members(war.party(role))}:
            continue
        fixed: dict[str, object] = {"war": war.id, "role": str(role)}
        if war.rule == "flee" and role not in war.fought(place).conceded:
            says = f"{war.party(role)} gives battle {place} up; then there is no bonus."
            yield Template(command="give_up_battle", says=says, fixed=fixed)
        piles = own_rolled(war, role, upto=place)
        if war.rule == "one_reroll" and role not in war.free_rerolled and piles:
            hole = Hole(name="place", kind="choice", allowed=tuple(place_in(p) for p in piles))
            says = f"{war.party(role)} rolls one own pile again, once in this war."
            yield Template(command="free_reroll", says=says, fixed=fixed, holes=(hole,))
        if role is Role.ATTACKER:
            yield from _of_attacker(state, war)


def _of_attacker(state: State, war: War) -> Iterator[Template]:
    if war.rule == "guess" and not war.guess:
        hole = Hole(name="animal", kind="choice", allowed=state.deck.animals)
        says = f"Guess, once, what {war.defender} rolls in battle {war.battle}."
        yield Template(command="guess", says=says, fixed={"war": war.id}, holes=(hole,))
    places = _mergeable(war)
    if war.rule == "one_merge" and not war.merged and len(places) > 1:
        for first in places[:-1]:
            later = tuple(place for place in places if place > first)
            hole = Hole(name="second", kind="choice", allowed=later)
            says = f"Have {war.defender}'s pile of battle {first} put together with a later one."
            fixed = {"war": war.id, "first": first}
            yield Template(command="merge", says=says, fixed=fixed, holes=(hole,))


def close(draft: Draft, war: War) -> None:
    """What is still done before anybody takes anything; then the war is decided."""
    if not war.stopped:
        if roll(draft, war) or _free(draft, war) or _final(draft, war):
            return
        war = draft.state.war(war.id)
    if war.rule == "bait_and_switch" and not war.bait_done:
        _bait(draft, war)
        return
    decide_war(draft, war)


def _free(draft: Draft, war: War) -> bool:
    """TT-DAWN-03: whoever has not rolled again is asked a last time."""
    if war.rule != "one_reroll":
        return False
    for role in Role:
        piles = own_rolled(war, role, upto=war.number)
        if role not in war.free_rerolled and piles:
            _ask_reroll(draft, war, role=role, piles=piles, clause="TT-DAWN-03")
            return True
    return False


def _final(draft: Draft, war: War) -> bool:
    if war.rule != "final_reroll" or war.final_done:
        return False
    last = draft.scene(war.id).results()[-1]
    piles: tuple[str, ...] = ()
    role = Role.ATTACKER
    if last is not None and last.is_sole:
        role = Role(last.value)
        piles = own_rolled(war, role, upto=war.number)
    if not piles:
        draft.emit(FinalRerollUsed(war=war.id), clause="TT-DAWN-07")
        return True
    _ask_reroll(draft, war, role=role, piles=piles, clause="TT-DAWN-07")
    return True


def _ask_reroll(draft: Draft, war: War, *, role: Role, piles: tuple[str, ...], clause: str) -> None:
    player = draft.state.speaker(war.party(role)).name
    draft.ask(
        LastReroll(choices=(NOTHING, *piles), war=war.id, role=role),
        player=player,
        clause=clause,
        says=f"{player}: do you roll one of your piles again before it is decided?",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LastReroll(SideChoice):
    KIND: ClassVar[str] = "final_reroll"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        war, role = draft.state.war(self.war), self.role
        is_free = war.rule == "one_reroll"
        if not is_free:
            draft.emit(FinalRerollUsed(war=war.id))
        elif choice == NOTHING:
            draft.emit(RerollPassed(war=war.id, role=role))
        if choice != NOTHING:
            place = place_in(choice)
            event = Rerolled(war=war.id, role=role, place=place, player=ask.who, free=is_free)
            draft.emit(event, clause=ask.clause)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalRerollUsed:
    """TT-DAWN-07: it was done, or not wanted."""

    clause: ClassVar[str] = "TT-DAWN-07"
    war: int

    def after(self, state: State) -> State:
        return state.with_war(replace(state.war(self.war), final_done=True))

    def told(self) -> str:
        return "The reroll after the last battle is settled."


@dataclass(frozen=True, slots=True, kw_only=True)
class RerollPassed:
    """TT-DAWN-03: a player does not want it."""

    clause: ClassVar[str] = "TT-DAWN-03"
    war: int
    role: Role

    def after(self, state: State) -> State:
        war = state.war(self.war)
        return state.with_war(replace(war, free_rerolled=(*war.free_rerolled, self.role)))

    def told(self) -> str:
        return f"The {self.role} rolls nothing again."


def _bait(draft: Draft, war: War) -> None:
    given, other = _won_and_not(draft, war)
    if not given or not other:
        draft.emit(BaitOver(war=war.id))
        return
    player = draft.state.speaker(war.attacker).name
    draft.ask(
        BattleToGiveAway(choices=(NOTHING, *given), war=war.id),
        player=player,
        clause="TT-DAWN-09",
        says=f"{player}: which won battle do you give away, to win another one instead?",
    )


def _won_and_not(draft: Draft, war: War) -> tuple[tuple[str, ...], tuple[str, ...]]:
    results = draft.scene(war.id).results()
    counted = [(at, each) for at, each in enumerate(results, start=1) if each is not None]
    won = tuple(f"battle {at}" for at, each in counted if each.won_by(Role.ATTACKER))
    other = tuple(f"battle {at}" for at, each in counted if not each.won_by(Role.ATTACKER))
    return won, other


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleToGiveAway(WarChoice):
    KIND: ClassVar[str] = "bait"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        war = draft.state.war(self.war)
        if choice == NOTHING:
            draft.emit(BaitOver(war=war.id))
            return
        _, other = _won_and_not(draft, war)
        draft.emit(BattleTurned(war=war.id, place=place_in(choice), result=Result.DEFENDER))
        says = f"{ask.who}: which battle do you win instead?"
        question = BattleToWin(choices=other, war=war.id)
        draft.choose(question, player=ask.who, clause="TT-DAWN-09", says=says)


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleToWin(WarChoice):
    KIND: ClassVar[str] = "catch"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        draft.emit(BattleTurned(war=self.war, place=place_in(choice), result=Result.ATTACKER))
        draft.emit(BaitOver(war=self.war))


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleTurned:
    """TT-DAWN-09: a won battle for another one."""

    clause: ClassVar[str] = "TT-DAWN-09"
    war: int
    place: int
    result: Result

    def after(self, state: State) -> State:
        return state.with_war(state.war(self.war).with_battle(self.place, fixed=self.result))

    def told(self) -> str:
        return f"Battle {self.place} is turned: {won(self.result)} has won it."


@dataclass(frozen=True, slots=True, kw_only=True)
class BaitOver:
    """TT-DAWN-09: it was done, or not wanted."""

    clause: ClassVar[str] = "TT-DAWN-09"
    war: int

    def after(self, state: State) -> State:
        return state.with_war(replace(state.war(self.war), bait_done=True))

    def told(self) -> str:
        return "No further battle changes hands."
