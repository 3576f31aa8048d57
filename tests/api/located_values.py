"""A small measured table for tests of what is drawn and told of it."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_model import CameraModel, Stand
from calibration.lens import Lens
from rules.table.roster import Entry, Tag
from rules.table.shapes import Disc, Footprint, Rectangle
from rules.table.snapshot import Covariance, Pose, SharedError, TableSize
from rules.table.units import Degrees, Inches
from vision.locating.located import Flag, Located, LocatedPiece, LocatedTag, TagFault

TABLE = TableSize(width=Inches(24), depth=Inches(18))
TANK = Rectangle(length=Inches(3), width=Inches(1.6))
SQUAD = Disc(radius=Inches(0.7))


def model(width: int = 960, height: int = 720) -> CameraModel:
    """A camera 26 in above the middle of the table, leaning a little to the south."""
    focal = 0.9 * width
    rotation, _ = cv2.Rodrigues(np.array([np.pi - 0.2, 0.0, 0.0]))
    eye = np.array([12.0, 4.0, 26.0])
    stand = Stand(rotation=np.asarray(rotation), shift=-np.asarray(rotation) @ eye)
    lens = Lens(
        width=width, height=height, fx=focal, fy=focal, cx=width / 2, cy=height / 2, k1=-0.05
    )
    return CameraModel(lens=lens, stand=stand)


def photograph(width: int = 960, height: int = 720) -> NDArray[np.uint8]:
    """An even green."""
    return np.full((height, width, 3), (70, 120, 90), dtype=np.uint8)


def tag(
    number: int,
    x: float,
    y: float,
    *,
    faults: tuple[TagFault, ...] = (),
    is_used: bool = True,
    height: float = 0.0,
) -> LocatedTag:
    corners = np.array([[-0.4, 0.4], [0.4, 0.4], [0.4, -0.4], [-0.4, -0.4]]) + np.array([x, y])
    points = np.concatenate([corners, np.full((4, 1), height)], axis=1)
    return LocatedTag(
        number=number,
        corners_px=model().pixels(points),
        height=Inches(height),
        pose=Pose(x=Inches(x), y=Inches(y), covariance=Covariance.round(Inches(0.02))),
        flags=tuple(Flag(fault=fault, says=f"tag {number} {fault}.") for fault in faults),
        is_used=is_used,
    )


def piece(
    name: str,
    x: float,
    y: float,
    *,
    number: int,
    side: str = "red",
    heading: float = 90.0,
    footprint: Footprint = TANK,
    faults: tuple[TagFault, ...] = (),
    is_seen: bool = True,
) -> LocatedPiece:
    entry = Entry(
        id=name, name=name, side=side, kind="tank", footprint=footprint, tags=(Tag(number=number),)
    )
    own = Covariance(xx=0.0004, xy=0.0001, yy=0.0009, hh=0.09)
    pose = Pose(x=Inches(x), y=Inches(y), heading=Degrees(heading), covariance=own)
    flags = tuple(Flag(fault=fault, says=f"{name} {fault}.") for fault in faults)
    return LocatedPiece(
        entry=entry,
        pose=pose if is_seen else None,
        whole_error=Covariance(xx=0.0025, xy=0.0004, yy=0.0036, hh=0.09) if is_seen else None,
        tags=(tag(number, x, y),) if is_seen else (),
        flags=flags,
    )


def located() -> Located:
    """Two sides of three pieces, one of them not seen, one in doubt, and a stranger."""
    places = [(0.0, 0.0), (24.0, 0.0), (24.0, 18.0), (0.0, 18.0), (12.0, 0.0)]
    anchors = tuple(tag(number, x, y) for number, (x, y) in enumerate(places))
    moved = replace(anchors[4], flags=(Flag(fault=TagFault.MOVED, says="Anchor 4 has moved."),))
    return Located(
        table=TABLE,
        pieces=(
            piece("T1", 6, 5, number=20),
            piece("S1", 11, 5, number=21, footprint=SQUAD, faults=(TagFault.DISAGREEING,)),
            piece("S2", 0, 0, number=22, is_seen=False),
            piece("T7", 16, 13, number=23, side="blue", heading=270.0),
        ),
        anchors=(*anchors[:4], moved),
        strangers=(tag(99, 20, 9, faults=(TagFault.UNKNOWN,), is_used=False),),
        shared=SharedError(scale=0.002, plane=Inches(0.01)),
        blur_px=0.8,
        light=200.0,
        warnings=("anchor 4 has moved and is not used",),
    )
