"""Tests of sentences that an edition takes over from the game that it amends."""

import pytest

from rules.corpus.cases import packed_language
from rules.table.bad_input import BadInputError


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


@pytest.mark.parametrize("dice", ["4", "6 and 1", "6, 4 and 3", "6, 3, 2 and 1"])
def test_a_choice_between_dice_can_be_said(dice: str) -> None:
    sequel = packed_language("paper_tigers_2")
    assert sequel.command_of(f"choose {dice}", "")["choice"] == dice
    with pytest.raises(BadInputError, match="command"):
        sequel.command_of(f"choose {dice.replace('4', '7').replace('1', '0')}", "")
