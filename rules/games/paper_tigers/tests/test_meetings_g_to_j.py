"""Tests of where points, the end of a deck, playing alone and scenarios meet the other rules."""

from dataclasses import replace
from typing import Any

import pytest

from rules.games.paper_tigers.chapters.acting import Decline
from rules.games.paper_tigers.chapters.deck_end import (
    BattleEnded,
    Concede,
    DeckEnded,
    HolderChoice,
    ObjectiveSettled,
    PlayOn,
    PlayOnChoice,
)
from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.saving import Destroyed
from rules.games.paper_tigers.chapters.turns import Shuffle, TurnBegan
from rules.games.paper_tigers.state import Hand, Objective, Pack
from rules.games.paper_tigers.tests.battles import about
from rules.games.paper_tigers.tests.table_play import (
    BLUE,
    GUEST,
    HOST,
    RED,
    Battle,
    Put,
    acting,
    all_of,
    dead,
    picking,
    put,
    the,
)
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.toolkit.game import Event
from tests.factories import box

HOUSE = box("B1", (20, 20), (24, 24), kind="building")
FAR = (put("T1", (4, 44)), put("E1", (44, 4), blue=True))
IN_HOUSE = put("S1", (22, 22), kind="squad")
WORTH_4 = (Objective(area="B1", points=4),)


def deck_ends(*units: Put, draw: int = 0, **more: Any) -> tuple[Battle, tuple[Event, ...]]:
    """Red's last card goes unused, and the pack is empty."""
    packs = {"pack": Pack(draw=draw, hidden_discards=51 - draw)}
    game = acting(*FAR, *units, cards={"T1": "2C"}, **{"packs": packs, **more})
    return game, game.do(HOST, Decline())


def totals(told: tuple[Event, ...]) -> dict[str, int]:
    return {each.name: each.count for each in the(told, DeckEnded).totals}


def holder(*units: Put, **more: Any) -> str:
    """Who holds the house at the end of the deck."""
    _, told = deck_ends(*units, dead("T9", "tank"), terrain=(HOUSE,), objectives=WORTH_4, **more)
    return the(told, DeckEnded).objectives[0].side


# Points


@pytest.mark.parametrize(("agreed", "score"), [(3, 3), (1, 1)])
def test_what_a_halftrack_is_worth_may_be_agreed(agreed: int, score: int) -> None:
    lost = dead("E2", "halftrack", blue=True), dead("T2", "tank")
    _, told = deck_ends(*lost, chosen={"vp_halftrack": agreed})
    assert totals(told) == {"red": score, "blue": 5}


@pytest.mark.parametrize(("policy", "score"), [("every_loss", 5), ("destroyed_by_enemy", 0)])
def test_a_tank_lost_to_its_own_side_scores_where_that_is_agreed(policy: str, score: int) -> None:
    lost = dead("T2", "tank", by="T1"), dead("E2", "tank", blue=True)
    _, told = deck_ends(*lost, chosen={"vp_losses": policy})
    assert totals(told) == {"red": 5, "blue": score}


def test_a_kill_scores_once_it_is_shot() -> None:
    weak = put("E2", (20, 44), kind="gun", blue=True, hits=1)
    game = acting(*FAR, weak, cards={"T1": "2H", "E1": "2C"})
    game.do(HOST, Fire(target="E2"))
    destroyed = the(game.rolled(HOST, 6, 6, 6), Destroyed)
    assert (destroyed.unit, destroyed.by, destroyed.points) == ("E2", "T1", 3)


@pytest.mark.parametrize(("policy", "worth"), [("every_loss", 3), ("destroyed_by_enemy", 0)])
def test_a_kill_among_friends_is_told_with_what_it_scores(policy: str, worth: int) -> None:
    weak = put("T2", (20, 44), kind="gun", hits=1)
    agreed: dict[str, object] = {"friendly_fire": True, "vp_losses": policy}
    game = acting(*FAR, weak, cards={"T1": "2H", "E1": "2C"}, chosen=agreed)
    game.do(HOST, Fire(target="T2"))
    assert the(game.rolled(HOST, 6, 6, 6), Destroyed).points == worth


@pytest.mark.parametrize(("agreed", "side"), [(True, "red"), (False, "")])
def test_a_damaged_unit_holds_a_house_where_that_is_agreed(agreed: bool, side: str) -> None:
    damaged = replace(IN_HOUSE, unit=replace(IN_HOUSE.unit, hits=1))
    assert holder(damaged, chosen={"damaged_controls": agreed}) == side


