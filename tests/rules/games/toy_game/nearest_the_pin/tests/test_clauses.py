"""What each clause of Nearest the Pin asks for."""

from dataclasses import replace

from rules.referee.toolkit.game import Command, Decision, Event, Refusal, State
from rules.table.snapshot import PieceState, Snapshot
from tests.rules.games.toy_game.nearest_the_pin import GAME
from tests.rules.games.toy_game.nearest_the_pin.chapters.flicking import Flick, Landed
from tests.rules.games.toy_game.nearest_the_pin.chapters.rolling import (
    Roll,
    RollCalled,
    Rolled,
    Won,
)
from tests.rules.games.toy_game.nearest_the_pin.tests.samples import (
    PIN,
    beginning,
    placed,
    setup,
)

SETUP = setup()
START = GAME.initial(SETUP)


def near(red: float, blue: float, *, sigma: float = 0.0) -> Snapshot:
    """Both tokens east of the pin, so many inches from it."""
    snapshot = placed(beginning(sigma), "R1", at=(PIN[0] + red, PIN[1]))
    return placed(snapshot, "B1", at=(PIN[0] + blue, PIN[1]))


def ask(state: State, author: str, *, body: object, snapshot: Snapshot) -> Decision:
    return GAME.decide(state, Command(author=author, body=body), snapshot)


def refused(decision: Decision) -> tuple[str, str]:
    assert isinstance(decision, Refusal)
    return decision.clause, decision.reason


def accepted(decision: Decision) -> tuple[Event, ...]:
    assert not isinstance(decision, Refusal), decision
    return decision


def both_flicked(snapshot: Snapshot) -> tuple[State, tuple[Event, ...]]:
    state = START
    events: tuple[Event, ...] = ()
    for author, token in (("Host", "R1"), ("Guest", "B1")):
        events = accepted(ask(state, author, body=Flick(token=token), snapshot=snapshot))
        for event in events:
            state = GAME.evolve(state, event.body)
    return state, events


def rolled(state: State, red: int, *, blue: int) -> tuple[State, object]:
    last: object = None
    for author, token, face in (("Host", "R1", red), ("Guest", "B1", blue)):
        roll = Roll(token=token, dice=(face,))
        for event in accepted(ask(state, author, body=roll, snapshot=beginning())):
            last = event.body
            state = GAME.evolve(state, last)
    return state, last


def test_np_1_players_flick_in_order() -> None:
    assert refused(ask(START, "Guest", body=Flick(token="B1"), snapshot=near(1, 2))) == (
        "NP-1",
        "It is the turn of R1.",
    )
    assert refused(ask(START, "Guest", body=Flick(token="R1"), snapshot=near(1, 2))) == (
        "NP-1",
        "R1 is not Guest's token.",
    )
    assert refused(ask(START, "Host", body=Flick(token="X9"), snapshot=near(1, 2)))[0] == "NP-1"


def test_np_1_each_token_once() -> None:
    landed = Landed(token="R1", distance=START.furthest)
    again = ask(GAME.evolve(START, landed), "Host", body=Flick(token="R1"), snapshot=near(1, 2))
    assert refused(again) == ("NP-1", "It is the turn of B1.")


def test_np_2_a_token_is_measured_from_middle_to_middle() -> None:
    (event,) = accepted(ask(START, "Host", body=Flick(token="R1"), snapshot=near(3.5, 2)))
    assert event.body == Landed(token="R1", distance=START.furthest.__class__(3.5))
    assert event.evidence[0].value == 3.5


def test_np_2_a_token_that_moves_is_not_measured() -> None:
    snapshot = near(1, 2)
    moving = snapshot.moved(replace(snapshot.piece("R1"), state=PieceState.MOVING))
    assert refused(ask(START, "Host", body=Flick(token="R1"), snapshot=moving)) == (
        "NP-2",
        "R1 is still moving.",
    )


def test_np_3_the_nearest_wins() -> None:
    state, events = both_flicked(near(1, 2))
    assert events[-1].body == Won(token="R1")
    assert GAME.result is not None
    assert GAME.result(state) == "R1 has won."


def test_np_3_who_lies_too_far_off_is_out() -> None:
    _, events = both_flicked(near(-17, -17.5))
    assert events[-1].body == Won(token="R1")
    far = GAME.initial(setup(furthest_in=5.0))
    for author, token in (("Host", "R1"), ("Guest", "B1")):
        events = accepted(ask(far, author, body=Flick(token=token), snapshot=near(6, 7)))
        for event in events:
            far = GAME.evolve(far, event.body)
    assert events[-1].body == Won()


def test_np_4_too_close_to_call_is_rolled_for() -> None:
    state, events = both_flicked(near(1, 1.1, sigma=0.1))
    assert events[-1].body == RollCalled(tokens=("R1", "B1"))
    assert rolled(state, 2, blue=5)[1] == Won(token="B1")


def test_np_4_exactly_as_near_is_rolled_for_too() -> None:
    _, events = both_flicked(near(1, -1))
    assert events[-1].body == RollCalled(tokens=("R1", "B1"))


def test_np_4_one_die_each() -> None:
    state, _ = both_flicked(near(1, 1))
    roll = Roll(token="R1", dice=(3, 4))
    assert refused(ask(state, "Host", body=roll, snapshot=beginning())) == (
        "NP-4",
        "Expected 1 die, got 2.",
    )
    assert refused(ask(state, "Host", body=Flick(token="R1"), snapshot=near(1, 1))) == (
        "NP-1",
        "R1 is to be rolled for.",
    )


def test_np_5_equal_dice_are_rolled_again() -> None:
    state, _ = both_flicked(near(1, 1))
    again, last = rolled(state, 4, blue=4)
    assert last == RollCalled(tokens=("R1", "B1"), again=True)
    assert again.dice == {}
    assert GAME.say(Rolled(token="R1", face=4)) == "R1 rolls 4."
    assert rolled(again, 6, blue=1)[1] == Won(token="R1")
