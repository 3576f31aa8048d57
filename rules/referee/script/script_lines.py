"""The format of a script: a set-up, then tables, commands, questions and expectations.

One JSON object a line. The first one is the opening; each one after it has one of the fields that
say what kind of line it is. Blank lines are skipped.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final

from rules.referee.log.house_options import all_options
from rules.referee.toolkit.game import Game, Seat, Setup
from rules.referee.toolkit.settings import options_from
from rules.table.bad_input import BadInputError
from rules.table.files.printed import PRINTING
from rules.table.files.roster_files import roster_from_rows, roster_from_toml
from rules.table.files.snapshot_json import read_snapshot
from rules.table.files.strict_json import Fields, flag, items, mapping, parse, string
from rules.table.roster import Roster
from rules.table.snapshot import Snapshot

FORMAT: Final = "paper-umpire/script/1"
FindGame = Callable[[str], Game]


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The first line: which battle it is."""

    game: Game
    setup: Setup
    time: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSet:
    """The whole table anew."""

    snapshot: Snapshot
    numbered: bool
    """Whether the line gives the snapshot's number itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEdited:
    """Small changes to the table as it lies."""

    move: tuple[Mapping[str, object], ...] = ()
    take: tuple[str, ...] = ()
    """Pieces that are taken off the table."""
    terrain: tuple[Mapping[str, object], ...] = ()
    """Areas that are laid out, each in place of the one with its id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A command of a seat."""

    seat: str
    body: Mapping[str, object]
    id: str = ""
    time: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OffersWanted:
    """What may this seat ask for now?"""

    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewWanted:
    """What may this seat know now?"""

    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What the last ruling should have been; all that is given has to hold."""

    accepted: bool | None = None
    refused: str = ""
    """A clause."""
    says: str = ""
    """A text that one of its sentences holds."""
    awaits: str = ""
    """A text that the sentence on what is awaited holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A comment for whoever reads the script or its answers."""

    text: str


Line = Opening | TableSet | TableEdited | Given | OffersWanted | ViewWanted | Expected | Note


def read_script(lines: Iterable[str], *, find: FindGame) -> Iterator[tuple[int, Line]]:
    """Each line with its number, counted from 1; a BadInputError says which one is wrong."""
    opened = False
    for number, raw in enumerate(lines, start=1):
        text = raw.removeprefix("\ufeff").strip()
        if text:
            line = _numbered(number, partial(_line, text, opened=opened, find=find))
            opened = True
            yield number, line
    if not opened:
        raise BadInputError("line 1", expected=f"an opening, {FORMAT}", got="an empty script")


def at_line(number: int, error: BadInputError) -> BadInputError:
    """The same complaint, with the line that it is about."""
    where = error.where.removeprefix("line, line 1 ").removeprefix("line, ")
    place = f"line {number}" if where in {"", "line", "top level"} else f"line {number}, {where}"
    return BadInputError(place, expected=error.expected, got=error.got)


def _numbered(number: int, read: Callable[[], Line]) -> Line:
    try:
        return read()
    except BadInputError as error:
        raise at_line(number, error) from None
    except RecursionError:
        raise BadInputError(
            f"line {number}", expected="a few levels of nesting", got="far too many"
        ) from None


def _line(text: str, *, opened: bool, find: FindGame) -> Line:
    value = parse(text, what="line")
    fields = Fields(value, "")
    found = _of_kind(fields) if opened else _opening(fields, find=find)
    fields.done()
    return found


def _opening(fields: Fields, *, find: FindGame) -> Opening:
    form = fields.must("format", string)
    if form != FORMAT:
        raise BadInputError("format", expected=repr(FORMAT), got=repr(form)[:60])
    game = find(fields.must("game", string))
    seats = fields.must("seats", _seats)
    roster = _roster(fields, game=game)
    none: Mapping[str, object] = MappingProxyType({})
    chosen = fields.may("options", mapping, default=none)
    options = options_from(all_options(game), chosen)
    return Opening(
        game=game,
        setup=Setup(seats=seats, roster=roster, options=options),
        time=fields.may("time", string, default=""),
    )


