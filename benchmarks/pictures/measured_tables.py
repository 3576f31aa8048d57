"""Renders the tables that measuring is judged on: what lies where, and how it is seen.

Everything is drawn by the synthetic camera, whose lens blur, tone curve and noise are not those
that the measuring assumes.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from rules.table.shapes import Rectangle
from rules.table.units import Inches
from vision.synthetic.described.optics import SceneCamera, SceneLens, Sensor
from vision.synthetic.described.scene import Print, ScenePiece, ScenePlace, SceneTag, TableScene

LENS: Final = SceneLens(k1=-0.12, k2=0.03, p1=0.0006, p2=-0.0004)
HFOV_DEG: Final = 70.0
ANCHOR_IN: Final = 1.2
BY_HAND_IN: Final = 1 / 16
"""How far, each way, somebody is off who lays an anchor where it belongs."""
FIRST_TAG: Final = 20
SIZES_IN: Final = (0.6, 0.8, 1.0)
_MARGIN: Final = 2.0
"""Inches around the table that the camera sees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOf:
    """A size of table and how the camera looks at it."""

    width: float
    depth: float
    tilt_deg: float = 0.0
    size: tuple[int, int] = (1920, 1080)

    @property
    def name(self) -> str:
        """As it stands in the table of findings."""
        leaning = f", {self.tilt_deg:g} degrees aslant" if self.tilt_deg else ", from above"
        lines = {1080: "1080p", 2160: "4K"}.get(self.size[1], f"{self.size[1]} rows")
        return f"{self.width:g} x {self.depth:g} in{leaning}, {lines}"


def camera_over(table: TableOf, *, azimuth_deg: float = -90.0, near: float = 1.0) -> SceneCamera:
    """The camera that has the whole table in its picture, leaning from a side."""
    across = 2 * math.tan(math.radians(HFOV_DEG) / 2)
    down = across * table.size[1] / table.size[0]
    # The lens's bulge takes in a little more than the focal length says.
    distance = max((table.width + _MARGIN) / across, (table.depth + _MARGIN) / down)
    distance *= near * (1 + 0.75 * math.sin(math.radians(table.tilt_deg)))
    lean, turn = math.radians(table.tilt_deg), math.radians(azimuth_deg)
    middle = (table.width / 2, table.depth / 2)
    sideways = distance * math.sin(lean)
    return SceneCamera(
        position_in=(
            middle[0] + sideways * math.cos(turn),
            middle[1] + sideways * math.sin(turn),
            distance * math.cos(lean),
        ),
        look_at_in=(*middle, 0.0),
        width=table.size[0],
        height=table.size[1],
        hfov_deg=HFOV_DEG,
        lens=LENS,
        sensor=Sensor(),
    )


def anchors_by_hand(
    table: TableOf, *, rng: np.random.Generator, sigma: float = BY_HAND_IN
) -> tuple[ScenePiece, ...]:
    """Eight anchors where somebody laid them: numbers 0 to 7, corners first."""
    w, d = table.width, table.depth
    places = [(0, 0), (w, 0), (w, d), (0, d), (w / 2, 0), (w, d / 2), (w / 2, d), (0, d / 2)]
    found = []
    for number, (x, y) in enumerate(places):
        off = rng.normal(0.0, sigma, 2)
        # A sheet's north points along the table, so a tag's right side points east.
        turn = float(rng.normal(0.0, 1.0))
        found.append(
            _lying(number, x=x + off[0], y=y + off[1], heading=turn, side=ANCHOR_IN, anchor=True)
        )
    return tuple(found)


def _lying(
    number: int,
    *,
    x: float,
    y: float,
    heading: float,
    side: float,
    anchor: bool,
    height: float = 0.0,
) -> ScenePiece:
    paper = Inches(side * 8 / 6 + 0.05)
    return ScenePiece(
        id=f"P{number}",
        place=ScenePlace(x=float(x), y=float(y), heading=heading),
        footprint=Rectangle(length=paper, width=paper),
        colour=(236, 235, 231),
        height_in=height,
        tags=(SceneTag(id=number, side_in=side),),
        anchor=anchor,
    )


def tagged_pieces(
    table: TableOf, *, rng: np.random.Generator, heights: Sequence[float], count: int = 60
) -> tuple[ScenePiece, ...]:
    """Pieces all over the table, each a tag on a block of one of the heights."""
    columns = math.ceil(math.sqrt(count * table.width / table.depth))
    rows = math.ceil(count / columns)
    inset = 2.6
    across, down = (table.width - 2 * inset) / columns, (table.depth - 2 * inset) / rows
    found = []
    for index in range(count):
        row, column = divmod(index, columns)
        x = inset + (column + 0.5) * across + rng.uniform(-0.15, 0.15) * across
        y = inset + (row + 0.5) * down + rng.uniform(-0.15, 0.15) * down
        found.append(
            _lying(
                FIRST_TAG + index,
                x=x,
                y=y,
                heading=float(rng.uniform(0, 360)),
                side=SIZES_IN[index % len(SIZES_IN)],
                anchor=False,
                height=float(rng.choice(list(heights))),
            )
        )
    return tuple(found)


