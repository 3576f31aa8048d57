"""Tests that every unit of the lists has the dice, caps, saves and points that were worked out."""

from collections import Counter
from dataclasses import replace

import pytest

from rules.games.paper_tigers_2.chapters.moving import cap
from rules.games.paper_tigers_2.tests.oracle import Card, card_of, rows
from rules.games.paper_tigers_2.tests.table_play import agreed, model, put
from rules.games.paper_tigers_2.units.catalogue import Condition, Stage, historical
from rules.games.paper_tigers_2.units.pools import DicePool
from rules.games.paper_tigers_2.units.sheet import UnitSheet
from rules.games.paper_tigers_2.units.unit_dice import action_pool, armour_pool, saves_on

ROWS = rows()
OPTIONS = agreed()


def fire(entry: UnitSheet, *conditions: Condition) -> int:
    situation = frozenset({Condition.MAIN, *conditions})
    return action_pool(Stage.FIRE, entry, situation=situation, options=OPTIONS).count


def move(entry: UnitSheet, colour: Condition) -> tuple[int, int]:
    pool: DicePool = action_pool(Stage.MOVE, entry, situation=frozenset({colour}), options=OPTIONS)
    return pool.count, pool.keep


def generated(entry: UnitSheet) -> Card:
    """The card of a unit as the game has it."""
    unit = put("T1", (0, 0)).unit
    names = {weapon.name for weapon in entry.weapons}
    return Card(
        fire=(fire(entry, Condition.RED), fire(entry, Condition.BLACK)),
        fire_far=(
            fire(entry, Condition.RED, Condition.FAR),
            fire(entry, Condition.BLACK, Condition.FAR),
        ),
        move=(move(entry, Condition.RED), move(entry, Condition.BLACK)),
        armour=(
            armour_pool(entry, situation=frozenset()).count,
            armour_pool(entry, situation=frozenset({Condition.SIDE})).count,
        ),
        saves_on=saves_on(entry),
        cap=cap(replace(unit, entry=entry)),
        range_in=entry.range,
        destroyed_at=entry.destroyed_at,
        points=entry.points,
        machine_gun="machine gun" in names,
        main_gun=any(weapon.fires == "main" for weapon in entry.weapons),
    )


def test_pt2_i1_all_147_units_stand_in_the_lists() -> None:
    assert len(ROWS) == len(historical()) == 147
    assert Counter(row["nation"] for row in ROWS) == {
        "USA": 25,
        "Great Britain": 28,
        "USSR": 24,
        "France": 10,
        "Germany": 40,
        "Italy": 10,
        "Japan": 10,
    }
    assert sum(bool(row.get("improved")) for row in ROWS) == 18


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['nation']} {row['name']}")
def test_a_unit_is_as_the_rulebook_has_it(row: dict[str, object]) -> None:
    made = model(str(row["name"]), str(row["nation"]))
    assert generated(made) == card_of(row)


def test_the_oracle_tells_units_apart() -> None:
    """An oracle that says the same of everything would agree with anything."""
    assert len({card_of(row) for row in ROWS}) > 40


@pytest.mark.parametrize(
    ("name", "points"),
    [("T-34a", 5), ("Sahariana", 3), ("Renault R-35", 3), ("Conscripts", 1)],
)
def test_ex2_44_pt2_g2_points_of_units(name: str, points: int) -> None:
    assert model(name, "Italy" if name == "Conscripts" else "").points == points


def test_a_unit_that_several_nations_field_differently_needs_its_nation() -> None:
    with pytest.raises(ValueError, match="a nation for Regulars"):
        model("Regulars")
    with pytest.raises(ValueError, match="a unit of the lists, got 'Maus'"):
        model("Maus")
