"""The import contract of the games: none imports another, but one that it amends.

import-linter loads it by its name in pyproject.toml. Which game amends which stands in the manifest
of the game that does, so that a new game changes no file but its own.
"""

import tomllib
from importlib.util import find_spec
from pathlib import Path

from grimp import ImportGraph
from importlinter import ContractCheck
from importlinter.contracts.independence import IndependenceContract

GAMES = "rules.games"


class GamesContract(IndependenceContract):
    """Independence, less the imports from a game to the one that its manifest says it amends."""

    type_name = "games"

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        for game, amended in amendments(_folder()).items():
            leave_out(graph, importer=f"{GAMES}.{game}", imported=f"{GAMES}.{amended}")
        return super().check(graph, verbose)


def amendments(folder: Path) -> dict[str, str]:
    """Which game amends which, read without importing anything of them."""
    found = {}
    for manifest in sorted(folder.glob("*/manifest.toml")):
        amended = tomllib.loads(manifest.read_text(encoding="utf-8")).get("amends")
        if amended:
            found[manifest.parent.name] = amended
    return found


def leave_out(graph: ImportGraph, *, importer: str, imported: str) -> None:
    """Take the direct imports from one package to another out of the graph."""
    if importer not in graph.modules:
        return
    for module in {importer} | graph.find_descendants(importer):
        for target in graph.find_modules_directly_imported_by(module):
            if target == imported or target.startswith(f"{imported}."):
                graph.remove_import(importer=module, imported=target)


def _folder() -> Path:
    found = find_spec(GAMES)
    if found is None or not found.submodule_search_locations:
        raise ValueError(f"expected the package {GAMES}, got none")
    return Path(found.submodule_search_locations[0])
