"""A new game is one new folder: found, held to its promises and tested by itself.

The toy game stands in `tests/rules/games/toy_game`, where it is checked like any other module. Here
it is put among the games of a copy of the repository, and that copy's own tests are run on it.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rules.registry import slugs
from tests.architecture.sources import REPOSITORY

SLUG = "nearest_the_pin"
NEW = f"rules/games/{SLUG}"
TOYS = REPOSITORY / "tests" / "rules" / "games" / "toy_game"

WHO = ("-c", "user.name=test", "-c", "user.email=test@localhost")
WHAT_IS_THERE = """
from rules import registry
print(*registry.games())
"""


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-c", "core.compression=0", *WHO, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def python(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def put_toy(games: Path) -> None:
    """The toy as it would stand among the games: the same files, under their other name."""
    target = games / SLUG
    target.mkdir()
    for source in sorted((TOYS / SLUG).rglob("*")):
        if source.is_file() and "__pycache__" not in source.parts:
            text = source.read_text(encoding="utf-8")
            text = text.replace("tests.rules.games.toy_game.", "rules.games.")
            planted = target / source.relative_to(TOYS / SLUG)
            planted.parent.mkdir(exist_ok=True)
            planted.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A committed copy of what is or could be committed here, and then one new folder."""
    folder = tmp_path_factory.mktemp("copy")
    listed = git(REPOSITORY, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in sorted(set(listed.split("\0"))):
        if name and (REPOSITORY / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(REPOSITORY / name, folder / name)
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "Before")
    put_toy(folder / "rules" / "games")
    return folder


def changes(folder: Path) -> list[str]:
    return git(folder, "status", "--porcelain").splitlines()


def test_one_folder_is_new_and_nothing_else_changes(copied: Path) -> None:
    assert changes(copied) == [f"?? {NEW}/"]


def test_it_is_found(copied: Path) -> None:
    assert python(copied, "-c", WHAT_IS_THERE).split() == sorted([*slugs(), SLUG])


def run_tests(folder: Path, *arguments: str) -> list[str]:
    """The tests that passed; none may fail."""
    done = python(folder, "-m", "pytest", "-p", "no:cacheprovider", "-v", *arguments)
    return [line.split(" PASSED")[0] for line in done.splitlines() if " PASSED" in line]


@pytest.mark.long
def test_it_is_held_to_its_promises_and_its_own_tests_are_run(copied: Path) -> None:
    passed = run_tests(copied, "tests/rules/games/test_conformance.py", NEW, "-k", SLUG)
    held = [name for name in passed if "test_conformance.py" in name]
    promises = [name for name in held if "keeps_its_promises" in name]
    assert len(promises) == 3, passed
    assert len(held) == 5 + len(promises)
    written = (
        (TOYS / SLUG / "tests" / "test_clauses.py")
        .read_text(encoding="utf-8")
        .count("def test_np_")
    )
    assert len([name for name in passed if "::test_np_" in name]) == written > 0, passed
    # Running all that has left nothing behind.
    assert changes(copied) == [f"?? {NEW}/"]


@pytest.mark.long
def test_the_architecture_holds_with_it(copied: Path) -> None:
    rooms = [f"tests/architecture/test_{name}.py" for name in ("contracts", "purity", "sizes")]
    chosen = "keep_every or breach_no_ban or too_long or every_module"
    passed = run_tests(copied, *rooms, "-k", chosen)
    assert {name.split("::")[0] for name in passed} == set(rooms)
    assert len([name for name in passed if name.startswith(rooms[0])]) == 1


@pytest.mark.long
def test_without_it_nothing_of_it_is_left(copied: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    shutil.copytree(copied, again)
    shutil.rmtree(again / NEW)
    assert changes(again) == []
    assert SLUG not in python(again, "-c", WHAT_IS_THERE).split()
