"""Tests what a page is told besides rulings: who may follow at whom, and where sides begin."""

from dataclasses import replace
from itertools import permutations
from typing import cast

import pytest

from rules.games.paper_tigers.vocabulary import Follower, Phase
from rules.games.paper_tigers_2 import GAME
from rules.games.paper_tigers_2.chapters.close_combat import CloseCombat
from rules.games.paper_tigers_2.state import with_battle
from rules.games.paper_tigers_2.tests.table_play import GUEST, HOST, Battle, acting, put
from rules.referee.toolkit.game import Command, Refusal, Template

DEPLOYING = Phase.DEPLOY_FIRST


def quarrel(*, second_target: float) -> Battle:
    """L, A and B stand together; E1 is near all of them, E2 so far to the east of it."""
    return acting(
        put("L", (10, 10), kind="infantry"),
        put("A", (10, 12), kind="infantry"),
        put("B", (10, 8), kind="infantry"),
        put("E1", (14.5, 10), kind="infantry", blue=True),
        put("E2", (14.5 + second_target, 10), kind="infantry", blue=True),
        cards={"L": "7H"},
    )


def offers(game: Battle) -> list[Template]:
    found = GAME.options(game.state, game.snapshot, HOST)
    return [each for each in found if each.command == "close_combat"]


def led(game: Battle, target: str) -> set[tuple[Follower, ...]]:
    """Who is offered to follow an attack on that target."""
    (found,) = [each for each in offers(game) if each.fixed.get("target") == target]
    (hole,) = found.holes
    assert not hole.optional
    return {cast("tuple[Follower, ...]", each) for each in hole.allowed}


def at(unit: str, target: str) -> Follower:
    return Follower(unit=unit, target=target)


def test_two_who_follow_are_each_offered_every_enemy_around_the_target() -> None:
    game = quarrel(second_target=3.0)
    single = [at(unit, target) for unit in "AB" for target in ("E1", "E2")]
    pairs = {(one, other) for one, other in permutations(single, 2) if one.unit != other.unit}
    assert len(pairs) == 8
    assert led(game, "E1") == {*((each,) for each in single), *pairs}


@pytest.mark.parametrize("target", ["E1", "E2"])
def test_whatever_is_offered_to_followers_is_let_pass(target: str) -> None:
    game = quarrel(second_target=1.5)
    for followers in led(game, target):
        body = CloseCombat(target=target, followers=followers)
        asked = Command(author=HOST, body=body)
        assert not isinstance(GAME.decide(game.state, asked, game.snapshot), Refusal)


def test_nobody_is_offered_to_follow_at_an_enemy_far_from_the_target() -> None:
    game = quarrel(second_target=8.0)
    assert {each.target for chosen in led(game, "E1") for each in chosen} == {"E1"}
    alone = offers(game)[0]
    assert [(hole.name, hole.allowed) for hole in alone.holes] == [("target", ("E1",))]


def test_who_has_no_friend_beside_it_attacks_alone() -> None:
    game = acting(
        put("L", (10, 10), kind="infantry"),
        put("A", (10, 30), kind="infantry"),
        put("E1", (14.5, 10), kind="infantry", blue=True),
        cards={"L": "7H"},
    )
    (alone,) = offers(game)
    assert [hole.name for hole in alone.holes] == ["target"]


def strips(
    scenario: str, *, phase: Phase = DEPLOYING, **chosen: object
) -> list[tuple[object, ...]]:
    game = acting(
        put("T1", (10, 10)),
        put("E1", (30, 30), blue=True),
        cards={"T1": "7H"},
        chosen={"scenario": scenario, **chosen},
    )
    state = replace(game.state, phase=phase, edge="south")
    for seat in (HOST, GUEST, "nobody"):
        assert GAME.view(state, seat)["zones"] == GAME.view(state, HOST)["zones"]
    shown = GAME.view(state, HOST)["zones"]
    assert isinstance(shown, list)
    return [
        (each["says"], each["edge"], each.get("depth_in"), each.get("depth_share"))
        for each in shown
    ]


THIRD = 1 / 3


@pytest.mark.parametrize("scenario", ["standard", "reconnaissance"])
def test_both_sides_begin_in_a_third(scenario: str) -> None:
    assert strips(scenario) == [
        ("blue begins here", "south", None, THIRD),
        ("red begins here", "north", None, THIRD),
    ]


@pytest.mark.parametrize(("agreed", "depth", "share"), [(0, None, THIRD), (9, 9, None)])
def test_pt2_s2c_the_pincers_close_from_both_flanks(
    agreed: float, depth: float | None, share: float | None
) -> None:
    assert strips("pincers", s2_flank_depth_in=agreed) == [
        ("blue begins here", "south", None, THIRD),
        ("red begins here", "west", depth, share),
        ("red begins here", "east", depth, share),
    ]


@pytest.mark.parametrize("scenario", ["reconnaissance", "pincers"])
def test_once_everybody_stands_no_strip_is_told(scenario: str) -> None:
    assert strips(scenario, phase=Phase.PICK) == []


def test_pt2_s3b_in_the_fog_of_war_the_edges_are_those_that_cards_name() -> None:
    game = acting(
        put("T1", (10, 10)),
        put("T2", (12, 10), spot=None),
        put("E1", (30, 30), blue=True),
        cards={"T1": "7H"},
        chosen={"scenario": "fog_of_war"},
    )
    arriving = replace(game.state, phase=Phase.ARRIVALS, edge="south")
    waiting = with_battle(arriving, entry_cards=(("Red", "east"),))
    assert GAME.view(waiting, GUEST)["zones"] == [
        {"says": "Red comes on here", "edge": "east", "depth_in": 6.0}
    ]
    assert GAME.view(arriving, HOST)["zones"] == []
    assert GAME.view(replace(waiting, phase=Phase.PICK), HOST)["zones"] == []
