"""Places known tags at the heights that they may have, or says why one has no place."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from calibration.anchors import Calibrated
from calibration.camera_model import CameraModel
from rules.table.snapshot import Pose, TableSize
from rules.table.units import Inches
from vision.fit.free import fit_corners
from vision.fit.on_plane import fit_on_plane, starts_from
from vision.fit.placed import FitOutcome, PlacedTag
from vision.fit.settings import IdentitySettings
from vision.locating.located import Flag, LocatedTag, TagFault, turned
from vision.locating.place_error import PlaceErrors, as_covariance
from vision.locating.standing import Raised, heights_under
from vision.locating.tag_faults import (
    OVERLIT,
    SHADED,
    WASHED_OUT,
    beside_the_table,
    of_outcome,
    squareness,
    unlevel,
)
from vision.sighting import Floats, Grey, Sighting
from vision.tags.tag_family import TagFamily
from vision.tags.tag_reading import is_framed, is_overlit, is_shaded, is_washed_out

_BETTER: Final = 1.15
"""By how much a height must fit better than another: residuals scatter by less."""
_SAME_PLACE: Final = 0.02
"""Inches: heights whose places are nearer than this need no decision."""
_OTHER_SIZE: Final = 1.6
"""Times as large, or as small: beyond that it is no tag of this size, however it lies."""
_MEASURED: Final = frozenset({TagFault.WRONG_SIZE, TagFault.TILTED})
_UNPROVEN: Final = frozenset({TagFault.BLURRED, TagFault.FAINT, TagFault.DOUBTFUL})


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class KnownTag:
    """A sighting of a tag whose size is known, and its height over what it stands on."""

    sighting: Sighting
    side: float
    """As it was printed, in inches."""
    own_height: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TagPlace:
    """Where a tag was placed, with the error of its own."""

    tag: PlacedTag
    own: Floats
    """3 x 3 of x, y (inches) and heading (degrees)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TagPlacing:
    """What became of a known tag: a place, or flags that say why it has none."""

    known: KnownTag
    height: float
    place: TagPlace | None
    flags: tuple[Flag, ...] = ()

    @property
    def is_proven(self) -> bool:
        """Whether what was read really is a tag of that number, even covered, tilted or of a wrong
        size.

        Without a place every cell has to be right: fingers between tags, or the gaps between
        cards, make squares that are almost.
        """
        if self.place is not None:
            return True
        is_read = self.known.sighting.wrong_cells == 0
        return is_read and not any(flag.fault in _UNPROVEN for flag in self.flags)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Tried:
    """A tag as it was fitted at one height, with the error of its own."""

    height: float
    tag: PlacedTag
    own: Floats


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Spots:
    """All tags that were asked for, in their order, and what the picture is like."""

    spots: tuple[TagPlacing, ...]
    blur_px: float
    light: float
    """Median grey level of white paper; NaN where no tag was placed."""


def light_of(spots: Iterable[TagPlacing]) -> float:
    """Median grey level of the white paper of tags with a place; NaN where none has one."""
    whites = [spot.place.tag.fit.white for spot in spots if spot.place is not None]
    return float(np.median(whites)) if whites else math.nan


