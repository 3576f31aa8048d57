"""Tests that the questions of older logs are read, whatever they asked for."""

import random
from typing import Any

import pytest

from rules.games.tossing_tiger import GAME
from rules.games.tossing_tiger.draft import PlayerAsked
from rules.referee.toolkit.questions import Ask, Question
from rules.referee.toolkit.vocabulary import Variant, kind_of, written
from rules.testing.made_values import random_body

KINDS = {kind_of(each): each for each in GAME.events.variants}
LEFT_OUT: dict[str, object] = {"war": 0, "role": "attacker", "place": 0, "count": 0}


def as_before(ask: Ask) -> dict[str, object]:
    """An `asked` event as older logs have it: one bag for all, without what is so by default."""
    question: Any = written(ask.question)
    about = {("count" if name == "taken" else name): value for name, value in question.items()}
    purpose = about.pop("kind")
    kept = {name: value for name, value in about.items() if value != LEFT_OUT.get(name)}
    told = {"id": ask.id, "seat": ask.seat, "player": ask.who, "clause": ask.clause}
    command = ask.question.answered_by
    bag = {**told, "says": ask.says, "kind": command, "purpose": purpose, **kept}
    return {"kind": "asked", "ask": bag}


def asked(kind: type[Variant], rng: random.Random) -> Ask:
    """Such a question, of whatever it may be."""
    question = random_body(kind, rng, words=("battle 1", "crane"))
    assert isinstance(question, Question)
    return Ask(id=3, seat="Host", who="Red", clause="TT-BAT-02", says="Well?", question=question)


@pytest.mark.parametrize("name", list(KINDS))
def test_a_question_of_an_older_log_is_read(name: str, *, rng_seed: int) -> None:
    rng = random.Random(f"{rng_seed} {name}")
    for _ in range(20):
        event = PlayerAsked(ask=asked(KINDS[name], rng))
        assert GAME.events.read(as_before(event.ask), "event") == event
        assert GAME.events.read(GAME.events.write(event), "event") == event
