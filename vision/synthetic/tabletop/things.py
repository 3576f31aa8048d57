"""Builds pieces, hands and patches of terrain out of sheets, with their shadows."""

import math
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.synthetic.described.optics import SceneLight
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
from vision.synthetic.tabletop.axes import UP, axes, point
from vision.synthetic.tabletop.lighting import face_shade, shadow_shift
from vision.synthetic.tabletop.shadows import figure_shadow, level_shadow, prism_shadow, softened
from vision.synthetic.tabletop.sheets import Sheet
from vision.synthetic.tabletop.walls import walls

TALL_IN: Final = 0.35
"""What is higher hides things behind it and is drawn in the order of distance."""
_TAG_RAYS: Final = 4
_WIDEST_PRINT: Final = 4096


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


def piece_thing(piece: ScenePiece, light: SceneLight) -> Thing:
    """A base, its tags and its figures."""
    tags = tuple((tag_sheet(piece, tag, light=light), tag) for tag in piece.tags)
    sheets = (*_walls(piece, light), _top(piece), *(sheet for sheet, _ in tags))
    is_tall = piece.top_in > TALL_IN
    upright = tuple(
        sheet for figure in piece.figures for sheet in _figure_sheets(piece, figure, light=light)
    )
    shadows = tuple(figure_shadow(piece, figure, light=light) for figure in piece.figures)
    outline = printing.outline(piece.footprint)
    heights = (piece.base_in, piece.top_in)
    own = prism_shadow(outline, place=piece.place, heights=heights, light=light)
    return Thing(
        key=piece,
        foot=np.array([piece.place.x, piece.place.y, piece.base_in]),
        contact=() if is_tall else (own,),
        flat=() if is_tall else sheets,
        cast=(own, *shadows) if is_tall else shadows,
        tall=(*sheets, *upright) if is_tall else upright,
        tags=tags,
    )


def tag_sheet(piece: ScenePiece, tag: SceneTag, *, light: SceneLight) -> Sheet:
    """The paper of a tag where it lies; the middle of the tag is the sheet's own (0, 0)."""
    across, up = axes(piece.place, tag.turn_deg)
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

    flat = point(piece.place, tag.offset_in, height=piece.top_in + tag.lift_in + lift)
    sheet = Sheet(
        origin=flat,
        across=across,
        up=up,
        box=(-half, -half, half, half),
        paint=paint,
        samples=_TAG_RAYS,
        gloss=tag.gloss,
        bend=bend,
        bend_turn=math.radians(tag.curl_turn_deg),
    )
    return replace(sheet, shade=face_shade(sheet.normal, light))


def _leaned(vector: Floats, towards: Floats, *, tilt_deg: float) -> Floats:
    """A vector after the direction ``towards`` has been raised by so many degrees."""
    angle = math.radians(tilt_deg)
    axis = cross(towards, UP)
    turned: Floats = (
        vector * math.cos(angle)
        + cross(axis, vector) * math.sin(angle)
        + axis * float(axis @ vector) * (1 - math.cos(angle))
    )
    return turned


def _top(piece: ScenePiece) -> Sheet:
    across, up = axes(piece.place)
    x, y = printing.half_face(piece)

    def paint(density: tuple[float, float]) -> Image:
        scale = min(max(density), _WIDEST_PRINT / (2 * max(x, y)))
        return printing.base_print(
            piece.footprint,
            colour=piece.colour,
            name=printing.name_on(piece),
            scale=_rounded(scale),
            anchor=piece.anchor,
            grain=len(piece.id),
            prints=piece.prints,
        )

    origin = np.array([piece.place.x, piece.place.y, piece.top_in])
    return Sheet(origin=origin, across=across, up=up, box=(-x, -y, x, y), paint=paint, samples=3)


def _rounded(scale: float) -> float:
    """In steps of a twelfth, so that prints of nearly the same size are drawn once."""
    return float(2.0 ** (round(12 * math.log2(max(scale, 2.0))) / 12))


def _walls(piece: ScenePiece, light: SceneLight) -> tuple[Sheet, ...]:
    if piece.height_in < 0.02:
        return ()
    ahead, left = axes(piece.place)
    middle = np.array([piece.place.x, piece.place.y, piece.base_in])
    corners = [middle + x * ahead + y * left for x, y in printing.outline(piece.footprint)]
    colour = printing.PAPER if piece.anchor else piece.colour
    return walls(corners, height=piece.height_in, colour=colour, light=light, seams=False)


def _figure_sheets(piece: ScenePiece, figure: Figure, *, light: SceneLight) -> tuple[Sheet, ...]:
    """Front and back of the cut-out; a tree is two that cross."""
    turns = (0.0, 90.0) if figure.shape == "tree" else (0.0,)
    sheets = []
    foot = point(piece.place, figure.offset_in, height=piece.top_in)
    wide = figures.width_of(figure.shape) * figure.height_in
    for turn in turns:
        _, left = axes(piece.place, figure.turn_deg + turn)
        for across, mirrored in ((left, False), (-left, True)):
            sheet = Sheet(
                origin=foot,
                across=across,
                up=UP,
                box=(-wide / 2, 0.0, wide / 2, figure.height_in),
                samples=3,
                paint=lambda density, mirrored=mirrored: _cut_out(  # type: ignore[misc]
                    figure, piece.colour, density=density, mirrored=mirrored
                ),
            )
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
            patch.surface,
            shape=covered.shape[:2],
            scale=scale,
            colour=patch.colour,
            seed=(scene.seed, *patch.id.encode()),
        )
        return np.concatenate([drawn * covered[..., None], covered[..., None]], axis=2)

    top = Sheet(
        origin=np.array([0.0, 0.0, patch.height_in]),
        across=np.array([1.0, 0.0, 0.0]),
        up=np.array([0.0, 1.0, 0.0]),
        box=box,
        paint=paint,
    )
    own = prism_shadow(
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
    across, up = axes(place)
    box = hands.sheet_box(hand.length_in)

    def paint(density: tuple[float, float]) -> Image:
        pixels = int(min(max(24, round(hand.length_in * max(density) / 8) * 8), 900))
        return hands.hand_print(
            length_px=pixels,
            skin=hand.skin,
            sleeve=hand.sleeve,
            light_turn_deg=light.towards_deg - place.heading,
            seed=seed,
        )

    def dark(density: tuple[float, float]) -> Image:
        del density
        pixels = round(hand.length_in * 10.0)
        cover = hands.hand_print(
            length_px=pixels, skin=hand.skin, sleeve=hand.sleeve, light_turn_deg=0.0, seed=seed
        )[..., 3]
        reach = 10.0 * (0.08 + 0.6 * light.softness_in * hand.height_in)
        return softened(np.pad(cover, 10), reach=reach, light=light)

    shift = shadow_shift(light)
    origin = np.array([place.x, place.y, hand.height_in])
    ground = np.array(
        [place.x + shift[0] * hand.height_in, place.y + shift[1] * hand.height_in, 0.05]
    )
    wide = (box[0] - 1.0, box[1] - 1.0, box[2] + 1.0, box[3] + 1.0)
    return Thing(
        key=(hand, place),
        foot=origin,
        cast=(level_shadow(ground, across, box=wide, paint=dark),),
        tall=(Sheet(origin=origin, across=across, up=up, box=box, paint=paint, samples=2),),
    )