@dataclass(kw_only=True, eq=False)
class Placer:
    """Places the tags of one picture after the other under one calibration."""

    place_errors: PlaceErrors
    table: TableSize
    family: TagFamily
    camera: CameraModel = field(init=False)

    def __post_init__(self) -> None:
        self.camera = self.place_errors.calibrated.model

    def stand_as(self, calibrated: Calibrated) -> None:
        """From now on the camera stands there: it has drifted a little."""
        self.place_errors = self.place_errors.under(calibrated)
        self.camera = calibrated.model

    def spots(
        self,
        grey: Grey,
        known: Sequence[KnownTag],
        *,
        raised: Sequence[Raised] = (),
        blur_px: float | None = None,
        paper: float = math.nan,
    ) -> Spots:
        """Fit every tag at every height that it may have, and keep what fits best.

        `paper` is the grey level of white paper where none of these tags is placed.
        """
        spots, seen_blur_px = self._fitted(grey, known, raised=raised, blur_px=blur_px)
        light = light_of(spots)
        paper = light if math.isfinite(light) else paper
        return Spots(
            spots=tuple(self._explained(grey, spots, blur_px=seen_blur_px, paper=paper)),
            blur_px=seen_blur_px,
            light=light,
        )

    def believed(
        self,
        grey: Grey,
        known: Sequence[KnownTag],
        *,
        controls: Sequence[KnownTag],
        raised: Sequence[Raised],
        blur_px: float,
        identity: IdentitySettings,
    ) -> list[TagPlacing]:
        """Those of some tags that have a place by other rules than a sighting's, and those whose
        light hides where they lie.

        ``controls`` are tags that surely lie there: they say what is usual in the picture.
        """
        spots, _ = self._fitted(
            grey, [*controls, *known], raised=raised, blur_px=blur_px, identity=identity
        )
        asked, paper = spots[len(controls) :], light_of(spots)
        placed = [spot for spot in asked if spot.place is not None]
        told = {spot.known.sighting.number: spot for spot in placed}
        for spot in asked:
            sighting = spot.known.sighting
            if sighting.number not in told and is_framed(
                grey, sighting.corners, cells=self.family.cells
            ):
                flag = self._in_its_light(grey, spot, paper=paper)
                if flag is not None:
                    told[sighting.number] = replace(spot, flags=(flag,))
        return [*placed, *(spot for spot in told.values() if spot.place is None)]

    def _fitted(
        self,
        grey: Grey,
        known: Sequence[KnownTag],
        *,
        raised: Sequence[Raised],
        blur_px: float | None,
        identity: IdentitySettings | None = None,
    ) -> tuple[list[TagPlacing], float]:
        """What became of each tag, and the picture's blur."""
        tries = [(each, height) for each in known for height in self._heights(each, raised=raised)]
        starts = starts_from(
            [each.sighting for each, _ in tries],
            camera=self.camera,
            sizes_in=[each.side for each, _ in tries],
            heights_in=[height for _, height in tries],
        )
        is_there = [bool(np.isfinite([start.x_in, start.y_in]).all()) for start in starts]
        asked = [start for start, there in zip(starts, is_there, strict=True) if there]
        fit = fit_on_plane(
            grey,
            asked,
            camera=self.camera,
            family=self.family,
            blur_px=blur_px,
            identity=identity,
        )
        shown = [pair for pair, there in zip(tries, is_there, strict=True) if there]
        tried = self._with_errors(shown, fit.tags)
        return [self._decided(each, tried.get(id(each), [])) for each in known], fit.blur_px

    def _heights(self, known: KnownTag, *, raised: Sequence[Raised]) -> tuple[float, ...]:
        centre = known.sighting.centre

        def place_at(ground: float) -> tuple[float, float]:
            x, y = self.camera.places(centre, height=ground + known.own_height)
            return float(x), float(y)

        ground = heights_under(place_at, raised=raised) if raised else (0.0,)
        return tuple(each + known.own_height for each in ground)

    def _with_errors(
        self, tries: Sequence[tuple[KnownTag, float]], tags: Sequence[PlacedTag]
    ) -> dict[int, list[_Tried]]:
        """Every fitted tag at each of its heights, with the error of its place."""
        found: dict[int, list[_Tried]] = {}
        owns = self.place_errors.own_covariances(
            tags,
            heights=[height for _, height in tries],
            raised=[each.own_height for each, _ in tries],
        )
        for (each, height), tag, own in zip(tries, tags, owns, strict=True):
            found.setdefault(id(each), []).append(_Tried(height=height, tag=tag, own=own))
        return found

    def _decided(self, known: KnownTag, tried: list[_Tried]) -> TagPlacing:
        placed = [each for each in tried if each.tag.is_placed]
        if not placed:
            outcome = tried[0].tag.fit.outcome if tried else None
            height = tried[0].height if tried else known.own_height
            flag = of_outcome(outcome, px_per_cell=self._grain(known))
            return TagPlacing(known=known, height=height, place=None, flags=(flag,))
        best, *others = sorted(placed, key=lambda each: each.tag.fit.residual_ratio)
        place = TagPlace(tag=best.tag, own=best.own)
        flags = self._flags(best, others=others)
        return TagPlacing(known=known, height=best.height, place=place, flags=flags)

    def _flags(self, best: _Tried, *, others: list[_Tried]) -> tuple[Flag, ...]:
        flags, here = [], best.tag
        for other in others:
            apart = float(np.hypot(other.tag.x_in - here.x_in, other.tag.y_in - here.y_in))
            likely = _BETTER * max(here.fit.residual_ratio, 1e-9)
            if other.tag.fit.residual_ratio < likely and apart > _SAME_PLACE:
                says = (
                    f"it may stand at {best.height:g} in or at {other.height:g} in, {apart:.2f} in "
                    "apart: move it off the edge, or say which"
                )
                flags.append(Flag(fault=TagFault.HEIGHT, says=says))
        beside = beside_the_table(here.x_in, here.y_in, table=self.table)
        return (*flags, beside) if beside else tuple(flags)

    def _explained(
        self, grey: Grey, spots: list[TagPlacing], *, blur_px: float, paper: float
    ) -> list[TagPlacing]:
        """Where no place was found, check whether the tag lies as it should."""
        odd = [index for index, spot in enumerate(spots) if spot.place is None]
        if not odd:
            return spots
        free = fit_corners(
            grey,
            [spots[index].known.sighting for index in odd],
            family=self.family,
            lens=self.camera.lens,
            blur_px=blur_px,
        )
        explained = list(spots)
        for index, tag in zip(odd, free.tags, strict=True):
            spot = spots[index]
            if tag.fit.outcome is not FitOutcome.PLACED:
                flag = self._in_its_light(grey, spot, paper=paper)
                # What looks unlike itself is looked for again, and may have a place in its shadow.
                is_covered = any(each.fault is TagFault.COVERED for each in spot.flags)
                if flag is not None and (flag is not SHADED or is_covered):
                    explained[index] = replace(spot, flags=(flag,))
                continue
            if self._is_overlit(grey, spot):
                # Light that spreads from paper shifts the corners of what lies flat, too.
                explained[index] = replace(spot, flags=(OVERLIT,))
                continue
            shape = squareness(tag, camera=self.camera, height=spot.height, side=spot.known.side)
            lying = shape and unlevel(shape, height=spot.height, side=spot.known.side)
            if lying:
                explained[index] = replace(spot, flags=(lying,))
        return explained

    def _in_its_light(self, grey: Grey, spot: TagPlacing, *, paper: float) -> Flag | None:
        """What light is over a tag that can be read and has no place; None where it is as usual."""
        sighting = spot.known.sighting
        pattern = self.family.pattern(sighting.number)
        if is_washed_out(grey, sighting.corners, pattern=pattern, paper=paper):
            return WASHED_OUT
        if is_shaded(grey, sighting.corners, pattern=pattern):
            return SHADED
        return OVERLIT if self._is_overlit(grey, spot) else None

    def _is_overlit(self, grey: Grey, spot: TagPlacing) -> bool:
        """What lies over a tag hides paper or ink; light that spreads hides neither."""
        sighting = spot.known.sighting
        return any(flag.fault is TagFault.COVERED for flag in spot.flags) and is_overlit(
            grey, sighting.corners, family=self.family.only((sighting.number,))
        )

    def is_phantom(self, spot: TagPlacing) -> bool:
        """Whether what was read, and has no place, cannot be that tag by its size.

        Now and then a broken frame, a chequered cloth or the lines around a tag are read as one. A
        tag that was printed in another size is measured as such, and is none of these.
        """
        if spot.place is not None or any(flag.fault in _MEASURED for flag in spot.flags):
            return False
        side = spot.known.side
        return not self.may_be(spot.known.sighting.corners, height=spot.height, sides=(side, side))

    def may_be(self, corners: Floats, *, height: float, sides: tuple[float, float]) -> bool:
        """Whether a square with these corners (4 x 2 pixels) may be of a side between two."""
        there = self.camera.places(corners, height=height)
        seen = float(np.median(np.linalg.norm(there - np.roll(there, 1, axis=0), axis=1)))
        return not np.isfinite(seen) or sides[0] / _OTHER_SIZE < seen < sides[1] * _OTHER_SIZE

    def _grain(self, known: KnownTag) -> float:
        return known.sighting.shortest_side_px / self.family.cells

    def located(
        self, spot: TagPlacing, *, is_used: bool, more: tuple[Flag, ...] = ()
    ) -> LocatedTag:
        """A spot as it is reported, with its whole error."""
        sighting, pose, corners = spot.known.sighting, None, spot.known.sighting.corners
        if spot.place is not None:
            at, corners = spot.place.tag, spot.place.tag.corners
            whole = self.place_errors.whole_covariance(
                spot.place.own, x=at.x_in, y=at.y_in, height=spot.height
            )
            pose = Pose(
                x=Inches(at.x_in),
                y=Inches(at.y_in),
                heading=turned(at.heading_deg),
                covariance=as_covariance(whole),
            )
        return LocatedTag(
            number=sighting.number,
            corners_px=corners,
            height=Inches(spot.height),
            pose=pose,
            flags=(*spot.flags, *more),
            is_used=is_used,
        )
