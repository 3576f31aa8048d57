"""Tests of `umpire locate` with a photograph and a profile of each of two cameras."""

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import pytest

from api.cli import run
from api.errors import ExitCode
from tests.api.setting_up import Practised, z_of

Said = pytest.CaptureFixture[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondCamera:
    """Another view of the practised table, with its own profile."""

    game: Path
    profile: Path


@pytest.fixture(scope="module")
def second(practised: Practised, tmp_path_factory: pytest.TempPathFactory) -> SecondCamera:
    """The camera of the first photograph of the anchors, from the north."""
    folder = tmp_path_factory.mktemp("second")
    found = SecondCamera(game=folder / "north.jpg", profile=folder / "north.json")
    practised.from_north(found.game)
    photos = [str(practised.anchors / f"photo-{index}.jpg") for index in (3, 2, 1)]
    command = ["calibrate", "table", *photos, "--kit", str(practised.roster), "--bar", "6"]
    command += ["--lens", str(practised.lens), "-o", str(found.profile)]
    assert run(command) == ExitCode.DONE
    return found


def asked(practised: Practised, second: SecondCamera, *more: str, roster: str = "") -> list[str]:
    profiles = ["--profile", str(practised.profile), "--profile", str(second.profile)]
    photos = [str(practised.game), str(second.game)]
    return ["locate", *photos, *profiles, "--roster", roster or str(practised.roster), *more]


def told(capsys: Said, command: list[str]) -> dict[str, Any]:
    capsys.readouterr()
    assert run([*command, "--json"]) == ExitCode.DONE
    value: dict[str, Any] = json.loads(capsys.readouterr().out)
    return value


def test_both_cameras_make_one_table(
    practised: Practised, second: SecondCamera, capsys: Said
) -> None:
    value = told(capsys, asked(practised, second))
    assert value["format"] == "paper-umpire/located-together/1"
    names = [str(practised.profile), str(second.profile)]
    assert [each["profile"] for each in value["together"]["cameras"]] == names
    assert [each["photographs"] for each in value["together"]["cameras"]] == [
        [each["photograph"]] for each in value["photographs"]
    ]
    truth = practised.truth()
    singles = [
        {piece["id"]: piece for piece in photograph["pieces"]}
        for photograph in value["photographs"]
    ]
    for piece in value["together"]["pieces"]:
        name = piece["id"]
        assert piece["seen_by"] == names
        assert z_of(piece, truth[name]) < 3.0
        assert piece["error_in"] < min(single[name]["error_in"] for single in singles)
        assert piece["height_sigma_in"] < 0.03
        assert not piece["flags"]


def test_a_wrong_height_in_the_roster_is_named(
    practised: Practised, second: SecondCamera, tmp_path: Path, capsys: Said
) -> None:
    text = practised.roster.read_text(encoding="utf-8")
    roster = tmp_path / "wrong.toml"
    roster.write_text(text.replace("[1.2]", "[0.9]"), encoding="utf-8")
    value = told(capsys, asked(practised, second, roster=str(roster)))
    pieces = {piece["id"]: piece for piece in value["together"]["pieces"]}
    (flag,) = pieces["T1"]["flags"]
    assert flag["fault"] == "wrong height"
    assert "the roster says 0.9: it lies on something, or measure it" in flag["says"]
    assert pieces["T1"]["height_in"] == pytest.approx(1.2, abs=0.06)
    place = (pieces["T1"]["pose"]["x_in"], pieces["T1"]["pose"]["y_in"])
    assert math.dist(practised.truth()["T1"][:2], place) < 0.05
    assert not pieces["T2"]["flags"]


def test_people_read_who_saw_what(practised: Practised, second: SecondCamera, capsys: Said) -> None:
    capsys.readouterr()
    assert run(asked(practised, second)) == ExitCode.DONE
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "together: 3 of 3 pieces by 2 cameras"
    assert all(" 1+2 " in line and "±" in line for line in lines[2:5])
    assert lines[5].endswith("table.json, 1 photograph")


def test_more_photographs_of_one_camera_make_places_surer(
    practised: Practised, tmp_path: Path, capsys: Said
) -> None:
    again = tmp_path / "again.jpg"
    image = cv2.imread(str(practised.game))
    assert image is not None
    cv2.imwrite(str(again), image, [cv2.IMWRITE_JPEG_QUALITY, 90])
    profile = ["--profile", str(practised.profile)]
    command = ["locate", str(practised.game), str(again), *profile, *profile]
    value = told(capsys, [*command, "--roster", str(practised.roster)])
    (camera,) = value["together"]["cameras"]
    assert len(camera["photographs"]) == 2
    single = {piece["id"]: piece for piece in value["photographs"][0]["pieces"]}
    truth = practised.truth()
    for piece in value["together"]["pieces"]:
        assert z_of(piece, truth[piece["id"]]) < 3.0
        assert piece["height_sigma_in"] is None
        assert piece["error_in"] < 1.02 * single[piece["id"]]["error_in"]


def test_what_does_not_go_together(
    practised: Practised, second: SecondCamera, capsys: Said
) -> None:
    profiles = ["--profile", str(practised.profile), "--profile", str(second.profile)]
    capsys.readouterr()
    assert run(["locate", str(practised.game), *profiles]) == ExitCode.USAGE
    assert "expected a photograph for each of 2 profiles" in capsys.readouterr().err
    photos = [str(practised.game), str(second.game)]
    assert run(["locate", *photos, *profiles]) == ExitCode.USAGE
    assert "--roster: expected one" in capsys.readouterr().err


def test_a_camera_is_placed_by_what_another_sees(
    practised: Practised, second: SecondCamera, tmp_path: Path, capsys: Said
) -> None:
    """As where it sees too few anchors; here it shares anchors and pieces."""
    place = tmp_path / "beside.json"
    command = ["calibrate", "beside", str(second.game), "--lens", str(practised.lens)]
    command += ["--known", str(practised.game), "--profile", str(practised.profile)]
    command += ["--roster", str(practised.roster), "-o", str(place)]
    assert run(command) == ExitCode.DONE
    said = " ".join(capsys.readouterr().err.split())
    assert "that the others see, too; use it only together with a camera that sees" in said
    own = SecondCamera(game=second.game, profile=place)
    value = told(capsys, asked(practised, own))
    names = [str(practised.profile), str(place)]
    truth = practised.truth()
    for piece in value["together"]["pieces"]:
        assert piece["seen_by"] == names
        assert z_of(piece, truth[piece["id"]]) < 3.0
        assert piece["height_sigma_in"] < 0.05
    alone = ["locate", str(second.game), "--profile", str(place)]
    assert run([*alone, "--roster", str(practised.roster)]) == ExitCode.REFUSED
    assert "the camera was placed by what others see" in " ".join(capsys.readouterr().out.split())
    assert run([*command, "--known", str(practised.game), "--force"]) == ExitCode.USAGE
    expected = "--known: expected a photograph for each of 1 profiles, in the same order, got 2"
    assert expected in " ".join(capsys.readouterr().err.split())
