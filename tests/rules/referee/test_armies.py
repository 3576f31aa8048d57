"""Tests how army lists are typed, found in a game's units, and written as rows of a roster."""

import pytest

from rules.referee.toolkit.armies import (
    Extra,
    Fieldable,
    Ordered,
    letters_of,
    ordered_from,
    over_total,
    rows_of,
    unit_named,
)
from rules.table.bad_input import BadInputError

RADIO = Extra(name="radio", says="It hears.", clause="X-1", points=1, row={"traits": ("radio",)})
BIG = Extra(name="big", says="It is big.", clause="X-2", row={"footprint": "disc 3", "big": True})
TANK = Fieldable(
    id="north: ox",
    name="Ox",
    group="north",
    says="It pulls.",
    source="a test",
    points=5,
    extras=(RADIO, BIG),
    row={"kind": "tank", "footprint": "disc 2", "traits": ("fast",)},
)
OTHER = Fieldable(id="south: ox", name="Ox", group="south", says="It pushes.", source="a test")
GNU = Fieldable(name="2 Gnus", says="They run.", source="a test", points=3)
UNITS = (TANK, OTHER, GNU)


@pytest.mark.parametrize(
    ("typed", "unit", "count"),
    [
        ("Ox", "Ox", 1),
        ("3 Ox", "Ox", 3),
        ("3x Ox", "Ox", 3),
        ("Ox x 3", "Ox", 3),
        ("2 Gnus", "2 Gnus", 1),
        ("2 2 Gnus", "2 Gnus", 2),
        ("2 gnus x4", "2 gnus", 4),
        ("north: ox ×2", "north: ox", 2),
        ("Ox3", "Ox3", 1),
    ],
)
def test_a_line_has_a_count_before_or_behind_its_unit(typed: str, unit: str, count: int) -> None:
    assert ordered_from(typed, UNITS) == Ordered(unit=unit, count=count)


def test_a_line_has_extras_behind_plus_signs() -> None:
    found = ordered_from("2 Ox + radio+ big +", UNITS)
    assert found == Ordered(unit="Ox", count=2, extras=("radio", "big"))


def test_a_unit_is_found_by_its_key_or_by_a_name_that_only_it_has() -> None:
    assert unit_named(UNITS, " North:  OX ") is TANK
    assert unit_named(UNITS, "2 gnus") is GNU
    with pytest.raises(BadInputError, match="expected one of north: ox, south: ox, got 'Ox'"):
        unit_named(UNITS, "Ox")


def test_a_name_that_nothing_has_is_told_the_nearest() -> None:
    with pytest.raises(BadInputError, match="got '2 Gnuss'; did you mean 2 Gnus"):
        unit_named(UNITS, "2 Gnuss")
    with pytest.raises(BadInputError, match=r"got 'Zeppelin'$"):
        unit_named(UNITS, "Zeppelin")


def test_rows_are_numbered_through_and_carry_what_the_game_says() -> None:
    rows = rows_of(UNITS, [Ordered(unit="north: ox", count=2), Ordered(unit="2 gnus")], side="Red")
    assert [row["id"] for row in rows] == ["R1", "R2", "R3"]
    assert {row["side"] for row in rows} == {"Red"}
    assert rows[0]["footprint"] == "disc 2"
    assert rows[2]["name"] == "2 Gnus"


def test_extras_lengthen_lists_and_replace_everything_else() -> None:
    ordered = Ordered(unit="north: ox", extras=("Radio", "radio", "big"))
    (row,) = rows_of(UNITS, [ordered], side="Red", letter="T")
    assert row["id"] == "T1"
    assert row["traits"] == ["fast", "radio"]
    assert (row["footprint"], row["big"]) == ("disc 3", True)
    assert TANK.row["footprint"] == "disc 2", "expected the list to stay as it was"


@pytest.mark.parametrize(
    ("ordered", "complaint"),
    [
        (Ordered(unit="south: ox"), "units\\[1\\]: expected a unit that is complete"),
        (Ordered(unit="2 gnus", count=0), "units\\[1\\].count: expected 1 to 99, got 0"),
        (Ordered(unit="2 gnus", count=100), "expected 1 to 99, got 100"),
        (Ordered(unit="2 gnus", extras=("radio",)), "expected no extras, for 2 Gnus, got 'radio'"),
        (Ordered(unit="north: ox", extras=("sail",)), "one of radio, big, for Ox, got 'sail'"),
    ],
)
def test_what_cannot_be_ordered_is_told_with_what_can(ordered: Ordered, complaint: str) -> None:
    with pytest.raises(BadInputError, match=complaint):
        rows_of(UNITS, [ordered], side="Red")


def test_letters_tell_sides_apart() -> None:
    for sides in (["Red"], ["Red", "Blue"], ["Red", "Reds"], ["1", "2"], ["A", "AB", "ABC"]):
        letters = letters_of(sides)
        assert list(letters) == sides
        assert len(set(letters.values())) == len(sides), letters


def test_a_total_is_a_limit_only_where_one_was_agreed() -> None:
    points = {"A": 5, "B": 3}
    assert over_total(points, total=8, clause="X-1") == ()
    assert over_total(points, total=None, clause="X-1") == ()
    (fault,) = over_total(points, total=7, clause="X-1")
    assert (fault.clause, fault.unit) == ("X-1", "")
    assert fault.says == "8 points are 1 more than the 7 that were agreed."
