"""The pack: 52 different cards, each written and read in one way."""

import pytest

from rules.referee.toolkit.cards import PACK, PACK_NAMES, RANKS, Card, Suit, card_from
from rules.table.bad_input import BadInputError


def test_the_pack_holds_each_card_once() -> None:
    assert len(PACK) == len(set(PACK)) == len(set(PACK_NAMES)) == 52
    assert {(card.rank, card.suit) for card in PACK} == {
        (rank, suit) for rank in RANKS for suit in Suit
    }


@pytest.mark.parametrize("card", PACK, ids=str)
def test_what_is_written_is_read_again(card: Card) -> None:
    assert card_from(str(card)) == card
    assert card_from(f" {card.rank} {card.suit.lower()} ") == card


def test_the_names_are_all_different() -> None:
    assert len({card.name for card in PACK}) == 52
    assert Card("10", Suit.SPADES).name == "10 of spades"
    assert Card("A", Suit.CLUBS).name == "ace of clubs"


def test_half_of_the_pack_is_red() -> None:
    assert {card.suit for card in PACK if card.red} == {Suit.HEARTS, Suit.DIAMONDS}
    assert sum(card.red for card in PACK) == 26


def test_ranks_go_from_two_to_ace() -> None:
    spades = [card for card in PACK if card.suit is Suit.SPADES]
    assert [card.height for card in spades] == list(range(13))
    assert Card("A", Suit.HEARTS).height == 12


@pytest.mark.parametrize(
    "text", ["", " ", "H", "10", "1H", "11H", "0H", "HQ", "QHH", "Q♥", "joker", "QH 2S", "QH\n"]
)
def test_what_is_no_card(text: str) -> None:
    if text == "QH\n":
        # Spaces and line ends around a card do no harm.
        assert str(card_from(text)) == "QH"
        return
    with pytest.raises(BadInputError) as caught:
        card_from(text, "cards[1]")
    expected = f"cards[1]: expected a card like QH, 10D or 2S, got {text!r}"
    assert str(caught.value) == expected
