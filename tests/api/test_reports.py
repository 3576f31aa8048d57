"""Tests of the pictures of a calibration: what they draw, and that names cannot break them."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry.base import BaseGeometry

from api.drawing.svg import Element
from api.reports.anchor_picture import layout_picture
from api.reports.coverage_picture import coverage_picture
from api.reports.page import Section, alone, report_page
from api.reports.residual_picture import residual_picture, residuals_of
from api.reports.table_pictures import error_picture, history_picture
from api.reports.table_sheet import words_wide
from calibration.anchors import Calibrated, Layout, anchors_of
from calibration.camera_model import COUNT as CAMERA_COUNT
from calibration.error_map import ErrorMap
from calibration.lens import Lens
from calibration.lens_board.board_problem import Chessboard
from calibration.profile import HistoryStep
from calibration.seen import SeenBoard
from rules.table.snapshot import TableSize
from rules.table.units import Inches
from tests.api.located_values import model

TABLE = TableSize(width=Inches(24), depth=Inches(18))
SVG = "{http://www.w3.org/2000/svg}"
BOARD = Chessboard()
LENS = Lens(width=960, height=720, fx=900, fy=900, cx=480, cy=360)


def seen(x: float, y: float, *, name: str = "view 1") -> SeenBoard:
    """The board straight before the camera, thirty inches away."""
    numbers = tuple(range(BOARD.inner))
    points = BOARD.corners(numbers) * 30 + [x, y]
    return SeenBoard(picture=name, width=960, height=720, numbers=numbers, points=points)


def words(drawn: Element) -> list[str]:
    root = ET.fromstring(alone(drawn))
    return [each.text or "" for each in root.iter(f"{SVG}text")]


def test_coverage_counts_views_and_marks_what_was_not_seen() -> None:
    empty = words(coverage_picture([], width=960, height=720, board=BOARD))
    assert empty[-1] == "0 views; 12 of 12 parts of the picture not seen yet"
    assert empty.count("?") == 12
    views = [seen(480, 360), seen(300, 360, name="view 2")]
    drawn = coverage_picture(views, width=960, height=720, board=BOARD, dropped={"view 2"})
    told = words(drawn)
    assert "1 views; " in told[-1]
    assert told[-1].endswith("; 1 dropped (dashed)")
    assert 0 < told.count("?") < 12
    assert str(drawn).count("stroke-dasharray") == 1


def test_residuals_are_those_that_were_put_in() -> None:
    view = seen(480, 360)
    assert np.abs(residuals_of(view, board=BOARD, lens=LENS)).max() < 1e-3
    shifted = view.points.copy()
    shifted[7] += [3.0, 0.0]
    left = residuals_of(replace(view, points=shifted), board=BOARD, lens=LENS)
    assert int(np.argmax(np.hypot(*left.T))) == 7
    assert left[7, 0] > 2.0
    drawn = residual_picture([replace(view, points=shifted)], board=BOARD, lens=LENS)
    assert re.fullmatch(r"arrows x \d+; a usual corner is 0\.\d+ px off", words(drawn)[0])


def calibrated() -> Calibrated:
    """Anchors of which the fifth was never seen and the third lies half an inch too far east."""
    numbers = (0, 1, 2, 3, 5, 6, 7)
    meant = {anchor.number: anchor for anchor in anchors_of(TABLE)}
    places = np.array([[meant[n].x, meant[n].y, 0.0, 0.0] for n in numbers])
    places[2, 0] += 0.5
    size = CAMERA_COUNT + 4 * len(numbers) + 1
    return Calibrated(
        model=model(),
        layout=Layout(numbers=numbers, places=places, size=1.2),
        covariance=np.eye(size) * 1e-4,
    )


def test_the_layout_shows_how_far_off_each_anchor_lies() -> None:
    told = words(layout_picture(calibrated(), anchors=anchors_of(TABLE), table=TABLE))
    said = dict(zip(told[0:-1:2], told[1:-1:2], strict=True))
    assert said["2 NE corner"] == "0.5 in off"
    assert said["0 SW corner"] == "0 in off"
    assert said["4 S middle"] == "not seen"
    assert told[-1].startswith("arrows x ")


def test_the_anchor_that_makes_the_frame_is_called_the_origin() -> None:
    sure = calibrated()
    start = CAMERA_COUNT
    covariance = sure.covariance.copy()
    covariance[start : start + 2] = covariance[:, start : start + 2] = 0.0
    layout = layout_picture(
        replace(sure, covariance=covariance), anchors=anchors_of(TABLE), table=TABLE
    )
    assert words(layout)[:2] == ["0 SW corner", "the origin"]


def test_an_error_in_one_direction_is_drawn_as_a_long_ellipse_that_way() -> None:
    """East of the table's middle, what is not known of the print pulls to the east."""
    wide = calibrated()
    place = CAMERA_COUNT + 4 * 5
    covariance = wide.covariance * 1e-4
    covariance[place, place] = 0.04
    drawn = layout_picture(
        replace(wide, covariance=covariance), anchors=anchors_of(TABLE), table=TABLE
    )
    ellipses = [each.attrib for each in ET.fromstring(alone(drawn)).iter(f"{SVG}ellipse")]
    long = [each for each in ellipses if float(each["rx"]) > 20]
    assert len(long) == 1
    assert float(long[0]["ry"]) == 1.5
    assert long[0]["transform"].startswith(("rotate(0.0 ", "rotate(-0.0 ", "rotate(180.0 "))


