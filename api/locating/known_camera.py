"""Reads the profile and the roster of a synthetic scene, both of which the scene itself states.

Nobody has to calibrate a camera whose place and lens are written down. The errors are what rounding
and the simple painting of fast frames leave; whoever wants to see a calibration at work takes the
camera to practise with.
"""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.anchors import Calibrated, Floor, Layout, anchors_of
from calibration.camera_model import COUNT, CameraModel, Stand
from calibration.lens import Lens
from calibration.print_scale import MEASURED_TRUE
from calibration.profile import CalibrationProfile
from rules.table.bad_input import BadInputError
from rules.table.roster import Entry
from rules.table.snapshot import TableSize, Terrain
from rules.table.units import Degrees, Inches
from vision.camera.rendered import Rendered
from vision.camera.source import Clock, Source
from vision.locating.tag_layout import PieceTag, TaggedPiece, TagLayout
from vision.synthetic.described.scene import ScenePiece, TableScene
from vision.synthetic.described.scene_toml import scene_from_toml
from vision.synthetic.projection import view_of

FRAMES: Final = 1_000_000
"""More than a day: after its story everything stays where it ended up."""
_SURE: Final = 1e-5
_EVEN_IN: Final = 1e-3
"""How even the mat is."""
_CORNER_PX: Final = 0.02
_SHIFT_PX: Final = 0.03


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneShown:
    """A scene on its way to the process that renders it, fast enough for live play."""

    text: str
    name: str

    def __call__(self, *, clock: Clock) -> Source:
        del clock
        scene = scene_from_toml(self.text, name=self.name)
        return Rendered([scene], frames_each=FRAMES, quality="fast")


def known_profile(scene: TableScene) -> CalibrationProfile:
    """The profile of a scene's camera over its table; a BadInputError where it has no anchors."""
    identity = Rendered([scene]).identity
    camera = identity.as_camera()
    laid = [piece for piece in scene.pieces if piece.anchor and len(piece.tags) == 1]
    table = TableSize(width=Inches(scene.width_in), depth=Inches(scene.depth_in))
    meant = {anchor.number for anchor in anchors_of(table)}
    laid = [piece for piece in laid if piece.tags[0].id in meant]
    if len(laid) < 3:
        expected = "a scene with three anchors or more"
        raise BadInputError(scene.name, expected=expected, got=f"{len(laid)}: name a --profile")
    rows = [(each.place.x, each.place.y, each.top_in, _turn(each)) for each in laid]
    sigmas = [_SURE] * (COUNT + 4 * len(laid) + 1)
    calibrated = Calibrated(
        model=_model(scene),
        layout=Layout(
            numbers=tuple(each.tags[0].id for each in laid),
            places=np.array(rows),
            size=laid[0].tags[0].printed_in,
        ),
        covariance=np.diag(np.square(sigmas)),
        floor=Floor(corner=_CORNER_PX, shift=_SHIFT_PX),
        flatness=_EVEN_IN,
    )
    return CalibrationProfile(
        camera=camera,
        dictionary=laid[0].tags[0].dictionary,
        table=table,
        calibrated=calibrated,
        print_check=MEASURED_TRUE,
    )


def known_battle(scene: TableScene) -> TagLayout:
    """Which tag is on which piece of a scene."""
    table = TableSize(width=Inches(scene.width_in), depth=Inches(scene.depth_in))
    sizes = [piece.tags[0].side_in for piece in scene.pieces if piece.anchor and piece.tags]
    return TagLayout(
        pieces=tuple(_tagged_piece(each) for each in scene.pieces if each.tags and not each.anchor),
        anchors={anchor.number: anchor.name for anchor in anchors_of(table)},
        anchor_size=Inches(sizes[0] if sizes else 1.0),
        class_sizes={},
    )


def known_terrain(scene: TableScene) -> tuple[Terrain, ...]:
    """The areas of felt, card and wood, which have no tags."""
    return tuple(
        Terrain(
            id=patch.id,
            kind=patch.kind,
            outline=tuple((Inches(x), Inches(y)) for x, y in patch.outline_in),
            height=Inches(patch.height_in),
        )
        for patch in scene.terrain
    )


def _turn(anchor: ScenePiece) -> float:
    return math.radians(anchor.place.heading + anchor.tags[0].turn_deg)


def _model(scene: TableScene) -> CameraModel:
    camera, view = scene.camera, view_of(scene.camera)
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


def _tagged_piece(piece: ScenePiece) -> TaggedPiece:
    tags = tuple(
        PieceTag(
            number=tag.id,
            size=Inches(tag.side_in),
            x=Inches(tag.offset_in[0]),
            y=Inches(tag.offset_in[1]),
            turn=Degrees(tag.turn_deg),
            height=Inches(piece.height_in + tag.lift_in),
            face="up",
        )
        for tag in piece.tags
    )
    entry = Entry(
        id=piece.id,
        name=piece.id,
        side=piece.side,
        kind=piece.kind or "piece",
        footprint=piece.footprint,
        tags=(),
    )
    return TaggedPiece(entry=entry, tags=tags)
