"""Tests of what happens where Follow Me, riding, fire and damage meet."""

from typing import Any

import pytest

from rules.games.paper_tigers.chapters.acting import Decline
from rules.games.paper_tigers.chapters.fire.saving import Destroyed, HitTaken, SaveRoll, WreckChoice
from rules.games.paper_tigers.chapters.fire.shots import FireRoll, ShotLost
from rules.games.paper_tigers.chapters.following import Follow, FollowersNamed, FollowQuestion
from rules.games.paper_tigers.chapters.moving import Move, MoveRoll
from rules.games.paper_tigers.chapters.riding import (
    DismountRoll,
    GetOffChoice,
    GotOff,
    MustGetOff,
    Place,
    StayedAboard,
)
from rules.games.paper_tigers.chapters.walking import MoveDone, MoveQuestion
from rules.games.paper_tigers.tests.battles import about, spot
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    Fire,
    Put,
    Shot,
    acting,
    all_of,
    put,
    the,
)
from rules.games.paper_tigers.vocabulary import Follower
from tests.factories import box

# Hulls are 1.5 in wide, so two that look east are as far apart as their rows, less 1.5 in.
L, A = put("L", (10, 10)), put("A", (10, 13.9))
X, Y = put("X", (40, 10), blue=True), put("Y", (40, 20), blue=True)
A_AT_X = Follower(unit="A", target="X")


def leading(
    *units: Put, card: str = "KS", more: dict[str, str] | None = None, **chosen: object
) -> Battle:
    cards = {"L": card, **(more or {})}
    return acting(L, *units, X, Y, cards=cards, chosen={"wrecks": "always_remove", **chosen})


def hit(
    carrier: str, *, rider: str = "squad", at: tuple[float, float] = (30, 10), **more: Any
) -> Battle:
    """Red's tank T hits Blue's carrier C, which P rides on."""
    chosen = {"wrecks": "always_remove", **more.pop("chosen", {})}
    game = acting(
        put("T", (10, 10)),
        put("C", at, kind=carrier, blue=True, hits=more.pop("carrier_hits", 0)),
        put("P", at, kind=rider, blue=True, aboard="C", hits=more.pop("rider_hits", 0)),
        Y,
        cards={"T": more.pop("card", "7D"), "Y": "2C"},
        chosen=chosen,
        **more,
    )
    game.do(HOST, Fire(target="C"))
    game.rolled(HOST, 6, 6, 6)
    return game


# Follow Me


def test_a_leaders_two_cards_give_its_follower_two_actions_and_a_new_turn_none() -> None:
    game = acting(L, A, X, cards={"L": ["KS", "QS"], "X": "2C"})
    for count in (1, 2):
        game.do(HOST, Move(followers=("A",)))
        game.rolled(HOST, 1, 1, 1)
        game.rolled(HOST, 1, 1, 1)
        assert [game.unit(name).actions for name in "LA"] == [count, count]
    assert game.unit("A").follows == "L"
    game.do(GUEST, Decline())
    assert (game.state.turn, game.unit("A").follows, game.unit("A").actions) == (2, "", 0)


def test_a_follower_of_a_leader_that_failed_stays_near_it() -> None:
    game = leading(A)
    game.do(HOST, Move(followers=("A",)))
    game.rolled(HOST, 1, 1, 1)
    game.rolled(HOST, 6, 6, 6)
    game.stands("A", (10, 19))
    refusal = game.refused(HOST, MoveDone(unit="A"))
    assert (refusal.clause, "7.5 in from L" in refusal.reason) == ("PT1-E1", True)
    game.stands("A", (12, 13.9))
    game.do(HOST, MoveDone(unit="A"))


def test_a_follower_loses_its_shot_when_the_leader_has_destroyed_its_target() -> None:
    weak = put("X", (40, 10), blue=True, kind="truck", hits=1)
    game = acting(L, A, weak, Y, cards={"L": "2H", "Y": "2C"}, chosen={"wrecks": "always_remove"})
    game.do(HOST, Fire(target="X", followers=(A_AT_X,)))
    told = game.rolled(HOST, 6, 6, 6)
    assert the(told, Destroyed).unit == "X"
    assert the(told, ShotLost).unit == "A"
    assert game.unit("A").actions == 1


