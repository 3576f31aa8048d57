"""Lays a table onto a picture of a report: its scale, its frame, and its words."""

from dataclasses import dataclass
from typing import Final

from api.drawing.svg import Element, Looks, Spot, element
from rules.table.snapshot import TableSize

WIDE: Final = 800.0
ROOM: Final = 90.0
"""Pixels around the table."""
LETTERS: Final = 14.0
_SIGN: Final = 0.6
"""How wide a letter of an ordinary face is, as a share of its size; words are made of such."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSheet:
    """The table laid on a picture."""

    table: TableSize

    @property
    def scale(self) -> float:
        return (WIDE - 2 * ROOM) / max(float(self.table.width), float(self.table.depth))

    @property
    def wide(self) -> float:
        return float(self.table.width) * self.scale + 2 * ROOM

    @property
    def high(self) -> float:
        return float(self.table.depth) * self.scale + 2 * ROOM

    def spot(self, x: float, y: float, /) -> Spot:
        return ROOM + x * self.scale, self.high - ROOM - y * self.scale

    def frame(self) -> Element:
        return element(
            "rect",
            x=ROOM,
            y=ROOM,
            width=self.wide - 2 * ROOM,
            height=self.high - 2 * ROOM,
            class_="frame",
            stroke_width=2,
        )


def words_at(at: Spot, text: str, *, kind: str = "ink", letters: float = LETTERS) -> Element:
    """A line of words whose middle is there; its letters stand on that level."""
    looks: Looks = {"font_size": letters, "text_anchor": "middle", "class_": kind}
    return element("text", text, x=at[0], y=at[1], **looks)


def words_wide(text: str, *, letters: float = LETTERS) -> float:
    """About how wide a line is; the face is the reader's own, so that nobody knows it exactly."""
    return _SIGN * letters * len(text)
