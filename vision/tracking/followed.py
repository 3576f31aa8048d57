"""Holds every tag that is followed on a table: takes in what was found, and decides heights."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import shapely

from calibration.anchors import Calibrated
from calibration.lens import Lens
from rules.table.outlines.outline import place as laid
from rules.table.snapshot import Piece
from vision.fit.free import fit_corners
from vision.locating.placing import KnownTag, Placer, TagPlacing
from vision.locating.standing import Raised
from vision.locating.tag_layout import TagLayout
from vision.sighting import Floats, Sighting
from vision.tracking.atlas import Box
from vision.tracking.change_gate import ChangeGate
from vision.tracking.following import FollowedTag, begun, renew
from vision.tracking.frame import TableFrame
from vision.tracking.pieces import PieceBook

_MARGIN: Final = 0.2
_AT_ONCE: Final = 2
"""A tag counts as the followed one if it is within so many of its half sides."""


class Followed:
    """The tags of a battle as one camera sees them."""

    def __init__(
        self,
        tag_layout: TagLayout | None,
        *,
        anchors: frozenset[int],
        placer: Placer,
        book: PieceBook,
        gate: ChangeGate,
    ) -> None:
        self._tag_layout, self._anchors = tag_layout, anchors
        self._placer, self._book, self._gate = placer, book, gate
        self.of_number: dict[int, list[FollowedTag]] = {}
        self.strangers: dict[int, Sighting] = {}
        """Tags that belong to no piece, where they were read last."""
        self.blur_px: float | None = None
        self._raised: tuple[Raised, ...] = ()
        self._layout: tuple[list[FollowedTag], Floats] | None = None

    def owner(self, number: int) -> str | None:
        """The piece that has a number, if only one does."""
        return self._book.of_number.get(number)

    def changed(self) -> None:
        """Some tag is elsewhere than before."""
        self._layout = None

    def all(self) -> tuple[list[FollowedTag], Floats]:
        """Every followed tag, and all their corners."""
        if self._layout is None:
            follows = [each for some in self.of_number.values() for each in some]
            corners = np.array([each.corners for each in follows]).reshape(-1, 4, 2)
            self._layout = (follows, corners)
        return self._layout

    def stand_as(self, calibrated: Calibrated) -> None:
        """The camera has drifted: nothing has moved on the table, and all of it in the picture."""
        placer, (follows, corners) = self._placer, self.all()
        heights = np.array([each.height for each in follows])[:, None]
        there = placer.camera.places(corners, height=heights)
        placer.stand_as(calibrated)
        rows = np.dstack([there, np.broadcast_to(heights, there.shape[:2])])
        for each, square in zip(follows, placer.camera.pixels(rows), strict=True):
            if np.isfinite(square).all():
                sighting = replace(each.known.sighting, corners=square)
                each.known = replace(each.known, sighting=sighting)
        self.changed()

    def spots_in_view(self) -> dict[int, list[TagPlacing]]:
        """What is known of each tag that the last picture showed."""
        return {
            number: [each.spot(self._placer) for each in mine if each.in_view]
            for number, mine in self.of_number.items()
        }

    def meet(self, frame: TableFrame, sightings: Sequence[Sighting], *, touched: set[str]) -> None:
        """Take in every tag that was found; terrain first, for others may stand on it."""
        terrain: list[KnownTag] = []
        standing: list[KnownTag] = []
        unknown: list[Sighting] = []
        for each in sightings:
            known = self._known(each)
            if known is None and each.number not in self._anchors and each.wrong_cells == 0:
                unknown.append(each)
            if known is None or self._is_followed(each):
                continue
            owner = self.owner(each.number)
            is_terrain = owner and self._book.pieces[owner].tagged.terrain_height is not None
            (terrain if is_terrain else standing).append(known)
        for group, raised in ((terrain, ()), (standing, None)):
            if not group:
                continue
            self._place(frame, group, raised=self._raised if raised is None else raised)
            touched |= {name for each in group if (name := self.owner(each.sighting.number))}
            if group is terrain:
                self._raise()
        self._meet_strangers(frame, unknown)

    def _meet_strangers(self, frame: TableFrame, unknown: Sequence[Sighting]) -> None:
        """Take in tags of nobody; what only looks like one is none."""
        new = [each for each in unknown if not self._is_known_stranger(each)]
        if not new:
            return
        placer, sides = self._placer, (0.0, np.inf)
        if self._tag_layout is not None:
            sides = self._tag_layout.sides
        fit = fit_corners(
            frame.grey, new, family=placer.family, lens=placer.camera.lens, blur_px=self.blur_px
        )
        for each, tag in zip(new, fit.tags, strict=True):
            if tag.is_placed and placer.may_be(tag.corners, height=0.0, sides=sides):
                self.strangers[each.number] = each

    def _is_known_stranger(self, sighting: Sighting) -> bool:
        before = self.strangers.get(sighting.number)
        if before is None:
            return False
        far = float(np.hypot(*(before.centre - sighting.centre)))
        return _AT_ONCE * far < min(before.shortest_side_px, sighting.shortest_side_px)

    def _known(self, sighting: Sighting) -> KnownTag | None:
        number, tag_layout = sighting.number, self._tag_layout
        scale = self._placer.place_errors.calibrated.layout.scale
        if number in self._anchors:
            return None
        if tag_layout and number in tag_layout.class_sizes:
            side = tag_layout.class_sizes[number] * scale
            return KnownTag(sighting=sighting, side=side, own_height=0.0)
        if tag_layout and number in tag_layout.of_number:
            _, tag = tag_layout.of_number[number]
            return KnownTag(sighting=sighting, side=tag.size * scale, own_height=tag.height)
        return None

    def _is_followed(self, sighting: Sighting) -> bool:
        return any(
            each.in_view and each.average is not None and _is_at(each, sighting)
            for each in self.of_number.get(sighting.number, ())
        )

    def _place(
        self, frame: TableFrame, known: Sequence[KnownTag], *, raised: Sequence[Raised]
    ) -> None:
        found = self._placer.spots(frame.grey, known, raised=raised, blur_px=self.blur_px)
        if self.blur_px is None and any(spot.place for spot in found.spots):
            self.blur_px = found.blur_px
        for spot in found.spots:
            number = spot.known.sighting.number
            mine = self.of_number.setdefault(number, [])
            if self._placer.is_phantom(spot) or (mine and not spot.is_proven):
                # Clutter is now and then read as a tag; it must neither double nor replace one.
                continue
            self._take_in(spot, mine, seconds=frame.seconds)
        self._layout = None

    def believe(self, spots: Sequence[TagPlacing], *, seconds: float) -> set[str]:
        """Take in tags that were looked for and have a place, and tell whose they are.

        What is in view already is known better; what has two places has none.
        """
        numbers = [spot.known.sighting.number for spot in spots]
        owners = set()
        for spot, number in zip(spots, numbers, strict=True):
            mine = self.of_number.setdefault(number, [])
            is_known = any(each.in_view and each.average is not None for each in mine)
            if is_known or numbers.count(number) > 1:
                continue
            self._take_in(spot, mine, seconds=seconds)
            if name := self.owner(number):
                owners.add(name)
        if owners:
            self._layout = None
        return owners

    def _take_in(self, spot: TagPlacing, mine: list[FollowedTag], *, seconds: float) -> None:
        """Follow a tag from here on; ``mine`` are those with its number."""
        number = spot.known.sighting.number
        is_shared = self._tag_layout is not None and number in self._tag_layout.class_sizes
        # A unique tag that is out of sight is this one, wherever it lies now.
        ghosts = [each for each in mine if not each.in_view or _is_at(each, spot.known.sighting)]
        if is_shared:
            ghosts = [each for each in ghosts if _is_at(each, spot.known.sighting)]
        if ghosts:
            follow = ghosts[0]
            renew(follow, spot, seconds=seconds)
            dropped = {id(each) for each in ghosts[1:]}
            mine[:] = [each for each in mine if id(each) not in dropped]
        else:
            follow = begun(spot, seconds=seconds)
            mine.append(follow)
        # Where it was fitted, and not where it was read: that is where changes are looked for.
        self._gate.understood(self._gate.boxes(follow.corners[None], margin=_MARGIN))

    @property
    def raised(self) -> tuple[Raised, ...]:
        """Terrain as it was seen last, for what stands on it."""
        return self._raised

    def _raise(self) -> None:
        """Terrain as it lies now, for what stands on it."""
        raised = []
        for piece in self._book.pieces.values():
            height = piece.tagged.terrain_height
            if not height:
                continue
            located = self._book.located(piece.tagged, self.of_number)
            pose = located.pose or piece.track.pose
            if pose is not None:
                entry = piece.tagged.entry
                stood = laid(Piece(id=entry.id, footprint=entry.footprint, pose=pose))
                area = shapely.buffer(stood.core(), stood.radius)
                raised.append(Raised(name=entry.id, outline=area, height=float(height)))
        self._raised = tuple(raised)

    def recheck_heights(self, frame: TableFrame, *, touched: set[str]) -> None:
        """What has come to rest may stand on different ground than before."""
        lifting = {
            name for name in touched if self._book.pieces[name].tagged.terrain_height is not None
        }
        if lifting:
            self._raise()
        if not self._raised:
            return
        follows = self.all()[0]
        due = [
            each
            for each in follows
            if each.in_view
            and each.is_fresh
            and each.is_resting
            and each.average is not None
            and self.owner(each.number) not in lifting
        ]
        if not due:
            return
        found = self._placer.spots(
            frame.grey, [each.known for each in due], raised=self._raised, blur_px=self.blur_px
        )
        for each, spot in zip(due, found.spots, strict=True):
            each.is_fresh = False
            if spot.place is not None and (spot.height != each.height or spot.flags):
                renew(each, spot, seconds=frame.seconds)
                self._layout = None
            if name := self.owner(each.number):
                touched.add(name)

    def forget_shared(self, *, before_s: float) -> None:
        """Forget markers that have been out of sight since then: nobody can tell one from the
        next.
        """
        for number in self._tag_layout.class_sizes if self._tag_layout else ():
            mine = self.of_number.get(number, [])
            kept = [each for each in mine if each.in_view or each.seen_s >= before_s]
            if len(kept) < len(mine):
                self.of_number[number] = kept
                self.changed()

    def forget_unplaced(self, boxes: Sequence[Box], *, seconds: float, touched: set[str]) -> None:
        """Forget what was read once, never had a place, and is no longer read there."""
        lens = self._placer.camera.lens
        for number, mine in self.of_number.items():
            kept = [
                each
                for each in mine
                if each.average is not None
                or each.seen_s >= seconds
                or not _is_in(boxes, each.known.sighting, lens=lens)
            ]
            if len(kept) < len(mine):
                self.of_number[number] = kept
                self.changed()
                if name := self.owner(number):
                    touched.add(name)

    def forget_strangers(self, boxes: Sequence[Box], sightings: Sequence[Sighting]) -> None:
        """Forget a stranger whose place was searched without finding it."""
        lens = self._placer.camera.lens
        seen = {each.number for each in sightings}
        for number in [each for each in self.strangers if each not in seen]:
            if _is_in(boxes, self.strangers[number], lens=lens):
                del self.strangers[number]


def _is_in(boxes: Sequence[Box], sighting: Sighting, *, lens: Lens) -> bool:
    """Whether one of these shows the whole tag: one that is cut is there, and is not read."""
    rim = _MARGIN * sighting.shortest_side_px
    left, top = np.maximum(sighting.corners.min(axis=0) - rim, 0).tolist()
    right, bottom = (sighting.corners.max(axis=0) + rim).tolist()
    right, bottom = min(right, lens.width), min(bottom, lens.height)
    return any(
        box[0] <= left and box[1] <= top and right <= box[2] and bottom <= box[3] for box in boxes
    )


def _is_at(follow: FollowedTag, sighting: Sighting) -> bool:
    far = float(np.hypot(*(follow.known.sighting.centre - sighting.centre)))
    return _AT_ONCE * far < max(sighting.shortest_side_px, follow.known.sighting.shortest_side_px)