def test_riders_stay_on_a_tank_that_has_lost_its_shot() -> None:
    weak = put("X", (40, 10), blue=True, kind="truck", hits=1)
    rider = put("S", (10, 13.9), kind="squad", aboard="A")
    game = acting(
        L, A, rider, weak, Y, cards={"L": "2H", "Y": "2C"}, chosen={"wrecks": "always_remove"}
    )
    game.do(HOST, Fire(target="X", followers=(A_AT_X,)))
    told = game.rolled(HOST, 6, 6, 6)
    assert the(told, StayedAboard).unit == "S"
    assert game.unit("S").aboard == "A"


def test_a_follower_that_was_damaged_in_between_follows_no_more() -> None:
    game = acting(L, A, X, cards={"L": ["KS", "2S"], "X": "10D"})
    game.do(HOST, Move(followers=("A",)))
    game.rolled(HOST, 1, 1, 1)
    game.rolled(HOST, 1, 1, 1)
    game.do(GUEST, Fire(target="A"))
    game.rolled(GUEST, 6, 6, 6)
    game.rolled(HOST, 1, 1)
    refusal = game.refused(HOST, Move(followers=("A",)))
    assert (refusal.clause, "A is damaged" in refusal.reason) == ("PT1-C4b", True)


def test_a_follower_hit_by_its_own_leader_does_not_fire() -> None:
    game = leading(A, card="2H", friendly_fire=True)
    game.do(HOST, Fire(target="A", followers=(A_AT_X,)))
    game.rolled(HOST, 6, 6, 6)
    told = game.rolled(HOST, 1, 1)
    assert the(told, HitTaken).unit == "A"
    assert all_of(told, Shot) + all_of(told, ShotLost) == []
    assert FireRoll not in game.waits_for
    assert (game.unit("L").actions, game.unit("A").actions) == (0, 0)


def test_own_units_are_no_target_unless_agreed() -> None:
    assert leading(A, card="2H").refused(HOST, Fire(target="A")).clause == "PT1-D2d"


@pytest.mark.parametrize("blocks", [True, False])
def test_a_leaders_miss_stops_its_followers_where_that_is_agreed(blocks: bool) -> None:
    game = leading(A, card="KH", more={"Y": "2C"}, leader_failure_blocks=blocks)
    game.do(HOST, Fire(target="X", followers=(A_AT_X,)))
    game.rolled(HOST, 1, 1, 1)
    assert game.waits_for == ([] if blocks else [FireRoll])


@pytest.mark.parametrize("blocks", [True, False])
def test_a_leader_that_stays_stops_its_followers_where_that_is_agreed(blocks: bool) -> None:
    game = leading(A, more={"Y": "2C"}, leader_failure_blocks=blocks)
    game.do(HOST, Move(followers=("A",)))
    game.rolled(HOST, 1, 1, 1)
    assert game.waits_for == ([] if blocks else [MoveRoll])


def test_followers_named_after_the_roll_are_named_before_the_leader_moves() -> None:
    game = leading(A, followers_declared="after_roll")
    refusal = game.refused(HOST, Move(followers=("A",)))
    assert (refusal.clause, "after the leader's roll" in refusal.reason) == ("PT1-E1", True)
    game.do(HOST, Move())
    game.rolled(HOST, 4, 4, 4)
    assert game.waits_for == [FollowQuestion]
    told = game.do(HOST, Follow(followers=(Follower(unit="A"),)))
    assert the(told, FollowersNamed).follows == ("L",)
    assert [(type(ask.question), about(ask).unit) for ask in game.state.asks] == [
        (MoveQuestion, "L")
    ]
    game.stands("L", (20, 10))
    game.do(HOST, MoveDone(unit="L"))
    assert [(type(ask.question), about(ask).unit) for ask in game.state.asks] == [(MoveRoll, "A")]


@pytest.mark.parametrize("declared", ["before_roll", "after_roll"])
def test_distances_may_be_measured_once_the_leader_has_moved(declared: str) -> None:
    ahead = put("B", (20, 13.9))
    game = leading(A, ahead, chain_measured="after_leader", followers_declared=declared)
    game.do(HOST, Move())
    game.rolled(HOST, 4, 4, 4)
    game.stands("L", (20, 10))
    game.do(HOST, MoveDone(unit="L"))
    refusal = game.refused(HOST, Follow(followers=(Follower(unit="A"),)))
    assert (refusal.clause, "7.4 in" in refusal.reason) == ("PT1-E1", True)
    game.do(HOST, Follow(followers=(Follower(unit="B"),)))
    assert [(type(ask.question), about(ask).unit) for ask in game.state.asks] == [(MoveRoll, "B")]


