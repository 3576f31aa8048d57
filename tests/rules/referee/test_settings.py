"""What an option may be, and that what players choose is checked before a battle begins."""

from typing import Any

import pytest

from rules.referee.toolkit.settings import Option, Options, Value, options_from
from rules.table.bad_input import BadInputError

FLAG = Option(name="night", default=False, says="Whether it is night.")
DEPTH = Option(name="depth", default=3, least=1, most=9, says="How deep.")
REACH = Option(name="reach_in", default=12.0, most=36, says="How far.")
TIE = Option(name="tie", default="roll", choices=("roll", "ask"), says="What a tie brings.")
SCHEMA = (FLAG, DEPTH, REACH, TIE)


def test_what_nobody_chose_has_its_default() -> None:
    options = options_from(SCHEMA, {})
    assert list(options) == ["night", "depth", "reach_in", "tie"]
    assert (options.flag("night"), options.whole("depth")) == (False, 3)
    assert (options.number("reach_in"), options.choice("tie")) == (12.0, "roll")


def test_what_was_chosen_holds() -> None:
    chosen = {"night": True, "depth": 9, "reach_in": 7, "tie": "ask"}
    options = options_from(SCHEMA, chosen)
    assert dict(options.values) == chosen
    assert isinstance(options.number("reach_in"), float)
    assert options.number("depth") == 9


def test_equal_options_are_equal_and_fixed() -> None:
    options = options_from(SCHEMA, {"depth": 4})
    assert options == options_from(SCHEMA, {"depth": 4})
    assert options != options_from(SCHEMA, {})
    with pytest.raises(TypeError):
        options.values["depth"] = 5  # type: ignore[index]


def test_what_is_chosen_is_copied() -> None:
    chosen: dict[str, object] = {"depth": 4}
    options = options_from(SCHEMA, chosen)
    chosen["depth"] = 5
    assert options.whole("depth") == 4


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"night": 1}, "options.night: expected true or false, got 1"),
        ({"night": "yes"}, "options.night: expected true or false, got 'yes'"),
        ({"depth": 3.5}, "options.depth: expected a whole number, got 3.5"),
        ({"depth": True}, "options.depth: expected a whole number, got True"),
        ({"depth": 0}, "options.depth: expected 1 to 9, got 0"),
        ({"depth": 10}, "options.depth: expected 1 to 9, got 10"),
        ({"reach_in": "far"}, "options.reach_in: expected a number, got 'far'"),
        ({"reach_in": -0.1}, "options.reach_in: expected 0 to 36, got -0.1"),
        ({"reach_in": float("nan")}, "options.reach_in: expected a finite number, got NaN"),
        ({"tie": "fight"}, "options.tie: expected one of roll, ask, got 'fight'"),
        ({"tie": None}, "options.tie: expected a text, got None"),
        (
            {"dept": 3},
            "options: expected one of night, depth, reach_in, tie, got an unknown field 'dept'",
        ),
    ],
)
def test_what_cannot_be_chosen(chosen: dict[str, object], message: str) -> None:
    with pytest.raises(BadInputError) as caught:
        options_from(SCHEMA, chosen)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "fields",
    [
        {"default": "roll"},
        {"default": "roll", "choices": ("ask",)},
        {"default": 3, "choices": ("3",)},
        {"default": True, "choices": ("true",)},
        {"default": 0, "least": 1},
        {"default": 1001.0},
        {"default": float("nan")},
    ],
)
def test_an_option_that_cannot_be(fields: dict[str, Any]) -> None:
    with pytest.raises(BadInputError, match="odd"):
        Option(name="odd", says="Odd.", **fields)


@pytest.mark.parametrize("name", [option.name for option in SCHEMA])
def test_an_option_is_asked_for_as_what_it_is(name: str) -> None:
    options = options_from(SCHEMA, {})
    kinds: dict[str, tuple[str, ...]] = {
        "night": ("flag",),
        "depth": ("number", "whole"),
        "reach_in": ("number",),
        "tie": ("choice",),
    }
    for ask in ("flag", "number", "whole", "choice"):
        if ask in kinds[name]:
            assert getattr(options, ask)(name) == options.values[name]
        else:
            with pytest.raises(TypeError, match=f"{name} is no"):
                getattr(options, ask)(name)


def test_an_option_nobody_declared_is_a_fault() -> None:
    values: dict[str, Value] = {}
    with pytest.raises(KeyError):
        Options(values).flag("night")