@given(seed=st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_no_name_covers_an_edge_an_arrow_an_ellipse_or_another_name(seed: int) -> None:
    """However the anchors were laid, as far off as a hand lays them."""
    laid = calibrated()
    places = laid.layout.places.copy()
    places[:, :2] += np.random.default_rng(seed).normal(0.0, 0.3, (len(places), 2))
    moved = replace(laid, layout=replace(laid.layout, places=places))
    root = ET.fromstring(alone(layout_picture(moved, anchors=anchors_of(TABLE), table=TABLE)))
    texts = list(root.iter(f"{SVG}text"))[:-1]
    boxes = [named(*pair) for pair in zip(texts[::2], texts[1::2], strict=True)]
    frame = next(root.iter(f"{SVG}rect")).attrib
    left, top = float(frame["x"]), float(frame["y"])
    edge = shapely.box(left, top, left + float(frame["width"]), top + float(frame["height"]))
    marks: list[BaseGeometry] = [edge.exterior]
    for each in root.iter(f"{SVG}path"):
        (x, y), *more = [
            (float(a), float(b))
            for a, b in re.findall(r"[ML]([-\d.]+) ([-\d.]+)", each.attrib["d"])
        ]
        marks += [shapely.LineString([(x, y), more[0]])] if each.attrib["class"] == "mark" else []
    for each in root.iter(f"{SVG}ellipse"):
        middle = shapely.Point(float(each.attrib["cx"]), float(each.attrib["cy"]))
        marks.append(middle.buffer(float(each.attrib["rx"])))
    for index, box in enumerate(boxes):
        assert not any(box.intersects(mark) for mark in marks)
        assert not any(box.intersects(other) for other in boxes[:index])


def named(first: ET.Element, second: ET.Element) -> shapely.Polygon:
    """The box that the two lines of a name cover."""
    x, top, low = float(first.attrib["x"]), float(first.attrib["y"]), float(second.attrib["y"])
    half = max(words_wide(first.text or ""), words_wide(second.text or "")) / 2
    return shapely.box(x - half, top - 11, x + half, low + 3)


def test_the_error_map_has_its_numbers_at_their_places() -> None:
    values = np.array([[0.01, 0.02, 0.03], [0.04, 0.05, 0.06], [0.07, 0.08, 0.09]])
    errors = ErrorMap(x=np.array([0.0, 12, 24]), y=np.array([0.0, 9, 18]), values=values)
    drawn = error_picture(errors, table=TABLE)
    told = words(drawn)
    assert {"0.01", "0.03", "0.07", "0.09"} <= set(told)
    assert "worst 0.09" in told[-1]
    root = ET.fromstring(alone(drawn))
    levels = {each.text: float(each.attrib["y"]) for each in root.iter(f"{SVG}text")}
    assert levels["0.01"] > levels["0.07"], "south is below"


def test_the_history_draws_a_bar_for_each_step() -> None:
    steps = [
        HistoryStep(name="1 photograph", error_in=0.3, but_for_print_in=0.06),
        HistoryStep(name="scale check", error_in=0.1),
    ]
    drawn = history_picture(steps)
    wide = [float(each) for each in re.findall(r'<rect[^>]* width="([\d.]+)"', str(drawn))]
    assert wide[0] == pytest.approx(3 * wide[2], rel=0.01)
    assert wide[0] == pytest.approx(5 * wide[1], rel=0.01)
    assert "0.300 in (0.060 in but for the print)" in words(drawn)
    assert words(history_picture([])) == []


def test_names_from_outside_stay_text() -> None:
    evil = "<script>alert(1)</script>.jpg"
    drawn = coverage_picture([seen(480, 360, name=evil)], width=960, height=720, board=BOARD)
    page = report_page(
        title=evil,
        number="1",
        meaning="x",
        sections=[Section(title="a", says=[evil], odd=[evil], rows=[[evil]], picture=drawn)],
    )
    assert "<script" not in page
    assert page.count("&lt;script&gt;alert(1)") == 6
    assert page.startswith("<!doctype html>")
