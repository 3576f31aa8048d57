"""Finds the tray in a picture, and where the camera is over it."""

import itertools
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.table.bad_input import BadInputError
from vision.detector import Detector
from vision.kit.designs.tray import FLOOR, HEIGHT, WIDTH, tray_tags
from vision.kit.drawing.marks import MM
from vision.kit.tags.plan import TRAY_NUMBERS
from vision.sighting import Floats, Grey, Sighting
from vision.tags.dictionary import Family
from vision.tags.tag_family import TagFamily

Bgr = NDArray[np.uint8]
"""Rows x columns x (blue, green, red)."""

FLOOR_MM: Final = (FLOOR[0] / MM, FLOOR[1] / MM, FLOOR[2] / MM, FLOOR[3] / MM)
"""Left, bottom, right and top of the floor, from the paper's lower left corner."""
PAPER_MM: Final = (WIDTH / MM, HEIGHT / MM)
PAPER_PX_PER_MM: Final = 3.0
_FOCAL: Final = 0.8
"""Of telephones and webcams, in long sides of the picture; what the tags say comes before it."""
_FOCAL_SPREAD: Final = 0.25
"""One standard deviation of its logarithm."""
_CORNER_PX: Final = 0.3
"""One standard error of a tag's corner."""
_LEAST_PX_PER_MM: Final = 2.0
"""With fewer, the pips of a usual die are hardly wider than a lens blurs."""
_MOST_PX_PER_MM: Final = 6.0
"""More costs time and shows nothing new."""
_MOST_OFF: Final = 0.06
"""Of a tag's side: how far a corner may lie from where a flat tray would have it."""
_ALIKE: Final = 0.75
"""Correlation of what lies where a tag should be with the tag. One that is only dim has 0.87, one
of which a half is covered 0.46.
"""
_CELL_PX: Final = 6
_MOST_ALIKE: Final = 4
"""Sightings of one number that are weighed."""
_LOWEST: Final = 0.64
"""Height over distance of the lowest camera; from 40 degrees above the table the sides of dice
hide what stands behind them."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TrayPicture:
    """The floor as seen straight from above, each point drawn where it would lie on the floor.

    What stands on the floor leans away from the camera: a level square at a height is a square
    here, too, larger and farther from the point below the camera.
    """

    colours: Bgr
    px_per_mm: float
    seen_px_per_mm: float
    """How fine the picture was that this was made of."""
    camera_mm: Floats
    """x, y and height of the camera from the lower left corner of the floor; y points down."""
    paper: Bgr
    """The whole tray in the same way, PAPER_PX_PER_MM fine."""
    is_in_picture: NDArray[np.bool_]
    """Which parts of `paper` the camera sees: only the tags have to be."""


class NoTrayError(Exception):
    """No tray that can be looked into; the message says why."""


def tray_sightings(picture: Bgr) -> tuple[Sighting, ...]:
    """The tags of a tray, one of each number; fewer where some are not seen."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    best: tuple[Sighting, ...] = ()
    best_family = next(iter(Family))
    for family, is_thorough in itertools.product(Family, (False, True)):
        seen = _detector(family).sightings(grey, is_thorough=is_thorough)
        found = [each for each in seen if each.number in TRAY_NUMBERS]
        once = _one_tray(found)
        if len(once) > len(best):
            best, best_family = once, family
        if len(best) == len(TRAY_NUMBERS):
            break
    if len(best) == len(TRAY_NUMBERS) - 1:
        return _completed(best, grey, family=TagFamily.of(best_family))
    return best


def _completed(
    three: tuple[Sighting, ...], grey: Grey, *, family: TagFamily
) -> tuple[Sighting, ...]:
    """With the fourth, where the other three put it and it can be made out; a hand may lie there
    instead, and reach over the floor.
    """
    known = {each.number: each for each in three}
    lost = next(tag for tag in tray_tags() if tag.number not in known)
    there = [tag for tag in tray_tags() if tag.number in known]
    flat = np.array([corner for tag in there for corner in tag.square()]) / MM
    pixels = np.concatenate([known[tag.number].corners for tag in there])
    to_pixels: Any = cv2.findHomography(flat, pixels, 0)[0]
    if to_pixels is None:
        return three
    corners = cv2.perspectiveTransform(np.array([lost.square()]) / MM, np.asarray(to_pixels))[0]
    cells = family.pattern(lost.number).astype(np.float32)
    side = len(cells) * _CELL_PX
    square = np.array([(0, 0), (side, 0), (side, side), (0, side)], dtype=np.float32) - 0.5
    way = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(grey, way, (side, side), flags=flags)
    whole = np.kron(cells, np.ones((_CELL_PX, _CELL_PX), dtype=np.float32))
    drawn = cv2.GaussianBlur(whole, (0, 0), 0.25 * _CELL_PX)
    alike = cv2.matchTemplate(seen.astype(np.float32), drawn, cv2.TM_CCOEFF_NORMED)
    if float(np.asarray(alike).max()) < _ALIKE:
        return three
    return (*three, Sighting(number=lost.number, corners=np.asarray(corners, dtype=np.float64)))


