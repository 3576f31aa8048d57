"""A game small enough to test the referee with: two seats add dice to a sum in turn.

A roll of more than ``cap`` is refused, and the players may let it pass. The camera proposes that
the counter was moved when it stands right of 20 in, and the table differs while a piece lies left
of 2 in.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from rules.referee.court.asking import Ruling, ask
from rules.referee.log.battle import Battle, applied, begin
from rules.referee.log.entries import Stamp
from rules.referee.toolkit.amending import BATTLE, Holder, Number
from rules.referee.toolkit.book.clauses import Clause, Clauses, Standing
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import (
    Command,
    Difference,
    Event,
    Game,
    Hole,
    ProposalKind,
    Refusal,
    Seat,
    Setup,
    Sighted,
    Template,
)
from rules.referee.toolkit.settings import Option, Options
from rules.referee.toolkit.vocabulary import Vocabulary
from rules.table.roster import Entry, Roster, Tag
from rules.table.shapes import Disc
from rules.table.snapshot import PieceState, Snapshot
from rules.table.units import Inches
from rules.table.verdict import Answer
from tests.factories import piece, table


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    die: int
    counter: str = "C1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """Take note that a counter has moved."""

    counter: str
    x_in: float
    heading_deg: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PutBack:
    counter: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """A command that brings nothing about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    by: str
    die: int
    counter: str = "C1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    sum: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Shifted:
    counter: str
    x_in: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """The state."""

    turn: int
    seats: tuple[str, ...]
    cap: int
    sum: int = 0
    rolled: tuple[int, ...] = ()
    places: tuple[tuple[str, float], ...] = ()


def _initial(setup: Setup) -> Counting:
    return Counting(
        turn=0,
        seats=tuple(seat.name for seat in setup.seats if seat.sides),
        cap=setup.options.whole("cap"),
    )


def _decide(state: Counting, command: Command, snapshot: Snapshot) -> tuple[Event, ...] | Refusal:
    match command.body:
        case Roll(die=die, counter=counter):
            return _roll(state, command, die=die, counter=counter)
        case Shift(counter=counter, x_in=x_in):
            return (Event(body=Shifted(counter=counter, x_in=x_in), clause="C-3"),)
        case PutBack(counter=counter):
            return (Event(body=Shifted(counter=counter, x_in=5), clause="C-3"),)
        case Rest():
            return ()
    raise AssertionError(snapshot)


def _roll(
    state: Counting, command: Command, *, die: int, counter: str
) -> tuple[Event, ...] | Refusal:
    if command.author != state.seats[state.turn % len(state.seats)]:
        return Refusal(clause="C-1", reason=f"It is not {command.author}'s turn.")
    found = Measured(
        what="die",
        answer=Answer.YES if die <= state.cap else Answer.NO,
        why=f"{die} of {state.cap}",
        snapshot=1,
        value=Inches(die),
        limit=Inches(state.cap),
        bound=Inches(float("inf")),
    )
    if die > state.cap and "C-2" not in command.waives:
        reason = f"{die} is more than {state.cap}."
        return Refusal(clause="C-2", reason=reason, evidence=(found,), waivable=True)
    if state.sum + die > 1000 and "C-4" not in command.waives:
        return Refusal(clause="C-4", reason="The sum would pass 1000.", waivable=True)
    rolled = Rolled(by=command.author, die=die, counter=counter)
    return (
        Event(body=rolled, clause="C-2", evidence=(found,)),
        Event(body=Added(sum=state.sum + die), clause="C-2"),
    )


def _evolve(state: Counting, event: object) -> Counting:
    match event:
        case Rolled(die=die):
            return replace(state, turn=state.turn + 1, rolled=(*state.rolled[-9:], die))
        case Added(sum=total):
            return replace(state, sum=total)
        case Shifted(counter=counter, x_in=x_in):
            others = tuple(place for place in state.places if place[0] != counter)
            return replace(state, places=(*others, (counter, x_in)))
    raise AssertionError(event)


def _say(event: object) -> str:
    match event:
        case Rolled(by=by, die=die):
            return f"{by} rolls a {die}."
        case Added(sum=total):
            return f"The sum is {total}."
        case Shifted(counter=counter, x_in=x_in):
            return f"{counter} is at {x_in:g} in."
    raise AssertionError(event)


def _options(state: Counting, snapshot: Snapshot, seat: str) -> tuple[Template, ...]:
    del snapshot
    if seat != state.seats[state.turn % len(state.seats)]:
        return ()
    dice = Hole(name="die", kind="dice", allowed=tuple(range(1, state.cap + 1)))
    return (Template(command="roll", says="Roll a die.", holes=(dice,)),)


def _view(state: Counting, seat: str) -> Mapping[str, object]:
    return {"sum": state.sum, "your_turn": state.seats[state.turn % len(state.seats)] == seat}


def _places(state: Counting, snapshot: Snapshot) -> list[tuple[str, float]]:
    """The pieces that can be measured and are not where the game has noted them."""
    noted = dict(state.places)
    return [
        (each.id, each.pose.x)
        for each in snapshot.pieces
        if each.pose is not None
        and each.state in {PieceState.SEEN, PieceState.DECLARED}
        and abs(noted.get(each.id, -9.0) - each.pose.x) > 1
    ]


def _place_of(x: Inches) -> Measured:
    return Measured(what="place", answer=Answer.YES, why="It lies there.", snapshot=0, value=x)


def _heading(snapshot: Snapshot, name: str) -> float:
    pose = snapshot.piece(name).pose
    return 0.0 if pose is None else pose.heading


