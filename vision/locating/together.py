"""Measures pictures that several cameras took of one table at one moment, all together."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np

from calibration.profile import CalibrationProfile
from calibration.seen import SeenTag
from calibration.several.joint_error import joint_shared_error
from calibration.several.placed_by_others import anchor_squares
from calibration.several.rig import rig_of
from calibration.table.still_fit import KnownSquare
from rules.table.bad_input import BadInputError
from rules.table.snapshot import SharedError
from vision.fit.free import fit_corners, seen_tags
from vision.locating.joint_judging import JointJudge, JudgedFit, contradiction, sure
from vision.locating.joint_piece import JointTag, joint_pieces
from vision.locating.joint_table import JointPiece, JointTable
from vision.locating.locate import Locator
from vision.locating.located import Flag, Located, LocatedTag, TagFault
from vision.locating.over_time import at_rest
from vision.locating.place_error import Care
from vision.locating.tag_heights import ExpectedHeight
from vision.locating.tag_layout import TagLayout
from vision.sighting import Grey, Sighting
from vision.tags.tag_family import TagFamily

_TOLERATED: Final = frozenset({TagFault.HEIGHT, TagFault.WRONG_SIZE, TagFault.COVERED})
"""What one camera finds of a tag at a wrong height; two can tell, where its corners are seen."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Shot:
    """A picture, and what it shows by itself."""

    shown: Located
    grey: Grey


