"""Defines how a tag may move in the fit: rigidly on its plane, or as any quadrilateral.

A small step moves what is seen at (u, v), counted in half sides of the tag from its middle, by the
sum of the step's entries times the ways below.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from vision.fit.pixels.templates import Singles
from vision.sighting import Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class Freedom:
    """Three ways to move (right, down, turn) or the eight of a homography."""

    kind: Literal["rigid", "projective"]

    @property
    def count(self) -> int:
        return 3 if self.kind == "rigid" else 8

    def columns(self, at: Singles, slopes: Singles, *, into: Singles) -> None:
        """How the brightness (slopes: 2 x n, by half sides) changes with each way (count x n)."""
        (u, v), (right, down) = at, slopes
        if self.kind == "rigid":
            into[0], into[1], into[2] = -right, -down, u * down - v * right
            return
        into[0], into[1] = right, down
        into[2], into[3], into[4], into[5] = u * right, v * right, u * down, v * down
        outwards = into[2] + into[5]
        into[6], into[7] = u * outwards, v * outwards

    def moves(self, at: Floats) -> Floats:
        """How points (k x 2) move with each way (k x 2 x count)."""
        u, v = at.T
        found = np.zeros((len(at), 2, self.count))
        if self.kind == "rigid":
            found[:, 0, 0] = found[:, 1, 1] = -1.0
            found[:, 0, 2], found[:, 1, 2] = -v, u
            return found
        found[:, 0, 0] = found[:, 1, 1] = 1.0
        found[:, 0, 2], found[:, 0, 3], found[:, 1, 4], found[:, 1, 5] = u, v, u, v
        found[:, 0, 6], found[:, 1, 6] = u * u, u * v
        found[:, 0, 7], found[:, 1, 7] = u * v, v * v
        return found

    def moved(self, matrices: Floats, steps: Floats) -> Floats:
        """Ways from the surface to the tag (n x 3 x 3) after steps (n x count)."""
        turn = np.zeros((len(steps), 3, 3))
        turn[:, 2, 2] = 1.0
        if self.kind == "rigid":
            cosine, sine = np.cos(steps[:, 2]), np.sin(steps[:, 2])
            turn[:, 0, 0] = turn[:, 1, 1] = cosine
            turn[:, 0, 1], turn[:, 1, 0] = -sine, sine
            turn[:, :2, 2] = -steps[:, :2]
        else:
            turn[:, 0, 0], turn[:, 0, 1] = 1.0 + steps[:, 2], steps[:, 3]
            turn[:, 1, 0], turn[:, 1, 1] = steps[:, 4], 1.0 + steps[:, 5]
            turn[:, :2, 2] = steps[:, :2]
            turn[:, 2, :2] = -steps[:, 6:]
        found = turn @ matrices
        whole: Floats = found / found[:, 2:, 2:]
        return whole

    def narrowing_errors(self, covariances: Floats) -> Floats | None:
        """Standard errors of how much tags narrow over half a side; None where they may not."""
        if self.kind == "rigid":
            return None
        variances = np.maximum(covariances[:, 6, 6] + covariances[:, 7, 7], 0.0)
        found: Floats = np.sqrt(variances)
        return found


RIGID = Freedom(kind="rigid")
PROJECTIVE = Freedom(kind="projective")
