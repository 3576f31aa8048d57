"""Designs each face of a piece: where its tags lie, its arrow, its words, its outline."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final

import shapely

from rules.table.bad_input import BadInputError
from rules.table.units import plain
from vision.kit.designs.art import PLAIN, Art, Look, on_base, under_words
from vision.kit.drawing.arrows import front_arrow
from vision.kit.drawing.fitting import (
    FIGURE,
    fit,
    halves,
    inside,
    outline_on_paper,
    ring_of,
    tag_of_side,
    whole_side,
)
from vision.kit.drawing.inks import side_ink
from vision.kit.drawing.labels import labels, margin_label
from vision.kit.drawing.marks import GREY, PALE, Area, InkLine, Mark, PrintedTag, Spot, box
from vision.kit.tags.plan import AssignedNumber, PlannedPiece
from vision.kit.tags.sizes import TableView
from vision.kit.wanted.kinds import Group, Stands

SMALLEST_TAG: Final = 0.25
"""Inches; below this no household printer and webcam get along."""
GENEROUS: Final = 0.6
"""Inches; where there is room no tag is smaller, however near the camera is."""
ROOF_FRONT: Final = 0.22
ROOF_REAR: Final = 0.2


@dataclass(frozen=True, kw_only=True)
class Face:
    """One face as it is printed, with the front up and the pose's point at (0, 0)."""

    name: str
    outline: tuple[Spot, ...]
    """Where it is cut: the footprint, or for a roof the card that is glued on."""
    tags: tuple[PrintedTag, ...]
    roles: tuple[AssignedNumber, ...]
    """Of the tags, one for each."""
    draw: Callable[[], Sequence[Mark]]
    """Makes all but the tags."""

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        """All but the tags. Whoever only asks where tags lie does not wait for words to be placed,
        which takes most of the time of a design.
        """
        return tuple(self.draw())


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """A piece with all its faces."""

    piece: PlannedPiece
    faces: tuple[Face, ...]
    warnings: tuple[str, ...] = ()


def design_for(piece: PlannedPiece, view: TableView, *, look: Look = PLAIN) -> Design:
    """How a unit, marker or token is printed; terrain, cards and sheets have modules of their own.

    A tag that its base cannot hold is refused.
    """
    outline = outline_on_paper(piece.item.footprint)
    warnings: list[str] = []
    faces = []
    for name, assigned in piece.faces:
        tags, cut = _tags(piece, outline=outline, assigned=assigned, view=view)
        if not tags:
            continue
        if look.art is not Art.NONE or look.picture(piece.item) is not None:
            # A drawing wants all of the roof.
            cut = outline
        # What has fallen lies on its face: of it there is nothing to see but the tag.
        shown = PLAIN if name == "corpse" else look
        draw = partial(_marks, piece, name=name, cut=cut, tags=tags, view=view, look=shown)
        faces.append(Face(name=name, outline=cut, tags=tags, roles=tuple(assigned), draw=draw))
        warnings += _small(piece, tags=tags, view=view, is_first=len(faces) == 1)
    if piece.item.stands is Stands.ROOF and not any(piece.item.heights):
        line = piece.item.row.line
        warnings.append(
            f"line {line}, tag_heights_in: {piece.item.entry.id} carries its tag on a roof; "
            "without the height of the roof its place is wrong by up to half that height"
        )
    return Design(piece=piece, faces=tuple(faces), warnings=tuple(warnings))


def _small(
    piece: PlannedPiece, *, tags: Sequence[PrintedTag], view: TableView, is_first: bool
) -> list[str]:
    """What to say of a tag that this camera will often miss."""
    size = tags[0].size
    if view.is_enough(size) or not is_first:
        return []
    item = piece.item
    where = f"line {item.row.line}"
    needed = whole_side(view.least, view.dictionary)
    told = (
        f"{where}: {item.entry.id} has room for a tag of {plain(size)} in, and "
        f"{plain(view.least)} in are needed"
    )
    if item.stands is Stands.UPRIGHT:
        return [
            f"{told}: make its base {_at_least(needed)} in wide and "
            f"{_at_least(2 * needed + FIGURE)} in deep, or lay one "
            'tagged disc beside the figures (stands = "loose")'
        ]
    return [f"{told}: a base {_at_least(needed)} in wide holds one"]


def _at_least(inches: float) -> str:
    """Hundredths of an inch, rounded up: a base as small as told holds its tag."""
    return plain(math.ceil(100 * inches - 1e-6) / 100)


def _tags(
    piece: PlannedPiece,
    *,
    outline: tuple[Spot, ...],
    assigned: Sequence[AssignedNumber],
    view: TableView,
) -> tuple[tuple[PrintedTag, ...], tuple[Spot, ...]]:
    """The tags of one face, and where the paper is cut."""
    wanted = _wanted(piece, view)
    side = whole_side(wanted, view.dictionary)
    if piece.item.stands is Stands.UPRIGHT and len(assigned) == 2:
        regions = halves(outline)
        fits = [fit(region, side=side, preferred=_middle(region)) for region in regions]
    else:
        fits = [fit(outline, side=side, preferred=_preferred(piece, outline, side=side))]
    room = min(largest for _, largest in fits)
    size = min(wanted, round(tag_of_side(room, view.dictionary) - 5e-5, 4))
    _check(piece, size=size)
    tags = tuple(
        PrintedTag(number=each.number, centre=(round(x, 4), round(y, 4)), size=size)
        for each, ((x, y), _) in zip(assigned, fits, strict=False)
    )
    if piece.item.stands is Stands.ROOF:
        return tags, _roof_card(tags[0], outline=outline, view=view)
    return tags, outline


