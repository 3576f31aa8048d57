"""Tests of units that a player gave numbers of their own in the army list."""

from dataclasses import replace

import pytest

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.chapters.fire.saving import Destroyed, HitTaken
from rules.games.paper_tigers.chapters.moving import Move, MoveRolled
from rules.games.paper_tigers.profiles import PROFILES, UnitKind
from rules.games.paper_tigers.tests.table_play import HOST, Fire, acting, all_of, put, the
from rules.referee.toolkit.game import Seat, Setup
from rules.referee.toolkit.settings import options_from
from rules.table.bad_input import BadInputError
from rules.table.files.roster_files import roster_from_rows
from rules.table.units import Inches

TANK = PROFILES[UnitKind.TANK]


def row(name: str, side: str, **own: object) -> dict[str, object]:
    base = {"id": name, "side": side, "kind": "tank", "footprint": "rectangle 3 x 1.5"}
    return {**base, "tags": [len(name) + (10 if side == "blue" else 0)], **own}


def fielded(**own: object) -> Setup:
    rows = [row("T", "red", **own), row("EN", "blue")]
    roster = roster_from_rows(rows, columns=GAME.roster_schema)
    seats = (Seat(name="Host", sides=("red",)), Seat(name="Guest", sides=("blue",)))
    return Setup(seats=seats, roster=roster, options=options_from(GAME.option_schema, {}))


def test_an_army_list_gives_a_unit_its_own_numbers() -> None:
    own = {"moves_in": 5, "fires_in": "20", "armour": 3, "lasts": 1, "worth": 7, "fire_dice": 1}
    units = GAME.initial(fielded(**own)).units
    profile = units["T"].profile
    assert (profile.cap, profile.range, profile.armour) == (5, 20, 3)
    assert (profile.destroyed_at, profile.points, profile.fire_dice) == (1, 7, 1)
    assert profile.move_dice == 0
    assert units["EN"].profile == TANK


def test_its_points_count_in_the_muster() -> None:
    setup = fielded(worth=7)
    assert GAME.muster is not None
    points = {
        each.name: dict(each.points) for each in GAME.muster(setup.roster.entries, setup.options)
    }
    assert points == {"red": {"T": 7}, "blue": {"EN": TANK.points}}


@pytest.mark.parametrize(
    ("column", "value", "expected", "got"),
    [
        ("moves_in", 49, "a whole number, 1 to 48", "49"),
        ("armour", -1, "a whole number, 0 to 4", "-1"),
        ("lasts", 0, "a whole number, 1 to 6", "0"),
        ("fire_dice", "many", "a whole number, -1 to 3", "'many'"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(
    column: str, value: object, expected: str, got: str
) -> None:
    with pytest.raises(BadInputError) as refused:
        fielded(**{column: value})
    assert (refused.value.expected, refused.value.got) == (expected, got)
    assert column in str(refused.value)


def test_it_fires_and_moves_with_its_own_dice_and_no_farther_than_it_may() -> None:
    own = replace(TANK, cap=Inches(5), range=Inches(20), fire_dice=1, move_dice=-1)
    far = put("E1", (40, 10), blue=True)
    game = acting(put("T", (10, 10), entry=own), far, cards={"T": "3H"})
    refusal = game.refused(HOST, Fire(target="E1"))
    assert (refusal.clause, "its fire reaches 20 in" in refusal.reason) == ("PT1-D2c", True)
    game.do(HOST, Move())
    assert game.state.asks[0].says.startswith("Roll 1 die")
    assert the(game.rolled(HOST, 6), MoveRolled).allowance == Inches(5)
    near = put("E1", (20, 10), blue=True)
    game = acting(put("T", (10, 10), entry=own), near, cards={"T": "3H"})
    game.do(HOST, Fire(target="E1"))
    assert game.state.asks[0].says.startswith("Roll 4 dice")


def test_who_lasts_one_hit_alone_is_not_said_to_be_damaged_first() -> None:
    frail = put(
        "E1", (20, 10), kind="squad", blue=True, entry=replace(TANK, destroyed_at=1, armour=0)
    )
    game = acting(put("T", (10, 10)), frail, cards={"T": "3H"}, chosen={"wrecks": "always_remove"})
    game.do(HOST, Fire(target="E1"))
    told = game.rolled(HOST, 3, 3, 3)
    assert "damaged" not in the(told, HitTaken).told()
    assert [each.unit for each in all_of(told, Destroyed)] == ["E1"]


def test_who_lasts_three_hits_is_damaged_by_the_second() -> None:
    tough = put("E1", (20, 10), blue=True, hits=1, entry=replace(TANK, destroyed_at=3, armour=0))
    game = acting(put("T", (10, 10)), tough, cards={"T": "3H"})
    game.do(HOST, Fire(target="E1"))
    told = game.rolled(HOST, 3, 3, 3)
    assert all_of(told, Destroyed) == []
    assert (game.unit("E1").hits, game.unit("E1").damaged) == (2, True)
