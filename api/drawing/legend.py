"""Writes the legend under an annotated photograph: what its signs mean, and how sure it is."""

import math
from typing import Final

import numpy as np

from api.drawing.canvas import Bytes, Colour, PhotoCanvas, bgr, text_size
from api.drawing.located_words import further_warnings, largest_error, ranges, unseen_word
from api.wording import counted
from rules.table.units import plain_error
from vision.locating.located import Located

GROUND: Final = bgr("#22252a")
INK: Final = (236, 236, 236)
FAINT: Final = (176, 176, 170)
REFUSED: Final = bgr("#b3261e")
ANCHOR: Final = ("anchor", "#12a5b8", "square")
ODD: Final = ("odd: the words say why", "#d81b60", "square")
STRANGE: Final = ("in no roster", "#8e44ad", "square")
MARKER: Final = ("marker", "#5d6d1e", "square")
_LINE: Final = 2.1
_NAMED: Final = 20
"""The most names in a row; any others are only counted."""
_PAD: Final = 1.4


def legend_strip(
    located: Located, *, width: int, letters: float, ellipse_times: int, name: str
) -> Bytes:
    """A strip as wide as the picture."""
    rows = [summary(located, name=name), *_missing(located), *further_warnings(located)]
    lines = [line for row in rows for line in wrapped(row, width=width, letters=letters)]
    step = _LINE * letters
    high = round((len(lines) + 1) * step + 2 * _PAD * letters)
    canvas = PhotoCanvas(np.full((high, width, 3), GROUND, dtype=np.uint8))
    y = _PAD * letters + step / 2
    _signs(canvas, located, y=y, letters=letters, ellipse_times=ellipse_times)
    for index, line in enumerate(lines):
        y += step
        ink = INK if index == 0 else FAINT
        canvas.text(line, at=(_PAD * letters, y), letters=letters, colour=ink, align="left")
    return canvas.image


def refusal_strip(refusal: str, *, width: int, letters: float) -> Bytes:
    """Why nothing of this may be ruled by, above the picture."""
    size = 1.2 * letters
    lines = wrapped(f"NOT MEASURED: {refusal}", width=width, letters=size)
    step = _LINE * size
    high = round(len(lines) * step + _PAD * size)
    canvas = PhotoCanvas(np.full((high, width, 3), REFUSED, dtype=np.uint8))
    for index, line in enumerate(lines):
        y = _PAD * size / 2 + (index + 0.5) * step
        canvas.text(line, at=(_PAD * size, y), letters=size, colour=(255, 255, 255), align="left")
    return canvas.image


def summary(located: Located, *, name: str) -> str:
    """One line: how many were found, and how wrong a usual one is."""
    seen = [piece for piece in located.pieces if piece.is_seen]
    found = (largest_error(piece.whole_error) for piece in seen)
    errors = [error for error in found if error is not None]
    told = f"{name}: {len(seen)} of {len(located.pieces)} pieces"
    if not located.pieces:
        told = f"{name}: {counted(len(located.strangers), 'tag')}"
    told += f", {counted(len(located.anchors), 'anchor')}"
    if errors:
        usual, worst = float(np.median(errors)), max(errors)
        told += f"; standard error {plain_error(usual)} in, at most {plain_error(worst)} in"
    return told


def _missing(located: Located) -> list[str]:
    names = [piece.entry.id for piece in located.pieces if not piece.is_seen]
    if not names:
        return []
    told = ranges(names)
    kept = told if len(told) <= _NAMED + 3 else told[:_NAMED]
    more = f" and {len(told) - len(kept)} more" if len(told) > len(kept) else ""
    return [f"{unseen_word(located)}: {', '.join(kept)}{more}"]


def _signs(
    canvas: PhotoCanvas, located: Located, *, y: float, letters: float, ellipse_times: int
) -> None:
    x = _PAD * letters
    times = f", drawn {ellipse_times} x too large" if ellipse_times > 1 else ""
    ellipse = (f"two standard errors{times}", "#ffd400", "ellipse")
    signs = (
        ANCHOR,
        *((ODD,) if _has_odd(located) else ()),
        *((STRANGE,) if located.strangers else ()),
        *((MARKER,) if located.markers else ()),
        *((ellipse,) if located.pieces else ()),
        ("lines every inch, bold every 6", "#9a9a94", "grid"),
    )
    for words, colour, kind in signs:
        _sign(canvas, kind, at=(x + letters, y), letters=letters, colour=bgr(colour))
        x += 2.6 * letters
        canvas.text(words, at=(x, y), letters=letters, colour=INK, align="left")
        x += text_size(words, letters=letters)[0] + 1.6 * letters


def _has_odd(located: Located) -> bool:
    """Whether anything is drawn as odd; a sign for nothing would only be looked for."""
    tags = [tag for piece in located.pieces for tag in piece.tags]
    flags = [flag for each in located.pieces for flag in each.flags if each.pose is not None]
    flags += [flag for anchor in located.anchors for flag in anchor.flags]
    return bool(flags) or not all(tag.is_used for tag in tags)


def _sign(
    canvas: PhotoCanvas, kind: str, *, at: tuple[float, float], letters: float, colour: Colour
) -> None:
    x, y = at
    half = 0.75 * letters
    if kind == "ellipse":
        turn = np.linspace(0, 2 * math.pi, 33)
        spots = np.stack([x + 1.2 * half * np.cos(turn), y + 0.8 * half * np.sin(turn)], -1)
        canvas.line(spots, colour=colour, width=letters / 7)
    elif kind == "grid":
        for shift in (-0.6, 0.0, 0.6):
            across, down = x + shift * half * 1.6, y + shift * half * 1.6
            upright = np.array([[across, y - half], [across, y + half]])
            level = np.array([[x - half, down], [x + half, down]])
            for spots in (upright, level):
                canvas.line(spots, colour=colour, width=1.0)
    else:
        spots = np.array(
            [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]
        )
        canvas.line(spots, colour=colour, width=letters / 5, closed=True)


def wrapped(words: str, *, width: int, letters: float) -> list[str]:
    """The words on as many lines as it takes."""
    room = width - 2 * _PAD * letters
    lines, line = [], ""
    for word in words.split():
        longer = f"{line} {word}".strip()
        if line and text_size(longer, letters=letters)[0] > room:
            lines.append(line)
            longer = word
        line = longer
    return [*lines, line]