class Together:
    """Measures one table at rest by several cameras, or by several pictures of one."""

    def __init__(
        self,
        profiles: Sequence[CalibrationProfile],
        *,
        names: Sequence[str],
        tag_layout: TagLayout | None = None,
        care: Care | None = None,
    ) -> None:
        check_alike(profiles, names=names)
        self.profiles, self.names = tuple(profiles), tuple(names)
        self.tag_layout = tag_layout
        self.care = Care() if care is None else care
        self.rig = rig_of([each.calibrated for each in profiles], names=names)
        self.locators = tuple(
            Locator(profile, tag_layout=tag_layout, care=self.care, is_alone=False)
            for profile in profiles
        )

    def located(self, pictures: Sequence[Sequence[Grey]]) -> JointTable:
        """What each camera's pictures of a table at rest show, in the cameras' order."""
        shots = [
            [_Shot(shown=locator.located(grey), grey=grey) for grey in mine]
            for locator, mine in zip(self.locators, pictures, strict=True)
        ]
        single = [shot.shown for mine in shots for shot in mine]
        warnings = [
            f"{name} is left out: {shot.shown.refusal}"
            for name, mine in zip(self.names, shots, strict=True)
            for shot in mine
            if shot.shown.refusal is not None
        ]
        if self.rig.moved:
            told = " and ".join(map(str, self.rig.moved))
            warnings.append(f"anchor {told} was moved between the calibrations and ties no camera")
        empty = JointTable(
            table=self.profiles[0].table,
            pieces=(),
            shared=SharedError(),
            single=tuple(single),
            warnings=tuple(dict.fromkeys(warnings)),
        )
        if all(shown.refusal is not None for shown in single):
            return replace(empty, refusal="no camera may be measured by")
        rested = [
            at_rest([self._seen(camera, shot) for shot in mine])
            for camera, mine in enumerate(shots)
        ]
        restless = {number for _, moved in rested for number in moved}
        views = sure(
            [tuple(tag for tag in tags if tag.number not in restless) for tags, _ in rested],
            doubted={tag.number for shown in single for tag in _tags_of(shown) if tag.flags},
        )
        expected = self._expected(single)
        views, judge = self._with_anchors(views, shots=[mine[-1] for mine in shots])
        judged = judge.judged(views, expected)
        judged = replace(judged, wild=(*judged.wild, *sorted(restless)))
        if (says := contradiction(judged.wild, views)) is not None:
            return replace(empty, refusal=says)
        summary = joint_shared_error(judged.fit, table=empty.table)
        pieces = joint_pieces(
            self.tag_layout.pieces if self.tag_layout else (),
            tags=self._tags(judged, expected),
            fit=judged.fit,
            rest=float(summary.own),
            care=self.care,
            table=empty.table,
        )
        flagged = tuple(self._flagged(piece, judged, single=single) for piece in pieces)
        return replace(empty, pieces=flagged, shared=summary.shared)

    # --- what each picture shows -----------------------------------------------------------------

    @cached_property
    def _family(self) -> TagFamily:
        return TagFamily.of(self.profiles[0].dictionary)

    def _seen(self, camera: int, shot: _Shot) -> tuple[SeenTag, ...]:
        """The corners of the pieces' tags, wherever and however high they are."""
        shown = shot.shown
        usable = [] if shown.refusal else [tag for tag in _tags_of(shown) if _is_usable(tag)]
        sightings = [Sighting(number=tag.number, corners=tag.corners_px) for tag in usable]
        if not sightings:
            return ()
        lens, blur = self.profiles[camera].calibrated.model.lens, shown.blur_px
        return seen_tags(
            fit_corners(shot.grey, sightings, family=self._family, lens=lens, blur_px=blur)
        )

    def _with_anchors(
        self, views: list[tuple[SeenTag, ...]], *, shots: Sequence[_Shot]
    ) -> tuple[list[tuple[SeenTag, ...]], JointJudge]:
        """Anchors that several see tie a camera that others place, as pieces do."""
        judge = JointJudge(rig=self.rig, tag_layout=self.tag_layout)
        if not self.rig.loose:
            return views, judge
        anchors = [self._anchors_seen(camera, shot) for camera, shot in enumerate(shots)]
        more = [(*pieces, *seen) for pieces, seen in zip(views, anchors, strict=True)]
        return more, replace(judge, more=self._anchor_squares(anchors))

    def squares_in(
        self, pictures: Sequence[Grey]
    ) -> tuple[list[tuple[SeenTag, ...]], tuple[KnownSquare, ...]]:
        """The tags of pieces and the anchors in a picture of each camera, and what is known of
        them before anything is measured; a BadInputError names a picture that is not measured by.
        """
        shots = [
            _Shot(shown=locator.located(grey), grey=grey)
            for locator, grey in zip(self.locators, pictures, strict=True)
        ]
        for name, shot in zip(self.names, shots, strict=True):
            if shot.shown.refusal is not None:
                raise BadInputError(
                    name, expected="a picture to measure by", got=shot.shown.refusal
                )
        tags = [self._seen(camera, shot) for camera, shot in enumerate(shots)]
        anchors = [self._anchors_seen(camera, shot) for camera, shot in enumerate(shots)]
        sides = self.tag_layout.of_number if self.tag_layout else {}
        squares = [
            KnownSquare(
                number=number,
                side=float(sides[number][1].size),
                height=told.own + told.grounds[-1],
                height_sigma=told.sigma,
            )
            for number, told in self._expected([shot.shown for shot in shots]).items()
        ]
        views = [(*pieces, *more) for pieces, more in zip(tags, anchors, strict=True)]
        return views, (*squares, *self._anchor_squares(anchors))

    def _anchors_seen(self, camera: int, shot: _Shot) -> tuple[SeenTag, ...]:
        shown = shot.shown
        there = [tag for tag in shown.anchors if tag.is_used and shown.refusal is None]
        sightings = [Sighting(number=tag.number, corners=tag.corners_px) for tag in there]
        if not sightings:
            return ()
        lens = self.profiles[camera].calibrated.model.lens
        free = fit_corners(
            shot.grey, sightings, family=self._family, lens=lens, blur_px=shown.blur_px
        )
        return seen_tags(free)

    def _anchor_squares(self, anchors: Sequence[Sequence[SeenTag]]) -> tuple[KnownSquare, ...]:
        known = anchor_squares(self.profiles[0].calibrated)
        numbers = sorted({tag.number for tags in anchors for tag in tags})
        return tuple(known[number] for number in numbers if number in known)

    def _expected(self, single: Sequence[Located]) -> dict[int, ExpectedHeight]:
        """What the roster says of each tag, on all grounds that some camera has it on."""
        heights: dict[int, set[float]] = {}
        for shown in single:
            for seen in _tags_of(shown):
                heights.setdefault(seen.number, set()).add(float(seen.height))
        found = {}
        for tagged in self.tag_layout.pieces if self.tag_layout else ():
            for tag in tagged.tags:
                own = float(tag.height)
                care = self.care.raised_height_in if own > 0 else self.care.flat_height_in
                grounds = {0.0, *(each - own for each in heights.get(tag.number, ()))}
                found[tag.number] = ExpectedHeight(
                    own=own,
                    sigma=float(np.hypot(care, self.rig.flatness)),
                    grounds=tuple(sorted(grounds)),
                )
        return found

    # --- all together ----------------------------------------------------------------------------

    def _tags(
        self, judged: JudgedFit, expected: Mapping[int, ExpectedHeight]
    ) -> dict[int, JointTag]:
        fit = judged.fit
        return {
            number: JointTag(
                index=index,
                own_height=expected[number].own,
                is_measured=number in judged.heights,
            )
            for index, number in enumerate(fit.numbers)
            if number in expected
        }

    def _flagged(
        self, piece: JointPiece, judged: JudgedFit, *, single: Sequence[Located]
    ) -> JointPiece:
        """With what is wrong with its tags, and with what one camera alone found wrong."""
        mine = {
            tag.number: tag
            for tagged in (self.tag_layout.pieces if self.tag_layout else ())
            if tagged.entry.id == piece.entry.id
            for tag in tagged.tags
        }
        flags = list(piece.flags)
        for number, tag in mine.items():
            height = judged.heights.get(number)
            if height is not None and height.is_wrong:
                flags.append(height.flag(float(tag.height)))
            if number in judged.wild:
                says = f"the pictures do not agree on where tag {number} is: was it moved?"
                flags.append(Flag(fault=TagFault.DISAGREEING, says=says))
        if piece.pose is None:
            shown = [each for one in single for each in one.pieces if each.entry is piece.entry]
            flags += [flag for each in shown for flag in each.flags]
            flags += [flag for each in shown for one in each.tags for flag in one.flags]
        return replace(piece, flags=tuple(dict.fromkeys(flags)))


def check_alike(profiles: Sequence[CalibrationProfile], *, names: Sequence[str]) -> None:
    """Refuse profiles of different tables, or of other tags; a BadInputError names the camera."""
    first = profiles[0]
    for profile, name in zip(profiles[1:], names[1:], strict=True):
        if profile.table != first.table:
            raise BadInputError(
                name,
                expected=f"the table of {names[0]}, {first.table.width:g} x "
                f"{first.table.depth:g} in",
                got=f"{profile.table.width:g} x {profile.table.depth:g} in",
            )
        if profile.dictionary != first.dictionary:
            raise BadInputError(
                name, expected=f"tags of {first.dictionary}", got=profile.dictionary
            )


def _tags_of(shown: Located) -> Iterable[LocatedTag]:
    """The tags of all pieces that nothing is wrong with as a whole."""
    for piece in shown.pieces:
        if not any(flag.fault is TagFault.DUPLICATED for flag in piece.flags):
            yield from piece.tags


def _is_usable(tag: LocatedTag) -> bool:
    return {flag.fault for flag in tag.flags} <= _TOLERATED
