"""Finds a tagged sheet in a picture by its own tags alone, and straightens it.

The tags tell how the sheet lies and how the lens bends; no lens has to be known and no table
calibrated. What they do not explain is measured: a curled sheet, or a tag that is not of this
sheet, is refused and not read.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from rules.table.bad_input import BadInputError
from vision.detector import Detector
from vision.sheets.plan import SheetPlan
from vision.sheets.sheet_map import FittedMap, SheetMap, fit_sheet_map
from vision.sighting import Floats, Grey, Sighting
from vision.tags.tag_family import TagFamily

PX_PER_IN: Final = 100.0
"""Of the straightened picture; a pencil line of half a millimetre is two pixels wide."""
ROUND: Final = 0.3
"""Inches around the area that are straightened with it."""
LEAST_TAGS: Final = 3
MOST_OFF: Final = 0.05
"""Inches by which a tag's corner may be off the map; a sheet that curls more is not flat."""
ANOTHER_OFF: Final = 2.0
"""Inches by which no paper curls: such tags are not those of this sheet."""
LEAST_PX_PER_IN: Final = 45.0
"""Of the photograph: with less, a pencil line is thinner than half a pixel."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FoundSheet:
    """A sheet in a picture."""

    plan: SheetPlan
    fitted: FittedMap
    off_in: float
    """The largest distance of a tag's corner from where the map has it."""
    px_per_in: float
    """Of the picture, in the worst direction at the middle of the sheet."""
    missing: tuple[int, ...] = ()
    """Tags that were not seen; three are enough."""

    def pixels(self, spots: Floats) -> Floats:
        """Points of the sheet (n x 2) in the picture."""
        return self.fitted.likely.pixels(spots)

    def spots(self, pixels: Floats) -> Floats:
        """Pixels (n x 2) on the sheet."""
        return self.fitted.likely.spots(pixels)

    def unsure_in(self, spots: Floats) -> Floats:
        """By how much points of the sheet (n x 2) may be off, because of what the lens hides."""
        return self.fitted.unsure_in(spots)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoSheet:
    """Why there is none, and what to do."""

    says: str


def find_sheet(picture: Grey, plan: SheetPlan) -> FoundSheet | NoSheet:
    """The sheet in a grey picture."""
    family = TagFamily.of(plan.dictionary)
    seen = Detector(family).sightings(picture)
    own = {number: [s for s in seen if s.number == number] for number in plan.numbers}
    doubled = [number for number, found in own.items() if len(found) > 1]
    if doubled:
        return NoSheet(says=f"tag {doubled[0]} is in the picture twice: take one sheet away")
    there = {number: found[0] for number, found in own.items() if found}
    if len(there) < LEAST_TAGS:
        told = ", ".join(str(number) for number in there) or "none"
        wanted = ", ".join(str(number) for number in plan.numbers)
        return NoSheet(
            says=f"the sheet's corner tags are {wanted}, and {LEAST_TAGS} of them are needed; seen "
            f"are {told}: show the whole sheet, in good light"
        )
    return _fitted(plan, there, size=(picture.shape[1], picture.shape[0]))


def _fitted(
    plan: SheetPlan, there: dict[int, Sighting], *, size: tuple[int, int]
) -> FoundSheet | NoSheet:
    tags = [tag for tag in plan.tags if tag.number in there]
    on_sheet = np.stack([tag.corners for tag in tags])
    in_picture = np.stack([there[tag.number].corners for tag in tags]).astype(np.float64)
    fitted = fit_sheet_map(on_sheet, in_picture, width=size[0], height=size[1])
    if fitted is None:
        return NoSheet(says="the sheet's tags do not lie on one flat sheet")
    back = fitted.likely.spots(in_picture.reshape(-1, 2)) - on_sheet.reshape(-1, 2)
    off = float(np.hypot(*back.T).max())
    # NaN is not on the sheet either.
    if not off <= ANOTHER_OFF:
        return NoSheet(
            says="the tags do not lie as on this sheet: photograph the game sheet, and no other "
            "tags beside it"
        )
    if off > MOST_OFF:
        return NoSheet(
            says=f"the sheet is not flat, or a tag is not its own: a corner is {off:.2f} in off; "
            "weigh it down"
        )
    grain = _grain(fitted.likely, plan)
    if grain < LEAST_PX_PER_IN:
        return NoSheet(
            says=f"the sheet is too small in the picture: {grain:.0f} pixels to the inch, "
            f"{LEAST_PX_PER_IN:.0f} are needed; go nearer"
        )
    missing = tuple(number for number in plan.numbers if number not in there)
    return FoundSheet(plan=plan, fitted=fitted, off_in=off, px_per_in=grain, missing=missing)


def _grain(likely: SheetMap, plan: SheetPlan) -> float:
    """Pixels to the inch at the middle, in the direction in which there are the fewest."""
    x, y = plan.width_in / 2, plan.depth_in / 2
    spots = np.array([(x, y), (x + 0.1, y), (x, y + 0.1)], dtype=np.float64)
    middle, east, north = likely.pixels(spots)
    steps = np.stack([east - middle, north - middle], axis=1) / 0.1
    return float(np.linalg.svd(steps, compute_uv=False).min())


def straightened(picture: Grey, found: FoundSheet) -> Grey:
    """The area with a little around it, seen from above: north is up, `PX_PER_IN` to the inch."""
    if picture.ndim != 2:
        raise BadInputError("picture", expected="grey", got=f"shape {picture.shape}")
    plan = found.plan
    size = (
        round((plan.width_in + 2 * ROUND) * PX_PER_IN),
        round((plan.depth_in + 2 * ROUND) * PX_PER_IN),
    )
    across, down = np.meshgrid(*(np.arange(each, dtype=np.float64) for each in size))
    view = np.stack([across.ravel(), down.ravel()], axis=1)
    spots = cv2.perspectiveTransform(view.reshape(-1, 1, 2), np.linalg.inv(sheet_to_view(plan)))
    at = found.pixels(np.asarray(spots, dtype=np.float64)).reshape(size[1], size[0], 2)
    # Many pixels of a large photograph fall into one here: what is thin must not be skipped.
    grain = max(1.0, found.px_per_in / PX_PER_IN)
    softened = picture if grain < 1.2 else cv2.GaussianBlur(picture, (0, 0), 0.4 * grain)
    columns, rows = (at[..., axis].astype(np.float32) for axis in (0, 1))
    seen = cv2.remap(softened, columns, rows, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.uint8)


def sheet_to_view(plan: SheetPlan) -> Floats:
    """3 x 3: from inches on the sheet to pixels of the straightened picture."""
    return np.array(
        [
            (PX_PER_IN, 0.0, ROUND * PX_PER_IN - 0.5),
            (0.0, -PX_PER_IN, (plan.depth_in + ROUND) * PX_PER_IN - 0.5),
            (0.0, 0.0, 1.0),
        ]
    )
