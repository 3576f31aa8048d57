"""Draws by lot what lies and stands on a path-traced table, and under which lamp."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import numpy as np

from benchmarks.path_traced.bodies import (
    Body,
    Curl,
    ball,
    box,
    card,
    joined,
    placed,
    put,
    sheet,
    tube,
)
from benchmarks.path_traced.eye import Floats, TracedEye, eye_over
from benchmarks.path_traced.printed import PrintedPages, tag_corners

TABLE_IN: Final = (36.0, 36.0)
BY_HAND_IN: Final = 1 / 16
"""How far, each way, somebody is off who lays an anchor where it belongs."""
PAPER_IN: Final = 0.01
"""How high paper lies over the table."""
_CLEAR_IN: Final = 3.2
"""Of the table's edges, where the anchors lie."""
_TRIES: Final = 4000


class Situation(StrEnum):
    """What is hard about a picture."""

    WINDOW = "a window"
    BULB = "one bulb"
    CROWDED = "one bulb, things and a hand"
    GLOSS = "glossy print, a lamp in it"
    DIM = "a dim bulb, curled paper, out of focus"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bulb:
    """A lamp."""

    position: tuple[float, float, float]
    radius_in: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Stands:
    """One piece where it really is."""

    id: str
    x: float
    y: float
    heading_deg: float
    curl: Curl


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TracedTag:
    """One tag of a piece or an anchor, in inches of the table."""

    number: int
    owner: str
    corners: Floats
    """4 x 3: top left, top right, bottom right, bottom left of the flat paper."""
    grid: Floats
    """n x 3: points all over it, where the bent paper has them."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TracedTable:
    """All that a picture shows."""

    seed: int
    situation: Situation | None
    """None: a picture to calibrate by, of the anchors alone."""
    mat: str
    eye: TracedEye
    bulb: Bulb | None
    """None: a window and the room's own light."""
    bodies: tuple[Body, ...]
    anchors: tuple[Stands, ...]
    pieces: tuple[Stands, ...]
    tags: tuple[TracedTag, ...]

    @property
    def is_glossy(self) -> bool:
        return self.situation is Situation.GLOSS


def anchors_by_hand(pages: PrintedPages, *, rng: np.random.Generator) -> tuple[Stands, ...]:
    """The eight anchors of the kit, where somebody laid them."""
    found = []
    for anchor in pages.kit["anchors"]:
        x, y = np.array(anchor["at_in"]) + rng.normal(0, BY_HAND_IN, 2)
        heading = float(rng.normal(0, 1.5))
        found.append(
            Stands(id=str(anchor["id"]), x=float(x), y=float(y), heading_deg=heading, curl=Curl())
        )
    return tuple(found)


def bare_table(
    pages: PrintedPages, *, anchors: Sequence[Stands], eye: TracedEye, mat: str, seed: int
) -> TracedTable:
    """The anchors alone, by daylight."""
    papers = [_paper(pages, each) for each in anchors]
    return TracedTable(
        seed=seed,
        situation=None,
        mat=mat,
        eye=eye,
        bulb=None,
        bodies=tuple(papers),
        anchors=tuple(anchors),
        pieces=(),
        tags=tuple(tag for each in anchors for tag in _tags(pages, each)),
    )


def drawn_table(
    pages: PrintedPages,
    *,
    anchors: Sequence[Stands],
    eye: TracedEye,
    mat: str,
    situation: Situation,
    seed: int,
) -> TracedTable:
    """All pieces of the kit anyhow on the table, with what belongs to the situation."""
    rng = np.random.default_rng(seed)
    is_curled = situation is Situation.DIM
    things, taken = list[Body](), list[tuple[float, float, float]]()
    if situation is Situation.CROWDED:
        things, taken = _things(rng)
    pieces = _strewn(pages, rng=rng, is_curled=is_curled, taken=taken)
    bodies = [_paper(pages, each) for each in (*anchors, *pieces)]
    for stands in pieces:
        bodies += _figures(_piece_of(pages, stands.id), stands, rng=rng)
    return TracedTable(
        seed=seed,
        situation=situation,
        mat=mat,
        eye=eye,
        bulb=_bulb(situation, eye=eye, rng=rng),
        bodies=(*bodies, *things),
        anchors=tuple(anchors),
        pieces=tuple(pieces),
        tags=tuple(tag for each in (*anchors, *pieces) for tag in _tags(pages, each)),
    )


