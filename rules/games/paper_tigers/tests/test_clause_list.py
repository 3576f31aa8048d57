"""Tests that the list of clauses is whole, in order, and fit to be read out."""

import re
from collections import Counter

import pytest

from rules.referee.toolkit.book.clauses import Clause, Standing, clauses_of

CLAUSES = clauses_of("rules.games.paper_tigers")
SECTIONS = {"A": 10, "B": 5, "C": 22, "D": 16, "E": 5, "F": 7, "G": 10, "H": 10, "I": 4, "J": 14}


def section(clause: Clause) -> str:
    found = re.match(r"PT1-([A-J])\d", clause.id)
    assert found is not None, clause.id
    return found.group(1)


def test_there_are_103_clauses() -> None:
    assert len(CLAUSES) == 103


def test_each_section_has_its_clauses_and_they_stand_in_order() -> None:
    sections = [section(clause) for clause in CLAUSES]
    assert sections == sorted(sections)
    assert Counter(sections) == SECTIONS


@pytest.mark.parametrize("name", ["PT1-A4b-note", "PT1-C2a-x", "PT1-D2a-note", "PT1-G3b2"])
def test_clauses_that_only_qualify_another_are_listed_too(name: str) -> None:
    assert name in CLAUSES


def test_the_number_that_the_rulebook_skips_is_not_listed() -> None:
    assert "PT1-G5" not in CLAUSES


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.id)
def test_each_clause_is_said_in_one_line_that_ends(clause: Clause) -> None:
    assert "\n" not in clause.says
    assert clause.says == clause.says.strip()
    assert clause.says.endswith(".")
    assert 20 <= len(clause.says) <= 260


def test_no_two_clauses_say_the_same() -> None:
    assert len({clause.says for clause in CLAUSES}) == len(CLAUSES)


def test_nothing_is_left_to_do() -> None:
    assert [clause.id for clause in CLAUSES if clause.standing is Standing.TODO] == []
