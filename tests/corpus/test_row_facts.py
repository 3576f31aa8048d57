"""Tests of facts that are set through what players may amend, and told back from it."""

import pytest

from rules.corpus.refereed import EMPTY
from rules.corpus.row_facts import RowFacts
from rules.corpus.sentences import case_language
from rules.referee.toolkit.game import Fact, FactTable, Refusal, Setup
from rules.referee.toolkit.settings import options_from
from rules.registry import game
from rules.table.bad_input import BadInputError
from rules.table.files.roster_files import roster_from_rows

GAME = game("paper_tigers")
ROSTER = [
    {"id": "T1", "side": "red", "kind": "tank", "footprint": "rectangle 3.3 x 1.6", "tags": [1]},
    {"id": "S1", "side": "blue", "kind": "squad", "footprint": "rectangle 2 x 1.5", "tags": [2]},
    {"id": "S2", "side": "blue", "kind": "squad", "footprint": "rectangle 2 x 1.5", "tags": [3]},
]
LANGUAGE = case_language(
    {
        "seats": {"Red": ["red"], "Blue": ["blue"]},
        "facts": {
            "hits": {"says": "{unit+} has {hits#} hits", "value": "hits"},
            "had_card": {"says": "{unit+} has had a card"},
            "follows": {"says": "{unit} follows {whom}", "value": "whom"},
            "open_cards": {"says": "{unit} has {cards*} open on it", "value": "cards"},
            "saved": {"says": "group {colour} has saved {cards*}", "value": "cards"},
            "bridge_gone": {
                "says": "{bridge}",
                "bridge": ["the bridge is blown", "the bridge stands"],
                "value": "bridge",
            },
            "turn": {"says": "it is turn {turn#}", "value": "turn"},
            "stands": {"says": "{unit} stands at {x.}, {y.}"},
            "asleep": {"says": "{unit+} is asleep"},
        },
        "commands": {},
    },
    "sentences",
)


def begin(setup: Setup, facts: tuple[Fact, ...]) -> object:
    assert all(fact["fact"] == "asleep" for fact in facts), "the rows' own facts stay with them"
    return GAME.initial(setup)


TABLE = FactTable(
    begin=begin,
    told=lambda _: (),
    asks=lambda _: (),
    rows={"open_cards": ("cards_open", "{unit}"), "saved": ("hand_open", "{colour}")},
)
FACTS = RowFacts(game=GAME, table=TABLE, language=LANGUAGE)
SETUP = Setup(
    seats=LANGUAGE.seats,
    roster=roster_from_rows(ROSTER, columns=GAME.roster_schema),
    options=options_from(GAME.option_schema, {}),
)


def told(*sentences: str) -> set[str]:
    facts = tuple(fact for says in sentences for fact in LANGUAGE.facts_of(says, "before"))
    return {LANGUAGE.told(fact) for fact in FACTS.told(FACTS.begin(SETUP, facts, snapshot=EMPTY))}


@pytest.mark.parametrize(
    "says",
    [
        "T1 has 2 hits",
        "S1 has had a card",
        "S2 follows S1",
        "T1 has QH, 10D open on it",
        "group blue has saved 7C",
        "the bridge is blown",
        "the bridge stands",
        "it is turn 3",
    ],
)
def test_a_fact_is_set_through_the_row_and_told_from_it(says: str) -> None:
    assert says in told(says)


def test_of_nothing_nothing_is_told() -> None:
    assert told() == {
        "T1 has 0 hits",
        "S1 has 0 hits",
        "S2 has 0 hits",
        "the bridge stands",
        "it is turn 0",
    }


def test_one_sentence_sets_it_for_several_whatever_would_speak_against_it_now() -> None:
    assert {"S1 has 2 hits", "S2 has 2 hits"} <= told("S1 and S2 have 2 hits")
    row = GAME.row("hits")
    assert row is not None
    assert row.check(GAME.initial(SETUP), 2, name="S1"), "players could not amend it so"


def test_facts_of_the_game_itself_go_to_its_own_table() -> None:
    assert "S1 has had a card" in told("S1 is asleep", "S1 has had a card")
    own = FactTable(begin=begin, told=lambda _: (), asks=lambda _: (), own=frozenset({"hits"}))
    facts = RowFacts(game=GAME, table=own, language=LANGUAGE)
    assert not [fact for fact in facts.told(GAME.initial(SETUP)) if fact["fact"] == "hits"]


def test_what_follows_of_facts_comes_after_the_rows() -> None:
    def next_turn(state: object, _: object) -> object:
        row = GAME.row("turn")
        assert row is not None
        return row.amended(state, "", text=str(row.value(state, "") + 1))

    table = FactTable(begin=begin, told=lambda _: (), asks=lambda _: (), follows=next_turn)
    facts = RowFacts(game=GAME, table=table, language=LANGUAGE)
    state = facts.begin(SETUP, LANGUAGE.facts_of("it is turn 3", "before"), snapshot=EMPTY)
    assert {"fact": "turn", "turn": 4} in facts.told(state)


def test_names_of_several_words_are_made_of_holes() -> None:
    rows = {"hits": ("hits", "S{unit}")}
    table = FactTable(begin=begin, told=lambda _: (), asks=lambda _: (), rows=rows)
    facts = RowFacts(game=GAME, table=table, language=LANGUAGE)
    state = facts.begin(SETUP, LANGUAGE.facts_of("2 has 1 hits", "before"), snapshot=EMPTY)
    found = [LANGUAGE.told(fact) for fact in facts.told(state) if fact["fact"] == "hits"]
    assert found == ["1 has 0 hits", "2 has 1 hits"]


def test_a_number_is_a_text_in_a_fact_and_a_list_one_text() -> None:
    (fact,) = LANGUAGE.facts_of("T1 stands at 15.650, 9", "before")
    assert fact == {"fact": "stands", "unit": "T1", "x": "15.65", "y": "9"}
    (fact,) = LANGUAGE.facts_of("T1 has QH and 10D open on it", "before")
    assert fact["cards"] == "QH, 10D"


@pytest.mark.parametrize(
    ("says", "where", "expected", "got"),
    [
        ("T9 has 2 hits", "before: hits", "one of T1, S1, S2", "'T9'"),
        ("T1 has 88 hits", "before: hits.value", "0 to 9", "88"),
        ("S2 follows S9", "before: follows.value", "one of T1, S1, S2", "'S9'"),
        ("T1 has XX open on it", "before: cards_open", "card", "XX"),
    ],
)
def test_a_fact_that_cannot_be_is_told_with_place_expected_and_got(
    says: str, where: str, expected: str, got: str
) -> None:
    with pytest.raises(BadInputError) as complaint:
        told(says)
    assert where in complaint.value.where
    assert expected in complaint.value.expected
    assert got in complaint.value.got


def test_a_battle_that_nobody_may_begin_is_refused_by_its_clause() -> None:
    no = Refusal(clause="PT1-I2", reason="Too many tanks.")
    table = FactTable(begin=lambda _setup, _facts: no, told=lambda _: (), asks=lambda _: ())
    facts = RowFacts(game=GAME, table=table, language=LANGUAGE)
    assert facts.begin(SETUP, (), snapshot=EMPTY) is no
