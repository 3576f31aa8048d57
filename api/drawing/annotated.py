"""Draws onto a photograph all that was measured in it: anchors, pieces, errors and flags."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from api.drawing.canvas import Bytes, Colour, Floats, PhotoCanvas, bgr, enlarged, stacked
from api.drawing.free_room import INK, NUMBER, FreeRoom
from api.drawing.legend import legend_strip, refusal_strip
from api.drawing.located_words import largest_error, marker_name
from api.drawing.palette import side_colours
from api.drawing.tag_names import Name, placed_names
from calibration.camera_model import CameraModel
from rules.table.shapes import Disc, Footprint, Rectangle
from rules.table.snapshot import Covariance, Pose, TableSize
from vision.locating.located import Flag, Located, LocatedPiece, LocatedTag

LEAST_WIDTH: Final = 1400
"""Pixels; letters on a smaller picture would cover what they name."""
TIMES: Final = (1, 2, 5, 10, 20, 50, 100, 200)
"""How many times too large error ellipses may be drawn."""
SHOWN_IN: Final = 0.45
"""How long the longer half of a usual ellipse should be drawn, in inches of the table."""
ANCHOR: Final = bgr("#12a5b8")
ODD: Final = bgr("#d81b60")
ERROR: Final = bgr("#ffd400")
STRANGER: Final = bgr("#8e44ad")
MARKED: Final = bgr("#5d6d1e")
_GRID: Final = (255, 255, 255)
_STEP: Final = 6
_DISC: Final = 48


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MeasuredPhoto:
    """A photograph, what was measured in it, and the camera that it was measured with."""

    colour: Bytes
    """Rows x columns x (blue, green, red), as the sensor took it."""
    located: Located
    model: CameraModel
    name: str
    has_roster: bool = True


def annotated(shown: MeasuredPhoto) -> Bytes:
    """The picture to look at; it may be larger than the photograph, and longer by its legend."""
    image, times = enlarged(shown.colour, least_width=LEAST_WIDTH)
    canvas = PhotoCanvas(image)
    room = FreeRoom(width=canvas.width, height=canvas.height)
    pen = _Pen(canvas=canvas, model=shown.model, times=times, room=room)
    located = shown.located
    _grid(pen, located.table)
    scale = ellipse_times(located.pieces)
    names = [_anchor(pen, tag) for tag in located.anchors]
    colours = side_colours(tuple(dict.fromkeys(p.entry.side for p in located.pieces)))
    for piece in sorted(located.pieces, key=lambda each: float(each.height)):
        names += _piece(pen, piece, colour=bgr(colours[piece.entry.side]), times=scale)
    names += [_stranger(pen, tag, has_roster=shown.has_roster) for tag in located.strangers]
    names += [_marker(pen, tag) for tag in located.markers]
    _names(pen, names)
    legend = legend_strip(
        located, width=canvas.width, letters=pen.letters, ellipse_times=scale, name=shown.name
    )
    parts = [canvas.image, legend]
    if located.refusal is not None:
        refusal = refusal_strip(located.refusal, width=canvas.width, letters=pen.letters)
        parts = [refusal, *parts]
    return stacked(parts)


def ellipse_times(pieces: Sequence[LocatedPiece]) -> int:
    """How many times too large to draw two standard errors, so that a usual one is visible."""
    longest = [largest_error(piece.whole_error) or 0.0 for piece in pieces]
    usual = float(np.median([each for each in longest if each > 0] or [SHOWN_IN]))
    fitting = [times for times in TIMES if times * 2 * usual <= SHOWN_IN]
    return fitting[-1] if fitting else 1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Pen:
    """Draws what lies on the table where the photograph shows it."""

    canvas: PhotoCanvas
    model: CameraModel
    times: int
    room: FreeRoom
    """The parts of the picture that names must leave free."""

    @property
    def letters(self) -> float:
        """Height of a capital letter, in pixels."""
        return max(11.0, self.canvas.width / 128)

    @property
    def width(self) -> float:
        """Of an ordinary line, in pixels."""
        return max(1.5, self.canvas.width / 850)

    def pixels(self, spots: Floats, *, height: float = 0.0) -> Floats:
        """Where points of the table (n x 2) are on the canvas; NaN where they are not seen."""
        high = np.full((len(spots), 1), height)
        seen = self.model.pixels(np.concatenate([spots, high], axis=1))
        return self.on_canvas(seen)

    def on_canvas(self, pixels: Floats) -> Floats:
        """Pixels of the photograph on the canvas, whose own may be smaller."""
        placed: Floats = (np.asarray(pixels, dtype=np.float64) + 0.5) * self.times - 0.5
        return placed


def _grid(pen: _Pen, table: TableSize) -> None:
    """A line for each inch, a stronger one for each six, and their numbers along two edges."""
    width, depth = float(table.width), float(table.depth)
    for inch in range(math.floor(width) + 1):
        _grid_line(pen, [(inch, 0.0), (inch, depth)], is_strong=inch % _STEP == 0)
    for inch in range(math.floor(depth) + 1):
        _grid_line(pen, [(0.0, inch), (width, inch)], is_strong=inch % _STEP == 0)
    for inch in range(0, math.floor(width) + 1, _STEP):
        _number(pen, inch, at=(inch, 0.0), inwards=(0.0, 1.3))
    for inch in range(_STEP, math.floor(depth) + 1, _STEP):
        _number(pen, inch, at=(0.0, inch), inwards=(1.3, 0.0))


def _grid_line(pen: _Pen, ends: Sequence[tuple[float, float]], *, is_strong: bool) -> None:
    spots = np.linspace(ends[0], ends[1], 49)
    opacity = 0.42 if is_strong else 0.13
    pen.canvas.line(pen.pixels(spots), colour=_GRID, width=1.0, opacity=opacity)


def _number(pen: _Pen, inch: int, *, at: tuple[float, float], inwards: tuple[float, float]) -> None:
    spot = pen.pixels(np.array([at]) + np.array([inwards]))[0]
    if np.isfinite(spot).all():
        words, place = f"{inch}", (float(spot[0]), float(spot[1]))
        letters = 0.8 * pen.letters
        pen.canvas.text(words, at=place, letters=letters, colour=(235, 235, 235))
        half = np.array([0.4 * len(words) * letters, 0.6 * letters])
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half + spot
        pen.room.take_area(corners, cost=NUMBER)


def _anchor(pen: _Pen, tag: LocatedTag) -> Name:
    colour = ODD if tag.flags else ANCHOR
    corners = _corners(pen, tag)
    pen.canvas.cased(corners, colour=colour, width=pen.width, closed=True)
    return Name(
        words=f"{tag.number}{_why(tag.flags)}", outline=corners, colour=colour, is_small=True
    )


def _corners(pen: _Pen, tag: LocatedTag) -> Floats:
    """Where a tag is on the canvas; no name may cover it."""
    corners = pen.on_canvas(tag.corners_px)
    pen.room.take_area(corners, cost=INK)
    return corners


def _stranger(pen: _Pen, tag: LocatedTag, *, has_roster: bool) -> Name:
    corners = _corners(pen, tag)
    pen.canvas.cased(corners, colour=STRANGER, width=pen.width, closed=True)
    # Without a roster every tag is a stranger, and that needs no saying.
    flags = tag.flags if has_roster else ()
    words = f"tag {tag.number}{_why(flags)}"
    return Name(words=words, outline=corners, colour=STRANGER, is_small=False)


def _marker(pen: _Pen, tag: LocatedTag) -> Name:
    corners = _corners(pen, tag)
    pen.canvas.cased(corners, colour=MARKED, width=pen.width, closed=True)
    words = f"{marker_name(tag)}{_why(tag.flags)}"
    return Name(words=words, outline=corners, colour=MARKED, is_small=True)


def _why(flags: Iterable[Flag]) -> str:
    told = ", ".join(dict.fromkeys(str(flag.fault) for flag in flags))
    return f": {told}" if told else ""


def _piece(pen: _Pen, piece: LocatedPiece, *, colour: Colour, times: int) -> list[Name]:
    names = []
    for tag in piece.tags:
        corners = _corners(pen, tag)
        used = colour if tag.is_used else ODD
        pen.canvas.line(corners, colour=used, width=0.7 * pen.width, closed=True)
        if not tag.is_used:
            words = f"{piece.entry.id}, tag {tag.number}{_why(tag.flags) or ': not used'}"
            names.append(Name(words=words, outline=corners, colour=ODD, is_small=True))
    if piece.pose is None:
        return names
    height = float(piece.height)
    outline = pen.pixels(_ring(piece.entry.footprint, piece.pose), height=height)
    pen.canvas.area(outline, colour=colour, opacity=0.16)
    pen.canvas.cased(outline, colour=colour, width=pen.width, closed=True)
    pen.room.take_piece(outline)
    pen.room.take_line(outline, closed=True)
    _front(pen, piece, colour=colour)
    if piece.whole_error is not None:
        _ellipse(pen, piece.pose, error=piece.whole_error, height=height, times=times)
    words = f"{piece.entry.id}{_why(piece.flags)}"
    looks = ODD if piece.flags else colour
    return [Name(words=words, outline=outline, colour=looks, is_small=False), *names]


def _front(pen: _Pen, piece: LocatedPiece, *, colour: Colour) -> None:
    """An arrow from the piece's middle over its front edge."""
    if piece.pose is None:
        return
    reach = _reach(piece.entry.footprint)
    head = 0.28 * min(reach, 1.2)
    long = reach + 0.25
    shaft = _placed(np.linspace([0.35 * reach, 0.0], [long, 0.0], 9), piece.pose)
    tip = _placed(np.array([[long - head, head], [long, 0.0], [long - head, -head]]), piece.pose)
    for spots in (shaft, tip):
        seen = pen.pixels(spots, height=float(piece.height))
        pen.canvas.cased(seen, colour=colour, width=pen.width)
        pen.room.take_line(seen)


