"""Maps inches of the table onto the drawing, and sizes its lines and letters."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from api.drawing.palette import INK, PAPER
from api.drawing.svg import Element, Spot, element
from rules.table.snapshot import TableSize

GRID_STEP: Final = 6.0
LETTERS: Final = 1.4
"""The size of a label at the usual scale: ten pixels where a phone shows four feet of table."""
BASELINE: Final = 0.36
"""How far below its middle a line of letters stands, as a share of their size."""
LETTER_SHARE: Final = 0.58
DRAWN_NAME: Final = 24
"""How many letters of a name are drawn; a longer one would cover the table."""
BOLD_SHARE: Final = 0.66
"""How wide a letter is, on average, as a share of its size; a little more than most fonts need."""


@dataclass(frozen=True, slots=True)
class DrawingFrame:
    """A table laid on the drawing: y goes up on the table and down on the drawing."""

    table: TableSize

    @property
    def ink(self) -> float:
        """The scale of lines and letters, so that a small and a big table read alike on a phone."""
        return max(self.table.width, self.table.depth * 0.75) / 48

    @property
    def step(self) -> float:
        """The width of a grid square: six inches unless the table is tiny or huge."""
        share = max(self.table.width, self.table.depth) / 12
        if share > 2 * GRID_STEP:
            return GRID_STEP * math.ceil(share / GRID_STEP)
        return GRID_STEP if share >= 1.5 else 1.0

    def spot(self, point: Iterable[float]) -> Spot:
        """A point of the table as a spot of the drawing."""
        x, y = point
        return float(x), float(self.table.depth) - float(y)

    def text(
        self, words: str, *, at: Spot, size: float = 1.0, whole: str = "", **looks: Any
    ) -> Element:
        """Words whose line has its middle there, with a halo of paper to read over any ground.

        `whole` is what the words are short for; whoever points at them gets to read it.
        """
        attributes: dict[str, Any] = {
            "x": at[0],
            "y": at[1] + BASELINE * self.letters(size),
            "font_size": self.letters(size),
            "fill": INK,
            "stroke": PAPER,
            "stroke_width": 0.3 * self.ink,
            "stroke_linejoin": "round",
            "stroke_opacity": 0.85,
            "paint_order": "stroke",
        }
        title = [element("title", whole)] if whole not in {"", words} else []
        return element("text", words, *title, **{**attributes, **looks})

    def letters(self, size: float = 1.0) -> float:
        """How big letters of that size are on the drawing."""
        return LETTERS * self.ink * size

    def text_width(self, words: str, *, size: float = 1.0, share: float = LETTER_SHARE) -> float:
        """About how wide the words will be."""
        return len(words) * share * self.letters(size)
