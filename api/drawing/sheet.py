"""Draws the whole sheet: the table, what was measured on it, a legend and the verdict."""

import textwrap
from collections.abc import Sequence

from api.answers.asking import Measurement, brief
from api.drawing.areas import areas
from api.drawing.frame import BASELINE, BOLD_SHARE, DRAWN_NAME, LETTER_SHARE, LETTERS, DrawingFrame
from api.drawing.ground import board, grid, patterns, terrain, terrain_names
from api.drawing.labels import Labels
from api.drawing.marks import add_pairs, marks_of
from api.drawing.palette import ANSWERS, FAINT_INK, INK, PAPER, side_colours
from api.drawing.pieces import (
    describe,
    error_ellipses,
    obstacles,
    pennant,
    piece_names,
    pieces,
)
from api.drawing.svg import NAMESPACE, Element, Looks, element, number
from api.wording import MOST_NAMES, listed, shortened
from rules.referee.court.supposing.what_if import UnitMap
from rules.table.snapshot import PieceState, Snapshot
from rules.table.units import plain

FONTS = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
VERDICT_SIZE = 1.1
"""Size of the verdict's letters, against 1 for a label."""
LINE = 2.1
MARGIN_LEFT, MARGIN_TOP, MARGIN_RIGHT = 2.4, 1.0, 1.2
BELOW_TABLE = 2.3


def draw(
    snapshot: Snapshot,
    *,
    measurement: Measurement | None = None,
    pairs: Sequence[Measurement] = (),
    errors: bool = False,
    mapped: UnitMap | None = None,
) -> str:
    """The table as SVG text; the same input draws the same, to the letter.

    The drawing is measured in inches of the table and brings its own paper, so it reads on a light
    page and on a dark one. `errors` adds an ellipse of two standard errors to each piece, `pairs` a
    thin line for each of many measurements, `mapped` lays a map of a unit over the ground.
    """
    frame = DrawingFrame(snapshot.table)
    marks = marks_of(frame, snapshot, measurement=measurement)
    add_pairs(marks, pairs)
    labels = Labels(
        board=(0.0, 0.0, snapshot.table.width, snapshot.table.depth),
        pieces=obstacles(frame, snapshot),
        lines=marks.lines,
    )
    # In this order: what has the fewest places to choose from goes first.
    ground_names = terrain_names(frame, snapshot, labels=labels)
    numbers = marks.labels(labels)
    names = piece_names(frame, snapshot, labels=labels)
    layers = [
        board(frame),
        terrain(frame, snapshot),
        grid(frame),
        *([] if mapped is None else areas(frame, mapped)),
        ground_names,
        *marks.under,
        pieces(frame, snapshot),
        *([error_ellipses(frame, snapshot)] if errors else []),
        element("g", *marks.over, class_="measure"),
        names,
        numbers,
    ]
    return _sheet(frame, snapshot, layers=layers, measurement=measurement)


def _sheet(
    frame: DrawingFrame,
    snapshot: Snapshot,
    *,
    layers: list[Element],
    measurement: Measurement | None,
) -> str:
    ink = frame.ink
    left, top = -MARGIN_LEFT * ink, -MARGIN_TOP * ink
    width = snapshot.table.width + (MARGIN_LEFT + MARGIN_RIGHT) * ink
    below, bottom = _below(frame, snapshot, measurement=measurement)
    height = bottom - top
    paper = element(
        "rect", class_="paper", x=left, y=top, width=width, height=height, rx=ink, fill=PAPER
    )
    title = f"Table {plain(snapshot.table.width)} by {plain(snapshot.table.depth)} inches"
    root = element(
        "svg",
        element("title", f"{title}, snapshot {snapshot.number}"),
        element("desc", _description(snapshot, measurement)),
        patterns(frame),
        paper,
        *layers,
        *below,
        xmlns=NAMESPACE,
        viewBox=" ".join(number(value) for value in (left, top, width, height)),
        role="img",
        font_family=FONTS,
        font_size=LETTERS * ink,
        fill=INK,
    )
    return f"{root}\n"


def _description(snapshot: Snapshot, measurement: Measurement | None) -> str:
    there = "; ".join(describe(piece) for piece in snapshot.pieces) or "no pieces"
    verdict = "" if measurement is None else f" {_answer(measurement)}: {measurement.sentence}."
    return f"On the table: {there}.{verdict}"


def _answer(measurement: Measurement) -> str:
    return measurement.answer.replace("_", " ")


