"""Tests that what a roster says of a card is printed on its face, clear of tag and edge."""

import pytest

from rules.games.tossing_tiger.deck import STARTER, Deck, generated, on_card, roster_toml
from rules.table.bad_input import BadInputError
from tests.vision.kit.kits import kit_of
from vision.kit.drawing.marks import Words
from vision.kit.wanted.army import MOST_TOLD, army_from_bytes

CARD = """
[[piece]]
id = "crane"
kind = "tiger_card"
card_top = "{top}"
card_foot = "strong against Tiger"
"""


def face_words(roster: str, name: str) -> list[Words]:
    """All that is written on the face of one card."""
    kit = kit_of(roster)
    (design,) = [each for each in kit.designs if each.piece.id == name]
    return [mark for mark in design.faces[0].marks if isinstance(mark, Words)]


def test_it_stands_above_the_tag_and_below() -> None:
    words = {each.text: each for each in face_words(CARD.format(top="It fights."), "crane")}
    assert words["It fights."].at[1] > 0.7
    assert words["strong against Tiger"].at[1] < -1.1
    plain = face_words(CARD.format(top="").replace("strong against Tiger", ""), "crane")
    assert {each.text for each in plain} == {"crane"}


@pytest.mark.parametrize("deck", [STARTER, generated(5)], ids=["starter", "generated"])
def test_all_of_a_deck_has_room(deck: Deck) -> None:
    for card in deck.cards.values():
        for told in on_card(deck, card):
            assert 0 < len(told) <= MOST_TOLD, card
    kit = kit_of(roster_toml(deck))
    for design in kit.designs:
        right, top = design.faces[0].outline[2]
        for mark in design.faces[0].marks:
            if isinstance(mark, Words) and mark.height < 0.09:
                x, y = mark.at
                assert abs(y) > 0.6 + 0.08, (design.piece.id, mark.text)
                assert -top + 0.05 < y < top - 0.05, (design.piece.id, mark.text)
                assert abs(x) < right


def test_what_nobody_could_read_is_refused() -> None:
    with pytest.raises(BadInputError, match="card_top: expected at most 180 characters, got 200"):
        army_from_bytes(CARD.format(top="x" * 200).encode(), is_csv=False)
