"""Finds the edges of the bank card on the photographed page for the scale check."""

import itertools
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.kit.drawing.marks import MM
from vision.kit.scale.flat_page import Flattening
from vision.kit.scale.scale_page import (
    BAR,
    CARD,
    CENTRE,
    INSIDE,
    OUTSIDE,
    REACH,
    bar_places,
)

Floats = NDArray[np.float64]

STEP: Final = 0.1 * MM
"""Between samples across an edge."""
SURE: Final = 2 * MM
"""From the outer end of the bars inwards no card lies; there the full contrast is measured."""
LEAST_CONTRAST: Final = 25.0
"""Grey levels between bars and gaps in the open."""
MOST_LEFT: Final = 0.35
"""Of that contrast, under a card; where more is left there is no card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """The card in inches of the page."""

    width: float
    height: float
    roughness: float
    """How far single bars are from the straight edges, in inches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Edge:
    """A straight edge: how far out it lies at the middle of its side, and its slope."""

    out: float
    slope: float
    roughness: float


def card_sides(image: NDArray[np.uint8], flat: Flattening) -> Sides | None:
    """The sides of the card, or None where there is none."""
    edges = [_edge(image, flat, turn=turn) for turn in range(4)]
    if any(edge is None for edge in edges):
        return None
    right, top, left, bottom = (edge for edge in edges if edge is not None)
    # Lying askew, a card is narrower across than it looks along the page's axes.
    tilt = float(np.mean([-right.slope, top.slope, left.slope, -bottom.slope]))
    straight = float(np.cos(np.arctan(tilt)))
    return Sides(
        width=(CARD[0] + right.out + left.out) * straight,
        height=(CARD[1] + top.out + bottom.out) * straight,
        roughness=max(edge.roughness for edge in (right, top, left, bottom)),
    )


def _edge(image: NDArray[np.uint8], flat: Flattening, *, turn: int) -> _Edge | None:
    """One edge: 0 right, 1 top, 2 left, 3 bottom."""
    across, reach = (CARD[0], REACH[1]) if turn % 2 == 0 else (CARD[1], REACH[0])
    outs = np.arange(-INSIDE + STEP, OUTSIDE - STEP, STEP)
    starts = bar_places(reach)
    places, ends = [], []
    for start, following in itertools.pairwise(starts):
        dark = _profile(image, flat, turn=turn, alongs=_inner(start), outs=outs + across / 2)
        later = _profile(image, flat, turn=turn, alongs=_inner(following), outs=outs + across / 2)
        light = _profile(image, flat, turn=turn, alongs=_inner(start + BAR), outs=outs + across / 2)
        end = _where_it_ends(light - (dark + later) / 2, outs)
        if end is not None:
            places.append(start + 1.5 * BAR)
            ends.append(end)
    if len(ends) < 3 or len(ends) < 0.6 * (len(starts) - 1):
        return None
    return _line(np.array(places), np.array(ends))


def _inner(start: float) -> Floats:
    """Across one bar or gap, but for its blurred rims."""
    return np.linspace(start + 0.25 * BAR, start + 0.75 * BAR, 5)


def _profile(
    image: NDArray[np.uint8], flat: Flattening, *, turn: int, alongs: Floats, outs: Floats
) -> Floats:
    """Mean brightness at each distance from the card's middle outwards."""
    along, out = np.meshgrid(alongs, outs)
    x, y = {
        0: (out, along),
        1: (along, out),
        2: (-out, along),
        3: (along, -out),
    }[turn]
    page = np.stack([x + CENTRE[0], y + CENTRE[1]], axis=-1).reshape(-1, 2)
    pixels = flat.to_pixels(page).astype(np.float32).reshape(*out.shape, 2)
    values = cv2.remap(image, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR)
    means: Floats = np.asarray(values, dtype=np.float64).mean(axis=1)
    return means


def _where_it_ends(contrast: Floats, outs: Floats) -> float | None:
    """Where the contrast between bars and gaps is halved, from outside inwards."""
    full = float(np.median(contrast[outs > OUTSIDE - SURE]))
    if full < LEAST_CONTRAST:
        return None
    under = contrast[outs < -INSIDE + SURE]
    if abs(float(np.median(under))) > MOST_LEFT * full:
        return None
    low = np.flatnonzero(contrast < full / 2)
    if not len(low) or low[-1] + 1 >= len(contrast):
        return None
    index = int(low[-1])
    before, after = contrast[index], contrast[index + 1]
    share = (full / 2 - before) / (after - before)
    return float(outs[index] + share * STEP)


def _line(places: Floats, ends: Floats) -> _Edge:
    """The middle of all slopes between two bars, and the middle line of that slope."""
    first, second = np.triu_indices(len(places), 1)
    slope = float(np.median((ends[second] - ends[first]) / (places[second] - places[first])))
    outs = ends - slope * places
    out = float(np.median(outs))
    spread = 1.4826 * float(np.median(np.abs(outs - out)))
    return _Edge(out=out, slope=slope, roughness=spread / np.sqrt(len(places)))
