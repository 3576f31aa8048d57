"""Defines what can be drawn on paper: lines, areas, words and tags, in inches, x right and y up."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from reportlab.pdfbase.pdfmetrics import stringWidth

Spot = tuple[float, float]
Ink = tuple[float, float, float]
"""Red, green and blue from 0 to 1."""

BLACK: Final[Ink] = (0.0, 0.0, 0.0)
GREY: Final[Ink] = (0.45, 0.45, 0.45)
PALE: Final[Ink] = (0.82, 0.82, 0.82)
WHITE: Final[Ink] = (1.0, 1.0, 1.0)
BRIGHT: Final[Ink] = (1.0, 0.84, 0.35)
"""For an arrow in a tag's margin: a detector takes it for white, a person does not."""

FAINT: Final[Ink] = (0.55, 0.55, 0.55)
"""For the smallest words in a tag's margin: thin grey strokes are nearly white to a camera."""

MM: Final = 1 / 25.4
"""Inches in a millimetre."""
POINTS: Final = 72.0
"""To the inch."""
PLAIN_FONT: Final = "Helvetica"
BOLD_FONT: Final = "Helvetica-Bold"
SIGN_FONT: Final = "ZapfDingbats"
SMALLEST_TEXT: Final = 0.083
"""Inches; six points, which a good eye reads at arm's length."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """A filled outline."""

    points: tuple[Spot, ...]
    ink: Ink = BLACK


@dataclass(frozen=True, slots=True, kw_only=True)
class InkLine:
    """A line through points, closed where it says so."""

    points: tuple[Spot, ...]
    ink: Ink = BLACK
    width: float = 0.01
    dash: float = 0.0
    """Length of the dashes; 0 draws it through."""
    closed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle:
    """A circle, filled where its line has no width."""

    centre: Spot
    radius: float
    ink: Ink = BLACK
    width: float = 0.0
    dash: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Text on one line; `at` is half way up, and by `align` at its start, middle or end."""

    text: str
    at: Spot
    height: float = 0.1
    ink: Ink = BLACK
    bold: bool = False
    signs: bool = False
    """Written in signs (suits) instead of letters."""
    align: str = "middle"
    turn: float = 0.0
    """Degrees counter-clockwise."""

    @property
    def font(self) -> str:
        if self.signs:
            return SIGN_FONT
        return BOLD_FONT if self.bold else PLAIN_FONT

    @property
    def length(self) -> float:
        """How long the text is, in inches."""
        return float(stringWidth(self.text, self.font, self.height * POINTS)) / POINTS

    def corners(self) -> tuple[Spot, ...]:
        """The box around the text."""
        left = {"start": 0.0, "middle": -0.5, "end": -1.0}[self.align] * self.length
        half = self.height / 2
        box = ((left, -half), (left + self.length, -half), (left + self.length, half), (left, half))
        return tuple(turned_and_moved(spot, turn=self.turn, by=self.at) for spot in box)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedTag:
    """A printed tag by the centre of its black square."""

    number: int
    centre: Spot
    size: float
    top: float = 90.0
    """Where its upper edge points to, in degrees; 90 is up."""

    def square(self, grown: float = 0.0) -> tuple[Spot, ...]:
        """Its corners as OpenCV orders them: from the upper left one clockwise."""
        half = self.size / 2 + grown
        corners = ((-half, half), (half, half), (half, -half), (-half, -half))
        return tuple(turned_and_moved(c, turn=self.top - 90, by=self.centre) for c in corners)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedPicture:
    """A picture that a player brought, by its middle."""

    png: bytes
    centre: Spot
    width: float
    height: float
    turn: float = 0.0
    """Degrees counter-clockwise."""

    def corners(self) -> tuple[Spot, ...]:
        x, y = self.width / 2, self.height / 2
        around = ((-x, -y), (x, -y), (x, y), (-x, y))
        return tuple(turned_and_moved(spot, turn=self.turn, by=self.centre) for spot in around)


Mark = Area | InkLine | Circle | Words | PrintedTag | PastedPicture


def turned_and_moved(spot: Spot, *, turn: float, by: Spot) -> Spot:
    """The spot after a turn about the origin and then a shift."""
    angle = math.radians(turn)
    cosine, sine = math.cos(angle), math.sin(angle)
    if turn % 90 == 0:
        cosine, sine = round(cosine), round(sine)
    x, y = spot
    return x * cosine - y * sine + by[0], x * sine + y * cosine + by[1]


def placed(mark: Mark, *, turn: float = 0.0, by: Spot = (0.0, 0.0)) -> Mark:
    """The mark after a turn about the origin and then a shift."""

    def move(spot: Spot) -> Spot:
        return turned_and_moved(spot, turn=turn, by=by)

    match mark:
        case Area():
            return replace(mark, points=tuple(move(spot) for spot in mark.points))
        case InkLine():
            return replace(mark, points=tuple(move(spot) for spot in mark.points))
        case Circle():
            return replace(mark, centre=move(mark.centre))
        case Words():
            return replace(mark, at=move(mark.at), turn=mark.turn + turn)
        case PrintedTag():
            return replace(mark, centre=move(mark.centre), top=(mark.top + turn) % 360)
        case PastedPicture():
            return replace(mark, centre=move(mark.centre), turn=mark.turn + turn)


def all_placed(
    marks: Iterable[Mark], *, turn: float = 0.0, by: Spot = (0.0, 0.0)
) -> tuple[Mark, ...]:
    return tuple(placed(mark, turn=turn, by=by) for mark in marks)


def spots(mark: Mark) -> tuple[Spot, ...]:
    """Points that reach as far as the mark does."""
    match mark:
        case Area() | InkLine():
            return mark.points
        case Circle():
            (x, y), r = mark.centre, mark.radius
            return ((x - r, y), (x + r, y), (x, y - r), (x, y + r))
        case Words() | PastedPicture():
            return mark.corners()
        case PrintedTag():
            return mark.square()


def box(left: float, bottom: float, *, width: float, height: float) -> tuple[Spot, ...]:
    """The corners of a box."""
    right, top = left + width, bottom + height
    return ((left, bottom), (right, bottom), (right, top), (left, top))


def fitted(words: Words, longest: float) -> Words:
    """The words small enough for a length; cut with an ellipsis where they would be too small.

    >>> fitted(Words(text="A very long name", at=(0, 0), height=0.2), 0.5).text
    'A very long…'
    """
    if words.length <= longest:
        return words
    smaller = replace(words, height=max(SMALLEST_TEXT, words.height * longest / words.length))
    text = words.text
    while smaller.length > longest + 1e-9 and len(text) > 1:
        text = text[:-1].rstrip()
        smaller = replace(smaller, text=f"{text}…")
    return smaller