def test_followers_of_a_shot_are_named_after_it_where_that_is_agreed() -> None:
    game = leading(A, card="KH", followers_declared="after_roll")
    game.do(HOST, Fire(target="X"))
    game.rolled(HOST, 1, 1, 1)
    game.do(HOST, Follow(followers=(A_AT_X,)))
    assert [(type(ask.question), about(ask).unit) for ask in game.state.asks] == [(FireRoll, "A")]


def test_nobody_is_asked_to_follow_who_has_nobody_to_follow_it() -> None:
    game = leading(more={"Y": "2C"}, followers_declared="after_roll")
    game.do(HOST, Move())
    told = game.rolled(HOST, 1, 1, 1)
    assert the(told, FollowersNamed).followers == ()
    assert game.card_up == ("2C", "Y")


@pytest.mark.parametrize(
    ("identity", "follows"), [("card_user", ("L", "L")), ("predecessor_in_chain", ("L", "A"))]
)
def test_whom_the_last_of_a_chain_follows(identity: str, follows: tuple[str, ...]) -> None:
    last = put("B", (10, 17.8))
    game = leading(A, last, follow_identity=identity)
    game.do(HOST, Move(followers=("A", "B")))
    assert (game.unit("A").follows, game.unit("B").follows) == follows


# Riders and their carriers


def test_riders_that_got_off_for_a_shot_are_not_hit_with_their_tank() -> None:
    rider = put("S", (10, 10), kind="squad", aboard="L")
    game = acting(L, rider, X, cards={"L": "KH", "X": "2H"})
    game.do(HOST, Fire(target="X"))
    game.rolled(HOST, 2)
    game.stands("S", (10, 13.25))
    game.do(HOST, Place(unit="S"))
    game.rolled(HOST, 1, 1, 1)
    game.do(GUEST, Fire(target="L"))
    told = game.rolled(GUEST, 6, 6, 6)
    assert the(told, Shot).passenger == ""
    game.rolled(HOST, 1, 1)
    assert (game.unit("L").hits, game.unit("S").hits) == (1, 0)


def test_riders_still_aboard_are_hit_with_their_tank() -> None:
    rider = put("S", (10, 10), kind="squad", aboard="L", cards=("3C",))
    game = acting(L, rider, X, Y, cards={"X": "2H", "Y": "2C"})
    game.do(GUEST, Fire(target="L"))
    assert the(game.rolled(GUEST, 6, 6, 6), Shot).passenger == "S"
    game.rolled(HOST, 6, 1)
    assert (game.unit("L").hits, game.unit("S").hits, game.unit("S").cards) == (0, 1, ())


def test_riders_of_a_destroyed_carrier_take_one_hit_and_get_off() -> None:
    game = hit("truck", carrier_hits=1)
    assert (game.unit("C").destroyed, game.unit("P").hits) == (True, 1)
    (ask,) = game.state.asks
    assert (about(ask).dice.count, "The die: inches away" in ask.says) == (1, True)
    assert the(game.rolled(GUEST, 3), MustGetOff).direction == 0
    game.stands("P", (30, 10.75 + 0.5 + 3))
    told = game.do(GUEST, Place(unit="P"))
    assert the(told, GotOff).spot == spot(30, 14.25)
    assert game.unit("C").spot is None


def test_riders_of_a_destroyed_carrier_may_be_lost_with_it() -> None:
    game = hit("truck", carrier_hits=1, chosen={"carrier_destroyed": "also_destroyed"})
    assert (game.unit("C").destroyed, game.unit("P").destroyed) == (True, True)
    assert game.unit("P").destroyed_by == "T"
    assert game.card_up == ("2C", "Y")


def test_a_wreck_is_settled_after_its_riders_are_off() -> None:
    game = hit("truck", carrier_hits=1, chosen={"wrecks": "ask_owner"})
    assert game.waits_for == [DismountRoll]
    game.rolled(GUEST, 1)
    game.stands("P", (30, 12.25))
    game.do(GUEST, Place(unit="P"))
    assert game.waits_for == [WreckChoice]
    game.chose(GUEST, "burn")
    assert (game.unit("C").burning, game.unit("C").spot) == (True, spot(30, 10))


def test_a_squad_that_stayed_in_its_halftrack_is_hit_again() -> None:
    game = hit("halftrack", rider_hits=1)
    assert (game.unit("P").destroyed, game.unit("P").aboard) == (True, "")
    game.rolled(GUEST, 1)
    assert game.unit("C").damaged
    assert game.card_up == ("2C", "Y")


