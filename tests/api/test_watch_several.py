"""Tests of `umpire watch` with recordings of two cameras over one table."""

import json
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from api.cli import run
from api.errors import ExitCode
from api.locating.several_moments import several_moments
from api.locating.watching_several import PicturesOfEach, tell_joined
from api.terminal.output import Output
from calibration.profile_json import profile_to_json
from tests.vision.fusion.test_several import FLAT, NORTH, SOUTH, TANK, cameras_over, scene
from tests.vision.measured import exact_profile, layout_of
from tests.vision.tracking.played import at, carried
from vision.camera.recording import Recorder
from vision.camera.rendered import Rendered
from vision.camera.source import Identity
from vision.fusion.several import JoinedTable, SeveralCameras
from vision.synthetic.described.scene import SceneHand, ScenePlace, Station

Said = pytest.CaptureFixture[str]
NAMES = ("south", "north")


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """Two recordings and the profiles of their cameras."""

    recordings: tuple[str, ...]
    profiles: tuple[str, ...]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """A piece is carried, and a hand stays over another before the south camera alone."""
    folder = tmp_path_factory.mktemp("evening")
    hand, move = carried("T1", at(4.0, 3.0, 20.0), at(6.5, 6.0, 50.0), begins_s=1.3, lasts_s=0.3)
    place = ScenePlace(x=12.0, y=7.2, heading=90.0)
    over = SceneHand(
        stations=(Station(at_s=1.0, place=place), Station(at_s=9.0, place=place)), height_in=3.0
    )
    recordings, profiles = [], []
    for name, camera, hands in (("south", SOUTH, (hand, over)), ("north", NORTH, (hand,))):
        played = scene(TANK, FLAT, camera=camera, seconds=3.3, hands=hands, moves=(move,))
        with Rendered([played], quality="fast") as source:
            identity = Identity(name="synthetic", id="", width=camera.width, height=camera.height)
            with Recorder(folder / name, camera=identity) as recorder:
                late = 0.0 if name == "south" else 0.04
                for frame in source.frames():
                    recorder.add(replace(frame, captured_s=100.0 + late + frame.seconds))
        recordings.append(str(folder / name))
        profile = folder / f"{name}.json"
        profile.write_text(profile_to_json(exact_profile(camera)), encoding="utf-8")
        profiles.append(str(profile))
    return Evening(recordings=tuple(recordings), profiles=tuple(profiles))


def watched(evening: Evening, several: SeveralCameras, **more: object) -> None:
    expected = [exact_profile(camera).camera for camera in (SOUTH, NORTH)]
    with closing(several_moments(evening.recordings, expected=expected)) as moments:
        last = tell_joined(Output(), moments, several=several, **more)  # type: ignore[arg-type]
    assert last is not None


@pytest.mark.long
def test_recordings_of_two_cameras_replay_to_the_same_bytes(evening: Evening, capsys: Said) -> None:
    told = []
    for _ in range(2):
        watched(evening, cameras_over(TANK, FLAT), as_json=True)
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    values = [json.loads(line) for line in told[0].splitlines()]
    assert [move["piece"] for value in values for move in value["moves"]] == ["T1"]
    last = values[-1]
    assert last["lives"] == {"T1": "settled", "T2": "settled"}
    assert last["seen_by"] == {"T1": ["south", "north"], "T2": ["north"]}
    assert [each["name"] for each in last["cameras"]] == ["south", "north"]
    assert {each["standing"] for each in last["cameras"]} == {"well"}
    assert last["heights_in"]["T1"]["height"] == pytest.approx(0.6, abs=0.02)
    assert last["camera"]["state"] == "live"


class Counted(SeveralCameras):
    """Counts how often it is joined, at every picture if so wanted."""

    joins = 0
    always = False

    def is_due(self, now_s: float) -> bool:
        return self.always or super().is_due(now_s)

    def at(self, now_s: float) -> JoinedTable:
        self.joins += 1
        return super().at(now_s)


def counted(*, always: bool) -> Counted:
    found = Counted(
        [exact_profile(camera) for camera in (SOUTH, NORTH)],
        names=NAMES,
        tag_layout=layout_of(TANK, FLAT),
    )
    found.always = always
    return found


@pytest.mark.long
def test_what_is_told_is_the_same_where_only_news_is_joined(evening: Evening, capsys: Said) -> None:
    told, joins = [], []
    for always in (False, True):
        several = counted(always=always)
        watched(evening, several, as_json=True)
        values = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        told.append([(value["lives"], value["moves"], value["seen_by"]) for value in values])
        joins.append(several.joins)
    assert told[0] == told[1]
    assert joins[0] < 0.9 * joins[1]


def test_recordings_are_joined_by_the_clock_of_the_computer(evening: Evening) -> None:
    expected = [exact_profile(camera).camera for camera in (SOUTH, NORTH)]
    with closing(several_moments(evening.recordings, expected=expected)) as moments:
        first = [next(moments) for _ in range(4)]
    assert [each.camera for each in first] == [0, 1, 0, 1]
    assert first[1].moment.seconds == pytest.approx(0.04)


@pytest.mark.long
def test_each_camera_keeps_its_own_pictures_of_what_is_told(
    evening: Evening, tmp_path: Path, capsys: Said
) -> None:
    several = cameras_over(TANK, FLAT)
    pictures = PicturesOfEach(tmp_path / "seen", several=several, has_roster=True)
    watched(evening, several, as_json=False, pictures=pictures)
    lines = capsys.readouterr().out.splitlines()
    assert sum("T1: moved" in line for line in lines) == 1
    assert any(line.endswith("north: well") for line in lines)
    kept = {each.name: len(list(each.iterdir())) for each in (tmp_path / "seen").iterdir()}
    assert kept.keys() == {"south", "north"}
    assert min(kept.values()) > 2


def test_the_command_takes_a_profile_for_each_camera(evening: Evening, capsys: Said) -> None:
    cameras = [part for each in evening.recordings for part in ("--camera", each)]
    profiles = [part for each in evening.profiles for part in ("--profile", each)]
    assert run(["watch", *cameras, *profiles[:2]]) == ExitCode.USAGE
    assert "--profile: expected one for each of 2 cameras, got 1" in capsys.readouterr().err
    assert run(["watch", *cameras, *profiles, "--json"]) == ExitCode.DONE
    value = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert [each["name"] for each in value["cameras"]] == ["south", "north"]
    assert value["camera"]["state"] == "live"