def _below(
    frame: DrawingFrame, snapshot: Snapshot, *, measurement: Measurement | None
) -> tuple[list[Element], float]:
    """The legend and the verdict under the table, and where they end."""
    ink = frame.ink
    y = frame.table.depth + (BELOW_TABLE + 0.7) * ink
    drawn, y = _legend(frame, snapshot, y=y)
    if measurement is not None:
        verdict, y = _verdict(frame, snapshot, measurement=measurement, y=y)
        drawn += verdict
    return drawn, y


def _legend(frame: DrawingFrame, snapshot: Snapshot, *, y: float) -> tuple[list[Element], float]:
    """Sides by colour, and those states of pieces that need a word."""
    ink = frame.ink
    colours = side_colours(tuple(piece.side for piece in snapshot.pieces))
    sides = [side for side in colours if side]
    entries = [(side, _swatch(frame, colour=colours[side])) for side in sides[:MOST_NAMES]]
    if len(sides) > MOST_NAMES:
        entries.append((f"and {len(sides) - MOST_NAMES} more sides", element("g")))
    states = {piece.state for piece in snapshot.pieces}
    entries += [
        (str(state), _swatch(frame, colour=FAINT_INK, state=state))
        for state in (PieceState.MOVING, PieceState.HIDDEN, PieceState.DECLARED)
        if state in states
    ]
    x, most = 0.0, frame.table.width
    nowhere = [shortened(piece.id, DRAWN_NAME) for piece in snapshot.pieces if piece.pose is None]
    if nowhere:
        letters = max(20, int(most / frame.text_width("m")) - 4)
        lines = textwrap.wrap(f"lost: {listed(nowhere)}", letters)
        entries += [(line, element("g")) for line in lines]
    drawn: list[Element] = []
    for name, swatch in entries:
        words = shortened(name, DRAWN_NAME) if name in colours else name
        wide = frame.text_width(words) + 3.2 * ink
        if x > 0 and x + wide > most:
            x, y = 0.0, y + LINE * ink
        place = f"translate({number(x)} {number(y)})"
        drawn.append(element("g", swatch, transform=place))
        drawn.append(frame.text(words, at=(x + 1.9 * ink, y), whole=name, stroke="none"))
        x += wide
    return [element("g", *drawn, class_="legend")], y + (1.2 * ink if entries else 0)


def _swatch(frame: DrawingFrame, *, colour: str, state: PieceState = PieceState.SEEN) -> Element:
    """A little piece with its left edge in the middle of a line of the legend."""
    ink = frame.ink
    box: Looks = {
        "x": 0,
        "y": -0.55 * ink,
        "width": 1.4 * ink,
        "height": 1.1 * ink,
        "rx": 0.2 * ink,
    }
    if state is PieceState.MOVING:
        dashes = f"{number(0.35 * ink)} {number(0.22 * ink)}"
        looks: Looks = {"fill_opacity": 0.35, "stroke_dasharray": dashes}
        return element("rect", **box, fill=colour, stroke=colour, stroke_width=0.12 * ink, **looks)
    plate = element("rect", **box, fill=colour)
    if state is PieceState.HIDDEN:
        return element("g", plate, element("rect", **box, fill="url(#hatch)", fill_opacity=0.8))
    if state is PieceState.DECLARED:
        return pennant((0.3 * ink, 0.7 * ink), ink=ink, colour=colour)
    return plate


def _verdict(
    frame: DrawingFrame, snapshot: Snapshot, *, measurement: Measurement, y: float
) -> tuple[list[Element], float]:
    """The answer as a badge, and its sentence in as many lines as it takes."""
    ink = frame.ink
    size = frame.letters(VERDICT_SIZE)
    letters = max(20, int(frame.table.width / (LETTER_SHARE * 0.95 * size)))
    sentence = brief(measurement.sentence, snapshot, most=DRAWN_NAME)
    lines = textwrap.wrap(sentence, letters) or [""]
    words, colour = _answer(measurement), ANSWERS[measurement.answer]
    width = frame.text_width(words, size=VERDICT_SIZE, share=BOLD_SHARE) + 1.4 * ink
    top = y + 0.4 * ink
    badge = element("rect", x=0, y=top, width=width, height=2.3 * ink, rx=0.5 * ink, fill=colour)
    answer = element(
        "text",
        words,
        x=width / 2,
        y=top + 1.15 * ink + BASELINE * size,
        text_anchor="middle",
        font_size=size,
        font_weight="700",
        fill="#ffffff",
    )
    drawn = [badge, answer]
    y = top + 2.3 * ink
    for line in lines:
        y += LINE * ink
        drawn.append(element("text", line, x=0, y=y, font_size=size, fill=INK))
    return [element("g", *drawn, class_="verdict")], y + 1.1 * ink