def _one_tray(found: list[Sighting]) -> tuple[Sighting, ...]:
    """One tag of each number, that lie as on a tray: a die's pips may look like one of them.

    Fewer where a number is not seen; none where two trays, or no flat one, could be meant.
    """
    by_number = [
        [each for each in found if each.number == number][:_MOST_ALIKE] for number in TRAY_NUMBERS
    ]
    if not all(by_number):
        return tuple(same[0] for same in by_number if same)
    fitting = [tags for tags in itertools.product(*by_number) if _is_flat(tags)]
    if not fitting:
        # One whose corner was seen elsewhere than it is spoils all; three of them fit without it.
        most = len(TRAY_NUMBERS) - 1
        some = itertools.combinations(by_number, most)
        three = itertools.chain(*(itertools.product(*each) for each in some))
        fitting = [tags for tags in three if _is_flat(tags)]
    return fitting[0] if len(fitting) == 1 else ()


def _is_flat(tags: tuple[Sighting, ...]) -> bool:
    flat, pixels = _matched(tags)
    # None for corners that lie on one line.
    to_pixels: Any = cv2.findHomography(flat, pixels, 0)[0]
    if to_pixels is None:
        return False
    again = cv2.perspectiveTransform(flat[None], np.asarray(to_pixels))[0]
    shortest = min(each.shortest_side_px for each in tags)
    return float(np.abs(again - pixels).max()) <= max(_MOST_OFF * shortest, 2.0)


def _matched(tags: tuple[Sighting, ...]) -> tuple[Floats, Floats]:
    """The tags' corners in millimetres of the floor, and in pixels."""
    by_number = {each.number: each.corners for each in tags}
    there = [tag for tag in tray_tags() if tag.number in by_number]
    paper = np.array([corner for tag in there for corner in tag.square()]) / MM
    left, _, _, top = FLOOR_MM
    # From the floor's upper left corner, y down, as pictures have it.
    flat = np.column_stack([paper[:, 0] - left, top - paper[:, 1]])
    return flat, np.concatenate([by_number[tag.number] for tag in there])


def tray_picture(picture: Bgr, sightings: tuple[Sighting, ...] | None = None) -> TrayPicture:
    """The floor of the tray in a picture; a NoTrayError says why there is none."""
    if picture.ndim != 3 or picture.shape[2] != 3 or picture.dtype != np.uint8:
        got = f"{picture.dtype} of shape {picture.shape}"
        raise BadInputError("picture", expected="rows x columns x 3 of bytes", got=got)
    seen = tray_sightings(picture) if sightings is None else sightings
    if len(seen) < len(TRAY_NUMBERS):
        raise NoTrayError(f"{len(seen)} of the tray's four tags are seen")
    left, bottom, right, top = FLOOR_MM
    flat, pixels = _matched(seen)
    camera = _camera(flat, pixels, size=(picture.shape[1], picture.shape[0]))
    middle = np.array([(right - left) / 2, (top - bottom) / 2])
    lean = float(np.hypot(*(camera[:2] - middle)))
    if camera[2] < _LOWEST * float(np.hypot(lean, camera[2])):
        raise NoTrayError("the camera looks at the tray from too far aside")
    to_pixels, _ = cv2.findHomography(flat, pixels, 0)
    fine = _finest(np.asarray(to_pixels), middle)
    if fine < _LEAST_PX_PER_MM:
        raise NoTrayError(
            f"the tray is too small in the picture: {fine:.1f} pixels a millimetre, and "
            f"{_LEAST_PX_PER_MM:g} are needed"
        )
    scale = min(fine, _MOST_PX_PER_MM)
    way = np.asarray(to_pixels, dtype=np.float64)
    paper_corner = (-left, top - PAPER_MM[1])
    return TrayPicture(
        colours=_flattened(
            picture,
            way,
            corner_mm=(0.0, 0.0),
            size_mm=(right - left, top - bottom),
            px_per_mm=scale,
        ),
        px_per_mm=scale,
        seen_px_per_mm=fine,
        camera_mm=camera,
        paper=_flattened(
            picture, way, corner_mm=paper_corner, size_mm=PAPER_MM, px_per_mm=PAPER_PX_PER_MM
        ),
        is_in_picture=_in_picture(way, picture.shape[:2], corner_mm=paper_corner),
    )


