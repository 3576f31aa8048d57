"""Turns one picture into places in inches: of every piece, or why it has none."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import shapely

from calibration.print_scale import ScaleVerdict
from calibration.profile import CalibrationProfile
from calibration.several.placed_by_others import ALONE
from calibration.table.bump import BumpCheck, BumpState, check_bump
from rules.table.bad_input import BadInputError
from rules.table.outlines.outline import place as laid
from rules.table.snapshot import Piece, Pose
from rules.table.units import Inches
from vision.detector import Detector
from vision.fit.free import fit_corners, seen_tags
from vision.fit.placed import FreeFit, FreeTag
from vision.kit.wanted.kinds import is_card
from vision.locating.located import Flag, Located, LocatedPiece, LocatedTag, TagFault, turned
from vision.locating.piece_pose import TriedTag, located_piece, of_paper
from vision.locating.place_error import Care, PlaceErrors, as_covariance
from vision.locating.placing import KnownTag, Placer, TagPlacing
from vision.locating.poor_view import why_missing
from vision.locating.seeking.expected import with_expected_anchors
from vision.locating.seeking.missing import missing_tags, placed_after_all
from vision.locating.sorting import SortedSightings, sort_sightings
from vision.locating.standing import Raised
from vision.locating.tag_faults import duplicated
from vision.locating.tag_layout import TaggedPiece, TagLayout
from vision.mirrored import MIRRORED, is_mirrored
from vision.sighting import Grey, Sighting
from vision.tags.tag_family import TagFamily

Seen = Mapping[int, list[TagPlacing]]
"""What became of each number that was seen."""


class Locator:
    """Measures pictures of one camera under one profile, for one battle or for none."""

    def __init__(
        self,
        profile: CalibrationProfile,
        *,
        tag_layout: TagLayout | None = None,
        care: Care | None = None,
        is_alone: bool = True,
    ) -> None:
        """Another camera over the same table may vouch for one that is not alone."""
        self.profile = profile
        self._is_alone = is_alone
        self.tag_layout = tag_layout
        self._family = TagFamily.of(profile.dictionary)
        self._detector = Detector(self._family)
        place_errors = PlaceErrors(
            profile.calibrated, table=profile.table, care=Care() if care is None else care
        )
        self._placer = Placer(place_errors=place_errors, table=profile.table, family=self._family)

    def located(self, grey: Grey) -> Located:
        """Everything that a picture shows; a picture of another size is refused."""
        self._check_size(grey)
        seen = sort_sightings(
            self._sightings(grey),
            anchors={anchor.number for anchor in self.profile.anchors},
            tag_layout=self.tag_layout,
        )
        free = partial(fit_corners, grey, family=self._family, lens=self._placer.camera.lens)
        anchors = self._expected(grey, free, seen=seen)
        bump = check_bump(
            seen_tags(anchors),
            calibrated=self.profile.calibrated,
            anchors=self.profile.anchors,
        )
        if bump.state is BumpState.CANNOT_TELL and self._is_mirrored(grey):
            bump = replace(bump, sentence=MIRRORED)
        terrain = self._placer.spots(grey, list(map(self._known, seen.terrain)))
        found = self._by_number(terrain.spots)
        standing = self._placer.spots(
            grey,
            list(map(self._known, seen.standing + seen.markers)),
            raised=self._raised(found),
            blur_px=anchors.blur_px if anchors.tags else None,
            paper=_light(anchors),
        )
        count = len(seen.standing)
        found |= self._by_number(standing.spots[:count])
        refusal = self._refusal(bump)
        blur_px = standing.blur_px if standing.spots else anchors.blur_px
        if refusal is None:
            found |= self._sought(grey, found, blur_px=blur_px)
        pieces = self._pieces(found)
        located = Located(
            table=self.profile.table,
            pieces=pieces,
            anchors=self._anchors(seen, free=anchors, bump=bump),
            strangers=tuple(map(self._stranger, self._printed(free(seen.strangers).tags))),
            markers=tuple(
                self._marker(spot)
                for spot in standing.spots[count:]
                if not self._placer.is_phantom(spot)
            ),
            shared=self._placer.place_errors.shared,
            blur_px=blur_px,
            light=standing.light if standing.spots else _light(anchors),
            warnings=self._warnings(bump) + self._poor(grey, pieces, found=found, blur_px=blur_px),
            refusal=refusal,
        )
        return _withheld(located) if refusal else located

    def _sightings(self, grey: Grey) -> tuple[Sighting, ...]:
        """Every tag; where pieces are missing, the more thorough look for theirs as well."""
        found = self._detector.sightings(grey)
        seen = {each.number for each in found}
        lost = {
            tag.number
            for tagged in (self.tag_layout.pieces if self.tag_layout else ())
            for tag in tagged.tags
            if not is_card(tagged.entry.kind) and not any(t.number in seen for t in tagged.tags)
        }
        if not lost:
            return found
        again = self._detector.sightings(grey, is_thorough=True)
        return (*found, *(each for each in again if each.number in lost))

    def _expected(
        self, grey: Grey, free: Callable[[list[Sighting]], FreeFit], *, seen: SortedSightings
    ) -> FreeFit:
        """The anchors that were read, and those that lie where they were calibrated."""
        return with_expected_anchors(
            grey,
            free([each for each in seen.anchors if each.number not in seen.doubles]),
            passed_over=tuple(seen.doubles),
            calibrated=self.profile.calibrated,
            family=self._family,
        )

    def _sought(self, grey: Grey, found: Seen, *, blur_px: float) -> dict[int, list[TagPlacing]]:
        """The tags of pieces without a place that a look for them alone finds after all."""
        missing = missing_tags(self.tag_layout.pieces if self.tag_layout else (), found)
        placed = placed_after_all(
            grey,
            missing,
            placer=self._placer,
            raised=self._raised(found),
            others=[spot for spots in found.values() for spot in spots],
            blur_px=blur_px,
        )
        return self._by_number(placed)

    def _is_mirrored(self, grey: Grey) -> bool:
        numbers = {anchor.number for anchor in self.profile.anchors}
        return is_mirrored(grey, detector=self._detector, numbers=numbers)

    def _check_size(self, grey: Grey) -> None:
        height, width = grey.shape[:2]
        camera = self.profile.camera
        if (width, height) != (camera.width, camera.height):
            raise BadInputError(
                "picture",
                expected=f"{camera.width} x {camera.height} pixels as the profile's camera takes",
                got=f"{width} x {height}",
            )

    def _known(self, sighting: Sighting) -> KnownTag:
        """A tag of the roster, in the size that the printer made of it."""
        scale = self.profile.calibrated.layout.scale
        number = sighting.number
        shared = self.tag_layout.class_sizes if self.tag_layout else {}
        if number in shared:
            return KnownTag(sighting=sighting, side=shared[number] * scale, own_height=0.0)
        unique = self.tag_layout.of_number if self.tag_layout else {}
        _, tag = unique[number]
        return KnownTag(sighting=sighting, side=tag.size * scale, own_height=tag.height)

    def _by_number(self, spots: Iterable[TagPlacing]) -> dict[int, list[TagPlacing]]:
        """What became of each number, but for what only looks a little like it."""
        found: dict[int, list[TagPlacing]] = {}
        for spot in spots:
            if not self._placer.is_phantom(spot):
                found.setdefault(spot.known.sighting.number, []).append(spot)
        return found

    def _printed(self, strangers: Sequence[FreeTag]) -> list[FreeTag]:
        """Those that really are tags, and about as large as this army's, if there is one."""
        sides = self.tag_layout.sides if self.tag_layout else (0.0, np.inf)
        return [
            tag
            for tag in strangers
            if tag.is_placed and self._placer.may_be(tag.corners, height=0.0, sides=sides)
        ]

    # --- pieces ----------------------------------------------------------------------------------

    def _pieces(self, found: Seen) -> tuple[LocatedPiece, ...]:
        """Every piece with a number of its own; the others are markers, all alike."""
        return tuple(
            self._piece(tagged, found)
            for tagged in (self.tag_layout.pieces if self.tag_layout else ())
            if any(tag.is_unique for tag in tagged.tags)
        )

    def _piece(self, tagged: TaggedPiece, found: Seen) -> LocatedPiece:
        own = [tag for tag in tagged.tags if tag.is_unique]
        tried = [TriedTag(tag=tag, spot=spot) for tag in own for spot in found.get(tag.number, ())]
        # Clutter is now and then read as a tag; it must not count as a duplicate.
        counts = Counter(each.tag.number for each in tried if each.spot.is_proven)
        flags = tuple(
            duplicated(number, count=count) for number, count in counts.items() if count > 1
        )
        return located_piece(tagged, tried, placer=self._placer, more=flags)

    def _raised(self, found: Seen) -> tuple[Raised, ...]:
        """The terrain that lifts what stands on it, where this picture shows it."""
        raised = []
        for tagged in self.tag_layout.pieces if self.tag_layout else ():
            if not tagged.terrain_height:
                continue
            entry, piece = tagged.entry, self._piece(tagged, found)
            if piece.pose is not None:
                stood = laid(Piece(id=entry.id, footprint=entry.footprint, pose=piece.pose))
                area = shapely.buffer(stood.core(), stood.radius)
                height = float(tagged.terrain_height)
                raised.append(Raised(name=entry.id, outline=area, height=height))
        return tuple(raised)

    # --- all else --------------------------------------------------------------------------------

    def _anchors(
        self, seen: SortedSightings, *, free: FreeFit, bump: BumpCheck
    ) -> tuple[LocatedTag, ...]:
        """The anchors where this picture shows them; the profile has them where they were."""
        found = []
        for tag in free.tags:
            flag = Flag(fault=TagFault.MOVED, says=bump.sentence)
            flags = (flag,) if tag.number in bump.displaced else ()
            found.append(self._flat(tag, flags=flags, is_used=tag.is_placed and not flags))
        for each in seen.anchors:
            if each.number in seen.doubles:
                flags = (duplicated(each.number, count=seen.doubles[each.number]),)
                found.append(_nowhere(each, flags=flags))
        return tuple(sorted(found, key=lambda tag: tag.number))

    def _marker(self, spot: TagPlacing) -> LocatedTag:
        names = self.tag_layout.class_names if self.tag_layout else {}
        tag = self._placer.located(spot, is_used=False)
        printed = self.tag_layout.of_shared.get(tag.number) if self.tag_layout else None
        pose = tag.pose if tag.pose is None or printed is None else of_paper(tag.pose, printed)
        return replace(tag, pose=pose, meaning=names.get(tag.number, ""))

    def _stranger(self, tag: FreeTag) -> LocatedTag:
        who = "the roster has no piece with it" if self.tag_layout else "no roster says whose it is"
        says = f"{who}: its place holds if it lies flat on the table"
        return self._flat(tag, flags=(Flag(fault=TagFault.UNKNOWN, says=says),), is_used=False)

    def _flat(self, tag: FreeTag, *, flags: tuple[Flag, ...], is_used: bool) -> LocatedTag:
        """A tag on the table itself, whatever its size."""
        model = self.profile.calibrated.model
        corners = model.places(tag.corners)
        pose = None
        if np.isfinite(corners).all() and tag.is_placed:
            slopes = model.place_slopes(np.column_stack([corners, np.zeros(4)])).pixel
            pixels = tag.covariance.reshape(4, 2, 4, 2)
            own = np.zeros((3, 3))
            own[:2, :2] = np.einsum("aij,ajbk,blk->il", slopes, pixels, slopes) / 16
            right = corners[1] - corners[0] + corners[2] - corners[3]
            x, y = corners.mean(axis=0).tolist()
            whole = self._placer.place_errors.whole_covariance(own, x=x, y=y, height=0.0)
            heading = turned(float(np.degrees(np.arctan2(right[1], right[0]))))
            pose = Pose(x=Inches(x), y=Inches(y), heading=heading, covariance=as_covariance(whole))
        return LocatedTag(
            number=tag.number,
            corners_px=tag.corners,
            height=Inches(0.0),
            pose=pose,
            flags=flags,
            is_used=is_used,
        )

    def _refusal(self, bump: BumpCheck) -> str | None:
        check = self.profile.print_check
        if not check.may_measure:
            return check.sentence
        if self.profile.calibrated.is_placed_by_others:
            moved = bump.sentence if bump.freezes else None
            return ALONE if self._is_alone else moved
        # A single picture has to prove by itself that the camera is where it was calibrated.
        is_doubtful = bump.freezes or bump.state is BumpState.CANNOT_TELL
        return bump.sentence if is_doubtful else None

    def _warnings(self, bump: BumpCheck) -> tuple[str, ...]:
        found = [] if bump.state is BumpState.STILL else [bump.sentence]
        check = self.profile.print_check
        if check.verdict in {ScaleVerdict.WARN, ScaleVerdict.UNCHECKED}:
            found.append(check.sentence)
        return tuple(found)

    def _poor(
        self, grey: Grey, pieces: Sequence[LocatedPiece], *, found: Seen, blur_px: float
    ) -> tuple[str, ...]:
        """Why pieces may be missing that lie in the open."""
        return why_missing(
            grey,
            pieces,
            tag_layout=self.tag_layout,
            placer=self._placer,
            spots=[spot for spots in found.values() for spot in spots],
            blur_px=blur_px,
        )


def _withheld(located: Located) -> Located:
    """The same without places, when nothing may be ruled from it; anchors show what has moved."""
    pieces = tuple(
        replace(piece, pose=None, whole_error=None, tags=tuple(map(_placeless, piece.tags)))
        for piece in located.pieces
    )
    return replace(
        located,
        pieces=pieces,
        strangers=tuple(map(_placeless, located.strangers)),
        markers=tuple(map(_placeless, located.markers)),
    )


def _placeless(tag: LocatedTag) -> LocatedTag:
    return replace(tag, pose=None)


def _nowhere(sighting: Sighting, *, flags: tuple[Flag, ...]) -> LocatedTag:
    return LocatedTag(
        number=sighting.number,
        corners_px=sighting.corners,
        height=Inches(0.0),
        pose=None,
        flags=flags,
    )


def _light(free: FreeFit) -> float:
    whites = [tag.fit.white for tag in free.tags if tag.is_placed]
    return float(np.median(whites)) if whites else float("nan")
