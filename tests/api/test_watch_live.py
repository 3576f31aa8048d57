"""Tests of `umpire watch` over a real stream: what fails is told, and comes back by itself."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import pytest
from rich.text import Text

from api.cli import run
from api.errors import ExitCode
from api.locating.moments import TableMoment, moments_of
from api.locating.several_moments import OneOfSeveral, several_moments
from api.locating.watching import tell
from api.locating.watching_several import joined_of
from api.terminal.output import Output
from calibration.profile import CalibrationProfile, CameraId
from calibration.profile_json import profile_to_json
from rules.table.snapshot import HealthState, PieceState
from tests.vision.camera.mjpeg_server import NetworkCamera, network_camera
from tests.vision.camera.watching import AT_MOST_S
from tests.vision.measured import exact_profile, grey_of, layout_of
from tests.vision.tracking.played import CAMERA, rows, scene_of
from vision.fusion.several import JoinedTable, SeveralCameras
from vision.locating.place_error import EXACT
from vision.pipeline import LiveTable, Pipeline
from vision.synthetic.render import Renderer

THINGS = rows(3)
Moment = TypeVar("Moment", TableMoment, OneOfSeveral)
SELDOM = (pytest.mark.soak, pytest.mark.soak_only)
"""Told as another one is."""


def table_camera() -> AbstractContextManager[NetworkCamera]:
    scene = scene_of(*THINGS, seconds=1.0)
    return network_camera(grey_of(Renderer(scene, quality="fast").frame(0)))


def profile_of(server: NetworkCamera) -> CalibrationProfile:
    camera = CameraId(name="video.mjpg", id=server.url, width=CAMERA.width, height=CAMERA.height)
    return replace(exact_profile(CAMERA), camera=camera)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearing(Output):
    """Hands each line on instead of printing it."""

    hears: Callable[[str], None]

    def lines(self, *lines: Text, aside: bool = False) -> None:
        del aside
        for line in lines:
            self.hears(line.plain)


class Script:
    """What happens to the camera as soon as something is told."""

    def __init__(self, server: NetworkCamera, *steps: tuple[str, str]) -> None:
        self._server = server
        self._steps = deque(steps)
        self.told: list[str] = []

    def hear(self, line: str) -> None:
        self.told.append(line.partition(" s  ")[2])
        if self._steps and self._steps[0][0] in line:
            self._server.fault = self._steps.popleft()[1]
            if not self._steps:
                raise KeyboardInterrupt


def followed(server: NetworkCamera, script: Script) -> LiveTable | None:
    profile = profile_of(server)
    pipeline = Pipeline(profile, tag_layout=layout_of(*THINGS), care=EXACT)
    with closing(moments_of(server.url, expected=profile.camera)) as moments:
        return tell(Hearing(hears=script.hear), _soon(moments), pipeline=pipeline, as_json=False)


def _soon(moments: Iterator[Moment]) -> Iterator[Moment]:
    ends_at = time.monotonic() + AT_MOST_S
    for moment in moments:
        yield moment
        assert time.monotonic() < ends_at, f"expected another state, got {moment}"


def _is_settled_for_both(table: JoinedTable) -> bool:
    """A busy computer leaves a camera out for a while: it has to be so at one time."""
    return (
        all(state.is_well for state in table.cameras)
        and len(table.seen_by) == len(THINGS)
        and set(table.seen_by.values()) == {("1", "2")}
        and {piece.state for piece in table.snapshot.pieces} == {PieceState.SEEN}
    )


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("stalls", "camera: stale: the last picture is "),
        pytest.param("truncated", "camera: stale: the last picture is ", marks=SELDOM),
        ("black", "camera: too dark: the lightest parts have "),
        pytest.param("refuses", "camera: lost: ", marks=pytest.mark.long),
        pytest.param(
            "another size",
            "camera: wrong camera: profile.camera: expected pictures of 800 x 450",
            marks=pytest.mark.long,
        ),
    ],
)
def test_a_camera_that_fails_is_told_and_comes_back_by_itself(fault: str, told: str) -> None:
    with table_camera() as server:
        script = Script(server, ("p2: settled", fault), (told, ""), ("camera: live", ""))
        followed(server, script)
    cameras = [line for line in script.told if line.startswith("camera: ")]
    assert cameras[0] == "camera: live"
    assert cameras[-1].startswith("camera: live")
    # An age that grows is told once.
    assert len([line for line in cameras if line.startswith(told)]) == 1
    assert not [line for line in script.told if "moved" in line]


def test_nothing_is_shown_as_seen_while_no_picture_comes() -> None:
    with table_camera() as server:
        script = Script(server, ("p2: settled", "stalls"), ("camera: stale", ""))
        last = followed(server, script)
    assert last is not None
    assert last.health.state is HealthState.STALE
    assert last.snapshot.health == last.health.for_rules()
    assert {piece.state for piece in last.snapshot.pieces} == {PieceState.HIDDEN}


def test_a_stream_of_another_camera_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with table_camera() as server:
        profile = profile_of(server)
        for changed, says in (
            ({"id": "rtsp://other.local/1"}, "expected 'video.mjpg' (rtsp://other.local/1)"),
            ({"width": 640, "height": 360}, "expected pictures of 640 x 360"),
        ):
            camera = replace(profile.camera, **changed)
            view = replace(CAMERA, width=camera.width, height=camera.height)
            other = replace(exact_profile(view), camera=camera)
            place = tmp_path / "table.json"
            place.write_text(profile_to_json(other), encoding="utf-8")
            given = ["watch", "--camera", server.url, "--profile", str(place)]
            assert run(given) == ExitCode.REFUSED
            assert says in capsys.readouterr().err


@pytest.mark.long
def test_two_streams_are_followed_in_processes_of_their_own() -> None:
    with table_camera() as one, table_camera() as other:
        profiles = [profile_of(server) for server in (one, other)]
        several = SeveralCameras(
            profiles, names=("1", "2"), tag_layout=layout_of(*THINGS), care=EXACT
        )
        expected = [profile.camera for profile in profiles]
        texts = [server.url for server in (one, other)]
        moments = several_moments(texts, expected=expected, errands=several.errands)
        with closing(moments):
            tables = (joined_of(moment, several=several) for moment in _soon(moments))
            assert any(table is not None and _is_settled_for_both(table) for table in tables)
    # Nobody has followed a picture here.
    assert all(several.follower(camera).live is None for camera in range(2))
