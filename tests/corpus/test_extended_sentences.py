"""Tests of sentences that an edition takes over from the game that it amends."""

from rules.corpus.cases import packed_language


def test_an_edition_reads_the_sentences_of_the_game_that_it_extends() -> None:
    basic, own = packed_language("paper_tigers"), packed_language("paper_tigers_2")
    assert own.command_of("roll 3 and 4", "") == basic.command_of("roll 3 and 4", "")
    assert own.seats == basic.seats
    assert own.facts_of("T1 has 1 hit", "")[0]["fact"] == "hits"


def test_its_own_come_first_and_take_the_place_of_others() -> None:
    basic, own = packed_language("paper_tigers"), packed_language("paper_tigers_2")
    found = own.command_of("fire the main gun at E1", "")
    assert found == {"command": "fire_weapon", "weapon": "main gun", "target": "E1"}
    assert own.command_of("choose keep", "")["choice"] == "keep"
    assert "fire_weapon" not in basic.commands
