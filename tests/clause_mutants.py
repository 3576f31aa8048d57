"""One alteration for each clause of a game, and which tests have to notice it."""

import tomllib
from pathlib import Path

from rules.corpus.cases import packed_books
from tests.clause_places import chosen_place
from tests.mutation_bench import Mutant

DONE = "done"


def clause_mutants(root: Path, game: str, *, seed: str) -> tuple[list[Mutant], tuple[str, ...]]:
    """An alteration for each clause that is done, and the clauses that no code cites."""
    folder = root / "rules" / "games" / game
    if not (folder / "clauses.toml").exists():
        return [], ()
    rulebook = tomllib.loads((folder / "clauses.toml").read_text())
    modules = [
        (path.relative_to(root).as_posix(), path.read_text())
        for path in sorted(folder.rglob("*.py"))
        if "tests" not in path.parts
    ]
    found: list[Mutant] = []
    unanchored: list[str] = []
    for clause, entry in rulebook.items():
        if entry["standing"] != DONE:
            continue
        place = chosen_place(clause, modules=modules, seed=seed)
        if place is None:
            unanchored.append(clause)
        else:
            found.append(Mutant(path=place.path, alteration=place.alteration, clause=clause))
    return found, tuple(unanchored)


def tests_of(game: str) -> tuple[str, ...]:
    """The folder that holds a game's own tests, and what puts its judged cases to it."""
    return (f"rules/games/{game}", *(corpus_of(game) if game in packed_books() else ()))


def corpus_of(game: str) -> tuple[str, ...]:
    """The one test that puts a game's judged cases to it."""
    return (f"tests/corpus/test_rulings.py::test_this_program_rules_as_the_cases_say[{game}]",)
