"""A game is told in one call what it falls short of, and what to write."""

import importlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.testing.driver import samples_at
from rules.testing.promises import hold_to_promises
from tests.architecture.sources import REPOSITORY

TOY = "tests.rules.games.toy_game.nearest_the_pin"
FOLDER = REPOSITORY / "tests/rules/games/toy_game/nearest_the_pin"


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The toy game in a package of its own, as somebody else would have it."""
    place = tmp_path / "pin_games" / "nearest_the_pin"
    shutil.copytree(FOLDER, place, ignore=shutil.ignore_patterns("__pycache__"))
    (place.parent / "__init__.py").touch()
    for source in place.rglob("*.py"):
        text = source.read_text(encoding="utf-8").replace(TOY, "pin_games.nearest_the_pin")
        source.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    yield place
    for name in [each for each in sys.modules if each.split(".")[0] == "pin_games"]:
        del sys.modules[name]


def test_a_whole_game_keeps_them(elsewhere: Path) -> None:
    assert elsewhere.is_dir()
    assert hold_to_promises("pin_games.nearest_the_pin", steps=12) > 0


def test_a_game_without_samples_is_told_where_to_write_them(elsewhere: Path) -> None:
    (elsewhere / "tests" / "samples.py").unlink()
    with pytest.raises(LookupError) as caught:
        samples_at("pin_games.nearest_the_pin")
    name = "pin_games.nearest_the_pin.tests.samples"
    wanted = f"{name}: expected SAMPLES = (Sample(name=..., setup=..., snapshot=...), ...)"
    assert caught.value.args == (f"{wanted}, got no module {name}",)


@pytest.mark.parametrize(
    ("text", "got"),
    [
        ("", "no SAMPLES"),
        ("SAMPLES = []", "SAMPLES of type list"),
        ("SAMPLES = ()", "none"),
    ],
)
def test_samples_of_another_shape_are_told_as_such(elsewhere: Path, text: str, got: str) -> None:
    (elsewhere / "tests" / "samples.py").write_text(f"{text}\n", encoding="utf-8")
    with pytest.raises(LookupError, match=f"got {got}$"):
        samples_at("pin_games.nearest_the_pin")


def test_a_fault_that_samples_import_is_another_fault(elsewhere: Path) -> None:
    (elsewhere / "tests" / "samples.py").write_text("import nowhere_at_all\n", encoding="utf-8")
    with pytest.raises(ModuleNotFoundError, match="nowhere_at_all"):
        samples_at("pin_games.nearest_the_pin")


def test_a_clause_without_a_test_is_told_with_the_name_of_one(elsewhere: Path) -> None:
    (elsewhere / "tests" / "test_clauses.py").unlink()
    with pytest.raises(AssertionError, match=r"as test_np_1_\.\.\.; got none for NP-1, NP-2"):
        hold_to_promises("pin_games.nearest_the_pin")
