"""Says what error a camera's place over the table leads to, before anything is calibrated.

To place a phone by, an ordinary lens is near enough where none was measured.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.anchors import Anchor
from calibration.camera_model import CameraModel
from calibration.error import Own, own_covariances
from calibration.lens import Lens
from calibration.seen import SeenTag
from calibration.table.table_start import check_seen, starting_stand
from rules.table.snapshot import TableSize

_SEEN: Final = 0.12
"""Pixels by which a tag's place is off, one standard error, as lenses and paper are."""
_HEIGHT: Final = 0.01
"""Inches by which nobody knows how high a tag lies: paper, card, a table that is not flat."""
_RAISED: Final = 0.5
"""Inches over the table at which the error is told: most tags lie lower."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """How a camera stands over a table."""

    error_in: float
    """Two standard errors of a place where they are largest, once the camera is calibrated."""
    px_per_in: float
    """Where the table is farthest away."""
    lean_deg: float
    """Against looking straight down."""
    is_by_lean: bool
    """Whether the error comes from leaning rather than from being far away."""


def placement_of(
    tags: Sequence[SeenTag], *, anchors: Sequence[Anchor], table: TableSize, lens: Lens
) -> Placement:
    """From the anchors in one picture; a BadInputError says why they place no camera."""
    check_seen(tuple(tags), anchors=anchors, where="picture")
    meant = {anchor.number: (anchor.x, anchor.y) for anchor in anchors}
    places = np.array([meant[tag.number] for tag in tags])
    stand = starting_stand(tuple(tags), places=places, lens=lens)
    x, y = np.meshgrid(np.linspace(0, table.width, 3), np.linspace(0, table.depth, 3))
    points = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, _RAISED)])
    model = CameraModel(lens=lens, stand=stand)
    slopes = model.place_slopes(points)
    heights = np.full(len(points), _RAISED)
    seen = own_covariances(slopes, heights=heights, pixels=_SEEN**2 * np.eye(2))
    raised = own_covariances(slopes, heights=heights, own=Own(height=_HEIGHT))
    worst = int(np.linalg.eigvalsh(seen + raised)[:, -1].argmax())
    by_pixels, by_lean = (float(np.linalg.eigvalsh(each[worst])[-1]) for each in (seen, raised))
    # An inch on the table where it covers the fewest pixels.
    across = np.linalg.svd(slopes.pixel, compute_uv=False)[:, 0]
    forward = stand.rotation[2]
    return Placement(
        error_in=2 * math.sqrt(float(np.linalg.eigvalsh((seen + raised)[worst])[-1])),
        px_per_in=1 / float(across.max()),
        lean_deg=math.degrees(math.acos(min(1.0, max(-1.0, -float(forward[2]))))),
        is_by_lean=by_lean > by_pixels,
    )
