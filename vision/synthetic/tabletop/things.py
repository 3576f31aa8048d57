"""Knows which sheets a piece, a hand or a patch of terrain is made of, and their shadows."""

import math
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.synthetic.described.optics import Pair, SceneLight
from vision.synthetic.described.scene import (
    Colour,
    Figure,
    Patch,
    SceneHand,
    ScenePiece,
    ScenePlace,
    SceneTag,
    TableScene,
)
from vision.synthetic.described.tag_patterns import cells
from vision.synthetic.painting import figures, hands, printing, surfaces
from vision.synthetic.painting.surfaces import Image
from vision.synthetic.projection import Floats, cross
from vision.synthetic.tabletop.lighting import face_shade, shadow_shift
from vision.synthetic.tabletop.sheets import Paint, Sheet

TALL_IN: Final = 0.35
"""What is higher hides things behind it and is drawn in the order of distance."""
_UP: Final = np.array([0.0, 0.0, 1.0])
_TAG_RAYS: Final = 4
_SHADOW_SCALE: Final = 16.0
"""Pixels to the inch that are enough for a soft shadow."""
_WIDEST_PRINT: Final = 4096
_STOREY_IN: Final = 1.6
"""Walls at least this high have windows."""
_AHEAD_OF_DUSK: Final = 0.88
"""Even in full shadow some of the lamp's light arrives, off walls and ceiling."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Thing:
    """The sheets of one thing, by when they are drawn."""

    key: Hashable
    """Equal keys look equal from the same camera."""
    foot: Floats
    """Where it stands; the farthest from the camera is drawn first."""
    contact: tuple[Sheet, ...] = ()
    """Shadows of what is flat."""
    flat: tuple[Sheet, ...] = ()
    cast: tuple[Sheet, ...] = ()
    """Shadows of what is tall; they fall on flat things, too."""
    tall: tuple[Sheet, ...] = ()
    tags: tuple[tuple[Sheet, SceneTag], ...] = ()
    """Which of its sheets are tags."""


def direction(heading_deg: float) -> Floats:
    """The unit vector of a heading."""
    turn = math.radians(heading_deg)
    return np.array([math.cos(turn), math.sin(turn), 0.0])


def piece_thing(piece: ScenePiece, light: SceneLight) -> Thing:
    """A base, its tags and its figures."""
    tags = tuple((tag_sheet(piece, tag, light=light), tag) for tag in piece.tags)
    sheets = (*_walls(piece, light), _top(piece), *(sheet for sheet, _ in tags))
    is_tall = piece.top_in > TALL_IN
    upright = tuple(
        sheet for figure in piece.figures for sheet in _figure_sheets(piece, figure, light=light)
    )
    shadows = tuple(_figure_shadow(piece, figure, light=light) for figure in piece.figures)
    outline = printing.outline(piece.footprint)
    heights = (piece.base_in, piece.top_in)
    own = _prism_shadow(outline, place=piece.place, heights=heights, light=light)
    return Thing(
        key=piece,
        foot=np.array([piece.place.x, piece.place.y, piece.base_in]),
        contact=() if is_tall else (own,),
        flat=() if is_tall else sheets,
        cast=(own, *shadows) if is_tall else shadows,
        tall=(*sheets, *upright) if is_tall else upright,
        tags=tags,
    )


def _axes(place: ScenePlace, turn_deg: float = 0.0) -> tuple[Floats, Floats]:
    return direction(place.heading + turn_deg), direction(place.heading + turn_deg + 90.0)


def _point(place: ScenePlace, offset: Pair, *, height: float) -> Floats:
    ahead, left = _axes(place)
    point: Floats = np.array([place.x, place.y, height]) + offset[0] * ahead + offset[1] * left
    return point


def tag_sheet(piece: ScenePiece, tag: SceneTag, *, light: SceneLight) -> Sheet:
    """The paper of a tag where it lies; the middle of the tag is the sheet's own (0, 0)."""
    across, up = _axes(piece.place, tag.turn_deg)
    cell = tag.printed_in / len(cells(tag))
    half = tag.printed_in / 2 + printing.margin_in(tag)
    lift = 0.004
    if tag.tilt_deg:
        lift += half * abs(math.sin(math.radians(tag.tilt_deg)))
        rising = math.radians(tag.tilt_turn_deg)
        axis = math.cos(rising) * across + math.sin(rising) * up
        across, up = (_leaned(each, axis, tilt_deg=tag.tilt_deg) for each in (across, up))
    bend = 0.0
    if tag.curl_in:
        bend = math.copysign((half**2 + tag.curl_in**2) / (2 * abs(tag.curl_in)), tag.curl_in)
        lift += max(0.0, -tag.curl_in)
    plain = replace(tag, curl_in=0.0, tilt_deg=0.0, offset_in=(0.0, 0.0), turn_deg=0.0, lift_in=0.0)

    def paint(density: tuple[float, float]) -> Image:
        scale = tuple(max(2, min(64, round(cell * each))) for each in density)
        return printing.tag_print(plain, (scale[0], scale[1]))

    flat = _point(piece.place, tag.offset_in, height=piece.top_in + tag.lift_in + lift)
    sheet = Sheet(
        origin=flat, across=across, up=up, box=(-half, -half, half, half), paint=paint,
        samples=_TAG_RAYS, gloss=tag.gloss, bend=bend, bend_turn=math.radians(tag.curl_turn_deg),
    )  # fmt: skip
    return replace(sheet, shade=face_shade(sheet.normal, light))


