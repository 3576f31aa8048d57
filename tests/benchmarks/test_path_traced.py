"""Tests of the path-traced bench: its truth, which needs no path tracer."""

import ast
import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from benchmarks.path_traced import album
from benchmarks.path_traced.album import (
    SET_UPS,
    anchors_of_set_up,
    kit_pages,
    measured_tables,
    stand_of,
    traced_truth,
)
from benchmarks.path_traced.bodies import Curl, box, card, hidden, put
from benchmarks.path_traced.developed import developed, exposed
from benchmarks.path_traced.eye import TracedEye
from benchmarks.path_traced.laid import TABLE_IN, Situation, drawn_table
from benchmarks.path_traced.measuring import TAPED_IN, JudgedPiece, taped
from benchmarks.path_traced.path_traced import findings_of
from benchmarks.path_traced.printed import tag_corners

_DRAWING = ("bodies", "developed", "eye", "laid", "painted", "printed", "surfaces")
_OWN = ("rules", "calibration", "vision", "api")


@pytest.mark.parametrize("name", _DRAWING)
def test_what_draws_shares_no_code_with_what_measures(name: str) -> None:
    source = (album.HERE / f"{name}.py").read_text(encoding="utf-8")
    imported = {
        (node.module or "") if isinstance(node, ast.ImportFrom) else alias.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert not {each for each in imported if each.partition(".")[0] in _OWN}
    assert {each for each in imported if each.startswith("benchmarks")} <= {
        f"benchmarks.path_traced.{each}" for each in _DRAWING
    }


@pytest.mark.parametrize("set_up", SET_UPS, ids=lambda each: each.name)
def test_a_camera_sees_as_opencv_projects(set_up: album.SetUp) -> None:
    eye = stand_of(set_up)
    corners = np.array([(x, y, 0.0) for x in (0, TABLE_IN[0]) for y in (0, TABLE_IN[1])])
    x, y = eye.middle
    matrix = np.array([[eye.focal_px, 0, x], [0, eye.focal_px, y], [0, 0, 1]])
    turn, _ = cv2.Rodrigues(eye.axes)
    shift = -eye.axes @ np.array(eye.position)
    bends = np.array([eye.bulge, 0.0, 0.0, 0.0, 0.0])
    told, _ = cv2.projectPoints(corners, turn, shift, matrix, bends)
    seen = eye.pixels(corners)
    assert np.abs(seen - told.reshape(-1, 2)).max() < 1e-6
    assert ((seen > 0) & (seen < set_up.size)).all()
    lean = math.degrees(math.acos(-float(eye.axes[2, 2])))
    assert lean == pytest.approx(set_up.tilt_deg, abs=1e-6)


def test_the_lens_is_undone_exactly() -> None:
    eye = stand_of(SET_UPS[1])
    flat = np.random.default_rng(3).uniform(-0.6, 0.6, (50, 2))
    assert np.abs(eye.straightened(eye.bulged(flat)) - flat).max() < 1e-7


def test_the_lens_shows_nothing_that_is_behind_it_or_far_aside() -> None:
    eye = stand_of(SET_UPS[3])
    x, y, z = eye.position
    assert not eye.shows((x, y - 10, z))
    assert not eye.shows((x + 60, y + 10, z))
    assert eye.shows(eye.look_at)


def test_curled_paper_keeps_its_lengths_and_its_middle() -> None:
    line = np.column_stack([np.linspace(-1, 1, 201), np.zeros(201)])
    bent = Curl(turn_deg=0.0, rise_in=0.1).bent(line)
    assert np.linalg.norm(np.diff(bent, axis=0), axis=1).sum() == pytest.approx(2.0, abs=1e-4)
    assert bent[100] == pytest.approx([0, 0, 0])
    assert bent[-1, 2] == pytest.approx(0.1, rel=0.02)


def test_a_box_hides_what_lies_behind_it_and_nothing_else() -> None:
    house = box((0, 0, 0), (2, 2, 2), surface="house")
    points = np.array([[5.0, 1.0, 0.0], [-5.0, 1.0, 0.0], [1.0, 1.0, 2.0], [5.0, 8.0, 0.0]])
    seen = hidden(points, target=np.array([-20.0, 1.0, 3.0]), bodies=[house])
    assert seen.tolist() == [True, False, False, False]


def test_a_figure_hides_the_tag_behind_it_and_not_the_one_before() -> None:
    figure = put(card(1.0, 1.0, surface="figures"), x=3, y=4, z=0, heading_deg=90)
    points = np.array([[3.0, 4.5, 0.0], [3.0, 3.5, 0.0]])
    seen = hidden(points, target=np.array([3.0, -20.0, 20.0]), bodies=[figure])
    assert seen.tolist() == [True, False]


def test_every_tag_is_printed_where_the_kit_tells() -> None:
    pages = kit_pages()
    share = (np.arange(pages.kit["dictionary"]["cells"]) + 0.5) / pages.kit["dictionary"]["cells"]
    across, down = np.meshgrid(share, share)
    for piece in pages.kit["pieces"]:
        for tag in piece["faces"][0]["tags"]:
            corners = tag_corners(tag)
            right, below = corners[1] - corners[0], corners[3] - corners[0]
            spots = corners[0] + across[..., None] * right + down[..., None] * below
            place = pages.places[piece["id"]]
            x, y = np.round(place.pixels(spots.reshape(-1, 2))).astype(int).T
            is_black = pages.pages[place.page][y, x].reshape(across.shape) < 128
            told = [[cell == "#" for cell in row] for row in pages.kit["patterns"][str(tag["id"])]]
            assert (is_black == np.array(told)).all(), piece["id"]


def test_a_drawn_table_tells_what_hides_and_shades_each_tag() -> None:
    table = next(each for each in measured_tables(SET_UPS[1]) if each.bulb is not None)
    truth = traced_truth(table)
    tags = [each for each in truth["tags"] if not each["owner"].isdigit()]
    assert len(truth["pieces"]) == 26
    # Aslant a figure hides one tag of many a base; the bulb casts its shadow on one.
    assert 3 < sum(each["hidden"] > 0 for each in tags) < 24
    assert 3 < sum(0 < each["shaded"] < 1 for each in tags) < 30
    for at, one in enumerate(truth["pieces"]):
        for other in truth["pieces"][:at]:
            assert math.hypot(one["x"] - other["x"], one["y"] - other["y"]) > 1.5


def test_every_situation_is_drawn_the_same_again() -> None:
    set_up = replace(SET_UPS[0], pictures=5)
    one, other = list(measured_tables(set_up)), list(measured_tables(set_up))
    assert [each.situation for each in one] == list(Situation)
    assert [each.pieces for each in one] == [each.pieces for each in other]


def test_the_tape_is_read_anew_for_each_picture_and_errs_as_it_is_told() -> None:
    off = []
    for table in measured_tables(replace(SET_UPS[0], pictures=20)):
        west, east = table.anchors[:2]
        off.append(taped(table) - math.hypot(east.x - west.x, east.y - west.y))
    assert len(set(off)) == 20
    assert 0.7 < np.std(off) / TAPED_IN < 1.3
    assert abs(np.mean(off)) < 0.5 * TAPED_IN


def test_no_lamp_hangs_in_the_picture() -> None:
    for set_up in SET_UPS:
        eye = stand_of(set_up)
        for seed, situation in enumerate(Situation):
            table = drawn_table(
                kit_pages(),
                anchors=anchors_of_set_up(set_up),
                eye=eye,
                mat="felt",
                situation=situation,
                seed=seed,
            )
            assert table.bulb is None or not eye.shows(table.bulb.position)


def test_a_picture_is_exposed_and_what_is_too_bright_burns() -> None:
    light = np.linspace(0, 1, 10_000).reshape(100, 100)
    shares = exposed(light)
    assert np.percentile(shares, 96) == pytest.approx(0.82)
    grey = developed(1.5 * shares, seed=1, is_dim=False)
    assert grey[0, :10].max() < 30
    assert (grey[-1, -20:] == 255).all()


def test_the_findings_count_what_was_placed_lost_and_wrong() -> None:
    piece = JudgedPiece(
        set_up="from above",
        situation=Situation.BULB,
        id="S-1",
        is_open=True,
        has_figure=True,
        is_shaded=True,
        off_in=0.01,
        squared=1.0,
        is_told=True,
        stock_off_in=0.5,
    )
    lost = replace(piece, off_in=None, squared=math.nan, is_told=False)
    wrong = replace(piece, off_in=1.0, squared=99.0)
    covered = replace(lost, is_open=False)
    found = {
        each.measure: each
        for each in findings_of(SET_UPS[:1], [piece, piece, lost, wrong, covered])
    }
    assert found["from above, 1080p: open pieces placed"].value == pytest.approx(3 / 4)
    assert found["from above, 1080p: open pieces not placed and not a word why"].value == 1
    assert found["from above, 1080p: places more than a quarter of an inch off"].is_wrong
    assert found["from above, 1080p: places in their 95 % ellipse"].value == pytest.approx(2 / 3)


def test_an_eye_is_as_sharp_where_it_looks() -> None:
    eye = TracedEye(
        position=(0, 0, 10),
        look_at=(0, 0, 0),
        up=(0, 1, 0),
        width=100,
        height=80,
        focal_px=90,
    )
    assert eye.focus == 10
    assert eye.pixels(np.zeros((1, 3)))[0] == pytest.approx([49.5, 39.5])
    assert eye.pixels(np.array([[1.0, 1.0, 0.0]]))[0] == pytest.approx([58.5, 30.5])


def test_painting_is_asked_for_by_name_only_where_it_can_be_done() -> None:
    page = Path(album.HERE.parent / "__main__.py").read_text(encoding="utf-8")
    assert '"path-traced": path_traced' in page
    assert "has_mitsuba()" in page
