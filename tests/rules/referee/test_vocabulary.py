"""How bodies are written as JSON and read again, and which vocabularies cannot be."""

import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Any, NewType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.referee.toolkit.vocabulary import (
    Vocabulary,
    fields_of,
    kind_of,
    read_as,
    reader_of,
    written,
)
from rules.table.bad_input import BadInputError
from rules.table.units import Inches
from rules.testing.made_values import bodies_of


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Number(IntEnum):
    ONE = 1


Depth = NewType("Depth", int)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    x: Inches
    y: Inches = Inches(0.0)

    def __post_init__(self) -> None:
        if self.x < 0:
            raise BadInputError("x", expected="a place on the table", got=f"{self.x:g}")


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveDone:
    unit: str
    to: Spot | None = None
    way: tuple[Spot, ...] = ()
    colours: tuple[Colour, ...] = ()
    depth: Depth = Depth(3)
    sure: bool = True
    pair: tuple[int, str] = (1, "a")
    names: tuple[str, ...] = field(default_factory=tuple)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """Nothing to say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    unit: str | None
    faces: tuple[int, ...]


WORDS = Vocabulary(MoveDone, Pass, Hit)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Pass", "pass"),
        ("MoveDone", "move_done"),
        ("T34Hit", "t34_hit"),
        ("TurnUp2", "turn_up2"),
    ],
)
def test_a_kind_is_called_after_its_class(name: str, expected: str) -> None:
    made = type(name, (), {})
    assert kind_of(made) == kind_of(made()) == expected


@given(st.data())
def test_what_is_written_is_read_again(data: st.DataObject) -> None:
    for kind in WORDS.kinds.values():
        body = data.draw(bodies_of(kind))
        sent = json.dumps(WORDS.write(body), allow_nan=False)
        again = WORDS.read(json.loads(sent), "body")
        assert again == body
        assert type(again) is kind
        assert WORDS.write(again) == WORDS.write(body)


def test_what_has_its_default_is_left_out() -> None:
    assert WORDS.write(MoveDone(unit="T1")) == {"kind": "move_done", "unit": "T1"}
    assert WORDS.write(Pass()) == {"kind": "pass"}
    assert WORDS.read({"kind": "move_done", "unit": "T1"}, "body") == MoveDone(unit="T1")


def test_what_has_its_default_may_be_there() -> None:
    sent: object = {
        "kind": "move_done",
        "unit": "T1",
        "to": None,
        "way": [],
        "sure": True,
        "names": [],
    }
    assert WORDS.read(sent, "body") == MoveDone(unit="T1")


def test_a_field_without_default_is_always_there() -> None:
    assert WORDS.write(Hit(unit=None, faces=())) == {"kind": "hit", "unit": None, "faces": []}
    with pytest.raises(BadInputError, match=r"body\.unit: expected this field, got nothing"):
        WORDS.read({"kind": "hit", "faces": []}, "body")


def test_values_come_back_as_what_they_were() -> None:
    sent = {
        "kind": "move_done",
        "unit": "T1",
        "to": {"x": 3},
        "way": [{"x": 1, "y": 2.5}],
        "colours": ["blue"],
        "pair": [2, "b"],
    }
    body = WORDS.read(sent, "body")
    assert isinstance(body, MoveDone)
    assert body.to == Spot(x=Inches(3.0))
    assert isinstance(body.to, Spot)
    assert isinstance(body.to.x, float)
    assert body.colours == (Colour.BLUE,)
    assert isinstance(body.colours[0], Colour)
    assert body.way == (Spot(x=Inches(1.0), y=Inches(2.5)),)
    assert body.pair == (2, "b")


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ([], "body: expected an object, got []"),
        ({}, "body.kind: expected this field, got nothing"),
        ({"kind": 3}, "body.kind: expected a text, got 3"),
        ({"kind": "flee"}, "body.kind: expected one of hit, move_done, pass, got 'flee'"),
        (
            {"kind": "pass", "unit": "T1"},
            "body.unit: expected one of kind, got an unknown field",
        ),
        ({"kind": "move_done", "unit": 3}, "body.unit: expected a text, got 3"),
        (
            {"kind": "move_done", "unit": "T\x1b"},
            r"body.unit: expected a text on one line, got 'T\x1b'",
        ),
        (
            {"kind": "move_done", "unit": "T1", "sure": 1},
            "body.sure: expected true or false, got 1",
        ),
        (
            {"kind": "move_done", "unit": "T1", "depth": 2.5},
            "body.depth: expected a whole number, got 2.5",
        ),
        (
            {"kind": "move_done", "unit": "T1", "depth": None},
            "body.depth: expected a whole number, got None",
        ),
        (
            {"kind": "move_done", "unit": "T1", "way": {"x": 1}},
            "body.way: expected a list, got {'x': 1}",
        ),
        (
            {"kind": "move_done", "unit": "T1", "way": [{"x": 1}, {"y": 1}]},
            "body.way[1].x: expected this field, got nothing",
        ),
        (
            {"kind": "move_done", "unit": "T1", "way": [{"x": 1}, {"x": -1}]},
            "body.way[1].x: expected a place on the table, got -1",
        ),
        (
            {"kind": "move_done", "unit": "T1", "to": {"x": float("inf")}},
            "body.to.x: expected a finite number, got Infinity",
        ),
        (
            {"kind": "move_done", "unit": "T1", "to": {"x": 1, "z": 2}},
            "body.to.z: expected one of x, y, got an unknown field",
        ),
        (
            {"kind": "move_done", "unit": "T1", "colours": ["green"]},
            "body.colours[0]: expected one of red, blue, got 'green'",
        ),
        (
            {"kind": "move_done", "unit": "T1", "pair": [1]},
            "body.pair: expected 2 values, got 1",
        ),
        (
            {"kind": "move_done", "unit": "T1", "pair": ["a", 1]},
            "body.pair[0]: expected a whole number, got 'a'",
        ),
        ({"kind": "hit", "unit": "T1", "faces": [True]}, "body.faces[0]: expected a whole number"),
    ],
)
def test_what_cannot_be_read_is_named(sent: object, message: str) -> None:
    with pytest.raises(BadInputError) as caught:
        WORDS.read(sent, "body")
    assert str(caught.value).startswith(message)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_nothing_else_than_bad_input_comes_of_any_json(value: object) -> None:
    for name in ("unit", "to", "way", "colours", "depth", "sure", "pair", "names"):
        with contextlib.suppress(BadInputError):
            WORDS.read({"kind": "move_done", "unit": "T1", name: value}, "body")


def test_a_body_of_another_vocabulary_is_not_written() -> None:
    with pytest.raises(BadInputError, match="kind: expected a kind of this game, got spot"):
        WORDS.write(Spot(x=Inches(1.0)))


def test_a_kind_that_only_descends_from_one_is_not_written() -> None:
    class Passing(Pass):
        """Looks much like it."""

    with pytest.raises(BadInputError, match="got passing"):
        WORDS.write(Passing())


def test_two_kinds_of_one_name_are_refused() -> None:
    other: type = dataclass(frozen=True)(type("Pass", (), {}))
    with pytest.raises(BadInputError, match="vocabulary: expected each kind once, got pass twice"):
        Vocabulary(Pass, other)


def test_a_field_called_kind_is_refused() -> None:
    # It would be written over the name of the kind, and be read as another one.
    @dataclass(frozen=True)
    class Found:
        kind: str

    with pytest.raises(BadInputError, match=r"vocabulary\.found: expected no field called kind"):
        Vocabulary(Found)


@pytest.mark.parametrize(
    "type_",
    [
        dict[str, int],
        Mapping[str, int],
        list[int],
        set[str],
        frozenset[str],
        bytes,
        object,
        Any,
        int | str,
        int | str | None,
        Number,
        tuple[dict[str, int], ...],
    ],
)
def test_a_type_that_cannot_be_read_again_is_refused_at_once(type_: Any) -> None:
    @dataclass(frozen=True)
    class Inner:
        value: type_

    @dataclass(frozen=True)
    class Outer:
        inner: tuple[Inner, ...] = ()

    # Made here, where postponed names would not be found.
    Inner.__annotations__["value"] = type_
    Outer.__annotations__["inner"] = tuple[Inner, ...]
    for kind in (Inner, Outer):
        with pytest.raises(TypeError, match="a vocabulary cannot hold"):
            Vocabulary(kind)


def test_fields_are_told_to_whoever_builds_a_form() -> None:
    fields = {each.name: each for each in WORDS.fields(MoveDone)}
    assert list(fields) == [
        "unit",
        "to",
        "way",
        "colours",
        "depth",
        "sure",
        "pair",
        "names",
    ]
    assert [name for name, each in fields.items() if each.required] == ["unit"]
    assert fields["sure"].type is bool
    assert fields["names"].default == ()
    assert WORDS.fields(Pass) == ()
    assert fields_of(Pass) == ()


def test_the_kinds_cannot_be_changed() -> None:
    assert list(WORDS.kinds) == ["move_done", "pass", "hit"]
    with pytest.raises(TypeError):
        WORDS.kinds["spot"] = Spot  # type: ignore[index]


def test_one_dataclass_can_be_read_by_itself() -> None:
    assert read_as(Spot, {"x": 2}, where="spot") == Spot(x=Inches(2.0))
    with pytest.raises(BadInputError, match=r"^spot\.x: expected a place on the table, got -2$"):
        read_as(Spot, {"x": -2}, where="spot")
    with pytest.raises(BadInputError, match=r"^x: expected a place on the table, got -2$"):
        read_as(Spot, {"x": -2}, where="")


def test_values_are_written_whatever_holds_them() -> None:
    value = {"spots": [Spot(x=Inches(1.0))], "colour": Colour.RED, "pair": (1, None)}
    assert written(value) == {"spots": [{"x": 1.0}], "colour": "red", "pair": [1, None]}


def test_a_reader_says_which_type_it_cannot_read() -> None:
    with pytest.raises(TypeError, match="a vocabulary cannot hold a choice of types"):
        reader_of(int | str)
