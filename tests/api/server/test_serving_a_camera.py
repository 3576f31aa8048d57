"""`umpire serve --camera` shows a table that a camera in a process of its own sees."""

import math
from pathlib import Path

import pytest

from api.cli import run
from api.client import Client
from api.errors import ExitCode
from tests.api.umpire import serving

SCENE = """
says = "A tank among four anchors."
seed = 3
[table]
width_in = 12
depth_in = 9
mat = "felt"
[camera]
position_in = [6, 4.5, 12]
look_at_in = [6, 4.5, 0]
size = [640, 480]
hfov_deg = 62
[story]
rate_hz = 10
[[anchor]]
id = 0
side_in = 0.9
at_in = [0, 0]
[[anchor]]
id = 1
side_in = 0.9
at_in = [12, 0]
[[anchor]]
id = 2
side_in = 0.9
at_in = [12, 9]
[[anchor]]
id = 3
side_in = 0.9
at_in = [0, 9]
[[piece]]
id = "T1"
side = "red"
kind = "tank"
footprint = "rectangle 2.2 x 1.5"
at_in = [7, 4]
heading_deg = 40
tags = [{ id = 30, side_in = 0.9 }]
[[terrain]]
id = "W1"
kind = "woods"
outline_in = [[2, 2], [4, 2], [4, 4]]
"""


def test_a_scene_is_seen_by_a_camera_of_its_own(tmp_path: Path) -> None:
    scene = tmp_path / "small.toml"
    scene.write_text(SCENE, encoding="utf-8")
    options = ("--camera", str(scene), "--battles", str(tmp_path / "battles"))
    with (
        serving(*options, cwd=tmp_path) as (address, _),
        Client(address) as host,
        host.live() as live,
    ):
        table = live.receive()["table"]
        while table["health"]["state"] != "live" or table["pieces"][0]["pose"] is None:
            table = live.receive(seconds=60)["table"]
        (piece,) = table["pieces"]
        pose = piece["pose"]
        assert piece["id"] == "T1"
        assert math.hypot(pose["x_in"] - 7, pose["y_in"] - 4) < 0.05
        assert abs(pose["heading_deg"] - 40) < 1
        assert [each["id"] for each in table["terrain"]] == ["W1"]
        assert host.cameras()[0]["kind"] == "given"
        assert host.still(annotated=True)[:2] == b"\xff\xd8"
        # By hand again, at the host's wish.
        assert not host.setup("use", method="DELETE")["in_use"]
        assert host.table()["pieces"] != table["pieces"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--profile", "table.json"), "--profile: expected a --camera beside it"),
        (("--roster", "army.toml"), "--roster: expected a --camera beside it"),
        (("--camera", "0", "table.json"), "--camera: expected no table's file beside it"),
        (("--camera", "bare-table"), "a scene with three anchors or more"),
        (("--camera", "0", "--profile", "nowhere.json"), "nowhere.json: cannot be read"),
        (("--camera", "0", "--roster", "nowhere.toml"), "nowhere.toml: cannot be read"),
    ],
)
def test_what_cannot_be_a_camera_is_told_before_anything_is_served(
    options: tuple[str, ...], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["serve", "--port", "0", "--no-open", "--battles", str(tmp_path), *options]
    assert run(given) in {ExitCode.USAGE, ExitCode.BAD_INPUT}
    assert says in capsys.readouterr().err