def _leaned(vector: Floats, towards: Floats, *, tilt_deg: float) -> Floats:
    """A vector after the direction ``towards`` has been raised by so many degrees."""
    angle = math.radians(tilt_deg)
    axis = cross(towards, _UP)
    turned: Floats = (
        vector * math.cos(angle)
        + cross(axis, vector) * math.sin(angle)
        + axis * float(axis @ vector) * (1 - math.cos(angle))
    )
    return turned


def _top(piece: ScenePiece) -> Sheet:
    across, up = _axes(piece.place)
    x, y = printing.half_face(piece)

    def paint(density: tuple[float, float]) -> Image:
        scale = min(max(density), _WIDEST_PRINT / (2 * max(x, y)))
        return printing.base_print(
            piece.footprint, colour=piece.colour, name=printing.name_on(piece),
            scale=_rounded(scale), anchor=piece.anchor, grain=len(piece.id), prints=piece.prints,
        )  # fmt: skip

    origin = np.array([piece.place.x, piece.place.y, piece.top_in])
    return Sheet(origin=origin, across=across, up=up, box=(-x, -y, x, y), paint=paint, samples=3)


def _rounded(scale: float) -> float:
    """In steps of a twelfth, so that prints of nearly the same size are drawn once."""
    return float(2.0 ** (round(12 * math.log2(max(scale, 2.0))) / 12))


def _walls(piece: ScenePiece, light: SceneLight) -> tuple[Sheet, ...]:
    if piece.height_in < 0.02:
        return ()
    ahead, left = _axes(piece.place)
    middle = np.array([piece.place.x, piece.place.y, piece.base_in])
    corners = [middle + x * ahead + y * left for x, y in printing.outline(piece.footprint)]
    colour = printing.PAPER if piece.anchor else piece.colour
    return walls(corners, height=piece.height_in, colour=colour, light=light, seams=False)


def walls(
    corners: list[Floats], *, height: float, colour: Colour, light: SceneLight, seams: bool
) -> tuple[Sheet, ...]:
    """The upright faces between counter-clockwise corners; seams show layers or rows of bricks."""
    sheets = []
    for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        long = float(np.linalg.norm(end - start))
        if long < 1e-6:
            continue
        across = (end - start) / long
        sheet = Sheet(
            origin=start, across=across, up=_UP, box=(0.0, 0.0, long, height),
            paint=lambda density, long=long: _wall_print(  # type: ignore[misc]
                density, size=(long, height), colour=colour, seams=seams
            ),
        )  # fmt: skip
        sheets.append(replace(sheet, shade=face_shade(sheet.normal, light)))
    return tuple(sheets)


def _wall_print(density: tuple[float, float], *, size: Pair, colour: Colour, seams: bool) -> Image:
    height = size[1]
    columns, rows = (
        int(min(max(2, round(per_inch * inches)), 600))
        for per_inch, inches in zip(density, size, strict=True)
    )
    print_ = np.ones((rows, columns, 4), dtype=np.float32)
    print_[..., :3] = surfaces.light_of(colour)
    high = (np.arange(rows)[::-1] + 0.5) / rows * height
    # Less light reaches the foot of a wall.
    shade = 0.72 + 0.28 * np.minimum(high / max(0.35 * height, 0.05), 1.0)
    if seams:
        shade = shade * np.where((high % 0.25) < 0.03, 0.7, 1.0)
    print_[..., :3] *= shade.astype(np.float32)[:, None, None]
    if seams and height > _STOREY_IN:
        print_[..., :3] *= _windows(size, high=high, columns=columns)[..., None]
    return print_


