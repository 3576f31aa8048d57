"""Places the pieces of a described army: in two lines of battle, or anywhere."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import numpy as np
import shapely

from vision.staging.outlines import Described, hull_of, ring, taken, tallness

Eye = tuple[float, float, float]
"""Where a camera is."""

ZONE: Final = 1 / 3
"""The share of the table's depth that each side sets up in."""
APART: Final = 0.3
"""Inches between two pieces that lie anyhow on a table."""
ON_A_SHEET: Final = 0.08
"""The same of tokens on a sheet of paper."""
SHEET_THICK: Final = 0.005
ABREAST: Final = 0.6
"""Inches between two pieces of a line."""
CROOKED_DEG: Final = 4.0
CROOKED_IN: Final = 0.08
TRIES: Final = 400
PAPERS: Final = frozenset({"cards", "slips"})


@dataclass(frozen=True, kw_only=True)
class StandingPiece:
    """One piece where it stands, with one of its faces up."""

    piece: Described
    face: int = 0
    x: float
    y: float
    heading: float
    base: float = 0.0
    """What it lies on: the thickness of a sheet."""
    room: shapely.Polygon | None = None
    """What it takes in its own frame, where somebody knows: it is tried in many places."""

    @cached_property
    def outline(self) -> shapely.Polygon:
        """What it takes of the table."""
        room = taken(self.piece) if self.room is None else self.room
        return _at(room, x=self.x, y=self.y, heading=self.heading)

    def hides(self, eye: Eye | None) -> shapely.Polygon:
        """What it takes of the table, and what of the table cannot be seen for it."""
        outline, high = self.outline, tallness(self.piece)
        if eye is None or high <= 0:
            return outline
        far = eye[2] / (eye[2] - high)
        spots = [
            (eye[0] + far * (x - eye[0]), eye[1] + far * (y - eye[1]))
            for x, y in outline.exterior.coords
        ]
        behind = shapely.Polygon(spots)
        return hull_of([outline, behind])


@dataclass(slots=True, kw_only=True)
class FillingTable:
    """A table that fills."""

    width: float
    depth: float
    kept_free: list[shapely.Polygon]
    eye: Eye | None = None
    """From here nothing may hide anything else."""
    stands: list[StandingPiece] = field(default_factory=list)
    sheet: shapely.Polygon | None = None
    """The paper on which everything else lies, if there is one."""

    @property
    def area(self) -> shapely.Polygon:
        """Where pieces may be."""
        if self.sheet is not None:
            return self.sheet
        return shapely.box(0.0, 0.0, self.width, self.depth)

    @property
    def base(self) -> float:
        """How high what they lie on is."""
        return 0.0 if self.sheet is None else SHEET_THICK

    def is_free(self, stand: StandingPiece, *, within: shapely.Polygon) -> bool:
        """Whether nothing is near or hidden by it, and all of it is where it may be."""
        if not within.contains(stand.outline):
            return False
        if not self.kept_free:
            return True
        gap = APART if self.sheet is None else ON_A_SHEET
        return bool(
            np.min(shapely.distance(np.array(self.kept_free), stand.hides(self.eye))) >= gap
        )

    def put(self, stand: StandingPiece) -> None:
        """Set it down; nothing else fits there any more."""
        self.stands.append(stand)
        self.kept_free.append(stand.hides(self.eye))


def on_the_table(kit: dict[str, Any]) -> list[Described]:
    """What stands on the table in a battle; no hand of cards, unless there is nothing else."""
    pieces: list[Described] = kit["pieces"]
    no_cards = [piece for piece in pieces if piece["group"] != "cards"]
    return no_cards or list(pieces)


