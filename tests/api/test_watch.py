"""Tests of `umpire watch`: what is told of a table in play, to people and to programs."""

import json
from pathlib import Path

import pytest

from api.cli import run
from api.commands.output import Output
from api.errors import ExitCode
from api.watch_work import tell
from rules.table.bad_input import BadInputError
from rules.table.snapshot_json import read_snapshot
from tests.api.setting_up import Practised
from tests.vision.measured import ABOVE
from tests.vision.tracking.played import at, carried, pipeline_for, rows, scene_of
from vision.camera.rendered import Rendered
from vision.camera.source import Identity
from vision.pipeline import Pipeline
from vision.synthetic.scene import Scene
from vision.tracking.settings import thresholds

Said = pytest.CaptureFixture[str]


class Calibrated(Rendered):
    """The camera that the exact profile is of."""

    @property
    def identity(self) -> Identity:
        return Identity(name="synthetic", id="", width=ABOVE.width, height=ABOVE.height)


def carried_out() -> tuple[Scene, Pipeline]:
    things = rows(3)
    hand, move = carried("p1", at(4.3, 2.2, 30.0), at(9.0, 6.0, 60.0))
    scene = scene_of(*things, seconds=4.5, hands=(hand,), moves=(move,))
    return scene, pipeline_for(*things, scene=scene)


@pytest.mark.parametrize("as_json", [False, True])
def test_a_move_is_told_once_with_its_length(capsys: Said, *, as_json: bool) -> None:
    scene, pipeline = carried_out()
    last = tell(Output(), Calibrated([scene], quality="fast"), pipeline=pipeline, as_json=as_json)
    lines = capsys.readouterr().out.splitlines()
    assert last is not None
    if not as_json:
        moved = [line for line in lines if "p1: moved" in line]
        assert len(moved) == 1
        assert "from (4.30, 2.20) to (9.00, 6.00), turned 30 degrees" in moved[0]
        assert any("p1: hidden" in line for line in lines)
        assert lines[0].endswith("camera: live")
        return
    values = [json.loads(line) for line in lines]
    assert {value["format"] for value in values} == {"paper-umpire/watch/1"}
    assert [move["piece"] for value in values for move in value["moves"]] == ["p1"]
    numbers = [read_snapshot(value["snapshot"], "snapshot").number for value in values]
    assert numbers == sorted(set(numbers))
    assert values[-1]["lives"] == {"p0": "settled", "p1": "settled", "p2": "settled"}


def test_another_camera_than_the_profiles_is_refused() -> None:
    scene, pipeline = carried_out()
    with pytest.raises(BadInputError, match=r"profile\.camera: expected 'synthetic'"):
        tell(Output(), Rendered([scene], quality="fast"), pipeline=pipeline, as_json=False)


def test_a_source_or_a_profile_that_is_not_there(
    practised: Practised, capsys: Said, tmp_path: Path
) -> None:
    nowhere = str(tmp_path / "nowhere")
    given = ["watch", "--profile", str(practised.profile), "--camera", nowhere]
    assert run(given) == ExitCode.BAD_INPUT
    assert "there is no such source" in capsys.readouterr().err
    given = ["watch", "--profile", nowhere, "--camera", str(practised.anchors)]
    assert run(given) != ExitCode.DONE
    assert "nowhere" in capsys.readouterr().err


def test_the_doctor_shows_every_threshold(capsys: Said) -> None:
    assert run(["doctor", "--thresholds", "--json"]) == ExitCode.DONE
    shown = json.loads(capsys.readouterr().out)["thresholds"]
    assert [(each["name"], each["value"]) for each in shown] == [
        (each.name, each.value) for each in thresholds()
    ]
    assert run(["doctor", "--thresholds"]) == ExitCode.DONE
    assert "settle_s: 0.5 s. A move counts once" in capsys.readouterr().out
