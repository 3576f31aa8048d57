"""Tells whoever places a phone over the table what error to expect from there, and what helps."""

from collections.abc import Collection, Sequence
from typing import Final

import numpy as np

from calibration.anchors import anchors_of
from calibration.error_map import error_map
from calibration.lens import Lens
from calibration.lens_prior import unmeasured_lens
from calibration.profile import CalibrationProfile
from calibration.seen import SeenTag
from calibration.table.placement import Placement, placement_of
from calibration.table.table_start import LEAST
from rules.table.bad_input import BadInputError
from rules.table.snapshot import TableSize
from rules.table.units import plain_error
from vision.detector import Detector
from vision.sighting import Grey
from vision.tags.tag_family import TagFamily

GOOD_IN: Final = 0.02
"""A ruling is in doubt by little more than what hands are off by."""
FAIR_IN: Final = 0.05
MOST_LEAN_DEG: Final = 40.0
"""Beyond it upright figures hide what lies behind them."""
LEAST_PER_IN: Final = 20.0
"""Pixels to the inch; with fewer the small tags of pieces are not read."""
LEAST_SIDE_PX: Final = 18.0
"""Of an anchor; where the smallest that is read is smaller, others are too small to be read."""
_ANY: Final = np.eye(8)


def placing_words(
    grey: Grey,
    *,
    dictionary: str,
    table: TableSize,
    anchors: Collection[int],
    lens: Lens | None = None,
) -> str:
    """What to expect from here once it is set up, and what helps.

    `anchors` are the numbers of all that lie there; `lens` is the measured one, if there is any.
    """
    height, width = grey.shape[:2]
    family = TagFamily.of(dictionary)
    seen = Detector(family).sightings(grey)
    numbers = [each.number for each in seen]
    wanted = set(anchors)
    tags = [
        SeenTag(number=each.number, corners=each.corners, covariance=_ANY)
        for each in seen
        if each.number in wanted and numbers.count(each.number) == 1
    ]
    if len(tags) < len(wanted):
        sides = [np.hypot(*(tag.corners - np.roll(tag.corners, 1, axis=0)).T).min() for tag in tags]
        return _missing(sides, wanted=len(wanted))
    try:
        found = placement_of(
            tags,
            anchors=anchors_of(table),
            table=table,
            lens=lens or unmeasured_lens(width=width, height=height).lens,
        )
    except BadInputError:
        return "the anchors do not lie as the kit has them"
    return _words(found)


def measured_words(profile: CalibrationProfile) -> str:
    """What a phone measures to that is where it was calibrated."""
    error = error_map(profile.calibrated, table=profile.table).typical
    return f"{_grade(error)}: {plain_error(error)} in, as measured"


def _missing(sides: Sequence[float], *, wanted: int) -> str:
    """What helps where these anchors are seen, by how many pixels each is wide."""
    if not sides:
        return "no anchor is in the picture: aim at the table, or lay the anchors first"
    seen = f"{len(sides)} of {wanted} anchors are in the picture"
    if min(sides) < LEAST_SIDE_PX:
        return f"{seen}, and they are small: come nearer"
    helps = "a little" if len(sides) >= LEAST else "until the whole table is in it"
    return f"{seen}: move back {helps}"


def _words(found: Placement) -> str:
    told = f"{_grade(found.error_in)}: {plain_error(found.error_in)} in"
    if found.lean_deg > MOST_LEAN_DEG:
        return f"{told}, but it leans by {found.lean_deg:.0f}°: more from above, please"
    if found.px_per_in < LEAST_PER_IN:
        return f"{told}, but small tags are not read from so far away: come nearer"
    if found.error_in <= GOOD_IN:
        return told
    return f"{told}: {'more from above' if found.is_by_lean else 'come nearer'} helps"


def _grade(error_in: float) -> str:
    if error_in <= GOOD_IN:
        return "good"
    return "fair" if error_in <= FAIR_IN else "poor"
