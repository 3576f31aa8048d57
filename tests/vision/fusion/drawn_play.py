"""Plays a table under several cameras at the level of points: hands, moves, clocks and faults."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np

from calibration.anchors import Calibrated, corners_of
from calibration.camera_model import COUNT as CAMERA_COUNT
from calibration.camera_model import CameraModel
from calibration.lens import COUNT as LENS_COUNT
from calibration.lens import Floats
from calibration.seen import SeenTag
from rules.table.roster import Entry
from rules.table.shapes import Rectangle
from rules.table.snapshot import Health, HealthState
from rules.table.units import Degrees, Inches
from tests.calibration.several.drawn import FLOOR, NOISE, SIZE, DrawnRig, drawn_rig
from vision.fusion.fused import Fused
from vision.fusion.fusion import Fusion
from vision.fusion.placed import FoundTag, placed_sights
from vision.fusion.sight import CameraSight, PieceSign, TagSight
from vision.locating.place_error import EXACT
from vision.locating.tag_layout import PieceTag, TaggedPiece, TagLayout
from vision.tracking.track import Life

NAMES = ("west", "east", "north")
HZ = 15.0
TAG_IN = 0.9
LATE = 0.3
"""Seconds after which a camera's own anchors have shown that it was bumped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """A piece goes from where it lies to another place."""

    piece: int
    begins_s: float
    lasts_s: float
    x: float
    y: float
    turn: float
    hidden_from: tuple[int, ...] = ()
    """The cameras that see only the hand meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """A hand over a piece, for some cameras."""

    piece: int
    begins_s: float
    ends_s: float
    cameras: tuple[int, ...]


@dataclass(slots=True, kw_only=True)
class Eye:
    """One camera of the play: how late it is, and what is wrong with it."""

    delay_s: float = 0.0
    phase_s: float = 0.0
    rate: float = 1.0
    """Of its clock, from `since_s` on."""
    since_s: float = math.inf
    """When its fault begins."""
    ends_s: float = math.inf
    fault: str = ""
    """"freeze", "dead", "black", "bump", "swap" or "slow"."""
    step: Floats | None = None
    """Of the camera's fifteen numbers, where it is bumped."""
    has_anchors: bool = True
    """Whether enough of them are in view for it to notice by itself that it was bumped."""

    def is_ill(self, at_s: float) -> bool:
        return self.since_s <= at_s < self.ends_s


