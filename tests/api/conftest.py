"""Renders the photographs of a small table that many tests of setting up look at."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from api.cli import run
from api.errors import ExitCode
from tests.api.setting_up import Practised, small_roster


@pytest.fixture(scope="session")
def practised(tmp_path_factory: pytest.TempPathFactory) -> Practised:
    """What `umpire practice` renders for a small table, with lens and profile made from it.

    It is rendered once for all processes that run tests side by side; nobody writes into it.
    """
    base = tmp_path_factory.getbasetemp()
    is_shared = sys.platform != "win32" and base.name.startswith("popen-")
    folder = (base.parent if is_shared else base) / "practised"
    with _alone(folder.with_suffix(".lock")):
        found = Practised(folder=folder / "made", roster=folder / "army.toml")
        if not found.profile.exists():
            folder.mkdir()
            _make(found)
    return found


def _make(found: Practised) -> None:
    roster = found.roster
    roster.write_text(small_roster(), encoding="utf-8")
    command = ["practice", str(roster), "-o", str(found.folder)]
    assert run([*command, "--views", "9", "--photographs", "3"]) == ExitCode.DONE
    lens = ["calibrate", "lens", str(found.lens_views), "--kit", str(roster), "-o", str(found.lens)]
    assert run([*lens, "--report", str(found.report)]) == ExitCode.DONE
    table = ["calibrate", "table", str(found.anchors), "--kit", str(roster), "--bar", "6"]
    table += ["--lens", str(found.lens), "-o", str(found.profile), "--report", str(found.report)]
    assert run(table) == ExitCode.DONE


@contextmanager
def _alone(place: Path) -> Iterator[None]:
    """While others wait, but where the system has no locks that are waited for."""
    with place.open("w", encoding="utf-8") as file:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
