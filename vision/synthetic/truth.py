"""Tells what is really in a frame: every tag, its exact corners, how much of it shows, the table.

Pixels are OpenCV's: whole coordinates are centres of pixels.
"""

import json
from dataclasses import asdict, dataclass
from typing import Final

import numpy as np

from rules.table.files.snapshot_json import written_snapshot
from rules.table.snapshot import Piece, Pose, Snapshot, TableSize, Terrain
from rules.table.units import Degrees, Inches
from vision.synthetic.described.moments import Moment
from vision.synthetic.described.scene import ScenePiece, SceneTag, TableScene
from vision.synthetic.projection import CameraView, Floats
from vision.synthetic.tabletop.layers import Layer
from vision.synthetic.tabletop.sheets import Sheet
from vision.synthetic.tabletop.things import tag_sheet

FORMAT: Final = "paper-umpire/synthetic-truth/1"
_GRID: Final = 14
"""Points of a tag, along each side, that are checked for being hidden."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TagTruth:
    """One tag of the table, in the frame or not."""

    id: int
    dictionary: str
    piece: str
    anchor: bool
    side_in: float
    """As designed."""
    printed_in: float
    """As it came out of the printer; the corners are this size's."""
    x_in: float
    y_in: float
    height_in: float
    """Of its middle above the table."""
    heading_deg: float
    """Of the marker's right side."""
    flat: bool
    """Neither curled nor tilted."""
    corners_px: tuple[tuple[float, float], ...] | None
    """Of the black square: top left, top right, bottom right, bottom left of the marker; None
    behind the camera."""
    corners_in: tuple[tuple[float, float, float], ...]
    visible: float
    """Share of the black square that is in the frame and hidden by nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraTruth:
    """The camera in OpenCV's terms: ``x_camera = rotation @ x_table + shift_in``."""

    width: int
    height: int
    focal_px: float
    centre_px: tuple[float, float]
    distortion: tuple[float, float, float, float, float]
    """k1, k2, p1, p2, k3."""
    rotation: tuple[tuple[float, ...], ...]
    shift_in: tuple[float, ...]
    position_in: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """Everything that a judge of a frame may want to know."""

    scene: str
    frame: int
    seconds: float
    camera: CameraTruth
    tags: tuple[TagTruth, ...]
    hands: int
    """How many hands are over the table."""
    snapshot: Snapshot

    def tag(self, number: int) -> TagTruth:
        """The tag of that id; where several have it, the first."""
        return next(tag for tag in self.tags if tag.id == number)

    def to_json(self) -> str:
        """The file that is written beside the frame."""
        document = {
            "format": FORMAT,
            "scene": self.scene,
            "frame": self.frame,
            "seconds": self.seconds,
            "pixels": "whole coordinates are centres of pixels, as in OpenCV",
            "camera": asdict(self.camera),
            "hands": self.hands,
            "tags": [asdict(tag) for tag in self.tags],
            "snapshot": written_snapshot(self.snapshot),
        }
        return json.dumps(document, indent=1, ensure_ascii=False)


def truth_of(
    scene: TableScene, now: Moment, *, number: int, view: CameraView, layers: list[Layer]
) -> Truth:
    """The truth of a frame, from the scene and from what was laid over what."""
    shares = _visible_shares(layers, scene=scene, now=now, view=view)
    tags = []
    for piece in now.pieces:
        for tag in piece.tags:
            sheet = tag_sheet(piece, tag, light=scene.light)
            share = shares.get((piece.id, tag), 0.0)
            tags.append(_tag_truth(piece, tag, sheet=sheet, view=view, visible=share))
    return Truth(
        scene=scene.name,
        frame=number,
        seconds=now.seconds,
        camera=camera_truth(view),
        tags=tuple(tags),
        hands=len(now.hands),
        snapshot=snapshot_of(scene, now, number=number),
    )


def corners_of(tag: SceneTag, sheet: Sheet) -> Floats:
    """The four corners of the black square on the table's frame, in OpenCV's order."""
    half = tag.printed_in / 2
    return sheet.points(np.array([[-half, half], [half, half], [half, -half], [-half, -half]]))


