"""What seats are offered, that it is accepted, and what they may know."""

import json
from collections.abc import Iterator

from rules.referee.court.offers import offers, view
from rules.referee.court.sentences import say
from rules.referee.log.house_words import Agree, DeclareUnmoved, Object, Override, TakeBack
from rules.referee.toolkit.game import Template
from rules.table.snapshot import PieceState
from tests.factories import piece, table
from tests.rules.referee.counting_game import Play


def commands(template: Template) -> Iterator[dict[str, object]]:
    """The template with each allowed value of each hole, the others at their first."""
    first = {hole.name: hole.allowed[0] for hole in template.holes if not hole.optional}
    bare = {"kind": template.command, **template.fixed, **first}
    yield bare
    for hole in template.holes:
        for value in hole.allowed:
            yield {**bare, hole.name: value}


TOGETHER = {"amend_state", "change_option"}
"""What seats may always ask the others for; tests of agreements have it."""


def offered(play: Play, seat: str) -> list[str]:
    found = [each.command for each in offers(play.battle, play.snapshot, seat=seat)]
    return [each for each in found if each not in TOGETHER]


def every_offer_is_accepted(play: Play) -> None:
    battle = play.battle
    for seat in battle.setup.seats:
        for template in offers(battle, play.snapshot, seat=seat.name):
            if template.command in TOGETHER:
                continue
            for body in commands(template):
                play.battle = battle
                assert play.ask(seat.name, body).refusal is None, (seat.name, body)
    play.battle = battle


def test_at_the_start_there_is_nothing_to_take_back() -> None:
    play = Play()
    assert offered(play, "Red") == ["roll"]
    assert offered(play, "Blue") == []
    assert offered(play, "Onlooker") == []
    every_offer_is_accepted(play)


def test_what_is_offered_is_accepted() -> None:
    play = Play()
    play.rolls(1)
    play.snapshot = table(
        piece("C1", (9.0, 9.0), state=PieceState.HIDDEN, age=3),
        piece("C2", (25.0, 9.0)),
        piece("C3", (25.0, 20.0), state=PieceState.LOST, age=30),
        piece("C4", (9.0, 20.0), heading=100),
    )
    assert offered(play, "Red") == [
        "accept_proposal",
        "dismiss_proposal",
        "dismiss_proposal",
        "declare_unmoved",
        "take_back",
        "challenge",
    ]
    assert offered(play, "Blue") == [
        "roll",
        "dismiss_proposal",
        "dismiss_proposal",
        "declare_unmoved",
        "take_back",
        "challenge",
    ]
    every_offer_is_accepted(play)
    play.ask("Red", DeclareUnmoved(piece="C1"))
    assert "withdraw_declared" in offered(play, "Red")
    assert "withdraw_declared" not in offered(play, "Blue")
    every_offer_is_accepted(play)


def test_who_is_asked_may_answer_and_who_asks_may_withdraw() -> None:
    play = Play()
    play.rolls(1, 2)
    play.ask("Blue", TakeBack(entry="e3", reason="slip"))
    asked = offers(play.battle, play.snapshot, seat="Red")
    assert offered(play, "Red") == ["roll", "agree", "object", "take_back", "challenge"]
    assert asked[1].says == (
        "Agree. Blue asks to take back (slip). This would fall: Blue rolls a 2. The sum is 3."
    )
    assert asked[1].fixed == {"ask": "e5"}
    assert asked[3].says == "Take back: Blue rolls a 2."
    # Whoever has asked is not offered to ask again.
    assert offered(play, "Blue") == ["object", "challenge"]
    every_offer_is_accepted(play)


def test_what_was_overruled_is_offered_to_the_other_side() -> None:
    play = Play()
    play.ask("Red", Override(clause="C-2", command='{"die":5,"kind":"roll"}'))
    assert offered(play, "Blue") == ["agree", "object"]
    every_offer_is_accepted(play)


def test_a_view_is_built_up_for_one_seat() -> None:
    play = Play()
    play.rolls(1)
    play.snapshot = table(piece("C1", (9.0, 9.0), state=PieceState.HIDDEN, age=3))
    play.ask("Red", DeclareUnmoved(piece="C1"))
    play.ask("Red", TakeBack(entry="e1"))
    found = json.loads(json.dumps(view(play.battle, seat="Blue")))
    # What is in them is the matter of test_facts.
    assert found.pop("facts")
    assert found == {
        "game": "counting",
        "title": "Counting",
        "seat": "Blue",
        "seats": [{"name": "Red", "sides": ["red"]}, {"name": "Blue", "sides": ["blue"]}],
        "options": dict(play.battle.setup.options.values),
        "state": {"sum": 1, "your_turn": True},
        "awaits": "Blue rolls.",
        "result": None,
        "sequence": 5,
        "disputes": [],
        "asks": [
            {
                "ask": "e4",
                "author": "Red",
                "says": "Red asks to take back. This would fall: Red rolls a 1. The sum is 1.",
                "agreed": [],
                "waits_for": ["blue"],
            }
        ],
        "declared": [
            {
                "piece": "C1",
                "author": "Red",
                "x_in": 9.0,
                "y_in": 9.0,
                "heading_deg": 0.0,
                "sigma_in": 0.25,
            }
        ],
    }


def test_every_entry_can_be_said() -> None:
    play = Play()
    play.rolls(1)
    play.ask("Red", TakeBack(entry="e1"))
    play.ask("Blue", Object(ask="e3"))
    play.ask("Red", TakeBack(entry="e1", reason="please"))
    play.ask("Blue", Agree(ask="e5"))
    assert [say(play.battle, entry) for entry in play.battle.entries] == [
        "Counting begins: Red plays red; Blue plays blue.",
        "Red rolls a 1.",
        "The sum is 1.",
        "Red asks to take back. This would fall: Red rolls a 1. The sum is 1.",
        "Blue objects to e3.",
        "Red asks to take back (please). This would fall: Red rolls a 1. The sum is 1.",
        "Blue agrees to e5.",
        "Red takes back (please), agreed by Blue. This falls: Red rolls a 1. The sum is 1.",
    ]