def lined_up(kit: dict[str, Any], *, seed: int) -> tuple[list[StandingPiece], list[Described]]:
    """Each side in its zone and looking at the other, all else between them; and what has no room.

    The first side of the roster stands in the south. The same seed sets up the same table.
    """
    rng = np.random.default_rng([seed, 17])
    ground = ground_of(kit)
    pieces = _sheets_laid(kit, ground, pieces=on_the_table(kit))
    units = [piece for piece in pieces if piece["side"] and piece["group"] == "units"]
    sides = list(dict.fromkeys(piece["side"] for piece in units))[:2]
    left: list[Described] = []
    for side, is_south in zip(sides, (True, False), strict=False):
        own = [piece for piece in units if piece["side"] == side]
        left += _line(own, ground=ground, is_south=is_south, rng=rng)
    lined = [piece for piece in units if piece["side"] in sides]
    rest = [piece for piece in pieces if piece not in lined]
    middle = shapely.box(0, ZONE * ground.depth, ground.width, (1 - ZONE) * ground.depth)
    if ground.sheet is not None:
        rest = _in_rows(rest, ground=ground)
    else:
        rest = _strewn(_largest_first(rest), ground=ground, within=middle, rng=rng)
    left = _strewn(_largest_first([*left, *rest]), ground=ground, within=ground.area, rng=rng)
    return ground.stands, left


def scattered(
    kit: dict[str, Any],
    *,
    seed: int,
    pieces: Sequence[Described],
    any_face: bool = False,
    eye: Eye | None = None,
) -> tuple[list[StandingPiece], list[Described]]:
    """Pieces anywhere on the table with any heading; and those for which there was no room.

    Seen from the eye, none stands before another.
    """
    rng = np.random.default_rng([seed, 23])
    ground = ground_of(kit)
    ground.eye = eye
    waiting = _sheets_laid(kit, ground, pieces=pieces)
    left = _strewn(
        _largest_first(waiting), ground=ground, within=ground.area, rng=rng, any_face=any_face
    )
    return ground.stands, left


def ground_of(kit: dict[str, Any]) -> FillingTable:
    """The table of a kit, on which nothing but its anchors lies."""
    table = kit["table"]
    cards = [_anchor_card(anchor) for anchor in anchors_in_use(kit)]
    return FillingTable(width=table["width_in"], depth=table["depth_in"], kept_free=cards)


def anchors_in_use(kit: dict[str, Any]) -> list[dict[str, Any]]:
    """All, or none where a sheet with tags of its own is the table."""
    is_sheet = any(piece["group"] == "sheet" for piece in kit["pieces"])
    return [] if is_sheet else list(kit["anchors"])


def _anchor_card(anchor: dict[str, Any]) -> shapely.Polygon:
    (x, y), wide = anchor["at_in"], anchor["card_in"][0]
    return _square((x, y), half=wide / 2)


def _sheets_laid(
    kit: dict[str, Any], ground: FillingTable, *, pieces: Sequence[Described]
) -> list[Described]:
    """Game sheets lie in the middle, north up, and carry all else but on their tags."""
    table = kit["table"]
    for piece in pieces:
        if piece["group"] != "sheet":
            continue
        stand = StandingPiece(
            piece=piece, x=table["width_in"] / 2, y=table["depth_in"] / 2, heading=90.0
        )
        ground.stands.append(stand)
        ground.sheet = _at(
            shapely.Polygon(ring(piece["footprint"])), x=stand.x, y=stand.y, heading=stand.heading
        )
        ground.kept_free += [
            _at(_tag_square(tag), x=stand.x, y=stand.y, heading=stand.heading)
            for tag in piece["faces"][0]["tags"]
        ]
    return [piece for piece in pieces if piece["group"] != "sheet"]


def _tag_square(tag: dict[str, Any]) -> shapely.Polygon:
    return _square(tag["at_in"], half=tag["size_in"] / 2)


def _square(middle: Sequence[float], *, half: float) -> shapely.Polygon:
    x, y = middle
    corners = (
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
    )
    return shapely.Polygon(corners)


def _line(
    pieces: Sequence[Described], *, ground: FillingTable, is_south: bool, rng: np.random.Generator
) -> list[Described]:
    """Rows along an edge, the first of the roster at the left hand of whoever stands there."""
    edge = max((card.bounds[3] for card in ground.kept_free if card.bounds[1] < 0), default=0.0)
    first, room = edge + APART, ground.width - 2 * (edge + APART)
    waiting, deep = list(pieces), first
    while waiting:
        row, high = _row(waiting, room=room)
        if deep + high > ground.depth / 2:
            return waiting
        _set_row(row, ground=ground, deep=deep + high / 2, is_south=is_south, rng=rng)
        waiting = waiting[len(row) :]
        deep += high + ABREAST
    return []


