"""Every command gets an answer, once, and that only what is in doubt waits."""

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.referee.court.asking import Ruling, ask
from rules.referee.court.differences import differing
from rules.referee.log.battle import applied, replayed
from rules.referee.log.drafts import REFEREE_CLAUSES
from rules.referee.log.house_words import REFEREE_COMMANDS, Agree, Override, TakeBack
from rules.referee.toolkit.game import Command, Refusal
from rules.table.units import Inches
from tests.factories import piece, table
from tests.rules.referee.counting_game import (
    BLUE,
    COUNTING,
    RED,
    TABLE,
    Added,
    Play,
    PutBack,
    Rest,
    Roll,
    Shift,
    stamp,
)
from tests.strategies import words


def test_a_command_becomes_entries() -> None:
    play = Play()
    ruling = play.ask("Red", Roll(die=3), command_id="first")
    assert ruling.refusal is None
    assert ruling.says == ("Red rolls a 3.", "The sum is 3.")
    assert [(each.id, each.author, each.causes, each.clause) for each in ruling.entries] == [
        ("e1", "Red", ("first",), "C-2"),
        ("e2", "Red", ("first",), "C-2"),
    ]
    assert play.battle.state.sum == 3


def test_a_command_as_json_is_the_same_command() -> None:
    one, other = Play(), Play()
    one.ask("Red", Roll(die=3))
    other.ask("Red", {"kind": "roll", "die": 3})
    assert one.battle == other.battle


def test_whole_numbers_in_a_place_for_others_leave_the_same_line() -> None:
    play = Play()
    entry = play.ask("Red", Shift(counter="C2", x_in=3)).entries[0]
    assert repr(entry.body["x_in"]) == "3.0"


def test_a_refusal_of_the_game_is_handed_on() -> None:
    refusal = Play().refusal("Blue", Roll(die=3))
    assert (refusal.clause, refusal.reason) == ("C-1", "It is not Blue's turn.")


def test_a_command_that_brings_nothing_about_is_refused() -> None:
    assert Play().refusal("Red", Rest()).clause == "REF-10"


@pytest.mark.parametrize("author", ["Onlooker", "", "umpire", "red", "Red ", "x" * 500, None, 3])
def test_who_does_not_sit_there_gives_no_commands(author: Any) -> None:
    refusal = Play().refusal(author, Roll(die=3))
    assert refusal.clause == "REF-1"
    assert "Red, Blue do." in refusal.reason
    assert len(refusal.reason) < 120


def test_the_camera_gives_no_commands_of_the_game() -> None:
    assert Play().refusal("camera", Roll(die=3)).clause == "REF-1"
    assert Play().refusal("camera", TakeBack(entry="e1")).clause == "REF-1"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({}, "There is no command 'None'; there are: accept_proposal, agree,"),
        ({"kind": "fly"}, "There is no command 'fly'"),
        ({"kind": ["roll"]}, r"There is no command"),
        ({"kind": "roll"}, "roll.die: expected this field, got nothing"),
        ({"kind": "roll", "die": "3"}, "roll.die: expected a whole number"),
        ({"kind": "roll", "die": 3, "by": "me"}, "roll.by: expected one of kind, die, counter"),
        ({"kind": "take_back"}, "take_back.entry: expected this field"),
        (
            {"kind": "declare", "piece": "C1", "x_in": float("nan"), "y_in": 1, "heading_deg": 0},
            "declare.x_in: expected a finite number",
        ),
        (Roll(die="3"), "roll.die: expected a whole number"),  # type: ignore[arg-type]
        (Added(sum=3), "There is no command 'added'"),
        (3, "There is no command 'int'"),
        (None, "There is no command"),
        (Roll, "expected a kind of this game"),
    ],
)
def test_what_cannot_be_read_is_refused(body: object, reason: str) -> None:
    refusal = Play().refusal("Red", body)
    assert refusal.clause == "REF-2"
    assert reason in refusal.reason


def test_a_command_that_comes_again_is_answered_again_and_done_once() -> None:
    play = Play()
    first = play.ask("Red", Roll(die=3), command_id="same")
    play.ask("Blue", Roll(die=1))
    after = play.battle
    again = play.ask("Red", Roll(die=3), command_id="same")
    assert (again.entries, again.before, again.says) == ((), first.entries, first.says)
    assert again.refusal is None
    assert play.battle == after
    restarted = replayed(COUNTING, after.entries)
    assert (
        ask(restarted, Command(author="Red", body=Roll(die=3)), snapshot=TABLE, stamp=stamp("same"))
        == again
    )


def test_a_correction_that_comes_again_is_done_once() -> None:
    play = Play(take_back="free")
    play.rolls(1)
    first = play.ask("Red", TakeBack(entry="e1"), command_id="same")
    again = play.ask("Red", TakeBack(entry="e1"), command_id="same")
    assert (again.entries, again.before, again.says) == ((), first.entries, first.says)


def test_an_id_of_somebody_else_is_refused() -> None:
    play = Play()
    play.ask("Red", Roll(die=3), command_id="same")
    ruling = play.ask("Blue", Roll(die=3), command_id="same")
    assert ruling == Ruling(
        refusal=Refusal(clause="REF-3", reason="That id belongs to a command of somebody else.")
    )


def test_a_refused_command_may_come_again() -> None:
    play = Play()
    assert play.ask("Blue", Roll(die=1), command_id="early").refusal is not None
    play.ask("Red", Roll(die=1))
    assert play.ask("Blue", Roll(die=1), command_id="early").refusal is None


