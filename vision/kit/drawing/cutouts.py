"""Describes the pieces of paper that are cut out: their outline, their marks and their tags."""

from dataclasses import dataclass
from typing import Final

from vision.kit.drawing.marks import GREY, Ink, InkLine, Mark, PrintedTag, Spot, Words, box, fitted
from vision.kit.wanted.kinds import Group

CAPTION: Final = 0.2
"""The strip below a cut-out that says what it is, and goes to the waste paper."""
CUT_WIDTH: Final = 0.008


@dataclass(frozen=True, slots=True, kw_only=True)
class Cutout:
    """Something to cut out, from (0, 0) to (width, height), with its front towards the top."""

    group: Group
    name: str
    """For the caption below it; empty for none."""
    width: float
    height: float
    marks: tuple[Mark, ...]
    pair: str = ""
    """Cut-outs of one pair go on facing pages: the backs behind the faces."""
    is_back: bool = False

    @property
    def tags(self) -> tuple[PrintedTag, ...]:
        return tuple(mark for mark in self.marks if isinstance(mark, PrintedTag))

    @property
    def caption_height(self) -> float:
        return CAPTION if self.name else 0.0

    def caption(self) -> tuple[Mark, ...]:
        """The words below it, in its own frame; negative y."""
        if not self.name:
            return ()
        words = Words(text=self.name, at=(self.width / 2, -CAPTION / 2), height=0.1, ink=GREY)
        return (fitted(words, max(self.width, 0.9)),)


def cut_line(outline: tuple[Spot, ...], ink: Ink = GREY) -> InkLine:
    """The line to cut along."""
    return InkLine(points=outline, ink=ink, width=CUT_WIDTH, closed=True)


def fold_line(start: Spot, end: Spot) -> InkLine:
    """The line to fold along."""
    return InkLine(points=(start, end), ink=GREY, width=CUT_WIDTH, dash=0.08)


def cut_box(width: float, height: float) -> InkLine:
    return cut_line(box(0, 0, width=width, height=height))