def _row(waiting: Sequence[Described], *, room: float) -> tuple[list[Described], float]:
    """As many as go abreast, and how deep the deepest of them is."""
    row: list[Described] = []
    wide = high = 0.0
    for piece in waiting:
        low_x, low_y, high_x, high_y = taken(piece).bounds
        if row and wide + high_y - low_y > room:
            break
        row.append(piece)
        wide += high_y - low_y + ABREAST
        high = max(high, high_x - low_x)
    return row, high


def _set_row(
    row: Sequence[Described],
    *,
    ground: FillingTable,
    deep: float,
    is_south: bool,
    rng: np.random.Generator,
) -> None:
    boxes = [taken(piece).bounds for piece in row]
    widths = [box[3] - box[1] for box in boxes]
    spare = ground.width - sum(widths)
    gap = min(2.5, spare / (len(row) + 1))
    at = (ground.width - sum(widths) - gap * (len(row) - 1)) / 2
    for piece, box, wide in zip(row, boxes, widths, strict=True):
        turn = float(rng.uniform(-CROOKED_DEG, CROOKED_DEG))
        aside, ahead = (float(each) for each in rng.uniform(-CROOKED_IN, CROOKED_IN, 2))
        # The middle of what it takes may lie beside the place of the piece.
        x = at + wide / 2 + (box[1] + box[3]) / 2 + aside
        y = deep - (box[0] + box[2]) / 2 + ahead
        heading = 90.0 + turn
        if not is_south:
            x, y, heading = ground.width - x, ground.depth - y, heading + 180.0
        ground.put(StandingPiece(piece=piece, x=x, y=y, heading=heading))
        at += wide + gap


def _in_rows(pieces: Sequence[Described], *, ground: FillingTable) -> list[Described]:
    """Tokens side by side on a sheet, from its upper left corner on."""
    low_x, low_y, high_x, high_y = ground.area.bounds
    left: list[Described] = []
    x, y, high = low_x, high_y, 0.0
    for piece in pieces:
        rear, right, front, left_side = taken(piece).bounds
        wide, long = left_side - right + 2 * ON_A_SHEET, front - rear + 2 * ON_A_SHEET
        if x + wide > high_x:
            x, y, high = low_x, y - high, 0.0
        if y - long < low_y:
            left.append(piece)
            continue
        middle = (right + left_side) / 2
        ground.put(
            StandingPiece(
                piece=piece,
                x=x + wide / 2 + middle,
                y=y - long / 2 - (rear + front) / 2,
                heading=90.0,
                base=ground.base,
            )
        )
        x, high = x + wide, max(high, long)
    return left


def _largest_first(pieces: Sequence[Described]) -> list[Described]:
    return sorted(pieces, key=lambda piece: -float(taken(piece).area))


def _strewn(
    pieces: Sequence[Described],
    *,
    ground: FillingTable,
    within: shapely.Polygon,
    rng: np.random.Generator,
    any_face: bool = False,
) -> list[Described]:
    """Set down what finds a free place, and return what does not."""
    left = []
    low_x, low_y, high_x, high_y = within.bounds
    for piece in pieces:
        face = int(rng.integers(len(piece["faces"]))) if any_face else 0
        room = taken(piece)
        for _ in range(TRIES):
            x, y = float(rng.uniform(low_x, high_x)), float(rng.uniform(low_y, high_y))
            turn = float(rng.uniform(0.0, 360.0))
            stand = StandingPiece(
                piece=piece, face=face, x=x, y=y, heading=turn, base=ground.base, room=room
            )
            if ground.is_free(stand, within=within):
                ground.put(stand)
                break
        else:
            left.append(piece)
    return left


def _at(outline: shapely.Polygon, *, x: float, y: float, heading: float) -> shapely.Polygon:
    """An outline of a piece's own frame on the table."""
    turn = math.radians(heading)
    cosine, sine = math.cos(turn), math.sin(turn)
    return shapely.Polygon(
        [(x + cosine * a - sine * b, y + sine * a + cosine * b) for a, b in outline.exterior.coords]
    )
