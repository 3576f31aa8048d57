"""Turns what one camera's own tracker follows into a sight, which is joined with the others'."""

import math
from typing import Final

import numpy as np

from rules.table.snapshot import Health
from vision.fusion.placed import FoundTag, placed_sights
from vision.fusion.sight import CameraSight, PieceSign, TagSight
from vision.locating.located import TagFault
from vision.pipeline import Pipeline
from vision.tracking.following import FollowedTag
from vision.tracking.pieces import PieceBook, Tracked
from vision.tracking.track import Absence, Life
from vision.tracking.tracker import Tracker

_RADIANS = np.diag([1.0, 1.0, math.pi / 180])
_AGAIN = 2
"""Looks in a row that a piece has to be at one place."""


class _MadeOf:
    """A sight, if any could be made, and all that it follows from: it is asked for every tag in
    every picture, and hardly ever is anything new.
    """

    __slots__ = ("average", "flags", "height", "sight", "velocity")

    def __init__(self, follow: FollowedTag) -> None:
        self.average, self.height = follow.average, follow.height
        self.velocity, self.flags = follow.velocity, follow.flags
        self.sight: TagSight | None = None

    def is_of(self, follow: FollowedTag) -> bool:
        return (
            self.average is follow.average
            and self.height == follow.height
            and self.velocity == follow.velocity
            and self.flags == follow.flags
        )


class FollowedSights:
    """Makes the sights of one camera; a tag that rests is worked out once."""

    def __init__(self, camera: int) -> None:
        self._camera = camera
        self._made: dict[int, _MadeOf] = {}
        self._tags: dict[int, TagSight] = {}
        """As they were handed on last; while nothing changes, that is handed on again."""
        self._signs: dict[str, PieceSign] = {}

    def sight(self, pipeline: Pipeline, *, seconds: float, health: Health) -> CameraSight:
        """What the last picture of a pipeline shows."""
        tracker = pipeline.tracker
        return CameraSight(
            camera=self._camera,
            seconds=min(seconds, pipeline.news_s),
            health=health,
            tags=self._tags_of(tracker),
            anchors=tracker.anchors.seen,
            pieces=self._signs_of(tracker.book),
            is_vouching=tracker.anchors.is_vouching,
        )

    def _tags_of(self, tracker: Tracker) -> dict[int, TagSight]:
        """Those with a number of their own that the picture shows once."""
        unique = {} if tracker.tag_layout is None else tracker.tag_layout.of_number
        new, tags = [], {}
        for number, follows in tracker.tags.of_number.items():
            if number not in unique:
                continue
            seen = [each for each in follows if each.in_view] if len(follows) > 1 else follows
            if len(seen) != 1 or not seen[0].in_view:
                continue
            made = self._made.get(number)
            if made is None or not made.is_of(seen[0]):
                made = self._made[number] = _MadeOf(seen[0])
                new += _found(seen[0])
            tags[number] = made.sight
        for tag in placed_sights(new, model=tracker.placer.camera):
            tags[tag.number] = self._made[tag.number].sight = tag
        found = {number: tag for number, tag in tags.items() if tag is not None}
        if found != self._tags:
            self._tags = found
        return self._tags

    def _signs_of(self, book: PieceBook) -> dict[str, PieceSign]:
        """Those of pieces that the last picture did not change stay as they are."""
        names = book.active if self._signs else book.pieces.keys()
        new = {name: _sign(book.pieces[name]) for name in names}
        if any(self._signs.get(name) is not sign for name, sign in new.items()):
            # A sight that was handed on keeps what it was told.
            self._signs = self._signs | new
        return self._signs


def _found(follow: FollowedTag) -> list[FoundTag]:
    """None where it is at fault otherwise than by its height."""
    average = follow.average
    if average is None or any(flag.fault is not TagFault.HEIGHT for flag in follow.flags):
        return []
    x, y, heading = average.mean.tolist()
    return [
        FoundTag(
            number=follow.number,
            place=np.array([x, y, follow.height, math.radians(heading)]),
            covariance=_RADIANS @ average.stated @ _RADIANS,
            size=follow.known.side,
            is_resting=follow.is_resting,
            is_doubted=bool(follow.flags),
        )
    ]


_SIGNS: Final = {
    (is_calm, absence): PieceSign(is_calm=is_calm, absence=absence)
    for is_calm in (True, False)
    for absence in Absence
}
"""All that there are: they are told of every piece in every picture."""


def _sign(piece: Tracked) -> PieceSign:
    track, flags = piece.track, piece.located.flags
    absence = Absence.COVERED
    if flags and any(flag.fault is TagFault.DUPLICATED for flag in flags):
        absence = Absence.DOUBLED
    elif track.bare_s is not None:
        absence = Absence.BARE
    is_calm = track.life is Life.SETTLED or track.looks >= _AGAIN
    return _SIGNS[is_calm, absence]
