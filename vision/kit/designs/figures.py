"""Draws what stands on bases and lies beside them: fold-up figures and counters."""

from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from typing import Final

from rules.referee.facts.silhouettes import Tone
from vision.kit.designs.art import Art, Look, drawn, inks, tint
from vision.kit.designs.piece_design import Design
from vision.kit.drawing.cutouts import Cutout, cut_box, cut_line, fold_line
from vision.kit.drawing.fitting import ROUND
from vision.kit.drawing.inks import side_ink
from vision.kit.drawing.marks import (
    GREY,
    WHITE,
    Area,
    Ink,
    InkLine,
    Mark,
    Spot,
    Words,
    all_placed,
    box,
    fitted,
)
from vision.kit.wanted.kinds import Group, Stands
from vision.kit.wanted.letters import printable

WIDE: Final = 1.0
TALL: Final = 1.0
"""Inches; a base leaves so much room for a figure, and `kit describe` tells it of each."""
FOOT: Final = 0.3
"""What is folded out and glued to the base, at both ends."""
BAND: Final = 0.18
"""The strip at the feet, in the colour of the side, with the name."""
COUNTER: Final = 0.7
COUNTERS: Final = (*("1", "2", "3") * 2, *("smoke", "wreck", "objective") * 2)


def figure_cutouts(designs: Sequence[Design], look: Look) -> list[Cutout]:
    """A standing figure for each piece that carries one, and a row of counters."""
    if look.art is Art.NONE:
        return []
    upright = [each for each in designs if each.piece.item.stands is Stands.UPRIGHT]
    return [*(_figure(each, look) for each in upright), *_counters(look)]


def _figure(design: Design, look: Look) -> Cutout:
    """The front, and above it the back on its head: folded at the top, both stand."""
    height = 2 * (FOOT + TALL)
    front = _side_of(design, look, is_back=False)
    back = _side_of(design, look, is_back=True)
    folds = [fold_line((0, y), (WIDE, y)) for y in (FOOT, FOOT + TALL, height - FOOT)]
    return Cutout(
        group=Group.FIGURES,
        name=printable(f"{design.piece.id}, fold and glue"),
        width=WIDE,
        height=height,
        marks=(
            *all_placed(front, by=(0, FOOT)),
            *all_placed(back, turn=180, by=(WIDE, height - FOOT)),
            cut_box(WIDE, height),
            *folds,
        ),
    )


def _side_of(design: Design, look: Look, *, is_back: bool) -> list[Mark]:
    item = design.piece.item
    side = item.entry.side
    ink = side_ink(side)
    room = box(0, BAND, width=WIDE, height=TALL - BAND)
    found: list[Mark] = []
    if look.art is Art.COLOUR:
        found.append(Area(points=room, ink=tint(ink, 0.12)))
    silhouette = look.drawing(item, upright=True)
    own = look.picture(item)
    if own is not None:
        middle = (WIDE / 2, (TALL + BAND) / 2)
        found += own.marks(middle, wide=0.94 * WIDE, high=0.94 * (TALL - BAND))
    elif silhouette is not None:
        figure = drawn(silhouette, into=room, look=look, side=side)
        # From behind there is no face: what is light in front lies in the shade.
        tones = inks(look.art, side)
        shade = {tones[Tone.LIGHT]: tones[Tone.MID]}
        found += [_shaded(mark, shade) for mark in figure] if is_back else figure
    band = box(0, 0, width=WIDE, height=BAND)
    is_full = look.art is Art.COLOUR
    found.append(Area(points=band, ink=ink if is_full else WHITE))
    found.append(InkLine(points=band, ink=ink, width=0.015, closed=True))
    words = Words(
        text=printable(design.piece.id),
        at=(WIDE / 2, BAND / 2),
        height=0.12,
        bold=True,
        ink=WHITE if is_full else ink,
    )
    return [*found, fitted(words, WIDE - 0.1)]


def _shaded(mark: Mark, shade: Mapping[Ink, Ink]) -> Mark:
    if isinstance(mark, Area):
        return Area(points=mark.points, ink=shade.get(mark.ink, mark.ink))
    return mark


def _counters(look: Look) -> list[Cutout]:
    """Small discs to lay beside a unit: how often it was hit, and what it has become."""
    known = [each for each in COUNTERS if each.isdigit() or each in look.drawings]
    return [_counter(each, look) for each in known]


def _counter(what: str, look: Look) -> Cutout:
    half = COUNTER / 2
    angles = [2 * pi * step / ROUND for step in range(ROUND)]
    ring: tuple[Spot, ...] = tuple((half + half * cos(a), half + half * sin(a)) for a in angles)
    found: list[Mark] = []
    if look.art is Art.COLOUR:
        found.append(Area(points=ring, ink=(0.93, 0.9, 0.82)))
    if what.isdigit():
        found.append(Words(text=what, at=(half, half), height=0.34, bold=True, ink=GREY))
    else:
        found += drawn(look.drawings[what], into=ring, look=look, side="", fills=0.7)
    return Cutout(
        group=Group.FIGURES,
        name="",
        width=COUNTER,
        height=COUNTER,
        marks=(*found, cut_line(ring)),
    )