def _ellipse(pen: _Pen, pose: Pose, *, error: Covariance, height: float, times: int) -> None:
    """Two standard errors, drawn so many times too large."""
    values, vectors = np.linalg.eigh(np.array([[error.xx, error.xy], [error.xy, error.yy]]))
    turn = np.linspace(0.0, 2 * math.pi, 49)
    circle = np.stack([np.cos(turn), np.sin(turn)], -1) * np.sqrt(np.maximum(values, 0.0))
    spots = np.array([pose.x, pose.y]) + 2 * times * circle @ vectors.T
    seen = pen.pixels(spots, height=height)
    pen.canvas.line(seen, colour=(0, 0, 0), width=pen.width + 1.5, opacity=0.5)
    pen.canvas.line(seen, colour=ERROR, width=pen.width)
    pen.room.take_line(seen, closed=True)


def _reach(footprint: Footprint) -> float:
    """From the piece's own origin to its front edge, straight ahead."""
    match footprint:
        case Disc():
            return float(footprint.radius)
        case Rectangle():
            return float(footprint.length) / 2
        case _:
            return max(0.2, *(float(x) for x, _ in footprint.vertices))


def _ring(footprint: Footprint, pose: Pose) -> Floats:
    """The outline on the table, with more points than corners: a lens bends straight edges."""
    match footprint:
        case Disc():
            turn = np.linspace(0.0, 2 * math.pi, _DISC, endpoint=False)
            return _placed(
                float(footprint.radius) * np.stack([np.cos(turn), np.sin(turn)], -1), pose
            )
        case Rectangle():
            x, y = float(footprint.length) / 2, float(footprint.width) / 2
            corners = np.array([(-x, -y), (x, -y), (x, y), (-x, y)])
        case _:
            corners = np.array(footprint.vertices, dtype=np.float64)
    ends = np.roll(corners, -1, axis=0)
    share = np.linspace(0.0, 1.0, 6, endpoint=False)[:, None, None]
    spots = (corners + share * (ends - corners)).transpose(1, 0, 2).reshape(-1, 2)
    return _placed(spots, pose)