def test_the_squad_of_a_destroyed_halftrack_has_no_choice() -> None:
    game = hit("halftrack", carrier_hits=1)
    game.rolled(GUEST, 1)
    assert (game.unit("C").destroyed, game.waits_for) == (True, [DismountRoll])


def test_a_gun_in_tow_of_a_halftrack_may_stay() -> None:
    game = hit("halftrack", rider="gun")
    game.rolled(GUEST, 6)
    assert game.waits_for == [GetOffChoice]
    game.chose(GUEST, "stay")
    assert (game.unit("C").hits, game.unit("P").hits, game.unit("P").aboard) == (0, 1, "C")


@pytest.mark.parametrize(("policy", "dice"), [("if_carrier_in_cover", 1), ("never", 0)])
def test_riders_in_woods_have_a_cover_die_where_that_is_agreed(policy: str, dice: int) -> None:
    woods = box("W1", (26, 6), (34, 14))
    game = hit("truck", terrain=(woods,), chosen={"passenger_cover": policy})
    assert (game.waits_for == [SaveRoll]) == bool(dice)
    assert game.unit("P").hits == 1 - dice


# Where they land


def put_down(game: Battle, at: tuple[float, float], *dice: int) -> Battle:
    game.rolled(GUEST, *dice)
    game.stands("P", at)
    return game


def test_a_squad_may_land_nearer_where_the_table_ends() -> None:
    game = put_down(hit("truck", at=(30, 2)), (30, 0.5), 6)
    assert the(game.do(GUEST, Place(unit="P")), GotOff).unit == "P"


def test_a_squad_may_land_nearer_where_woods_stop_it() -> None:
    woods = box("W1", (26, 12.5), (34, 20))
    game = put_down(hit("truck", terrain=(woods,)), (30, 13.2), 6)
    game.do(GUEST, Place(unit="P"))
    game = put_down(hit("truck"), (30, 13.2), 6)
    refusal = game.refused(GUEST, Place(unit="P"))
    assert (refusal.clause, "1.95 in from C, 6 in rolled" in refusal.reason) == ("PT1-F5", True)


def test_a_squad_lands_on_no_other_model() -> None:
    game = hit("truck")
    game.stands("Y", (30, 14.25))
    refusal = put_down(game, (30, 14.25), 3).refused(GUEST, Place(unit="P"))
    assert "Y" in refusal.reason


def test_up_to_the_die_where_that_is_agreed() -> None:
    game = put_down(hit("truck", chosen={"dismount_exact": False}), (30, 12.25), 4)
    game.do(GUEST, Place(unit="P"))
    game = put_down(hit("truck", chosen={"dismount_exact": False}), (30, 16.25), 4)
    assert "5 in from C, 4 in rolled" in game.refused(GUEST, Place(unit="P")).reason


@pytest.mark.parametrize(
    ("die", "at", "right"),
    [(1, (34, 10), True), (1, (30, 13.25), False), (2, (31.5, 13.25), True), (4, (26, 10), True)],
)
def test_chance_decides_the_direction_where_that_is_agreed(
    die: int, at: tuple[float, float], right: bool
) -> None:
    game = hit("truck", chosen={"dismount_direction": "random"})
    (ask,) = game.state.asks
    assert (about(ask).dice.count, "the second die: the direction" in ask.says) == (2, True)
    assert [part.what for part in about(ask).parts] == ["the distance", "the direction"]
    put_down(game, at, 2, die)
    assert game.state.asks[0].says == f"Put P down 2 in from C, in the direction of a {die}."
    if right:
        game.do(GUEST, Place(unit="P"))
    else:
        assert "90 degrees" in game.refused(GUEST, Place(unit="P")).reason


@pytest.mark.parametrize(("x", "right"), [(34.0, True), (26.0, False)])
def test_away_from_the_shooter_where_that_is_agreed(x: float, right: bool) -> None:
    game = hit("truck", chosen={"dismount_direction": "away_from_shooter"})
    put_down(game, (x, 10), 2)
    assert game.state.asks[0].says == "Put P down 2 in from C, away from T."
    if right:
        game.do(GUEST, Place(unit="P"))
    else:
        refusal = game.refused(GUEST, Place(unit="P"))
        assert (refusal.clause, "180 degrees" in refusal.reason) == ("PT1-F5", True)
