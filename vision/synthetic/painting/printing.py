"""Paints what is printed on paper: tags with their margins, and the faces of bases.

A print is an image of reflected light (blue, green, red, each times alpha) and alpha, drawn at so
many pixels to the inch; its first row is the top edge.
"""

import functools
from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.table.shapes import Disc, Footprint, Rectangle
from vision.synthetic.described.scene import Colour, Print, ScenePiece, SceneTag
from vision.synthetic.described.tag_patterns import cells
from vision.synthetic.painting.surfaces import Image, light_of

PAPER: Final[Colour] = (232, 231, 227)
_WARMER_INK: Final = np.array([0.9, 1.0, 1.08], dtype=np.float32)
_CUT_IN: Final = 0.02
_FINER: Final = 4
"""Outlines are drawn so many times too large and shrunk."""
_NAME_IN: Final = 0.17
"""Names are left out where tags leave less than this along the lower edge."""
_SIXTEENTHS: Final = 4
"""OpenCV takes corners in sixteenths of a pixel."""


def margin_in(tag: SceneTag) -> float:
    """The width of the paper around the black square, as it came out of the printer."""
    return tag.margin_cells * tag.printed_in / len(cells(tag))


@functools.lru_cache(maxsize=4096)
def tag_print(tag: SceneTag, scale: tuple[int, int]) -> Image:
    """The tag with its margin, ``scale`` (across, down) pixels to a cell."""
    pattern = cells(tag)
    edge = tuple(round(tag.margin_cells * each) for each in scale)
    ink = light_of(PAPER) * 0 + np.float32(tag.ink) * _WARMER_INK
    drawn = np.where(pattern[..., None], light_of(PAPER), ink).astype(np.float32)
    drawn = np.repeat(np.repeat(drawn, scale[1], axis=0), scale[0], axis=1)
    paper = np.empty((drawn.shape[0] + 2 * edge[1], drawn.shape[1] + 2 * edge[0], 4), np.float32)
    paper[...] = (*light_of(PAPER), 1.0)
    paper[edge[1] : edge[1] + len(drawn), edge[0] : edge[0] + drawn.shape[1], :3] = drawn
    return paper


def half_size(footprint: Footprint) -> tuple[float, float]:
    """Half of the box about a footprint, which has its middle at the piece's place."""
    match footprint:
        case Disc(radius=radius):
            return float(radius), float(radius)
        case Rectangle(length=length, width=width):
            return length / 2, width / 2
        case polygon:
            corners = np.abs(np.array(polygon.vertices, dtype=np.float64))
            return float(corners[:, 0].max()), float(corners[:, 1].max())


def half_face(piece: ScenePiece) -> tuple[float, float]:
    """Half of the box about a piece's upper face: paper may reach beyond the footprint."""
    x, y = half_size(piece.footprint)
    spots = [spot for each in piece.prints for spot in each.outline_in]
    return (
        max([x, *(abs(a) for a, _ in spots)]),
        max([y, *(abs(b) for _, b in spots)]),
    )


@functools.lru_cache(maxsize=512)
def outline(footprint: Footprint) -> tuple[tuple[float, float], ...]:
    """The corners of a footprint, counter-clockwise, in the piece's frame."""
    match footprint:
        case Disc(radius=radius):
            turn = np.arange(40) * (2 * np.pi / 40)
            return tuple(
                (float(x), float(y))
                for x, y in zip(radius * np.cos(turn), radius * np.sin(turn), strict=True)
            )
        case Rectangle(length=length, width=width):
            x, y = length / 2, width / 2
            return ((-x, -y), (x, -y), (x, y), (-x, y))
        case polygon:
            corners = tuple((float(x), float(y)) for x, y in polygon.vertices)
            return corners if signed_area(corners) > 0 else corners[::-1]


def signed_area(corners: tuple[tuple[float, float], ...]) -> float:
    """Above 0 where the corners run counter-clockwise."""
    x, y = np.array(corners).T
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) / 2


def mask(
    *outlines: tuple[tuple[float, float], ...],
    box: tuple[float, float, float, float],
    scale: float,
) -> Image:
    """How much of each pixel of a box (x, y, x, y) some outline covers."""
    size = _size(box, scale)
    return _filled([_sixteenths(corners, box=box, size=size) for corners in outlines], size=size)


