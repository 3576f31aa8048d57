"""What a newcomer is told of an offer: by its command, or by the sentence that asks for it."""

from dataclasses import replace

from api.answers.adjudged import template_value
from rules.referee.court.offers import offers
from rules.referee.toolkit.book.explaining import Explanation
from rules.registry import games
from tests.rules.referee.counting_game import Play

BY_COMMAND = Explanation(says="It adds up.", clause="CG-1")
BY_SENTENCE = Explanation(says="It decides.", clause="CG-1", choices={"yes": "It does."})


def told_in(explained: dict[str, Explanation]) -> dict[str, Explanation | None]:
    play = Play()
    game = replace(play.battle.game, clauses=replace(play.battle.game.clauses, explained=explained))
    found = offers(replace(play.battle, game=game), play.snapshot, seat="Red")
    return {each.command: each.help for each in found}


def test_an_offer_is_explained_by_its_command_and_no_other_is() -> None:
    told = told_in({"roll": BY_COMMAND})
    assert told.pop("roll") == BY_COMMAND
    assert set(told.values()) == {None}


def test_the_sentence_that_asks_comes_before_the_command() -> None:
    says = next(each.says for each in offers(Play().battle, Play().snapshot, seat="Red"))
    assert says.endswith(".")
    found = told_in({"roll": BY_COMMAND, says: BY_SENTENCE})
    assert BY_SENTENCE in found.values()


def test_a_page_is_told_it_with_the_offer() -> None:
    play = Play()
    offer = offers(play.battle, play.snapshot, seat="Red")[0]
    assert template_value(offer)["help"] is None
    told = template_value(replace(offer, help=BY_SENTENCE))["help"]
    assert told == {"says": "It decides.", "clause": "CG-1", "choices": {"yes": "It does."}}


def test_a_question_is_found_with_what_fills_its_braces() -> None:
    book = games()["tossing_tiger"].clauses
    for says in (
        "Say how many piles each side makes against Blue.",
        "Fox: 3 cards of the pile in battle 2: does the next go to your hand?",
    ):
        assert book.explanation("choose", says) is not None
    assert book.explanation("choose", "Say nothing.") is None
