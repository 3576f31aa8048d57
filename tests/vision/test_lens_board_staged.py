"""Tests of the staged lens board and of the photographs that newcomers practise with."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from api.files.roster_file import parse_army
from api.kit.work import KitChoices, planned_kit
from calibration.lens_board.board_problem import Chessboard
from calibration.lens_board.coverage import coverage_of
from calibration.seen import SeenBoard
from rules.table.bad_input import BadInputError
from tests.api.setting_up import small_roster
from tests.often import often
from vision.board import PrintedBoard, view_of
from vision.kit.describe import described
from vision.staging.lens_board import TABLE_IN, board_scene, guided_views
from vision.staging.practice import BY_HAND_IN, laid_by_hand, poses_around, practice
from vision.synthetic.described.scene_toml import scene_from_toml
from vision.synthetic.projection import Floats
from vision.synthetic.projection import view_of as camera_view
from vision.synthetic.render import Renderer
from vision.tags.tag_family import TagFamily


@pytest.fixture(scope="module")
def kit() -> dict[str, Any]:
    army = parse_army(small_roster().encode(), origin="small", is_csv=False)
    chosen = KitChoices(camera=None, table=None, dictionary=None)
    return described(planned_kit(army, chosen, roster="small"))


def corners_px(text: str) -> Floats:
    """Where the inner corners of the board are in a scene's picture, by projection alone."""
    squares = Chessboard()
    at = squares.corners(range(squares.inner))
    middle = TABLE_IN / 2
    points = np.column_stack([middle + at[:, 0], middle - at[:, 1], np.full(len(at), 0.12)])
    return camera_view(scene_from_toml(text, name="board").camera).pixels(points)


@pytest.mark.parametrize("index", often([0, 1, 4], quick=[1]))
def test_the_board_is_rendered_where_it_is_projected(kit: dict[str, Any], index: int) -> None:
    text = board_scene(kit, guided_views(5)[index])
    picture = Renderer(scene_from_toml(text, name="board")).frame(0).picture
    told = kit["board"]
    board = PrintedBoard(
        columns=told["columns"],
        rows=told["rows"],
        square_in=told["square_in"],
        marker_in=told["tag_in"],
        numbers=tuple(told["ids"]),
    )
    seen = view_of(picture[..., 1].copy(), board, family=TagFamily.of("DICT_4X4_250")).seen
    assert seen is not None
    assert len(seen.numbers) >= 15
    off = seen.points - corners_px(text)[list(seen.numbers)]
    assert np.hypot(*off.T).max() < 0.4
    assert abs(off.mean()) < 0.03


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_twenty_views_leave_nothing_out(kit: dict[str, Any], seed: int) -> None:
    size = np.array([kit["camera"]["width_px"], kit["camera"]["height_px"]])
    views = []
    for index, view in enumerate(guided_views(20, seed=seed)):
        points = corners_px(board_scene(kit, view))
        inside = np.flatnonzero(((points > 8) & (points < size - 8)).all(axis=1))
        numbers = tuple(int(each) for each in inside)
        views.append(
            SeenBoard(
                picture=f"{index}",
                width=int(size[0]),
                height=int(size[1]),
                numbers=numbers,
                points=points[inside],
            )
        )
    assert coverage_of(views).missing == ()


def test_anchors_are_laid_by_hand_but_the_frame_stays(kit: dict[str, Any]) -> None:
    laid = laid_by_hand(kit, seed=3)
    meant = np.array([anchor["at_in"] for anchor in kit["anchors"]])
    found = np.array([anchor["at_in"] for anchor in laid["anchors"]])
    assert found[0].tolist() == [0.0, 0.0]
    assert found[1, 1] == 0.0
    off = np.hypot(*(found - meant)[2:].T)
    assert 0.2 * BY_HAND_IN < np.median(off) < 4 * BY_HAND_IN
    assert laid_by_hand(kit, seed=3) == laid
    assert kit["anchors"][5]["top_deg"] == 90.0


def test_each_photograph_is_from_another_side_and_shows_every_anchor(kit: dict[str, Any]) -> None:
    poses = poses_around(kit, count=5)
    assert len({pose.position for pose in poses}) == 5
    for one, other in pairwise(poses):
        assert np.hypot(*np.subtract(one.position[:2], other.position[:2])) > 3.0
    made = practice(kit, lens_views=1, photographs=2)
    for text in (*made.anchors, made.game):
        scene = scene_from_toml(text, name="table")
        view = camera_view(scene.camera)
        anchors = [piece for piece in scene.pieces if piece.anchor]
        spots = np.array([(piece.place.x, piece.place.y, 0.0) for piece in anchors])
        seen = view.pixels(spots)
        assert len(anchors) == 8
        assert ((seen > 0) & (seen < view.size)).all()
    # The game is watched from where the last photograph was taken.
    cameras = [scene_from_toml(text, name="t").camera for text in (made.anchors[-1], made.game)]
    assert cameras[0] == cameras[1]


def test_counts_that_make_no_sense_are_refused(kit: dict[str, Any]) -> None:
    for count in (0, 201):
        with pytest.raises(BadInputError):
            guided_views(count)
    with pytest.raises(BadInputError):
        practice(kit, photographs=13)
