"""Follows templates of terrain: they go with their tags until the players lock the ground.

A locked ground stays as it is; a template that is shifted after that is told, and changes nothing.
"""

import math
from collections.abc import Sequence
from typing import Final

import shapely

from rules.table.bad_input import BadInputError
from rules.table.outlines.outline import place as laid
from rules.table.shapes import Point
from rules.table.snapshot import Piece, Pose, Terrain
from rules.table.units import Inches, plain
from vision.tracking.pieces import Tracked
from vision.tracking.settings import DEFAULTS, TrackingSettings
from vision.tracking.track import Life, is_near

_ARC: Final = 8
"""Corners to a quarter of a round template."""


class FollowedTerrain:
    """The terrain of one table."""

    def __init__(self, *, settings: TrackingSettings = DEFAULTS) -> None:
        self._settings = settings
        self._poses: dict[str, Pose] = {}
        self._made: dict[str, tuple[Pose, Terrain]] = {}
        self._shifted: dict[str, str] = {}
        self.is_locked = False

    def lock(self) -> None:
        """Set-up is done: from now on the ground stays as it is."""
        self.is_locked = True

    def unlock(self) -> None:
        """The templates count again where they lie."""
        self.is_locked = False
        self._shifted.clear()

    @property
    def warnings(self) -> tuple[str, ...]:
        """What no longer lies where it was locked."""
        return tuple(self._shifted.values())

    def terrain(self, hills: Sequence[Tracked]) -> tuple[Terrain, ...]:
        """Every template that has come to rest once, where it counts."""
        for hill in hills:
            pose = hill.track.pose
            if hill.track.life is not Life.SETTLED or pose is None:
                continue
            if self.is_locked:
                self._compare(hill.id, pose)
            else:
                self._poses[hill.id] = pose
        found = (self._terrain(hill) for hill in hills if hill.id in self._poses)
        return tuple(each for each in found if each is not None)

    def _compare(self, name: str, pose: Pose) -> None:
        locked = self._poses.get(name)
        if locked is not None and is_near(pose, locked, settings=self._settings):
            self._shifted.pop(name, None)
        elif locked is not None:
            far = math.hypot(pose.x - locked.x, pose.y - locked.y)
            turn = abs((pose.heading - locked.heading + 180.0) % 360.0 - 180.0)
            self._shifted[name] = (
                f"{name} lies {plain(far)} in and {turn:.0f} degrees from where the ground was "
                "locked, and counts where it was: put it back, or unlock the ground"
            )
        else:
            self._shifted[name] = (
                f"{name} was laid down after the ground was locked, and does not count: take it "
                "away, or unlock the ground"
            )

    def _terrain(self, hill: Tracked) -> Terrain | None:
        pose = self._poses[hill.id]
        made = self._made.get(hill.id)
        if made is not None and made[0] is pose:
            return made[1]
        entry = hill.tagged.entry
        spread = pose.covariance
        try:
            terrain = Terrain(
                id=entry.id,
                kind=entry.kind,
                outline=_outline(Piece(id=entry.id, footprint=entry.footprint, pose=pose)),
                height=hill.tagged.terrain_height or Inches(0.0),
                sigma=Inches(math.sqrt(max(spread.xx, spread.yy))),
            )
        except BadInputError:
            # A template without a simple outline does not count; its piece shows its flags.
            return None
        self._made[hill.id] = (pose, terrain)
        return terrain


def _outline(piece: Piece) -> tuple[Point, ...]:
    stood = laid(piece)
    if not stood.radius:
        return tuple((Inches(x), Inches(y)) for x, y in stood.corners.tolist())
    ring = shapely.get_coordinates(shapely.buffer(stood.core(), stood.radius, quad_segs=_ARC))
    return tuple((Inches(x), Inches(y)) for x, y in ring[:-1].tolist())
