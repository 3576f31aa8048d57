"""Places a camera over a table by a picture of the moment in which calibrated cameras see it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from calibration.profile import CalibrationProfile, LensProfile
from calibration.several.placed_by_others import placed_by_others
from vision.detector import Detector
from vision.fit.free import fit_corners, seen_tags
from vision.locating.tag_layout import TagLayout
from vision.locating.together import Together
from vision.sighting import Grey
from vision.tags.tag_family import TagFamily


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlacedBeside:
    """A profile for a camera that sees too few anchors, and what it rests on."""

    profile: CalibrationProfile
    shared: tuple[int, ...]
    """The tags that it was placed by."""
    left_out: tuple[int, ...]
    """Tags that lay elsewhere in its picture than in those of the others."""


def placed_beside(
    grey: Grey,
    *,
    lens: LensProfile,
    known: Sequence[CalibrationProfile],
    pictures: Sequence[Grey],
    names: Sequence[str],
    tag_layout: TagLayout | None,
) -> PlacedBeside:
    """Place the camera of this lens, by one picture of it and one of each calibrated camera; a
    BadInputError says why it cannot be placed.
    """
    together = Together(known, names=names, tag_layout=tag_layout)
    views, squares = together.squares_in(pictures)
    family = TagFamily.of(known[0].dictionary)
    sightings = Detector(family).sightings(grey)
    told = [each.number for each in sightings]
    wanted = {square.number for square in squares}
    once = [each for each in sightings if each.number in wanted and told.count(each.number) == 1]
    free = fit_corners(grey, once, family=family, lens=lens.lens.lens) if once else None
    found = placed_by_others(
        () if free is None else seen_tags(free),
        belief=lens.lens,
        views=views,
        rig=together.rig,
        squares=squares,
        table=known[0].calibrated,
    )
    profile = replace(
        known[0],
        camera=lens.camera,
        calibrated=found.calibrated,
        is_lens_measured=True,
        history=(),
    )
    return PlacedBeside(profile=profile, shared=found.shared, left_out=found.left_out)