def _in_picture(
    to_pixels: Floats, shape: tuple[int, ...], *, corner_mm: tuple[float, float]
) -> NDArray[np.bool_]:
    """Which parts of the paper the camera sees."""
    corners = np.array(corner_mm) + np.array([(0, 0), (1, 0), (0, 1), (1, 1)]) * PAPER_MM
    pixels = np.asarray(cv2.perspectiveTransform(corners[None], to_pixels))[0]
    if (pixels >= 0).all() and (pixels <= np.array(shape[::-1]) - 1).all():
        size = [round(each * PAPER_PX_PER_MM) for each in PAPER_MM]
        return np.ones((size[1], size[0]), dtype=np.bool_)
    everywhere = np.full(shape, 255, dtype=np.uint8)
    seen = _flattened(
        everywhere, to_pixels, corner_mm=corner_mm, size_mm=PAPER_MM, px_per_mm=PAPER_PX_PER_MM
    )
    return np.asarray(seen == 255)


def _flattened(
    picture: NDArray[np.uint8],
    to_pixels: Floats,
    *,
    corner_mm: tuple[float, float],
    size_mm: tuple[float, float],
    px_per_mm: float,
) -> NDArray[np.uint8]:
    """A part of the table as seen from above, from its upper left corner."""
    size = (round(size_mm[0] * px_per_mm), round(size_mm[1] * px_per_mm))
    to_mm = np.diag([1 / px_per_mm, 1 / px_per_mm, 1.0])
    to_mm[:2, 2] = 0.5 / px_per_mm + np.array(corner_mm)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(picture, to_pixels @ to_mm, size, flags=flags)
    return np.asarray(flat, dtype=np.uint8)


@cache
def _detector(family: Family) -> Detector:
    # All numbers: told of four alone, it takes more of what is no tag for one of them.
    return Detector(TagFamily.of(family))


def _finest(to_pixels: Floats, middle: Floats) -> float:
    """Pixels a millimetre in the middle of the floor, the shorter way."""
    around = middle + np.array([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)])
    pixels = cv2.perspectiveTransform(around[None], to_pixels)[0]
    steps = np.asarray(pixels[1:] - pixels[0], dtype=np.float64).T
    return float(np.linalg.svd(steps, compute_uv=False)[1])


def _camera(flat: Floats, pixels: Floats, *, size: tuple[int, int]) -> Floats:
    """Where the camera is over the floor, in millimetres; its height counts upwards."""
    solid = np.column_stack([flat, np.zeros(len(flat))])
    middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    usual = np.log(_FOCAL * max(size))
    focal = float(usual)
    matrix = _matrix(focal, middle)
    _, turn, shift = cv2.solvePnP(solid, pixels, matrix, None, flags=cv2.SOLVEPNP_IPPE)
    state = np.concatenate([np.ravel(turn), np.ravel(shift), [focal]])
    for _ in range(12):
        matrix = _matrix(float(state[6]), middle)
        seen, slopes = cv2.projectPoints(solid, state[:3], state[3:6], matrix, None)
        off = (pixels - seen.reshape(-1, 2)).ravel() / _CORNER_PX
        by_focal = slopes[:, 6:7] + slopes[:, 7:8]
        # The state holds the logarithm of the focal length.
        slope = np.hstack([slopes[:, :6], by_focal * np.exp(state[6])]) / _CORNER_PX
        prior = np.zeros(7)
        prior[6] = 1 / _FOCAL_SPREAD
        rows = np.vstack([slope, prior])
        aim = np.append(off, (usual - state[6]) / _FOCAL_SPREAD)
        step, *_ = np.linalg.lstsq(rows, aim, rcond=None)
        state = state + step
        if float(np.abs(step).max()) < 1e-6:
            break
    turned, _ = cv2.Rodrigues(state[:3])
    centre = -np.asarray(turned, dtype=np.float64).T @ state[3:6]
    return np.array([centre[0], centre[1], abs(centre[2])])


def _matrix(log_focal: float, middle: tuple[float, float]) -> Floats:
    focal = float(np.exp(log_focal))
    return np.array([(focal, 0.0, middle[0]), (0.0, focal, middle[1]), (0.0, 0.0, 1.0)])
