"""Says what chance may bring: what has changed of what a seat may know, and how likely it is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from rules.referee.odds.chances import asks_of
from rules.referee.odds.marks import EventMark, EventMarks, in_words
from rules.referee.odds.walking import Node, Walk
from rules.referee.toolkit.amending import Amendable
from rules.referee.toolkit.game import Game, State
from rules.referee.toolkit.questions import DiceQuestion

TOLD: Final = frozenset({"unit", "side"})
"""Whose rows are told; what belongs to the battle as a whole, events tell."""


class Grade(StrEnum):
    """How much an outcome changes, for a bar that is read at a glance."""

    LOST = "lost"
    """Some unit is lost."""
    CHANGED = "changed"
    """Something of some unit is otherwise than where least happens."""
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True, order=True, kw_only=True)
class Changed:
    """Something of the state that is otherwise afterwards, as it is told."""

    what: str
    """The name of the row that players could amend."""
    of: str
    value: str
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Likely:
    """Something that may happen, however the rest turns out."""

    says: str
    clause: str
    chance: Fraction
    subject: str
    """The unit that changes by it; empty where it is an event of which no row tells."""
    also: tuple[str, ...] = ()
    """What always happens together with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceOutcome:
    """One way that all of it may end; the chances of all of them add up to one."""

    says: tuple[str, ...]
    """What happens in it that does not happen in every other, in its order."""
    grade: Grade
    chance: Fraction
    changes: tuple[Changed, ...]
    stops: str
    """The choice before which it ends, as it is asked; nothing where nobody has to choose."""


@dataclass(frozen=True, slots=True)
class _End:
    """What tells one end from another."""

    marks: EventMarks
    changes: tuple[Changed, ...]
    lost: frozenset[str]
    stops: str


def changes_of(game: Game, *, before: State, after: State, seat: str) -> tuple[Changed, ...]:
    """What this seat may see of units and sides that is otherwise, row by row."""
    found = [
        change
        for row in game.amendable
        if row.holder.kind in TOLD
        for change in _changed(row, before=before, after=after, seat=seat)
    ]
    return tuple(found)


def _changed(row: Amendable, *, before: State, after: State, seat: str) -> Iterable[Changed]:
    names = row.seen_by(before, seat)
    for name in row.seen_by(after, seat):
        part = row.holder.get(after, name)
        if name in names and _same_part(row.holder.get(before, name), part):
            continue
        text = row.domain.text(row.reads(part))
        if name not in names or row.written(before, name) != text:
            yield Changed(what=row.name, of=name, value=text, says=row.told(name, text))


def _same_part(one: Any, other: Any) -> bool:
    """Whether a part is the very same; where it is a pair of a name and itself, that."""
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other) == 2:
        return one[1] is other[1]
    return one is other


def lost_units(game: Game, state: State) -> frozenset[str]:
    """The units that are out of the battle, where the game tells of such."""
    if game.chronicle is None:
        return frozenset()
    return frozenset(each.unit for each in game.chronicle.units(state) if each.lost)


def ends_of(
    walk: Walk, ends: Sequence[tuple[Node, Fraction]], *, before: State, seat: str
) -> Mapping[_End, Fraction]:
    """The ends by what tells them apart for this seat."""
    found: dict[_End, Fraction] = {}
    for node, share in ends:
        end = end_of(walk.game, node, before=before, seat=seat)
        found[end] = found.get(end, Fraction(0)) + share
    return found


def end_of(game: Game, node: Node, *, before: State, seat: str) -> _End:
    """What of an end tells it from others, for this seat."""
    return _End(
        marks=node.marks,
        changes=changes_of(game, before=before, after=node.state, seat=seat),
        lost=lost_units(game, node.state) - lost_units(game, before),
        stops=_stops(game, node, before=before),
    )


