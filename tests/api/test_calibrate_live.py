"""Tests of measuring a lens live: what is kept, what is said, and that nothing is lost."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Self
from xml.etree import ElementTree as ET

import cv2
import numpy as np
import pytest

from api.calibrating.board_watch import BoardWatch, is_still
from api.calibrating.live import WatchedCamera, live_views, looked
from api.cli import run
from api.errors import ExitCode
from api.kit.kit_file import PrintedKit, any_kit
from calibration.lens_board.board_problem import Chessboard
from calibration.seen import SeenBoard
from tests.api.setting_up import Practised
from tests.vision.camera.mjpeg_server import network_camera
from tests.vision.camera.watching import AT_MOST_S
from vision.board import BoardView
from vision.camera.source import Frame, Identity
from vision.synthetic.video import MotionJpeg

GREY = np.zeros((480, 640), dtype=np.uint8)


class Shown:
    """A camera before which somebody holds the board, each way for some frames."""

    def __init__(self, views: Path, *, frames_each: int, stops_after: int = 10_000) -> None:
        self._pictures = sorted(views.glob("*.jpg"))
        self._each = frames_each
        self._stops_after = stops_after

    @property
    def identity(self) -> Identity:
        return Identity(name="Acme", id="7", width=640, height=480)

    def frames(self) -> Iterator[Frame]:
        for number in range(len(self._pictures) * self._each):
            if number >= self._stops_after:
                raise KeyboardInterrupt
            grey = cv2.imread(str(self._pictures[number // self._each]), cv2.IMREAD_GRAYSCALE)
            assert grey is not None
            picture = np.asarray(grey, dtype=np.uint8)
            yield Frame(number=number, seconds=number / 10, name=f"frame {number}", grey=picture)

    def close(self) -> None:
        """There is nothing to give back."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()


@pytest.fixture
def kit() -> PrintedKit:
    return any_kit()


