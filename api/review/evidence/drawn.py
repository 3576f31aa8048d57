"""Draws a ruling on the table: what was measured, along which line, and with what error."""

from collections.abc import Sequence
from itertools import pairwise

from api.drawing.frame import DrawingFrame
from api.drawing.ground import board, grid, patterns, terrain, terrain_names
from api.drawing.labels import Labels
from api.drawing.marks import Marks
from api.drawing.palette import ANSWERS, INK, PAPER
from api.drawing.pieces import error_ellipses, obstacles, piece_names, pieces
from api.drawing.sheet import FONTS
from api.drawing.svg import NAMESPACE, Element, element, number
from rules.referee.toolkit.evidence import Measured
from rules.table.snapshot import Snapshot
from rules.table.units import plain

MARGIN = 2.4


def ruling_svg(
    snapshot: Snapshot, measured: Sequence[Measured], *, title: str, errors: bool = True
) -> str:
    """The table of a ruling as SVG text that needs nothing else."""
    frame = DrawingFrame(snapshot.table)
    marks = Marks(frame=frame)
    for found in measured:
        _mark(marks, frame, found=found)
    labels = Labels(
        board=(0.0, 0.0, snapshot.table.width, snapshot.table.depth),
        pieces=obstacles(frame, snapshot),
        lines=marks.lines,
    )
    ground = terrain_names(frame, snapshot, labels=labels)
    numbers = marks.labels(labels)
    names = piece_names(frame, snapshot, labels=labels)
    layers = [
        board(frame),
        terrain(frame, snapshot),
        grid(frame),
        ground,
        *marks.under,
        pieces(frame, snapshot),
        *([error_ellipses(frame, snapshot)] if errors else []),
        element("g", *marks.over, class_="measure"),
        names,
        numbers,
    ]
    return f"{_sheet(frame, snapshot, layers=layers, title=title)}\n"


def _mark(marks: Marks, frame: DrawingFrame, *, found: Measured) -> None:
    if len(found.line) < 2:
        return
    colour = ANSWERS[found.answer]
    spots = [frame.spot(point) for point in found.line]
    words = found.what if found.value is None else f"{found.what} {plain(found.value)}"
    if len(spots) == 2 and spots[0] != spots[1]:
        marks.arrow((spots[0], spots[1]), colour=colour)
        marks.number(words, colour=colour, along=(spots[0], spots[1]))
        return
    for one, other in pairwise(spots):
        marks.line((one, other), colour=colour)
    marks.number(words, colour=colour, along=(spots[0], spots[-1]))


def _sheet(
    frame: DrawingFrame, snapshot: Snapshot, *, layers: Sequence[Element], title: str
) -> Element:
    edge = MARGIN * frame.ink
    width, height = snapshot.table.width + 2 * edge, snapshot.table.depth + 2 * edge
    return element(
        "svg",
        element("title", title),
        patterns(frame),
        element("rect", x=-edge, y=-edge, width=width, height=height, fill=PAPER),
        *layers,
        xmlns=NAMESPACE,
        viewBox=" ".join(number(each) for each in (-edge, -edge, width, height)),
        role="img",
        font_family=FONTS,
        font_size=1.4 * frame.ink,
        fill=INK,
    )
