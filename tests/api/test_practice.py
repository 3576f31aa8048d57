"""Tests of `umpire practice`: what it writes, and what it says of mistakes."""

import json
from pathlib import Path

import pytest

from api.cli import run
from api.errors import ExitCode
from tests.api.setting_up import Practised, small_roster


@pytest.mark.long
def test_every_photograph_has_its_truth_beside_it(practised: Practised) -> None:
    photographs = sorted(practised.folder.rglob("*.jpg"))
    names = [place.relative_to(practised.folder).as_posix() for place in photographs]
    assert names == sorted(
        [
            "game.jpg",
            *(f"lens/view-{index:02}.jpg" for index in range(1, 10)),
            *(f"anchors/photo-{index}.jpg" for index in range(1, 4)),
        ]
    )
    for place in photographs:
        truth = json.loads(place.with_suffix(".json").read_text(encoding="utf-8"))
        assert truth["tags"]
    anchors = json.loads((practised.anchors / "photo-1.json").read_text(encoding="utf-8"))
    assert {tag["id"] for tag in anchors["tags"]} == set(range(8))


@pytest.mark.long
def test_the_next_commands_are_told_and_nothing_is_written_over(
    practised: Practised, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path / "made")
    command = ["practice", str(practised.roster), "-o", folder, "--views", "1"]
    capsys.readouterr()
    assert run([*command, "--photographs", "1"]) == ExitCode.DONE
    said = capsys.readouterr().err
    assert "wrote 3 photographs" in said
    for told in ("calibrate lens", "calibrate table", "locate"):
        assert f"umpire {told} {folder}/" in said
    assert run(command) == ExitCode.USAGE
    assert "is not empty" in capsys.readouterr().err


def test_a_table_without_room_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    roster = tmp_path / "army.toml"
    roster.write_text(small_roster(), encoding="utf-8")
    command = ["practice", str(roster), "-o", str(tmp_path / "made"), "--table", "6x5"]
    assert run(command) == ExitCode.BAD_INPUT
    assert "room" in capsys.readouterr().err
    assert not (tmp_path / "made").exists()