def _wanted(piece: PlannedPiece, view: TableView) -> float:
    return float(piece.item.tag_size or max(view.wished, GENEROUS))


def _check(piece: PlannedPiece, *, size: float) -> None:
    item = piece.item
    if item.tag_size is not None and size < item.tag_size - 1e-3:
        raise BadInputError(
            item.row.at("tag_size_in"),
            expected=f"a tag of at most {plain(size)} in, which the base of {item.entry.id} holds "
            "with a white margin",
            got=f"{plain(item.tag_size)}",
        )
    if size < SMALLEST_TAG:
        raise BadInputError(
            item.row.at("footprint"),
            expected=f"room for a tag of {plain(SMALLEST_TAG)} in and its white margin"
            + (" before and behind the figure" if item.stands is Stands.UPRIGHT else ""),
            got=f"room for one of {plain(max(size, 0))} in",
        )


def _middle(region: tuple[Spot, ...]) -> Spot:
    if len(region) < 3:
        return (0.0, 0.0)
    centre = shapely.Polygon(region).centroid
    return (round(float(centre.x), 6), round(float(centre.y), 6))


def _preferred(piece: PlannedPiece, outline: tuple[Spot, ...], *, side: float) -> Spot:
    """The middle; a marker's tag moves up or aside so that people can read what it is."""
    area = shapely.Polygon(outline)
    if piece.item.kind.group is Group.MARKERS:
        left, low, right, high = area.bounds
        narrow = min(right - left, high - low)
        half = min(side, narrow) / 2
        if right - left > high - low:
            return (left + half + 1e-6, (low + high) / 2)
        return ((left + right) / 2, high - half - 1e-6)
    if area.contains(shapely.Point(0, 0)):
        return (0.0, 0.0)
    return _middle(outline)


def _roof_card(tag: PrintedTag, *, outline: tuple[Spot, ...], view: TableView) -> tuple[Spot, ...]:
    """The card for a roof: with room for an arrow and a name, where the roof is long enough."""
    half = whole_side(tag.size, view.dictionary) / 2
    x, y = tag.centre
    long = box(
        x - half, y - half - ROOF_REAR, width=2 * half, height=2 * half + ROOF_REAR + ROOF_FRONT
    )
    if inside(outline, long, gap=-1e-6):
        return long
    return box(x - half, y - half, width=2 * half, height=2 * half)


def _marks(
    piece: PlannedPiece,
    *,
    name: str,
    cut: tuple[Spot, ...],
    tags: tuple[PrintedTag, ...],
    view: TableView,
    look: Look,
) -> list[Mark]:
    """All of a face but its tags, from what lies undermost."""
    item = piece.item
    ink = side_ink(item.entry.side)
    quiet = [tag.square(tag.size / view.dictionary.cells) for tag in tags]
    marks: list[Mark] = []
    art = on_base(item, outline=cut, tags=tags, cells=view.dictionary.cells, look=look)
    if item.stands is Stands.UPRIGHT:
        marks += _figure_strip(cut)
    is_unit = item.kind.group is Group.UNITS
    if is_unit:
        marks += front_arrow(cut, tags=tags, quiet=quiet, ink=ink)
    words = labels(_words(piece, name), outline=cut, quiet=quiet, ink=ink, taken=marks)
    if is_unit and not words:
        words = [margin_label(_words(piece, name)[0], outline=cut, tags=tags)]
    plates = under_words(words) if art else []
    return [*art, *marks, *plates, *words]


def _figure_strip(outline: tuple[Spot, ...]) -> list[Mark]:
    """Where the figure stands: across the middle, between the two tags."""
    area = shapely.Polygon(outline)
    left, _, right, _ = area.bounds
    strip = area.intersection(shapely.box(left, -FIGURE / 2, right, FIGURE / 2))
    ring = ring_of(strip)
    inset = 0.15 * (right - left)
    slot = InkLine(points=((left + inset, 0.0), (right - inset, 0.0)), ink=GREY, width=0.012)
    return [Area(points=ring, ink=PALE), slot]


def _words(piece: PlannedPiece, face: str) -> list[str]:
    """What people read on a face, the most important first."""
    item = piece.item
    more = [item.entry.name] if item.entry.name != item.entry.id else []
    if item.kind.group is Group.MARKERS:
        if not all(tag.unique for _, tags in piece.faces for tag in tags):
            return [face.upper() if len(piece.faces) > 1 else item.kind.name]
        words = [piece.id, *more, *(["item"] if face == "holding item" else [])]
        return [" ".join(words)]
    return [f"{piece.id} fallen" if face == "corpse" else piece.id, *more]
