"""Adjudicates a script: each of its lines gets an answer as it comes.

It reads and writes nothing: lines of text go in, answers come out, and whoever asks says what time
it is. A line that cannot be used ends it with a BadInputError that names the line.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.referee.court.asking import Ruling, ask
from rules.referee.court.consent import missing_sides
from rules.referee.court.disputing.refusal_disputes import may_pass
from rules.referee.court.offers import offers, view
from rules.referee.court.sentences import say
from rules.referee.log.battle import Battle, applied, awaits, begin, ended
from rules.referee.log.entries import Entry, Stamp
from rules.referee.script.script_lines import (
    Expected,
    FindGame,
    Given,
    Line,
    Note,
    OffersWanted,
    Opening,
    TableEdited,
    TableSet,
    ViewWanted,
    at_line,
    read_script,
)
from rules.referee.script.script_table import edited, laid_out
from rules.referee.toolkit.game import Command, Refusal, Template
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The answer to one line."""

    line: int
    awaits: str = ""
    """What the game waits for after it."""
    result: str | None = None
    """How the battle ended, once it has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun(Told):
    """The battle has begun."""

    title: str
    game: str
    says: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid(Told):
    """The table lies as this snapshot has it."""

    snapshot: Snapshot
    moved: tuple[str, ...] = ()
    """The pieces that were put down or moved."""
    taken: tuple[str, ...] = ()
    laid: tuple[str, ...] = ()
    """The areas that were laid out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled(Told):
    """A command was accepted or refused."""

    given: Given
    ruling: Ruling
    says: tuple[str, ...]
    """A sentence for each event."""
    may_pass: bool = False
    """Whether the players may agree to what was refused."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What is new in the log."""
        return self.ruling.entries

    @property
    def refusal(self) -> Refusal | None:
        return self.ruling.refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered(Told):
    """What a seat may ask for."""

    seat: str
    templates: tuple[Template, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewed(Told):
    """What a seat may know."""

    seat: str
    view: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked(Told):
    """Whether the last ruling was as expected; each fault is a sentence."""

    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted(Told):
    """A comment of the script's author."""

    text: str


def adjudicated(
    lines: Iterable[str], *, find: FindGame, now: Callable[[], str], umpire_version: str
) -> Iterator[Told]:
    """An answer for each line that is not blank, one at a time.

    `find` gives a game by its slug; `now` is the time for what the script gives no time of its own.
    """
    table: _Table | None = None
    for number, line in read_script(lines, find=find):
        try:
            if isinstance(line, Opening):
                table = _Table(line, time=line.time or now(), umpire_version=umpire_version)
                yield table.begun(number)
            elif table is not None:
                yield table.answer(number, line, now=now)
        except BadInputError as error:
            raise at_line(number, error) from None
        except RecursionError:
            raise BadInputError(
                f"line {number}", expected="a few levels of nesting", got="far too many"
            ) from None


class _Table:
    """A battle in the course of its script."""

    def __init__(self, opening: Opening, *, time: str, umpire_version: str) -> None:
        self._version = umpire_version
        stamp = Stamp(time=time, command_id="begin", umpire_version=umpire_version)
        self.battle: Battle = begin(opening.game, opening.setup, stamp=stamp)
        self._snapshot: Snapshot | None = None
        self._last: Ruled | None = None

    def begun(self, number: int) -> Begun:
        battle = self.battle
        return Begun(
            line=number,
            title=battle.game.title,
            game=battle.game.slug,
            says=say(battle, battle.entries[0]),
            entries=tuple(battle.entries),
            awaits=awaits(battle),
            result=ended(battle),
        )

    def answer(self, number: int, line: Line, *, now: Callable[[], str]) -> Told:
        """The answer to a line after the opening."""
        match line:
            case TableSet():
                self._snapshot = laid_out(line, before=self._snapshot)
                return Laid(line=number, snapshot=self._snapshot)
            case TableEdited():
                roster = self.battle.setup.roster
                self._snapshot = edited(self._seen(), line, roster=roster)
                return Laid(
                    line=number,
                    snapshot=self._snapshot,
                    moved=tuple(str(each["id"]) for each in line.move),
                    taken=line.take,
                    laid=tuple(str(each["id"]) for each in line.terrain),
                )
            case Given():
                self._last = self._ruled(number, line, time=line.time or now())
                return self._last
            case OffersWanted(seat=seat):
                self._sits(seat)
                found = offers(self.battle, self._seen(), seat=seat)
                return Offered(line=number, seat=seat, templates=found)
            case ViewWanted(seat=seat):
                # A name that is no seat's sees what the game shows to anybody.
                return Viewed(line=number, seat=seat, view=view(self.battle, seat=seat))
            case Expected():
                if self._last is None:
                    raise BadInputError("expect", expected="a command before it", got="none")
                return Checked(line=number, faults=tuple(_faults(line, self._last)))
            case Note(text=text):
                return Noted(line=number, text=text)
            case Opening():
                raise AssertionError(line)

    def _seen(self) -> Snapshot:
        if self._snapshot is None:
            raise BadInputError("", expected="a snapshot of the table before it", got="none")
        return self._snapshot

    def _sits(self, seat: str) -> None:
        if self.battle.seat(seat) is None:
            known = ", ".join(each.name for each in self.battle.setup.seats)
            raise BadInputError("offers", expected=f"one of {known}", got=repr(seat)[:60])

    def _ruled(self, number: int, line: Given, *, time: str) -> Ruled:
        stamp = Stamp(
            time=time, command_id=line.id or f"line-{number}", umpire_version=self._version
        )
        command = Command(author=line.seat, body=line.body)
        ruling = ask(self.battle, command, snapshot=self._seen(), stamp=stamp)
        self.battle = applied(self.battle, ruling.entries)
        return Ruled(
            line=number,
            given=line,
            ruling=ruling,
            says=ruling.says,
            may_pass=ruling.refusal is not None and may_pass(self.battle, ruling.refusal),
            awaits=_awaited(self.battle),
            result=ended(self.battle),
        )


def _awaited(battle: Battle) -> str:
    """What the game waits for, after what somebody asks the others to agree to."""
    asked = (
        f"{' and '.join(missing_sides(battle, each))}: agree to {each.ask}, or object."
        for each in battle.pending
    )
    return " ".join((*asked, awaits(battle))).strip()


def _faults(wanted: Expected, last: Ruled) -> Iterator[str]:
    refusal = last.refusal
    came = "accepted" if refusal is None else f"refused by {refusal.clause}: {refusal.reason}"
    if wanted.accepted is not None and wanted.accepted != (refusal is None):
        yield f"expected {'accepted' if wanted.accepted else 'refused'}, got {came}"
    if wanted.refused and (refusal is None or refusal.clause != wanted.refused):
        yield f"expected refused by {wanted.refused}, got {came}"
    told = last.says if refusal is None else (refusal.reason,)
    if wanted.says and not any(wanted.says in each for each in told):
        yield f"expected a sentence with {wanted.says!r}, got {' '.join(told)!r}"
    if wanted.awaits and wanted.awaits not in last.awaits:
        yield f"expected to wait for {wanted.awaits!r}, got {last.awaits!r}"
