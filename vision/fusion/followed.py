"""Turns what one camera's own tracker follows into a sight, which is joined with the others'."""

import math
from typing import Final

import numpy as np

from rules.table.snapshot import Health
from vision.fusion.placed import placed_sight
from vision.fusion.sight import CameraSight, PieceSign, TagSight
from vision.locating.located import TagFault
from vision.pipeline import Pipeline
from vision.tracking.following import FollowedTag
from vision.tracking.pieces import Tracked
from vision.tracking.track import Absence, Life

_RADIANS = np.diag([1.0, 1.0, math.pi / 180])
_AGAIN = 2
"""Looks in a row that a piece has to be at one place."""


class FollowedSights:
    """Makes the sights of one camera; a tag that rests is worked out once."""

    def __init__(self, camera: int) -> None:
        self._camera = camera
        self._made: dict[int, tuple[object, TagSight]] = {}

    def sight(self, pipeline: Pipeline, *, seconds: float, health: Health) -> CameraSight:
        """What the last picture of a pipeline shows."""
        tracker = pipeline.tracker
        unique = {} if tracker.tag_layout is None else tracker.tag_layout.of_number
        tags = {}
        for number, follows in tracker.tags.of_number.items():
            seen = [each for each in follows if each.in_view]
            if number in unique and len(seen) == 1 and seen[0].average is not None:
                tag = self._tag(seen[0], pipeline=pipeline)
                if tag is not None:
                    tags[number] = tag
        return CameraSight(
            camera=self._camera,
            seconds=min(seconds, pipeline.news_s),
            health=health,
            tags=tags,
            anchors=tracker.anchors.seen,
            pieces={name: _sign(piece) for name, piece in tracker.book.pieces.items()},
            is_vouching=tracker.anchors.is_vouching,
        )

    def _tag(self, follow: FollowedTag, *, pipeline: Pipeline) -> TagSight | None:
        faults = {flag.fault for flag in follow.flags}
        average = follow.average
        if faults - {TagFault.HEIGHT} or average is None:
            return None
        basis = (average, follow.height, follow.is_resting, bool(faults))
        made = self._made.get(follow.number)
        if made is not None and made[0] == basis:
            return made[1]
        x, y, heading = average.mean.tolist()
        tag = placed_sight(
            follow.number,
            np.array([x, y, follow.height, math.radians(heading)]),
            covariance=_RADIANS @ average.covariance @ _RADIANS,
            size=follow.known.side,
            model=pipeline.tracker.placer.camera,
            is_resting=follow.is_resting,
            is_doubted=bool(faults),
        )
        self._made[follow.number] = (basis, tag)
        return tag


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