def _tag_truth(
    piece: ScenePiece, tag: SceneTag, *, sheet: Sheet, view: CameraView, visible: float
) -> TagTruth:
    corners = corners_of(tag, sheet)
    seen = view.pixels(corners)
    middle = sheet.points(np.zeros((1, 2)))[0]
    return TagTruth(
        id=tag.id,
        dictionary=tag.dictionary,
        piece=piece.id,
        anchor=piece.anchor,
        side_in=tag.side_in,
        printed_in=tag.printed_in,
        x_in=float(middle[0]),
        y_in=float(middle[1]),
        height_in=float(middle[2]),
        heading_deg=(piece.place.heading + tag.turn_deg) % 360.0,
        flat=not (tag.curl_in or tag.tilt_deg),
        corners_px=_pairs(seen) if np.isfinite(seen).all() else None,
        corners_in=tuple((float(x), float(y), float(z)) for x, y, z in corners),
        visible=round(visible, 4),
    )


def _pairs(points: Floats) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in points)


def camera_truth(view: CameraView) -> CameraTruth:
    """The numbers of a view, as they are written."""
    return CameraTruth(
        width=view.size[0],
        height=view.size[1],
        focal_px=view.focal,
        centre_px=view.centre,
        distortion=view.distortion,
        rotation=tuple(tuple(float(each) for each in row) for row in view.rotation),
        shift_in=tuple(float(each) for each in view.shift),
        position_in=tuple(float(each) for each in view.eye),
    )


def _visible_shares(
    layers: list[Layer], *, scene: TableScene, now: Moment, view: CameraView
) -> dict[tuple[str, SceneTag], float]:
    """Of each tag that was drawn: how much nothing drawn later hides."""
    pieces = {piece.id: piece for piece in now.pieces}
    boxes = np.array(
        [
            (one.stamp.left, one.stamp.top, *reversed([each.stop for each in one.stamp.window]))
            for one in layers
        ]
    ).reshape(-1, 4)
    paints = np.array([layer.stamp.mode == "paint" for layer in layers], dtype=bool)
    shares = {}
    for index, layer in enumerate(layers):
        if layer.tag is None:
            continue
        sheet = tag_sheet(pieces[layer.piece], layer.tag, light=scene.light)
        half = layer.tag.printed_in / 2 * (1 - 1 / _GRID)
        u, v = np.meshgrid(np.linspace(-half, half, _GRID), np.linspace(-half, half, _GRID))
        seen = np.round(view.pixels(sheet.points(np.stack([u.ravel(), v.ravel()], axis=-1))))
        inside = np.asarray(((seen >= 0) & (seen < view.size)).all(axis=1))
        open_ = inside.astype(np.float64)
        spots = np.where(inside[:, None], seen, 0).astype(int)
        own = boxes[index]
        over = (
            paints
            & (np.arange(len(layers)) > index)
            & (boxes[:, 0] < own[2])
            & (boxes[:, 2] > own[0])
            & (boxes[:, 1] < own[3])
            & (boxes[:, 3] > own[1])
        )
        for later in np.nonzero(over)[0]:
            open_ *= 1.0 - _cover_at(layers[int(later)], spots)
        shares[layer.piece, layer.tag] = float(open_.mean())
    return shares


def _cover_at(layer: Layer, spots: np.typing.NDArray[np.int_]) -> Floats:
    """How much a layer hides at pixels."""
    drawn = layer.stamp
    rows, columns = spots[:, 1] - drawn.top, spots[:, 0] - drawn.left
    inside = (
        (rows >= 0)
        & (columns >= 0)
        & (rows < drawn.cover.shape[0])
        & (columns < drawn.cover.shape[1])
    )
    cover = np.zeros(len(spots))
    cover[inside] = drawn.cover[rows[inside], columns[inside]]
    return cover


def snapshot_of(scene: TableScene, now: Moment, *, number: int) -> Snapshot:
    """The table as a perfect umpire would report it; what is off the table is left out."""
    pieces = tuple(
        Piece(
            id=piece.id,
            footprint=piece.footprint,
            pose=Pose(
                x=Inches(piece.place.x),
                y=Inches(piece.place.y),
                heading=Degrees(piece.place.heading),
            ),
            side=piece.side,
            kind=piece.kind,
        )
        for piece in now.pieces
        if not piece.anchor
        and 0 <= piece.place.x <= scene.width_in
        and 0 <= piece.place.y <= scene.depth_in
    )
    terrain = tuple(
        Terrain(
            id=patch.id,
            kind=patch.kind,
            outline=tuple((Inches(x), Inches(y)) for x, y in patch.outline_in),
            height=Inches(patch.height_in),
        )
        for patch in scene.terrain
    )
    return Snapshot(
        table=TableSize(width=Inches(scene.width_in), depth=Inches(scene.depth_in)),
        pieces=pieces,
        terrain=terrain,
        number=number,
    )