@dataclass(slots=True, kw_only=True, eq=False)
class Play:
    """A table, its cameras, and what happens on it."""

    drawn: DrawnRig
    rng: np.random.Generator
    places: Floats
    """n x 4: x, y and height in inches, turn in radians, as the play begins."""
    told_heights: Floats
    eyes: list[Eye]
    carried: Sequence[Carried] = ()
    covered: Sequence[Covered] = ()
    calibrated: tuple[Calibrated, ...] = ()
    """As the umpire has them, where that is not how they were calibrated."""
    fusion: Fusion = field(init=False)
    righted_s: dict[int, float] = field(default_factory=dict)
    _held: dict[tuple[int, int], tuple[object, TagSight]] = field(default_factory=dict)
    _floors: dict[object, Floats] = field(default_factory=dict)
    _frozen: dict[int, CameraSight] = field(default_factory=dict)
    _anchors: dict[object, tuple[SeenTag, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.calibrated = self.calibrated or self.drawn.calibrated
        self.fusion = Fusion(
            self.calibrated,
            names=NAMES[: len(self.eyes)],
            table=self.drawn.table,
            tag_layout=self.tag_layout,
            care=EXACT,
        )

    @property
    def tag_layout(self) -> TagLayout:
        return layout_of(self.told_heights)

    def truth(self, piece: int, at_s: float) -> tuple[Floats, float]:
        """Where a piece is, and for how long it has been at rest."""
        place, rested = self.places[piece].copy(), math.inf
        for each in sorted(self.carried, key=lambda one: one.begins_s):
            if each.piece != piece or at_s < each.begins_s:
                continue
            share = min(1.0, (at_s - each.begins_s) / each.lasts_s)
            target = np.array([each.x, each.y, place[2], each.turn])
            place += share * (target - place)
            rested = at_s - each.begins_s - each.lasts_s
        return place, rested

    def run(self, until_s: float, *, rate_hz: float = HZ) -> Iterator[Fused]:
        """Every moment at which some camera's picture arrives, or none has for long."""
        events = sorted(
            (number / rate_hz + eye.phase_s + eye.delay_s, number / rate_hz + eye.phase_s, index)
            for index, eye in enumerate(self.eyes)
            for number in range(int(until_s * rate_hz))
        )
        for arrives, taken, index in events:
            sight = self.sight(index, taken)
            if sight is not None:
                self.fusion.take(sight, now_s=arrives)
            found = self.fusion.at(arrives)
            for camera in found.righted:
                self.righted_s[camera] = taken
            yield found

    def sight(self, index: int, at_s: float) -> CameraSight | None:
        """What the camera's own tracker would make of its picture of that moment."""
        eye = self.eyes[index]
        stamp = at_s + eye.delay_s
        ill = eye.is_ill(at_s)
        if ill and eye.fault == "slow":
            stamp = eye.since_s + eye.delay_s + eye.rate * (at_s - eye.since_s)
        if ill and eye.fault == "dead":
            return None
        if ill and eye.fault == "freeze":
            return self._frozen[index]
        if ill and eye.fault == "black":
            note = "paper is 0 grey levels lighter than ink"
            return CameraSight(
                camera=index, seconds=stamp, health=Health(state=HealthState.TOO_DARK, note=note)
            )
        found = self._seen(index, at_s, stamp=stamp)
        self._frozen[index] = found
        return found

    def _seen(self, index: int, at_s: float, *, stamp: float) -> CameraSight:
        eye = self.eyes[index]
        ill = eye.is_ill(at_s)
        model, own = self.drawn.cameras[index], self.calibrated[index].model
        if ill and eye.fault == "swap":
            model = self.drawn.cameras[1 - index]
        if ill and eye.fault == "bump":
            assert eye.step is not None
            model = model.moved(eye.step)
        if index in self.righted_s:
            own = self.fusion.calibrated(index).model
        moved = ill and eye.fault in {"bump", "swap"}
        righted = self.righted_s.get(index)
        knows = eye.has_anchors and at_s - eye.since_s >= LATE
        health = Health()
        if moved and knows and (righted is None or at_s - righted < LATE):
            health = Health(state=HealthState.MOVED, note="the camera has moved")
        tags, signs = {}, {}
        for piece in range(len(self.places)):
            place, rested = self.truth(piece, at_s)
            if self.is_covered(piece, index, at_s=at_s):
                continue
            key = (place.tobytes(), id(model) if not moved else ("moved", index), id(own))
            tag = self._tag(index, piece, place, model=model, own=own, rested=rested, key=key)
            if tag is None:
                continue
            tags[100 + piece] = tag
            signs[f"p{piece}"] = PieceSign(is_calm=rested > 2 / HZ)
        return CameraSight(
            camera=index,
            seconds=stamp,
            health=health,
            tags=tags,
            pieces=signs,
            anchors=self._anchors_seen(index, model, key=(index, moved)),
            is_vouching=not (moved and eye.has_anchors and righted is None),
        )

    def is_covered(self, piece: int, camera: int, *, at_s: float) -> bool:
        """Whether a hand hides a piece from a camera."""
        carried = any(
            each.piece == piece
            and camera in each.hidden_from
            and each.begins_s - 0.3 <= at_s <= each.begins_s + each.lasts_s + 0.3
            for each in self.carried
        )
        return carried or any(
            each.piece == piece and camera in each.cameras and each.begins_s <= at_s <= each.ends_s
            for each in self.covered
        )

    def _tag(
        self,
        index: int,
        piece: int,
        place: Floats,
        *,
        model: CameraModel,
        own: CameraModel,
        rested: float,
        key: object,
    ) -> TagSight | None:
        held = self._held.get((index, piece))
        is_resting = rested > 1 / HZ
        if held is not None and held[0] == (key, is_resting):
            return held[1]
        corners = model.pixels(corners_of(place[None], size=TAG_IN * self.drawn.scale))[0]
        # What a lens differs from its formula by is the same as long as the tag rests.
        floor = self._floors.setdefault(
            (index, piece, key),
            self.rng.normal(0, FLOOR.corner, (4, 2)) + self.rng.normal(0, FLOOR.shift, 2),
        )
        noise = NOISE / 3 if is_resting else 4 * NOISE
        corners = corners + floor + self.rng.normal(0, noise, (4, 2))
        if not ((corners > 0) & (corners < (own.lens.width, own.lens.height))).all():
            return None
        height = float(self.told_heights[piece])
        met = own.places(corners, height=height)
        if not np.isfinite(met).all():
            return None
        along = met[1] - met[0] + met[2] - met[3]
        middle = met.mean(axis=0)
        found = np.array([*middle, height, math.atan2(float(along[1]), float(along[0]))])
        inches = 1 / float(np.linalg.norm(own.pixel_slopes(found[None, :3])[0, :, :2], 2))
        spread = np.diag([noise / 2 * inches] * 2 + [noise * inches / TAG_IN])
        told = FoundTag(
            number=100 + piece,
            place=found,
            covariance=spread**2,
            size=TAG_IN * self.drawn.scale,
            is_resting=is_resting,
        )
        (tag,) = placed_sights([told], model=own)
        self._held[index, piece] = ((key, is_resting), tag)
        return tag

    def _anchors_seen(self, index: int, model: CameraModel, *, key: object) -> tuple[SeenTag, ...]:
        if key not in self._anchors:
            layout = self.drawn.calibrated[0].layout
            pixels = model.pixels(layout.corners(layout.numbers))
            self._anchors[key] = tuple(
                SeenTag(
                    number=number,
                    corners=at + self.rng.normal(0, NOISE, (4, 2)),
                    covariance=NOISE**2 * np.eye(8),
                )
                for number, at in zip(layout.numbers, pixels, strict=True)
                if ((at > 0) & (at < (model.lens.width, model.lens.height))).all()
            )
        return self._anchors[key] if self.eyes[index].has_anchors else ()

    def lies(self, found: Fused, *, right_in: float) -> list[str]:
        """The pieces that are shown as seen, and were not there then: not within so much, nor
        within four times the error that is told.
        """
        if found.health.state is not HealthState.LIVE:
            return []
        wrong = []
        for index, piece in enumerate(found.pieces):
            track, seen_s = piece.track, found.confirmed[piece.tagged.entry.id]
            if track.life is not Life.SETTLED or track.pose is None or seen_s is None:
                continue
            # Nobody told the cameras how late their pictures are.
            offs = []
            for eye in self.eyes:
                place, _ = self.truth(index, seen_s - eye.delay_s)
                offs.append(math.hypot(track.pose.x - place[0], track.pose.y - place[1]))
            off = min(offs)
            if off > max(right_in, 4 * (piece.sigma_in or 0.0)):
                wrong.append(f"{piece.tagged.entry.id} by {off:.3f} in, {found.seconds:.2f} s")
        return wrong


@cache
def a_rig(seed: int, cameras: int) -> DrawnRig:
    """One of a few calibrated rigs: calibrating takes longer than playing."""
    return drawn_rig(np.random.default_rng(seed), cameras=cameras)


def layout_of(heights: Floats) -> TagLayout:
    """The roster of such a table: one tag to a piece."""
    base = Rectangle(length=Inches(1.3), width=Inches(1.3))
    return TagLayout(
        pieces=tuple(
            TaggedPiece(
                entry=Entry(
                    id=f"p{index}",
                    name=f"p{index}",
                    side="red",
                    kind="piece",
                    footprint=base,
                    tags=(),
                ),
                tags=(
                    PieceTag(
                        number=100 + index,
                        size=Inches(TAG_IN),
                        x=Inches(0.0),
                        y=Inches(0.0),
                        turn=Degrees(0.0),
                        height=Inches(float(height)),
                        face="up",
                    ),
                ),
            )
            for index, height in enumerate(heights)
        ),
        anchors={},
        anchor_size=Inches(SIZE),
        class_sizes={},
    )


def a_play(seed: int, *, cameras: int = 2, pieces: int = 8, rig: int = 0) -> Play:
    """Pieces at drawn places, cameras with drawn clocks."""
    rng = np.random.default_rng(seed)
    drawn = a_rig(rig, cameras)
    spots = [(x, y) for x in (4.0, 9.0, 14.0, 19.0) for y in (4.0, 9.0, 14.0, 19.0)]
    chosen = rng.permutation(len(spots))[:pieces]
    places = np.zeros((pieces, 4))
    for row, at in enumerate(chosen):
        places[row, :2] = np.array(spots[at]) + rng.uniform(-1, 1, 2)
    places[:, 2] = rng.choice([0.0, 0.5, 1.0], pieces)
    places[:, 3] = rng.uniform(-math.pi, math.pi, pieces)
    eyes = [
        Eye(phase_s=float(rng.uniform(0, 1 / HZ)), delay_s=float(rng.uniform(0, 0.1)))
        for _ in range(cameras)
    ]
    return Play(drawn=drawn, rng=rng, places=places, told_heights=places[:, 2].copy(), eyes=eyes)


def a_bump(rng: np.random.Generator, *, by_in: float = 0.4, by_deg: float = 0.7) -> Floats:
    """A step of a camera's numbers: its lens stays."""
    step = np.zeros(CAMERA_COUNT)
    step[LENS_COUNT : LENS_COUNT + 3] = rng.normal(0, math.radians(by_deg), 3)
    step[LENS_COUNT + 3 :] = rng.normal(0, by_in, 3)
    return step


def shifted(calibrated: Calibrated, step: Floats) -> Calibrated:
    """A profile of a camera that has stood elsewhere."""
    return replace(calibrated, model=calibrated.model.moved(step))
