"""Follows the pictures of one of several cameras by itself, here or in the camera's own process."""

from dataclasses import dataclass, field, replace
from typing import Final

from calibration.profile import CalibrationProfile
from rules.table.snapshot import Health
from vision.camera.errands.turns import BoardPlace
from vision.camera.source import Frame
from vision.fusion.crossing import LookReader, LookSender
from vision.fusion.followed import FollowedSights
from vision.fusion.one_look import OneLook
from vision.fusion.sight import CameraSight
from vision.health import HealthJudge
from vision.locating.located import Flag
from vision.locating.place_error import Care
from vision.locating.placing import TagPlacing
from vision.locating.tag_layout import TagLayout
from vision.pipeline import LiveTable, Pipeline
from vision.sighting import Floats
from vision.tracking.frame import TableFrame
from vision.tracking.pieces import Tracked
from vision.tracking.settings import DEFAULTS, TrackingSettings

_WELL: Final = Health()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FollowErrand:
    """To follow the pictures of one camera, wherever that is done."""

    camera: int
    """Which of the several, from 0."""
    name: str
    profile: CalibrationProfile
    tag_layout: TagLayout | None = None
    care: Care | None = None
    settings: TrackingSettings = field(default=DEFAULTS)
    place: BoardPlace | None = None
    """Where it takes its turn among the others."""

    def unseen(self) -> OneLook:
        """What is known of the camera before its first picture."""
        judge = HealthJudge(print_check=self.profile.print_check, settings=self.settings)
        health = judge.at(0.0)
        sight = CameraSight(camera=self.camera, seconds=0.0, health=health.for_rules())
        return OneLook(profile=self.profile, sight=sight, health=health)

    def finder(self) -> "FollowedAway":
        return FollowedAway(self)

    def reader(self) -> LookReader:
        return LookReader(camera=self.camera, profile=self.profile)


class CameraFollower:
    """One of several cameras, picture after picture."""

    def __init__(self, errand: FollowErrand) -> None:
        self.errand = errand
        self.pipeline = Pipeline(
            errand.profile,
            tag_layout=errand.tag_layout,
            care=errand.care,
            settings=errand.settings,
            is_alone=False,
        )
        self.live: LiveTable | None = None
        """What the last picture showed; for what is drawn over it."""
        self._sights = FollowedSights(errand.camera)
        self._markers: tuple[TagPlacing, ...] = ()
        self._strangers: dict[int, Floats] = {}
        self._flags: dict[str, tuple[Flag, ...]] = {}
        self._nameless: dict[str, Tracked] = {}

    def look(self, frame: TableFrame, *, keeper: Health) -> OneLook:
        """What one more picture shows, and the keeper says of its camera."""
        pipeline = self.pipeline
        self.live = live = pipeline.step(frame).told_by(keeper)
        health = live.health.for_rules()
        nameless = pipeline.nameless()
        return OneLook(
            profile=self.errand.profile,
            sight=self._sights.sight(pipeline, seconds=frame.seconds, health=health),
            health=live.health,
            markers=self._markers_of(live),
            strangers=self._strangers_of(pipeline),
            flags=self._flags_of(pipeline),
            nameless=self._kept([each for each, _ in nameless.values()]),
            confirmed={name: at for name, (_, at) in nameless.items()},
        )

    # --- what has not changed stays the same object ----------------------------------------------

    def _markers_of(self, live: LiveTable) -> tuple[TagPlacing, ...]:
        before = {id(each.known): each for each in self._markers}
        self._markers = tuple(
            old if (old := before.get(id(each.known))) and _is_same(old, each) else each
            for each in live.markers
        )
        return self._markers

    def _strangers_of(self, pipeline: Pipeline) -> dict[int, Floats]:
        strangers = pipeline.tracker.tags.strangers
        before = self._strangers
        if before.keys() != strangers.keys() or any(
            before[number] is not each.corners for number, each in strangers.items()
        ):
            self._strangers = {number: each.corners for number, each in strangers.items()}
        return self._strangers

    def _flags_of(self, pipeline: Pipeline) -> dict[str, tuple[Flag, ...]]:
        flags = pipeline.flags()
        if flags != self._flags:
            self._flags = flags
        return self._flags

    def _kept(self, nameless: list[Tracked]) -> tuple[Tracked, ...]:
        """As they are now: what is handed on does not change with the next picture."""
        before, self._nameless = self._nameless, {}
        for piece in nameless:
            old = before.get(piece.id)
            is_same = (
                old is not None
                and old.tagged is piece.tagged
                and old.track is piece.track
                and old.located is piece.located
            )
            self._nameless[piece.id] = old if old is not None and is_same else replace(piece)
        return tuple(self._nameless.values())


class FollowedAway:
    """Follows in the camera's own process, and packs what each picture shows for the others."""

    def __init__(self, errand: FollowErrand) -> None:
        self._errand = errand
        self._follower = CameraFollower(errand)
        self._sender = LookSender()
        self._number: int | None = None
        self._latest = errand.unseen()

    def look(self, frame: Frame) -> None:
        """A picture that is shown once more is not followed once more."""
        if frame.number != self._number:
            self._number = frame.number
            taken = table_frame(frame, now=frame.seconds, camera=self._errand.name)
            self._latest = self._follower.look(taken, keeper=_WELL)

    def packed(self, *, turn: int, taken: int) -> bytes:
        return self._sender.packed(self._latest, turn=turn, taken=taken)


def table_frame(frame: Frame, *, now: float, camera: str = "") -> TableFrame:
    """On the clock of all processes: a camera that was opened anew begins to count at 0."""
    seconds = now if frame.captured_s is None else frame.captured_s
    return TableFrame(number=frame.number, seconds=seconds, camera=camera, grey=frame.grey)


def _is_same(one: TagPlacing, other: TagPlacing) -> bool:
    if one.place is None or other.place is None:
        return one.place is other.place and one.flags == other.flags
    was, now = one.place.tag, other.place.tag
    return (
        one.height == other.height
        and one.flags == other.flags
        and (was.x_in, was.y_in, was.heading_deg) == (now.x_in, now.y_in, now.heading_deg)
    )
