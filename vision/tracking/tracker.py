"""Turns frame after frame of one camera into followed tags and the lives of pieces.

At rest a comparison of pictures is all; what changed is fitted from where it was, what was lost is
looked for around its place, and what is new where something changed and came to rest.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.profile import CalibrationProfile
from calibration.table.bump import BumpCheck
from rules.table.bad_input import BadInputError
from vision.detector import Detector
from vision.fit.pixels.template_cache import TemplateCache
from vision.locating.place_error import Care, PlaceErrors
from vision.locating.placing import Placer
from vision.locating.tag_layout import TagLayout
from vision.sighting import Floats
from vision.tags.tag_family import TagFamily
from vision.tracking.anchor_watch import AnchorWatch
from vision.tracking.around import PiecesAround, outline_px
from vision.tracking.atlas import Box, once, searched
from vision.tracking.bare import BareTable
from vision.tracking.change_gate import Bools, ChangeGate, Whole
from vision.tracking.creeping import Creeping
from vision.tracking.followed import Followed
from vision.tracking.following import FollowedTag, refit
from vision.tracking.frame import TableFrame
from vision.tracking.pieces import PieceBook
from vision.tracking.searching.background import Background
from vision.tracking.searching.deep_look import DeepLook
from vision.tracking.settings import DEFAULTS, TrackingSettings
from vision.tracking.track import Life, SettledMove

_MARGIN: Final = 0.2
"""Of a tag's size: its white rim, in which the fit looks."""
_CLOSER: Final = 1.5
"""Times at which the picture is enlarged for a second look. The detector misses one small tag in
some hundreds when it lies just so on the pixels; enlarged it lies differently."""
_ABOUT: Final = 0.5
"""Of a tag's size: what moves so near disturbs it."""
_BLUR_BY: Final = 4
"""Tags from which on the blur of a fit is the picture's, if most of its tags are there: of bare
table any blur can be fitted."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SeenFrame:
    """What one frame brought."""

    frame: TableFrame
    moves: tuple[tuple[str, SettledMove], ...]
    bump: BumpCheck | None
    refusal: str | None
    """Why nothing of this frame may be ruled by."""
    fitted: int
    searched: tuple[Box, ...]


class Tracker:
    """Follows one table in one camera; takes each frame once, in order."""

    def __init__(
        self,
        profile: CalibrationProfile,
        *,
        tag_layout: TagLayout | None = None,
        care: Care | None = None,
        settings: TrackingSettings = DEFAULTS,
        is_alone: bool = True,
    ) -> None:
        """Another camera may vouch for one that is not alone."""
        self.profile, self.tag_layout, self.settings = profile, tag_layout, settings
        family = TagFamily.of(profile.dictionary)
        self._detector = Detector(family)
        place_errors = PlaceErrors(
            profile.calibrated, table=profile.table, care=Care() if care is None else care
        )
        self.placer = Placer(place_errors=place_errors, table=profile.table, family=family)
        self.gate = ChangeGate(settings=settings)
        self.anchors = AnchorWatch(profile, family=family, settings=settings, is_alone=is_alone)
        self.book = PieceBook(
            tag_layout.pieces if tag_layout else (), placer=self.placer, settings=settings
        )
        self._background = Background(settings=settings)
        self._bare = BareTable(settings=settings)
        self._around = PiecesAround(settings=settings)
        self.tags = Followed(
            tag_layout,
            anchors=self.anchors.numbers,
            placer=self.placer,
            book=self.book,
            gate=self.gate,
        )
        self.deep = DeepLook(tag_layout, placer=self.placer, settings=settings)
        self._cache = TemplateCache()
        self._creeping = Creeping(settings=settings)
        self._turn = 0
        self._last_s = -np.inf
        self._refused: str | None = None
        self._empty = 0
        """Pictures in a row that show no tag at all."""

    def look(self, frame: TableFrame) -> SeenFrame:
        """Take in the next frame; one of another size or from the past is refused."""
        self._check(frame)
        self._last_s = frame.seconds
        self.gate.look(frame.grey, contrast=self.anchors.contrast)
        is_suspect, blur_px = self._creeping.is_shared, self.tags.blur_px
        self.anchors.look(frame, gate=self.gate, blur_px=blur_px, is_suspect=is_suspect)
        if self.anchors.calibrated is not self.placer.place_errors.calibrated:
            self.tags.stand_as(self.anchors.calibrated)
            self._creeping.begin_anew()
        fitted, missing, touched = self._fit(frame)
        boxes = self._search(frame, missing=missing, touched=touched)
        if self.anchors.is_vouching:
            touched |= self.deep.look(frame, gate=self.gate, tags=self.tags)
        self.tags.recheck_heights(frame, touched=touched)
        self._empty = 0 if self._shows_tags() else self._empty + 1
        refusal = self.anchors.refusal(
            frame.seconds, is_empty=self._empty >= self.settings.empty_looks
        )
        moves: list[tuple[str, SettledMove]] = []
        if refusal is None:
            if self._refused is not None:
                touched |= set(self.book.pieces)
            moves = self._live(frame, touched=touched)
        self._refused = refusal
        return SeenFrame(
            frame=frame,
            moves=tuple(moves),
            bump=self.anchors.check,
            refusal=refusal,
            fitted=fitted,
            searched=boxes,
        )

    def _shows_tags(self) -> bool:
        return bool(self.anchors.count_in_view) or any(e.in_view for e in self.tags.all()[0])

    def _check(self, frame: TableFrame) -> None:
        height, width = frame.grey.shape[:2]
        camera = self.profile.camera
        if (width, height) != (camera.width, camera.height):
            raise BadInputError(
                "frame",
                expected=f"{camera.width} x {camera.height} pixels as the profile's camera takes",
                got=f"{width} x {height}",
            )
        if frame.seconds <= self._last_s:
            raise BadInputError(
                "frame.seconds",
                expected=f"later than {self._last_s:.3f}, when the frame before was taken",
                got=f"{frame.seconds:.3f}",
            )

    # --- tags that are known -----------------------------------------------------------------

    def _fit(self, frame: TableFrame) -> tuple[int, list[FollowedTag], set[str]]:
        follows, corners = self.tags.all()
        boxes = self.gate.boxes(corners, margin=_MARGIN)
        hits = self.gate.changed(boxes) >= self.settings.gate_least
        crept, drifts = self._creeping.crept(follows, hits=hits, small=self.gate.small)
        is_due = np.array([self._is_due(each, frame.seconds) for each in follows], bool)
        busy = hits | crept | is_due
        chosen = [follows[at] for at in np.flatnonzero(busy)]
        controls = self._controls(follows, hits=busy, count=len(chosen))
        self._creeping.watch(follows, corners=corners, busy=busy, grey=frame.grey, gate=self.gate)
        if not chosen and not controls:
            return 0, [], set()
        fit, moved, missing = refit(
            chosen,
            controls=controls,
            grey=frame.grey,
            seconds=frame.seconds,
            placer=self.placer,
            blur_px=self.tags.blur_px,
            drifts=drifts,
            at_rest=sum(each.in_view and each.is_resting for each in follows),
            cache=self._cache,
            settings=self.settings,
        )
        chosen += controls
        placed = sum(tag.is_placed for tag in fit.tags) if fit is not None else 0
        is_telling = placed >= max(_BLUR_BY, (len(chosen) + 1) // 2)
        if fit is not None and (is_telling or (placed and self.tags.blur_px is None)):
            self.tags.blur_px = fit.blur_px
        stepped = {id(each) for each in moved}
        if moved or any(each.is_creeping for each in chosen):
            self.tags.changed()
        gone = {id(each) for each in missing}
        found = np.array([each.corners for each in chosen if id(each) not in gone])
        # Where a tag was a frame ago there is nothing, now that it has moved on a little.
        left = [box for each, box in zip(follows, boxes, strict=True) if id(each) in stepped]
        self.gate.understood(self.gate.boxes(found.reshape(-1, 4, 2), margin=_MARGIN))
        self.gate.understood(np.array(left, dtype=np.int32).reshape(-1, 4))
        touched = {name for each in chosen if (name := self.tags.owner(each.number))}
        for each in missing:
            each.in_view = False
        if not any(each.in_view for each in follows):
            # The camera was turned or has lost its focus: from here on everything is new.
            self.tags.blur_px = None
        return len(chosen), missing, touched

    def _is_due(self, follow: FollowedTag, seconds: float) -> bool:
        """Whether to fit a tag though nothing changed about it: it moves, or is out of sight."""
        if follow.in_view:
            return not follow.is_resting or follow.is_creeping
        is_hidden = seconds - follow.seen_s < self.settings.hidden_most_s
        is_time = seconds - follow.tried_s >= self.settings.retry_s
        return follow.average is not None and is_hidden and is_time

    def _controls(
        self, follows: Sequence[FollowedTag], *, hits: np.typing.NDArray[np.bool_], count: int
    ) -> list[FollowedTag]:
        """Resting tags to compare with, and, every few frames, to average."""
        self._turn += 1
        is_due = self._turn % self.settings.average_every == 0
        if not count and not is_due:
            return []
        rest = [
            each
            for each, hit in zip(follows, hits, strict=True)
            if not hit and each.in_view and each.is_open and each.average is not None
        ]
        most = self.settings.most_averaged
        if not count:
            rest = [each for each in rest if each.average and each.average.count < most]
        rest.sort(key=lambda each: (each.average.count if each.average else 0, each.seen_s))
        return rest[: self.settings.controls]

    # --- tags that are not -------------------------------------------------------------------

    def _search(
        self, frame: TableFrame, *, missing: Sequence[FollowedTag], touched: set[str]
    ) -> tuple[Box, ...]:
        moving = sum(each.in_view and not each.is_resting for each in self.tags.all()[0])
        plan = self._background.plan(
            self.gate,
            seconds=frame.seconds,
            largest_px=self._largest_px(),
            is_busy=moving > self.settings.fine_most,
        )
        boxes = list(plan.boxes)
        if not plan.is_whole:
            boxes += self._chased(frame.seconds, missing)
            lost = self.anchors.boxes_near(self.gate, reach=self.settings.chase_reach)
            is_hit = self.gate.changed(lost) > 0
            boxes += [self._pixels(box) for box in lost[is_hit].tolist()]
        if not boxes and not plan.again:
            return ()
        sightings = searched(frame.grey, boxes, detector=self._detector)
        sightings += searched(frame.grey, plan.again, detector=self._detector, times=_CLOSER)
        sightings = once(sightings)
        boxes += plan.again
        self.anchors.found(frame.grey, sightings, seconds=frame.seconds, blur_px=self.tags.blur_px)
        self.tags.meet(frame, sightings, touched=touched)
        self.tags.forget_strangers(boxes, sightings)
        self.tags.forget_unplaced(boxes, seconds=frame.seconds, touched=touched)
        self.tags.forget_shared(before_s=frame.seconds - self.settings.hidden_most_s)
        patches = np.array([self._patches(box) for box in plan.core], dtype=np.int32)
        if len(patches):
            follows, corners = self.tags.all()
            around = self.gate.boxes(corners, margin=_ABOUT)
            self._bare.learn(self.gate.small, patches=patches, taken=around)
            placed = [at for at, each in enumerate(follows) if each.in_view and each.average]
            mine = self.gate.boxes(corners[placed], margin=_MARGIN)
            self.gate.understood(patches, kept=mine)
        return tuple(boxes)

    def _largest_px(self) -> float:
        corners = self.tags.all()[1]
        known = [*corners, *self.anchors.corners.values()]
        if not known:
            return 0.1 * self.profile.camera.width
        sides = np.linalg.norm(np.array(known) - np.roll(known, 1, axis=1), axis=2)
        return float(1.5 * sides.max())

    def _chased(self, seconds: float, missing: Sequence[FollowedTag]) -> list[Box]:
        boxes = []
        for each in missing:
            if seconds - each.seen_s > self.settings.chase_s:
                continue
            corners = each.corners
            start = each.start(seconds)
            if start is not None and not each.is_resting:
                at = np.array([[start.x_in, start.y_in, each.height]])
                corners = corners + (self.placer.camera.pixels(at)[0] - corners.mean(axis=0))
            low, high = corners.min(axis=0), corners.max(axis=0)
            reach = self.settings.chase_reach * float((high - low).max())
            if not np.isfinite(reach):
                continue
            left, top = np.floor(low - reach).astype(int).tolist()
            right, bottom = np.ceil(high + reach).astype(int).tolist()
            boxes.append((left, top, right, bottom))
        return boxes

    def _pixels(self, box: list[int]) -> Box:
        left, top, right, bottom = (each * self.gate.patch for each in box)
        return (left, top, right, bottom)

    def _patches(self, box: Box) -> list[int]:
        rows, columns = self.gate.small.shape
        left, top, right, bottom = (round(each / self.gate.patch) for each in box)
        return [max(0, left), max(0, top), min(columns, right), min(rows, bottom)]

    def shows_the_table(self, corners: Floats) -> bool:
        """Whether nothing lies at these corners (4 x 2, pixels)."""
        places = self.gate.boxes(corners[None], margin=_MARGIN)
        return self._bare.is_bare(self.gate.small, patches=places)

    def _paper(self, name: str, *, height: float) -> Whole | None:
        """The patches under a piece where it was seen last, as one box."""
        piece = self.book.pieces[name]
        pose = piece.track.pose
        if pose is None or piece.track.life in {Life.LOST, Life.REMOVED}:
            return None
        corners = outline_px(piece.tagged, pose, height=height, camera=self.placer.camera)
        if not np.isfinite(corners).all():
            return None
        return self.gate.boxes(corners[None], margin=0.0)

    def _is_empty(self, paper: Whole) -> bool:
        """Whether nothing moves about a place, and it looks like the table around it."""
        small = self.gate.small
        if (
            self.gate.moving(self._around.widened(paper, small=small))[0]
            >= self.settings.gate_least
        ):
            return False
        follows, corners = self.tags.all()
        seen = [at for at, each in enumerate(follows) if each.in_view]
        others = self.gate.boxes(corners[seen], margin=_ABOUT)
        return self._around.is_empty(small, place=paper, others=others)

    def _is_moving(self, corners: Floats) -> Bools:
        """Around which of some quadrilaterals the picture has changed since the last one."""
        about = self.gate.moving(self.gate.boxes(corners, margin=_ABOUT))
        return np.asarray(about >= self.settings.gate_least)

    def _trembles(self, moving: Bools) -> bool:
        """Whether so much changes at once that it is the camera's doing, or the light's.

        A table shakes when somebody leans on it. Fits show that the pieces are at rest all the
        same, and no hand is over most of a table while its tags are open.
        """
        anchors = np.array(list(self.anchors.corners.values())).reshape(-1, 4, 2)
        every = np.concatenate([moving, self._is_moving(anchors)])
        is_enough = len(every) >= self.settings.tremble_least
        return is_enough and float(every.mean()) >= self.settings.tremble_share

    # --- pieces ------------------------------------------------------------------------------

    def _live(self, frame: TableFrame, *, touched: set[str]) -> list[tuple[str, SettledMove]]:
        restless = touched | self.book.restless
        disturbed, bare = set(), set()
        if restless:
            follows, corners = self.tags.all()
            moving = self._is_moving(corners)
            if self._trembles(moving[[each.in_view for each in follows]]):
                moving[:] = False
            for each, is_moving in zip(follows, moving.tolist(), strict=True):
                is_odd = is_moving or not each.is_open
                if is_odd and (name := self.tags.owner(each.number)):
                    disturbed.add(name)
        if not self.anchors.is_vouching:
            disturbed |= restless
        hidden: dict[str, Whole] = {}
        for name in restless:
            tags = self.book.pieces[name].tagged.tags
            mine = [e for tag in tags for e in self.tags.of_number.get(tag.number, ())]
            if not mine or any(e.in_view for e in mine):
                continue
            places = self.gate.boxes(np.array([e.corners for e in mine]), margin=_MARGIN)
            paper = self._paper(name, height=mine[0].height)
            if paper is not None:
                hidden[name] = paper
            if self._bare.is_bare(self.gate.small, patches=places) or (
                paper is not None and self._is_empty(paper)
            ):
                bare.add(name)
        kept = np.array([each[0] for each in hidden.values()], dtype=np.int32).reshape(-1, 4)
        self._around.learn(
            self.gate.small,
            seconds=frame.seconds,
            kept=self._around.widened(kept, small=self.gate.small),
        )
        return self.book.looked(
            frame.seconds,
            follows=self.tags.of_number,
            touched=touched,
            disturbed=disturbed,
            bare=bare,
        )
