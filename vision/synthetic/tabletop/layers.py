"""Orders the sheets of a moment for drawing, with what moves during the exposure."""

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np

from rules.table.shapes import Disc
from rules.table.units import Inches
from vision.synthetic.described.moments import Moment, between, place_at
from vision.synthetic.described.scene import (
    Figure,
    Patch,
    SceneMove,
    ScenePiece,
    ScenePlace,
    SceneTag,
    TableScene,
)
from vision.synthetic.painting.printing import signed_area
from vision.synthetic.projection import CameraView
from vision.synthetic.tabletop import things
from vision.synthetic.tabletop.sheets import Sheet, SheetStamp
from vision.synthetic.tabletop.things import Thing

Part = Literal["contact", "flat", "cast", "tall"]
PARTS: Final[tuple[Part, ...]] = ("contact", "flat", "cast", "tall")

_STILL_PX: Final = 0.05
"""What moves less than this during an exposure is not smeared."""
_SMEAR_STEP_PX: Final = 1.0
_MOST_SMEARS: Final = 9
_TREE_IN: Final = (1.5, 2.4)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LaidSheet:
    """One sheet in the order of drawing."""

    sheet: Sheet
    key: Hashable
    """Equal keys look equal from the same camera."""
    piece: str = ""
    tag: SceneTag | None = None
    smears: tuple[Sheet, ...] = ()
    """The same sheet at other moments of the exposure."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Layer:
    """A stamp as it was laid on the picture, and whose it was."""

    stamp: SheetStamp
    piece: str = ""
    tag: SceneTag | None = None


def terrain_things(scene: TableScene) -> tuple[Thing, ...]:
    """The patches of a scene and the trees that stand in them."""
    patches = tuple(things.patch_thing(patch, scene) for patch in scene.terrain)
    trees = tuple(
        things.piece_thing(tree, scene.light)
        for patch in scene.terrain
        for tree in _trees(patch, seed=scene.seed)
    )
    return (*patches, *trees)


def _trees(patch: Patch, *, seed: int) -> list[ScenePiece]:
    """Trees scattered over a patch, none at its edge or too close to another."""
    rng = np.random.default_rng([seed, *patch.id.encode()])
    corners = np.array(patch.outline_in)
    least, most = corners.min(axis=0), corners.max(axis=0)
    found: list[ScenePiece] = []
    for _ in range(400):
        if len(found) == patch.trees:
            break
        x, y = (float(each) for each in rng.uniform(least, most))
        apart = all(math.hypot(x - each.place.x, y - each.place.y) > 1.0 for each in found)
        if not apart or not _inside(x, y, outline=patch.outline_in):
            continue
        figure = Figure(shape="tree", height_in=float(rng.uniform(*_TREE_IN)))
        found.append(
            ScenePiece(
                id=f"{patch.id}/{len(found)}",
                place=ScenePlace(x=x, y=y, heading=float(rng.uniform(0, 180))),
                footprint=Disc(radius=Inches(0.3)),
                colour=(110, 96, 66),
                height_in=0.04,
                base_in=patch.height_in,
                figures=(figure,),
            )
        )
    return found


def _inside(x: float, y: float, *, outline: tuple[tuple[float, float], ...]) -> bool:
    """Whether a point is in an outline, and not within about 0.4 in of its edge."""
    corners = outline if signed_area(outline) > 0 else outline[::-1]
    inside = False
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
        long = max(math.hypot(bx - ax, by - ay), 1e-9)
        share = min(max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long**2, 0.0), 1.0)
        if math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay)) < 0.4:
            return False
    return inside


def in_order(
    scene: TableScene,
    now: Moment,
    *,
    view: CameraView,
    terrain: tuple[Thing, ...],
    smeared: bool = True,
) -> list[LaidSheet]:
    """Flat things under shadows under tall things under hands; of each the farthest first.

    The flat parts of terrain are left out: they belong to the bare table.
    """
    paths = {move.piece: move for move in scene.moves} if smeared else {}
    named = [
        (piece.id, *_with_smears(scene, piece, now=now, view=view, paths=paths))
        for piece in now.pieces
    ]
    named += [("", thing, ()) for thing in terrain]
    eye = view.eye
    named.sort(key=lambda entry: -float(np.linalg.norm(entry[1].foot - eye)))
    order: list[LaidSheet] = []
    # A token lies on the sheet of paper under it, whichever of the two is farther away.
    lowest_first = sorted(named, key=lambda entry: float(entry[1].foot[2]))
    for part in PARTS:
        for name, thing, smears in lowest_first if part == "flat" else named:
            if part in {"contact", "flat"} and isinstance(thing.key, Patch):
                continue
            order += _laid(thing, part, piece=name, smears=smears)
    for hand, place in now.hands:
        thing = things.hand_thing(hand, place, light=scene.light, seed=scene.seed)
        for part in PARTS[2:]:
            order += _laid(thing, part, piece="", smears=())
    return order


def _with_smears(
    scene: TableScene,
    piece: ScenePiece,
    *,
    now: Moment,
    view: CameraView,
    paths: Mapping[str, SceneMove],
) -> tuple[Thing, tuple[Thing, ...]]:
    """A piece, and the same piece at further moments of the exposure if it moves visibly."""
    thing = things.piece_thing(piece, scene.light)
    path = paths.get(piece.id)
    if path is None or scene.exposure_s <= 0:
        return thing, ()
    # The frame's own time is the middle of its exposure, so that truth is the middle of the smear.
    half = scene.exposure_s / 2
    ends = [place_at(path.stations, now.seconds + off, before=piece.place) for off in (-half, half)]
    points = np.array([[place.x, place.y, piece.top_in] for place in ends])
    seen = view.pixels(points)
    long = float(np.hypot(*(seen[1] - seen[0])))
    if not long > _STILL_PX:
        return thing, ()
    count = min(_MOST_SMEARS, 2 * math.ceil(long / _SMEAR_STEP_PX / 2))
    shares = [(step + 0.5) / count for step in range(count)]
    moved = [replace(piece, place=between(ends[0], ends[1], share=share)) for share in shares]
    return thing, tuple(things.piece_thing(each, scene.light) for each in moved)


def _laid(thing: Thing, part: Part, *, piece: str, smears: tuple[Thing, ...]) -> list[LaidSheet]:
    tags: dict[int, SceneTag] = {id(sheet): tag for sheet, tag in thing.tags}
    return [
        LaidSheet(
            sheet=sheet,
            tag=tags.get(id(sheet)),
            piece=piece,
            key=(thing.key, part, index),
            smears=tuple(thing_sheets(each, part)[index] for each in smears),
        )
        for index, sheet in enumerate(thing_sheets(thing, part))
    ]


def thing_sheets(thing: Thing, part: Part) -> tuple[Sheet, ...]:
    """The sheets of one part."""
    match part:
        case "contact":
            return thing.contact
        case "flat":
            return thing.flat
        case "cast":
            return thing.cast
        case "tall":
            return thing.tall
