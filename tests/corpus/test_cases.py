"""Tests of reading cases: what a sentence says, and what broken or hostile files are told."""

import json
import re
from collections.abc import Iterator

import pytest

from api.corpus.kept_books import kept_book
from rules.corpus.answers import answer_of, asked, asked_line, written_answer
from rules.corpus.cases import (
    MOST_TEXT,
    CaseBook,
    book_of,
    packed_book,
    packed_books,
    packed_language,
)
from rules.corpus.refereed import refereed, require_readable
from rules.registry import game, games
from rules.table.bad_input import BadInputError
from tests.corpus.test_running import ONE

LANGUAGE = packed_language("paper_invasion")


def read(text: str) -> CaseBook:
    return book_of(
        game("paper_invasion"), LANGUAGE, files={"paper_invasion/heroes/kill.toml": text}
    )


def test_a_sentence_speaks_of_several_tokens() -> None:
    found = LANGUAGE.facts_of("H1, O2 and O4 to O6 are in c", "before[0]")
    assert [fact["token"] for fact in found] == ["H1", "O2", "O4", "O5", "O6"]
    assert {fact["place"] for fact in found} == {"c"}
    assert LANGUAGE.told(found[0]) == "H1 is in c"


@pytest.mark.parametrize(
    ("slug", "one", "two"),
    [
        ("paper_invasion", "1 Hero is left", "2 Heroes are left"),
        ("paper_tigers", "Blue gets 1 card", "Blue gets 2 cards"),
        ("papercraft", "Red has begun 1 turn", "Red has begun 2 turns"),
        ("tossing_tiger", "the war has 1 battle", "the war has 3 battles"),
    ],
)
def test_one_thing_is_counted_as_one(slug: str, one: str, two: str) -> None:
    language = packed_language(slug)
    for said in (one, two):
        assert [language.told(fact) for fact in language.facts_of(said, "")] == [said]


def test_the_wordings_of_a_command_count_one_thing_as_one() -> None:
    phrase = packed_language("tossing_tiger").commands["number"]
    assert set(phrase.ways({"number": "1"})) == {"1 battle"}
    assert next(iter(phrase.ways({"number": "3"}))) == "3 battles"


VERBS = frozenset(
    {"acts", "begins", "counts", "does", "gives", "goes", "has", "is", "lies", "shows", "was"}
)
"""What may stand behind the number of a battle, a pile or a turn."""


@pytest.mark.parametrize("slug", packed_books())
def test_no_sentence_of_a_case_counts_one_thing_as_several(slug: str) -> None:
    language = packed_language(slug)
    for case in packed_book(game(slug)).cases:
        facts = (*case.before, *(fact for step in case.steps for fact in step.then))
        for said in map(language.told, facts):
            wrong = set(re.findall(r"(?<!\S)1 ([a-z-]+s)\b", said)) - VERBS
            assert not wrong, (case.id, said)


def test_a_command_keeps_its_list_together() -> None:
    found = LANGUAGE.command_of("H1 kills O1 and O2", "command")
    assert found == {"command": "kill", "token": "H1", "enemies": ("O1", "O2")}
    dice = LANGUAGE.command_of("the dice are 3, 1, 6, 2, 4 and 5", "command")
    assert dice["dice"] == (3, 1, 6, 2, 4, 5)


@pytest.mark.parametrize("slug", packed_books())
def test_every_packed_case_is_readable_and_says_why(slug: str) -> None:
    book = kept_book(slug)
    assert book.cases
    for case in book.cases:
        require_readable(case, book.game)
        assert all(len(step.why) > 10 for step in case.steps), case.name


@pytest.mark.parametrize("slug", packed_books())
def test_a_game_has_cases_only_with_a_table_of_facts(slug: str) -> None:
    assert games()[slug].fact_table is not None


