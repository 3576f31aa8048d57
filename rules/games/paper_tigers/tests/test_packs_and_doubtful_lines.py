"""Tests of the end of a pack, and of dice that settle doubtful lines."""

from itertools import pairwise

import pytest

from rules.games.paper_tigers.chapters.acting import Decline
from rules.games.paper_tigers.chapters.deck_end import DeckEnded, PlayOn
from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.shots import FireRoll, SightRoll, SightSettled
from rules.games.paper_tigers.chapters.keeping import Discard, KeptFaces
from rules.games.paper_tigers.chapters.laying import Assign, Pass
from rules.games.paper_tigers.chapters.turns import Deal, Dealt, Shuffle, Shuffled
from rules.games.paper_tigers.dealing import follow
from rules.games.paper_tigers.state import Hand, Pack
from rules.games.paper_tigers.tests.battles import about
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    acting,
    all_of,
    put,
    the,
    turn_start,
)
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.dealing.dealt_cards import DealtCards
from rules.referee.dealing.rules_of_dealing import CardEvent
from rules.referee.toolkit.cards import PACK_NAMES
from tests.factories import box

TANK = put("T1", (10, 10))
FAR = put("E9", (44, 44), blue=True)
DOWN = ("", "")


# The end of the pack.


def short_deal(**chosen: object) -> Battle:
    """Three cards are left; Red gets seven and Blue five."""
    game = turn_start(
        TANK,
        FAR,
        packs={"pack": Pack(draw=3, discards=("2C", "3C", "4C"), hidden_discards=46)},
        chosen=dict(chosen),
    )
    game.rolled(HOST, 4, 3)
    game.rolled(GUEST, 4, 1)
    return game


def out_of_cards(game: Battle) -> tuple[object, ...]:
    """Both pass and keep what they have; what the end of the turn brought."""
    told = game.do(HOST, Pass())
    if game.state.phase is Phase.ASSIGN:
        told = game.do(GUEST, Pass())
    while KeptFaces in game.waits_for or game.state.phase is Phase.CLEAN_UP:
        for seat, force in ((HOST, "Red"), (GUEST, "Blue")):
            hand = game.hand(force)
            if hand.count > 6:
                game.do(seat, Discard(hidden=hand.count - 6))
        ask = game.state.asks[0]
        suit = "H" if ask.seat == HOST else "S"
        told = game.turned(ask.seat, *[f"{rank}{suit}" for rank in "56789K"[: about(ask).cards]])
    return tuple(event.body for event in told)


def test_what_was_seen_in_one_run_is_dealt_again_in_the_next() -> None:
    game = short_deal()
    cards = DealtCards(places={"pack, run 2": PACK_NAMES})
    game.do(HOST, Deal())
    steps = [game.state]
    out_of_cards(game)
    steps.append(game.state)
    assert game.state.fresh
    assert "2C" in game.state.packs["pack"].discards
    game.do(HOST, Shuffle())
    steps.append(game.state)
    for before, after in pairwise(steps):
        cards = follow(cards, CardEvent(before=before, body=None, after=after))
    assert cards.at("pack, run 2") == game.state.unseen_faces("pack")
    assert "2C" in cards.at("pack, run 2")


def test_ex1_47_the_pack_runs_out_in_the_middle_of_a_deal() -> None:
    game = short_deal()
    dealt = the(game.do(HOST, Deal()), Dealt)
    assert dealt.order == ("Red", "Blue", "Red")
    assert {each.name: each.count for each in dealt.short} == {"Red": 5, "Blue": 4}
    ended = out_of_cards(game)
    assert [each.run for each in ended if isinstance(each, DeckEnded)] == [1]
    assert [each.run for each in ended if isinstance(each, PlayOn)] == [2]
    told = game.do(HOST, Shuffle())
    assert the(told, Shuffled) == Shuffled(by="red", run=2, fresh=True)
    # Saved cards stay with their owners; everything else is in the pack again.
    assert game.state.packs["pack"] == Pack(draw=49)


def test_amb1_06_saved_cards_may_have_to_go_back_into_the_pack() -> None:
    game = short_deal(saved_at_reshuffle="return")
    game.do(HOST, Deal())
    out_of_cards(game)
    game.do(HOST, Shuffle())
    assert game.state.packs["pack"] == Pack(draw=52)
    assert game.hand("Red").count == 0


def test_amb1_04_the_discards_may_be_shuffled_in_at_once() -> None:
    game = short_deal(short_deal="reshuffle_now")
    dealt = the(game.do(HOST, Deal()), Dealt)
    assert (len(dealt.order), dealt.short, dealt.reshuffled) == (12, (), ("pack",))
    assert game.state.packs["pack"] == Pack(draw=52 - 12)
    game.do(HOST, Assign(unit="T1"))
    game.do(GUEST, Pass())
    game.do(HOST, Pass())
    # A card that was discarded before may come again.
    game.turned(HOST, "2C")
    game.do(HOST, Decline())
    assert game.discards == ("2C",)


