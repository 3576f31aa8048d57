"""Joins all tags at rest into the poses of their pieces, and says how well the cameras agree."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.lens import COUNT as LENS_COUNT
from calibration.seen import SeenTag
from calibration.several.joint_error import joint_shared_error
from calibration.several.joint_fit import JointFit
from calibration.several.loosened import KnownPlace
from calibration.several.rig import Rig
from calibration.table.still_fit import KnownSquare
from rules.table.snapshot import SharedError, TableSize
from vision.fusion.sight import TagSight
from vision.locating.joint_judging import (
    BY_PLACE,
    JointJudge,
    JudgedFit,
    contradiction,
    most_wild,
    sure,
)
from vision.locating.joint_piece import JointTag, joint_pieces
from vision.locating.joint_table import JointPiece
from vision.locating.located import Flag, TagFault
from vision.locating.place_error import Care
from vision.locating.tag_heights import ExpectedHeight
from vision.locating.tag_layout import PieceTag, TagLayout

_SAME: float = 0.25
"""Standard errors of a corner by which a sighting may wander and need no other fit."""
_ARM_IN: float = 48.0
_STEPS_A_DOUBLING: float = 8.0
_OTHER: float = 3.0
"""Standard errors by which it may wander until the next fit that only makes places surer."""
_SURER: float = 0.6
"""Share of its error from which on a sighting counts as a surer one."""

Kept = Sequence[Mapping[int, TagSight]]
"""What each camera sees, or last saw, of the tags at rest."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rested:
    """All pieces at rest, by one fit."""

    pieces: Mapping[str, JointPiece]
    judged: JudgedFit
    kept: Kept
    """What it was made of."""
    disagreement: float
    """Standard deviations by which the cameras are off together."""
    contradiction: str | None
    shared: SharedError

    @property
    def fit(self) -> JointFit:
        return self.judged.fit


@dataclass(slots=True, kw_only=True, eq=False)
class RestFits:
    """Fits one battle's pieces, as long as the rig is the same."""

    rig: Rig
    tag_layout: TagLayout
    care: Care
    table: TableSize
    anchors: Mapping[int, KnownSquare]
    """Of the table; they are joined while a camera rests on nothing else."""
    tags_of: Mapping[str, tuple[PieceTag, ...]] = field(init=False)
    _shared: dict[object, tuple[SharedError, float]] = field(default_factory=dict)
    _near: JointFit | None = None
    """The last in which no camera contradicted another; the next begins there."""

    def __post_init__(self) -> None:
        self.tags_of = {each.entry.id: each.tags for each in self.tag_layout.pieces}

    def under(self, rig: Rig) -> "RestFits":
        """The same battle's under another rig."""
        return replace(self, rig=rig, _shared={}, _near=None)

    def solve(
        self, kept: Kept, *, anchors: Sequence[Sequence[SeenTag]] = (), limit: float
    ) -> Rested:
        """Join what is kept; cameras that are off by more than the limit contradict each other."""
        views = [tuple(each.seen for each in tags.values()) for tags in kept]
        more: tuple[KnownSquare, ...] = ()
        if anchors:
            views = [(*v, *a) for v, a in zip(views, anchors, strict=True)]
            numbers = {tag.number for tags in anchors for tag in tags}
            more = tuple(self.anchors[each] for each in sorted(numbers) if each in self.anchors)
        doubted = {e.number for tags in kept for e in tags.values() if e.is_doubted}
        views = sure(views, doubted=doubted)
        expected = self._expected(kept)
        judge = JointJudge(
            rig=self.rig,
            tag_layout=self.tag_layout,
            more=more,
            told=BY_PLACE,
            most_wild=most_wild(views),
            near=self._near,
        )
        judged = judge.judged(views, expected)
        off = judge.disagreement(judged.fit)
        says = contradiction(judged.wild, views)
        if says is None and off > limit:
            says = f"together they are {off:.1f} standard errors off"
        if says is None:
            self._near = judged.fit
        shared, rest = self._shared_of(judged.fit)
        pieces = self._pieces(judged, expected=expected, rest=rest)
        return Rested(
            pieces={each.entry.id: self._flagged(each, judged) for each in pieces},
            judged=judged,
            kept=[dict(each) for each in kept],
            disagreement=off,
            contradiction=says,
            shared=shared,
        )

    def _pieces(
        self, judged: JudgedFit, *, expected: Mapping[int, ExpectedHeight], rest: float
    ) -> Sequence[JointPiece]:
        """Where the fit has each piece."""
        tags = {
            number: JointTag(
                index=index, own_height=expected[number].own, is_measured=number in judged.heights
            )
            for index, number in enumerate(judged.fit.numbers)
            if number in expected
        }
        return joint_pieces(
            self.tag_layout.pieces,
            tags=tags,
            fit=judged.fit,
            rest=rest,
            care=self.care,
            table=self.table,
        )

    def known(self, rested: Rested, *, kept: Kept, but: int) -> list[KnownPlace]:
        """The squares that others than this camera know, and keep."""
        fit, sizes = rested.fit, self.tag_layout.of_number
        found = []
        for index, number in enumerate(fit.numbers):
            others = set(fit.seen_by[index]) - {but}
            if number in sizes and any(number in kept[camera] for camera in others):
                found.append(
                    KnownPlace(
                        number=number,
                        place=fit.places[index],
                        covariance=fit.covariance_of(index),
                        size=float(sizes[number][1].size) * fit.rig.scale,
                    )
                )
        return found

    def _expected(self, kept: Kept) -> dict[int, ExpectedHeight]:
        heights: dict[int, set[float]] = {}
        for tags in kept:
            for each in tags.values():
                heights.setdefault(each.number, set()).add(each.height)
        found = {}
        for number, there in heights.items():
            own = float(self.tag_layout.of_number[number][1].height)
            care = self.care.raised_height_in if own > 0 else self.care.flat_height_in
            found[number] = ExpectedHeight(
                own=own,
                sigma=float(np.hypot(care, self.rig.flatness)),
                grounds=tuple(sorted({0.0, *(max(0.0, each - own) for each in there)})),
            )
        return found

    def _shared_of(self, fit: JointFit) -> tuple[SharedError, float]:
        """The same for all tables that the same cameras see: it is dear, and changes slowly."""
        key = (tuple(sorted(set(fit.seen_by))), _steps_of_loose(fit.rig))
        if key not in self._shared:
            summary = joint_shared_error(fit, table=self.table)
            self._shared[key] = (summary.shared, float(summary.own))
        return self._shared[key]

    def _flagged(self, piece: JointPiece, judged: JudgedFit) -> JointPiece:
        flags = list(piece.flags)
        for tag in self.tags_of[piece.entry.id]:
            height = judged.heights.get(tag.number)
            if height is not None and height.is_wrong:
                flags.append(height.flag(float(tag.height)))
            if tag.number in judged.wild:
                says = f"the cameras do not agree on where tag {tag.number} is"
                flags.append(Flag(fault=TagFault.DISAGREEING, says=says))
        if tuple(flags) == piece.flags:
            return piece
        return replace(piece, flags=tuple(flags))


