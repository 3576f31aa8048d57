"""Tests of `umpire kit foretell`."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from api.cli import run
from api.drawing.plan_sheet import GAP, KEY, LETTERS, WIDE
from api.errors import ExitCode
from api.files.roster_file import roster_text

Said = pytest.CaptureFixture[str]
ROSTER = """
[kit]
table = "36x36"

[[piece]]
id = "T1"
kind = "tank"
side = "Red"
footprint = "rectangle 3.3 x 1.6"
tag_heights_in = [1.2]

[[piece]]
id = "S1"
kind = "squad"
side = "Red"
footprint = "rectangle 2.6 x 1.2"
tag_size_in = 0.6

[[piece]]
id = "O1"
kind = "objective"
footprint = "disc 2"
"""


@pytest.fixture
def roster(tmp_path: Path) -> str:
    place = tmp_path / "army.toml"
    place.write_text(ROSTER, encoding="utf-8")
    return str(place)


def told(capsys: Said, *more: str) -> list[str]:
    assert run(["kit", "foretell", *more]) == ExitCode.DONE
    return capsys.readouterr().out.splitlines()


def test_people_read_each_kind_with_the_smallest_tags_first(roster: str, capsys: Said) -> None:
    camera, *kinds, says = told(capsys, roster)
    assert camera.startswith("1080p over 36 x 36 in, leaning 30 degrees: ")
    assert [line.split(",")[0].strip() for line in kinds] == ["squad", "objective", "tank"]
    assert "tags of 0.6 in: read surely on " in kinds[0]
    assert all(": read everywhere (from " in line for line in kinds[1:])
    assert all("; placed within 0.0" in line for line in kinds)
    assert says.startswith("places 95 times of 100, by one of a piece's tags alone")


def test_a_kit_that_is_printed_keeps_its_tags_under_another_camera(
    roster: str, tmp_path: Path, capsys: Said
) -> None:
    assert run(["kit", "describe", roster, "--json"]) == ExitCode.DONE
    kit = tmp_path / "kit.json"
    kit.write_text(capsys.readouterr().out, encoding="utf-8")
    assert told(capsys, str(kit)) == told(capsys, roster)
    steep = told(capsys, str(kit), "--tilt", "60", "--table", "72x48", "--camera", "720p")
    assert steep[0].startswith("720p over 72 x 48 in, leaning 60 degrees: ")
    assert steep[1].startswith("  anchors: ")
    assert "cannot be read on " in next(line for line in steep if "squad" in line)
    # A roster is not printed yet: its kit is one for that table.
    assert told(capsys, roster, "--tilt", "60", "--table", "72x48") != steep


def test_programs_get_the_maps_and_eyes_a_drawing(
    roster: str, tmp_path: Path, capsys: Said
) -> None:
    drawing = tmp_path / "kit.svg"
    command = [roster, "--height", "60", "--lens", "70", "--svg", str(drawing), "--json"]
    value = json.loads("\n".join(told(capsys, *command)))
    assert value["format"] == "paper-umpire/kit-foretold/1"
    assert value["camera_at_in"][2] == 60
    for kind in value["kinds"]:
        shown = kind["map"]
        assert len(shown["within_in"]) == len(shown["read"]) == len(shown["y_in"]) == 9
        assert kind["worst_in"] == max(map(max, shown["within_in"]))
        assert kind["fewest_px_per_cell"] == min(map(min, shown["px_per_cell"]))
    root = ET.fromstring(drawing.read_text(encoding="utf-8"))
    words = [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert [word for word in words if word in {"squad", "objective", "tank"}]
    assert words[-len(KEY) :] == list(KEY)
    assert run(["kit", "foretell", roster, "--svg", str(drawing)]) == ExitCode.USAGE


def test_the_key_of_the_drawing_is_no_wider_than_its_narrowest() -> None:
    # One map, and letters of half their height.
    assert max(map(len, KEY)) * 0.5 * LETTERS <= WIDE + GAP


def test_the_guide_shows_the_drawing_that_is_made_today(tmp_path: Path) -> None:
    guide = Path(__file__).parents[2] / "docs"
    assert "](pictures/kit-foretold.svg)" in (guide / "printing.md").read_text(encoding="utf-8")
    roster, drawing = tmp_path / "army.toml", tmp_path / "kit.svg"
    roster.write_text(roster_text("paper-tigers-4k"), encoding="utf-8")
    assert run(["kit", "foretell", str(roster), "--tilt", "60", "--svg", str(drawing)]) == 0
    shown = guide / "pictures" / "kit-foretold.svg"
    written, now = (
        [(each.tag, each.text) for each in ET.fromstring(place.read_text("utf-8")).iter()]
        for place in (shown, drawing)
    )
    assert written == now, "write it anew by the command that stands above it"


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--height", "20"], "hang it higher, or take a wider lens"),
        (["--lens", "5"], "20 to 140 degrees, or a file of `calibrate lens`"),
        (["--tilt", "80"], "0 to 60 degrees from straight above"),
    ],
)
def test_bad_input(more: list[str], says: str, roster: str, capsys: Said) -> None:
    assert run(["kit", "foretell", roster, *more]) == ExitCode.USAGE
    assert says in " ".join(capsys.readouterr().err.split())


def test_a_broken_kit_file_is_told_by_its_field(tmp_path: Path, capsys: Said) -> None:
    kit = tmp_path / "kit.json"
    kit.write_text('{"format": "paper-umpire/kit/1"}', encoding="utf-8")
    assert run(["kit", "foretell", str(kit)]) == ExitCode.BAD_INPUT
    assert "anchors: expected this field, got nothing" in capsys.readouterr().err
