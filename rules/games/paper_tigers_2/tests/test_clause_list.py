"""Tests that the list of clauses is whole, in order, and fit to be read out."""

import re
from collections import Counter

import pytest

from rules.games.paper_tigers_2 import AMENDED, CLAUSES, OWN
from rules.games.paper_tigers_2.battle_options import OPTIONS
from rules.games.paper_tigers_2.phases import EDITION
from rules.referee.toolkit.book.clauses import Clause, Standing

ANSWERED_ELSEWHERE = {"AMB2-03", "AMB2-05", "AMB2-47"}
"""Those that options of the basic game answer, or a misprint that has no two readings."""
NUMBERS = {
    f"AMB2-{number:02}"
    for number in range(1, 68)
    if number
    not in {
        13,
        21,
        31,
        32,
        39,
        42,
        44,
        45,
        46,
        49,
        50,
    }
}


def test_there_are_225_clauses_and_nothing_is_left_to_do() -> None:
    assert len(OWN) == 225
    assert [clause.id for clause in OWN if clause.standing is Standing.TODO] == []
    assert sum(clause.standing is Standing.EXEMPT for clause in OWN) == 5
    assert len(CLAUSES) == len(OWN) + len(AMENDED)


def test_they_stand_in_order() -> None:
    sections = [re.match(r"PT2-([A-PS])", clause.id) for clause in OWN]
    letters = [found.group(1) for found in sections if found is not None]
    assert letters == sorted(letters)
    assert Counter(letters)["S"] == 9


@pytest.mark.parametrize("clause", list(OWN), ids=lambda clause: clause.id)
def test_each_clause_is_said_in_one_line_that_ends(clause: Clause) -> None:
    assert clause.says == clause.says.strip()
    assert clause.says.endswith(".")
    assert 20 <= len(clause.says) <= 260


def test_every_question_of_the_register_is_answered_by_an_option() -> None:
    answered = {option.ambiguity for option in OPTIONS if option.ambiguity.startswith("AMB2")}
    assert answered >= NUMBERS - ANSWERED_ELSEWHERE
    assert answered <= NUMBERS
    assert len(NUMBERS) == 56


def test_every_clause_that_is_restated_stands_in_both_lists() -> None:
    """Fault 14: each is one of the basic game's, and has a number of this edition's own."""
    for clause, own in EDITION.restated.items():
        assert clause in AMENDED
        assert own in OWN
