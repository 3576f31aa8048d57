"""Draws a measurement over the table: lines, arrowheads, halos and their numbers."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import shapely

from api.answers.asking import Measurement
from api.drawing.frame import BOLD_SHARE, DrawingFrame
from api.drawing.labels import Labels, Segment
from api.drawing.palette import ANSWERS, PAPER
from api.drawing.pieces import placed, shape_of
from api.drawing.svg import Element, Spot, element, number, path
from rules.table.measuring.clear_line import ClearLine
from rules.table.measuring.proximity import ChainMember, Near
from rules.table.measuring.ranges import Range
from rules.table.outlines.outline import Outline
from rules.table.shapes import Point
from rules.table.sight.sight_line import Sight
from rules.table.snapshot import Snapshot
from rules.table.units import plain, plain_error
from rules.table.verdict import Answer, Verdict

HEAD = 0.85
"""The length of an arrowhead at the usual scale; a shorter line gets smaller ones."""


@dataclass(slots=True)
class Marks:
    """What a measurement adds to the drawing, from bottom to top; labels come last."""

    frame: DrawingFrame
    under: list[Element] = field(default_factory=list)
    """Drawn under the pieces: halos."""
    over: list[Element] = field(default_factory=list)
    lines: list[Segment] = field(default_factory=list)
    """What the labels must keep clear of."""
    pills: list[tuple[str, str, Spot, Spot]] = field(default_factory=list)
    """Numbers that wait for a place: words, colour, and the line they belong to."""

    def line(self, segment: Segment, *, colour: str, **looks: Any) -> None:
        attributes: dict[str, Any] = {
            "stroke": colour,
            "stroke_width": 0.24 * self.frame.ink,
            "stroke_linecap": "round",
            "fill": "none",
        }
        drawn = path(segment, closed=False)
        wide = 0.24 + 0.22
        self.over.append(
            element(
                "path",
                d=drawn,
                stroke=PAPER,
                stroke_opacity=0.75,
                stroke_width=wide * self.frame.ink,
                stroke_linecap="round",
                fill="none",
            )
        )
        self.over.append(element("path", d=drawn, **{**attributes, **looks}))
        self.lines.append(segment)

    def arrow(self, segment: Segment, *, colour: str) -> None:
        """A line with a head at both ends, as on a drawing with measures."""
        length = math.dist(*segment)
        if length <= 0:
            return
        head = min(HEAD * self.frame.ink, 0.4 * length)
        start, end = (np.array(spot) for spot in segment)
        along = (end - start) / length
        inner = tuple(
            (float(x), float(y)) for x, y in (start + along * head * 0.8, end - along * head * 0.8)
        )
        self.line((inner[0], inner[1]), colour=colour, stroke_linecap="butt")
        for tip, direction in ((start, along), (end, -along)):
            across = np.array([-direction[1], direction[0]])
            corners = (
                tip,
                tip + direction * head + across * 0.42 * head,
                tip + direction * head - across * 0.42 * head,
            )
            spots = [(float(x), float(y)) for x, y in corners]
            self.over.append(element("path", d=path(spots), fill=colour))

    def number(self, words: str, *, colour: str, along: tuple[Spot, Spot]) -> None:
        self.pills.append((words, colour, *along))

    def labels(self, labels: Labels) -> Element:
        """The numbers, each beside the line it belongs to."""
        ink = self.frame.ink
        drawn = []
        for words, colour, start, end in self.pills:
            width, height = self.frame.text_width(words, share=BOLD_SHARE) + 0.6 * ink, 2.0 * ink
            candidates = _beside(start, end=end, width=width, height=height)
            x, y = labels.put(candidates, width=width, height=height)
            box = element(
                "rect",
                x=x - width / 2,
                y=y - height / 2,
                width=width,
                height=height,
                rx=height / 2,
                fill=PAPER,
                stroke=colour,
                stroke_width=0.12 * ink,
            )
            looks: dict[str, Any] = {
                "text_anchor": "middle",
                "font_weight": "700",
                "stroke": "none",
            }
            text = self.frame.text(words, at=(x, y), fill=colour, **looks)
            drawn += [box, text]
        return element("g", *drawn, class_="numbers")


def _beside(start: Spot, *, end: Spot, width: float, height: float) -> list[Spot]:
    """Places next to a line, its middle first, on either side."""
    length = math.dist(start, end) or 1.0
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    across = (-along[1], along[0])
    # Just beside the line, whatever its slope.
    away = 0.5 * (abs(across[0]) * width + abs(across[1]) * height) + 0.25 * height
    # Beyond the ends, for a line that is shorter than its number.
    beyond = 0.5 * (abs(along[0]) * width + abs(along[1]) * height) + 0.35 * height
    spots = []
    for further in (1.0, 1.9):
        for share in (0.5, 0.35, 0.65, 0.2, 0.8):
            x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
            for side in (1.0, -1.0):
                reach = side * away * further
                spots.append((x + across[0] * reach, y + across[1] * reach))
        reach = beyond * further
        spots.append((end[0] + along[0] * reach, end[1] + along[1] * reach))
        spots.append((start[0] - along[0] * reach, start[1] - along[1] * reach))
    return spots


def marks_of(frame: DrawingFrame, snapshot: Snapshot, *, measurement: Measurement | None) -> Marks:
    """What the measurement adds; nothing where there is none, or nothing to be seen of it."""
    marks = Marks(frame)
    if measurement is None:
        return marks
    match measurement.result:
        case Range() as found:
            _range(marks, found)
        case Sight() as found:
            _sight(marks, found)
        case ClearLine() as found:
            _clear_line(marks, found)
        case members:
            _halo(marks, snapshot, piece=measurement.question.a, reach=measurement.question.reach)
            places = {other.id: outline for other, outline in placed(snapshot)}
            for member in members:
                if isinstance(member, Near):
                    _near(marks, member)
                else:
                    _link(marks, member, places=places)
    return marks


def add_pairs(marks: Marks, pairs: Sequence[Measurement]) -> None:
    """A thin line for each of many pairs, by its answer; numbers would cover one another."""
    for each in pairs:
        ends = None
        if isinstance(each.result, Range):
            ends = (each.result.start, each.result.end)
        elif isinstance(each.result, Sight):
            ends = each.result.line
        if ends is None or ends[0] is None or ends[1] is None:
            continue
        marks.line(
            _spots(marks.frame, (ends[0], ends[1])),
            colour=ANSWERS[each.answer],
            stroke_width=0.1 * marks.frame.ink,
        )


def _length(verdict: Verdict) -> str:
    if verdict.value is None:
        return ""
    error = f" ± {plain_error(verdict.bound)}" if verdict.bound else ""
    return f"{plain(verdict.value)}{error} in"


def _spots(frame: DrawingFrame, ends: tuple[Point, Point]) -> tuple[Spot, Spot]:
    return frame.spot(ends[0]), frame.spot(ends[1])


def _range(marks: Marks, found: Range) -> None:
    if found.start is None or found.end is None:
        return
    colour = ANSWERS[found.verdict.answer]
    segment = _spots(marks.frame, (found.start, found.end))
    marks.arrow(segment, colour=colour)
    marks.number(_length(found.verdict), colour=colour, along=segment)


def _sight(marks: Marks, found: Sight) -> None:
    if found.line is None:
        return
    colour, ink = ANSWERS[found.verdict.answer], marks.frame.ink
    line = _spots(marks.frame, found.line)
    dashes = f"{number(0.7 * ink)} {number(0.5 * ink)}"
    marks.line(line, colour=colour, stroke_dasharray=dashes if found.blocked_by else None)
    for crossing in found.blocked_by:
        marks.line(
            _spots(marks.frame, crossing.chord),
            colour=ANSWERS[Answer.NO],
            stroke_width=0.5 * ink,
        )
    if found.witness is not None and found.verdict.value is not None:
        witness = _spots(marks.frame, found.witness)
        marks.line(witness, colour=colour, stroke_width=0.14 * ink)
        marks.over.append(
            element("circle", cx=witness[1][0], cy=witness[1][1], r=0.28 * ink, fill=colour)
        )
        words = "blocked by" if found.verdict.value < 0 else "clear by"
        size = plain(abs(found.verdict.value))
        marks.number(f"{words} {size} in", colour=colour, along=witness)


def _clear_line(marks: Marks, found: ClearLine) -> None:
    if found.line is None:
        return
    colour = ANSWERS[found.verdict.answer]
    segment = _spots(marks.frame, found.line)
    marks.arrow(segment, colour=colour)
    marks.number(_length(found.verdict), colour=colour, along=segment)


def _halo(marks: Marks, snapshot: Snapshot, *, piece: str, reach: float) -> None:
    """A ring at the reach around a piece, measured from its edge."""
    ink = marks.frame.ink
    for other, outline in placed(snapshot):
        if other.id != piece:
            continue
        halo = shapely.buffer(shape_of(marks.frame, outline), reach, quad_segs=24)
        board = shapely.box(0, 0, marks.frame.table.width, marks.frame.table.depth)
        visible = shapely.intersection(halo, board)
        spots = [(float(x), float(y)) for x, y in shapely.get_coordinates(visible)[:-1]]
        marks.under.append(
            element(
                "path",
                d=path(spots),
                class_="halo",
                fill="#ffffff",
                fill_opacity=0.45,
                stroke=ANSWERS[Answer.YES],
                stroke_width=0.14 * ink,
                stroke_dasharray=f"{number(0.5 * ink)} {number(0.35 * ink)}",
            )
        )


def _near(marks: Marks, member: Near) -> None:
    if member.start is None or member.end is None or member.verdict.answer is Answer.NO:
        return
    colour = ANSWERS[member.verdict.answer]
    segment = _spots(marks.frame, (member.start, member.end))
    marks.line(segment, colour=colour)
    # No error here: the numbers of a crowd have little room, and the list tells it.
    marks.number(f"{plain(member.verdict.value or 0.0)} in", colour=colour, along=segment)


def _link(marks: Marks, member: ChainMember, *, places: Mapping[str, Outline]) -> None:
    """The last link of a member's path, and the reach around the member itself."""
    if len(member.path) < 2 or member.answer is Answer.NO:
        return
    before, last = member.path[-2], member.path[-1]
    if before not in places or last not in places:
        return
    colour = ANSWERS[member.answer]
    shapes = (shape_of(marks.frame, places[before]), shape_of(marks.frame, places[last]))
    nearest = shapely.get_coordinates(shapely.shortest_line(*shapes))
    start, end = ((float(x), float(y)) for x, y in nearest)
    marks.line((start, end), colour=colour)
    if member.gaps:
        marks.number(f"{plain(member.gaps[-1])} in", colour=colour, along=(start, end))
