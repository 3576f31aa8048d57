"""Tests of `umpire calibrate plan`."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from api.cli import run
from api.errors import ExitCode

Said = pytest.CaptureFixture[str]
COMMAND = ["calibrate", "plan", "--table", "24x18", "--height", "40"]


def test_people_read_where_to_hang_each(capsys: Said) -> None:
    assert run([*COMMAND, "--cameras", "2"]) == ExitCode.DONE
    one, brings, two, more = capsys.readouterr().out.splitlines()
    assert one == (
        "camera 1: hang it 40 in high, 12 in east and 9 in north of the south-west corner"
    )
    assert brings.startswith("  1 camera: places to 0.0")
    assert "heights are believed as the roster tells them" in brings
    assert two.startswith("camera 2: hang it 40 in high, ")
    assert "heights of tags are measured to 0.0" in more


def test_the_guide_shows_the_drawing_that_is_made_today(tmp_path: Path) -> None:
    guide = Path(__file__).parents[2] / "docs"
    assert "](pictures/second-camera.svg)" in (guide / "cameras.md").read_text(encoding="utf-8")
    drawing = tmp_path / "plan.svg"
    command = ["calibrate", "plan", "--table", "36x36", "--height", "48", "--svg", str(drawing)]
    assert run(command) == ExitCode.DONE
    shown = guide / "pictures" / "second-camera.svg"
    told, now = (
        [(each.tag, each.text) for each in ET.fromstring(place.read_text("utf-8")).iter()]
        for place in (shown, drawing)
    )
    assert told == now, f"write it anew: umpire {' '.join(command[:-1])} {shown} --force"


def test_programs_get_the_maps_and_eyes_a_drawing(tmp_path: Path, capsys: Said) -> None:
    drawing = tmp_path / "plan.svg"
    code = run([*COMMAND, "--cameras", "1", "--json", "--svg", str(drawing)])
    assert code == ExitCode.DONE
    value = json.loads(capsys.readouterr().out)
    (plan,) = value["plans"]
    assert value["format"] == "paper-umpire/camera-plan/1"
    assert len(plan["map"]["two_sigma_in"]) == len(plan["map"]["y_in"]) == 9
    assert plan["worst_in"] == max(map(max, plan["map"]["two_sigma_in"]))
    root = ET.fromstring(drawing.read_text(encoding="utf-8"))
    words = [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert words[0] == "1 camera"
    assert any(each.startswith("typical 0.0") for each in words)
    assert run([*COMMAND, "--svg", str(drawing)]) == ExitCode.USAGE


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--lens", "5"], "20 to 140 degrees, or a file of `calibrate lens`"),
        (["--table", "huge"], "WIDTHxDEPTH"),
        (["--height", "8"], "hang it higher, or take a wider lens"),
    ],
)
def test_bad_input(more: list[str], says: str, capsys: Said) -> None:
    assert run([*COMMAND, *more]) == ExitCode.USAGE
    assert says in " ".join(capsys.readouterr().err.split())
