"""Knows the photographs of a small table that many tests of setting up look at."""

import pytest

from api.cli import run
from api.errors import ExitCode
from tests.api.setting_up import Practised, small_roster


@pytest.fixture(scope="session")
def practised(tmp_path_factory: pytest.TempPathFactory) -> Practised:
    """What `umpire practice` renders for a small table, with lens and profile made from it."""
    folder = tmp_path_factory.mktemp("practised")
    roster = folder / "army.toml"
    roster.write_text(small_roster(), encoding="utf-8")
    made = folder / "made"
    command = ["practice", str(roster), "-o", str(made), "--views", "9", "--photographs", "3"]
    assert run(command) == ExitCode.DONE
    found = Practised(folder=made, roster=roster)
    lens = ["calibrate", "lens", str(found.lens_views), "--kit", str(roster), "-o", str(found.lens)]
    assert run([*lens, "--report", str(found.report)]) == ExitCode.DONE
    table = ["calibrate", "table", str(found.anchors), "--kit", str(roster), "--bar", "6"]
    table += ["--lens", str(found.lens), "-o", str(found.profile), "--report", str(found.report)]
    assert run(table) == ExitCode.DONE
    return found
