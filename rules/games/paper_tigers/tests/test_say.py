"""Tests of the umpire's sentences: one for every kind of event, said from the event alone."""

import pytest

from rules.games.paper_tigers.events import EVENTS, setup, turn
from rules.games.paper_tigers.saying import say
from rules.games.paper_tigers.tests.told import SPOT, TOLD
from rules.games.paper_tigers.vocabulary import Phase


@pytest.mark.parametrize(("event", "sentence"), TOLD, ids=[sentence for _, sentence in TOLD])
def test_each_event_is_told_in_a_sentence(event: object, sentence: str) -> None:
    assert say(event) == sentence


def test_every_kind_of_event_is_told_above() -> None:
    assert {type(event) for event, _ in TOLD} == set(EVENTS.kinds.values())


@pytest.mark.parametrize("kind", EVENTS.kinds.values(), ids=list(EVENTS.kinds))
def test_every_kind_of_event_has_a_handler_of_its_own(kind: type) -> None:
    own = say.dispatch(kind)
    assert own is not say.dispatch(object)
    assert [other for other in EVENTS.kinds.values() if say.dispatch(other) is own] == [kind]


def test_what_is_no_event_is_not_told() -> None:
    with pytest.raises(TypeError, match="expected an event of Paper Tigers to tell, got Spot"):
        say(SPOT)


def test_every_sentence_ends_as_one() -> None:
    assert [sentence for event, sentence in TOLD if say(event)[-1] not in ".!?"] == []


@pytest.mark.parametrize("phase", Phase)
def test_every_phase_is_announced(phase: Phase) -> None:
    assert say(setup.PhaseBegan(phase=phase)).endswith((".", "!"))


def test_a_pick_says_the_same_whoever_was_picked() -> None:
    picks = [turn.Picked(force="Red", unit=unit, cards=(1,)) for unit in ("T1", "S1")]
    assert len({say(pick) for pick in picks}) == 1
