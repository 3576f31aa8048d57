"""One alteration for each clause of a game, and which tests have to notice it."""

import random
import tomllib
from pathlib import Path
from typing import Any

from tests.clause_places import chosen_place
from tests.mutation_bench import Mutant
from tests.row_places import row_alterations

DONE = "done"


Source = tuple[str, str]
"""A file's path and what stands in it."""


def clause_mutants(root: Path, game: str, *, seed: str) -> tuple[list[Mutant], tuple[str, ...]]:
    """An alteration for each clause that is done, and the clauses that nothing cites."""
    folder = root / "rules" / "games" / game
    if not (folder / "clauses.toml").exists():
        return [], ()
    book = _Book(root, game)
    found: list[Mutant] = []
    unanchored: list[str] = []
    for clause, entry in _table(folder / "clauses.toml").items():
        if entry["standing"] != DONE:
            continue
        mutant = book.mutant(clause, seed=seed)
        if mutant is None:
            unanchored.append(clause)
        else:
            found.append(mutant)
    return found, tuple(unanchored)


class _Book:
    """What carries the clauses of a game: its code, its rows, and the game that it amends."""

    def __init__(self, root: Path, game: str) -> None:
        self._code = _sources(root, game, ending="py")
        self._rows = _sources(root, game, ending="toml")
        amended = _amended(root, game)
        self._amended = _sources(root, amended, ending="py") if amended else []
        self._restated = _table(root / "rules" / "games" / game / "restated.toml")

    def mutant(self, clause: str, *, seed: str) -> Mutant | None:
        """In its own code, in its own rows, or in the code of the clauses that it restates."""
        place = chosen_place(clause, modules=self._code, seed=seed)
        if place is None and (row := self._row(clause, seed=seed)):
            return row
        if place is None:
            older = [name for name, restating in self._restated.items() if restating == clause]
            code = [*self._code, *self._amended]
            places = (chosen_place(name, modules=code, seed=seed) for name in older)
            place = next((each for each in places if each is not None), None)
        if place is None:
            return None
        return Mutant(path=place.path, alteration=place.alteration, clause=clause)

    def _row(self, clause: str, *, seed: str) -> Mutant | None:
        found = [
            Mutant(path=path, alteration=alteration, clause=clause)
            for path, source in self._rows
            for alteration in row_alterations(source, clause=clause)
        ]
        return random.Random(f"{seed} {clause}").choice(found) if found else None


def _sources(root: Path, game: str, *, ending: str) -> list[Source]:
    """The files of a game, by their paths."""
    folder = root / "rules" / "games" / game
    return [
        (path.relative_to(root).as_posix(), path.read_text())
        for path in sorted(folder.rglob(f"*.{ending}"))
        if "tests" not in path.parts
    ]


def _amended(root: Path, game: str) -> str:
    """The game whose rules this one plays by as well."""
    return str(_table(root / "rules" / "games" / game / "manifest.toml").get("amends", ""))


def _table(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text()) if path.exists() else {}


def tests_of(root: Path, game: str) -> tuple[str, ...]:
    """The folders that hold a game's own tests, and those of the game that it amends."""
    return tuple(f"rules/games/{each}" for each in (game, _amended(root, game)) if each)


def corpus_of(game: str) -> tuple[str, ...]:
    """The one test that puts a game's judged cases to it."""
    return (f"tests/corpus/test_rulings.py::test_this_program_rules_as_the_cases_say[{game}]",)
