"""Brings the faces of a piece onto paper: alone, folded back to back, or as card backs."""

from dataclasses import replace
from typing import Final

import shapely

from rules.table.shapes import Rectangle
from vision.kit.designs.cards import card_name
from vision.kit.designs.piece_design import Design, Face
from vision.kit.designs.terrain_templates import template_cutouts
from vision.kit.drawing.cutouts import Cutout, cut_box, cut_line, fold_line
from vision.kit.drawing.marks import Mark, all_placed
from vision.kit.paper.sheets import COMMON, GAP
from vision.kit.wanted.kinds import Group, Stands
from vision.kit.wanted.letters import printable

TALLEST: Final = 9.4
"""Of a piece with its back below it: more does not go on a page of either paper."""


def cutouts_of(design: Design) -> list[Cutout]:
    """What to cut out for one piece."""
    item = design.piece.item
    group = item.kind.group
    if group is Group.TERRAIN and item.stands is not Stands.ROOF:
        return template_cutouts(design)
    if group is Group.CARDS:
        return [_laid(_single(design, face, name="")) for face in design.faces]
    name = _caption(design)
    if group is Group.SHEET:
        return [_single(design, design.faces[0], name=name)]
    if len(design.faces) == 1:
        return [_turned_if_wide(_single(design, design.faces[0], name=name))]
    if isinstance(item.footprint, Rectangle) and 2 * item.footprint.length <= TALLEST:
        return [_laid(_folded(design, name=name))]
    return [
        _turned_if_wide(_single(design, face, name=f"{name}, {face.name}: glue back to back"))
        for face in design.faces
    ]


def _caption(design: Design) -> str:
    piece = design.piece
    item = piece.item
    if item.kind.group in {Group.SLIPS, Group.SHEET, Group.MARKERS}:
        return ""
    name = card_name(piece)
    words = [piece.id if name in {piece.id, item.entry.id} else f"{piece.id} {name}"]
    if item.entry.name == item.entry.id and item.copies > 1:
        words = [piece.id]
    if item.entry.side:
        words.append(item.entry.side)
    return printable(", ".join(words))


def _single(design: Design, face: Face, *, name: str) -> Cutout:
    left, low, right, high = shapely.Polygon(face.outline).bounds
    marks: tuple[Mark, ...] = (cut_line(face.outline), *face.marks, *face.tags)
    group = design.piece.item.kind.group
    return Cutout(
        group=group,
        name=name,
        width=right - left,
        height=high - low,
        marks=all_placed(marks, by=(-left, -low)),
        is_back=group is Group.CARDS and face.name == "back",
    )


def _laid(cutout: Cutout) -> Cutout:
    """Upright or on its side, whichever gets more of the kind on a page."""
    wide, high = COMMON

    def per_page(width: float, height: float) -> int:
        height += cutout.caption_height
        return int((wide + GAP) / (width + GAP)) * int((high + GAP) / (height + GAP))

    if per_page(cutout.width, cutout.height) >= per_page(cutout.height, cutout.width):
        return cutout
    return _on_its_side(cutout)


def _turned_if_wide(cutout: Cutout) -> Cutout:
    """On its side only where it would not fit on the page upright."""
    return _on_its_side(cutout) if cutout.width > COMMON[0] else cutout


def _on_its_side(cutout: Cutout) -> Cutout:
    marks = all_placed(cutout.marks, turn=90, by=(cutout.height, 0))
    return replace(cutout, width=cutout.height, height=cutout.width, marks=marks)


def _folded(design: Design, *, name: str) -> Cutout:
    """The back stands on its head below the face, so that folding turns its front to the front."""
    face, back = design.faces
    left, low, right, high = shapely.Polygon(face.outline).bounds
    width, height = right - left, high - low
    above = all_placed((*face.marks, *face.tags), by=(-left, height - low))
    below = all_placed((*back.marks, *back.tags), turn=180, by=(right, high))
    fold = fold_line((0, height), (width, height))
    return Cutout(
        group=design.piece.item.kind.group,
        name=name,
        width=width,
        height=2 * height,
        marks=(cut_box(width, 2 * height), *above, *below, fold),
    )
