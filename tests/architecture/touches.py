"""Counts the modules of a game that name an action: `python -m tests.architecture.touches`.

A module counts when its code names the action's command, one of its events, steps or questions, or
a clause that is theirs alone. Tests and what is generated or data do not.
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.architecture.sources import REPOSITORY, package_sources

MOST: Final = 5
"""So many modules may have to be opened to change one action."""
CLAUSE: Final = re.compile(r"[A-Z][A-Z0-9]*-[A-Z0-9]+(?:-[A-Z0-9]+)*[a-z]?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something that a player does, and the classes that it consists of."""

    name: str
    game: str
    classes: tuple[str, ...]


ACTIONS: Final = (
    Action(
        name="fire",
        game="paper_tigers",
        classes=(
            *("Fire", "FollowToFire", "Aim", "SightRoll", "FireRoll"),
            *("FireDeclared", "SightSettled", "ShotLost", "Shot"),
        ),
    ),
    Action(
        name="move",
        game="paper_tigers",
        classes=(
            *("Move", "FollowToMove", "RollMove", "MoveRoll", "FinishMove", "MoveQuestion"),
            *("MoveDone", "MoveDeclared", "MoveRolled", "Moved"),
        ),
    ),
    Action(
        name="attack",
        game="papercraft",
        classes=(
            *("Attack", "AttackUnderway", "AttackRoll", "GuardRoll"),
            *("AttackDeclared", "RangeFailed", "HitRolled"),
        ),
    ),
    Action(
        name="roll",
        game="tossing_tiger",
        classes=("TurnUpPile", "PileToTurn", "BattleBegan", "PileTurnedUp"),
    ),
)


def trees_of(game: str) -> Mapping[Path, ast.Module]:
    """The game's modules, tests aside."""
    folder = Path("rules/games") / game
    return {
        path: ast.parse((REPOSITORY / path).read_text(encoding="utf-8"))
        for path in package_sources(REPOSITORY)
        if path.is_relative_to(folder)
    }


def touched(action: Action, trees: Mapping[Path, ast.Module]) -> Mapping[Path, frozenset[str]]:
    """The modules that name the action, each with what it names of it."""
    classes = frozenset(action.classes)
    nodes = (each for tree in trees.values() for each in ast.walk(tree))
    stand_under = {
        each.name: set(_clauses(each)) for each in nodes if isinstance(each, ast.ClassDef)
    }
    if missing := classes - set(stand_under):
        raise LookupError(f"{action.game}: expected classes of {action.name}, got no {missing}")
    shared = {clause for name, own in stand_under.items() if name not in classes for clause in own}
    wanted = classes | {clause for name in classes for clause in stand_under[name]} - shared
    found = {path: wanted & frozenset(_named(tree)) for path, tree in trees.items()}
    return {path: names for path, names in found.items() if names}


def _clauses(node: ast.ClassDef) -> Iterator[str]:
    """The clause that stands as a class's own."""
    for each in node.body:
        if (
            isinstance(each, ast.AnnAssign)
            and isinstance(each.target, ast.Name)
            and each.target.id == "clause"
            and isinstance(each.value, ast.Constant)
            and isinstance(each.value.value, str)
        ):
            yield each.value.value


def _named(tree: ast.Module) -> Iterator[str]:
    """Names and clauses of the code; a class's name inside prose is only a word."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.ClassDef(name=name) | ast.Attribute(attr=name):
                yield name
            case ast.alias(name=name):
                yield name
            case ast.Constant(value=str(text)):
                yield from CLAUSE.findall(text)


def main() -> None:
    for action in ACTIONS:
        found = touched(action, trees_of(action.game))
        lines = [f"{action.game}, {action.name}: {len(found)} modules (at most {MOST})"]
        lines += [f"  {path}: {', '.join(sorted(names))}" for path, names in found.items()]
        sys.stdout.write("\n".join((*lines, "")))


if __name__ == "__main__":
    main()
