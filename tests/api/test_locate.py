"""Tests of `umpire locate`: the whole way from photographs to inches, and every bad input."""

import json
import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from api.cli import run
from api.errors import ExitCode
from tests.api.setting_up import Practised, small_roster, z_of
from tests.vision.picture_files import png_claiming

Said = pytest.CaptureFixture[str]


def located(practised: Practised, capsys: Said, *more: str, photo: str = "") -> dict[str, Any]:
    capsys.readouterr()
    place = photo or str(practised.game)
    roster = ["--roster", str(practised.roster)]
    run(["locate", place, "--profile", str(practised.profile), *roster, "--json", *more])
    value: dict[str, Any] = json.loads(capsys.readouterr().out)
    return value


def refused(practised: Practised, capsys: Said, *arguments: str) -> tuple[int, str]:
    capsys.readouterr()
    chosen = list(arguments)
    if "--profile" not in chosen:
        chosen += ["--profile", str(practised.profile)]
    return run(["locate", *chosen]), capsys.readouterr().err


def test_every_piece_is_within_its_error(practised: Practised, capsys: Said) -> None:
    (photograph,) = located(practised, capsys)["photographs"]
    truth = practised.truth()
    pieces = {each["id"]: each for each in photograph["pieces"]}
    assert set(pieces) == set(truth) == {"T1", "T2", "T7"}
    for name, piece in pieces.items():
        assert piece["seen"]
        assert z_of(piece, truth[name]) < 3.0
        assert 0.001 < piece["error_in"] < 0.1
        assert math.dist(truth[name][:2], (piece["pose"]["x_in"], piece["pose"]["y_in"])) < 0.05
        turned = (piece["pose"]["heading_deg"] - truth[name][2] + 180) % 360 - 180
        assert abs(turned) < 1.0
    assert {each["id"] for each in photograph["anchors"]} == set(range(8))
    assert photograph["refusal"] is None
    assert pieces["T1"]["height_in"] == pytest.approx(1.2)


def test_people_get_a_line_for_each_piece(practised: Practised, capsys: Said) -> None:
    capsys.readouterr()
    command = ["locate", str(practised.game), "--profile", str(practised.profile)]
    assert run([*command, "--roster", str(practised.roster)]) == ExitCode.DONE
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("3 of 3 pieces, 8 anchors")
    assert [line.split()[0] for line in lines[1:5]] == ["piece", "T1", "T2", "T7"]


def test_without_a_roster_tags_are_listed(practised: Practised, capsys: Said) -> None:
    capsys.readouterr()
    command = ["locate", str(practised.game), "--profile", str(practised.profile)]
    assert run(command) == ExitCode.DONE
    out = capsys.readouterr().out
    assert "3 tags, 8 anchors (no roster: tags only)" in out


def test_the_picture_shows_what_was_found(
    practised: Practised, tmp_path: Path, capsys: Said
) -> None:
    place = tmp_path / "out.png"
    located(practised, capsys, "--annotate", str(place))
    image = cv2.imread(str(place))
    assert image is not None
    assert image.shape[1] == 1920
    code, said = refused(practised, capsys, str(practised.game), "--annotate", str(place))
    assert (code, "is there already" in said) == (ExitCode.USAGE, True)
    again = cv2.imread(str(place))
    assert again is not None
    assert np.array_equal(again, image)
    code, said = refused(practised, capsys, str(practised.game), "--annotate", "out.gif")
    assert (code, "ends in .png" in said) == (ExitCode.USAGE, True)


def test_one_bad_photograph_does_not_hide_the_others(practised: Practised, capsys: Said) -> None:
    bad = practised.folder / "nothing.jpg"
    capsys.readouterr()
    command = ["locate", str(bad), str(practised.game), "--profile", str(practised.profile)]
    code = run([*command, "--json"])
    first, second = json.loads(capsys.readouterr().out)["photographs"]
    assert code == ExitCode.BAD_INPUT
    assert "No such file" in first["error"]
    assert len(second["anchors"]) == 8


# --- bad input -------------------------------------------------------------------------------