def _left() -> Play:
    """C1 lies where it must not."""
    play = Play()
    play.snapshot = table(piece("C1", (1.0, 10.0)), piece("C2", (10.0, 10.0)))
    return play


def test_what_names_a_subject_in_doubt_waits() -> None:
    play = _left()
    assert [each.subject for each in differing(play.battle, play.snapshot)] == ["C1"]
    refusal = play.refusal("Red", Roll(die=1, counter="C1"))
    assert refusal.clause == "REF-4"
    assert refusal.reason == "C1 lies left of 2 in. What settles it: put back C1."


def test_what_names_another_subject_goes_on() -> None:
    play = _left()
    assert play.ask("Red", Roll(die=1, counter="C2")).refusal is None


def test_a_remedy_is_let_through() -> None:
    play = _left()
    assert play.ask("Red", PutBack(counter="C1")).refusal is None
    assert play.refusal("Red", Shift(counter="C1", x_in=4)).clause == "REF-4"


def test_corrections_are_never_held_up() -> None:
    play = Play(take_back="free")
    play.rolls(1)
    play.snapshot = _left().snapshot
    assert play.ask("Red", TakeBack(entry="e1", reason="C1")).refusal is None


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.floats()
    | words
    | st.sampled_from(["C1", "C2", "e1", "e3", "C-2", "roll", "shift", "red"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["kind", "die", "counter", "x"]), inner, max_size=3)
    ),
    max_leaves=5,
)
names = [*COUNTING.commands.kinds, *REFEREE_COMMANDS.kinds]
fields = sorted(
    {
        field.name
        for each in (COUNTING.commands, REFEREE_COMMANDS)
        for kind in each.kinds.values()
        for field in each.fields(kind)
    }
)


@st.composite
def bodies(draw: st.DrawFn) -> object:
    """JSON bodies: wild ones, and ones that have at least the right fields."""
    if draw(st.booleans()):
        return {
            "kind": draw(st.sampled_from(names)),
            **draw(st.dictionaries(st.sampled_from(fields), values, max_size=5)),
        }
    words_of = draw(st.sampled_from([COUNTING.commands, REFEREE_COMMANDS]))
    name = draw(st.sampled_from(sorted(words_of.kinds)))
    body: dict[str, object] = {"kind": name}
    for field in words_of.fields(words_of.kinds[name]):
        body[field.name] = draw(_fitting(field.name, field.type))
    return body


def _fitting(name: str, kind: object) -> st.SearchStrategy[object]:
    if name == "command":
        return st.sampled_from([{"kind": "roll", "die": 6}, {"kind": "rest"}, "x", "[]", "{", {}])
    if name in {"ask", "entry"}:
        return st.integers(0, 12).map(lambda number: f"e{number}")
    if name == "also":
        return st.sampled_from([[], ["C-4"]])
    if kind is int:
        return st.integers(-1, 7)
    if kind is float:
        return st.floats(-5, 50)
    return st.sampled_from(["C1", "C2", "C-2", ""])


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["Red", "Blue", "camera", "Onlooker"]),
            bodies() | values,
            st.sampled_from([TABLE, _left().snapshot, table(piece("C2", (30.0, 9.0)))]),
        ),
        max_size=12,
    )
)
def test_every_command_is_answered_in_every_state(
    steps: list[tuple[str, object, Any]],
) -> None:
    play = Play()
    play.rolls(1, 2)
    for author, body, snapshot in steps:
        play.snapshot = snapshot
        ruling = play.ask(author, body)
        assert bool(ruling.entries) != (ruling.refusal is not None)
        assert len(ruling.says) == len(ruling.entries)
        if ruling.refusal is not None:
            clause = ruling.refusal.clause
            assert clause in REFEREE_CLAUSES or clause in COUNTING.clauses
    assert replayed(COUNTING, play.battle.entries) == play.battle


def test_a_value_of_the_game_that_cannot_be_written_is_no_accident() -> None:
    play = Play()
    wild = table(piece("C1", (10.0, 10.0)))
    ruling = ask(
        play.battle,
        Command(author="Red", body=Shift(counter="C9\n", x_in=1.0)),
        snapshot=wild,
        stamp=stamp("c"),
    )
    assert ruling.refusal is not None
    assert ruling.refusal.clause == "REF-2"


def test_the_referees_words_can_be_written_and_read() -> None:
    for kind in REFEREE_COMMANDS.kinds.values():
        assert dataclasses.is_dataclass(kind)
    override = Override(clause="C-2", command='{"die":6,"kind":"roll"}', also=("C-4",))
    written = REFEREE_COMMANDS.write(override)
    assert written["command"] == {"kind": "roll", "die": 6}
    assert REFEREE_COMMANDS.read(written, "") == override
    assert REFEREE_COMMANDS.read({"kind": "agree", "ask": "e3"}, "") == Agree(ask="e3")


def test_entries_are_applied_as_they_were_ruled() -> None:
    play = Play(RED, BLUE)
    ruling = ask(
        play.battle, Command(author="Red", body=Roll(die=2)), snapshot=TABLE, stamp=stamp("c")
    )
    assert applied(play.battle, ruling.entries).state.sum == 2
    assert play.battle.state.sum == 0
    assert ruling.entries[0].measured[0].value == Inches(2)
