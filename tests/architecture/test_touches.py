"""An action of a game is changed in few modules, and the count bites."""

import ast
from pathlib import Path

import pytest

from tests.architecture.touches import ACTIONS, MOST, Action, touched, trees_of


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: f"{action.game}-{action.name}")
def test_an_action_is_changed_in_few_modules(action: Action) -> None:
    found = touched(action, trees_of(action.game))
    assert len(found) <= MOST, found


def _trees(**modules: str) -> dict[Path, ast.Module]:
    return {Path(f"{name}.py"): ast.parse(text) for name, text in modules.items()}


JUMP = Action(name="jump", game="planted", classes=("Jump", "Jumped"))
CHAPTER = """
class Jump: ...
class Jumped:
    clause: ClassVar[str] = "TOY-A1"
"""


def test_a_module_counts_for_a_class_a_clause_or_an_import() -> None:
    trees = _trees(
        chapter=CHAPTER,
        imports="from chapter import Jumped as Sprang",
        uses="import chapter\nchapter.Jump()",
        cites='def fits() -> bool:\n    """TOY-A1: over the ditch."""',
        apart='"""Says what Jump does, and TOY-A12."""',
    )
    assert {path.stem for path in touched(JUMP, trees)} == {"chapter", "imports", "uses", "cites"}


def test_a_clause_that_others_stand_under_is_no_sign_of_the_action() -> None:
    fallen = 'class Fallen:\n    clause: ClassVar[str] = "TOY-A1"'
    assert {path.stem for path in touched(JUMP, _trees(chapter=CHAPTER, fallen=fallen))} == {
        "chapter"
    }


def test_a_class_that_is_gone_is_told() -> None:
    with pytest.raises(LookupError, match="Jumped"):
        touched(JUMP, _trees(chapter="class Jump: ..."))
