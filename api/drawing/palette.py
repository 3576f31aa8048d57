"""Colours of the drawing: quiet for the ground, strong for sides and answers."""

from dataclasses import dataclass
from typing import Final

from rules.table.verdict import Answer

PAPER: Final = "#faf6ea"
TABLE: Final = "#ece5cd"
TABLE_EDGE: Final = "#8d8263"
GRID: Final = "#d6cdae"
INK: Final = "#2b2a26"
FAINT_INK: Final = "#6b6450"

ANSWERS: Final = {
    Answer.YES: "#17723a",
    Answer.NO: "#b3261e",
    Answer.TOO_CLOSE_TO_CALL: "#9a5b00",
    Answer.CANNOT_SEE: "#6a4c93",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundLook:
    """How one kind of terrain looks."""

    fill: str
    edge: str
    name: str
    pattern: str = ""
    """The id of the pattern that is laid over the fill."""


GROUNDS: Final = {
    "woods": GroundLook(fill="#bfd3a2", edge="#7d9a5f", name="#3f5a28", pattern="trees"),
    "building": GroundLook(fill="#d3c3ae", edge="#75614b", name="#4f3f2e", pattern="roof"),
    "hill": GroundLook(fill="#dfcd9c", edge="#b29b62", name="#6f5b2b"),
    "river": GroundLook(fill="#acd2e2", edge="#76a9c2", name="#2c627c", pattern="waves"),
    "water": GroundLook(fill="#acd2e2", edge="#76a9c2", name="#2c627c", pattern="waves"),
    "road": GroundLook(fill="#dacfb0", edge="#bfb18a", name="#75693f"),
}
OTHER_GROUND: Final = GroundLook(fill="#d9d5df", edge="#a29caf", name="#55506a", pattern="roof")

NAMED_SIDES: Final = {
    "red": "#b8352a",
    "blue": "#2a5c9c",
    "green": "#2f7347",
    "purple": "#74428f",
    "yellow": "#a87a00",
    "black": "#3a3a3a",
}
NO_SIDE: Final = "#6b6450"


def side_colours(sides: tuple[str, ...]) -> dict[str, str]:
    """A colour for each side: its own where the side is called after one, else one that is free.

    >>> side_colours(("blue", "Orcs"))
    {'blue': '#2a5c9c', 'Orcs': '#b8352a'}
    >>> side_colours(("Blue", "Red"))
    {'Blue': '#2a5c9c', 'Red': '#b8352a'}
    """
    named = {side: side.strip().casefold() for side in sides}
    chosen = {side: NAMED_SIDES[name] for side, name in named.items() if name in NAMED_SIDES}
    free = [colour for colour in NAMED_SIDES.values() if colour not in chosen.values()]
    others = [side for side in dict.fromkeys(sides) if side not in chosen]
    for index, side in enumerate(others):
        unnamed = NO_SIDE if not side or not free else free[index % len(free)]
        chosen[side] = unnamed
    return {side: chosen[side] for side in dict.fromkeys(sides)}