def test_a_case_and_its_answer_travel_as_one_line_each() -> None:
    case = read(ONE).cases[0]
    line = asked_line(case, game("paper_invasion"))
    assert "\n" not in line
    assert '"ruling"' not in line, "an engine is not told what is expected"
    answer = refereed(case, game("paper_invasion"), language=LANGUAGE)
    assert answer_of(json.dumps(written_answer(answer, case)), case) == answer
    told = asked(case, game("paper_invasion"))
    assert told["options"]["kill_partial"] == "kills_one", "an engine need not know the defaults"


def broken() -> Iterator[tuple[str, str, str]]:
    """A text, where it is said to be wrong, and what was expected."""
    kill = 'command = "H1 kills O1 and O2"'
    yield "[[case", "kill.toml", "TOML"
    yield "", "case", "this field"
    yield "case = []", "case", "1 to 300"
    yield "case = 3", "case", "a list"
    yield "x = " + "[" * 5_000, "kill.toml", "levels of nesting"
    yield "x" * (MOST_TEXT + 1), "kill.toml", "at most"
    yield ONE.replace('id = "kill"', "id = 4"), "case[0]", "text"
    yield ONE.replace('id = "kill"', 'id = "k\\u001b[2J"'), "case[0].id", "one line"
    yield ONE.replace('title = "A Kill takes two"', ""), "case[0] kill.title", "this field"
    yield ONE.replace('title = "A Kill takes two"', f'title = "{"x" * 500}"'), "title", "400"
    yield ONE.replace('title = "A', 'inside = 3\ntitle = "A'), "kill.inside", "nothing of that"
    yield ONE.replace("H1 is in c", "H1 dances"), "kill.before[0]", "a fact of this game"
    yield ONE.replace("O4 to O7", "O1 to O999"), "before[2]", "at most 100 facts"
    yield ONE.replace(kill, 'command = "H1 sings"'), "step[0].command", "a command of this game"
    yield ONE.replace("PI-HERO-01", "PI-HERO-99"), "step[0].clause", "a clause of Paper Invasion"
    yield ONE.replace('"refused"', '"perhaps"'), "step[1].ruling", "allowed or refused or asks"
    yield ONE.replace('"refused"', '"asks"'), "step[1].asks", "what is asked for"
    yield ONE.replace('seat = "Heroes"', 'seat = "Fox"'), "step[0].seat", "one of Heroes, Enemies"
    odd = 'title = "A Kill takes two"\noptions = { kill_partial = "some" }'
    yield ONE.replace('title = "A Kill takes two"', odd), "kill_partial", "one of kills_one"
    none = 'title = "A Kill takes two"\noptions = { luck = true }'
    yield ONE.replace('title = "A Kill takes two"', none), "options", "an option of"
    yield ONE + ONE, "paper_invasion/heroes/kill", "an id for each case"


@pytest.mark.parametrize(("text", "where", "expected"), list(broken()))
def test_a_broken_case_is_told_with_place_expected_and_got(
    text: str, where: str, expected: str
) -> None:
    with pytest.raises(BadInputError) as complaint:
        read(text)
    told = complaint.value
    assert where in told.where
    assert expected in str(told) or "unknown field" in told.got
    assert told.got
    assert len(str(told)) < 600


def test_sentences_and_rows_of_a_roster_add_up() -> None:
    row = {"id": "A", "side": "Red", "kind": "character", "footprint": "square 1"}
    text = f"""
[[case]]
id = "own"
title = "A unit of a list and one of its own"
pieces = ["B is a Blue Seal Captain at 10, 11 facing 90"]
roster = [{{ {", ".join(f"{name} = {json.dumps(each)}" for name, each in row.items())} }}]

[[case.step]]
command = "the movement ends"
ruling = "allowed"
clause = "PC-TRN-02"
why = "Nobody has to move."
"""
    language = packed_language("papercraft")
    found = book_of(game("papercraft"), language, files={"papercraft/armies/own.toml": text})
    assert [each["id"] for each in found.cases[0].roster] == ["B", "A"]
    assert found.cases[0].table is not None
