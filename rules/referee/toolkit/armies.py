"""Armies before a battle: what they are made of, what they cost, what is wrong with them.

A game says what may be fielded, and musters the roster of a battle; nothing here knows any unit.
"""

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Protocol, TypeVar

from rules.referee.toolkit.settings import Options
from rules.table.bad_input import BadInputError
from rules.table.roster import Entry

MOST_OF_ONE: Final = 99
Row = Mapping[str, object]
Owner = TypeVar("Owner")


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """Something that a unit may have besides what it is."""

    name: str
    says: str
    clause: str
    points: int = 0
    """What it adds to the cost; below zero for what makes a unit worse."""
    row: Row = field(default_factory=lambda: MappingProxyType({}))
    """What it adds to the unit's row of a roster: lists grow, everything else is replaced."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fieldable:
    """One sort of unit that armies may be put together from."""

    name: str
    says: str
    """What it can do, for whoever chooses."""
    source: str
    """Where its numbers are from."""
    id: str = ""
    """By which it is ordered; its name, where nothing else has the same."""
    group: str = ""
    """Among what it is listed: a nation, a list."""
    points: int | None = None
    """What it costs; None where that is open, so that it cannot be fielded yet."""
    notes: tuple[str, ...] = ()
    """What to know of it before it is chosen."""
    extras: tuple[Extra, ...] = ()
    row: Row = field(default_factory=lambda: MappingProxyType({}))
    """What a roster says of it, but for its id and its side."""

    @property
    def key(self) -> str:
        """By which it is ordered."""
        return self.id or self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordered:
    """A line of an army list: so many of one sort of unit, each with these extras."""

    unit: str
    """The key of a unit, or its name."""
    count: int = 1
    extras: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """Something about an army, by a clause of the rulebook."""

    clause: str
    says: str
    unit: str = ""
    """The unit it is about; empty when it is the army as a whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mustered:
    """An army of a roster, reckoned up."""

    name: str
    """Its side, or its player."""
    side: str
    points: Mapping[str, int]
    """What each unit costs, by its id."""
    total: int | None = None
    """How many points it may cost; None where nothing was agreed."""
    faults: tuple[Remark, ...] = ()
    """Why it may not be played with."""
    notes: tuple[Remark, ...] = ()
    """What its player may have overlooked."""

    @property
    def worth(self) -> int:
        return sum(self.points.values())


class Muster(Protocol):
    """The armies of a roster under these options; `total` is how many points each may cost."""

    def __call__(
        self, entries: Sequence[Entry], options: Options, *, total: int | None = None
    ) -> tuple[Mustered, ...]: ...


def ordered_from(text: str, units: Sequence[Fieldable] = ()) -> Ordered:
    """A line of an army list as one types it; a number may be part of a unit's own name.

    >>> ordered_from("2 Regulars + mortar")
    Ordered(unit='Regulars', count=2, extras=('mortar',))
    >>> ordered_from("M4 Sherman x3").count
    3
    >>> lorry = Fieldable(name="3 ton lorry", says="It carries.", source="a test")
    >>> ordered_from("3 ton lorry", [lorry]), ordered_from("3 ton lorry").unit
    (Ordered(unit='3 ton lorry', count=1, extras=()), 'ton lorry')
    """
    unit, *extras = (part.strip() for part in text.split("+"))
    count = 1
    names = {name.casefold() for each in units for name in (each.name, each.key)}
    if unit.casefold() not in names:
        if match := re.match(r"(.+?)\s+[x×]\s*(\d{1,4})$", unit):
            unit, count = match[1], int(match[2])
        elif match := re.match(r"(\d{1,4})\s*[x×]?\s+(.+)$", unit):
            count, unit = int(match[1]), match[2]
    return Ordered(unit=unit, count=count, extras=tuple(each for each in extras if each))


def unit_named(units: Sequence[Fieldable], name: str, *, where: str = "unit") -> Fieldable:
    """The sort of unit that is meant; a BadInputError names the nearest one, or all of the name."""
    wanted = " ".join(name.split()).casefold()
    found = [each for each in units if each.key.casefold() == wanted]
    found = found or [each for each in units if each.name.casefold() == wanted]
    if len(found) > 1:
        keys = ", ".join(each.key for each in found)
        raise BadInputError(where, expected=f"one of {keys}", got=repr(name)[:60])
    if not found:
        known = {each.name.casefold(): each.name for each in units}
        known |= {each.key.casefold(): each.key for each in units}
        close = difflib.get_close_matches(wanted, list(known), n=1)
        hint = f"; did you mean {known[close[0]]}?" if close else ""
        raise BadInputError(where, expected="a unit that this game has", got=f"{name[:60]!r}{hint}")
    return found[0]