def test_a_damaged_enemy_contests_whatever_is_agreed() -> None:
    enemy = put("E2", (25.5, 22), kind="squad", blue=True, hits=1)
    assert holder(IN_HOUSE, enemy, chosen={"damaged_controls": False}) == ""


@pytest.mark.parametrize(("gap", "side"), [(2.9, ""), (3.1, "red")])
def test_a_house_is_contested_by_the_measured_gap(gap: float, side: str) -> None:
    enemy = put("E2", (24 + gap + 0.5, 22), kind="squad", blue=True)
    assert holder(IN_HOUSE, enemy) == side


@pytest.mark.parametrize(("choice", "score"), [("red", 4), ("nobody", 0), ("blue", 0)])
def test_the_players_say_who_holds_it_where_that_is_agreed(choice: str, score: int) -> None:
    enemy = put("E2", (24 + 3.1 + 0.5, 22), kind="squad", blue=True)
    game, told = deck_ends(
        IN_HOUSE,
        enemy,
        dead("T9", "tank"),
        terrain=(HOUSE,),
        objectives=WORTH_4,
        chosen={"borderline_policy": "ask"},
    )
    assert all_of(told, DeckEnded) == []
    (ask,) = game.state.asks
    assert (type(ask.question), ask.seat, ask.clause) == (HolderChoice, GUEST, "PT1-G3b2")
    assert "Who holds B1?" in ask.says
    told = game.chose(GUEST, choice)
    assert the(told, ObjectiveSettled).side == ("" if choice == "nobody" else choice)
    blue = 5 + (4 if choice == "blue" else 0)
    assert totals(told) == {"red": score, "blue": blue}


def test_nobody_is_asked_who_holds_what_is_sure() -> None:
    assert holder(IN_HOUSE, chosen={"borderline_policy": "ask", "doubt_policy": "ask"}) == "red"


def test_nobody_is_asked_about_the_bridge_or_what_is_not_there() -> None:
    enemy = put("E2", (24 + 3.1 + 0.5, 22), kind="squad", blue=True)
    on_bridge = put("T2", (24, 12)), put("E3", (24, 7.4), kind="squad", blue=True)
    game, told = deck_ends(
        IN_HOUSE,
        enemy,
        *on_bridge,
        terrain=(
            HOUSE,
            box("R1", (0, 11), (48, 13), kind="river"),
            box("P1", (22, 11), (26, 13), kind="bridge"),
        ),
        objectives=(*WORTH_4, Objective(area="P1", points=8), Objective(area="B9", points=2)),
        bridge="P1",
        chosen={"scenario": "withdrawal", "borderline_policy": "ask"},
        attacker="blue",
    )
    assert all_of(told, BattleEnded) == []
    assert [(type(ask.question), about(ask).area) for ask in game.state.asks] == [
        (HolderChoice, "B1")
    ]


def test_what_was_said_of_an_objective_counts_for_that_deck_only() -> None:
    enemy = put("E2", (24 + 3.1 + 0.5, 22), kind="squad", blue=True)
    game, _ = deck_ends(
        IN_HOUSE, enemy, terrain=(HOUSE,), objectives=WORTH_4, chosen={"borderline_policy": "ask"}
    )
    told = game.chose(GUEST, "nobody")
    assert (the(told, PlayOn).run, dict(game.state.held_settled)) == (2, {})


# The end of a deck


def tied(**more: Any) -> tuple[Battle, tuple[Event, ...]]:
    return deck_ends(dead("T2", "gun"), dead("E2", "gun", blue=True), **more)


def test_a_tie_is_a_draw_at_once_without_consent_where_that_is_agreed() -> None:
    game, _ = tied(chosen={"tie_play_on": "by_consent"})
    assert game.waits_for == [PlayOnChoice, PlayOnChoice]
    game.chose(HOST, "yes")
    ended = the(game.chose(GUEST, "no"), BattleEnded)
    assert (ended.winner, ended.marginal) == ("", False)
    game, _ = tied(chosen={"tie_play_on": "by_consent"})
    game.chose(HOST, "yes")
    assert the(game.chose(GUEST, "yes"), PlayOn).run == 2


def test_a_tie_above_the_target_is_played_on() -> None:
    _, told = tied(chosen={"victory_target": 3})
    assert the(told, PlayOn).run == 2


