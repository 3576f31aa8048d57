"""Reads the drawings that a game has of its kinds: filled paths in three tones, seen from above."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.table.bad_input import BadInputError

FOLDER: Final = "silhouettes"
"""Of a game's own folder; each file is called after the kind that it draws."""
ENDING: Final = ".svg"
STEPS: Final = 6
"""Straight strokes for each bend of an outline, where something cannot draw bends."""
_BOX: Final = re.compile(r'<svg xmlns="[^"]+" viewBox="0 0 (\d+) (\d+)">')
_PATH: Final = re.compile(r'\s*<path class="(light|mid|dark)" fill="#\w{6}" d="([MLCZ\d. -]+)"/>')
_STROKE: Final = re.compile(r"([MLCZ])([^MLCZ]*)")

Corner = tuple[float, float]


class Tone(StrEnum):
    """How dark a part is: what stands out, what lies behind it, and lines."""

    LIGHT = "light"
    MID = "mid"
    DARK = "dark"


@dataclass(frozen=True, slots=True, kw_only=True)
class SilhouettePart:
    """Outlines of one tone, as the path of an SVG of straight lines and bends."""

    tone: Tone
    path: str

    def rings(self) -> tuple[tuple[Corner, ...], ...]:
        """Its outlines, with every bend as straight strokes.

        >>> SilhouettePart(tone=Tone.DARK, path="M0 0L4 0L4 2Z").rings()
        (((0.0, 0.0), (4.0, 0.0), (4.0, 2.0)),)
        """
        found: list[tuple[Corner, ...]] = []
        ring: list[Corner] = []
        for stroke, told in _STROKE.findall(self.path):
            at = [float(each) for each in told.split()]
            if stroke == "Z":
                found.append(tuple(ring))
                ring = []
            elif stroke == "C":
                ring.extend(_bend(ring[-1], at))
            else:
                ring.append((at[0], at[1]))
        return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Silhouette:
    """One kind, seen from above, its front at the top of a box; later parts lie on earlier ones."""

    kind: str
    width: float
    height: float
    parts: tuple[SilhouettePart, ...]


def silhouette_from(kind: str, text: str) -> Silhouette:
    """The drawing in an SVG of our own kind; no other is read."""
    first, *lines = text.strip().splitlines()
    box = _BOX.fullmatch(first)
    if box is None or lines[-1:] != ["</svg>"]:
        raise BadInputError(kind, expected="an <svg> with a viewBox from 0 0", got=repr(first[:80]))
    parts = []
    for number, line in enumerate(lines[:-1], start=2):
        found = _PATH.fullmatch(line)
        if found is None:
            where = f"{kind}, line {number}"
            raise BadInputError(where, expected="a path with class, fill and d", got=line[:60])
        parts.append(SilhouettePart(tone=Tone(found[1]), path=found[2]))
    return Silhouette(kind=kind, width=float(box[1]), height=float(box[2]), parts=tuple(parts))


def _bend(start: Corner, at: list[float]) -> list[Corner]:
    corners = [start, (at[0], at[1]), (at[2], at[3]), (at[4], at[5])]
    found = []
    for step in range(1, STEPS + 1):
        t = step / STEPS
        weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
        x, y = (
            sum(weight * corner[axis] for weight, corner in zip(weights, corners, strict=True))
            for axis in (0, 1)
        )
        found.append((x, y))
    return found
