"""What somebody is told who taps a second time, or out of turn: in a player's words."""

from rules.games.tossing_tiger.chapters.piles import LayPiles
from rules.games.tossing_tiger.chapters.rounds import Ready
from rules.games.tossing_tiger.tests.war_play import Table
from rules.games.tossing_tiger.vocabulary import SeatEdge
from rules.referee.toolkit.questions import Choose


def test_who_sits_already_is_told_so() -> None:
    table = Table(players=2)
    player = table.state.players[0]
    table.give(player.seat, Ready(edge=SeatEdge.SOUTH))
    refusal = table.refused(player.seat, Ready(edge=SeatEdge.SOUTH))
    assert refusal.reason == f"{player.seat} has taken six cards already."


def test_a_question_that_was_answered_is_said_to_be() -> None:
    table = Table(players=2).sit()
    ask = table.state.asks[0]
    table.answer("2")
    refusal = table.refused(ask.seat, LayPiles(sizes=(3, 3), ask=ask.id))
    assert refusal.reason.startswith("That is not what is asked now. Host: make 2 piles")


def test_a_name_is_said_once_of_whose_turn_it_is() -> None:
    table = Table(players=2).sit()
    table.answer("2")
    first, second = table.state.asks
    table.give(first.seat, LayPiles(sizes=(3, 3)))
    refusal = table.refused(first.seat, LayPiles(sizes=(3, 3)))
    assert refusal.reason.startswith(f"It is {second.who}'s turn to answer: make 2 piles")


def test_a_number_that_is_not_to_be_had_is_told_with_those_that_are() -> None:
    table = Table(players=2).sit()
    refusal = table.refused("Host", Choose(choice="9"))
    assert refusal.reason.endswith("both sides have enough for 3 at most; it may be 1 or 2 or 3.")
