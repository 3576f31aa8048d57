"""A clause, a ruling and a refusal are told in our words, with their numbers."""

import pytest

from rules.referee.court.explaining import (
    clause_explained,
    entry_explained,
    near_clauses,
    refusal_explained,
)
from rules.referee.log.battle import Battle
from rules.referee.log.entries import Entry
from rules.referee.log.house_words import Override
from rules.referee.toolkit.game import Seat
from rules.registry import game, slugs
from rules.table.bad_input import BadInputError
from tests.rules.referee.counting_game import COUNTING, Play, Roll


def entry(battle: Battle, name: str) -> Entry:
    found = battle.entry(name)
    assert found is not None
    return found


def test_a_clause_is_the_game_s_own_or_the_referee_s() -> None:
    own = clause_explained(COUNTING, "c-2")
    assert (own.clause.id, own.clause.says, own.whose) == ("C-2", "Rule C-2.", "Counting")
    assert clause_explained(COUNTING, "REF-6").whose == "the referee"


@pytest.mark.parametrize("slug", slugs())
def test_every_clause_of_every_game_is_explained(slug: str) -> None:
    each = game(slug)
    assert all(clause_explained(each, clause.id).clause.says for clause in each.clauses)


def test_of_a_clause_that_is_not_there_near_ones_are_named() -> None:
    with pytest.raises(BadInputError, match="expected a clause of Counting, as REF-1, REF-17"):
        clause_explained(COUNTING, "REF-1x")
    assert "C-4" in near_clauses(COUNTING, "4")
    assert near_clauses(COUNTING, "C-")[:4] == ("C-1", "C-2", "C-3", "C-4")
    assert near_clauses(COUNTING, "") == ()


def test_a_ruling_has_its_clause_its_numbers_and_what_came_with_it() -> None:
    play = Play()
    play.rolls(3)
    told = entry_explained(play.battle, entry(play.battle, "e1"))
    assert (told.name, told.author, told.says) == ("e1", "Red", "Red rolls a 3.")
    assert told.clause is not None
    assert told.clause.clause.id == "C-2"
    assert [str(each.value) for each in told.numbers] == ["3.0"]
    assert told.with_it == ("The sum is 3.",)
    assert told.because == ()


def test_what_was_let_pass_leads_back_to_what_was_asked() -> None:
    play = Play(Seat(name="Red", sides=("red", "blue")))
    play.ask("Red", Override(clause="C-2", command='{"kind":"roll","die":6}', reason="fun"))
    told = entry_explained(play.battle, entry(play.battle, "e2"))
    assert told.because == ("Red's command passes (fun) (C-2): 6 is more than 4.",)


def test_the_beginning_stands_under_no_clause() -> None:
    play = Play()
    assert entry_explained(play.battle, entry(play.battle, "e0")).clause is None


def test_a_refusal_says_whether_it_may_be_let_pass() -> None:
    refusal = Play().refusal("Red", Roll(die=9))
    told = refusal_explained(COUNTING, refusal, name="r1", time="", author="Red")
    assert (told.says, told.waivable) == ("9 is more than 4.", True)
    assert told.clause is not None
    assert told.clause.clause.id == "C-2"
    assert [str(each.limit) for each in told.numbers] == ["4"]
