"""Tests of the umpire's sentences: one for every kind of event, said from the event alone."""

import pytest

from rules.games.paper_tigers import CONTENTS, GAME
from rules.games.paper_tigers.asking import PhaseBegan
from rules.games.paper_tigers.chapters.picking import Picked
from rules.games.paper_tigers.tests.told import TOLD
from rules.games.paper_tigers.vocabulary import Phase


@pytest.mark.parametrize(("event", "sentence"), TOLD, ids=[sentence for _, sentence in TOLD])
def test_each_event_is_told_in_a_sentence(event: object, sentence: str) -> None:
    assert GAME.say(event) == sentence


def test_every_kind_of_event_is_told_above() -> None:
    assert {type(event) for event, _ in TOLD} == set(CONTENTS.events.kinds.values())


@pytest.mark.parametrize("kind", CONTENTS.events.kinds.values(), ids=list(CONTENTS.events.kinds))
def test_every_kind_of_event_tells_itself(kind: type) -> None:
    assert {"after", "told"} <= set(vars(kind))


def test_every_sentence_ends_as_one() -> None:
    assert [sentence for event, sentence in TOLD if GAME.say(event)[-1] not in ".!?"] == []


@pytest.mark.parametrize("phase", Phase)
def test_every_phase_is_announced(phase: Phase) -> None:
    assert GAME.say(PhaseBegan(phase=phase)).endswith((".", "!"))


def test_a_pick_says_the_same_whoever_was_picked() -> None:
    picks = [Picked(force="Red", unit=unit, cards=(1,)) for unit in ("T1", "S1")]
    assert len({GAME.say(pick) for pick in picks}) == 1