def test_each_way_is_kept_once_and_the_picture_grows(
    practised: Practised, tmp_path: Path, kit: PrintedKit
) -> None:
    said: list[str] = []
    picture = tmp_path / "coverage.svg"
    source = Shown(practised.lens_views, frames_each=3)
    found = live_views(source, kit=kit, picture=picture, say=said.append)
    assert found.camera is not None
    assert str(found.camera) == "'Acme' (7) at 640 x 480"
    assert 6 <= len(found.seen) <= 9
    ways = {int(view.picture.split()[1]) // 3 for view in found.seen}
    assert len(ways) == len(found.seen)
    text = picture.read_text(encoding="utf-8")
    assert f"{len(found.seen)} views" in text
    ET.fromstring(text)
    assert said[0] == "0 views: this is a new view: hold it still"
    assert said[1].startswith("1 view: view 1 is kept; now ")
    assert all("\n" not in sentence for sentence in said)


def test_ctrl_c_keeps_what_there_is(practised: Practised, tmp_path: Path, kit: PrintedKit) -> None:
    said: list[str] = []
    source = Shown(practised.lens_views, frames_each=3, stops_after=11)
    found = live_views(source, kit=kit, picture=tmp_path / "c.svg", say=said.append)
    assert 2 <= len(found.seen) <= 4
    assert said[-1] == f"stopped with {len(found.seen)} views, of which none is lost"
    nothing = Shown(practised.lens_views, frames_each=3, stops_after=0)
    with pytest.raises(KeyboardInterrupt):
        live_views(nothing, kit=kit, picture=tmp_path / "c.svg", say=said.append)


def test_a_video_of_the_board_gives_a_lens(
    practised: Practised, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "board.avi"
    with place.open("wb") as file, MotionJpeg(file, size=(640, 480), rate_hz=10.0) as made:
        for picture in sorted(practised.lens_views.glob("*.jpg")):
            for _ in range(2):
                made.add(picture.read_bytes())
    lens = tmp_path / "lens.json"
    command = ["calibrate", "lens", "--camera", str(place), "-o", str(lens)]
    capsys.readouterr()
    assert run(command) == ExitCode.DONE
    out, err = capsys.readouterr()
    value = json.loads(lens.read_text(encoding="utf-8"))
    assert value["lens"]["fx"] == pytest.approx(532.6, rel=0.01)
    assert value["camera"]["name"] == "board.avi"
    assert "pictures used" in out
    assert "is kept; now" in err
    assert (tmp_path / "lens-coverage.svg").exists()


def test_a_folder_may_stand_in_for_a_camera(practised: Practised, tmp_path: Path) -> None:
    lens = tmp_path / "lens.json"
    views = str(practised.lens_views)
    assert run(["calibrate", "lens", "--camera", views, "-o", str(lens)]) == ExitCode.DONE
    assert json.loads(lens.read_text(encoding="utf-8"))["views"] >= 6


def test_a_stream_that_stops_is_told_and_goes_on(practised: Practised, kit: PrintedKit) -> None:
    views = [
        cv2.imread(str(place), cv2.IMREAD_GRAYSCALE)
        for place in sorted(practised.lens_views.glob("*.jpg"))[:2]
    ]
    said: list[str] = []
    ends_at = time.monotonic() + AT_MOST_S
    with network_camera(np.asarray(views[0], dtype=np.uint8)) as server:

        def say(sentence: str) -> None:
            assert time.monotonic() < ends_at, said
            said.append(sentence)
            if "is kept" in sentence and server.fault == "":
                server.fault = "stalls"
            elif sentence.startswith("stale: "):
                server.drawn, server.fault = np.asarray(views[1], dtype=np.uint8), "back"

        with WatchedCamera(server.url, say=say) as source:
            kept = 0
            watch = BoardWatch(board=kit.board)
            for watched in watch.watch(looked(source, kit=kit)):
                say(watched.says)
                kept += watched.kept
                if kept == 2:
                    break
            assert (source.identity.width, source.identity.height) == (640, 480)
    assert any(sentence.startswith("stale: ") for sentence in said)


def test_a_stream_that_is_not_there_is_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with network_camera() as server:
        server.fault = "refuses"
        command = ["calibrate", "lens", "--camera", server.url, "-o", str(tmp_path / "lens.json")]
        assert run(command) == ExitCode.BAD_INPUT
    assert server.url in capsys.readouterr().err
    assert not (tmp_path / "lens.json").exists()


# --- what is kept ----------------------------------------------------------------------------


def board_at(x: float, y: float, *, name: str = "a") -> SeenBoard:
    board = Chessboard()
    numbers = tuple(range(board.inner))
    points = board.corners(numbers) * 30 + [x, y]
    return SeenBoard(picture=name, width=640, height=480, numbers=numbers, points=points)


def frame(number: int) -> Frame:
    return Frame(number=number, seconds=0.0, name=f"{number}", grey=GREY)


def test_a_board_that_moves_is_not_still() -> None:
    assert not is_still(board_at(300, 200), None)
    assert is_still(board_at(300, 200), board_at(301, 200.5))
    assert not is_still(board_at(300, 200), board_at(310, 200))
    few = replace(board_at(300, 200), numbers=(), points=np.zeros((0, 2)))
    assert not is_still(few, board_at(300, 200))


def test_a_blurred_view_is_not_kept_and_says_so() -> None:
    watch = BoardWatch(board=Chessboard(), waits_for_stillness=False)
    views = [
        BoardView(seen=board_at(200, 200), says="", blur_px=0.8),
        BoardView(seen=board_at(400, 280), says="", blur_px=4.0),
        BoardView(seen=board_at(400, 280), says="", blur_px=0.9),
        BoardView(seen=None, says="show the whole board"),
    ]
    told = list(watch.watch((frame(index), view) for index, view in enumerate(views)))
    assert [each.kept for each in told] == [True, False, True, False]
    assert "blurred" in told[1].says
    assert told[3].says == "show the whole board"
    assert told[3].coverage.views == 2


def test_where_the_focus_is_on_the_table_nobody_is_sent_nearer_than_it_is_sharp() -> None:
    watch = BoardWatch(board=Chessboard(), waits_for_stillness=False)
    nearer = "come nearer, until the board fills the picture or is no longer sharp"
    assert nearer in watch.coverage.missing
    near = replace(board_at(320, 240), points=1.6 * (board_at(0, 0).points) + [320, 240])
    (told,) = watch.watch([(frame(0), BoardView(seen=near, says="", blur_px=5.5))])
    assert not told.kept
    assert "lay it on the table" in told.says
    assert nearer not in told.coverage.missing


def test_the_same_view_twice_is_kept_once() -> None:
    watch = BoardWatch(board=Chessboard())
    view = BoardView(seen=board_at(200, 200), says="", blur_px=0.8)
    told = list(watch.watch((frame(index), view) for index in range(4)))
    assert [each.kept for each in told] == [False, True, False, False]
    assert "hold it still" in told[0].says
