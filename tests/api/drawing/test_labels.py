"""Labels choose free places, and a crowd of them is still drawn."""

import json
from typing import Final
from xml.etree import ElementTree as ET

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from api.answers.asking import TableQuestion, What, ask
from api.drawing.labels import Box, Labels, Segment, _crossings, _rows, _shares
from api.drawing.sheet import draw
from api.files.table_file import parse_snapshot
from rules.table.units import Inches
from tests.api.umpire import disc, table
from tests.often import often

BOARD: Final[Box] = (0, 0, 24, 24)
SVG: Final = "{http://www.w3.org/2000/svg}"
whole = st.integers(0, 12).map(float)
spots = st.tuples(whole, whole)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    left, top = draw(spots)
    return left, top, left + draw(st.integers(1, 6)), top + draw(st.integers(1, 6))


@given(box=boxes(), other=boxes())
def test_the_covered_share_is_that_of_the_shapes(box: Box, other: Box) -> None:
    rows = _rows([box])
    size = shapely.area(shapely.box(*box))
    share = _shares(rows, _rows([other]), sizes=np.array([size])).sum()
    assert share == pytest.approx(
        shapely.area(shapely.intersection(shapely.box(*box), shapely.box(*other))) / size
    )


@given(box=boxes(), line=st.tuples(spots, spots))
def test_a_line_crosses_a_box_where_the_shapes_meet(box: Box, line: Segment) -> None:
    told = bool(_crossings(_rows([box]), _rows([(*line[0], *line[1])]))[0])
    assert told == shapely.intersects(shapely.box(*box), shapely.LineString(line))


def test_the_first_place_is_taken_unless_another_is_better() -> None:
    labels = Labels(board=BOARD, pieces=[(4, 4, 6, 6)], lines=[((0, 12), (24, 12))])
    here, there = (10.0, 5.0), (20.0, 5.0)
    assert labels.put([here, there], width=2, height=1) == here
    assert labels.put([here, there], width=2, height=1) == there
    assert labels.put([(5, 5), (5, 8)], width=2, height=1) == (5, 8)
    assert labels.put([(5, 12), (5, 15)], width=2, height=1) == (5, 15)
    assert labels.put([(-5, 20), (5, 20)], width=2, height=1) == (5, 20)


def test_a_label_needs_a_place() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Labels(board=BOARD).put([], width=1, height=1)


@pytest.mark.parametrize("what", often([None, What.NEAR], quick=[What.NEAR]))
def test_a_thousand_pieces_are_drawn(what: What | None) -> None:
    crowd = [disc(f"P{n}", 1 + n % 32 * 0.7, 1 + n // 32 * 0.7) for n in range(1000)]
    now = parse_snapshot(json.dumps(table(*crowd)), origin="test")
    question = None if what is None else TableQuestion(what=what, a="P500", reach=Inches(6))
    measurement = None if question is None else ask(now, question)
    root = ET.fromstring(draw(now, measurement=measurement))
    names = [text for text in root.iter(f"{SVG}text") if text.get("class") == "piece-name"]
    assert len(names) == 1000


def test_a_long_name_is_drawn_short_and_told_in_full() -> None:
    name = "n" * 200
    ground = {"id": name, "kind": "woods", "outline_in": [[1, 9], [3, 9], [3, 11]]}
    lost = {**disc(f"lost {name}", 1, 1), "pose": None, "state": "lost"}
    content = table(disc(name, 5, 5, side=name), lost, terrain=[ground])
    root = ET.fromstring(draw(parse_snapshot(json.dumps(content), origin="test")))
    texts = list(root.iter(f"{SVG}text"))
    assert max(len(text.text or "") for text in texts) <= 40
    cut = [text for text in texts if (text.text or "").startswith("nnn")]
    assert len(cut) == 3
    assert {text.findtext(f"{SVG}title") for text in cut} == {name}
