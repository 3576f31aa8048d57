"""Designs the footprints of terrain: outlines at their true size with tags at known places."""

import itertools
import math
import string
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import shapely

from rules.table.bad_input import BadInputError
from rules.table.units import plain
from vision.kit.designs.art import PLAIN, Look, on_ground, under_words
from vision.kit.designs.piece_design import GENEROUS, SMALLEST_TAG, Design, Face
from vision.kit.drawing.cutouts import Cutout, cut_line
from vision.kit.drawing.fitting import fit, outline_on_paper, ring_of, tag_of_side, whole_side
from vision.kit.drawing.labels import labels
from vision.kit.drawing.marks import (
    GREY,
    Area,
    Ink,
    InkLine,
    Mark,
    PrintedTag,
    Spot,
    Words,
    box,
    placed,
    spots,
)
from vision.kit.tags.plan import PlannedPiece
from vision.kit.tags.sizes import TableView
from vision.kit.wanted.kinds import Group
from vision.kit.wanted.letters import printable

TILE: Final = (7.2, 9.4)
"""The most of a template that goes on one page of either paper."""
SEAM: Final = 0.06
"""Inches; tags keep this far from where two pages meet."""
_INKS: Final[dict[str, Ink]] = {
    "woods": (0.10, 0.42, 0.15),
    "building": (0.25, 0.25, 0.25),
    "hill": (0.50, 0.34, 0.10),
    "river": (0.08, 0.32, 0.62),
    "road": (0.40, 0.36, 0.30),
    "bridge": (0.45, 0.22, 0.10),
}


def template_design(piece: PlannedPiece, view: TableView, *, look: Look = PLAIN) -> Design:
    """A template with two tags as far apart as it allows, neither across a seam."""
    item = piece.item
    outline = outline_on_paper(item.footprint)
    (name, assigned), *_ = piece.faces
    wanted = float(item.tag_size or max(view.wished, GENEROUS))
    side = whole_side(wanted, view.dictionary)
    regions = _two_regions(outline)
    fits = [fit(region, side=side, preferred=_centroid(region)) for region in regions]
    room = tag_of_side(min(largest for _, largest in fits), view.dictionary)
    size = min(wanted, round(room - 5e-5, 4))
    if size < (item.tag_size or SMALLEST_TAG) - 1e-3:
        raise BadInputError(
            item.row.at("tag_size_in" if item.tag_size else "footprint"),
            expected=f"room for two tags of {plain(item.tag_size or SMALLEST_TAG)} in",
            got=f"room for {plain(max(size, 0))} in",
        )
    tags = tuple(
        PrintedTag(number=each.number, centre=(round(x, 4), round(y, 4)), size=size)
        for each, ((x, y), _) in zip(assigned, fits, strict=True)
    )
    warnings: tuple[str, ...] = ()
    if not view.is_enough(size):
        told = f"line {item.row.line}: {piece.id} has room for tags of {plain(size)} in"
        warnings = (f"{told}, and {plain(view.least)} in are needed",)
    draw = partial(_marks, piece, outline=outline, tags=tags, view=view, look=look)
    face = Face(name=name, outline=outline, tags=tags, roles=assigned, draw=draw)
    return Design(piece=piece, faces=(face,), warnings=warnings)


def _marks(
    piece: PlannedPiece,
    *,
    outline: tuple[Spot, ...],
    tags: tuple[PrintedTag, ...],
    view: TableView,
    look: Look,
) -> list[Mark]:
    """The ground as it is drawn, and its names on top."""
    item, cells = piece.item, view.dictionary.cells
    quiet = [tag.square(tag.size / cells) for tag in tags]
    ink = _INKS[item.kind.name]
    words = [piece.id, item.kind.name if item.entry.name == piece.id else item.entry.name]
    names = _names(words, outline=outline, quiet=quiet, ink=ink)
    art = on_ground(item, outline=outline, tags=tags, cells=cells, ink=ink, look=look)
    return [*art, *(under_words(names) if art else []), *names]


