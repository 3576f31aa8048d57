"""Draws on the table a turn, the trails of all units, and the fire of a battle.

The ground is drawn once for a whole page and referred to by every map, so a long battle stays
small.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np

from api.drawing.frame import DrawingFrame
from api.drawing.ground import board, grid, patterns, terrain, terrain_names
from api.drawing.labels import Labels
from api.drawing.palette import INK, PAPER, side_colours
from api.drawing.pieces import obstacles, piece_names, pieces
from api.drawing.sheet import FONTS
from api.drawing.svg import NAMESPACE, Element, Spot, element, number, path
from api.review.story.history import AttackTold, Lost, Place
from rules.table.snapshot import Snapshot, TableSize, Terrain

MARGIN: Final = 2.2
CELL_IN: Final = 1.5
SPREAD_IN: Final = 2.0
"""How far around its target a shot warms the map: one standard deviation."""
FAINTEST: Final = 0.04
"""Of the warmest cell; cooler ones are left out."""
HEAT: Final = "#c62d1f"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitTrail:
    """The way of a unit from place to place."""

    unit: str
    side: str
    places: tuple[Place, ...]


@dataclass(slots=True, kw_only=True)
class Maps:
    """The maps of one page, and the grounds that they lie on."""

    sides: tuple[str, ...]
    grounds: dict[tuple[TableSize, tuple[Terrain, ...]], Element] = field(default_factory=dict)

    def turn(
        self,
        snapshot: Snapshot,
        *,
        title: str,
        ways: Sequence[UnitTrail] = (),
        fire: Sequence[AttackTold] = (),
        losses: Sequence[Lost] = (),
    ) -> Element:
        """The table as it lay, with what moved, what fired and what was lost."""
        frame = DrawingFrame(snapshot.table)
        shown = replace(snapshot, terrain=())
        lines = [segment for each in fire if (segment := _segment(frame, each)) is not None]
        labels = Labels(
            board=(0.0, 0.0, snapshot.table.width, snapshot.table.depth),
            pieces=obstacles(frame, shown),
            lines=lines,
        )
        names = piece_names(frame, shown, labels=labels)
        layers = [
            *(self._way(frame, each) for each in ways),
            *(self._shot(frame, each) for each in fire),
            pieces(frame, shown),
            *(self._loss(frame, each) for each in losses),
            names,
        ]
        return self._sheet(snapshot, layers=layers, title=title)

    def trails(
        self, snapshot: Snapshot, *, ways: Sequence[UnitTrail], losses: Sequence[Lost]
    ) -> Element:
        """Where everybody went in the whole battle."""
        frame = DrawingFrame(snapshot.table)
        layers = [self._way(frame, each, ends=True) for each in ways]
        layers += [self._loss(frame, each) for each in losses]
        return self._sheet(snapshot, layers=layers, title="Where every unit went")

    def heat(self, snapshot: Snapshot, fire: Iterable[AttackTold]) -> Element:
        """Where the fire fell; each shot warms the ground around its target."""
        frame, shots = DrawingFrame(snapshot.table), [each for each in fire if each.end is not None]
        layers = [_heat(frame, shots), *(self._shot(frame, each, faint=True) for each in shots)]
        return self._sheet(snapshot, layers=layers, title="Where the fire fell")

    def defs(self) -> Element:
        """What the maps refer to; it stands once in the page."""
        sizes = {table: DrawingFrame(table) for table, _ in self.grounds}
        drawn = [patterns(next(iter(sizes.values())))] if sizes else []
        return element(
            "svg",
            *drawn,
            element("defs", *self.grounds.values()),
            xmlns=NAMESPACE,
            width=0,
            height=0,
            class_="defs",
            aria_hidden="true",
        )

    def _sheet(self, snapshot: Snapshot, *, layers: Sequence[Element], title: str) -> Element:
        frame = DrawingFrame(snapshot.table)
        edge = MARGIN * frame.ink
        width, height = snapshot.table.width + 2 * edge, snapshot.table.depth + 2 * edge
        return element(
            "svg",
            element("title", title),
            element("rect", x=-edge, y=-edge, width=width, height=height, fill=PAPER),
            element("use", href=f"#{self._ground(snapshot)}"),
            *layers,
            xmlns=NAMESPACE,
            viewBox=" ".join(number(each) for each in (-edge, -edge, width, height)),
            role="img",
            class_="map",
            font_family=FONTS,
            font_size=1.4 * frame.ink,
            fill=INK,
        )

    def _ground(self, snapshot: Snapshot) -> str:
        key = (snapshot.table, snapshot.terrain)
        names = [str(dict(each.attributes)["id"]) for each in self.grounds.values()]
        if key in self.grounds:
            return names[list(self.grounds).index(key)]
        name, frame = f"ground-{len(names) + 1}", DrawingFrame(snapshot.table)
        bare = replace(snapshot, pieces=())
        labels = Labels(board=(0.0, 0.0, snapshot.table.width, snapshot.table.depth))
        self.grounds[key] = element(
            "g",
            board(frame),
            terrain(frame, bare),
            grid(frame),
            terrain_names(frame, bare, labels=labels),
            id=name,
        )
        return name

    def _colour(self, side: str) -> str:
        return side_colours((*self.sides, side))[side]

    def _way(self, frame: DrawingFrame, way: UnitTrail, *, ends: bool = False) -> Element:
        spots = [frame.spot(place[:2]) for place in way.places]
        colour, ink = self._colour(way.side), frame.ink
        looks: dict[str, Any] = {
            "fill": "none",
            "stroke": colour,
            "stroke_linejoin": "round",
            "stroke_linecap": "round",
        }
        drawn = [element("title", f"{way.unit}: {len(spots)} places")]
        if len(spots) > 1:
            wide = 0.22 * ink if ends else 0.3 * ink
            dots = f"0 {number(0.55 * ink)}" if not ends else None
            drawn.append(
                element(
                    "path",
                    d=path(spots, closed=False),
                    stroke_width=wide,
                    stroke_opacity=0.75,
                    stroke_dasharray=dots,
                    **looks,
                )
            )
        start = spots[0]
        drawn.append(
            element(
                "circle", cx=start[0], cy=start[1], r=0.4 * ink, **looks, stroke_width=0.16 * ink
            )
        )
        if ends:
            x, y = spots[-1]
            drawn.append(element("circle", cx=x, cy=y, r=0.5 * ink, fill=colour))
            drawn.append(frame.text(way.unit, at=(x + 0.8 * ink, y), size=0.85))
        return element("g", *drawn, class_="way")

    def _shot(self, frame: DrawingFrame, fire: AttackTold, *, faint: bool = False) -> Element:
        segment = _segment(frame, fire)
        if segment is None:
            return element("g")
        ink, colour = frame.ink, self._colour(fire.side)
        what = "hits" if fire.hit else "misses"
        looks: dict[str, Any] = {
            "stroke": colour,
            "stroke_width": (0.08 if faint else 0.2 if fire.hit else 0.12) * ink,
            "stroke_opacity": 0.5 if faint else 0.9,
            "stroke_dasharray": None if fire.hit else f"{number(0.6 * ink)} {number(0.45 * ink)}",
            "fill": "none",
        }
        drawn = [
            element("title", f"{fire.unit} {what} {fire.target}, turn {fire.turn}"),
            element("path", d=path(segment, closed=False), **looks),
        ]
        if fire.hit and not faint:
            drawn.append(element("path", d=_head(segment, size=0.9 * ink), fill=colour))
        return element("g", *drawn, class_="fire")

    def _loss(self, frame: DrawingFrame, lost: Lost) -> Element:
        if lost.place is None:
            return element("g")
        x, y = frame.spot(lost.place[:2])
        arm = 0.85 * frame.ink
        cross = f"M{number(x - arm)} {number(y - arm)} l{number(2 * arm)} {number(2 * arm)} "
        cross += f"m0 {number(-2 * arm)} l{number(-2 * arm)} {number(2 * arm)}"
        return element(
            "g",
            element("title", f"{lost.unit} is lost, turn {lost.turn}"),
            element("path", d=cross, stroke=PAPER, stroke_width=0.55 * frame.ink, fill="none"),
            element("path", d=cross, stroke=INK, stroke_width=0.28 * frame.ink, fill="none"),
            class_="loss",
        )


def _segment(frame: DrawingFrame, fire: AttackTold) -> tuple[Spot, Spot] | None:
    if fire.start is None or fire.end is None:
        return None
    segment = frame.spot(fire.start[:2]), frame.spot(fire.end[:2])
    return segment if math.dist(*segment) > 0 else None


def _head(segment: tuple[Spot, Spot], *, size: float) -> str:
    start, end = (np.array(each) for each in segment)
    along = (end - start) / math.dist(*segment)
    across = np.array([-along[1], along[0]])
    corners = (
        end,
        end - along * size + across * 0.4 * size,
        end - along * size - across * 0.4 * size,
    )
    return path([(float(x), float(y)) for x, y in corners])


def _heat(frame: DrawingFrame, shots: Sequence[AttackTold]) -> Element:
    across = math.ceil(frame.table.width / CELL_IN)
    down = math.ceil(frame.table.depth / CELL_IN)
    xs, ys = (np.arange(count) * CELL_IN + CELL_IN / 2 for count in (across, down))
    warmth = np.zeros((down, across))
    for each in shots:
        x, y = frame.spot(each.end[:2]) if each.end is not None else (0.0, 0.0)
        spread = np.exp(-((ys[:, None] - y) ** 2 + (xs[None, :] - x) ** 2) / (2 * SPREAD_IN**2))
        warmth += spread * (1.0 if each.hit else 0.5)
    most = float(warmth.max(initial=0.0))
    cells = []
    for row, column in np.argwhere(warmth > FAINTEST * most) if most else ():
        left, top = column * CELL_IN, row * CELL_IN
        cells.append(
            element(
                "rect",
                x=float(left),
                y=float(top),
                width=float(min(CELL_IN, frame.table.width - left)),
                height=float(min(CELL_IN, frame.table.depth - top)),
                fill_opacity=round(0.75 * float(warmth[row, column]) / most, 2),
            )
        )
    return element("g", *cells, fill=HEAT, class_="heat", shape_rendering="crispEdges")