def _differences(state: Counting, snapshot: Snapshot) -> tuple[Difference, ...]:
    return tuple(
        Difference(
            subject=name,
            kind="left",
            says=f"{name} lies left of 2 in",
            remedies=(PutBack(counter=name),),
        )
        for name, x in _places(state, snapshot)
        if x < 2
    )


def _sighted(state: Counting, snapshot: Snapshot) -> tuple[Sighted, ...]:
    found = [
        Sighted(
            kind="shifted",
            subject=name,
            seat="Red",
            says=f"{name} was shifted",
            command=Shift(counter=name, x_in=x, heading_deg=_heading(snapshot, name)),
        )
        for name, x in _places(state, snapshot)
        if x > 20 or x < 2
    ]
    fallen = [
        Sighted(
            kind="fell_over",
            subject=each.id,
            seat="",
            says=f"{each.id} fell over",
            evidence=(_place_of(each.pose.x),),
        )
        for each in snapshot.pieces
        if each.pose is not None and each.pose.heading > 90
    ]
    return (*found, *fallen)


def _clause(name: str) -> Clause:
    return Clause(id=name, standing=Standing.DONE, says=f"Rule {name}.")


def _put_place(state: Counting, put: tuple[str, float]) -> Counting:
    others = tuple(place for place in state.places if place[0] != put[0])
    return replace(state, places=(*others, put))


def _never_falls(state: Counting, total: int, *, name: str) -> str:
    del name
    return "it never falls." if total < state.sum else ""


def _not_blue(state: Counting, seat: str, *, name: str) -> bool:
    del state, name
    return seat != "Blue"


AMENDABLE: Final = (
    BATTLE.row(
        "sum",
        says="The sum so far.",
        domain=Number(0, 200, lambda total: f"the sum is {total}"),
        check=_never_falls,
    ),
    Holder(
        kind="unit",
        names=lambda state: tuple(name for name, _ in state.places),
        get=lambda state, name: (name, dict(state.places)[name]),
        put=_put_place,
        seen=_not_blue,
    ).row(
        "place",
        says="Where a counter lies, in inches.",
        domain=Number(0.0, 40.0, lambda x_in: f"lies at {x_in:g} in"),
        reads=lambda put: put[1],
        puts=lambda put, x_in: (put[0], x_in),
        clause="C-3",
    ),
)

COUNTING: Final = Game(
    slug="counting",
    title="Counting",
    version=1,
    says="Two seats add dice to a sum.",
    option_schema=(
        Option(name="cap", default=4, says="The highest die that counts."),
        Option(name="rounds", default=9, says="How many.", fixed="It is counted from the first."),
    ),
    commands=Vocabulary(Roll, Shift, PutBack, Rest),
    events=Vocabulary(Rolled, Added, Shifted),
    clauses=Clauses(
        MappingProxyType({name: _clause(name) for name in ("C-1", "C-2", "C-3", "C-4")})
    ),
    initial=_initial,
    decide=_decide,
    evolve=_evolve,
    options=_options,
    say=_say,
    view=_view,
    differences=_differences,
    sighted=_sighted,
    proposal_kinds=(
        ProposalKind(name="shifted", says="a counter was shifted"),
        ProposalKind(name="fell_over", says="a counter fell over"),
    ),
    awaits=lambda state: f"{state.seats[state.turn % len(state.seats)]} rolls.",
    result=lambda state: "The sum is full." if state.sum >= 100 else None,
    amendable=AMENDABLE,
    other_options=lambda state, options: replace(state, cap=options.whole("cap")),
)

RED: Final = Seat(name="Red", sides=("red",))
BLUE: Final = Seat(name="Blue", sides=("blue",))
ROSTER: Final = Roster(
    entries=(
        Entry(
            id="C1",
            name="Counter",
            side="red",
            kind="counter",
            footprint=Disc(radius=Inches(0.5)),
            tags=(Tag(number=3, height=Inches(0.1)),),
        ),
        Entry(
            id="C2",
            name="C2",
            side="blue",
            kind="counter",
            footprint=Disc(radius=Inches(0.7)),
            tags=(),
        ),
    )
)
TABLE: Final = table(piece("C1", (10.0, 10.0)))


def setup(*seats: Seat, **chosen: bool | float | str) -> Setup:
    return Setup(seats=seats or (RED, BLUE), roster=ROSTER, options=Options(dict(chosen)))


def stamp(command_id: str) -> Stamp:
    return Stamp(time="2026-11-21T00:00:00Z", command_id=command_id, umpire_version="0.1.0")


class Play:
    """A battle that goes on as commands are given; each gets an id of its own."""

    def __init__(self, *seats: Seat, **chosen: bool | float | str) -> None:
        self.battle: Battle = begin(COUNTING, setup(*seats, **chosen), stamp=stamp("begin"))
        self.snapshot = TABLE

    def ask(self, author: str, body: Any, *, command_id: str = "") -> Ruling:
        ruling = ask(
            self.battle,
            Command(author=author, body=body),
            snapshot=self.snapshot,
            stamp=stamp(command_id or f"c{self.battle.sequence}"),
        )
        self.battle = ruling.after or applied(self.battle, ruling.entries)
        return ruling

    def refusal(self, author: str, body: Any) -> Refusal:
        """The refusal of a command that must not be accepted."""
        before = self.battle
        ruling = self.ask(author, body)
        assert ruling.refusal is not None
        assert ruling.entries == ()
        assert self.battle == before
        return ruling.refusal

    def rolls(self, *dice: int) -> None:
        """Red and Blue roll in turn."""
        for die in dice:
            state: Counting = self.battle.state
            author = state.seats[state.turn % len(state.seats)]
            assert self.ask(author, Roll(die=die)).refusal is None
