"""Puts the lens board before the synthetic camera: on a table, seen from where a guide would say.

The board is drawn from the description of a kit, as it is printed.
"""

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from rules.table.bad_input import BadInputError
from vision.staging.poses import HFOV_DEG, LENS
from vision.staging.writing import PAPER

MOST_VIEWS: Final = 200
TABLE_IN: Final = 18.0
"""A side of the table that the board lies on."""
_PAPER_IN: Final = (8.27, 11.69)
"""A4 upright: wide enough for any board of a kit."""
_STIFF_IN: Final = 0.12
"""The clipboard under it."""
_BLACK: Final = (58, 58, 58)
"""As light as the ink of the tags."""
_GRID: Final = (
    (0.0, 0.0),
    (-0.6, -0.42),
    (0.6, 0.42),
    (0.6, -0.42),
    (-0.6, 0.42),
    (0.0, -0.4),
    (0.0, 0.4),
    (-0.64, 0.0),
    (0.64, 0.0),
)
"""Where the board's middle is shown, in half widths and heights from the picture's middle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedBoardView:
    """How the board is seen: what somebody who guides would ask for."""

    across: float
    """Where the board's middle is: -1 at the left edge of the picture, 1 at the right one."""
    down: float
    share: float
    """How much of the picture's height the board would take from straight above."""
    tilt_deg: float
    from_deg: float
    """Where the camera leans to, counter-clockwise from the table's east."""
    roll_deg: float


def guided_views(count: int, *, seed: int = 1) -> tuple[WantedBoardView, ...]:
    """All parts of the picture, near and far, straight and from every side; then over again."""
    if not 1 <= count <= MOST_VIEWS:
        raise BadInputError("views", expected=f"1 to {MOST_VIEWS}", got=f"{count}")
    rng = np.random.default_rng([seed, 41])
    views = []
    for index in range(count):
        across, down = _GRID[index % len(_GRID)]
        aside, tilt, side, roll = (float(each) for each in rng.uniform(-1.0, 1.0, 4))
        views.append(
            WantedBoardView(
                across=across + 0.06 * aside,
                down=down - 0.06 * aside,
                share=(0.8, 0.65, 0.95, 0.55)[index % 4],
                tilt_deg=(7.0, 38.0, 27.0)[index % 3] + 3.0 * tilt,
                from_deg=(137.5 * index + 10.0 * side) % 360.0,
                roll_deg=(0.0, 90.0, 180.0, 270.0)[index % 4] + 8.0 * roll,
            )
        )
    return tuple(views)


def board_scene(kit: dict[str, Any], view: WantedBoardView, *, seed: int = 1) -> str:
    """The board as that view shows it, a scene as TOML."""
    size = (kit["camera"]["width_px"], kit["camera"]["height_px"])
    place, turn = _camera(kit, view, size=size)
    middle = TABLE_IN / 2
    lines = [
        'says = "The lens board of a kit on a clipboard."',
        f"seed = {seed}",
        "",
        "[table]",
        f"width_in = {TABLE_IN:g}",
        f"depth_in = {TABLE_IN:g}",
        'mat = "wood"',
        "",
        "[camera]",
        f"size = [{size[0]}, {size[1]}]",
        f"position_in = {_row(place)}",
        f"look_at_in = [{middle:g}, {middle:g}, {_STIFF_IN:g}]",
        f"hfov_deg = {HFOV_DEG:g}",
        f"roll_deg = {view.roll_deg:.3f}",
        f"turn_deg = {_row(turn)}",
        "",
        "[lens]",
        f"k1 = {LENS.k1:g}",
        f"k2 = {LENS.k2:g}",
        "",
        "[light]",
        "towards_deg = 130",
        "elevation_deg = 60",
        *_board(kit, middle=middle),
    ]
    return "\n".join(lines) + "\n"


def _camera(
    kit: dict[str, Any], view: WantedBoardView, *, size: tuple[int, int]
) -> tuple[list[float], list[float]]:
    """Its place, and the turn from looking at the board to having it where it is wanted."""
    board = kit["board"]
    focal = size[0] / 2 / math.tan(math.radians(HFOV_DEG / 2))
    distance = focal * board["rows"] * board["square_in"] / (view.share * size[1])
    lean, side = math.radians(view.tilt_deg), math.radians(view.from_deg)
    back = distance * math.sin(lean)
    place = [
        TABLE_IN / 2 + back * math.cos(side),
        TABLE_IN / 2 + back * math.sin(side),
        _STIFF_IN + distance * math.cos(lean),
    ]
    # The board's middle is straight ahead; turn the camera until its ray is the wanted one.
    right, down = view.across * size[0] / 2 / focal, view.down * size[1] / 2 / focal
    angle = math.degrees(math.atan(math.hypot(right, down)))
    reach = math.hypot(right, down) or 1.0
    return place, [-angle * down / reach, angle * right / reach, 0.0]


def _board(kit: dict[str, Any], *, middle: float) -> list[str]:
    """The paper, the black squares and the tags, from the upper left corner on."""
    board, dictionary = kit["board"], kit["dictionary"]["name"]
    square, columns, rows = board["square_in"], board["columns"], board["rows"]
    wide, high = columns * square, rows * square
    paper = (max(wide, _PAPER_IN[0]), max(high, _PAPER_IN[1]))
    prints = [_print(_box((-paper[0] / 2, -paper[1] / 2), paper), PAPER)]
    tags, numbers = [], iter(board["ids"])
    for row in range(rows):
        for column in range(columns):
            left, top = column * square - wide / 2, high / 2 - row * square
            if (row + column) % 2 == 0:
                prints.append(_print(_box((left, top - square), (square, square)), _BLACK))
                continue
            at = _row([left + square / 2, top - square / 2])
            tags.append(
                f'{{ id = {next(numbers)}, dictionary = "{dictionary}", '
                f"side_in = {board['tag_in']:g}, margin_cells = 0, offset_in = {at} }}"
            )
    return [
        "",
        "[[piece]]",
        'id = "lens board"',
        'kind = "board"',
        "colour = [92, 70, 52]",
        f'footprint = "rectangle {paper[0]:g} x {paper[1]:g}"',
        f"height_in = {_STIFF_IN:g}",
        f"at_in = [{middle:g}, {middle:g}]",
        "tags = [",
        *(f"  {tag}," for tag in tags),
        "]",
        "prints = [",
        *(f"  {area}," for area in prints),
        "]",
    ]


def _box(corner: tuple[float, float], size: tuple[float, float]) -> list[list[float]]:
    """From its lower left corner."""
    (left, low), (wide, high) = corner, size
    return [[left, low], [left + wide, low], [left + wide, low + high], [left, low + high]]


def _print(outline: list[list[float]], rgb: tuple[int, int, int], /) -> str:
    corners = ", ".join(_row(spot) for spot in outline)
    return f"{{ outline_in = [{corners}], rgb = {list(rgb)} }}"


def _row(numbers: list[float]) -> str:
    return "[" + ", ".join(f"{number:.5f}".rstrip("0").rstrip(".") for number in numbers) + "]"