def _stops(game: Game, node: Node, *, before: State) -> str:
    """The choice that is next in it, where one is."""
    known = {each.id for each in asks_of(game, before)}
    if not getattr(node.state, "steps", True):
        return ""
    fresh = [each for each in asks_of(game, node.state) if each.id not in known]
    asked = (each.says for each in fresh if not isinstance(each.question, DiceQuestion))
    # What was rolled stands before the colon, and is not what is asked.
    return next((each.rpartition(":")[2].strip() for each in asked), "")


def outcomes_of(walk: Walk, ends: Mapping[_End, Fraction]) -> tuple[ChanceOutcome, ...]:
    """Every way it may end, in the order in which dice that rise come to it."""
    shared = frozenset.intersection(*(each.marks for each in ends))
    always = set.intersection(*(set(each.changes) for each in ends))
    units = frozenset(row.name for row in walk.game.amendable if row.holder.kind == "unit")
    least = _least(ends, units=units)
    words = _worded(walk, (each.marks - shared for each in ends))
    found: dict[tuple[object, ...], ChanceOutcome] = {}
    for end, share in ends.items():
        changes = tuple(each for each in end.changes if each not in always)
        marks = [mark for mark in _ordered(walk, end.marks - shared) if words[mark]]
        says = tuple(dict.fromkeys(words[mark] for mark in marks))
        key = (says, changes, end.lost, end.stops)
        chance = share + (found[key].chance if key in found else 0)
        found[key] = ChanceOutcome(
            says=says, grade=_grade(end, least, units=units), chance=chance, changes=changes,
            stops=end.stops,
        )  # fmt: off
    return tuple(found.values())


def likely_of(walk: Walk, ends: Mapping[_End, Fraction]) -> tuple[Likely, ...]:
    """What may happen, each by itself; what always happens together is told once."""
    shared = frozenset.intersection(*(each.marks for each in ends))
    words = _worded(walk, (each.marks - shared for each in ends))
    where: dict[tuple[str, str, str], set[int]] = {}
    numbered = list(ends.items())
    for number, (end, _) in enumerate(numbered):
        for mark in _ordered(walk, end.marks - shared):
            if words[mark]:
                where.setdefault((words[mark], mark.clause, ""), set()).add(number)
    for number, (end, _) in enumerate(numbered):
        for change in end.changes:
            where.setdefault((change.says, "", change.of), set()).add(number)
    told: dict[frozenset[int], Likely] = {}
    for (says, clause, subject), places in where.items():
        key = frozenset(places)
        if len(key) == len(numbered):
            continue
        earlier = told.get(key)
        if earlier is None:
            chance = sum((numbered[each][1] for each in key), Fraction(0))
            told[key] = Likely(says=says, clause=clause, chance=chance, subject=subject)
        else:
            also = (*earlier.also, says)
            told[key] = replace(earlier, also=also, subject=earlier.subject or subject)
    return tuple(told.values())


def _worded(walk: Walk, of: Iterable[Iterable[EventMark]]) -> dict[EventMark, str]:
    marks = {mark for each in of for mark in each}
    return {
        mark: in_words(walk.game, mark, bodies=walk.told[mark], numbers=walk.numbers)
        for mark in marks
    }


def _ordered(walk: Walk, marks: Iterable[EventMark]) -> list[EventMark]:
    """As they happen first."""
    order = {mark: place for place, mark in enumerate(walk.told)}
    return sorted(marks, key=order.__getitem__)


def _least(ends: Iterable[_End], *, units: frozenset[str]) -> frozenset[Changed]:
    """What changes of units where least happens: what takes its course whatever is rolled."""
    told = [frozenset(one for one in end.changes if one.what in units) for end in ends]
    return min(told, key=len)


def _grade(end: _End, least: frozenset[Changed], *, units: frozenset[str]) -> Grade:
    if end.lost:
        return Grade.LOST
    more = any(each.what in units for each in end.changes if each not in least)
    return Grade.CHANGED if more else Grade.NOTHING