def part_mask(
    corners: tuple[tuple[float, float], ...],
    *,
    box: tuple[float, float, float, float],
    scale: float,
) -> tuple[tuple[slice, slice], Image]:
    """The rows and columns of a box that an outline may touch, and how much it covers of them."""
    size = _size(box, scale)
    at, pixel = _sixteenths(corners, box=box, size=size), _FINER * 2**_SIXTEENTHS
    left, top = (int(each) for each in np.maximum(at.min(axis=0) // pixel - 1, 0))
    right, bottom = (int(each) for each in np.minimum(at.max(axis=0) // pixel + 2, size))
    shifted = at - np.array([left, top], dtype=np.int32) * pixel
    window = (slice(top, bottom), slice(left, right))
    return window, _filled([shifted], size=(right - left, bottom - top))


def _size(box: tuple[float, float, float, float], scale: float) -> tuple[int, int]:
    """Columns and rows of a box."""
    return max(2, round((box[2] - box[0]) * scale)), max(2, round((box[3] - box[1]) * scale))


def _sixteenths(
    corners: tuple[tuple[float, float], ...],
    *,
    box: tuple[float, float, float, float],
    size: tuple[int, int],
) -> NDArray[np.int32]:
    """Corners in sixteenths of fine pixels of a box of so many columns and rows."""
    along = (np.array(corners) - (box[0], box[3])) * (1.0, -1.0)
    fine = (size[0] * _FINER, size[1] * _FINER)
    along = along / (box[2] - box[0], box[3] - box[1]) * fine - 0.5
    return np.round(along * 2**_SIXTEENTHS).astype(np.int32)


def _filled(outlines: Sequence[NDArray[np.int32]], *, size: tuple[int, int]) -> Image:
    """How much outlines in sixteenths of fine pixels cover of so many columns and rows."""
    fine = np.zeros((size[1] * _FINER, size[0] * _FINER), dtype=np.uint8)
    for corners in outlines:
        cv2.fillPoly(fine, [corners], 255, lineType=cv2.LINE_AA, shift=_SIXTEENTHS)
    small = cv2.resize(fine, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.float32) / np.float32(255.0)


@functools.lru_cache(maxsize=1024)
def base_print(
    footprint: Footprint,
    *,
    colour: Colour,
    name: str,
    scale: float,
    anchor: bool,
    grain: int,
    prints: tuple[Print, ...] = (),
) -> Image:
    """The upper face of a base: the side's colour with a darker rim, prints, and its name."""
    spots = [*outline(footprint), *(spot for each in prints for spot in each.outline_in)]
    x, y = (max(abs(spot[axis]) for spot in spots) for axis in (0, 1))
    box = (-x, -y, x, y)
    papers = [each.outline_in for each in prints]
    covered = mask(outline(footprint), *papers, box=box, scale=scale)
    inner = tuple((0.94 * a, 0.94 * b) for a, b in outline(footprint))
    rim = mask(inner, box=box, scale=scale)[..., None]
    rng = np.random.default_rng([grain, 5])
    paint = light_of(PAPER if anchor else colour)
    flecks = 1.0 + 0.05 * rng.standard_normal((*covered.shape, 1), dtype=np.float32)
    drawn = paint * (rim + (1 - rim) * np.float32(0.9 if anchor else 0.42)) * flecks
    for each in prints:
        window, share = part_mask(each.outline_in, box=box, scale=scale)
        part = drawn[window]
        part += (light_of(each.rgb) - part) * share[..., None]
    if prints:
        # The line along which it was cut out.
        near = 1.0 - _CUT_IN / max(x, y)
        cut = tuple((near * a, near * b) for a, b in prints[0].outline_in)
        edge = mask(papers[0], box=box, scale=scale) - mask(cut, box=box, scale=scale)
        drawn *= 1 - np.float32(0.3) * edge[..., None]
    if name:
        _write(drawn, name, dark=anchor or bool(prints) or float(paint.mean()) > 0.25)
    return np.concatenate([drawn * covered[..., None], covered[..., None]], axis=2)


def _write(drawn: Image, name: str, *, dark: bool) -> None:
    """The name near the lower edge, turned so that it reads along the longer side."""
    height, width = drawn.shape[:2]
    face, thick = cv2.FONT_HERSHEY_DUPLEX, max(1, round(height / 110))
    size = min(0.065 * height / 21.0, 0.8 * width / max(1, len(name)) / 18.0)
    if size * 21.0 < 5.0:
        return
    (wide, _), _ = cv2.getTextSize(name, face, size, thick)
    plate = np.zeros((height, width), dtype=np.uint8)
    place = ((width - wide) // 2, height - round(0.02 * height) - 1)
    cv2.putText(plate, name, place, face, size, 255, thick, cv2.LINE_AA)
    ink = np.float32(0.06 if dark else 0.85)
    share = (plate.astype(np.float32) / np.float32(255.0))[..., None]
    drawn += (ink - drawn) * share


def name_on(piece: ScenePiece) -> str:
    """What is printed on a piece: nothing where the tag leaves no room."""
    low = -half_size(piece.footprint)[1]
    covered = min(
        (tag.offset_in[1] - tag.printed_in / 2 - margin_in(tag) for tag in piece.tags), default=0.0
    )
    return "" if piece.anchor or covered - low < _NAME_IN else piece.id
