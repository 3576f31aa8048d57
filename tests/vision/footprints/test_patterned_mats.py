"""Tests that a mat's own pattern is never taken for terrain without a word."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
import shapely

from benchmarks.pictures.accuracy_tables import FULL_HD, look, told
from benchmarks.pictures.outlines import judged_outline
from benchmarks.pictures.patterned_mats import MadeOf, MatKind, PatternedTable, patterned_table
from rules.table.snapshot import TableSize
from rules.table.units import Inches
from vision.footprints.empty_table import EmptyTable
from vision.footprints.found_outline import outline_around
from vision.footprints.outlines import FoundBy, FoundOutline, NoOutline

VIEW = look((24.0, 24.0), tilt_deg=0.0, size=FULL_HD).part(0.5)
EYE = VIEW.eye()
CAMERA = told(EYE)
SIDE = Inches(12.0)
TABLE = TableSize(width=SIDE, depth=SIDE)


@cache
def table(mat: MatKind, marked: MadeOf, seed: int = 3) -> PatternedTable:
    return patterned_table(EYE, side_in=SIDE, mat=mat, marked=marked, seed=seed)


def found(
    drawn: PatternedTable,
    *,
    bare: EmptyTable | None = None,
    also: tuple[tuple[float, float], ...] = (),
) -> FoundOutline | NoOutline:
    return outline_around(
        drawn.shown,
        camera=CAMERA,
        mark=drawn.middle,
        reach=6.0,
        table=TABLE,
        bare=bare,
        also=also,
    )


@pytest.mark.parametrize(
    "marked", [MadeOf.PALE_STRING, pytest.param(MadeOf.DARK_STRING, marks=pytest.mark.long)]
)
def test_a_line_on_a_mat_that_is_full_of_lines_is_told_as_doubtful(marked: MadeOf) -> None:
    told_of = found(table(MatKind.COBBLES, marked))
    assert isinstance(told_of, NoOutline) or "lines of its own" in told_of.warnings[0]


def test_a_patch_of_the_mat_within_string_is_told_as_doubtful() -> None:
    """A brown patch around the mark, a tenth of the table in its colours, and pale string."""
    eye, side = look((36.0, 36.0), tilt_deg=35.0, size=FULL_HD).part(0.5).eye(), Inches(18.0)
    drawn = patterned_table(
        eye, side_in=side, mat=MatKind.CAMOUFLAGE, marked=MadeOf.PALE_STRING, seed=517
    )
    told_of = outline_around(
        drawn.shown,
        camera=told(eye),
        mark=drawn.middle,
        table=TableSize(width=side, depth=side),
    )
    judged = judged_outline(told_of, true=shapely.Polygon(drawn.outline))
    assert judged.wrong < 0.1 or judged.is_told


def test_felt_of_a_colour_that_the_mat_has_is_told_as_doubtful() -> None:
    drawn = table(MatKind.CHECKS, MadeOf.GREEN)
    told_of = found(drawn)
    assert isinstance(told_of, NoOutline) or "its colours elsewhere" in told_of.warnings[0]


@pytest.mark.parametrize(
    ("mat", "marked"),
    [
        (MatKind.COBBLES, MadeOf.PALE_STRING),
        (MatKind.CAMOUFLAGE, MadeOf.RED),
        (MatKind.LEAVES, MadeOf.DARK_STRING),
        (MatKind.CHECKS, MadeOf.BROWN),
    ],
)
def test_beside_a_picture_of_the_empty_table_it_is_found_on_any_mat(
    mat: MatKind, marked: MadeOf
) -> None:
    drawn = table(mat, marked)
    told_of = found(drawn, bare=EmptyTable(picture=drawn.bare, camera=CAMERA))
    judged = judged_outline(told_of, true=shapely.Polygon(drawn.outline))
    assert isinstance(told_of, FoundOutline)
    assert told_of.way is FoundBy.CHANGE
    assert judged.sigmas < 2.0
    assert told_of.sigma < 0.1


def test_a_picture_of_another_table_is_not_used() -> None:
    drawn, other = table(MatKind.FELT, MadeOf.RED), table(MatKind.CHECKS, MadeOf.RED)
    told_of = found(drawn, bare=EmptyTable(picture=other.bare, camera=CAMERA))
    assert isinstance(told_of, FoundOutline)
    assert told_of.way is FoundBy.COLOUR


def test_one_more_tap_brings_the_part_of_another_colour() -> None:
    drawn = table(MatKind.FELT, MadeOf.RED)
    whole, (x, y) = shapely.Polygon(drawn.outline), drawn.middle
    east = whole.intersection(shapely.box(x + 0.6, 0.0, SIDE, SIDE))
    ring = shapely.get_coordinates(east)
    corners = CAMERA.pixels(np.column_stack([ring, np.zeros(len(ring))]))
    shown = drawn.shown.copy()
    cv2.fillPoly(shown, [np.round(corners).astype(np.int32)], (150, 90, 40))
    noisy = shown + np.random.default_rng(1).normal(0, 2, shown.shape)
    two = replace(drawn, shown=np.clip(noisy, 0, 255).astype(np.uint8), middle=(x - 0.8, y))
    once, twice = (found(two, also=also) for also in ((), ((x + 1.4, y),)))
    assert isinstance(twice, FoundOutline)
    assert judged_outline(twice, true=whole).wrong < 0.05
    assert isinstance(once, NoOutline) or judged_outline(once, true=whole).wrong > 0.2
