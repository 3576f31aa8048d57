"""Combines several looks at a table that nobody touches into one with a smaller error.

Only what scatters from look to look gets smaller by looking often. What all looks share - the
calibration, the print, the height of a tag - stays as large as it was.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from rules.table.bad_input import BadInputError
from rules.table.shapes import Floats
from rules.table.snapshot import Covariance, Piece, PieceState, Pose, Snapshot
from rules.table.units import Degrees, Inches

MOVED_IN: Final = 0.15
"""Inches; a piece that has strayed farther in these looks was touched."""
Row = tuple[float, float, float, float, float, float]


def averaged(looks: Sequence[Snapshot]) -> Snapshot:
    """One table from several looks; a BadInputError says that somebody's hands were in them."""
    if not looks:
        raise BadInputError("table", expected="at least one look at it", got="none")
    last = looks[-1]
    if len(looks) == 1:
        return last
    return replace(last, pieces=tuple(_piece(each, looks) for each in last.pieces))


def _piece(piece: Piece, looks: Sequence[Snapshot]) -> Piece:
    if piece.state is PieceState.MOVING:
        raise BadInputError(piece.id, expected="hands off the table", got="a piece being moved")
    if piece.state is not PieceState.SEEN or piece.pose is None:
        return piece
    poses = [
        found.pose
        for look in looks
        for found in look.pieces
        if found.id == piece.id and found.state is PieceState.SEEN and found.pose is not None
    ]
    # The heading is taken relative to the last one, so that 359 and 1 are two degrees apart.
    turned = [(each.heading - piece.pose.heading + 180.0) % 360.0 - 180.0 for each in poses]
    values = np.array([(each.x, each.y, turn) for each, turn in zip(poses, turned, strict=True)])
    spread = float(np.hypot(*(values[:, :2].max(axis=0) - values[:, :2].min(axis=0))))
    if spread > MOVED_IN:
        got = f"a piece that strayed by {spread:.2f} in"
        raise BadInputError(piece.id, expected="hands off the table", got=got)
    middle = values.mean(axis=0)
    return replace(
        piece,
        pose=Pose(
            x=Inches(float(middle[0])),
            y=Inches(float(middle[1])),
            heading=Degrees((piece.pose.heading + float(middle[2])) % 360.0),
            covariance=_error(poses, values),
        ),
    )


def _error(poses: Sequence[Pose], values: Floats) -> Covariance:
    """The usual error of these looks, with their own scatter divided by how many there were."""
    rows = np.array([_row(each.covariance) for each in poses]).mean(axis=0)
    xx, xy, yy, xh, yh, hh = rows
    usual = np.array([[xx, xy, xh], [xy, yy, yh], [xh, yh, hh]])
    count = len(poses)
    if count < 2:
        return poses[-1].covariance
    scatter = np.cov(values.T)
    # Never less than one look would have that did not scatter at all.
    random = _within(scatter, usual)
    smaller = usual - random * (1 - 1 / count)
    return Covariance(
        xx=float(smaller[0, 0]),
        xy=float(smaller[0, 1]),
        yy=float(smaller[1, 1]),
        xh=float(smaller[0, 2]),
        yh=float(smaller[1, 2]),
        hh=float(smaller[2, 2]),
    )


def _within(
    scatter: Floats,
    usual: Floats,
) -> Floats:
    """As much of the scatter as the usual error has room for, so that what is left is one still."""
    for share in (1.0, 0.75, 0.5, 0.25, 0.1):
        if np.linalg.eigvalsh(usual - share * scatter).min() >= 0:
            return share * scatter
    return np.zeros_like(usual)


def _row(error: Covariance) -> Row:
    return (error.xx, error.xy, error.yy, error.xh, error.yh, error.hh)
