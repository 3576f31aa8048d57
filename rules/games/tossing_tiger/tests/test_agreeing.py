"""Tests what players may agree on in the midst of a game: rules let pass, and amendments."""

import random
from collections.abc import Callable

import pytest

from rules.games.tossing_tiger import GAME
from rules.games.tossing_tiger.chapters.battles import GiveUpBattle
from rules.games.tossing_tiger.chapters.dawn_rules import FreeReroll, Guess, Merge
from rules.games.tossing_tiger.chapters.ending import GameEnded, HandToShow, ShowHand
from rules.games.tossing_tiger.chapters.opening import HowManyPiles, NumberSaid
from rules.games.tossing_tiger.chapters.piles import LayPiles, PilesToMake
from rules.games.tossing_tiger.state import State
from rules.games.tossing_tiger.tests.variants import LONGEST, VARIANTS, variant
from rules.games.tossing_tiger.tests.war_play import Table, dawn, war
from rules.games.tossing_tiger.view import view
from rules.games.tossing_tiger.vocabulary import Role
from rules.referee.toolkit.game import Command
from rules.referee.toolkit.questions import Choose
from rules.testing.driver import at_random, body_of, folded, offered

AMENDED = [
    ("hand", "Host", "3"),
    ("edge", "Host", "west"),
    ("discards", "", "4"),
    ("war_pile", "", "2"),
    ("starter", "", "Guest"),
    ("free_talk", "", "Host, Guest"),
    ("rule", "war 1", "no_ties"),
    ("rule", "war 1", "none"),
    ("change", "war 1", "rooster_skip"),
    ("animal", "war 1", "crane"),
    ("guess", "war 1", "crane"),
    ("bonus", "war 1", "2"),
    ("result", "battle 1 of war 1", "both"),
    ("left_out", "battle 1 of war 1", "yes"),
    ("cards", "defender 2 of war 1", "5"),
    ("face", "attacker 1 of war 1", "frog"),
    ("acts_as", "attacker 1 of war 1", "crane"),
    ("toss", "attacker 1 of war 1", "own"),
    ("declined", "attacker 1 of war 1", "yes"),
]


@pytest.mark.parametrize(("row", "of", "text"), AMENDED)
def test_whatever_is_shown_may_be_amended(row: str, *, of: str, text: str) -> None:
    table = dawn(3, ("", "crane"), rule="flee") if row == "rule" else war(3, ("crane", "crane"))
    before = view(table.state, "Host")
    table.amend(row, of, text=text)
    hidden = {"bonus", "guess"} if row == "bonus" else set()
    assert row in hidden or view(table.state, "Host") != before


def test_every_row_was_amended() -> None:
    assert {row for row, _, _ in AMENDED} == {each.name for each in GAME.amendable}


def test_an_amended_face_changes_who_wins() -> None:
    table = war(3, ("crane", "crane"))
    assert table.results[0] == "NONE"
    table.amend("face", "defender 1 of war 1", text="mantis")
    assert table.results[0] == "BOTH"
    assert table.war.log[-1].animal == "mantis"
    table.amend("result", "battle 1 of war 1", text="attacker")
    assert table.results[0] == "A"


def test_no_more_cards_are_given_than_there_are() -> None:
    table = war(3)
    row = GAME.row("hand")
    assert row is not None
    most = table.state.draw
    assert row.check(table.state, most, name="Host") == ""
    told = row.check(table.state, most + 1, name="Host")
    assert told == f"the draw pile has no more than {most}."


def test_what_piles_are_made_of_is_not_amended_while_they_are_made() -> None:
    table = Table().sit()
    hand, rule = GAME.row("hand"), GAME.row("rule")
    assert hand is not None
    assert rule is not None
    assert hand.check(table.state, 4, name="Host") == ""
    table.answer("2")
    told = "piles are made of it: amend it before a number is said, or once all lie."
    assert hand.check(table.state, 4, name="Host") == told
    state = war(3).state
    assert hand.check(state, 4, name="Host") == ""
    assert rule.check(state, "flee", name="war 1") == ""
    assert rule.check(state, "multi_stage", name="war 1") == (
        "its piles were made as the rule has it."
    )


def test_options_that_made_the_deck_are_fixed() -> None:
    fixed = {each.name for each in GAME.option_schema if each.fixed}
    assert fixed == {"more_animals", "dawndojo", "fight_together", "most_players"}


# --- rules that are let pass ---------------------------------------------------------------------


def test_a_number_of_piles_is_let_pass() -> None:
    """Four piles of six cards: one of them has one card only."""
    table = Table().sit()
    ask = table.asked(HowManyPiles)
    assert not table.refused(ask.seat, Choose(choice="7")).waivable
    table.let_pass(ask.seat, Choose(choice="4"), "TT-TRN-04")
    assert table.happened(NumberSaid)[0].least == 1
    table.lay(2, 2, 1, 1, role=Role.ATTACKER)


