"""What must be true of every drawing, and what each mark on it means."""

import json
import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from api.answers.asking import Question, What, ask
from api.drawing.frame import DRAWN_NAME
from api.drawing.sheet import draw
from api.errors import UserError
from api.files.table_file import example_names, example_text, parse_snapshot
from api.wording import shortened
from rules.table.snapshot import Snapshot
from rules.table.units import Inches
from tests.api.umpire import disc, pair, table

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = (
    "<script>alert(1)</script>",
    "\"><img src=x onerror='alert(1)'>",
    "]]><x/>",
    "&amp;&lt;",
    "a\N{RIGHT-TO-LEFT OVERRIDE}b",
    "T\N{GRINNING FACE}1",
)


def snapshot(content: dict[str, Any]) -> Snapshot:
    return parse_snapshot(json.dumps(content), origin="test")


def parsed(now: Snapshot, question: Question | None = None) -> ET.Element:
    measurement = None if question is None else ask(now, question)
    return ET.fromstring(draw(now, measurement=measurement, errors=True))


def words(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def check(root: ET.Element) -> None:
    """Nothing that a strict content policy blocks, and no number that is not one."""
    known = {"svg", "g", "path", "rect", "circle", "ellipse", "text", "title", "desc", "defs"}
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in known | {"pattern"}
        assert "style" not in element.attrib
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert not re.search(r"\b(nan|inf)\b", value)


@pytest.mark.parametrize("name", example_names())
@pytest.mark.parametrize("what", [None, *What])
def test_every_question_on_every_example(name: str, what: What | None) -> None:
    now = parse_snapshot(example_text(name), origin=name)
    first, second = now.pieces[0].id, now.pieces[1].id
    question = None if what is None else Question(what=what, a=first, b=second)
    root = parsed(now, question)
    check(root)
    named = words(root)
    assert {piece.id for piece in now.pieces if piece.pose} <= set(named)


@pytest.mark.parametrize("name", HOSTILE)
def test_names_stay_names(name: str) -> None:
    now = snapshot(
        table(
            disc(name, 5, 5, side=name, kind=name, state="declared", declared_by=name),
            disc("B", 8, 5),
            terrain=[{"id": name, "kind": name, "outline_in": [[1, 1], [9, 1], [9, 3]]}],
        )
    )
    root = parsed(now, Question(what=What.NEAR, a="B"))
    check(root)
    assert shortened(name, DRAWN_NAME) in words(root)
    pieces = [element.get("data-piece") for element in root.iter() if element.get("data-piece")]
    assert pieces == [name, "B"]


@given(name=st.text(min_size=1))
def test_any_name_that_a_table_takes_gives_readable_svg(name: str) -> None:
    try:
        now = snapshot(table(disc(name, 5, 5), disc("B", 8, 5)))
    except UserError:
        reject()
    check(parsed(now))


def test_north_is_up() -> None:
    now = snapshot(table(disc("S", 12, 2), disc("N", 12, 22)))
    circles = {
        element.get("data-piece"): element.find(f"{SVG}circle")
        for element in parsed(now).iter()
        if element.get("data-piece")
    }
    south, north = circles["S"], circles["N"]
    assert south is not None
    assert north is not None
    assert (south.get("cy"), north.get("cy")) == ("22", "2")


def test_the_verdict_stands_under_the_table() -> None:
    root = parsed(snapshot(pair()), Question(what=What.SIGHT, a="A1", b="B1"))
    assert "NO" in words(root)
    told = root.find(f"{SVG}desc")
    assert told is not None
    assert "A1" in (told.text or "")
    assert "W1" in " ".join(words(root))


def test_a_range_carries_its_length_and_its_doubt() -> None:
    question = Question(what=What.RANGE, a="A1", b="B1", limit=Inches(12.0))
    assert any(
        re.fullmatch(r"9 ± 0\.\d+ in", text) for text in words(parsed(snapshot(pair()), question))
    )


@pytest.mark.parametrize("state", ["moving", "hidden", "declared"])
def test_states_are_marked_and_explained(state: str) -> None:
    more = {"declared_by": "the red player"} if state == "declared" else {}
    root = parsed(snapshot(table(disc("A1", 5, 5, state=state, **more))))
    assert state in words(root)
    assert [e.get("data-state") for e in root.iter() if e.get("data-state")] == [state]


def test_a_lost_piece_is_named_though_it_has_no_place() -> None:
    lost = {**disc("A1", 5, 5), "pose": None, "state": "lost"}
    assert "lost: A1" in words(parsed(snapshot(table(lost))))


@pytest.mark.parametrize("size", [1, 6, 24, 48, 144, 1000])
def test_tables_of_any_size_draw_few_grid_lines(size: int) -> None:
    content = table(table={"width_in": size, "depth_in": size})
    root = parsed(snapshot(content))
    check(root)
    assert len(words(root)) < 60


def test_labels_of_a_crowd_do_not_lie_on_each_other() -> None:
    crowd = [
        disc(f"P{row}{column}", 4 + 4 * column, 4 + 4 * row)
        for row in range(5)
        for column in range(5)
    ]
    root = parsed(snapshot(table(*crowd)))
    places = [
        (float(element.get("x", "0")), float(element.get("y", "0")))
        for element in root.iter(f"{SVG}text")
        if (element.text or "").startswith("P")
    ]
    assert len(places) == 25
    assert len(set(places)) == 25
