"""Tests of what the umpire fills in where it deals, and of what it refuses then."""

from collections.abc import Mapping

from rules.games.tossing_tiger.cards_moved import hand_of, pile_at
from rules.games.tossing_tiger.chapters.battles import PileToTurn
from rules.games.tossing_tiger.chapters.opening import HowManyPiles
from rules.games.tossing_tiger.dealing import fill
from rules.games.tossing_tiger.tests.war_play import Table
from rules.referee.dealing.dealt_cards import DealtCards
from rules.referee.dealing.rules_of_dealing import CardsInPlay, Filled, Misdealt, SeatCommand

TURN_UP = {"kind": "turn_up"}
WITH_DAWNCARD = {"kind": "choose", "choice": "2 with a Dawncard"}


def filled(table: Table, places: Mapping[str, tuple[str, ...]], given: SeatCommand) -> object:
    return fill(CardsInPlay(state=table.state, cards=DealtCards(places=places)), given)


def test_tt_bat_02_the_card_on_top_is_turned_up_whoever_says_which() -> None:
    table = Table().war_of(2)
    ask, asked = table.questions(PileToTurn)[0]
    lying = {pile_at(asked.war, asked.role, place=asked.place): ("crane-1", "tiger-1")}
    top = Filled(fields={"card": "crane-1"})
    for said in (TURN_UP, {**TURN_UP, "card": "crane-1"}):
        assert filled(table, lying, SeatCommand(seat=ask.seat, body=said)) == top
    other = filled(table, lying, SeatCommand(seat=ask.seat, body={**TURN_UP, "card": "tiger-1"}))
    assert isinstance(other, Misdealt)
    assert other.clause == "TT-BAT-02"


def test_tt_dj_02_a_dawncard_is_named_by_whoever_holds_a_rooster() -> None:
    table = Table(dawndojo=True).sit()
    ask = table.asked(HowManyPiles)
    deck = table.state.deck.cards
    rooster = next(name for name, card in deck.items() if card.dawn)
    other = next(name for name, card in deck.items() if not card.dawn)
    given = SeatCommand(seat=ask.seat, body=WITH_DAWNCARD)
    assert filled(table, {hand_of(ask.who): (other, rooster)}, given) == Filled()
    without = filled(table, {hand_of(ask.who): (other,)}, given)
    assert isinstance(without, Misdealt)
    assert without.clause == "TT-DJ-02"
    plain = SeatCommand(seat=ask.seat, body={**WITH_DAWNCARD, "choice": "2"})
    assert filled(table, {hand_of(ask.who): (other,)}, plain) == Filled()
