"""Says in words why pieces that lie in the open may be missing from a picture."""

import math
from collections.abc import Collection, Iterable, Sequence
from typing import Final

import cv2
import numpy as np

from calibration.camera_model import CameraModel
from rules.table.snapshot import TableSize
from rules.table.units import plain
from vision.kit.tags.sizes import STEEPEST
from vision.kit.wanted.kinds import is_card
from vision.locating.located import Flag, LocatedPiece
from vision.locating.placing import Placer, TagPlacing
from vision.locating.tag_faults import OVERLIT, SHADED, WASHED_OUT
from vision.locating.tag_layout import TagLayout
from vision.sighting import Floats, Grey
from vision.tags.tag_family import Cells
from vision.tags.tag_reading import is_shaded

_BURNT: Final = 250
"""Grey levels from which on a picture shows nothing but white."""
_BLOTTED: Final = 0.7
"""Of a tag's side: a burnt spot as wide hides enough of it."""
_LIGHTER: Final = 1.04
"""Times the lightest paper of any tag: as light as that only a lamp's reflection is."""
_WHITE_TABLE: Final = 0.15
"""Share of the table from which on what is as light is the table itself."""
_SMEARED: Final = 0.4
"""Cells by which a picture may be blurred (standard deviation): beyond it small tags get lost."""
_LEAST_CELL_PX: Final = 2.5
"""Pixels of a cell, its shorter way, below which a tag is believed only if it is clean."""
_UPRIGHT_DEG: Final = 15.0
"""Leaning by less costs hardly any pixels."""
_SPOTS: Final = 3
"""Burnt spots that are told by their places."""


def why_missing(
    grey: Grey,
    pieces: Collection[LocatedPiece],
    *,
    tag_layout: TagLayout | None,
    placer: Placer,
    spots: Iterable[TagPlacing],
    blur_px: float,
) -> tuple[str, ...]:
    """Why those of some pieces may be missing that lie in the open; cards lie in their box.

    `spots` are all tags that were seen.
    """
    missing = {
        piece.entry.id for piece in pieces if not (piece.is_seen or is_card(piece.entry.kind))
    }
    if not missing:
        return ()
    scale, family = placer.place_errors.calibrated.layout.scale, placer.family
    sides = [
        float(tag.size) * scale
        for tagged in (tag_layout.pieces if tag_layout else ())
        if tagged.entry.id in missing
        for tag in tagged.tags
    ]
    whites = [spot.place.tag.fit.white for spot in spots if spot.place is not None]
    told = poor_view(
        grey,
        camera=placer.camera,
        table=placer.table,
        sides=sides,
        cells=family.cells,
        blur_px=blur_px,
        paper=max(whites, default=math.nan),
    )
    in_shade = in_shadows(pieces) or in_hard_light(
        grey,
        [(tag.corners_px, family.pattern(tag.number)) for piece in pieces for tag in piece.tags],
    )
    return (*in_shade, *in_gloss(pieces), *told)


def poor_view(
    grey: Grey,
    *,
    camera: CameraModel,
    table: TableSize,
    sides: Sequence[float],
    cells: int,
    blur_px: float,
    paper: float = math.nan,
) -> tuple[str, ...]:
    """What is wrong with a picture for tags of these sides, in inches, that are not seen.

    `paper` is the grey level of the lightest paper of a tag; NaN where none was measured.
    """
    if not sides:
        return ()
    smallest = min(sides)
    least, far = _least_px_per_in(camera, table)
    cell_px = least * smallest / cells
    told = []
    if cell_px < _LEAST_CELL_PX:
        told.append(
            f"a cell of a tag of {plain(smallest)} in has {cell_px:.1f} px {far}, expected at "
            f"least {_LEAST_CELL_PX:g}: {_nearer(_lean_deg(camera, table))}"
        )
    if blur_px > _SMEARED * max(cell_px, _LEAST_CELL_PX):
        told.append(
            f"the picture is blurred by {blur_px:.1f} px, and a cell of a tag of "
            f"{plain(smallest)} in has {cell_px:.1f} px {far}: focus the camera on the table"
        )
    return (*told, *_whitened(grey, camera=camera, table=table, side=smallest, paper=paper))


def in_shadows(pieces: Iterable[LocatedPiece]) -> tuple[str, ...]:
    """Which pieces have no place because of a shadow's edge, in one sentence."""
    who, is_one = _who(pieces, flag=SHADED)
    if not who:
        return ()
    verb = "stands" if is_one else "stand"
    return (f"{who} {verb} in the edge of a shadow: turn the lamp, or light from two sides",)