def _placed(spots: Floats, pose: Pose) -> Floats:
    turn = math.radians(pose.heading)
    ahead, left = (
        np.array([math.cos(turn), math.sin(turn)]),
        np.array([-math.sin(turn), math.cos(turn)]),
    )
    placed: Floats = np.array([pose.x, pose.y]) + spots[:, :1] * ahead + spots[:, 1:] * left
    return placed


def _names(pen: _Pen, names: Sequence[Name]) -> None:
    """Every name beside what it names, where it covers nothing; a line leads to one far away."""
    for placed in placed_names(names, room=pen.room, letters=pen.letters, canvas=pen.canvas):
        if placed.leader is not None:
            _leader(pen, placed.leader, colour=placed.name.colour)
        pen.canvas.text(
            placed.name.words,
            at=placed.at,
            letters=placed.letters,
            colour=(255, 255, 255),
            plate=placed.name.colour,
        )


def _leader(pen: _Pen, ends: Floats, *, colour: Colour) -> None:
    """A thin line that ends in a dot on what it leads to."""
    pen.canvas.line(ends, colour=(0, 0, 0), width=3.0, opacity=0.35)
    pen.canvas.line(ends, colour=(255, 255, 255), width=1.0)
    turn = np.linspace(0.0, 2 * math.pi, 17)
    dot = ends[1] + 1.6 * pen.width * np.stack([np.cos(turn), np.sin(turn)], -1)
    pen.canvas.area(dot, colour=colour, opacity=1.0)
    pen.canvas.line(dot, colour=(255, 255, 255), width=1.0)