def test_what_is_no_photograph(practised: Practised, tmp_path: Path, capsys: Said) -> None:
    text, huge = tmp_path / "a.jpg", tmp_path / "huge.png"
    text.write_text("hello", encoding="utf-8")
    huge.write_bytes(png_claiming(60_000, 50_000))
    code, said = refused(practised, capsys, str(text))
    assert (code, "expected a photograph" in said) == (ExitCode.BAD_INPUT, True)
    code, said = refused(practised, capsys, str(huge))
    assert (code, "at most 50 megapixels, got 60000 x 50000" in said) == (ExitCode.BAD_INPUT, True)
    code, said = refused(practised, capsys, str(tmp_path))
    assert code == ExitCode.BAD_INPUT


def test_another_size_and_another_camera(
    practised: Practised, tmp_path: Path, capsys: Said
) -> None:
    code, said = refused(practised, capsys, practised.smaller(tmp_path / "s.png"))
    assert code == ExitCode.REFUSED
    assert "expected pictures of 640 x 480 pixels, got 320 x 240" in said
    camera = {"name": "Acme One", "id": "Acme One", "width": 640, "height": 480}
    mine = practised.changed(tmp_path / "mine.json", camera=camera)
    other = practised.by_camera(tmp_path / "other.jpg", b"Two")
    code, said = refused(practised, capsys, other, "--profile", mine)
    assert code == ExitCode.REFUSED
    assert "'Acme One'" in said
    assert "'Acme Two'" in said
    same = practised.by_camera(tmp_path / "same.jpg", b"One")
    assert refused(practised, capsys, same, "--profile", mine)[0] == ExitCode.DONE
    # A file that says nothing of its camera proves nothing.
    assert refused(practised, capsys, str(practised.game), "--profile", mine)[0] == ExitCode.DONE


@pytest.mark.parametrize("left", [0, 2])
def test_too_few_anchors_are_a_refusal(
    practised: Practised, tmp_path: Path, capsys: Said, left: int
) -> None:
    photo = practised.without_anchors(tmp_path / f"{left}.jpg", but=left)
    assert refused(practised, capsys, photo)[0] == ExitCode.REFUSED
    value = located(practised, capsys, photo=photo)
    (photograph,) = value["photographs"]
    assert "anchor" in photograph["refusal"]
    assert all(piece["pose"] is None for piece in photograph["pieces"])
    assert len(photograph["anchors"]) == left


def test_a_moved_camera_is_a_refusal(practised: Practised, capsys: Said) -> None:
    moved = practised.anchors / "photo-1.jpg"
    capsys.readouterr()
    code = run(["locate", str(moved), "--profile", str(practised.profile)])
    out = capsys.readouterr().out
    assert code == ExitCode.REFUSED
    assert "NOT MEASURED: " in out


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"flatness_in": float("nan")}, "flatness_in"),
        ({"dictionary": "DICT_7X7_50"}, "DICT_4X4_250 or DICT_APRILTAG_36h11"),
        ({"format": "paper-umpire/profile/9"}, "newer version"),
        ({"format": "paper-umpire/lens/1"}, "paper-umpire/profile/1"),
        ({"table": {"width_in": 0, "depth_in": 14}}, "table"),
        ({"more": 1}, "an unknown field"),
    ],
)
def test_a_profile_that_cannot_be(
    practised: Practised, tmp_path: Path, capsys: Said, fields: dict[str, Any], told: str
) -> None:
    bad = practised.changed(tmp_path / "bad.json", **fields)
    code, said = refused(practised, capsys, str(practised.game), "--profile", bad)
    assert code == ExitCode.BAD_INPUT
    assert said.startswith(f"umpire: {bad}: ")
    assert told in said


def test_a_profile_that_is_none(practised: Practised, tmp_path: Path, capsys: Said) -> None:
    cut = tmp_path / "cut.json"
    cut.write_text(practised.profile.read_text(encoding="utf-8")[:500], encoding="utf-8")
    assert refused(practised, capsys, "x.jpg", "--profile", str(cut))[0] == ExitCode.BAD_INPUT
    assert refused(practised, capsys, "x.jpg", "--profile", "none")[0] == ExitCode.BAD_INPUT


def test_a_roster_of_other_tags(practised: Practised, tmp_path: Path, capsys: Said) -> None:
    roster = tmp_path / "other.toml"
    text = small_roster().replace("[kit]", '[kit]\ndictionary = "36h11"')
    roster.write_text(text, encoding="utf-8")
    code, said = refused(practised, capsys, str(practised.game), "--roster", str(roster))
    assert code == ExitCode.BAD_INPUT
    assert "expected tags of DICT_4X4_250" in said
    assert "got DICT_APRILTAG_36h11" in said
