"""Reads a tag's number in a square that the detector found but could not decode."""

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sighting import Floats, Grey, Sighting
from vision.tags.tag_family import Cells, TagFamily

_Grids = NDArray[Any]
"""Grey levels, or what is paper."""

_SPOTS: Final = 3
"""Samples of a cell along each side; a ring between cells is left out."""
_LEAST_GAP: Final = 5.0
"""Grey levels between the lightest ink and the darkest paper of a tag that one level reads."""
_SHADED: Final = 0.65
"""Light on a tag's darkest white cell, as a share of its lightest, below which a shadow lies over
it."""
_PRINTED: Final = 1.3
"""Times as light as all ink of a shaded part its paper is at least."""
_EDGES_DEG: Final = 15
"""Between two ways in which a shadow's edge may run across a tag."""
_ON_EDGE: Final = 0.7
"""Cells from such an edge to the middle of one that neither part says anything of."""
_BESIDE_INK: Final = 1.15
"""Times as light as ink that paper beside it is at least, in light as in shade."""
_WASHED: Final = 0.3
"""How much darker than its paper a tag's ink is, as a share, below which gloss lies over it: of
2,097 printed tags none had less than 0.39."""
_BURNT: Final = 250
"""Grey levels from which on nobody can tell how light paper is."""
_LIT: Final = 0.9
"""Of the paper of other tags, how light such a tag's must be: a haze or a shade is no gloss."""
_FRAMED: Final = 0.9
"""Share of a tag's frame that is darker than the paper beyond it, in any light; of squares in
clutter whose cells pass for a tag's, none had more than 0.79."""
_MOST: Final = 4096
"""Squares in one picture; no table has so many, and a patterned background must not stop a
frame."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Legible:
    """When cells that were sampled count as a number."""

    likeness: float = 0.8
    """Least correlation of the cells' grey with the pattern. Lower reads more blurred tags, and
    more squares of clutter that the model fit must then refuse."""
    lead: float = 0.08
    """By how much the best number must be more alike than the second best."""
    contrast: float = 6.0
    """Least standard deviation of the cells in grey levels; below it there is only noise."""


def read_squares(
    grey: Grey, squares: Floats, *, family: TagFamily, legible: Legible
) -> list[Sighting]:
    """The numbers of those squares (n x 4 x 2, clockwise) that are legible."""
    squares = np.asarray(squares[:_MOST], dtype=np.float64)
    if not len(squares):
        return []
    cells = sampled_cells(grey, squares, cells=family.cells)
    plain = cells - cells.mean(axis=1, keepdims=True)
    spread = plain.std(axis=1)
    plain /= np.maximum(spread, 1e-9)[:, None] * np.sqrt(plain.shape[1])
    alike = (plain @ normalised_patterns(family).T).reshape(len(squares), -1, 4)
    best = alike.max(axis=2)
    chosen = best.argmax(axis=1)
    rows = np.arange(len(squares))
    first = best[rows, chosen]
    best[rows, chosen] = -1.0
    second = best.max(axis=1)
    turns = alike[rows, chosen].argmax(axis=1)
    is_legible = (
        (first >= legible.likeness)
        & (first - second >= legible.lead)
        & (spread >= legible.contrast)
    )
    kept = np.nonzero(is_legible)[0]
    corrected = _wrong_cells(
        cells[kept], patterns=family.turned_patterns[chosen[kept], turns[kept]]
    )
    return [
        Sighting(
            number=family.numbers[chosen[row]],
            corners=np.roll(squares[row], int(turns[row]), axis=0),
            wrong_cells=wrong,
        )
        for row, wrong in zip(kept.tolist(), corrected, strict=True)
    ]


def read_by_level(grey: Grey, squares: Floats, *, family: TagFamily) -> list[Sighting]:
    """The numbers of those squares (n x 4 x 2, clockwise) that one grey level reads to the last
    cell: all ink is darker, all paper lighter, however much light each has.
    """
    squares = np.asarray(squares[:_MOST], dtype=np.float64)
    if not len(squares):
        return []
    flat = family.turned_patterns.reshape(4 * len(family.numbers), -1)
    known = {cells.tobytes(): at for at, cells in enumerate(flat)}
    found = []
    for square, cells in zip(
        squares, sampled_cells(grey, squares, cells=family.cells), strict=True
    ):
        levels = np.sort(cells)
        gaps = np.diff(levels)
        for at in np.nonzero(gaps >= _LEAST_GAP)[0].tolist():
            place = known.get((cells > levels[at] + gaps[at] / 2).tobytes())
            if place is not None:
                number, turn = divmod(place, 4)
                corners = np.roll(square, turn, axis=0)
                found.append(
                    Sighting(number=family.numbers[number], corners=corners, wrong_cells=0)
                )
                break
    return found


def in_order(grey: Grey, squares: Floats, *, family: TagFamily) -> Floats:
    """Share of the borders between ink and paper at which paper is the lighter, of each square
    (n x 4 x 2) if it is each tag in each of its four turns (n x tags x 4).

    Of a shadow over a tag only what its edge runs along can tell otherwise. Of two squares with the
    same share that has a hundredth more at most which shows it more clearly.
    """
    is_seen = np.asarray(np.isfinite(squares).all(axis=(1, 2)))
    seen = np.where(is_seen[:, None, None], squares, 0.0)
    wide, middles = family.cells + 2, seen.mean(axis=1, keepdims=True)
    papered = middles + (seen - middles) * wide / family.cells
    cells = sampled_cells(grey, papered, cells=wide).reshape(-1, wide, wide)
    one, other = _neighbours(cells)
    patterns = family.turned_patterns.reshape(-1, family.cells, family.cells)
    padded = np.pad(patterns, ((0, 0), (1, 1), (1, 1)), constant_values=True)
    is_paper, is_next = _neighbours(padded)
    falls, rises = (is_paper & ~is_next).astype(float), (is_next & ~is_paper).astype(float)
    right = (one > _BESIDE_INK * other) @ falls.T + (other > _BESIDE_INK * one) @ rises.T
    clearly = (one - other) / np.maximum(one + other, 1.0) @ (falls - rises).T
    found: Floats = (right + 0.01 * clearly) / (falls + rises).sum(axis=1)
    found[~is_seen] = 0.0
    return found.reshape(len(squares), -1, 4)


def _neighbours(cells: _Grids) -> tuple[_Grids, _Grids]:
    """Of grids (n x rows x columns) all cells that have one to the right or below, and those."""
    count = len(cells)
    pairs = ((cells[:, :, :-1], cells[:, :, 1:]), (cells[:, :-1], cells[:, 1:]))
    one, other = (
        np.concatenate([pair[at].reshape(count, -1) for pair in pairs], axis=1) for at in (0, 1)
    )
    return one, other


def is_shaded(grey: Grey, square: Floats, *, pattern: Cells) -> bool:
    """Whether every cell of a tag can be told, and some of its paper has far less light.

    In a deep shadow its paper may be as dark as ink in light: then its edge parts the tag in two.
    """
    cells = sampled_cells(grey, square[None], cells=len(pattern))[0]
    is_paper = pattern.ravel()
    white, black = cells[is_paper], cells[~is_paper]
    if white.min() >= _SHADED * white.max():
        return False
    return bool(white.min() > black.max()) or any(
        _shows_print(cells[is_dark], is_paper=is_paper[is_dark])
        and _shows_print(cells[is_lit], is_paper=is_paper[is_lit])
        and cells[is_dark & is_paper].max() < _SHADED * cells[is_lit & is_paper].min()
        for is_dark, is_lit in _parted_by_edges(len(pattern))
    )


def _shows_print(cells: Floats, *, is_paper: Cells) -> bool:
    if is_paper.all() or not is_paper.any():
        return False
    return bool(cells[is_paper].min() > _PRINTED * cells[~is_paper].max())


@cache
def _parted_by_edges(cells: int) -> tuple[tuple[Cells, Cells], ...]:
    """The cells on either side of each straight edge across a tag, each way around."""
    along = np.arange(cells) - (cells - 1) / 2
    x, y = (each.ravel() for each in np.meshgrid(along, along))
    found = []
    for turn in np.radians(np.arange(0, 360, _EDGES_DEG)):
        off = x * np.cos(turn) + y * np.sin(turn)
        found += [(off < at - _ON_EDGE, off > at + _ON_EDGE) for at in along.tolist()]
    return tuple(found)


def is_washed_out(grey: Grey, square: Floats, *, pattern: Cells, paper: float) -> bool:
    """Whether every cell of a tag can be told, and its ink is nearly as light as paper in light."""
    cells = sampled_cells(grey, square[None], cells=len(pattern))[0]
    white, black = cells[pattern.ravel()], cells[~pattern.ravel()]
    is_faint = white.mean() - black.mean() < _WASHED * white.mean()
    return bool(white.min() > black.max() and is_faint and white.mean() >= _LIT * paper)


def is_overlit(grey: Grey, square: Floats, *, family: TagFamily) -> bool:
    """Whether the paper of a family's only tag is burnt to white, and yet all ink is there: beside
    each piece of paper it is the darker.
    """
    cells = sampled_cells(grey, square[None], cells=family.cells)[0]
    is_burnt = float(np.median(cells[family.patterns[0].ravel()])) >= _BURNT
    return is_burnt and float(in_order(grey, square[None], family=family)[0, 0, 0]) >= 1.0


def is_framed(grey: Grey, square: Floats, *, cells: int) -> bool:
    """Whether the frame of a square is darker than what it lies on, all around."""
    wide = square.mean(axis=0) + (square - square.mean(axis=0)) * (cells + 2) / cells
    spots = sampled_cells(grey, wide[None], cells=cells + 2)[0].reshape(cells + 2, cells + 2)
    turned = [np.rot90(spots, turn) for turn in range(4)]
    share = np.mean([each[0, 1:-1] > each[1, 1:-1] for each in turned])
    return bool(share >= _FRAMED)


def normalised_patterns(family: TagFamily) -> Floats:
    """All patterns in their four turns (4n x cells), each of mean 0 and length 1."""
    flat = family.turned_patterns.reshape(4 * len(family.numbers), -1).astype(np.float64)
    flat -= flat.mean(axis=1, keepdims=True)
    flat /= np.linalg.norm(flat, axis=1, keepdims=True)
    return flat


def sampled_cells(grey: Grey, squares: Floats, *, cells: int) -> Floats:
    """The mean grey of each cell of each square (n x cells²)."""
    inside = (np.arange(_SPOTS) + 0.5) / _SPOTS * 0.7 + 0.15
    along = ((np.arange(cells)[:, None] + inside) / cells).ravel()
    u, v = np.meshgrid(along, along)
    spots = np.stack([u.ravel(), v.ravel(), np.ones(u.size)])
    met = unit_squares_to(squares) @ spots
    met[:, :2] /= met[:, 2:]
    maps = met[:, :2].astype(np.float32)
    seen = cv2.remap(
        grey, maps[:, 0], maps[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    blocks = np.asarray(seen, dtype=np.float64).reshape(-1, cells, _SPOTS, cells, _SPOTS)
    means: Floats = blocks.mean(axis=(2, 4)).reshape(len(squares), -1)
    return means


def wrong_cells(grey: Grey, squares: Floats, *, places: list[int], family: TagFamily) -> list[int]:
    """How many cells of each square (n x 4 x 2, from the tag's top left) are not the tag's."""
    if not len(squares):
        return []
    cells = sampled_cells(grey, squares, cells=family.cells)
    return _wrong_cells(cells, patterns=family.patterns[places])


def unit_square_to(square: Floats) -> Floats:
    """The homography of (0,0), (1,0), (1,1), (0,1) to the four corners of a square."""
    way: Floats = unit_squares_to(square[None])[0]
    return way


def unit_squares_to(squares: Floats) -> Floats:
    """The same for n squares at once; one without area maps to its first corner."""
    a, b, c, d = np.moveaxis(squares, 1, 0)
    wide, high, bend = b - c, d - c, a - b + c - d
    area = wide[:, 0] * high[:, 1] - wide[:, 1] * high[:, 0]
    is_flat = np.abs(area) < 1e-12
    by = np.where(is_flat, 1.0, area)
    g = (bend[:, 0] * high[:, 1] - bend[:, 1] * high[:, 0]) / by
    h = (wide[:, 0] * bend[:, 1] - wide[:, 1] * bend[:, 0]) / by
    ways = np.zeros((len(squares), 3, 3))
    ways[:, :2, 0] = b - a + g[:, None] * b
    ways[:, :2, 1] = d - a + h[:, None] * d
    ways[:, 2, 0], ways[:, 2, 1] = g, h
    ways[is_flat] = 0.0
    ways[:, :2, 2], ways[:, 2, 2] = a, 1.0
    return ways


def _wrong_cells(cells: Floats, *, patterns: Cells) -> list[int]:
    """How many cells (n x cells²) are on the other side of the middle between dark and light."""
    white = patterns.reshape(cells.shape)
    count = white.sum(axis=1)
    bright = (cells * white).sum(axis=1) / np.maximum(count, 1)
    dark = (cells * ~white).sum(axis=1) / np.maximum(cells.shape[1] - count, 1)
    wrong = ((cells > ((bright + dark) / 2)[:, None]) != white).sum(axis=1)
    found: list[int] = wrong.tolist()
    return found