def test_piles_that_break_a_rule_are_let_pass_and_impossible_ones_are_not() -> None:
    table = Table().sit()
    table.answer("2")
    host, guest = (ask for ask, _ in table.questions(PilesToMake))
    assert not table.refused("Host", LayPiles(sizes=(6, 0), ask=host.id)).waivable
    assert not table.refused("Host", LayPiles(sizes=(4, 4), ask=host.id)).waivable
    table.let_pass("Host", LayPiles(sizes=(5, 1), ask=host.id), "TT-PIL-03")
    table.let_pass("Guest", LayPiles(sizes=(2, 2), ask=guest.id), "TT-PIL-02")
    assert table.state.hands["Guest"] == 2


def test_each_rule_that_piles_break_is_let_pass_by_itself() -> None:
    table = Table().sit()
    table.answer("2")
    host = table.asked(PilesToMake)
    asked = LayPiles(sizes=(3, 1), ask=host.id)
    again = table.refused("Host", asked)
    assert again.clause == "TT-PIL-03"
    with pytest.raises(AssertionError, match="TT-PIL-02"):
        table.give("Host", asked, waives=frozenset({"TT-PIL-03"}))


def test_what_no_dawncard_allows_is_let_pass() -> None:
    table = war(3, ("crane", "mantis"))
    table.let_pass("Host", Guess(war=1, animal="crane"), "TT-DAWN-14")
    table.let_pass("Host", Merge(war=1, first=2, second=3), "TT-DAWN-02")
    table.let_pass("Guest", GiveUpBattle(war=1, role=Role.DEFENDER), "TT-OBJ-09")
    table.let_pass("Host", FreeReroll(war=1, role=Role.ATTACKER, place=1), "TT-DAWN-03")


def test_a_battle_that_is_rolled_is_given_up_where_all_let_it_pass() -> None:
    table = dawn(3, ("", "crane"), rule="flee")
    table.turn(Role.ATTACKER, "monkey")
    asked = GiveUpBattle(war=1, role=Role.ATTACKER)
    table.let_pass("Host", asked, "TT-BAT-01")
    table.turn(Role.DEFENDER, "crane")
    assert table.results[1] == "D"


def test_a_hand_of_another_count_is_let_pass() -> None:
    table = Table(highscore=True).sit()
    table.amend("hand", "Host", text="1")
    table.answer("no number")
    ask = table.asked(HandToShow)
    table.let_pass(ask.seat, ShowHand(cards=("B-crane-1", "B-mantis-1"), ask=ask.id), "TT-HI-02")


# --- the last ruling -----------------------------------------------------------------------------


def test_the_last_ruling_lists_what_makes_the_score() -> None:
    table = Table(highscore=True).sit()
    table.amend("hand", "Host", text="1")
    table.amend("hand", "Guest", text="3")
    table.answer("no number")
    host, guest = (ask for ask, _ in table.questions(HandToShow))
    table.give("Host", ShowHand(cards=("B-crane-1",), ask=host.id))
    cards = ("B-mantis-1", "B-mantis-2", "B-tiger-1")
    table.give("Guest", ShowHand(cards=cards, ask=guest.id))
    (ended,) = table.happened(GameEnded)
    assert ended.told().endswith("Host has -3: 1 Crane -3. Guest has -8: 2 Mantis -8, 1 Tiger 0.")


def test_the_last_ruling_of_teams_lists_their_members() -> None:
    table = Table(players=4, teams=("Red", "Blue") * 2, fight_together=True).sit()
    table.amend("hand", "Host", text="2")
    table.answer("no number")
    (ended,) = table.happened(GameEnded)
    assert ended.told().endswith("Red has 8: Host 2, Stranger 6. Blue has 12: Guest 6, Rangers 6.")


# --- games go on ---------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize("name", list(VARIANTS))
def test_games_in_which_players_amend_what_they_like_come_to_their_end(
    name: str, *, rng_seed: int, soak_count: Callable[[int, int], int]
) -> None:
    for number in range(soak_count(1, 100)):
        rng = random.Random(f"{rng_seed} {name} {number}")
        sample = variant(name)
        state = GAME.initial(sample.setup)
        for _ in range(LONGEST):
            if state.outcome is not None:
                break
            if rng.random() < 0.1:
                state = amended(state, rng)
            offers = offered(GAME, sample.setup, state=state, snapshot=sample.snapshot)
            assert offers, "nothing to ask for"
            seat, template = rng.choice(offers)
            moved = sample.mover(state, template, snapshot=sample.snapshot, rng=rng)
            values = at_random(GAME, template, moved=moved, rng=rng)
            command = Command(author=seat, body=body_of(GAME, template, values=values))
            decision = GAME.decide(state, command, moved.snapshot)
            state = folded(GAME, state, decision=decision)
            assert state.all_cards == len(state.deck.cards)
        assert state.outcome is not None, f"{name} {number}: no end in {LONGEST} commands"


def amended(state: State, rng: random.Random) -> State:
    """The state with something amended, if anything can be."""
    row = rng.choice(GAME.amendable)
    names = row.holder.names(state)
    texts = row.domain.allowed(state) or ("1", "2", "3", "4", "6")
    if not names or row.name == "free_talk":
        return state
    name, text = rng.choice(names), rng.choice(texts)
    if row.check(state, row.domain.parse(text), name=name):
        return state
    found: State = row.amended(state, name, text=text)
    return found
