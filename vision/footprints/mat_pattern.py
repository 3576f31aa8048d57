"""Says where a mat's own pattern may have passed for the edge of terrain."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.footprints.top_view import Colours, Mask
from vision.sighting import Floats

_BESIDE_IN: Final = 0.3
"""Around an outline, where blur, shade and its own error lie."""
_ALIKE: Final = 0.13
"""Share of the table in patches of the terrain's colours, from which on an outline may take in some
of them. A grass mat under green felt has 0.11, and keeps its edge."""
_TABLE_WITHIN: Final = 0.05
"""And share of what was taken for terrain whose colours are rather the table's."""
_BULK: Final = 0.05
"""Share of one side that a colour has to make up, lest the white of a tag's paper counts."""
_LINED: Final = 0.005
"""Share of the table that looks like a thin line, from which on a line may be the mat's own."""
_LINES: Final = 6.0
"""How much more a line stands out than what is usual, before it is one."""
_EDGED: Final = 0.1
"""Share of it from which on the mat is full of edges, which draw the terrain's edge to them."""
EDGED_IN: Final = 0.1
"""Standard error of an edge there, in inches."""
_LINE_IN: Final = 0.25
"""Wider than any line."""

_NEAR_IN: Final = 0.1
"""Beyond that, so that what begins there is met."""
_BOTH: Final = 0.3
_PATCH_IN: Final = 0.12
"""Half of the width from which on something may be a part of the terrain."""
_ALIKE_BESIDE: Final = 0.04
"""Patches of the terrain's colours that border on it, as a share of it, from which on they may be
parts of it."""

OWN_COLOURS: Final = (
    "the mat has its colours elsewhere, too: check every part of the edge, point to one more place "
    "in it, or photograph the table without it"
)
OWN_LINES: Final = (
    "the mat has lines of its own, and this may be one: check every part of it, point to one more "
    "place in it, or photograph the table without it"
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WithinBeyond:
    """What surely lies within an outline, and what surely on the table beyond it."""

    within: Mask
    beyond: Mask

    @classmethod
    def of(cls, ring: Floats, *, on_table: Mask, px_per_in: float) -> "WithinBeyond":
        """By the outline's corners in pixels (n x 2)."""
        inside = np.zeros(on_table.shape, dtype=np.uint8)
        cv2.fillPoly(inside, [np.round(ring).astype(np.int32)], 1)
        disc = _disc(_BESIDE_IN, px_per_in=px_per_in)
        return cls(
            within=np.asarray(cv2.erode(inside, disc) > 0) & on_table,
            beyond=np.asarray(cv2.dilate(inside, disc) == 0) & on_table,
        )


def shows_own_colours(picture: Colours, sides: WithinBeyond, *, px_per_in: float) -> bool:
    """Whether some of the table has the terrain's colours, or what was found the table's."""
    if not (sides.within.any() and sides.beyond.any()):
        return False
    lab = np.asarray(cv2.cvtColor(cv2.medianBlur(picture, 9), cv2.COLOR_BGR2LAB), dtype=np.uint8)
    bins = _bins(lab)
    inner, outer = (_often(bins[mask]) for mask in (sides.within, sides.beyond))
    disc = _disc(_PATCH_IN, px_per_in=px_per_in)
    shares = []
    for mask, own, other in ((sides.beyond, outer, inner), (sides.within, inner, outer)):
        is_there = (other > own) & (other > _BULK)
        found = np.zeros(mask.shape, dtype=np.uint8)
        found[mask] = is_there.ravel()[_flat(bins[mask])]
        # Grains of sand have each other's colours; what misleads is a patch.
        patches = cv2.morphologyEx(found, cv2.MORPH_OPEN, disc)
        shares.append(float(patches.sum()) / float(mask.sum()))
    return shares[0] > _ALIKE or shares[1] > _TABLE_WITHIN


def is_alike_beside(picture: Colours, sides: WithinBeyond, *, px_per_in: float) -> bool:
    """Whether what lies right beside an outline has the colours of what lies in it."""
    if not (sides.within.any() and sides.beyond.any()):
        return False
    lab = np.asarray(cv2.cvtColor(cv2.medianBlur(picture, 5), cv2.COLOR_BGR2LAB), dtype=np.uint8)
    bins = _bins(lab)
    inner, outer = (_often(bins[mask]) for mask in (sides.within, sides.beyond))
    is_inner = np.zeros(sides.beyond.shape, dtype=np.uint8)
    # There may be as much of one as of the other there.
    is_inner[sides.beyond] = (inner > _BOTH * outer).ravel()[_flat(bins[sides.beyond])]
    patches = cv2.morphologyEx(is_inner, cv2.MORPH_OPEN, _disc(_PATCH_IN, px_per_in=px_per_in))
    _, names = cv2.connectedComponents(patches)
    within = sides.within.astype(np.uint8)
    beside = cv2.dilate(within, _disc(2 * _BESIDE_IN + _NEAR_IN, px_per_in=px_per_in)) > 0
    touching = np.setdiff1d(np.unique(names[beside]), [0])
    return float(np.isin(names, touching).sum()) > _ALIKE_BESIDE * float(sides.within.sum())


def _disc(reach_in: float, *, px_per_in: float) -> Colours:
    width = max(3, 2 * round(reach_in * px_per_in) + 1)
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width)), dtype=np.uint8)


def lined_share(picture: Colours, sides: WithinBeyond, *, among: Mask, px_per_in: float) -> float:
    """How much of the table looks like a line, by what is usual ``among`` some of its pixels."""
    off = off_surroundings(picture, px_per_in=px_per_in)
    if not (sides.beyond.any() and among.any()):
        return 0.0
    return float((off[sides.beyond] > line_level(off, among=among)).mean())


def has_own_lines(share: float) -> bool:
    """Whether a line that was found may be one of the mat's."""
    return share > _LINED


def is_edged(share: float) -> bool:
    """Whether a mat is full of edges."""
    return share > _EDGED


def off_surroundings(picture: Colours, *, px_per_in: float) -> Floats:
    """How far each pixel's colour is from those around it, as wide as no line is."""
    lab = cv2.cvtColor(cv2.medianBlur(picture, 3), cv2.COLOR_BGR2LAB)
    wide = max(7, 2 * round(_LINE_IN * px_per_in) + 1)
    even = cv2.medianBlur(lab, wide)
    return np.asarray(np.abs(lab.astype(np.int16) - even).max(axis=2), dtype=np.float64)


def line_level(off: Floats, *, among: Mask) -> float:
    """From where on a pixel belongs to a line."""
    return _LINES * (float(np.median(off[among])) + 1.0)


_SHAPE: Final = (22, 32, 32)


def _bins(lab: Colours) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Lightness coarsely, for it changes under a lamp; colour finely about grey, where mats are."""
    light = lab[..., :1].astype(np.int64) // 12
    colour = np.clip((lab[..., 1:].astype(np.int64) - 128) // 4 + 16, 0, 31)
    return np.concatenate([light, colour], axis=-1)


def _flat(
    bins: np.ndarray[tuple[int, ...], np.dtype[np.int64]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return (bins[:, 0] * _SHAPE[1] + bins[:, 1]) * _SHAPE[2] + bins[:, 2]


def _often(bins: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> Floats:
    """How often each colour is among these, neighbours counted in."""
    found = np.bincount(_flat(bins), minlength=int(np.prod(_SHAPE))).astype(np.float64)
    found = found.reshape(_SHAPE) / max(len(bins), 1)
    for axis in range(3):
        found = found + np.roll(found, 1, axis=axis) + np.roll(found, -1, axis=axis)
    return found