def table_eye(*, tilt_deg: float, azimuth_deg: float, size: tuple[int, int]) -> TracedEye:
    """The camera of a set-up."""
    return eye_over(TABLE_IN, tilt_deg=tilt_deg, azimuth_deg=azimuth_deg, size=size)


# --- pieces --------------------------------------------------------------------------------------


def _strewn(
    pages: PrintedPages,
    *,
    rng: np.random.Generator,
    is_curled: bool,
    taken: list[tuple[float, float, float]],
) -> list[Stands]:
    """No piece stands on another; what finds no room stays in the box."""
    found = []
    low, high = _CLEAR_IN, TABLE_IN[0] - _CLEAR_IN
    for piece in sorted(pages.kit["pieces"], key=_reach, reverse=True):
        reach = _reach(piece)
        for _ in range(_TRIES):
            x, y = (float(each) for each in rng.uniform(low, high, 2))
            if all(math.hypot(x - a, y - b) > reach + far for a, b, far in taken):
                taken.append((x, y, reach))
                rise = float(rng.uniform(0.02, 0.12)) if is_curled else 0.0
                curl = Curl(turn_deg=float(rng.uniform(0, 360)), rise_in=rise)
                heading = float(rng.uniform(0, 360))
                found.append(Stands(id=piece["id"], x=x, y=y, heading_deg=heading, curl=curl))
                break
    return found


def _reach(piece: dict[str, Any]) -> float:
    """How far from its middle a piece takes up room, its figures included."""
    shape = piece["footprint"]
    if "disc" in shape:
        own = float(shape["disc"]["radius_in"])
    else:
        own = math.hypot(shape["rectangle"]["length_in"], shape["rectangle"]["width_in"]) / 2
    return own + (0.75 if piece["stands"] == "loose" else 0.05)


def _piece_of(pages: PrintedPages, name: str) -> dict[str, Any]:
    return next(each for each in pages.kit["pieces"] if each["id"] == name)


def _paper(pages: PrintedPages, stands: Stands) -> Body:
    """What is cut out and glued on, or laid at the table's edge."""
    on_page = pages.places[stands.id]
    height, width = pages.pages[on_page.page].shape
    surface = f"page {on_page.page}"

    def shares(spots: Floats) -> Floats:
        return np.asarray((on_page.pixels(spots) + 0.5) / (width, height))

    paper, lift = _outline(pages, stands.id)
    cut = sheet(paper, surface=surface, spots=shares, curl=stands.curl)
    return put(cut, x=stands.x, y=stands.y, z=lift, heading_deg=stands.heading_deg)


def _outline(pages: PrintedPages, name: str) -> tuple[dict[str, Any], float]:
    """The paper of a piece or an anchor, and how high it lies."""
    if name.isdigit():
        anchor = next(each for each in pages.kit["anchors"] if str(each["id"]) == name)
        (width, height), (x, y) = anchor["card_in"], anchor["centre_on_card_in"]
        edges = [(-x, -y), (width - x, -y), (width - x, height - y), (-x, height - y)]
        return {"polygon": edges}, PAPER_IN
    face = _piece_of(pages, name)["faces"][0]
    return face["paper"], PAPER_IN + float(face["tags"][0]["height_in"])


def _tags(pages: PrintedPages, stands: Stands) -> list[TracedTag]:
    if stands.id.isdigit():
        anchor = next(each for each in pages.kit["anchors"] if str(each["id"]) == stands.id)
        printed = [{**anchor, "at_in": [0.0, 0.0]}]
    else:
        printed = _piece_of(pages, stands.id)["faces"][0]["tags"]
    _, lift = _outline(pages, stands.id)
    found = []
    for tag in printed:
        corners = tag_corners(tag)
        # With a quarter of a cell of the white around it.
        share = np.linspace(-0.04, 1.04, 12)
        across, down = (each.ravel()[:, None] for each in np.meshgrid(share, share))
        grid = corners[0] + across * (corners[1] - corners[0]) + down * (corners[3] - corners[0])
        there, everywhere = (
            placed(each, x=stands.x, y=stands.y, z=lift, heading_deg=stands.heading_deg)
            for each in (np.column_stack([corners, np.zeros(4)]), stands.curl.bent(grid))
        )
        found.append(TracedTag(number=tag["id"], owner=stands.id, corners=there, grid=everywhere))
    return found


