"""A long log costs no more than a short one, and reads like one."""

from dataclasses import replace
from functools import cache, partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.referee.log.battle import STRIDE, Battle, applied, replayed
from rules.referee.log.drafts import drafted, entered
from rules.referee.log.entries import Entry, Stamp
from rules.referee.log.growing import SIZE, Entries
from rules.referee.log.house_words import TakeBack
from rules.referee.toolkit.game import Event, Game
from tests.calls import calls_of
from tests.rules.referee.counting_game import COUNTING, Play, Roll, Shifted

LONG = 6000


def longer(battle: Battle, events: int) -> Battle:
    """The same battle, in which counters were shifted about."""
    while battle.sequence < events:
        some = range(min(97, events - battle.sequence))
        drafts = drafted(
            [Event(body=Shifted(counter=f"C{n % 2}", x_in=float(n)), clause="C-3") for n in some],
            author="Red",
        )
        name = f"shift-{battle.sequence}"
        stamp = Stamp(time="2026-11-21T19:00:00Z", command_id=name, umpire_version="test")
        battle = applied(battle, entered(battle, drafts, stamp=stamp))
    return battle


@cache
def log(events: int = LONG) -> tuple[Entry, ...]:
    return tuple(longer(Play(take_back="free").battle, events).entries)


@given(
    many=st.integers(0, 3 * SIZE + 2),
    cuts=st.lists(st.integers(0, 3 * SIZE + 2), max_size=4),
    start=st.integers(-900, 900),
    stop=st.integers(-900, 900) | st.none(),
)
def test_entries_read_like_a_tuple(
    many: int, cuts: list[int], start: int, stop: int | None
) -> None:
    plain = log()[:many]
    found, done = Entries(), 0
    for cut in (*sorted(min(each, many) for each in cuts), many):
        found, done = found.plus(plain[done:cut]), cut
    assert found == plain == tuple(found)
    assert (len(found), found[start:stop], found[stop:start]) == (
        many,
        plain[start:stop],
        plain[stop:start],
    )
    assert tuple(reversed(found)) == plain[::-1] == found[::-1]
    for place in (start, many - 1, -many, many):
        if -many <= place < many:
            assert found[place] is plain[place]
        else:
            with pytest.raises(IndexError):
                found[place]


def test_what_others_hold_stays_as_it_was() -> None:
    first = Entries(log()[: SIZE - 1])
    one, other = first.plus(log()[SIZE - 1 : SIZE + 3]), first.plus(log()[5:6])
    assert (len(first), tuple(one)) == (SIZE - 1, log()[: SIZE + 3])
    assert other[-1] is log()[5]


def test_a_command_s_events_are_found_wherever_they_lie() -> None:
    found = Entries(log())
    for name in ("shift-1", "shift-195", f"shift-{log()[-1].command[6:]}"):
        assert found.of_command(name) == tuple(each for each in log() if each.command == name)
    assert found.of_command("nobody's") == ()


def test_a_command_calls_no_more_late_in_a_battle() -> None:
    costs = []
    for events in (SIZE, 20 * SIZE):
        play = Play(take_back="free")
        play.battle = replayed(COUNTING, log()[:events])
        play.ask("Red", Roll(die=1), command_id="first")
        costs.append(calls_of(partial(play.ask, "Blue", Roll(die=1), command_id="second")))
    assert costs[1] < 1.5 * costs[0]


def test_taking_back_folds_only_what_lies_behind_a_milestone() -> None:
    folded = 0

    def evolve(state: object, event: object) -> object:
        nonlocal folded
        folded += 1
        return COUNTING.evolve(state, event)

    game: Game = replace(COUNTING, evolve=evolve)
    play = Play(take_back="free")
    play.battle = replayed(game, log())
    for entry in (LONG - 2, LONG // 2, 700):
        folded = 0
        play.ask("Red", TakeBack(entry=f"e{entry}"))
        assert folded <= STRIDE
        whole = replayed(COUNTING, play.battle.entries)
        assert play.battle.state == whole.state
        assert (play.battle.milestones, play.battle.fallen) == (whole.milestones, whole.fallen)
        # It goes on from there, and what stood before a milestone may fall later.
        play.battle = longer(play.battle, play.battle.sequence + 2 * STRIDE)


class _Fallen(frozenset[str]):
    """Ids of which very many have fallen: what they are is looked at by whoever has to."""

    __hash__ = frozenset.__hash__

    def __eq__(self, other: object) -> bool:
        raise AssertionError("compared")

    __ne__ = __eq__


def test_what_has_fallen_is_not_gone_through_by_a_command() -> None:
    play = Play(take_back="free")
    play.rolls(1)
    play.ask("Red", TakeBack(entry="e1"))
    play.battle = replace(play.battle, fallen=_Fallen(play.battle.fallen))
    play.rolls(2)
    assert play.battle.state.sum == 2
