"""Small tables for the tests of measuring: rendered, and calibrated as well as can be."""

from dataclasses import dataclass, replace
from functools import cache, lru_cache

import cv2
import numpy as np

from calibration.anchors import Anchor, Calibrated, Floor, Layout, anchors_of
from calibration.camera_model import COUNT as CAMERA_COUNT
from calibration.camera_model import CameraModel, Stand
from calibration.lens import Lens
from calibration.print_scale import MEASURED_TRUE
from calibration.profile import CalibrationProfile, CameraId
from rules.table.roster import Entry
from rules.table.shapes import Footprint, Rectangle
from rules.table.snapshot import TableSize
from rules.table.units import Degrees, Inches
from tests.vision.rendering import renderer_of
from vision.locating.locate import Locator
from vision.locating.located import Located, LocatedPiece
from vision.locating.place_error import EXACT
from vision.locating.tag_layout import PieceTag, TaggedPiece, TagLayout
from vision.sighting import Grey
from vision.synthetic.described.optics import SceneCamera
from vision.synthetic.described.scene import (
    Patch,
    SceneHand,
    ScenePiece,
    ScenePlace,
    SceneTag,
    TableScene,
)
from vision.synthetic.projection import view_of
from vision.synthetic.render import RenderedFrame

TABLE = TableSize(width=Inches(16.0), depth=Inches(9.0))
ABOVE = SceneCamera(
    position_in=(8.0, 4.5, 16.0), look_at_in=(8.0, 4.5, 0.0), width=1280, height=720, hfov_deg=62.0
)
ANCHOR_IN = 0.9
_FOUR = (0, 1, 2, 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """One piece: how the scene has it, and what the roster says of it."""

    piece: ScenePiece
    tagged: TaggedPiece


def thing(
    name: str,
    *numbers: int,
    at: tuple[float, float, float] = (8.0, 4.5, 0.0),
    height: float = 0.0,
    told_height: float | None = None,
    side: float = 0.8,
    spread: float = 0.0,
    ground: float = 0.0,
    terrain: float | None = None,
    footprint: Footprint | None = None,
) -> Thing:
    """A piece with tags in a row from its rear to its front, ``spread`` inches apart."""
    offsets = [(index - (len(numbers) - 1) / 2) * spread for index in range(len(numbers))]
    length = side * 8 / 6 + max(offsets, default=0.0) * 2
    base = footprint or Rectangle(length=Inches(length + 0.1), width=Inches(side * 8 / 6 + 0.1))
    piece = ScenePiece(
        id=name,
        place=ScenePlace(x=at[0], y=at[1], heading=at[2]),
        footprint=base,
        colour=(236, 235, 231),
        height_in=height,
        base_in=ground,
        tags=tuple(
            SceneTag(id=number, side_in=side, offset_in=(x, 0.0))
            for number, x in zip(numbers, offsets, strict=True)
        ),
    )
    piece_tags = tuple(
        PieceTag(
            number=number,
            size=Inches(side),
            x=Inches(x),
            y=Inches(0.0),
            turn=Degrees(0.0),
            height=Inches(height if told_height is None else told_height),
            face="up",
        )
        for number, x in zip(numbers, offsets, strict=True)
    )
    entry = Entry(id=name, name=name, side="red", kind="piece", footprint=base, tags=())
    lift = None if terrain is None else Inches(terrain)
    return Thing(piece=piece, tagged=TaggedPiece(entry=entry, tags=piece_tags, terrain_height=lift))


def altered(made: Thing, **change: float) -> Thing:
    """The same thing, its paper otherwise than the roster says."""
    tags = tuple(replace(tag, **change) for tag in made.piece.tags)  # type: ignore[arg-type]
    return Thing(piece=replace(made.piece, tags=tags), tagged=made.tagged)


def anchors() -> tuple[ScenePiece, ...]:
    """Four of them, in the corners."""
    return tuple(_anchor(each) for each in anchors_of(TABLE) if each.number in _FOUR)


def _anchor(anchor: Anchor) -> ScenePiece:
    paper = Inches(ANCHOR_IN * 8 / 6)
    return ScenePiece(
        id=f"anchor-{anchor.number}",
        place=ScenePlace(x=anchor.x, y=anchor.y),
        footprint=Rectangle(length=paper, width=paper),
        colour=(236, 235, 231),
        height_in=0.0,
        tags=(SceneTag(id=anchor.number, side_in=ANCHOR_IN),),
        anchor=True,
    )


def table_scene(
    *things: Thing,
    camera: SceneCamera = ABOVE,
    hands: tuple[SceneHand, ...] = (),
    terrain: tuple[Patch, ...] = (),
    more: tuple[ScenePiece, ...] = (),
) -> TableScene:
    """The table with its anchors and these things on it."""
    return TableScene(
        name="measured",
        width_in=TABLE.width,
        depth_in=TABLE.depth,
        camera=camera,
        mat="felt",
        pieces=(*anchors(), *(each.piece for each in things), *more),
        terrain=terrain,
        hands=hands,
        seed=4,
    )


@lru_cache(maxsize=4)
def rendered(scene: TableScene) -> RenderedFrame:
    """The only frame of a scene, which several tests of a module may look at one after another."""
    frame = renderer_of(scene).frame(0)
    frame.picture.setflags(write=False)
    return frame


def grey_of(frame: RenderedFrame) -> Grey:
    """As a camera's luma."""
    return np.asarray(cv2.cvtColor(frame.picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def true_model(camera: SceneCamera) -> CameraModel:
    """What the camera of a scene is, as calibration has it."""
    view = view_of(camera)
    k1, k2, p1, p2, k3 = view.distortion
    lens = Lens(
        width=camera.width,
        height=camera.height,
        fx=view.focal,
        fy=view.focal,
        cx=view.centre[0],
        cy=view.centre[1],
        k1=k1,
        k2=k2,
        p1=p1,
        p2=p2,
        k3=k3,
    )
    return CameraModel(lens=lens, stand=Stand(rotation=view.rotation, shift=view.shift))


@cache
def exact_profile(camera: SceneCamera = ABOVE) -> CalibrationProfile:
    """The truth about a camera, sure to a ten-thousandth of everything."""
    rows = [(each.x, each.y, 0.0, 0.0) for each in anchors_of(TABLE)[:4]]
    sigmas = [0.05] * 4 + [1e-5] * 5 + [1e-5] * 3 + [2e-4] * 3 + [2e-4, 2e-4, 2e-4, 1e-4] * 4
    calibrated = Calibrated(
        model=true_model(camera),
        layout=Layout(numbers=_FOUR, places=np.array(rows), size=ANCHOR_IN),
        covariance=np.diag(np.square([*sigmas, 1e-5])),
        floor=Floor(corner=0.02, shift=0.03),
        flatness=1e-4,
    )
    assert len(sigmas) == CAMERA_COUNT + 16
    return CalibrationProfile(
        camera=CameraId(name="synthetic", id="", width=camera.width, height=camera.height),
        dictionary="DICT_4X4_250",
        table=TABLE,
        calibrated=calibrated,
        print_check=MEASURED_TRUE,
    )


def layout_of(*things: Thing, shared: dict[int, float] | None = None) -> TagLayout:
    """The roster of these things."""
    sizes = {number: Inches(size) for number, size in (shared or {}).items()}
    return TagLayout(
        pieces=tuple(each.tagged for each in things),
        anchors={each.number: each.name for each in anchors_of(TABLE)},
        anchor_size=Inches(ANCHOR_IN),
        class_sizes=sizes,
    )


def measured(
    *things: Thing,
    roster: tuple[Thing, ...] | None = None,
    scene: TableScene | None = None,
    profile: CalibrationProfile | None = None,
) -> Located:
    """What one picture of these things shows."""
    camera = ABOVE if scene is None else scene.camera
    locator = Locator(
        profile or exact_profile(camera),
        tag_layout=layout_of(*(things if roster is None else roster)),
        care=EXACT,
    )
    return locator.located(grey_of(rendered(scene or table_scene(*things))))


def of(found: Located, name: str) -> LocatedPiece:
    """The piece of that id."""
    return next(piece for piece in found.pieces if piece.entry.id == name)
