"""Views of a lens board that a player could have taken, of which everything is known."""

import numpy as np

from calibration.camera_model import CameraModel, Stand, rotation_of
from calibration.lens import Floats, Lens
from calibration.lens_board.board_problem import SHAPE, Chessboard, bent
from calibration.seen import SeenBoard

FLAT: Floats = np.zeros(SHAPE)
BOARD = Chessboard()


def board_stand(
    rng: np.random.Generator, *, lens: Lens, distance: float | None = None, is_turned: bool = True
) -> Stand:
    """The board held somewhere in the picture, tilted and turned; or always upright."""
    reach = float(rng.uniform(11.0, 22.0)) if distance is None else distance
    tilt = rotation_of(np.array([*rng.uniform(-0.6, 0.6, 2), 0.0]))
    roll = rng.choice([0.0, np.pi / 2]) + rng.normal(0, 0.15) if is_turned else 0.0
    turn = rotation_of(np.array([0.0, 0.0, roll]))
    aim = rng.uniform([0.2, 0.2], [0.8, 0.8]) * [lens.width, lens.height]
    ray = np.array([(aim[0] - lens.cx) / lens.fx, (aim[1] - lens.cy) / lens.fy, 1.0])
    rotation: Floats = tilt @ turn
    return Stand(rotation=rotation, shift=ray * reach)


def board_views(
    rng: np.random.Generator,
    *,
    lens: Lens,
    count: int = 20,
    noise: float = 0.1,
    shape: Floats = FLAT,
    board: Chessboard = BOARD,
    is_turned: bool = True,
) -> list[SeenBoard]:
    """Views in which at least fifteen corners are in the picture."""
    points = bent(board.corners(range(board.inner)), shape=shape, reach=board.reach)
    views: list[SeenBoard] = []
    while len(views) < count:
        model = CameraModel(lens=lens, stand=board_stand(rng, lens=lens, is_turned=is_turned))
        seen = model.pixels(points)
        size = np.array([lens.width, lens.height])
        is_in = (
            np.isfinite(seen).all(axis=1) & (seen > 8).all(axis=1) & (seen < size - 8).all(axis=1)
        )
        if is_in.sum() < 15:
            continue
        numbers = np.flatnonzero(is_in)
        views.append(
            SeenBoard(
                picture=f"view {len(views) + 1}",
                width=lens.width,
                height=lens.height,
                numbers=tuple(map(int, numbers)),
                points=seen[is_in] + rng.normal(0, noise, (len(numbers), 2)),
                sigma=noise,
            )
        )
    return views
