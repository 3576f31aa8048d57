"""Tests that the guide through the lens step asks for what is missing, and ends."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from calibration.camera_model import CameraModel, Stand, rotation_of
from calibration.lens_board.board_problem import Chessboard, bent
from calibration.lens_board.coverage import (
    COLUMNS,
    ENOUGH,
    ROWS,
    BoardReach,
    Tilt,
    adds,
    coverage_of,
    is_blurred,
    kind_of,
)
from calibration.seen import SeenBoard
from rules.table.bad_input import BadInputError
from tests.calibration.boards import FLAT, board_views
from tests.calibration.cameras import BENT

BOARD = Chessboard()


def held(
    *,
    turn: Sequence[float] = (0.0, 0.0, 0.0),
    distance: float = 16.0,
    aim: Sequence[float] = (0.5, 0.5),
) -> SeenBoard:
    """The board turned about the camera's axes (degrees), seen where it is aimed at."""
    ray = BENT.rays(np.array(aim) * [BENT.width, BENT.height])
    stand = Stand(rotation=rotation_of(np.radians(turn)), shift=np.array([*ray, 1.0]) * distance)
    points = bent(BOARD.corners(range(BOARD.inner)), shape=FLAT, reach=BOARD.reach)
    seen = CameraModel(lens=BENT, stand=stand).pixels(points)
    is_in = ((seen > 0) & (seen < [BENT.width, BENT.height])).all(axis=1)
    return SeenBoard(
        picture="view",
        width=BENT.width,
        height=BENT.height,
        numbers=tuple(map(int, np.flatnonzero(is_in))),
        points=seen[is_in],
    )


@pytest.mark.parametrize(
    ("turn", "tilt"),
    [
        ((0.0, 0.0, 0.0), Tilt.FLAT),
        # About the axis that points down, the right edge comes nearer.
        ((0.0, 30.0, 0.0), Tilt.LEFT),
        ((0.0, -30.0, 0.0), Tilt.RIGHT),
        ((30.0, 0.0, 0.0), Tilt.DOWN),
        ((-30.0, 0.0, 0.0), Tilt.UP),
        ((15.0, 0.0, 0.0), None),
    ],
)
def test_tilts_are_named_by_the_edge_that_is_farther(
    turn: tuple[float, float, float], tilt: Tilt | None
) -> None:
    rotation = rotation_of(np.radians(turn))
    right, down = rotation[2, 0], rotation[2, 1]
    if tilt in {Tilt.LEFT, Tilt.RIGHT}:
        assert (right > 0) == (tilt is Tilt.RIGHT)
    if tilt in {Tilt.UP, Tilt.DOWN}:
        assert (down > 0) == (tilt is Tilt.DOWN)
    assert kind_of(held(turn=turn)).tilt is tilt


def test_the_parts_of_the_picture_and_the_distance_are_seen() -> None:
    corner = kind_of(held(aim=(0.12, 0.16), distance=30.0))
    assert corner.cells <= {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert (0, 0) in corner.cells
    assert corner.reach is BoardReach.FAR
    assert kind_of(held(distance=11.0)).reach is BoardReach.NEAR
    assert kind_of(held()).is_upright
    assert not kind_of(held(turn=(0.0, 0.0, 90.0))).is_upright


def test_the_guide_ends_when_its_advice_is_followed() -> None:
    rng = np.random.default_rng(8)
    views: list[SeenBoard] = []
    advice = [coverage_of(views).next]
    assert advice == ["hold the board flat towards the camera"]
    for view in board_views(rng, lens=BENT, count=300):
        if adds(view, views):
            views.append(view)
            advice.append(coverage_of(views).next)
        if coverage_of(views).is_enough:
            break
    assert coverage_of(views).is_enough
    assert ENOUGH <= len(views) <= 40
    assert advice[-1] == "that is enough: the lens can be solved"
    assert len(set(advice)) >= 4


def test_a_missing_corner_of_the_picture_is_asked_for() -> None:
    views = board_views(np.random.default_rng(8), lens=BENT, count=40)
    left = [view for view in views if (0, COLUMNS - 1) not in kind_of(view).cells]
    found = coverage_of(left)
    assert found.cells[0][COLUMNS - 1] == 0
    assert "hold the board in the upper far right of the picture" in found.missing
    assert len(found.cells) == ROWS


def test_the_same_view_again_adds_nothing() -> None:
    view = held()
    assert adds(view, [])
    assert not adds(view, [view])
    few = replace(view, numbers=view.numbers[:5], points=view.points[:5])
    assert not adds(few, [])


def test_blur_is_judged_by_what_is_usual() -> None:
    assert is_blurred(30.0, [100.0, 90.0, 110.0])
    assert not is_blurred(70.0, [100.0, 90.0, 110.0])
    assert not is_blurred(30.0, [])


def test_a_view_of_another_size_is_refused() -> None:
    with pytest.raises(BadInputError, match="view: expected 1920 x 1080 pixels, got 640 x 480"):
        kind_of(replace(held(), width=640, height=480), lens=BENT)
