"""Knows how frame after frame of one camera becomes followed tags and the lives of pieces.

At rest a comparison of pictures is all; what changed is fitted from where it was, what was lost is
looked for around its place, and what is new where something changed and came to rest.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import shapely

from calibration.bump import BumpCheck
from calibration.profile import Profile
from rules.table.bad_input import BadInputError
from rules.table.outline import place as laid
from rules.table.snapshot import Piece
from vision.detector import Detector
from vision.placing import KnownTag, Placer
from vision.reckoning import Care, Reckoner
from vision.sighting import Floats, Sighting
from vision.standing import Raised
from vision.tag_family import TagFamily
from vision.tracking.anchor_watch import AnchorWatch
from vision.tracking.atlas import Box, searched
from vision.tracking.background import Background
from vision.tracking.bare import BareTable
from vision.tracking.change_gate import ChangeGate
from vision.tracking.following import Follow, begun, refit, renew
from vision.tracking.frame import TableFrame
from vision.tracking.pieces import PieceBook
from vision.tracking.settings import DEFAULTS, TrackingSettings
from vision.tracking.track import Life, Moved
from vision.worn import Battle

_MARGIN: Final = 0.2
"""Of a tag's size: its white rim, in which the fit looks."""
_ABOUT: Final = 0.5
"""Of a tag's size: what moves so near disturbs it."""
_AT_ONCE: Final = 2
"""A tag is where it was followed to, if it is nearer than so many of its halves."""
_BLUR_BY: Final = 4
"""Tags from which on the blur of a fit is the picture's."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Seen:
    """What one frame brought."""

    frame: TableFrame
    moves: tuple[tuple[str, Moved], ...]
    bump: BumpCheck | None
    refusal: str | None
    """Why nothing of this frame may be ruled by."""
    fitted: int
    searched: tuple[Box, ...]


class Tracker:
    """Follows one table in one camera; every frame is told once, in order."""

    def __init__(
        self,
        profile: Profile,
        *,
        battle: Battle | None = None,
        care: Care | None = None,
        settings: TrackingSettings = DEFAULTS,
    ) -> None:
        self.profile, self.battle, self.settings = profile, battle, settings
        family = TagFamily.of(profile.dictionary)
        self._detector = Detector(family)
        reckoner = Reckoner(
            profile.calibrated, table=profile.table, care=Care() if care is None else care
        )
        self.placer = Placer(reckoner=reckoner, table=profile.table, family=family)
        self.gate = ChangeGate(settings=settings)
        self.anchors = AnchorWatch(profile, family=family, settings=settings)
        self.book = PieceBook(
            battle.wearers if battle else (), placer=self.placer, settings=settings
        )
        self._background = Background(settings=settings)
        self._bare = BareTable()
        self.follows: dict[int, list[Follow]] = {}
        self.strangers: dict[int, Sighting] = {}
        self.blur_px: float | None = None
        self._raised: tuple[Raised, ...] = ()
        self._turn = 0
        self._last_s = -np.inf
        self._refused: str | None = None
        self._layout: tuple[list[Follow], Floats] | None = None

    def look(self, frame: TableFrame) -> Seen:
        """Take the next frame in; one of another size or from the past is refused."""
        self._check(frame)
        self._last_s = frame.seconds
        self.gate.look(frame.grey)
        self.anchors.look(
            frame.grey, gate=self.gate, seconds=frame.seconds, blur_px=self.blur_px
        )  # fmt: skip
        fitted, missing, touched = self._fit(frame)
        boxes = self._search(frame, missing=missing, touched=touched)
        self._recheck_heights(frame, touched=touched)
        refusal = self.anchors.refusal(frame.seconds)
        moves: list[tuple[str, Moved]] = []
        if refusal is None:
            if self._refused is not None:
                touched |= set(self.book.pieces)
            moves = self._live(frame, touched=touched)
        self._refused = refusal
        return Seen(
            frame=frame, moves=tuple(moves), bump=self.anchors.check, refusal=refusal,
            fitted=fitted, searched=boxes,
        )  # fmt: skip

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

    def _all(self) -> tuple[list[Follow], Floats]:
        """Every followed tag, and all their corners."""
        if self._layout is None:
            follows = [each for some in self.follows.values() for each in some]
            corners = np.array([each.corners for each in follows]).reshape(-1, 4, 2)
            self._layout = (follows, corners)
        return self._layout

    def _fit(self, frame: TableFrame) -> tuple[int, list[Follow], set[str]]:
        follows, corners = self._all()
        boxes = self.gate.boxes(corners, margin=_MARGIN)
        hits = self.gate.changed(boxes) >= self.settings.gate_least
        is_restless = np.array([not each.is_resting and each.in_view for each in follows], bool)
        chosen = [follows[at] for at in np.flatnonzero(hits | is_restless)]
        chosen += self._controls(follows, hits=hits | is_restless, count=len(chosen))
        if not chosen:
            return 0, [], set()
        fit, moved, missing = refit(
            chosen, grey=frame.grey, seconds=frame.seconds, placer=self.placer,
            blur_px=self.blur_px, settings=self.settings,
        )  # fmt: skip
        if fit is not None and (self.blur_px is None or len(fit.tags) >= _BLUR_BY):
            self.blur_px = fit.blur_px
        if moved:
            self._layout = None
        gone = {id(each) for each in missing}
        found = np.array([each.corners for each in chosen if id(each) not in gone])
        self.gate.understood(self.gate.boxes(found.reshape(-1, 4, 2), margin=_MARGIN))
        touched = {name for each in chosen if (name := self._owner(each.number))}
        for each in missing:
            each.in_view = False
        return len(chosen), missing, touched

    def _controls(
        self, follows: Sequence[Follow], *, hits: np.typing.NDArray[np.bool_], count: int
    ) -> list[Follow]:
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

    def _owner(self, number: int) -> str | None:
        return self.book.of_number.get(number)

    # --- tags that are not -------------------------------------------------------------------

    def _search(
        self, frame: TableFrame, *, missing: Sequence[Follow], touched: set[str]
    ) -> tuple[Box, ...]:
        plan = self._background.plan(
            self.gate, seconds=frame.seconds, largest_px=self._largest_px()
        )
        boxes = list(plan.boxes)
        if not plan.is_whole:
            boxes += self._chased(frame.seconds, missing)
            lost = self.anchors.boxes_near(self.gate, reach=self.settings.chase_reach)
            is_hit = self.gate.changed(lost) > 0
            boxes += [self._pixels(box) for box in lost[is_hit].tolist()]
        if not boxes:
            return ()
        sightings = searched(frame.grey, boxes, detector=self._detector)
        self.anchors.found(
            frame.grey, sightings, seconds=frame.seconds, blur_px=self.blur_px
        )  # fmt: skip
        self._meet(frame, sightings, touched=touched)
        self._forget_strangers(boxes, sightings)
        patches = np.array([self._patches(box) for box in plan.boxes], dtype=np.int32)
        if len(patches):
            _, corners = self._all()
            around = self.gate.boxes(corners, margin=_ABOUT)
            self._bare.learn(self.gate.small, patches=patches, taken=around)
            self.gate.understood(patches)
        return tuple(boxes)

    def _largest_px(self) -> float:
        corners = self._all()[1]
        known = [*corners, *self.anchors.corners.values()]
        if not known:
            return 0.1 * self.profile.camera.width
        sides = np.linalg.norm(np.array(known) - np.roll(known, 1, axis=1), axis=2)
        return float(1.5 * sides.max())

    def _chased(self, seconds: float, missing: Sequence[Follow]) -> list[Box]:
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

    def _meet(self, frame: TableFrame, sightings: Sequence[Sighting], *, touched: set[str]) -> None:
        """Take in every tag that was found; terrain first, for others may stand on it."""
        terrain: list[KnownTag] = []
        standing: list[KnownTag] = []
        for each in sightings:
            known = self._known(each)
            if known is None or self._is_followed(each):
                continue
            owner = self._owner(each.number)
            is_terrain = owner and self.book.pieces[owner].wearer.terrain_height is not None
            (terrain if is_terrain else standing).append(known)
        for group, raised in ((terrain, ()), (standing, None)):
            if not group:
                continue
            self._place(frame, group, raised=self._raised if raised is None else raised)
            touched |= {name for each in group if (name := self._owner(each.sighting.number))}
            if group is terrain:
                self._raise(touched)

    def _known(self, sighting: Sighting) -> KnownTag | None:
        number, battle = sighting.number, self.battle
        scale = self.profile.calibrated.layout.scale
        if number in self.anchors.numbers:
            return None
        if battle and number in battle.class_sizes:
            side = battle.class_sizes[number] * scale
            return KnownTag(sighting=sighting, side=side, own_height=0.0)
        if battle and number in battle.of_number:
            _, tag = battle.of_number[number]
            return KnownTag(sighting=sighting, side=tag.size * scale, own_height=tag.height)
        if sighting.wrong_cells == 0:
            self.strangers[number] = sighting
        return None

    def _is_followed(self, sighting: Sighting) -> bool:
        return any(
            each.in_view and each.average is not None and _is_at(each, sighting)
            for each in self.follows.get(sighting.number, ())
        )

    def _place(
        self, frame: TableFrame, known: Sequence[KnownTag], *, raised: Sequence[Raised]
    ) -> None:
        found = self.placer.spots(frame.grey, known, raised=raised, blur_px=self.blur_px)
        if self.blur_px is None and any(spot.place for spot in found.spots):
            self.blur_px = found.blur_px
        for spot in found.spots:
            number = spot.known.sighting.number
            mine = self.follows.setdefault(number, [])
            is_shared = self.battle is not None and number in self.battle.class_sizes
            # A unique tag that is out of sight is this one, wherever it lies now.
            ghosts = [
                each for each in mine if not each.in_view or _is_at(each, spot.known.sighting)
            ]
            if is_shared:
                ghosts = [each for each in ghosts if _is_at(each, spot.known.sighting)]
            if ghosts:
                renew(ghosts[0], spot, seconds=frame.seconds)
                dropped = {id(each) for each in ghosts[1:]}
                mine[:] = [each for each in mine if id(each) not in dropped]
            else:
                mine.append(begun(spot, seconds=frame.seconds))
            corners = spot.known.sighting.corners
            self.gate.understood(self.gate.boxes(corners[None], margin=_MARGIN))
        self._layout = None

    def _raise(self, touched: Iterable[str] = ()) -> None:
        """Terrain as it lies now, for what stands on it."""
        del touched
        raised = []
        for piece in self.book.pieces.values():
            height = piece.wearer.terrain_height
            if not height:
                continue
            located = self.book.located(piece.wearer, self.follows)
            pose = located.pose or piece.track.pose
            if pose is not None:
                entry = piece.wearer.entry
                stood = laid(Piece(id=entry.id, footprint=entry.footprint, pose=pose))
                area = shapely.buffer(stood.core(), stood.radius)
                raised.append(Raised(name=entry.id, outline=area, height=float(height)))
        self._raised = tuple(raised)

    def _recheck_heights(self, frame: TableFrame, *, touched: set[str]) -> None:
        """What has come to rest may stand on other ground than before."""
        lifting = {
            name for name in touched if self.book.pieces[name].wearer.terrain_height is not None
        }
        if lifting:
            self._raise()
        if not self._raised:
            return
        follows = self._all()[0]
        due = [
            each
            for each in follows
            if each.in_view and each.is_fresh and each.is_resting and each.average is not None
            and self._owner(each.number) not in lifting
        ]  # fmt: skip
        if not due:
            return
        found = self.placer.spots(
            frame.grey, [each.known for each in due], raised=self._raised, blur_px=self.blur_px
        )
        for each, spot in zip(due, found.spots, strict=True):
            each.is_fresh = False
            if spot.place is not None and (spot.height != each.height or spot.flags):
                renew(each, spot, seconds=frame.seconds)
                self._layout = None
            if name := self._owner(each.number):
                touched.add(name)

    def _forget_strangers(self, boxes: Sequence[Box], sightings: Sequence[Sighting]) -> None:
        """One whose place was searched, and which was not found there, is gone."""
        seen = {each.number for each in sightings}
        for number in [each for each in self.strangers if each not in seen]:
            x, y = self.strangers[number].centre.tolist()
            if any(box[0] <= x < box[2] and box[1] <= y < box[3] for box in boxes):
                del self.strangers[number]

    # --- pieces ------------------------------------------------------------------------------

    def _live(self, frame: TableFrame, *, touched: set[str]) -> list[tuple[str, Moved]]:
        follows, corners = self._all()
        about = self.gate.moving(self.gate.boxes(corners, margin=_ABOUT))
        disturbed, bare = set(), set()
        for each, moving in zip(follows, about.tolist(), strict=True):
            name = self._owner(each.number)
            if name is None:
                continue
            if moving >= self.settings.gate_least or not each.is_open:
                disturbed.add(name)
        for name, piece in self.book.pieces.items():
            if piece.track.life is Life.SETTLED and name not in touched:
                continue
            mine = [e for tag in piece.wearer.tags for e in self.follows.get(tag.number, ())]
            boxes = self.gate.boxes(
                np.array([e.corners for e in mine]).reshape(-1, 4, 2), margin=_MARGIN
            )
            if mine and not any(e.in_view for e in mine) and self._bare.is_bare(
                self.gate.small, patches=boxes
            ):  # fmt: skip
                bare.add(name)
        return self.book.looked(
            frame.seconds, follows=self.follows, touched=touched, disturbed=disturbed, bare=bare
        )


def _is_at(follow: Follow, sighting: Sighting) -> bool:
    far = float(np.hypot(*(follow.known.sighting.centre - sighting.centre)))
    return _AT_ONCE * far < max(sighting.shortest_side_px, follow.known.sighting.shortest_side_px)