def _names(
    words: list[str], *, outline: tuple[Spot, ...], quiet: list[tuple[Spot, ...]], ink: Ink
) -> list[Mark]:
    """What it is, on each page of it."""
    found: list[Mark] = []
    for tile in tiles(outline):
        part = ring_of(shapely.Polygon(outline).buffer(-0.06).intersection(tile.buffer(-SEAM)))
        if len(part) < 3:
            continue
        here = [each for each in quiet if tile.intersects(shapely.Polygon(each))]
        middle = _centroid(part)
        full = here or [box(middle[0], middle[1], width=1e-3, height=1e-3)]
        found += labels(words, outline=part, quiet=full, ink=ink, taken=[])
    return found


def _centroid(region: tuple[Spot, ...]) -> Spot:
    if not region:
        return (0.0, 0.0)
    point = shapely.Polygon(region).centroid
    return (round(float(point.x), 6), round(float(point.y), 6))


def tiles(outline: tuple[Spot, ...]) -> list[shapely.Polygon]:
    """The boxes of the pages that an outline is spread over, row by row from the lower left."""
    left, low, right, high = shapely.Polygon(outline).bounds
    across = max(1, math.ceil((right - left) / TILE[0] - 1e-9))
    up = max(1, math.ceil((high - low) / TILE[1] - 1e-9))
    width, height = (right - left) / across, (high - low) / up
    return [
        shapely.box(
            left + column * width,
            low + row * height,
            left + (column + 1) * width,
            low + (row + 1) * height,
        )
        for row in range(up)
        for column in range(across)
    ]


def _two_regions(outline: tuple[Spot, ...]) -> list[tuple[Spot, ...]]:
    """The two parts that get a tag each."""
    area = shapely.Polygon(outline)
    boxes = tiles(outline)
    if len(boxes) == 1:
        left, low, right, high = area.bounds
        if right - left >= high - low:
            middle = (left + right) / 2
            boxes = [shapely.box(left, low, middle, high), shapely.box(middle, low, right, high)]
        else:
            middle = (low + high) / 2
            boxes = [shapely.box(left, low, right, middle), shapely.box(left, middle, right, high)]
    parts = [ring_of(area.intersection(each.buffer(-SEAM))) for each in boxes]
    parts = sorted((part for part in parts if part), key=lambda part: -shapely.Polygon(part).area)
    first = parts[0] if parts else ()
    others = parts[1:] or [first]
    if not first:
        return [first, first]
    farthest = max(others, key=lambda part: math.dist(_centroid(part), _centroid(first)))
    return [first, farthest]


def template_cutouts(design: Design) -> list[Cutout]:
    """The tiles of a template, each to be cut out and joined with its neighbours."""
    face, piece = design.faces[0], design.piece
    parts = _parts(face.outline)
    letters = _letters(face.outline, parts=parts)
    found = []
    for index, part in enumerate(parts):
        left, low, right, high = part.bounds
        by = (-left, -low)
        kind = piece.item.kind.name
        marks = _outline_marks(face.outline, part=part, kind=kind, letters=letters)
        ground = [each for mark in face.marks for each in _clipped(mark, part)]
        # The line to cut along comes first; whoever lays out a page looks for it there.
        line, *others = marks
        marks = [line, *ground, *others, *(tag for tag in face.tags if _belongs(tag, part))]
        name = printable(f"{piece.id}: {kind}")
        if len(parts) > 1:
            name += f", part {index + 1} of {len(parts)}; join along the dashed lines"
        found.append(
            Cutout(
                group=Group.TERRAIN,
                name=name,
                width=right - left,
                height=high - low,
                marks=tuple(placed(mark, by=by) for mark in marks),
            )
        )
    return found


def _parts(outline: tuple[Spot, ...]) -> list[shapely.Polygon]:
    """What is cut out: all of the terrain, in pieces of which none is larger than a page."""
    area = shapely.Polygon(outline)
    cut = (part for tile in tiles(outline) for part in shapely.get_parts(area.intersection(tile)))
    return [part for part in cut if isinstance(part, shapely.Polygon)]