def rows_of(
    units: Sequence[Fieldable], ordered: Iterable[Ordered], *, side: str, letter: str = ""
) -> tuple[Row, ...]:
    """An army as rows of a roster; its ids are a letter and a number."""
    rows: list[Row] = []
    for number, line in enumerate(ordered, start=1):
        where = f"units[{number}]"
        found = unit_named(units, line.unit, where=where)
        if found.points is None:
            raise BadInputError(where, expected="a unit that is complete", got=found.says)
        if not 1 <= line.count <= MOST_OF_ONE:
            raise BadInputError(
                f"{where}.count", expected=f"1 to {MOST_OF_ONE}", got=f"{line.count}"
            )
        row = _with_extras(found, line.extras, where=where)
        for _ in range(line.count):
            name = f"{letter or side[:1].upper()}{len(rows) + 1}"
            rows.append(MappingProxyType({"id": name, "name": found.name, "side": side, **row}))
    return tuple(rows)


def _with_extras(unit: Fieldable, names: Sequence[str], *, where: str) -> Row:
    row: dict[str, object] = dict(unit.row)
    known = {extra.name.casefold(): extra for extra in unit.extras}
    for name in names:
        extra = known.get(" ".join(name.split()).casefold())
        if extra is None:
            may = "one of " + ", ".join(known) if known else "no extras"
            raise BadInputError(
                f"{where}.extras", expected=f"{may}, for {unit.name}", got=repr(name)[:60]
            )
        for column, value in extra.row.items():
            row[column] = _grown(row.get(column, ()), value)
    return row


def _grown(before: object, more: object) -> object:
    if isinstance(before, tuple | list) and isinstance(more, tuple | list):
        return [*before, *(each for each in more if each not in before)]
    return more


def letters_of(sides: Sequence[str]) -> Mapping[str, str]:
    """With what the ids of each side's units begin: as few letters as tell them apart.

    >>> dict(letters_of(["Red", "Blue"])), dict(letters_of(["Rangers", "Raiders"]))
    ({'Red': 'R', 'Blue': 'B'}, {'Rangers': 'RAN', 'Raiders': 'RAI'})
    """
    plain = [re.sub(r"[^A-Za-z]", "", side).upper() or "U" for side in sides]
    for length in range(1, max((len(each) for each in plain), default=0) + 1):
        cut = [each[:length] for each in plain]
        if len(set(cut)) == len(cut):
            return dict(zip(sides, cut, strict=True))
    return {side: f"{plain[k]}{chr(ord('A') + k % 26)}" for k, side in enumerate(sides)}


def by_owner(
    entries: Iterable[Entry], owner: Callable[[Entry], Owner]
) -> Mapping[Owner, Sequence[Entry]]:
    """The lines of a roster by whose they are, in one go however many owners there are."""
    found: dict[Owner, list[Entry]] = {}
    for entry in entries:
        found.setdefault(owner(entry), []).append(entry)
    return MappingProxyType(found)


def over_total(points: Mapping[str, int], *, total: int | None, clause: str) -> tuple[Remark, ...]:
    """Why an army costs too much, where a total was agreed."""
    worth = sum(points.values())
    if total is None or worth <= total:
        return ()
    says = f"{worth} points are {worth - total} more than the {total} that were agreed."
    return (Remark(clause=clause, says=says),)


def reckoned(
    entries: Iterable[Entry], cost: Callable[[Entry], int], *, clause: str
) -> tuple[Mapping[str, int], tuple[Remark, ...]]:
    """What each unit costs, and why some have no cost because their row of the roster is wrong."""
    points: dict[str, int] = {}
    faults: list[Remark] = []
    for entry in entries:
        try:
            points[entry.id] = cost(entry)
        except BadInputError as error:
            faults.append(complaint(error, clause=clause, unit=entry.id))
    return MappingProxyType(points), tuple(faults)


def complaint(error: BadInputError, *, clause: str, unit: str = "") -> Remark:
    """What is wrong with a roster, as a remark on its army."""
    where = error.where.removeprefix(unit).lstrip(".")
    says = f"{where}: " if where else ""
    return Remark(
        clause=clause, unit=unit, says=f"{says}expected {error.expected}, got {error.got}."
    )