def test_amb1_04_even_the_discards_may_not_be_enough() -> None:
    game = turn_start(
        TANK,
        FAR,
        packs={"pack": Pack(draw=1, discards=("2C", "3C"), hidden_discards=1)},
        chosen={"short_deal": "reshuffle_now"},
    )
    game.rolled(HOST, 4, 3)
    game.rolled(GUEST, 4, 1)
    dealt = the(game.do(HOST, Deal()), Dealt)
    assert dealt.order == ("Red", "Blue", "Red", "Blue")
    assert {each.name: each.count for each in dealt.short} == {"Red": 5, "Blue": 3}
    assert game.state.packs["pack"] == Pack(draw=0)


def test_amb1_04_what_was_shuffled_in_during_the_deal_is_not_shuffled_in_again() -> None:
    game = short_deal(short_deal="reshuffle_now")
    game.do(HOST, Deal())
    ended = out_of_cards(game)
    assert [each.run for each in ended if isinstance(each, PlayOn)] == [2]
    before = game.state.packs["pack"]
    assert (before.draw, before.hidden_discards) == (40, 1)
    assert the(game.do(HOST, Shuffle()), Shuffled) == Shuffled(by="red", run=2)
    assert game.state.packs["pack"] == before


@pytest.mark.parametrize(("saved", "over"), [(("9C",), False), ((), True)])
def test_amb1_05_a_deck_may_end_only_with_the_last_saved_card(
    saved: tuple[str, ...], over: bool
) -> None:
    game = acting(
        TANK,
        FAR,
        cards={"T1": "KH"},
        hands={"Red": Hand(open=saved), "Blue": Hand()},
        packs={"pack": Pack(draw=0, hidden_discards=50)},
        chosen={"deck_end_trigger": "all_discarded"},
    )
    told = game.do(HOST, Decline())
    assert bool(all_of(told, DeckEnded)) is over


# A die for a doubtful line.

HEDGE = box("W", (14, 10.1), (18, 14))


def in_doubt(scope: str = "per_turn", **more: object) -> Battle:
    """Two shots of T1's at E1, and one back; the line passes 0.1 in from woods."""
    game = acting(
        TANK,
        put("E1", (22, 10), blue=True),
        put("E2", (22, 5), blue=True),
        cards={"T1": ("AH", "2H"), "E1": "KH"},
        terrain=(HEDGE,),
        chosen={"los_roll_scope": scope, **more},
    )
    game.do(HOST, Fire(target="E1"))
    return game


def test_amb1_22_by_default_every_shot_has_its_own_die() -> None:
    game = in_doubt("per_shot")
    game.rolled(HOST, 3)
    game.do(GUEST, Fire(target="T1"))
    assert game.waits_for == [SightRoll]


def test_amb1_22_a_blocked_line_may_stay_so_for_the_turn_and_both_ways() -> None:
    game = in_doubt()
    assert not the(game.rolled(HOST, 3), SightSettled).clear
    refusal = game.refused(GUEST, Fire(target="T1"))
    assert (refusal.clause, refusal.reason) == (
        "PT1-D2b",
        "The die has blocked this line for turn 1.",
    )
    game.do(GUEST, Decline())
    game.do(HOST, Fire(target="E2"))


def test_amb1_22_a_clear_one_stays_clear_for_the_turn() -> None:
    game = in_doubt()
    game.rolled(HOST, 4)
    game.rolled(HOST, 1, 1, 1)
    game.do(GUEST, Fire(target="T1"))
    assert game.waits_for == [FireRoll]


def test_amb1_22_the_die_counts_for_nothing_once_the_line_is_beyond_doubt() -> None:
    game = in_doubt()
    game.rolled(HOST, 4)
    game.rolled(HOST, 1, 1, 1)
    game.do(GUEST, Decline())
    game.looks(terrain=(box("W", (14, 6), (18, 14)),))
    refusal = game.refused(HOST, Fire(target="E1"))
    assert refusal.clause == "PT1-D2a"
    blocked = in_doubt()
    blocked.rolled(HOST, 3)
    blocked.do(GUEST, Decline())
    blocked.looks(terrain=())
    blocked.do(HOST, Fire(target="E1"))
    assert blocked.waits_for == [FireRoll]


def test_amb1_22_a_wider_band_makes_more_lines_doubtful() -> None:
    for band, doubt in [(0.25, False), (0.5, True)]:
        game = acting(
            TANK,
            put("E1", (22, 10), blue=True),
            cards={"T1": "AH"},
            terrain=(box("W", (14, 10.4), (18, 14)),),
            chosen={"los_doubt_band_in": band},
        )
        game.do(HOST, Fire(target="E1"))
        assert (game.waits_for == [SightRoll]) is doubt
