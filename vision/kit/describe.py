"""Describes a kit to other programs: all they need to draw its tags or to recognise them.

Lengths are inches. On the table x runs east and y north from the south-west anchor; in a piece's
own frame +x is its front and +y its left side. ``at_in`` is the centre of a tag's black square,
``size_in`` the side of that square, ``top_deg`` where the tag's upper edge points to, in degrees
from +x counter-clockwise. Each face of a piece is told as it is seen with that face up.
"""

from collections.abc import Sequence
from typing import Any, Final

from rules.table.files.snapshot_json import written_footprint
from rules.table.shapes import Footprint
from vision.kit.designs import anchors, board
from vision.kit.designs.cards import card_name
from vision.kit.designs.piece_design import Design, Face
from vision.kit.drawing.fitting import FIGURE, outline_on_paper
from vision.kit.drawing.marks import Area, Ink, Mark, PrintedTag, Spot
from vision.kit.making import Kit
from vision.kit.scale.scale_page import scale_description
from vision.kit.tags.plan import height_of
from vision.kit.wanted.kinds import Group, Stands
from vision.tags.dictionary import MARGIN_CELLS, pattern

FORMAT: Final = "paper-umpire/kit/1"
FIGURE_SIZE: Final = (1.0, 1.0)
"""Width and height of the upright figure that a base is made for, in inches."""


def described(kit: Kit) -> dict[str, Any]:
    """The kit as plain JSON values; docs/printing.md explains each field."""
    view, plan = kit.view, kit.plan
    pieces = [_piece(design, kit=kit) for design in kit.designs]
    numbers = {tag["id"] for piece in pieces for face in piece["faces"] for tag in face["tags"]}
    numbers |= {*plan.board, *plan.scale, *(each.number for each in anchors.anchors_on(view.table))}
    return {
        "format": FORMAT,
        "units": "inches",
        "dictionary": {
            "name": view.dictionary.family.value,
            "cells": view.dictionary.cells,
            "margin_cells": MARGIN_CELLS,
            "ids": view.dictionary.count,
        },
        "camera": {"width_px": view.camera.width, "height_px": view.camera.height},
        "table": {"width_in": float(view.table.width), "depth_in": float(view.table.depth)},
        "tilt_deg": view.tilt,
        "px_per_in": round(view.px_per_in, 3),
        "far_px_per_in": round(view.far_px_per_in, 3),
        "least_tag_in": round(float(view.least), 4),
        "least_px_per_cell": view.dictionary.least_px_per_cell,
        "least_far_px_per_cell": round(view.least_far_px_per_cell, 2),
        "anchors": _anchors(kit),
        "board": {
            "columns": board.COLUMNS,
            "rows": board.ROWS,
            "square_in": board.SQUARE,
            "tag_in": board.MARKER,
            "upper_left": "black",
            "ids": list(plan.board),
        },
        "scale_page": scale_description(plan),
        "pieces": pieces,
        "patterns": {str(number): _pattern(number, kit=kit) for number in sorted(numbers)},
        "warnings": list(kit.warnings),
    }


def _pattern(number: int, *, kit: Kit) -> list[str]:
    """The rows of a tag from its top: # is black."""
    rows = pattern(kit.view.dictionary.family, number)
    return ["".join(".#"[not cell] for cell in row) for row in rows]


def _anchors(kit: Kit) -> list[dict[str, Any]]:
    width, height = anchors.anchor_card_size(kit.view)
    x, y = anchors.anchor_centre(kit.view)
    frame = [
        _area([[round(a, 4) + 0.0, round(b, 4) + 0.0] for a, b in bar.points], ink=bar.ink)
        for bar in anchors.anchor_frame(kit.view)
    ]
    return [
        {
            "id": anchor.number,
            "name": anchor.name,
            "at_in": [anchor.x, anchor.y],
            "top_deg": 90.0,
            "size_in": anchors.anchor_size(kit.view),
            "height_in": 0.0,
            "card_in": [width, height],
            "centre_on_card_in": [x, y],
            "areas": frame,
        }
        for anchor in anchors.anchors_on(kit.view.table)
    ]


def _piece(design: Design, *, kit: Kit) -> dict[str, Any]:
    piece = design.piece
    item = piece.item
    is_card = item.kind.group is Group.CARDS
    return {
        "id": piece.id,
        "name": card_name(piece) if is_card else item.entry.name,
        "side": item.entry.side,
        "kind": item.kind.name,
        "group": item.kind.group.value,
        "stands": item.stands.value,
        "footprint": written_footprint(item.footprint),
        "height_in": float(item.height),
        "figure": _figure(design),
        "faces": _faces(design, kit=kit),
    }


def _figure(design: Design) -> dict[str, float] | None:
    if design.piece.item.stands is not Stands.UPRIGHT:
        return None
    width, height = FIGURE_SIZE
    return {"width_in": width, "height_in": height, "strip_in": FIGURE}


def _faces(design: Design, *, kit: Kit) -> list[dict[str, Any]]:
    item = design.piece.item
    found, first = [], 0
    for face in design.faces:
        heights = [float(height_of(item, first + index)) for index in range(len(face.tags))]
        found.append(_face(face, kit=kit, heights=heights, footprint=item.footprint))
        first += sum(role.unique for role in face.roles)
    return found


def _face(face: Face, *, kit: Kit, heights: list[float], footprint: Footprint) -> dict[str, Any]:
    tags = []
    for tag, role, height in zip(face.tags, face.roles, heights, strict=True):
        tags.append(
            {
                "id": tag.number,
                "role": role.role,
                "unique": role.unique,
                "size_in": tag.size,
                "at_in": [round(value, 4) + 0.0 for value in _in_piece(tag)],
                "top_deg": (tag.top - 90.0) % 360,
                "height_in": height,
                "px_per_cell": round(kit.view.px_per_cell(tag.size), 2),
                "far_px_per_cell": round(kit.view.far_px_per_cell(tag.size), 2),
            }
        )
    return {
        "face": face.name,
        "paper": _paper(face, footprint=footprint),
        "areas": _areas(face.marks),
        "tags": tags,
    }


def _areas(marks: Sequence[Mark]) -> list[dict[str, Any]]:
    """What is filled with ink beside the tags, in the piece's frame: a later one covers others."""
    found = [mark for mark in marks if isinstance(mark, Area)]
    return [_area([_turned(spot) for spot in area.points], ink=area.ink) for area in found]


def _area(outline: list[list[float]], *, ink: Ink) -> dict[str, Any]:
    return {"outline_in": outline, "rgb": [round(255 * share) for share in ink]}


def _paper(face: Face, *, footprint: Footprint) -> dict[str, object]:
    """What is cut out: the footprint itself, or another outline in the piece's frame."""
    if face.outline == outline_on_paper(footprint):
        return written_footprint(footprint)
    return {"polygon": [_turned(spot) for spot in face.outline]}


def _turned(spot: Spot) -> list[float]:
    """From paper to the piece's own frame."""
    x, y = spot
    return [round(y, 4) + 0.0, round(-x, 4) + 0.0]


def _in_piece(tag: PrintedTag) -> tuple[float, float]:
    """From paper, front up, to the piece's own frame: +x to the front, +y to the left."""
    x, y = tag.centre
    return (y, -x)