def _windows(size: Pair, *, high: Floats, columns: int) -> Image:
    """Dark panes in a row on each storey of a wall, with a pale frame."""
    count = max(1, round(size[0] / 1.2))
    along = ((np.arange(columns) + 0.5) / columns * count) % 1.0 * (size[0] / count)
    aside = np.abs(along - size[0] / count / 2)
    over = np.abs((high % _STOREY_IN) - 0.58 * _STOREY_IN)
    over = np.where(high < size[1] // _STOREY_IN * _STOREY_IN, over, 9.0)
    outer = (aside < 0.24)[None, :] & (over < 0.32)[:, None]
    inner = (aside < 0.18)[None, :] & (over < 0.26)[:, None]
    shade: Image = np.where(inner, 0.22, np.where(outer, 1.35, 1.0)).astype(np.float32)
    return shade


def _figure_sheets(piece: ScenePiece, figure: Figure, *, light: SceneLight) -> tuple[Sheet, ...]:
    """Front and back of the cut-out; a tree is two that cross."""
    turns = (0.0, 90.0) if figure.shape == "tree" else (0.0,)
    sheets = []
    foot = _point(piece.place, figure.offset_in, height=piece.top_in)
    wide = figures.width_of(figure.shape) * figure.height_in
    for turn in turns:
        _, left = _axes(piece.place, figure.turn_deg + turn)
        for across, mirrored in ((left, False), (-left, True)):
            sheet = Sheet(
                origin=foot, across=across, up=_UP,
                box=(-wide / 2, 0.0, wide / 2, figure.height_in), samples=3,
                paint=lambda density, mirrored=mirrored: _cut_out(  # type: ignore[misc]
                    figure, piece.colour, density=density, mirrored=mirrored
                ),
            )  # fmt: skip
            shade = 0.5 * face_shade(sheet.normal, light) + 0.35
            sheets.append(replace(sheet, shade=shade))
    return tuple(sheets)


def _cut_out(
    figure: Figure, colour: Colour, *, density: tuple[float, float], mirrored: bool
) -> Image:
    rows = int(min(max(8.0, _rounded(figure.height_in * density[1])), 900.0))
    if figure.shape == "tree":
        colour = (64, 92, 46)
    drawn = figures.cut_out(figure.shape, colour=colour, rows=rows)
    return drawn[:, ::-1] if mirrored else drawn


def _figure_shadow(piece: ScenePiece, figure: Figure, *, light: SceneLight) -> Sheet:
    shift = shadow_shift(light)
    lean = np.array([shift[0], shift[1], 0.0])
    _, left = _axes(piece.place, figure.turn_deg)
    # Broad or edge-on, a cut-out that is not quite flat throws some shadow.
    across = left if cross(left, lean)[2] > 0 else -left
    wide = figures.width_of(figure.shape) * figure.height_in
    grow = light.softness_in * figure.height_in
    # A real axis for the sheet even where the lamp stands in the figure's own plane.
    if abs(cross(across, lean)[2]) < 0.08:
        across = across + 0.1 * cross(lean, _UP) * -1.0
    foot = _point(piece.place, figure.offset_in, height=0.012 + piece.base_in)

    def paint(density: tuple[float, float]) -> Image:
        del density
        rows = max(8, round(_SHADOW_SCALE * figure.height_in))
        drawn = figures.cut_out(figure.shape, colour=(0, 0, 0), rows=rows)[..., 3]
        edge = round(rows * grow / figure.height_in)
        drawn = np.pad(drawn, ((edge, edge), (edge, edge)))
        return _softened(drawn, reach=0.3 * grow * _SHADOW_SCALE, light=light)

    box = (-wide / 2 - grow, -grow, wide / 2 + grow, figure.height_in + grow)
    return Sheet(
        origin=foot, across=across, up=lean, box=box, paint=paint, samples=1, mode="shadow"
    )


def _softened(cover: Image, *, reach: float, light: SceneLight) -> Image:
    soft = cv2.GaussianBlur(cover, (0, 0), max(0.6, reach))
    print_ = np.zeros((*cover.shape, 4), dtype=np.float32)
    print_[..., 3] = np.asarray(soft) * np.float32((1 - light.ambient) * _AHEAD_OF_DUSK)
    return print_


def _prism_shadow(
    outline: tuple[Pair, ...], *, place: ScenePlace, heights: tuple[float, float], light: SceneLight
) -> Sheet:
    """On the ground beneath: what an upright prism hides from the lamp, and the dark along it."""
    shift = shadow_shift(light)
    ahead, left = _axes(place)
    tall = heights[1] - heights[0]
    moved = (
        tall * (shift[0] * ahead[0] + shift[1] * ahead[1]),
        tall * (shift[0] * left[0] + shift[1] * left[1]),
    )
    far = tuple((x + moved[0], y + moved[1]) for x, y in outline)
    swept = [
        (one, other, far_other, far_one)
        for one, other, far_one, far_other in zip(
            outline, (*outline[1:], outline[0]), far, (*far[1:], far[0]), strict=True
        )
    ]
    grow = 0.06 + light.softness_in * tall
    x, y = np.array([*outline, *far]).T
    box = (x.min() - grow, y.min() - grow, x.max() + grow, y.max() + grow)
    scale = min(_SHADOW_SCALE, 1200.0 / max(box[2] - box[0], box[3] - box[1]))

    def paint(density: tuple[float, float]) -> Image:
        del density
        covered = printing.mask(outline, far, *swept, box=box, scale=scale)
        return _softened(covered, reach=0.4 * grow * scale, light=light)

    return _level(np.array([place.x, place.y, heights[0]]), ahead, box=box, paint=paint)


def _level(
    origin: Floats, across: Floats, *, box: tuple[float, float, float, float], paint: Paint
) -> Sheet:
    """A shadow on level ground."""
    up = cross(_UP, across)
    return Sheet(
        origin=origin, across=across, up=up, box=box, paint=paint, samples=1, mode="shadow"
    )


def patch_thing(patch: Patch, scene: TableScene) -> Thing:
    """A patch of terrain."""
    corners = patch.outline_in
    if printing.signed_area(corners) < 0:
        corners = corners[::-1]
    x, y = np.array(corners).T
    box = (float(x.min()), float(y.min()), float(x.max()), float(y.max()))
    wide = max(box[2] - box[0], box[3] - box[1])

    def paint(density: tuple[float, float]) -> Image:
        scale = min(max(density), 60.0, _WIDEST_PRINT / wide)
        covered = printing.mask(corners, box=box, scale=scale)
        drawn = surfaces.ground(
            patch.surface, shape=covered.shape[:2], scale=scale, colour=patch.colour,
            seed=(scene.seed, *patch.id.encode()),
        )  # fmt: skip
        return np.concatenate([drawn * covered[..., None], covered[..., None]], axis=2)

    top = Sheet(
        origin=np.array([0.0, 0.0, patch.height_in]), across=np.array([1.0, 0.0, 0.0]),
        up=np.array([0.0, 1.0, 0.0]), box=box, paint=paint,
    )  # fmt: skip
    own = _prism_shadow(
        corners, place=ScenePlace(x=0.0, y=0.0), heights=(0.0, patch.height_in), light=scene.light
    )
    feet = [np.array([a, b, 0.0]) for a, b in corners]
    sides = (
        walls(feet, height=patch.height_in, colour=patch.colour, light=scene.light, seams=True)
        if patch.height_in >= 0.02
        else ()
    )
    eye = np.asarray(scene.camera.position_in)
    far = max(feet, key=lambda foot: float(np.linalg.norm(foot - eye)))
    if patch.height_in > TALL_IN:
        return Thing(key=patch, foot=far, cast=(own,), tall=(*sides, top))
    return Thing(key=patch, foot=far, contact=(own,), flat=(*sides, top))


def hand_thing(hand: SceneHand, place: ScenePlace, *, light: SceneLight, seed: int) -> Thing:
    """A hand in the air and its shadow on the table."""
    across, up = _axes(place)
    box = hands.sheet_box(hand.length_in)

    def paint(density: tuple[float, float]) -> Image:
        pixels = int(min(max(24, round(hand.length_in * max(density) / 8) * 8), 900))
        return hands.hand_print(
            length_px=pixels, skin=hand.skin, sleeve=hand.sleeve,
            light_turn_deg=light.towards_deg - place.heading, seed=seed,
        )  # fmt: skip

    def dark(density: tuple[float, float]) -> Image:
        del density
        pixels = round(hand.length_in * 10.0)
        cover = hands.hand_print(
            length_px=pixels, skin=hand.skin, sleeve=hand.sleeve, light_turn_deg=0.0, seed=seed
        )[..., 3]
        reach = 10.0 * (0.08 + 0.6 * light.softness_in * hand.height_in)
        return _softened(np.pad(cover, 10), reach=reach, light=light)

    shift = shadow_shift(light)
    origin = np.array([place.x, place.y, hand.height_in])
    ground = np.array(
        [place.x + shift[0] * hand.height_in, place.y + shift[1] * hand.height_in, 0.05]
    )
    wide = (box[0] - 1.0, box[1] - 1.0, box[2] + 1.0, box[3] + 1.0)
    return Thing(
        key=(hand, place),
        foot=origin,
        cast=(_level(ground, across, box=wide, paint=dark),),
        tall=(Sheet(origin=origin, across=across, up=up, box=box, paint=paint, samples=2),),
    )
