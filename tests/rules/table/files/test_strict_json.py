"""Tests of taking JSON apart without letting anything pass unseen."""

import math

import pytest

from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, items, number, parse, string, whole


def test_what_is_right_passes() -> None:
    value = parse('{"a": [1, 2.5, "x", null, true, -0.0, 1e-300]}', what="file")
    assert value == {"a": [1, 2.5, "x", None, True, 0.0, 1e-300]}
    assert number(3, "n") == 3.0
    assert isinstance(number(3, "n"), float)
    assert whole(-3, "n") == -3
    assert string("Żuków 🐯", "s") == "Żuków 🐯"
    assert items([], "i") == []


@pytest.mark.parametrize("value", [True, False, None, "1", [1], {"a": 1}, math.inf, math.nan])
def test_what_is_no_number(value: object) -> None:
    with pytest.raises(BadInputError, match=r"^here\.x: expected a (finite )?number, got "):
        number(value, "here.x")


def test_a_number_too_large_for_a_float() -> None:
    with pytest.raises(BadInputError, match="finite number"):
        number(10**400, "x")


@pytest.mark.parametrize("value", [True, 1.0, "1", None])
def test_what_is_no_whole_number(value: object) -> None:
    with pytest.raises(BadInputError, match="x: expected a whole number"):
        whole(value, "x")


@pytest.mark.parametrize("value", [1, None, ["a"], "a\tb", "a\nb", "\x00", "\udfff"])
def test_what_is_no_text_on_one_line(value: object) -> None:
    with pytest.raises(BadInputError, match="x: expected a text"):
        string(value, "x")


@pytest.mark.parametrize("value", ["ab", {"a": 1}, None, 3])
def test_what_is_no_list(value: object) -> None:
    with pytest.raises(BadInputError, match="x: expected a list"):
        items(value, "x")


def test_fields_that_nobody_asked_for_are_refused() -> None:
    fields = Fields({"a": 1, "c": 2, "b": 3}, "here")
    assert fields.must("a", number) == 1
    assert fields.may("z", number, default=7.0) == 7
    with pytest.raises(BadInputError, match=r"^here\.b: expected one of a, z, got an unknown"):
        fields.done()


def test_a_missing_field_is_named_in_full() -> None:
    with pytest.raises(BadInputError, match=r"^here\.there: expected this field, got nothing$"):
        Fields({}, "here").must("there", number)
    with pytest.raises(BadInputError, match=r"^there: expected this field"):
        Fields({}, "").must("there", number)


def test_null_is_not_a_field_left_out() -> None:
    with pytest.raises(BadInputError, match="got None"):
        Fields({"a": None}, "").may("a", number, default=7.0)


def test_long_values_are_shown_in_part() -> None:
    with pytest.raises(BadInputError) as caught:
        number("x" * 1000, "x")
    assert len(str(caught.value)) < 100


@pytest.mark.parametrize("text", ['{"a": 1, "a": 1}', '[{"b": {"a": 1, "a": 2}}]'])
def test_doubled_names_on_any_level(text: str) -> None:
    with pytest.raises(BadInputError, match="'a' twice"):
        parse(text, what="file")


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", '{"a": -Infinity}'])
def test_constants_that_are_no_json(text: str) -> None:
    with pytest.raises(BadInputError, match="finite number"):
        parse(text, what="file")


def test_digits_beyond_what_python_reads() -> None:
    with pytest.raises(BadInputError):
        parse("9" * 5000, what="file")


def test_a_complaint_seen_from_further_out() -> None:
    error = BadInputError("x", expected="a", got="b")
    assert str(error.inside("outer")) == "outer.x: expected a, got b"
    assert str(BadInputError("", expected="a", got="b").inside("outer")).startswith("outer: ")