@pytest.mark.parametrize(("lead", "marginal"), [(4, True), (5, False)])
def test_what_a_narrow_win_is_may_be_agreed(lead: int, marginal: bool) -> None:
    squads = [dead(f"E{k + 2}", "squad", blue=True) for k in range(lead)]
    _, told = deck_ends(*squads, chosen={"marginal_below": 5, "continue_within": 0})
    assert the(told, BattleEnded).marginal == marginal


@pytest.mark.parametrize(("within", "asked"), [(5, True), (4, False)])
def test_up_to_which_lead_both_may_play_on_may_be_agreed(within: int, asked: bool) -> None:
    game, _ = deck_ends(dead("E2", "tank", blue=True), chosen={"continue_within": within})
    assert (PlayOnChoice in game.waits_for) == asked


@pytest.mark.parametrize(
    ("trigger", "over"), [("draw_pile_empty_end_of_turn", True), ("all_discarded", False)]
)
def test_saved_cards_hold_the_deck_open_where_that_is_agreed(trigger: str, over: bool) -> None:
    hands = {"Red": Hand(open=("7D",)), "Blue": Hand()}
    _, told = tied(chosen={"deck_end_trigger": trigger}, hands=hands)
    assert len(all_of(told, DeckEnded)) == over
    assert the(told, TurnBegan).turn == 2


@pytest.mark.parametrize(("policy", "left"), [("keep", ("7D",)), ("return", ())])
def test_what_becomes_of_saved_cards_in_a_new_run(policy: str, left: tuple[str, ...]) -> None:
    packs = {"pack": Pack(draw=0, hidden_discards=50)}
    hands = {"Red": Hand(open=("7D",)), "Blue": Hand()}
    game, _ = tied(chosen={"saved_at_reshuffle": policy}, hands=hands, packs=packs)
    game.do(HOST, Shuffle())
    assert game.hand("Red").open == left
    assert game.state.packs["pack"].draw == 52 - len(left)


@pytest.mark.parametrize("ends", [True, False])
def test_a_side_without_units_ends_the_battle_where_that_is_agreed(ends: bool) -> None:
    last = put("E2", (20, 44), kind="truck", blue=True, hits=1)
    game = acting(
        FAR[0],
        put("T2", (4, 30)),
        last,
        cards={"T1": "2H", "T2": "2C"},
        chosen={"end_on_wipeout": ends, "wrecks": "always_remove"},
    )
    game.do(HOST, Fire(target="E2"))
    told = game.rolled(HOST, 6, 6, 6)
    assert (game.state.phase is Phase.ENDED) == ends
    if ends:
        assert the(told, BattleEnded).how == "blue has no unit left"
    else:
        assert game.card_up == ("2C", "T2")


def test_a_side_with_reinforcements_to_come_is_not_beaten() -> None:
    last = put("E2", (20, 44), kind="truck", blue=True, hits=1)
    late = put("E3", (20, 2), blue=True, spot=None, arrives=4)
    game = acting(FAR[0], last, late, cards={"T1": "2H"}, chosen={"wrecks": "always_remove"})
    game.do(HOST, Fire(target="E2"))
    game.rolled(HOST, 6, 6, 6)
    assert game.state.outcome is None


def test_whoever_gives_up_has_lost_whatever_the_points() -> None:
    game = acting(*FAR, dead("E2", "tank", blue=True), cards={"T1": "2C"})
    ended = the(game.do(HOST, Concede()), BattleEnded)
    assert (ended.winner, ended.marginal, ended.how) == ("blue", False, "red gives up")
    assert game.state.outcome is not None
    assert game.state.outcome.says == ("blue wins: red 5, blue 0. Red gives up. red has 5 for E2.")


# Alone, and in company

SOLO = (RED, replace(BLUE, seat=HOST))


def test_alone_a_unit_damaged_in_the_first_round_loses_its_second_card() -> None:
    game = picking(
        put("a", (10, 30), cards=("KD", "KS")),
        put("b", (10, 10), cards=("9H", "2C"), blue=True),
        solo=True,
        forces=SOLO,
    )
    game.do(HOST, Fire(target="b"))
    game.rolled(HOST, 6, 6, 6)
    game.rolled(HOST, 1, 1)
    assert (game.unit("b").hits, game.unit("b").cards) == (1, ())
    assert game.card_up == ("KS", "a")
    assert {"9H", "2C"} <= set(game.discards)


def test_alone_one_answer_decides_whether_to_play_on() -> None:
    game, _ = deck_ends(dead("E2", "squad", blue=True), solo=True, forces=SOLO)
    assert game.waits_for == [PlayOnChoice]
    assert the(game.chose(HOST, "yes"), PlayOn).run == 2