def _letters(
    outline: tuple[Spot, ...], *, parts: Sequence[shapely.Polygon]
) -> dict[tuple[float, float], str]:
    """A letter of its own for each seam, by its middle."""
    edge = shapely.LinearRing(outline)
    middles = [_middle(seam) for part in parts for seam in _seams(part, edge=edge)]
    alphabet = string.ascii_uppercase
    return {
        middle: alphabet[index % 26] + (str(index // 26 + 1) if index >= 26 else "")
        for index, middle in enumerate(dict.fromkeys(middles))
    }


def _middle(seam: tuple[Spot, Spot]) -> Spot:
    (x, y), (u, v) = seam
    # Without a zero's sign, so that both sides of a seam find the same letter.
    return (round((x + u) / 2, 3) + 0.0, round((y + v) / 2, 3) + 0.0)


def _clipped(mark: Mark, part: shapely.Polygon) -> list[Mark]:
    """What of a mark is on this part: areas and lines are cut at the seams."""
    match mark:
        case Area():
            shares = shapely.get_parts(shapely.Polygon(mark.points).intersection(part))
            rings = (ring_of(each) for each in shares)
            return [Area(points=ring, ink=mark.ink) for ring in rings if ring]
        case InkLine():
            line = shapely.LineString([*mark.points, *(mark.points[:1] if mark.closed else ())])
            if part.covers(line):
                return [mark]
            shares = shapely.get_parts(line.intersection(part))
            return [
                replace(mark, points=tuple((x, y) for x, y in share.coords), closed=False)
                for share in shares
                if isinstance(share, shapely.LineString)
            ]
        case _:
            return [mark] if _belongs(mark, part) else []


def _belongs(mark: Mark, part: shapely.Polygon) -> bool:
    points = spots(mark)
    x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
    return bool(part.covers(shapely.Point(x, y)))


def _outline_marks(
    outline: tuple[Spot, ...], *, part: shapely.Polygon, kind: str, letters: dict[Spot, str]
) -> list[Mark]:
    """The edge of the terrain as far as it is on this part, and the seams to the neighbours."""
    edge = shapely.LinearRing(outline)
    area = part
    ring = tuple((float(x), float(y)) for x, y in part.exterior.coords[:-1])
    marks: list[Mark] = [cut_line(ring)]
    rim = shapely.Polygon(outline).buffer(-0.03).exterior.intersection(area)
    for line in shapely.get_parts(rim):
        points = tuple((float(x), float(y)) for x, y in line.coords)
        if len(points) > 1:
            marks.append(InkLine(points=points, ink=_INKS[kind], width=0.05))
    for seam in _seams(area, edge=edge):
        marks.append(InkLine(points=seam, ink=GREY, width=0.02, dash=0.15))
        marks += _seam_letter(_middle(seam), area=area, letter=letters[_middle(seam)])
    return marks


def _seams(area: shapely.Polygon, *, edge: shapely.LinearRing) -> list[tuple[Spot, Spot]]:
    """The straight edges of a tile's part that are no edge of the terrain."""
    found = []
    corners = list(area.exterior.coords)
    for start, end in itertools.pairwise(corners):
        middle = shapely.Point((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        if math.dist(start, end) > 0.05 and edge.distance(middle) > 1e-4:
            found.append(((start[0], start[1]), (end[0], end[1])))
    return found


def _seam_letter(middle: Spot, *, area: shapely.Polygon, letter: str) -> list[Mark]:
    """A letter on both sides of a seam, by which the two pages find each other."""
    for x, y in ((0.14, 0.0), (-0.14, 0.0), (0.0, 0.14), (0.0, -0.14)):
        at = (middle[0] + x, middle[1] + y)
        # A seam runs along an axis: only across it is a place on the inside.
        if area.buffer(-0.07).covers(shapely.Point(at)):
            return [Words(text=letter, at=at, height=0.14, ink=GREY, bold=True)]
    return []
