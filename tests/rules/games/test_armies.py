"""Whatever a game lets be fielded can be ordered, reckoned up and played with."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby

import pytest

from rules.referee.log.house_options import all_options
from rules.referee.toolkit.armies import (
    Fieldable,
    Mustered,
    Ordered,
    letters_of,
    rows_of,
    unit_named,
)
from rules.referee.toolkit.game import Game, Seat, Setup
from rules.referee.toolkit.settings import Options, options_from
from rules.registry import games
from rules.table.bad_input import BadInputError
from rules.table.files.printed import PRINTING
from rules.table.files.roster_files import roster_from_rows
from rules.table.roster import Roster
from rules.testing.conformance import is_sentence
from tests.calls import calls_of

WITH_UNITS = [game for game in games().values() if game.fieldable]
SIDES = ("Red", "Blue")


@pytest.fixture(params=WITH_UNITS, ids=lambda game: game.slug)
def each(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def agreed(game: Game, **chosen: object) -> Options:
    return options_from(all_options(game), chosen)


def roster_of(game: Game, *armies: Sequence[Ordered]) -> Roster:
    letters = letters_of(SIDES)
    rows = [
        dict(row)
        for side, army in zip(SIDES, armies, strict=False)
        for row in rows_of(game.fieldable, army, side=side, letter=letters[side])
    ]
    return roster_from_rows(rows, columns=game.roster_schema, others=PRINTING)


def mustered(game: Game, *armies: Sequence[Ordered], total: int | None = None) -> list[Mustered]:
    assert game.muster is not None
    return list(game.muster(roster_of(game, *armies).entries, agreed(game), total=total))


def complete(game: Game) -> list[Fieldable]:
    return [unit for unit in game.fieldable if unit.points is not None]


def test_some_game_has_units() -> None:
    assert len(WITH_UNITS) > 1


def test_it_reckons_up_what_it_lets_be_fielded(each: Game) -> None:
    assert each.muster is not None, "expected a muster beside its units, got none"


def test_each_unit_has_a_key_of_its_own_and_can_be_read(each: Game) -> None:
    keys = [unit.key for unit in each.fieldable]
    assert len(set(keys)) == len(keys)
    for unit in each.fieldable:
        assert unit_named(each.fieldable, unit.key) is unit
        assert unit.says.strip()
        assert unit.source.strip()
        names = [extra.name for extra in unit.extras]
        assert len(set(names)) == len(names), f"{unit.key}: an extra twice in {names}"
        for extra in unit.extras:
            assert extra.clause in each.clauses, f"{unit.key}, {extra.name}: {extra.clause}"


def test_the_units_of_a_group_stand_together(each: Game) -> None:
    groups = [group for group, _ in groupby(each.fieldable, key=lambda unit: unit.group)]
    assert len(set(groups)) == len(groups), groups


def test_each_unit_costs_what_the_list_says(each: Game) -> None:
    for unit in complete(each):
        (army,) = mustered(each, [Ordered(unit=unit.key)], total=10_000)
        assert army.worth == unit.points, unit.key


def test_each_extra_costs_what_the_list_says_and_is_no_fault(each: Game) -> None:
    for unit in complete(each):
        for extra in unit.extras:
            ordered = Ordered(unit=unit.key, extras=(extra.name,))
            (plain,) = mustered(each, [Ordered(unit=unit.key)], total=10_000)
            (army,) = mustered(each, [ordered], total=10_000)
            assert army.worth == (unit.points or 0) + extra.points, (unit.key, extra.name)
            assert army.faults == plain.faults, (unit.key, extra.name)


def test_an_army_that_costs_a_point_too_much_is_told_so(each: Game) -> None:
    dear = max(complete(each), key=lambda unit: unit.points or 0)
    assert dear.points is not None
    army = [Ordered(unit=dear.key, count=2)]
    (fits,) = mustered(each, army, total=2 * dear.points)
    (over,) = mustered(each, army, total=2 * dear.points - 1)
    more = [fault for fault in over.faults if fault not in fits.faults]
    assert [fault.unit for fault in more] == [""]
    assert "1 more than" in more[0].says


def test_what_is_wrong_or_worth_knowing_names_a_clause_in_a_sentence(each: Game) -> None:
    for unit in complete(each):
        (army,) = mustered(each, [Ordered(unit=unit.key, count=3)], total=1)
        assert army.faults, "expected too many points, got no fault"
        for remark in (*army.faults, *army.notes):
            assert remark.clause in each.clauses, remark
            assert remark.unit in {"", *army.points}, remark
            is_sentence(remark.says, f"{unit.key}: {remark.clause}")


def test_a_battle_begins_with_any_two_units_unless_the_muster_is_against_it(each: Game) -> None:
    """One of each sort against one of the first sort: accepted exactly when there is no fault."""
    first = next(
        unit
        for unit in complete(each)
        if not any(army.faults for army in mustered(each, [Ordered(unit=unit.key)]))
    )
    seats = tuple(Seat(name=side, sides=(side,)) for side in SIDES)
    for unit in complete(each):
        armies = ([Ordered(unit=first.key)], [Ordered(unit=unit.key)])
        faults = [fault for army in mustered(each, *armies) for fault in army.faults]
        setup = Setup(seats=seats, roster=roster_of(each, *armies), options=agreed(each))
        if faults:
            with pytest.raises(BadInputError):
                each.initial(setup)
        else:
            each.initial(setup)


def test_ready_armies_are_without_fault_and_may_be_played_with(each: Game) -> None:
    assert each.muster is not None
    for name, army in each.ready_armies.items():
        found = mustered(each, army, army)
        assert [fault for one in found for fault in one.faults] == [], name
        seats = tuple(Seat(name=side, sides=(side,)) for side in SIDES)
        each.initial(Setup(seats=seats, roster=roster_of(each, army, army), options=agreed(each)))


def test_a_roster_that_makes_no_sense_is_a_fault_of_that_unit(each: Game) -> None:
    assert each.muster is not None
    unit = complete(each)[0]
    roster = roster_of(each, [Ordered(unit=unit.key, count=2)])
    wrong = replace(
        roster.entries[1], kind="zeppelin", extra={"unit_type": "zeppelin", "model": "zeppelin"}
    )
    (army,) = each.muster((roster.entries[0], wrong), agreed(each), total=10_000)
    assert {fault.unit for fault in army.faults} == {wrong.id}
    assert list(army.points) == [roster.entries[0].id]


@pytest.mark.parametrize("column", ["side", "player"])
def test_armies_of_twice_as_many_cost_twice_as_much(each: Game, column: str) -> None:
    muster = each.muster
    assert muster is not None
    (row,) = rows_of(each.fieldable, [Ordered(unit=complete(each)[0].key)], side="Red")
    if column not in {"side", *(known.name for known in each.roster_schema)}:
        return
    costs = []
    for many in (200, 400):
        rows = [{**row, "id": f"A{n}", column: f"owner {n}"} for n in range(many)]
        entries = roster_from_rows(rows, columns=each.roster_schema, others=PRINTING).entries
        costs.append(calls_of(partial(muster, entries, agreed(each))))
    assert costs[1] < 2.2 * costs[0]