def scene_of(
    table: TableOf, *, pieces: tuple[ScenePiece, ...], camera: SceneCamera, seed: int
) -> TableScene:
    """A mat with these pieces on it before a camera."""
    return TableScene(
        name="measured",
        width_in=table.width,
        depth_in=table.depth,
        camera=camera,
        mat="grass",
        pieces=pieces,
        seed=seed,
    )


def hand_held(table: TableOf, *, count: int) -> tuple[SceneCamera, ...]:
    """Where a player takes photographs of all anchors from before hanging the camera up."""
    found = []
    for index in range(count):
        azimuth = -90.0 + 360.0 * index / count
        leaning = replace(table, tilt_deg=(22.0, 30.0, 15.0)[index % 3])
        camera = camera_over(leaning, azimuth_deg=azimuth, near=1.12)
        found.append(replace(camera, roll_deg=(0.0, 90.0)[index % 2] if index else 0.0))
    return tuple(found)


COLUMNS: Final = 6
ROWS: Final = 8
SQUARE_IN: Final = 1.2
MARKER_IN: Final = 0.9
FIRST_BOARD_TAG: Final = 226


def lens_board(*, at: tuple[float, float]) -> ScenePiece:
    """The chessboard with tags in its white squares, its upper left square black."""
    half = (COLUMNS * SQUARE_IN / 2, ROWS * SQUARE_IN / 2)
    paper = _square(
        0.0, 0.0, width=2 * half[0] + 0.6, height=2 * half[1] + 0.6, rgb=(236, 235, 231)
    )
    prints = [paper]
    tags: list[SceneTag] = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            x = -half[0] + (column + 0.5) * SQUARE_IN
            y = half[1] - (row + 0.5) * SQUARE_IN
            if (row + column) % 2 == 0:
                prints.append(_square(x, y, width=SQUARE_IN, height=SQUARE_IN, rgb=(26, 26, 26)))
            else:
                number = FIRST_BOARD_TAG + len(tags)
                tags.append(
                    SceneTag(id=number, side_in=MARKER_IN, offset_in=(x, y), margin_cells=0.0)
                )
    return ScenePiece(
        id="board",
        place=ScenePlace(x=at[0], y=at[1]),
        footprint=Rectangle(length=Inches(2 * half[0] + 0.6), width=Inches(2 * half[1] + 0.6)),
        colour=(236, 235, 231),
        tags=tuple(tags),
        prints=tuple(prints),
        anchor=True,
    )


def _square(x: float, y: float, *, width: float, height: float, rgb: tuple[int, int, int]) -> Print:
    left, right, low, high = x - width / 2, x + width / 2, y - height / 2, y + height / 2
    return Print(outline_in=((left, low), (right, low), (right, high), (left, high)), rgb=rgb)


def board_views(
    *, size: tuple[int, int], count: int = 20, seed: int = 11
) -> tuple[TableScene, ...]:
    """The board before the camera as a guided player shows it: all of the picture, many tilts."""
    rng = np.random.default_rng(seed)
    found = []
    for index in range(count):
        column, row = index % 5, (index // 5) % 4
        lean = (8.0, 25.0, 35.0, 30.0)[index % 4]
        turn = math.radians(90.0 * index + rng.uniform(-20, 20))
        far = (13.0, 17.0, 22.0)[index % 3] * (1 + 0.1 * rng.uniform())
        # The board stays; what the picture's middle looks at moves about it.
        reach = 0.55 * far * math.tan(math.radians(HFOV_DEG) / 2)
        aim = (20 + (column - 2) / 2 * reach * 0.7, 20 + (row - 1.5) / 1.5 * reach * 0.34)
        sideways = far * math.sin(math.radians(lean))
        camera = SceneCamera(
            position_in=(
                aim[0] + sideways * math.cos(turn),
                aim[1] + sideways * math.sin(turn),
                far * math.cos(math.radians(lean)),
            ),
            look_at_in=(*aim, 0.0),
            roll_deg=float(rng.uniform(-15, 15)) + (90.0 if index % 5 == 4 else 0.0),
            width=size[0],
            height=size[1],
            hfov_deg=HFOV_DEG,
            lens=LENS,
        )
        found.append(
            TableScene(
                name=f"view-{index + 1}",
                width_in=40.0,
                depth_in=40.0,
                camera=camera,
                mat="wood",
                pieces=(lens_board(at=(20.0, 20.0)),),
                seed=seed + index,
            )
        )
    return tuple(found)
