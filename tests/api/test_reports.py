"""Tests of the pictures of a calibration: what they draw, and that names cannot break them."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from api.drawing.svg import Element
from api.reports.coverage_picture import coverage_picture
from api.reports.page import Section, alone, report_page
from api.reports.residual_picture import residual_picture, residuals_of
from api.reports.table_pictures import error_picture, history_picture, layout_picture
from calibration.anchors import Calibrated, Layout, anchors_of
from calibration.board_problem import Board
from calibration.camera_model import COUNT as CAMERA_COUNT
from calibration.error_map import ErrorMap
from calibration.lens import Lens
from calibration.profile import HistoryStep
from calibration.seen import SeenBoard
from rules.table.snapshot import TableSize
from rules.table.units import Inches
from tests.api.located_values import model

TABLE = TableSize(width=Inches(24), depth=Inches(18))
BOARD = Board()
LENS = Lens(width=960, height=720, fx=900, fy=900, cx=480, cy=360)


def seen(x: float, y: float, *, name: str = "view 1") -> SeenBoard:
    """The board straight before the camera, thirty inches away."""
    numbers = tuple(range(BOARD.inner))
    points = BOARD.corners(numbers) * 30 + [x, y]
    return SeenBoard(picture=name, width=960, height=720, numbers=numbers, points=points)


def words(drawn: Element) -> list[str]:
    root = ET.fromstring(alone(drawn))
    return [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}text")]


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
    assert "2 NE corner: 0.5 in off" in told
    assert "0 SW corner: 0 in off" in told
    assert "4 S middle: not seen" in told
    assert told[-1].startswith("arrows x ")


def test_the_error_map_has_its_numbers_at_their_places() -> None:
    values = np.array([[0.01, 0.02, 0.03], [0.04, 0.05, 0.06], [0.07, 0.08, 0.09]])
    errors = ErrorMap(x=np.array([0.0, 12, 24]), y=np.array([0.0, 9, 18]), values=values)
    drawn = error_picture(errors, table=TABLE)
    told = words(drawn)
    assert {"0.01", "0.03", "0.07", "0.09"} <= set(told)
    assert "worst 0.09" in told[-1]
    root = ET.fromstring(alone(drawn))
    levels = {
        each.text: float(each.attrib["y"]) for each in root.iter("{http://www.w3.org/2000/svg}text")
    }
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
        title=evil, number="1", meaning="x",
        sections=[Section(title="a", says=[evil], odd=[evil], rows=[[evil]], picture=drawn)],
    )  # fmt: skip
    assert "<script" not in page
    assert page.count("&lt;script&gt;alert(1)") == 6
    assert page.startswith("<!doctype html>")