def in_gloss(pieces: Collection[LocatedPiece]) -> tuple[str, ...]:
    """Which pieces have no place because their ink is washed out or their paper burnt, a sentence
    for either.
    """
    told = []
    who, is_one = _who(pieces, flag=WASHED_OUT)
    if who:
        verb = "is" if is_one else "are"
        told.append(f"{who} {verb} washed out by a lamp's gloss, or printed pale: turn the lamp")
    who, _ = _who(pieces, flag=OVERLIT)
    if who:
        told.append(
            f"the paper of {who} is burnt to white: turn the lamp, or let the camera expose for "
            "less"
        )
    return tuple(told)


def _who(pieces: Iterable[LocatedPiece], *, flag: Flag) -> tuple[str, bool]:
    """The names of the pieces without a place of which a tag has this flag; and if it is one."""
    names = sorted(
        piece.entry.id
        for piece in pieces
        if not piece.is_seen and any(flag in tag.flags for tag in piece.tags)
    )
    *others, last = names or [""]
    return (f"{', '.join(others)} and {last}" if others else last, len(names) == 1)


def in_hard_light(grey: Grey, tags: Iterable[tuple[Floats, Cells]]) -> tuple[str, ...]:
    """That shadows with edges lie on the table, by tags that were read in spite of them.

    Of each tag its corners in pixels and its pattern. Where pieces are missing, such an edge, or
    the figure that throws it, may join a tag's frame so that no square is left to find.
    """
    count = sum(is_shaded(grey, corners, pattern=pattern) for corners, pattern in tags)
    if not count:
        return ()
    what = "a tag that was" if count == 1 else f"{count} tags that were"
    return (
        f"a lamp throws hard shadows, over {what} read, too: a figure or its shadow may hide the "
        "tag of a piece that is missing; turn the lamp, or light from two sides",
    )


def _corners(table: TableSize) -> Floats:
    w, d = float(table.width), float(table.depth)
    return np.array([[0.0, 0.0, 0.0], [w, 0.0, 0.0], [w, d, 0.0], [0.0, d, 0.0]])


def _least_px_per_in(camera: CameraModel, table: TableSize) -> tuple[float, str]:
    """The fewest pixels an inch has, its shorter way, and in which corner of the table."""
    slopes = camera.pixel_slopes(_corners(table))[..., :2]
    shortest = np.linalg.svd(slopes, compute_uv=False)[:, -1]
    at = int(shortest.argmin())
    name = ("south-west", "south-east", "north-east", "north-west")[at]
    return float(shortest[at]), f"in the {name} corner"


def _lean_deg(camera: CameraModel, table: TableSize) -> float:
    """How far from straight above the camera looks at the middle of the table."""
    away = camera.stand.eye - _corners(table).mean(axis=0)
    return math.degrees(math.atan2(float(np.hypot(away[0], away[1])), float(away[2])))


def _nearer(lean_deg: float) -> str:
    if lean_deg < _UPRIGHT_DEG:
        return "come nearer, or print for this camera and table"
    wanted = math.ceil(lean_deg / 5) * 5
    printed = f", or print for that (umpire kit --tilt {wanted})" if wanted <= STEEPEST else ""
    return f"the camera leans {lean_deg:.0f} degrees: hang it higher{printed}"


def _whitened(
    grey: Grey, *, camera: CameraModel, table: TableSize, side: float, paper: float
) -> list[str]:
    """Where glare has burnt away as much as a tag, and where it may have washed it out."""
    middle = _corners(table).mean(axis=0, keepdims=True)
    per_in = math.sqrt(abs(float(np.linalg.det(camera.pixel_slopes(middle)[0, :, :2]))))
    wide = max(3, round(_BLOTTED * side * per_in))
    inside = np.zeros_like(grey)
    outline = np.round(camera.pixels(_corners(table))).astype(np.int32)
    cv2.fillConvexPoly(inside, outline, 1)

    def named(level: float) -> str:
        white = np.asarray(grey >= level, dtype=np.uint8) & inside
        if level < _BURNT and white.sum() > _WHITE_TABLE * inside.sum():
            return ""
        spots = cv2.erode(white, np.ones((wide, wide), np.uint8))
        count, _, stats, centres = cv2.connectedComponentsWithStats(spots)
        order = sorted(range(1, count), key=lambda at: -int(stats[at, cv2.CC_STAT_AREA]))[:_SPOTS]
        places = camera.places(np.asarray(centres, dtype=np.float64)[order]) if order else ()
        names = [f"({x:.0f}, {y:.0f})" for x, y in np.asarray(places).tolist()]
        return ", ".join(dict.fromkeys(names))

    if burnt := named(_BURNT):
        return [
            f"the picture is burnt to white about {burnt}: turn the lamp, or let the camera expose "
            "for less; a tag that lies there is not seen"
        ]
    least = _LIGHTER * paper
    if least < _BURNT and (glossy := named(least)):
        return [
            f"the picture is lighter than any tag's paper about {glossy}: where a lamp is mirrored "
            "there, turn it; a tag that lies in its gloss is not seen"
        ]
    return []