def is_news(kept: Kept, before: Kept, *, old: Kept = ()) -> bool:
    """Whether a fit of these would say anything else than that it is surer; ``old`` is what was
    already none, if there is any.

    A tag that has left changes nothing about the others.
    """
    for at, (now, fitted) in enumerate(zip(kept, before, strict=True)):
        if not now.keys() <= fitted.keys():
            return True
        known = old[at] if old else fitted
        for number, tag in now.items():
            if known.get(number) is tag:
                continue
            was = fitted[number]
            if tag.height != was.height or not is_same_place(tag, was, px=0.0, sigmas=_OTHER):
                return True
    return False


def is_surer(kept: Kept, before: Kept) -> bool:
    """Whether a fit would say the same more surely, and a little more rightly."""
    for now, old in zip(kept, before, strict=True):
        for number, tag in now.items():
            was = old.get(number, tag)
            if tag is not was and (
                tag.sigma_px < _SURER * was.sigma_px
                or not is_same_place(tag, was, px=0.0, sigmas=_SAME)
            ):
                return True
    return False


def is_same_place(tag: TagSight, other: TagSight, *, px: float, sigmas: float) -> bool:
    """Whether one camera sees two sightings of one tag at one place, by the tag's middle."""
    far = math.hypot(tag.middle[0] - other.middle[0], tag.middle[1] - other.middle[1])
    return far <= max(px, sigmas * tag.sigma_px)


def _steps_of_loose(rig: Rig) -> tuple[int, ...]:
    """How unsure it is where cameras stand that others place, in steps of a tenth: what they
    share with these grows and shrinks with the pieces in view.
    """
    found = []
    for camera in rig.loose:
        rows = rig.of_camera(camera)[LENS_COUNT:]
        # Inches count as much as radians at arm's length over the table.
        spread = float((rows[:3] ** 2).sum()) * _ARM_IN**2 + float((rows[3:] ** 2).sum())
        found.append(math.ceil(_STEPS_A_DOUBLING / 2 * math.log2(max(spread, 1e-12))))
    return tuple(found)
