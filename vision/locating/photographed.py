"""Measures a table in a photograph by any camera: its lens is solved from the table itself."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from calibration.lens_prior import unmeasured_lens
from calibration.profile import CalibrationProfile, CameraId
from calibration.table.still_fit import KnownSquare, fit_still
from rules.table.bad_input import BadInputError
from vision.detector import Detector
from vision.fit.free import fit_corners, seen_tags
from vision.kit.wanted.kinds import is_card
from vision.locating.locate import Locator
from vision.locating.located import Located
from vision.locating.place_error import Care
from vision.locating.tag_layout import TagLayout
from vision.sighting import Grey, Sighting
from vision.tags.tag_family import TagFamily


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Photographed:
    """What a photograph shows, and the calibration that was made for it alone."""

    located: Located
    profile: CalibrationProfile
    moved: tuple[int, ...]
    """Anchors that lie elsewhere than when the table was measured."""
    squares: int
    """Pieces by whose size the lens was solved, beside the anchors."""


def photographed(
    grey: Grey,
    *,
    profile: CalibrationProfile,
    tag_layout: TagLayout | None,
    care: Care | None = None,
) -> Photographed:
    """Everything in a photograph of the profile's table; a BadInputError says what keeps it out."""
    height, width = grey.shape[:2]
    care = Care() if care is None else care
    family = TagFamily.of(profile.dictionary)
    sightings = Detector(family).sightings(grey)
    squares = _squares(tag_layout, care=care)
    wanted = {*profile.calibrated.layout.numbers, *(each.number for each in squares)}
    once = _once(sightings, wanted=wanted)
    free = fit_corners(grey, once, family=family) if once else None
    fit = fit_still(
        () if free is None else seen_tags(free),
        table=profile.calibrated,
        anchors=profile.anchors,
        squares=squares,
        belief=unmeasured_lens(width=width, height=height),
    )
    own = replace(
        profile,
        camera=CameraId(name="", id="", width=width, height=height),
        calibrated=fit.calibrated,
        is_lens_measured=False,
        history=(),
    )
    located = Locator(own, tag_layout=tag_layout, care=care).located(grey)
    if located.refusal is not None:
        raise BadInputError("photograph", expected="one to measure by", got=located.refusal)
    return Photographed(located=located, profile=own, moved=fit.moved, squares=fit.squares)


def _once(sightings: Sequence[Sighting], *, wanted: set[int]) -> list[Sighting]:
    told = [each.number for each in sightings]
    return [each for each in sightings if each.number in wanted and told.count(each.number) == 1]


def _squares(tag_layout: TagLayout | None, *, care: Care) -> list[KnownSquare]:
    """Every tag with a number of its own that lies at a height somebody knows."""
    return [
        KnownSquare(
            number=tag.number,
            side=float(tag.size),
            height=float(tag.height),
            height_sigma=care.raised_height_in if tag.height > 0 else care.flat_height_in,
        )
        for tagged in (tag_layout.pieces if tag_layout else ())
        for tag in tagged.tags
        if tag.is_unique and not is_card(tagged.entry.kind)
    ]
