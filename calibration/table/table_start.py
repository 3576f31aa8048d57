"""Guesses roughly where the camera stood for each photograph, before anything is solved."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.anchors import Anchor
from calibration.camera_model import CameraModel, Stand, rotation_of
from calibration.lens import Floats, Lens
from calibration.table.table_problem import Photograph
from rules.table.bad_input import BadInputError

LEAST: Final = 4
"""Three anchors fit two places of the camera, and leave nothing to check either by."""
_FLAT: Final = 0.02
"""Anchors whose spread across is less than this share of the spread along lie on one line."""
_MISPLACED: Final = 0.12
"""Share of the table's size that an anchor may lie off for the start; further is a mistake."""


def check_seen(photograph: Photograph, *, anchors: Sequence[Anchor], where: str) -> None:
    """Refuse what cannot place a camera, and name what was seen and what is missing."""
    known = {anchor.number: anchor for anchor in anchors}
    numbers = [tag.number for tag in photograph]
    for number in numbers:
        if number not in known:
            expected = f"anchors numbered {', '.join(map(str, sorted(known)))}"
            raise BadInputError(where, expected=expected, got=f"tag {number}")
        if numbers.count(number) > 1:
            raise BadInputError(where, expected="each anchor once", got=f"anchor {number} twice")
    if len(numbers) < LEAST:
        raise BadInputError(where, expected=f"at least {LEAST} anchors", got=_seen(numbers, known))
    if _on_one_line(np.array([(known[n].x, known[n].y) for n in numbers])):
        raise BadInputError(
            where,
            expected=f"{LEAST} anchors that do not lie on one line",
            got=_seen(numbers, known),
        )


def _seen(numbers: Sequence[int], known: dict[int, Anchor]) -> str:
    missing = ", ".join(str(known[number]) for number in sorted(set(known) - set(numbers)))
    if not numbers:
        return f"none (missing: {missing})"
    seen = ", ".join(str(known[number]) for number in sorted(numbers))
    return f"{len(numbers)}: {seen} (missing: {missing})"


def _on_one_line(places: Floats) -> bool:
    spread = np.linalg.svd(places - places.mean(axis=0), compute_uv=False)
    return bool(spread[1] < _FLAT * max(spread[0], 1e-9))


def starting_stand(photograph: Photograph, *, places: Floats, lens: Lens) -> Stand:
    """Where the camera stood, from the tags' centres and where (n x 2) they are meant to lie."""
    centres = np.array([tag.corners.mean(axis=0) for tag in photograph])
    rays = lens.rays(centres)
    # Of a lens that is not known yet, a formula without an inverse out there says nothing.
    plain = (centres - [lens.cx, lens.cy]) / [lens.fx, lens.fy]
    rays = np.where(np.isfinite(rays), rays, plain)
    agreeing = _agreeing(places, rays)
    found = _stands(places[agreeing], rays[agreeing])
    above = [stand for stand in found if stand.eye[2] > 0 and _is_before(stand, places)]
    if not above:
        raise BadInputError(
            "photograph",
            expected="anchors that lie about as the kit says (numbers, and which way is north)",
            got="anchors that no camera above the table can see so",
        )
    return min(above, key=lambda stand: _off(stand, places=places[agreeing], rays=rays[agreeing]))


def _agreeing(places: Floats, rays: Floats) -> NDArray[np.bool_]:
    """Which anchors lie about where they are meant to; all, where too few do to tell."""
    far = float(np.hypot(*np.ptp(places, axis=0)))
    found, is_in = cv2.findHomography(rays, places, cv2.RANSAC, _MISPLACED * far)
    if np.size(found) == 9:
        agreeing = np.asarray(is_in).reshape(-1) > 0
        if agreeing.sum() >= LEAST and not _on_one_line(places[agreeing]):
            return agreeing
    return np.ones(len(places), dtype=np.bool_)


def _stands(places: Floats, rays: Floats) -> list[Stand]:
    on_table = np.concatenate([places, np.zeros((len(places), 1))], axis=1)
    middle = on_table.mean(axis=0)
    count, turns, shifts, *_ = cv2.solvePnPGeneric(
        on_table - middle, rays, np.eye(3), np.zeros(5), flags=cv2.SOLVEPNP_IPPE
    )
    found = []
    for turn, shift in zip(turns[:count], shifts[:count], strict=True):
        if not (np.isfinite(turn).all() and np.isfinite(shift).all()):
            continue
        turned, shifted = cv2.solvePnPRefineLM(
            on_table - middle, rays, np.eye(3), np.zeros(5), turn, shift
        )
        rotation = rotation_of(np.asarray(turned, dtype=np.float64))
        away = np.asarray(shifted, dtype=np.float64).reshape(3)
        found.append(Stand(rotation=rotation, shift=away - rotation @ middle))
    return found


def _is_before(stand: Stand, places: Floats) -> bool:
    depth = places @ stand.rotation[2, :2] + stand.shift[2]
    return bool((depth > 0).all())


def _off(stand: Stand, *, places: Floats, rays: Floats) -> float:
    seen = places @ stand.rotation[:, :2].T + stand.shift
    return float(((seen[:, :2] / seen[:, 2:] - rays) ** 2).sum())


def starting_places(
    photographs: Sequence[Photograph], *, lens: Lens, stands: Sequence[Stand]
) -> dict[int, tuple[float, float, float]]:
    """x, y and turn of each anchor that was seen, by the first photograph that shows it."""
    found: dict[int, tuple[float, float, float]] = {}
    for tags, stand in zip(photographs, stands, strict=True):
        model = CameraModel(lens=lens, stand=stand)
        for tag in tags:
            corners = model.places(tag.corners)
            if tag.number in found or not np.isfinite(corners).all():
                continue
            x, y = corners.mean(axis=0)
            east = corners[1] + corners[2] - corners[0] - corners[3]
            found[tag.number] = (float(x), float(y), float(np.arctan2(east[1], east[0])))
    return found
