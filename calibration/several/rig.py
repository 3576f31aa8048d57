"""Holds several cameras over one table in one frame, and what is unsure of all of them together."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.anchors import Calibrated, Floor
from calibration.camera_model import COUNT as CAMERA_COUNT
from calibration.camera_model import CameraModel
from calibration.lens import COUNT as LENS_COUNT
from calibration.lens import Floats
from calibration.several.tie import Tie, tied
from calibration.solve import root_of
from rules.table.bad_input import BadInputError

LOOSE: Final = (0.05, 0.05, 0.05, 3.0, 3.0, 3.0)
"""Standard errors in radians and inches of where a camera stands that others place: all that is
known of that comes from what it sees from now on."""


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
    loose: tuple[int, ...] = ()
    """Cameras that stand by what they share with the others, and by nothing else."""

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
            loose=(0,) if camera in self.loose else (),
        )


def rig_of(calibrated: Sequence[Calibrated], *, names: Sequence[str]) -> Rig:
    """All cameras in the frame of the first; a BadInputError tells which do not fit together."""
    if calibrated[0].is_placed_by_others:
        raise BadInputError(
            names[0],
            expected="a camera that was calibrated by anchors of its own, as the first",
            got="one that others place",
        )
    own = [each for each in calibrated if not each.is_placed_by_others]
    owners = [name for name, e in zip(names, calibrated, strict=True) if not e.is_placed_by_others]
    tie: Tie = tied(own, names=owners)
    rig = Rig(
        cameras=tie.cameras,
        floors=tuple(each.floor for each in own),
        scale=tie.scale,
        root=root_of(tie.covariance),
        flatness=max(each.flatness for each in own),
        moved=tie.moved,
    )
    for index, each in enumerate(calibrated):
        if each.is_placed_by_others:
            lens = each.covariance[:LENS_COUNT, :LENS_COUNT]
            rig = beside(rig, at=index, model=each.model, lens=lens, floor=each.floor)
    return rig


def beside(rig: Rig, *, at: int, model: CameraModel, lens: Floats, floor: Floor) -> Rig:
    """The rig with one more camera, of whose stand nothing is believed; ``lens`` is the covariance
    of its lens, which was measured by itself.
    """
    before = rig.root @ rig.root.T
    head = CAMERA_COUNT * at
    old = np.r_[0:head, head + CAMERA_COUNT : len(before) + CAMERA_COUNT]
    covariance = np.zeros((len(before) + CAMERA_COUNT,) * 2)
    covariance[np.ix_(old, old)] = before
    mine = slice(head, head + LENS_COUNT)
    covariance[mine, mine] = lens
    stand = slice(head + LENS_COUNT, head + CAMERA_COUNT)
    covariance[stand, stand] = np.diag(np.square(LOOSE))
    return replace(
        rig,
        cameras=(*rig.cameras[:at], model, *rig.cameras[at:]),
        floors=(*rig.floors[:at], floor, *rig.floors[at:]),
        root=root_of(covariance),
        loose=(*(each + (each >= at) for each in rig.loose), at),
    )
