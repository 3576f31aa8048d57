"""Places the words on a piece, wherever they are legible and away from its tags."""

from collections.abc import Sequence
from typing import Final

import shapely

from vision.kit.drawing.fitting import apart, inside
from vision.kit.drawing.marks import (
    FAINT,
    SMALLEST_TEXT,
    Ink,
    Mark,
    PrintedTag,
    Spot,
    Words,
    fitted,
    spots,
)
from vision.kit.wanted.letters import printable

_HEIGHTS: Final = (0.2, 0.17, 0.145, 0.12, 0.1, 0.085)
_FROM_EDGE: Final = 0.03


def labels(
    texts: Sequence[str],
    *,
    outline: tuple[Spot, ...],
    quiet: Sequence[tuple[Spot, ...]],
    ink: Ink,
    taken: Sequence[Mark],
) -> list[Mark]:
    """The texts that fit, each at the largest size that does; the first one in bold."""
    full = list(quiet) + [spots(mark) for mark in taken if len(spots(mark)) > 2]
    found: list[Mark] = []
    for index, text in enumerate(texts):
        words = _placed(printable(text), outline=outline, full=full, ink=ink, bold=index == 0)
        if words is None:
            break
        found.append(words)
        full.append(words.corners())
    return found


def _placed(
    text: str, *, outline: tuple[Spot, ...], full: Sequence[tuple[Spot, ...]], ink: Ink, bold: bool
) -> Words | None:
    for height in _HEIGHTS if bold else _HEIGHTS[3:]:
        for at, turn in _places(outline, full=full, height=height):
            words = Words(text=text, at=at, height=height, ink=ink, bold=bold, turn=turn)
            corners = words.corners()
            if inside(outline, corners, gap=_FROM_EDGE) and all(
                apart(corners, other) for other in full
            ):
                return words
    return None


def _places(
    outline: tuple[Spot, ...], *, full: Sequence[tuple[Spot, ...]], height: float
) -> list[tuple[Spot, float]]:
    """Behind, then beside, then in front of what is there already."""
    left, low, right, high = shapely.Polygon(outline).bounds
    below = min(y for ring in full for _, y in ring)
    above = max(y for ring in full for _, y in ring)
    first = min(x for ring in full for x, _ in ring)
    last = max(x for ring in full for x, _ in ring)
    middle, half = (left + right) / 2, height * 0.62
    centre = (first + last) / 2
    around: list[tuple[Spot, float]] = [
        ((centre, below - half), 0.0),
        ((centre, low + half + _FROM_EDGE), 0.0),
        (((last + right) / 2, (low + high) / 2), 0.0),
        ((last + half, (low + high) / 2), 90.0),
        ((first - half, (low + high) / 2), 90.0),
        ((middle, above + half), 0.0),
    ]
    return around + [place for ring in full for place in _beside(ring, half=half)]


def _beside(ring: tuple[Spot, ...], *, half: float) -> list[tuple[Spot, float]]:
    """Close to the left and to the right of one thing, and in its middle above and below."""
    first, last = min(x for x, _ in ring), max(x for x, _ in ring)
    low, high = min(y for _, y in ring), max(y for _, y in ring)
    x, y = (first + last) / 2, (low + high) / 2
    return [
        ((last + half, y), 90.0),
        ((first - half, y), 90.0),
        ((x, low - half), 0.0),
        ((x, high + half), 0.0),
    ]


def margin_label(text: str, *, outline: tuple[Spot, ...], tags: Sequence[PrintedTag]) -> Words:
    """Faint words in the margin behind the rearmost tag, for a base that has no other room."""
    rear = min(tags, key=lambda tag: tag.centre[1])
    low = min(y for _, y in outline)
    edge = rear.centre[1] - rear.size / 2
    at = (rear.centre[0], (low + edge) / 2)
    return fitted(
        Words(text=printable(text), at=at, height=SMALLEST_TEXT, ink=FAINT), rear.size * 0.9
    )
