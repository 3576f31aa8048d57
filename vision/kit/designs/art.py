"""Draws what makes a kit worth cutting out: silhouettes on bases and ground on terrain."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

import shapely

from rules.referee.facts.silhouettes import Silhouette, Tone
from rules.table.bad_input import BadInputError
from vision.kit.designs.own_pictures import OwnPicture
from vision.kit.drawing.fitting import ring_of
from vision.kit.drawing.inks import side_ink
from vision.kit.drawing.marks import (
    GREY,
    PALE,
    WHITE,
    Area,
    Ink,
    InkLine,
    Mark,
    PrintedTag,
    Spot,
    Words,
    box,
)
from vision.kit.wanted.army import Item, told_on
from vision.kit.wanted.kinds import kind_name

CLEAR_CELLS: Final = 1.5
"""The white around a tag, where there is art beyond it; a detector asks for one cell."""
FILLS: Final = 0.94
"""How much of its base a drawing takes."""
ROUND_FILLS: Final = 0.72
LINE: Final = 0.008
FINEST: Final = 0.004
"""Inches; corners that no printer shows are left out, so that a kit stays short to tell."""
CREAM: Final[Ink] = (1.0, 0.98, 0.94)
CROWN: Final = 0.3
"""Inches; the radius of a printed tree."""
MOST_CROWNS: Final = 60


class Art(StrEnum):
    """How much ink a kit may take beside what the umpire needs."""

    NONE = "none"
    """Tags, arrows and names alone."""
    LINES = "lines"
    """Drawings in outline, which saves ink."""
    COLOUR = "colour"
    """Drawings on the colour of their side."""


def art_from_text(text: str) -> Art:
    """The art of a kit, as a command or a roster names it."""
    name = text.strip().lower()
    if name not in {each.value for each in Art}:
        raise BadInputError("art", expected="one of " + ", ".join(Art), got=repr(text[:40]))
    return Art(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How a kit looks: with which art, and which drawings there are for it."""

    art: Art = Art.NONE
    drawings: Mapping[str, Silhouette] = field(default_factory=lambda: MappingProxyType({}))
    pictures: Mapping[str, OwnPicture] = field(default_factory=lambda: MappingProxyType({}))
    """Those that players brought, by what the roster calls them."""

    def picture(self, item: Item) -> OwnPicture | None:
        """The player's own picture of a piece, which comes before any drawing."""
        return self.pictures.get(told_on(item, "picture"))

    def drawing(self, item: Item, *, upright: bool = False) -> Silhouette | None:
        """The drawing of a piece: that of its own name, else of its kind; from its front, if so."""
        names = [kind_name(item.entry.name), item.kind.name]
        fronts = [f"{name}_front" for name in names] if upright else []
        return next((self.drawings[each] for each in fronts + names if each in self.drawings), None)


PLAIN: Final = Look()


def tint(ink: Ink, share: float) -> Ink:
    """An ink thinned with white.

    >>> tint((0.0, 0.5, 1.0), 0.5)
    (0.5, 0.75, 1.0)
    """
    red, green, blue = (1 - share * (1 - each) for each in ink)
    return (red, green, blue)


def inks(art: Art, side: str) -> Mapping[Tone, Ink]:
    """What each tone is printed in."""
    if art is Art.LINES:
        return {Tone.LIGHT: WHITE, Tone.MID: (0.9, 0.9, 0.9), Tone.DARK: PALE}
    ink = side_ink(side)
    return {Tone.LIGHT: CREAM, Tone.MID: tint(ink, 0.35), Tone.DARK: tint(ink, 0.85)}


def drawn(
    silhouette: Silhouette, *, into: tuple[Spot, ...], look: Look, side: str, fills: float = FILLS
) -> list[Mark]:
    """A drawing in the middle of an outline, its front up."""
    left, low, right, high = shapely.Polygon(into).bounds
    scale = fills * min((right - left) / silhouette.width, (high - low) / silhouette.height)
    x, y = (left + right) / 2, (low + high) / 2
    tones = inks(look.art, side)
    found: list[Mark] = []
    for part in silhouette.parts:
        for ring in part.rings():
            points = _thinned(
                (
                    x + scale * (u - silhouette.width / 2),
                    y + scale * (silhouette.height / 2 - v),
                )
                for u, v in ring
            )
            found.append(Area(points=points, ink=tones[part.tone]))
            if look.art is Art.LINES or part.tone is Tone.LIGHT:
                pen = GREY if look.art is Art.LINES else tones[Tone.DARK]
                found.append(InkLine(points=points, ink=pen, width=LINE, closed=True))
    return found


def _thinned(points: Iterable[Spot]) -> tuple[Spot, ...]:
    ring = shapely.LinearRing(list(points)).simplify(FINEST)
    return tuple((round(x, 4), round(y, 4)) for x, y in ring.coords[:-1])


