"""Plays a game of dice alone in tests: every sort of chain that odds have to follow."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rules.referee.toolkit.amending import Holder, Number
from rules.referee.toolkit.book.clauses import Clauses
from rules.referee.toolkit.chapters import evolve, say
from rules.referee.toolkit.dice import DiceAsk
from rules.referee.toolkit.game import Command, Decision, Game
from rules.referee.toolkit.questions import Ask, ChoiceQuestion, Choose, DiceQuestion, Roll
from rules.referee.toolkit.ruling import Ruling
from rules.referee.toolkit.vocabulary import Vocabulary
from rules.table.snapshot import Snapshot, TableSize
from rules.table.units import Inches

TABLE: Final = Snapshot(table=TableSize(width=Inches(12.0), depth=Inches(12.0)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Dicey:
    """How many hits the one target has, what is asked, and dice that are only remembered."""

    hits: int = 0
    asks: tuple[Ask, ...] = ()
    steps: tuple[str, ...] = ()
    rolls: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    asked: int = 0
    outcome: None = None


class Draft(Ruling[Dicey]):
    """One ruling in the making."""

    __slots__ = ()
    dice_clause = "X-1"

    def open_ask(self, kind: str, number: int) -> Ask:
        fitting = [each for each in self.state.asks if each.question.answered_by == kind]
        return self.answered(fitting, number, unasked=("X-1", "Nothing"), who=lambda a: a.who)

    def rolled(self, ask: Ask, *, dice: tuple[int, ...]) -> None:
        self.emit(DiceFell(ask_id=ask.id, dice=dice))

    def chosen(self, ask: Ask, *, choice: str) -> None:
        self.emit(ChoiceMade(ask_id=ask.id, choice=choice))

    def ask(self, question: Any, *, says: str) -> None:
        number = self.state.asked + 1
        made = Ask(id=number, seat="A", who="A", clause="X-1", says=says, question=question)
        self.emit(AskMade(ask=made))


@dataclass(frozen=True, slots=True, kw_only=True)
class AskMade:
    clause: ClassVar[str] = "X-1"
    ask: Ask

    def after(self, state: Dicey) -> Dicey:
        return replace(state, asks=(*state.asks, self.ask), asked=self.ask.id)

    def told(self) -> str:
        return self.ask.says


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceFell:
    clause: ClassVar[str] = "X-1"
    ask_id: int
    dice: tuple[int, ...]

    def after(self, state: Dicey) -> Dicey:
        asks = tuple(each for each in state.asks if each.id != self.ask_id)
        return replace(state, asks=asks, rolls={**state.rolls, str(self.ask_id): self.dice})

    def told(self) -> str:
        return f"A rolls {self.dice}."


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceMade:
    clause: ClassVar[str] = "X-1"
    ask_id: int
    choice: str

    def after(self, state: Dicey) -> Dicey:
        return replace(state, asks=tuple(each for each in state.asks if each.id != self.ask_id))

    def told(self) -> str:
        return f"A: {self.choice}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck:
    """What came of it, and by how much."""

    clause: ClassVar[str] = "X-2"
    hit: bool
    total: int

    def after(self, state: Dicey) -> Dicey:
        return replace(state, hits=state.hits + self.hit)

    def told(self) -> str:
        return f"It {'strikes home' if self.hit else 'goes wide'}: {self.total}."


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceyRoll(DiceQuestion):
    """Dice whose total decides, or whatever a kind of it says."""

    needed: int = 0
    then: str = ""
    """What is asked next where it hits: save, again, doubles, or nothing."""

    def counted(self, draft: Draft, dice: tuple[int, ...]) -> int:
        del draft
        return sum(dice)

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        del ask
        total = self.counted(draft, dice)
        draft.emit(Struck(hit=total >= self.needed, total=total))
        if total >= self.needed and self.then:
            FOLLOWING[self.then](draft)


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstCounts(DiceyRoll):
    """The first die counts ten times as much."""

    def counted(self, draft: Draft, dice: tuple[int, ...]) -> int:
        del draft
        return 9 * dice[0] + sum(dice)


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoCount(DiceyRoll):
    """Only the second die and the last one count, and not as much as one another."""

    def counted(self, draft: Draft, dice: tuple[int, ...]) -> int:
        del draft
        return 10 * dice[1] + dice[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadsEarlier(DiceyRoll):
    """What was rolled before counts as well."""

    def counted(self, draft: Draft, dice: tuple[int, ...]) -> int:
        return sum(dice) + sum(draft.state.rolls["1"])


@dataclass(frozen=True, slots=True, kw_only=True)
class WhetherAgain(ChoiceQuestion):
    """Whether it goes on; `no` lets it go by."""

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        if choice in {"yes", "left"}:
            draft.emit(Struck(hit=True, total=99))


def dice(count: int) -> DiceAsk:
    return DiceAsk(count=count, why="a test", means=())


def _save(draft: Draft) -> None:
    draft.ask(DiceyRoll(dice=dice(2), needed=9), says="Save with 2 dice.")


def _remembered(draft: Draft) -> None:
    draft.ask(ReadsEarlier(dice=dice(1), needed=10), says="Roll 1 die, and add the first two.")


def _may(draft: Draft) -> None:
    draft.ask(WhetherAgain(choices=("no", "yes")), says="Once more?")


def _must(draft: Draft) -> None:
    draft.ask(WhetherAgain(choices=("left", "right")), says="Rolled 3: left or right?")


def _for_ever(draft: Draft) -> None:
    draft.ask(DiceyRoll(dice=dice(3), needed=3, then="for ever"), says="And on.")


FOLLOWING: Final = {
    "save": _save,
    "remembered": _remembered,
    "may": _may,
    "must": _must,
    "for ever": _for_ever,
}


def decide(state: Dicey, command: Command, snapshot: Snapshot) -> Decision:
    body: Any = command.body
    return Draft(state, command=command, snapshot=snapshot).decided(body.ruled)


TARGET: Final = Holder(
    kind="unit",
    names=lambda _state: ("target",),
    get=lambda state, _name: state,
    put=lambda _state, part: part,
)
EVENTS: Final = Vocabulary(
    AskMade, DiceFell, ChoiceMade, Struck,
    variants=(DiceyRoll, FirstCounts, TwoCount, ReadsEarlier, WhetherAgain),
)  # fmt: off
GAME: Final = Game(
    slug="dicey",
    title="Dicey",
    version=1,
    says="Dice, and what comes of them.",
    option_schema=(),
    commands=Vocabulary(Roll, Choose),
    events=EVENTS,
    clauses=Clauses(MappingProxyType({})),
    initial=lambda _setup: Dicey(),
    decide=decide,
    evolve=evolve,
    options=lambda _state, _snapshot, _seat: (),
    say=say,
    view=lambda _state, _seat: {},
    amendable=(
        TARGET.row("hits", says="Its hits.", domain=Number(0, 99, lambda n: f"has {n} hits")),
    ),
)


def waiting(question: DiceQuestion, *, rolls: Mapping[str, tuple[int, ...]] | None = None) -> Dicey:
    """A state that waits for one roll."""
    ask = Ask(id=1, seat="A", who="A", clause="X-1", says="Roll.", question=question)
    return Dicey(asks=(ask,), asked=1, steps=("shot",), rolls=rolls or {})
