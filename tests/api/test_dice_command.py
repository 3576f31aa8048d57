"""Tests the commands for dice: the tray, and the check with a player's own photographs."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from api.cli import run
from api.errors import ExitCode
from vision.synthetic.rolls.chance import chance_roll
from vision.synthetic.rolls.drawing import drawn_roll


@pytest.fixture(scope="module")
def photographs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[int]]:
    folder = tmp_path_factory.mktemp("rolls")
    roll = chance_roll(np.random.default_rng(2), count=3)
    cv2.imwrite(str(folder / "one.png"), drawn_roll(roll))
    return folder, list(roll.faces)


def truth(folder: Path, text: str) -> str:
    (folder / "dice.toml").write_text(text, encoding="utf-8")
    return str(folder)


def test_rolls_read_rightly_and_questions_are_counted(
    photographs: tuple[Path, list[int]], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, faces = photographs
    cv2.imwrite(str(folder / "none.png"), np.full((480, 640, 3), 128, dtype=np.uint8))
    place = truth(folder, f'"one.png" = {faces}\n"none.png" = [1]\n')
    assert run(["dice", "check", place, "--json"]) == ExitCode.DONE
    told = json.loads(capsys.readouterr().out)
    assert (told["right"], told["wrong"], told["questions"]) == (1, 0, 1)
    assert told["rolls"][0] == {"file": "one.png", "truth": faces, "read": faces, "why": ""}
    assert run(["dice", "check", place]) == ExitCode.DONE
    assert "2 rolls: 1 read rightly, 1 asked about, 0 sure and wrong" in capsys.readouterr().out


def test_a_sure_reading_that_is_wrong_has_its_own_exit_code(
    photographs: tuple[Path, list[int]], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, faces = photographs
    other = [7 - face for face in faces]
    assert sorted(other) != faces
    place = truth(folder, f'"one.png" = {other}\n')
    assert run(["dice", "check", place]) == ExitCode.UNEXPECTED
    assert "WRONG  one.png" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('"one.png" = [7]', "expected a list of 1 to 20 faces from 1 to 6, as [3, 5], got [7]"),
        ('"one.png" = 3', "got 3"),
        ('"../one.png" = [3]', "expected a file beside it, got '../one.png'"),
        ("one.png [3]", "expected TOML"),
        ("", "expected 1 to 500 photographs, got 0"),
        ('"gone.png" = [3]', "gone.png: cannot be read: No such file or directory"),
        ('"dice.toml" = [3]', "expected a photograph"),
    ],
)
def test_a_truth_file_that_cannot_be_used_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, told: str
) -> None:
    assert run(["dice", "check", truth(tmp_path, text)]) == ExitCode.BAD_INPUT
    assert told in capsys.readouterr().err


def test_the_tray_is_written_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "tray.pdf"
    assert run(["dice", "tray", "-o", str(place), "--json"]) == ExitCode.DONE
    assert json.loads(capsys.readouterr().out) == {"wrote": str(place), "pages": 1}
    assert place.read_bytes().startswith(b"%PDF")
    assert run(["dice", "tray", "-o", str(place)]) == ExitCode.USAGE
    assert run(["dice", "tray", "-o", str(place), "--paper", "a9", "--force"]) == ExitCode.USAGE
    assert "expected a4 or letter, got 'a9'" in capsys.readouterr().err
