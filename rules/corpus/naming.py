"""Takes the names of players, units and places out of a case; sides and kinds take their place."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from rules.corpus.cases import CaseStep, JudgedCase
from rules.corpus.sentences import CaseLanguage
from rules.corpus.smallest import Holds
from rules.table.bad_input import BadInputError

KEPT_KEYS: Final = frozenset({"format", "kind", "footprint", "fact", "command"})
"""What is said under these is nobody's name."""


def without_names(case: JudgedCase, *, language: CaseLanguage, holds: Holds) -> JudgedCase:
    """The case with players called as their sides are, units and terrain by letter and number.

    A name that the ruling itself hangs on stays; the name of a player never does.
    """
    seats = {**_sides(case, language), **_seats(case, language)}
    found = _renamed(case, seats, language=language)
    units = _units(found)
    nameless = _renamed(found, units, language=language)
    if _is_good(nameless, holds):
        return nameless
    for name, other in units.items():
        tried = _renamed(found, {name: other}, language=language)
        found = tried if _is_good(tried, holds) else found
    return found


def _is_good(case: JudgedCase | None, holds: Holds) -> bool:
    return case is not None and holds(case)


def _sides(case: JudgedCase, language: CaseLanguage) -> dict[str, str]:
    """Where sides are called as the players are, they are called as in the game's other cases."""
    known = [side for seat in language.seats for side in seat.sides]
    sides = dict.fromkeys(side for seat in case.seats for side in seat.sides)
    players = {seat.name for seat in case.seats}
    free = iter([each for each in known if each not in sides])
    named = [side for side in sides if side in players and side not in known]
    return {side: next(free, f"Side-{at}") for at, side in enumerate(named, start=1)}


def _seats(case: JudgedCase, language: CaseLanguage) -> dict[str, str]:
    sides = _sides(case, language)
    usual = {seat.sides: seat.name for seat in language.seats}
    found: dict[str, str] = {}
    for seat in case.seats:
        own = tuple(sides.get(side, side) for side in seat.sides)
        name = usual.get(own) or "-and-".join(own).replace(" ", "-")
        again = sum(each.split("-nr-")[0] == name for each in found.values())
        found[seat.name] = f"{name}-nr-{again + 1}" if again else name
    return found


def _units(case: JudgedCase) -> dict[str, str]:
    table = case.table or {}
    pieces: Any = (*case.roster, *_rows(table.get("pieces")))
    taken: dict[str, str] = {}
    counts: dict[str, int] = {}
    for row in pieces:
        letter = (row.get("side") or row.get("kind") or "U")[:1].upper()
        if row["id"] not in taken:
            counts[letter] = counts.get(letter, 0) + 1
            taken[row["id"]] = f"{letter}{counts[letter]}"
    for row in _rows(table.get("terrain")):
        word = re.sub(r"\W+", "-", str(row["kind"]))
        counts[word] = counts.get(word, 0) + 1
        taken[str(row["id"])] = f"{word}-{counts[word]}"
    return {name: other for name, other in taken.items() if name != other}


def _rows(value: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, list):
        yield from value


def _renamed(case: JudgedCase, names: Mapping[str, str], *, language: CaseLanguage) -> JudgedCase:
    """The case under other names; sentences that cannot be said so keep theirs."""
    table = None if case.table is None else _other(case.table, names)
    return replace(
        case,
        seats=tuple(
            replace(
                seat,
                name=names.get(seat.name, seat.name),
                sides=tuple(names.get(side, side) for side in seat.sides),
            )
            for seat in case.seats
        ),
        before=tuple(_other(fact, names) for fact in case.before),
        table=table,
        roster=tuple(_other(row, names) for row in case.roster),
        steps=tuple(_step(step, names, language=language) for step in case.steps),
    )


def _step(step: CaseStep, names: Mapping[str, str], *, language: CaseLanguage) -> CaseStep:
    seat = names.get(step.seat, step.seat)
    phrase = language.commands[str(step.command["command"])]
    command = _other(step.command, names)
    for says in phrase.ways(command):
        try:
            if language.command_of(says, "command") == command:
                return replace(step, seat=seat, says=says, command=command)
        except BadInputError:
            continue
    return replace(step, seat=seat)


def _other(value: Any, names: Mapping[str, str], *, key: str = "") -> Any:
    """A value with names taken for others, wherever one stands alone or in a list."""
    if isinstance(value, Mapping):
        return {name: _other(each, names, key=name) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_other(each, names, key=key) for each in value)
    if not isinstance(value, str) or key in KEPT_KEYS:
        return value
    return names.get(value) or ", ".join(names.get(each, each) for each in value.split(", "))
