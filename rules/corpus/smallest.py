"""Leaves out of a case what its ruling does not hang on, one thing after another."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar

from rules.corpus.cases import CaseStep, JudgedCase
from rules.referee.toolkit.game import Fact

MOST_TRIED: Final = 3_000
"""Cases that are judged on the way; a full table takes some hundred."""
Thing = TypeVar("Thing")
Holds = Callable[[JudgedCase], bool]


@dataclass(slots=True)
class _Trying:
    """Judges what is left, and stops agreeing once it has judged enough."""

    holds: Holds
    tried: int = field(default=0)

    def __call__(self, case: JudgedCase) -> bool:
        self.tried += 1
        return self.tried <= MOST_TRIED and self.holds(case)


def smallest(case: JudgedCase, *, holds: Holds) -> JudgedCase:
    """The case with as little as still holds: nothing that is left can be left out alone."""
    trying = _Trying(holds)
    before = None
    while before != case:
        before = case
        for leave_out in _WAYS:
            case = leave_out(case, trying)
    return case


def fewest(
    things: tuple[Thing, ...], *, holds: Callable[[tuple[Thing, ...]], bool]
) -> tuple[Thing, ...]:
    """As few of some things as still hold; large parts are left out first.

    >>> fewest(tuple(range(100)), holds=lambda kept: {3, 71} <= set(kept))
    (3, 71)
    """
    if things and holds(()):
        return ()
    size = max(1, len(things) // 2)
    while things:
        at = 0
        while at < len(things):
            left = (*things[:at], *things[at + size :])
            if left and holds(left):
                things = left
            else:
                at += size
        if size == 1:
            break
        size = max(1, size // 2)
    return things


def _without_units(case: JudgedCase, holds: Holds) -> JudgedCase:
    """A unit goes with its line of the roster, its piece, and whatever is said of it."""
    rows = {str(row["id"]): row for row in case.roster}
    pieces = [str(each["id"]) for each in _listed(case.table, "pieces")]
    names = tuple(dict.fromkeys((*rows, *pieces)))

    def left(kept: tuple[str, ...]) -> JudgedCase:
        gone = set(names) - set(kept)
        return replace(
            _with(case, "pieces", is_kept=lambda each: each["id"] not in gone),
            roster=tuple(row for name, row in rows.items() if name not in gone),
            before=tuple(fact for fact in case.before if not gone & set(_named(fact))),
        )

    return left(fewest(names, holds=lambda kept: holds(left(kept)))) if names else case


def _without_facts(case: JudgedCase, holds: Holds) -> JudgedCase:
    kept = fewest(case.before, holds=lambda kept: holds(replace(case, before=kept)))
    return replace(case, before=kept)


def _without_ground(case: JudgedCase, holds: Holds) -> JudgedCase:
    """Terrain and pieces one by one, then the table as a whole."""
    for what in ("terrain", "pieces"):
        case = _without(case, what, holds=holds)
    bare = replace(case, table=None)
    return bare if case.table is not None and holds(bare) else case


def _without(case: JudgedCase, what: str, *, holds: Holds) -> JudgedCase:
    names = tuple(str(each["id"]) for each in _listed(case.table, what))

    def left(kept: tuple[str, ...]) -> JudgedCase:
        return _with(case, what, is_kept=lambda each: each["id"] in kept)

    return left(fewest(names, holds=lambda kept: holds(left(kept)))) if names else case


def _without_options(case: JudgedCase, holds: Holds) -> JudgedCase:
    names = tuple(case.options)

    def left(kept: tuple[str, ...]) -> JudgedCase:
        return replace(case, options={name: case.options[name] for name in kept})

    return left(fewest(names, holds=lambda kept: holds(left(kept))))


def _with(
    case: JudgedCase, what: str, *, is_kept: Callable[[Mapping[str, Any]], bool]
) -> JudgedCase:
    if case.table is None:
        return case
    kept = [each for each in _listed(case.table, what) if is_kept(each)]
    return replace(case, table={**case.table, what: kept})


def _without_steps(case: JudgedCase, holds: Holds) -> JudgedCase:
    """The last command is what the case shows."""
    *leading, shown = case.steps

    def left(kept: tuple[CaseStep, ...]) -> JudgedCase:
        return replace(case, steps=(*kept, shown))

    return left(fewest(tuple(leading), holds=lambda kept: holds(left(kept))))


_WAYS: Final = (_without_steps, _without_units, _without_facts, _without_ground, _without_options)


def _listed(table: Mapping[str, Any] | None, what: str) -> list[Mapping[str, Any]]:
    return [] if table is None else list(table.get(what, ()))


def _named(fact: Fact) -> Iterator[str]:
    """The names that stand in a fact, alone or in a list."""
    for value in fact.values():
        yield from str(value).split(", ")
