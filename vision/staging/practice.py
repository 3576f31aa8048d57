"""Sets up what a newcomer would photograph for a table, for the synthetic camera to render.

The anchors lie as a hand lays them, not as the kit has them. The south-west one stays at the origin
and the south-east one on the line to the east, so that the truth of every scene is told in the very
frame that the umpire measures in.
"""

import copy
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from rules.table.bad_input import BadInputError
from vision.staging.lens_board import board_scene, guided_views
from vision.staging.places import StandingPiece, lined_up
from vision.staging.poses import STEEPEST_DEG, CameraPose, camera_at
from vision.staging.writing import scene_text
from vision.synthetic.projection import view_of

BY_HAND_IN: Final = 0.25
BY_HAND_DEG: Final = 3.0
MOST_PHOTOGRAPHS: Final = 12
LENS_VIEWS: Final = 20
_HALVINGS: Final = 24
_FARTHEST_IN: Final = 900.0
_INSIDE_PX: Final = 6.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Practice:
    """Scenes as TOML, by what they are for."""

    lens: tuple[str, ...]
    anchors: tuple[str, ...]
    """The bare table; the last one from where the game is watched."""
    game: str
    check: tuple[str, ...]
    """All that was printed, face by face and from both sides: a figure hides the tag behind it."""


def practice(
    kit: dict[str, Any], *, seed: int = 1, lens_views: int = LENS_VIEWS, photographs: int = 5
) -> Practice:
    """All of it, from the description of a kit; the same seed makes the same scenes."""
    if not 1 <= photographs <= MOST_PHOTOGRAPHS:
        expected = f"1 to {MOST_PHOTOGRAPHS}"
        raise BadInputError("photographs", expected=expected, got=f"{photographs}")
    laid = laid_by_hand(kit, seed=seed)
    poses = poses_around(laid, count=photographs)
    stands, left = lined_up(laid, seed=seed)
    if left:
        names = ", ".join(piece["id"] for piece in left[:3])
        raise BadInputError("table", expected="room for the army", got=f"none for {names}")
    views = guided_views(lens_views, seed=seed)
    return Practice(
        lens=tuple(board_scene(kit, view, seed=seed + index) for index, view in enumerate(views)),
        anchors=tuple(
            scene_text(laid, stands=(), pose=pose, seed=seed, says="Anchors laid by hand, alone.")
            for pose in poses
        ),
        game=scene_text(
            laid, stands=stands, pose=poses[-1], seed=seed, says="The army on its table."
        ),
        check=tuple(
            scene_text(laid, stands=shown, pose=poses[-1], seed=seed, says="The army, tag by tag.")
            for shown in shown_all(laid, seed=seed)
        ),
    )


def shown_all(kit: dict[str, Any], *, seed: int) -> Iterator[list[StandingPiece]]:
    """Tables as somebody lays them who shows each tag of a kit: first what stands in a battle, then
    its cards, as many at a time as there is room for.
    """
    rest = list(kit["pieces"])
    while rest:
        stands, _ = lined_up({**kit, "pieces": rest}, seed=seed)
        shown = {stand.piece["id"] for stand in stands}
        rest = [piece for piece in rest if piece["id"] not in shown]
        if not shown:
            return
        for face in range(max(len(stand.piece["faces"]) for stand in stands)):
            for turn in (0.0, 180.0):
                yield [_turned(stand, face=face, by=turn) for stand in stands]


def _turned(stand: StandingPiece, *, face: int, by: float) -> StandingPiece:
    last = len(stand.piece["faces"]) - 1
    return replace(stand, face=min(face, last), heading=(stand.heading + by) % 360.0)


def laid_by_hand(kit: dict[str, Any], *, seed: int) -> dict[str, Any]:
    """The same kit with its anchors where somebody put them by eye."""
    rng = np.random.default_rng([seed, 43])
    laid = copy.deepcopy(kit)
    for index, anchor in enumerate(laid["anchors"]):
        aside, ahead = (float(each) for each in rng.normal(0.0, BY_HAND_IN, 2))
        anchor["top_deg"] += float(rng.normal(0.0, BY_HAND_DEG))
        x, y = anchor["at_in"]
        if index == 0:
            continue
        anchor["at_in"] = [round(x + aside, 4), round(y + (0.0 if index == 1 else ahead), 4)]
    return laid


def poses_around(kit: dict[str, Any], *, count: int) -> tuple[CameraPose, ...]:
    """From one side for each photograph; the last one from the south, as a game is seen."""
    sides = [90.0, 0.0, 180.0, 45.0, 225.0, 135.0, 315.0, 60.0, 120.0, 240.0, 300.0]
    tilts = [38.0, 30.0, 42.0, 22.0, 34.0]
    around = [(sides[index], tilts[index % len(tilts)]) for index in range(count - 1)]
    return tuple(
        pose_from(kit, side_deg=side, tilt_deg=tilt) for side, tilt in (*around, (270.0, 20.0))
    )


def pose_from(kit: dict[str, Any], *, side_deg: float, tilt_deg: float) -> CameraPose:
    """The nearest place on that side of the table from which every anchor is seen whole.

    The side counts counter-clockwise from the east.
    """
    if not 0 <= tilt_deg <= STEEPEST_DEG:
        raise BadInputError("tilt", expected=f"0 to {STEEPEST_DEG:g} degrees", got=f"{tilt_deg:g}")
    size = (kit["camera"]["width_px"], kit["camera"]["height_px"])
    spots = _anchor_corners(kit["anchors"])
    middle = spots.mean(axis=0)
    low, high = 2.0, _FARTHEST_IN
    for _ in range(_HALVINGS):
        distance = (low + high) / 2
        pose = _pose(middle, distance=distance, side_deg=side_deg, tilt_deg=tilt_deg)
        low, high = (low, distance) if _is_seen(pose, spots, size=size) else (distance, high)
    return _pose(middle, distance=high, side_deg=side_deg, tilt_deg=tilt_deg)


def _anchor_corners(anchors: Sequence[dict[str, Any]]) -> np.ndarray:
    found = []
    for anchor in anchors:
        half = anchor["card_in"][0] / 2
        x, y = anchor["at_in"]
        found += [(x + dx * half, y + dy * half, 0.0) for dx in (-1, 1) for dy in (-1, 1)]
    return np.array(found)


def _pose(middle: np.ndarray, *, distance: float, side_deg: float, tilt_deg: float) -> CameraPose:
    lean, side = math.radians(tilt_deg), math.radians(side_deg)
    back = distance * math.sin(lean)
    x, y = float(middle[0]), float(middle[1])
    return CameraPose(
        position=(x + back * math.cos(side), y + back * math.sin(side), distance * math.cos(lean)),
        look_at=(x, y, 0.0),
    )


def _is_seen(pose: CameraPose, spots: np.ndarray, *, size: tuple[int, int]) -> bool:
    seen = view_of(camera_at(pose, size=size)).pixels(spots)
    inside = (seen > _INSIDE_PX) & (seen < np.array(size) - 1 - _INSIDE_PX)
    return bool((np.isfinite(seen) & inside).all())
