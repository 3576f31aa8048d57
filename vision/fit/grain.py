"""Halves a large picture for the fit, with its camera and blur."""

import math
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import CameraModel
from vision.fit.settings import FitSettings
from vision.sighting import Floats, Grey

_PIXEL: Final = 1 / 12
"""Variance of a pixel's own square, in square pixels; halving the picture keeps it a pixel."""

_FEW: Final = 4
"""With fewer tags in a fit, nobody says what an open tag looks like but the tag itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grain:
    """How many pixels each way become one."""

    by: int = 1

    def picture(self, grey: Grey) -> Grey:
        if self.by == 1:
            return grey
        size = (grey.shape[1] // self.by, grey.shape[0] // self.by)
        whole = grey[: size[1] * self.by, : size[0] * self.by]
        return np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)

    def mask(self, hidden: NDArray[np.bool_] | None) -> NDArray[np.bool_] | None:
        """What is hidden in part is hidden."""
        if hidden is None or self.by == 1:
            return hidden
        rows, columns = hidden.shape[0] // self.by, hidden.shape[1] // self.by
        whole = hidden[: rows * self.by, : columns * self.by]
        return np.asarray(whole.reshape(rows, self.by, columns, self.by).any(axis=(1, 3)))

    def camera(self, camera: CameraModel) -> CameraModel:
        lens, by = camera.lens, self.by
        if by == 1:
            return camera
        coarser = replace(
            lens,
            width=lens.width // by,
            height=lens.height // by,
            fx=lens.fx / by,
            fy=lens.fy / by,
            cx=(lens.cx + 0.5) / by - 0.5,
            cy=(lens.cy + 0.5) / by - 0.5,
        )
        return replace(camera, lens=coarser)

    def blur(self, blur_px: float) -> float:
        """The blur of the coarser picture.

        >>> Grain(by=2).blur_before(Grain(by=2).blur(1.4))
        1.4
        """
        return math.sqrt(max(blur_px**2 - _PIXEL, 0.0) / self.by**2 + _PIXEL)

    def blur_before(self, blur_px: float) -> float:
        """The blur of the picture that became coarser."""
        return round(math.sqrt(max(blur_px**2 - _PIXEL, 0.0) * self.by**2 + _PIXEL), 9)


def grains(corners: Floats, *, cells: int, settings: FitSettings) -> list[tuple[Grain, list[int]]]:
    """At which size which tags of a large picture are fitted, by their corners (n x 4 x 2) in it.

    Small cells run into one another at half the size; a few tags more share the fit of a few.
    """
    count = len(corners)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)
    cell = np.nan_to_num(sides.min(axis=1, initial=math.inf), nan=math.inf) / cells
    order = np.argsort(cell, kind="stable")
    fine = int((cell < 2 * settings.binned_cell_px).sum())
    fine = max(fine, min(_FEW, count)) if fine else 0
    fine = count if count - fine < _FEW and fine else fine
    parts = [(Grain(), sorted(order[:fine].tolist())), (Grain(by=2), sorted(order[fine:].tolist()))]
    return [part for part in parts if part[1]] or parts[1:]
