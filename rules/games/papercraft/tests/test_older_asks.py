"""Asks of logs of format 1, which held every question in one bag of fields."""

import pytest

from rules.games.papercraft import GAME
from rules.games.papercraft.asks import OTHERS, AskOpened, about
from rules.games.papercraft.chapters.moving import PutQuestion
from rules.referee.toolkit.questions import ChoiceQuestion, DiceQuestion, Question
from rules.referee.toolkit.vocabulary import kind_of

ALONE = {"order": 0, "escape": 1, "heal": 1, "burn": 1, "restless": 1, "salvo": 1}
QUESTIONS = {kind_of(kind): kind for kind in GAME.events.variants}


@pytest.mark.parametrize("purpose", [*OTHERS, *ALONE])
def test_an_ask_of_an_older_log_is_read_as_the_question_of_today(purpose: str) -> None:
    kind = QUESTIONS[purpose]
    assert issubclass(kind, Question)
    bag: dict[str, object] = {
        "id": 3,
        "seat": "Host",
        "player": "Red",
        "clause": "PC-HIT-01",
        "says": "Do it.",
        "kind": kind.answered_by,
        "purpose": purpose,
        "unit": "A" if ALONE.get(purpose, 2) else "",
        "other": "B",
    }
    if issubclass(kind, DiceQuestion):
        bag["dice"] = {"count": 2, "why": "why", "means": [{"when": "6", "then": "a hit"}]}
    elif issubclass(kind, ChoiceQuestion):
        bag["choices"] = ["hold", "damage"]
    elif issubclass(kind, PutQuestion):
        bag["inches"] = 4.5
    event = GAME.events.read({"kind": "asked", "ask": bag}, "event")
    assert isinstance(event, AskOpened)
    ask = event.ask
    assert (ask.id, ask.seat, ask.who, ask.clause) == (3, "Host", "Red", "PC-HIT-01")
    assert type(ask.question) is kind
    assert about(ask) == ("A", "B")[: ALONE.get(purpose, 2)]
    if isinstance(ask.question, PutQuestion):
        assert ask.question.inches == 4.5
    assert GAME.events.read(GAME.events.write(event), "event") == event