def _pictured(own: OwnPicture, *, into: tuple[Spot, ...]) -> list[Mark]:
    left, low, right, high = shapely.Polygon(into).bounds
    middle = ((left + right) / 2, (low + high) / 2)
    return own.marks(middle, wide=FILLS * (right - left), high=FILLS * (high - low))


def on_base(
    item: Item, *, outline: tuple[Spot, ...], tags: Sequence[PrintedTag], cells: int, look: Look
) -> list[Mark]:
    """The art of a base or a roof; the white around its tags is laid over all of it."""
    own = look.picture(item)
    if look.art is Art.NONE and own is None:
        return []
    side = item.entry.side
    found: list[Mark] = []
    if look.art is Art.COLOUR and side:
        found.append(Area(points=outline, ink=tint(side_ink(side), 0.22)))
    silhouette = look.drawing(item)
    if own is not None:
        found += _pictured(own, into=outline)
    elif silhouette is not None:
        fills = ROUND_FILLS if len(outline) > 8 else FILLS
        found += drawn(silhouette, into=outline, look=look, side=side, fills=fills)
    return found + cleared(tags, outline=outline, cells=cells) if found else []


def cleared(tags: Sequence[PrintedTag], *, outline: tuple[Spot, ...], cells: int) -> list[Mark]:
    """White around each tag, as far as the paper goes."""
    area = shapely.Polygon(outline)
    squares = (shapely.Polygon(tag.square(CLEAR_CELLS * tag.size / cells)) for tag in tags)
    rings = (ring_of(area.intersection(square)) for square in squares)
    return [Area(points=ring, ink=WHITE) for ring in rings if ring]


def under_words(words: Sequence[Mark]) -> list[Mark]:
    """White behind each word, so that it can be read on any drawing."""
    found: list[Mark] = []
    for each in words:
        if isinstance(each, Words):
            xs, ys = zip(*each.corners(), strict=True)
            rim = 0.03
            wide, high = max(xs) - min(xs) + 2 * rim, max(ys) - min(ys) + 2 * rim
            plate = box(min(xs) - rim, min(ys) - rim, width=wide, height=high)
            found.append(Area(points=plate, ink=WHITE))
    return found


def on_ground(
    item: Item,
    *,
    outline: tuple[Spot, ...],
    tags: Sequence[PrintedTag],
    cells: int,
    ink: Ink,
    look: Look,
) -> list[Mark]:
    """Terrain as it looks from above: the tint of its kind, and trees in woods."""
    if look.art is Art.NONE:
        return []
    found: list[Mark] = []
    if look.art is Art.COLOUR:
        found.append(Area(points=outline, ink=tint(ink, 0.25)))
    if item.kind.name == "woods":
        found += _crowns(item.entry.id, outline=outline, ink=ink, look=look)
    elif item.kind.name in {"hill", "building"}:
        found += _steps(outline, ink=ink, look=look)
    return found + cleared(tags, outline=outline, cells=cells) if found else []


def _crowns(name: str, *, outline: tuple[Spot, ...], ink: Ink, look: Look) -> list[Mark]:
    """Trees that stand inside, the same each time."""
    chance = random.Random(name)
    room = shapely.Polygon(outline).buffer(-CROWN)
    found: list[Mark] = []
    middles: list[shapely.Point] = []
    if room.is_empty:
        return []
    left, low, right, high = room.bounds
    for _ in range(8 * MOST_CROWNS):
        at = shapely.Point(chance.uniform(left, right), chance.uniform(low, high))
        if not room.contains(at) or any(at.distance(each) < 1.7 * CROWN for each in middles):
            continue
        middles.append(at)
        ring = ring_of(at.buffer(CROWN * chance.uniform(0.7, 1.0), quad_segs=5))
        if look.art is Art.COLOUR:
            found.append(Area(points=ring, ink=tint(ink, 0.45)))
        found.append(InkLine(points=ring, ink=GREY, width=LINE, closed=True))
        if len(middles) >= MOST_CROWNS:
            break
    return found


def _steps(outline: tuple[Spot, ...], *, ink: Ink, look: Look) -> list[Mark]:
    """A slope, or a roof, as one outline within the other."""
    area = shapely.Polygon(outline)
    left, low, right, high = area.bounds
    reach = min(right - left, high - low)
    found: list[Mark] = []
    for share, depth in ((0.15, 0.32), (0.3, 0.4)):
        ring = ring_of(area.buffer(-share * reach))
        if not ring:
            continue
        if look.art is Art.COLOUR:
            found.append(Area(points=ring, ink=tint(ink, depth)))
        found.append(InkLine(points=ring, ink=GREY, width=LINE, closed=True))
    return found
