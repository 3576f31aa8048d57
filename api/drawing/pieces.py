"""Draws pieces: outline, front, side and label, and whether the camera sees them."""

import math
from typing import Any

import numpy as np
import shapely

from api.drawing.frame import BOLD_SHARE, DRAWN_NAME, DrawingFrame
from api.drawing.labels import Box, Labels
from api.drawing.palette import NO_SIDE, PAPER, side_colours
from api.drawing.svg import Element, Spot, element, number, path
from api.wording import shortened
from rules.table.outlines.outline import Outline, place
from rules.table.snapshot import Piece, PieceState, Snapshot

ELLIPSE_SIGMAS = 2.0


def placed(snapshot: Snapshot) -> tuple[tuple[Piece, Outline], ...]:
    """The pieces that have a place, with their outlines on the table."""
    return tuple((piece, place(piece)) for piece in snapshot.pieces if piece.pose is not None)


def shape_of(frame: DrawingFrame, outline: Outline) -> shapely.Geometry:
    """A piece's outline on the drawing."""
    spots = [frame.spot(corner) for corner in outline.corners]
    core = shapely.Point(spots[0]) if len(spots) == 1 else shapely.Polygon(spots)
    return shapely.buffer(core, outline.radius) if outline.radius else core


def pieces(frame: DrawingFrame, snapshot: Snapshot) -> Element:
    """Every piece that has a place."""
    colours = side_colours(tuple(piece.side for piece in snapshot.pieces))
    drawn = [
        _piece(frame, piece, outline=outline, colour=colours[piece.side])
        for piece, outline in placed(snapshot)
    ]
    return element("g", *drawn, class_="pieces")


def _piece(frame: DrawingFrame, piece: Piece, *, outline: Outline, colour: str) -> Element:
    looks: dict[str, Any] = {
        "stroke": PAPER,
        "stroke_width": 0.14 * frame.ink,
        "fill": colour,
        "stroke_linejoin": "round",
    }
    if piece.state is PieceState.MOVING:
        dashes = f"{number(0.45 * frame.ink)} {number(0.3 * frame.ink)}"
        looks |= {"fill_opacity": 0.35, "stroke": colour, "stroke_dasharray": dashes}
    if piece.state is PieceState.LOST:
        dots = f"{number(0.12 * frame.ink)} {number(0.3 * frame.ink)}"
        looks |= {"fill_opacity": 0.12, "stroke": colour, "stroke_dasharray": dots}
    drawn = [_outline(frame, outline, **looks)]
    if piece.state is PieceState.HIDDEN:
        drawn.append(_outline(frame, outline, fill="url(#hatch)", fill_opacity=0.8))
    drawn.append(_front(frame, outline))
    if piece.state is PieceState.DECLARED:
        drawn.append(pennant(_flag_foot(frame, outline), ink=frame.ink, colour=colour))
    title = element("title", describe(piece))
    return element("g", title, *drawn, class_="piece", data_piece=piece.id, data_state=piece.state)


def describe(piece: Piece) -> str:
    """A piece in words, as a screen reader says it."""
    what = " ".join(word for word in (piece.side, piece.kind) if word)
    state = f"declared by {piece.declared_by}" if piece.declared_by else str(piece.state)
    return f"{piece.id}: {what}, {state}" if what else f"{piece.id}: {state}"


def _outline(frame: DrawingFrame, outline: Outline, **looks: Any) -> Element:
    spots = [frame.spot(corner) for corner in outline.corners]
    if len(spots) == 1:
        return element("circle", cx=spots[0][0], cy=spots[0][1], r=outline.radius, **looks)
    return element("path", d=path(spots), **looks)


def _front(frame: DrawingFrame, outline: Outline) -> Element:
    """A chevron that points out of the front."""
    centre = np.array(frame.spot(outline.centre))
    tip = np.array(frame.spot(outline.front))
    ahead = tip - centre
    length = float(np.hypot(*ahead)) or 1.0
    along = ahead / length
    across = np.array([-along[1], along[0]])
    size = min(0.75 * length, 0.9 * frame.ink)
    nose = tip - along * 0.2 * size
    back = nose - along * 0.8 * size
    wing = across * 0.7 * size
    corners = (nose, back + wing, back + along * 0.3 * size, back - wing)
    spots = [(float(x), float(y)) for x, y in corners]
    return element("path", d=path(spots), fill=PAPER, fill_opacity=0.95, class_="front")