def _figures(piece: dict[str, Any], stands: Stands, *, rng: np.random.Generator) -> list[Body]:
    """What stands on a base or around it, or the box under a roof."""
    found: list[Body] = []
    figure = piece["figure"]
    if figure:
        upright = card(figure["width_in"], figure["height_in"], surface="figures")
        found.append(upright)
    elif piece["stands"] == "loose":
        for at in range(3):
            turn = math.radians(120 * at + float(rng.uniform(-20, 20)))
            away = piece["footprint"]["disc"]["radius_in"] + 0.35
            single = card(0.45, 1.0, surface="figures")
            found.append(
                put(
                    single,
                    x=away * math.cos(turn),
                    y=away * math.sin(turn),
                    z=0.0,
                    heading_deg=float(rng.uniform(0, 360)),
                )
            )
    elif piece["stands"] == "roof":
        shape, top = piece["footprint"]["rectangle"], piece["faces"][0]["tags"][0]["height_in"]
        half = np.array([shape["length_in"], shape["width_in"]]) / 2
        found.append(box([*-half, 0.0], [*half, top], surface="armour"))
    return [
        put(each, x=stands.x, y=stands.y, z=PAPER_IN / 2, heading_deg=stands.heading_deg)
        for each in found
    ]


# --- all else ------------------------------------------------------------------------------------


def _things(rng: np.random.Generator) -> tuple[list[Body], list[tuple[float, float, float]]]:
    """A mug, a book and a house that stand on the table, and a hand over it."""
    spots = [(9.0, 9.0), (27.0, 9.0), (27.0, 27.0), (9.0, 27.0)]
    rng.shuffle(spots)
    (x, y), (a, b), (c, d) = (np.array(each) + rng.uniform(-3, 3, 2) for each in spots[:3])
    mug = tube((x, y, 0.0), (x, y, 3.8), radius=1.6, surface="mug")
    handle = tube((x + 1.5, y, 1.0), (x + 2.5, y, 2.6), radius=0.2, surface="mug")
    book = box((a - 2.5, b - 3.5, 0.0), (a + 2.5, b + 3.5, 1.1), surface="book")
    house = box((c - 2.0, d - 1.5, 0.0), (c + 2.0, d + 1.5, 2.5), surface="house")
    taken = [(float(x), float(y), 2.7), (float(a), float(b), 4.4), (float(c), float(d), 2.6)]
    return [mug, handle, book, house, *_hand(rng)], taken


def _hand(rng: np.random.Generator) -> list[Body]:
    """It reaches in from an edge, an inch or two over the pieces."""
    high = float(rng.uniform(1.6, 3.0))
    x, y = float(rng.uniform(8, 28)), float(rng.uniform(5, 12))
    arm = tube((x + 2, -4.0, high + 1.5), (x, y, high), radius=1.2, surface="skin")
    palm = ball((x, y + 1.4, high), (1.7, 2.0, 0.6), surface="skin")
    fingers = []
    for at in range(4):
        start = (x - 1.3 + 0.85 * at, y + 2.6, high)
        long = float(rng.uniform(1.8, 2.6))
        end = (start[0] + 0.2 * (at - 1.5), start[1] + long, high - 0.4)
        fingers += [
            tube(start, end, radius=0.34, surface="skin"),
            ball(end, (0.34, 0.34, 0.34), surface="skin"),
        ]
    return [joined([arm, palm, *fingers])]


def _bulb(situation: Situation, *, eye: TracedEye, rng: np.random.Generator) -> Bulb | None:
    if situation is Situation.WINDOW:
        return None
    if situation is Situation.GLOSS:
        # Its picture in the paper lies on the table: the camera mirrored in the middle.
        middle = np.array([*TABLE_IN, 0.0]) / 2 + (*rng.uniform(-6, 6, 2), 0.0)
        away = middle - np.array(eye.position)
        height = 40.0
        x, y, _ = middle + away * (height / max(abs(float(away[2])), 1.0)) * (1, 1, 0)
        while eye.shows((x, y, height), margin=0.1):
            x += 3.0
        return Bulb(position=(float(x), float(y), height), radius_in=2.0)
    while True:
        turn, away = float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(8, 30))
        place = (
            TABLE_IN[0] / 2 + away * math.cos(turn),
            TABLE_IN[1] / 2 + away * math.sin(turn),
            float(rng.uniform(28, 42)),
        )
        if not eye.shows(place, margin=0.1):
            return Bulb(position=place, radius_in=float(rng.uniform(0.8, 1.6)))