def _roster(fields: Fields, *, game: Game) -> Roster:
    rows, text = fields.has("roster"), fields.has("roster_toml")
    if rows == text:
        got = "both" if rows else "neither"
        raise BadInputError("roster", expected="either this or roster_toml", got=got)
    columns = game.roster_schema
    try:
        if text:
            return roster_from_toml(
                fields.must("roster_toml", _text), columns=columns, others=PRINTING
            )
        return roster_from_rows(fields.must("roster", items), columns=columns, others=PRINTING)
    except BadInputError as error:
        raise (error if error.where.startswith("roster") else error.inside("roster")) from None


def _of_kind(fields: Fields) -> Line:
    """A line after the opening: one of its fields says of which kind it is."""
    kinds = [name for name in _KINDS if fields.has(name)]
    edits = [name for name in _EDITS if fields.has(name)]
    if len(kinds) + bool(edits) != 1:
        known = ", ".join((*_KINDS, *_EDITS))
        got = " and ".join((*kinds, *edits)) or "none of them"
        raise BadInputError("", expected=f"one of {known}", got=got)
    return _edited(fields) if edits else _KINDS[kinds[0]](fields)


def _table(fields: Fields) -> TableSet:
    value = fields.must("snapshot", mapping)
    return TableSet(snapshot=read_snapshot(value, "snapshot"), numbered="number" in value)


def _edited(fields: Fields) -> TableEdited:
    return TableEdited(
        move=fields.may("move", _some, default=()),
        take=fields.may("take", _names, default=()),
        terrain=fields.may("terrain", _some, default=()),
    )


def _given(fields: Fields) -> Given:
    return Given(
        seat=fields.must("seat", string),
        body=fields.must("command", mapping),
        id=fields.may("id", string, default=""),
        time=fields.may("time", string, default=""),
    )


def _offers(fields: Fields) -> OffersWanted:
    return OffersWanted(seat=fields.must("offers", string))


def _view(fields: Fields) -> ViewWanted:
    return ViewWanted(seat=fields.must("view", string))


def _note(fields: Fields) -> Note:
    return Note(text=fields.must("note", string))


def _expected(fields: Fields) -> Expected:
    wanted = Fields(fields.must("expect", mapping), "expect")
    found = Expected(
        accepted=wanted.may("accepted", flag, default=None),
        refused=wanted.may("refused", string, default=""),
        says=wanted.may("says", string, default=""),
        awaits=wanted.may("awaits", string, default=""),
    )
    wanted.done()
    if found == Expected():
        raise BadInputError(
            "expect", expected="accepted, refused, says or awaits", got="nothing to expect"
        )
    return found


_KINDS: Final[Mapping[str, Callable[[Fields], Line]]] = MappingProxyType(
    {
        "snapshot": _table,
        "command": _given,
        "offers": _offers,
        "view": _view,
        "expect": _expected,
        "note": _note,
    }
)
_EDITS: Final = ("move", "take", "terrain")


def _text(value: object, where: str) -> str:
    """A text of several lines."""
    if not isinstance(value, str):
        raise BadInputError(where, expected="a text", got=repr(value)[:60])
    return value


def _some(value: object, where: str) -> tuple[Mapping[str, object], ...]:
    """One object, or several in a list."""
    if isinstance(value, dict):
        return (value,)
    return tuple(mapping(each, f"{where}[{at}]") for at, each in enumerate(items(value, where)))


def _names(value: object, where: str) -> tuple[str, ...]:
    if isinstance(value, str):
        return (string(value, where),)
    return tuple(string(each, f"{where}[{at}]") for at, each in enumerate(items(value, where)))


def _seats(value: object, where: str) -> tuple[Seat, ...]:
    return tuple(_seat(each, f"{where}[{at}]") for at, each in enumerate(items(value, where)))


def _seat(value: object, where: str) -> Seat:
    fields = Fields(value, where)
    seat = Seat(name=fields.must("name", string), sides=fields.must("sides", _names))
    fields.done()
    return seat
