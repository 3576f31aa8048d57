"""Holds what one camera's picture showed by itself: all that joining it with others needs."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from calibration.profile import CalibrationProfile
from rules.table.snapshot import Health
from vision.fusion.sight import CameraSight
from vision.health import CameraHealth
from vision.locating.located import Flag
from vision.locating.placing import TagPlacing
from vision.sighting import Floats
from vision.tracking.pieces import Tracked


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OneLook:
    """One picture of one camera. What has not changed is the same object as in the look before."""

    profile: CalibrationProfile
    """By which its pictures were followed; a camera that was put right has another one."""
    sight: CameraSight
    health: CameraHealth
    markers: tuple[TagPlacing, ...] = ()
    """Tags that many pieces share."""
    strangers: Mapping[int, Floats] = field(default_factory=dict)
    """The corners of tags that belong to nothing on this table, in pixels."""
    flags: Mapping[str, tuple[Flag, ...]] = field(default_factory=dict)
    """What is wrong with a piece, as this camera has it by itself."""
    nameless: tuple[Tracked, ...] = ()
    """The pieces that share their number: those of the roster, on the table or not, then others."""
    confirmed: Mapping[str, float | None] = field(default_factory=dict)
    """When a picture last showed each of those."""

    def told_by(self, keeper: Health) -> "OneLook":
        """With what only the camera's keeper knows of its health."""
        health = self.health.told_by(keeper)
        if (health.state, health.note) == (self.health.state, self.health.note):
            return self
        return replace(self, health=health, sight=replace(self.sight, health=health.for_rules()))

    def tags_in_view(self) -> list[Floats]:
        """The corners of every tag that the picture shows, in pixels."""
        return [
            *(tag.corners for tag in self.sight.tags.values()),
            *(spot.known.sighting.corners for spot in self.markers),
            *self.strangers.values(),
            *(anchor.corners for anchor in self.sight.anchors),
        ]
