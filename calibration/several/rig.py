"""Holds several cameras over one table in one frame, and what is unsure of all of them together."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.anchors import Calibrated, Floor
from calibration.camera_model import COUNT as CAMERA_COUNT
from calibration.camera_model import CameraModel
from calibration.lens import Floats
from calibration.several.tie import Tie, tied
from calibration.solve import root_of


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rig:
    """Cameras over one table; what they share is in the covariance of all of them."""

    cameras: tuple[CameraModel, ...]
    floors: tuple[Floor, ...]
    """How far each camera's pictures differ from its model."""
    scale: float
    """How much wider printed squares are than meant."""
    root: Floats
    """Its product with its own transpose is the covariance: fifteen rows of each camera in their
    order, and one of the scale."""
    flatness: float
    """Standard error of the height of the table's surface at any place, in inches."""
    moved: tuple[int, ...] = ()
    """Anchors that lay elsewhere when some of the cameras were calibrated: they tie none."""

    @property
    def count(self) -> int:
        """How many cameras there are."""
        return len(self.cameras)

    def of_camera(self, camera: int) -> Floats:
        """The rows of the root that are one camera's."""
        return self.root[CAMERA_COUNT * camera : CAMERA_COUNT * (camera + 1)]

    def stepped(self, step: Floats) -> tuple[CameraModel, ...]:
        """The cameras after a step of the root's columns."""
        return tuple(
            camera.moved(self.of_camera(index) @ step) for index, camera in enumerate(self.cameras)
        )

    def only(self, camera: int) -> "Rig":
        """One of the cameras by itself, as the others have helped to place it."""
        rows = np.concatenate([self.of_camera(camera), self.root[-1:]])
        return Rig(
            cameras=(self.cameras[camera],),
            floors=(self.floors[camera],),
            scale=self.scale,
            root=root_of(rows @ rows.T),
            flatness=self.flatness,
            moved=self.moved,
        )


def rig_of(calibrated: Sequence[Calibrated], *, names: Sequence[str]) -> Rig:
    """All cameras in the frame of the first; a BadInputError tells which do not fit together."""
    tie: Tie = tied(calibrated, names=names)
    return Rig(
        cameras=tie.cameras,
        floors=tuple(each.floor for each in calibrated),
        scale=tie.scale,
        root=root_of(tie.covariance),
        flatness=max(each.flatness for each in calibrated),
        moved=tie.moved,
    )
