"""Shows maps of a unit: as areas for programs and pages, and as lines for people."""

from collections.abc import Iterator
from typing import Final

import shapely
from rich.text import Text

from rules.referee.court.supposing.place_there import NumbersHere
from rules.referee.court.supposing.what_if import MapKind, TableLook, UnitMap
from rules.table.maps.cells import AnswerMap, CellAnswer

FORMAT: Final = "paper-umpire/map/1"
_ANSWERS: Final = ((CellAnswer.YES, "YES"), (CellAnswer.TOO_CLOSE, "TOO_CLOSE_TO_CALL"))

Rings = list[list[tuple[float, float]]]


def map_value(found: UnitMap, *, cells: bool = False) -> dict[str, object]:
    """A map as JSON: areas of what is YES and of what is too close to call; the rest is NO."""
    value: dict[str, object] = {
        "kind": str(found.kind),
        "unit": found.unit,
        "snapshot": found.snapshot,
        "says": found.says,
        "answered": found.map is not None,
        "areas": [] if found.map is None else _areas(found.map),
        "layers": [
            {"unit": each.unit, "areas": _areas(each.map)}
            for each in found.layers
            if each.map.those(CellAnswer.YES).any() or each.map.those(CellAnswer.TOO_CLOSE).any()
        ],
        "cells": None,
        "here": None,
    }
    if cells and found.map is not None:
        grid = found.map.grid
        value["cells"] = {
            "width_in": round(grid.width, 6),
            "depth_in": round(grid.depth, 6),
            "rows": list(found.map.rows()),
        }
    return value


def place_value(
    found: NumbersHere | None, look: TableLook, *, unit: str, kind: MapKind
) -> dict[str, object]:
    """What a map tells of one place, in the shape of a map without areas."""
    says = f"{unit} does not stand on the table by itself." if found is None else found.sentence
    nearest = None if found is None else found.nearest
    return {
        **map_value(UnitMap(kind=kind, unit=unit, snapshot=look.table.number, says=says)),
        "here": None
        if found is None
        else {
            "says": found.says,
            "sentence": found.sentence,
            "nearest_in": None if nearest is None else [round(value, 3) for value in nearest],
        },
    }


def _areas(found: AnswerMap) -> list[dict[str, object]]:
    return [
        {"answer": answer, "rings_in": rings_of(found, cell)}
        for cell, answer in _ANSWERS
        if found.those(cell).any()
    ]


def rings_of(found: AnswerMap, answer: CellAnswer) -> Rings:
    """The outlines of all cells with one answer, holes among them: fill by even and odd."""
    drawn = shapely.simplify(found.grid.outlined(found.those(answer)), 1e-9)
    return [
        [(round(float(x), 3), round(float(y), 3)) for x, y in shapely.get_coordinates(ring)[:-1]]
        for part in shapely.get_parts(drawn)
        for ring in (part.exterior, *part.interiors)
    ]


def map_lines(found: UnitMap) -> Iterator[Text]:
    """A map as people read it: what it is of, and how much of the table it is."""
    yield Text(found.says, "bold")
    if found.map is None:
        return
    whole = found.map.grid.count
    names = {CellAnswer.YES: "yes", CellAnswer.NO: "no", CellAnswer.TOO_CLOSE: "too close to call"}
    for answer, name in names.items():
        share = float(found.map.those(answer).sum()) / whole
        yield Text(f"  {name}: {share:.0%} of the table")
    for layer in found.layers:
        share = float(layer.map.those(CellAnswer.YES).sum()) / whole
        yield Text(f"  {layer.unit}: {share:.0%} of the table", "dim")