def _flag_foot(frame: DrawingFrame, outline: Outline) -> Spot:
    """Where the flag of a declared piece stands: at its right upper corner."""
    _, top, right, _ = _bounds(frame, outline)
    return right - 0.15 * frame.ink, top + 0.5 * frame.ink


def _bounds(frame: DrawingFrame, outline: Outline) -> Box:
    """The upright box around a piece on the drawing."""
    left, top, right, bottom = shapely.bounds(shape_of(frame, outline))
    return float(left), float(top), float(right), float(bottom)


def obstacles(frame: DrawingFrame, snapshot: Snapshot) -> list[Box]:
    """What a label should not cover: the pieces, and the flags on them."""
    boxes = []
    for piece, outline in placed(snapshot):
        boxes.append(_bounds(frame, outline))
        if piece.state is PieceState.DECLARED:
            x, y = _flag_foot(frame, outline)
            boxes.append((x, y - 1.6 * frame.ink, x + 1.2 * frame.ink, y))
    return boxes


def pennant(foot: Spot, *, ink: float, colour: str) -> Element:
    """The flag itself; the legend shows it too."""
    x, y = foot
    cloth = ((x, y - 1.5 * ink), (x + 1.1 * ink, y - 1.1 * ink), (x, y - 0.7 * ink))
    pole = element(
        "path",
        d=path(((x, y), (x, y - 1.55 * ink)), closed=False),
        stroke=colour,
        stroke_width=0.16 * ink,
        stroke_linecap="round",
    )
    flag = element(
        "path",
        d=path(cloth),
        fill=PAPER,
        stroke=colour,
        stroke_width=0.12 * ink,
        stroke_linejoin="round",
    )
    return element("g", pole, flag, class_="declared")


def error_ellipses(frame: DrawingFrame, snapshot: Snapshot) -> Element:
    """Where a piece may really stand: two standard errors around its point."""
    drawn = []
    for piece, _ in placed(snapshot):
        if piece.pose is None:
            continue
        error = piece.pose.covariance
        # On the drawing y points down, so the covariance of x and y changes its sign.
        matrix = np.array([[error.xx, -error.xy], [-error.xy, error.yy]])
        sizes, axes = np.linalg.eigh(matrix)
        radii = ELLIPSE_SIGMAS * np.sqrt(np.maximum(sizes, 0))
        turn = math.degrees(math.atan2(axes[1, 1], axes[0, 1]))
        x, y = frame.spot((piece.pose.x, piece.pose.y))
        drawn.append(
            element(
                "ellipse",
                rx=float(radii[1]),
                ry=float(radii[0]),
                transform=f"translate({number(x)} {number(y)}) rotate({number(turn)})",
                fill="none",
                stroke="#111111",
                stroke_width=0.06 * frame.ink,
            )
        )
    return element("g", *drawn, class_="errors")


def piece_names(frame: DrawingFrame, snapshot: Snapshot, *, labels: Labels) -> Element:
    """The id of each piece beside it, where it covers neither a piece nor a line."""
    colours = side_colours(tuple(piece.side for piece in snapshot.pieces))
    ink = frame.ink
    names = []
    for piece, outline in placed(snapshot):
        left, top, right, bottom = _bounds(frame, outline)
        words = shortened(piece.id, DRAWN_NAME)
        width = frame.text_width(words, share=BOLD_SHARE)
        x, y, gap = (left + right) / 2, (top + bottom) / 2, 0.95 * ink
        beside = width / 2 + 0.35 * ink
        candidates = [
            (x, top - gap),
            (x, bottom + gap),
            (right + beside, y),
            (left - beside, y),
            (right + beside, top - gap / 2),
            (left - beside, top - gap / 2),
            (right + beside, bottom + gap / 2),
            (left - beside, bottom + gap / 2),
        ]
        spot = labels.put(candidates, width=width, height=1.5 * ink)
        names.append(
            frame.text(
                words,
                at=spot,
                whole=piece.id,
                text_anchor="middle",
                font_weight="700",
                fill=colours.get(piece.side, NO_SIDE),
                class_="piece-name",
            )
        )
    return element("g", *names, class_="names")
