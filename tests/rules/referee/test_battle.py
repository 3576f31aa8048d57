"""A battle is the fold of its log, whoever folds it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.referee.log.battle import applied, awaits, begin, ended, replayed
from rules.referee.log.entries import EntryKind, sealed, written_log
from rules.referee.log.house_options import HOUSE_OPTIONS
from rules.referee.log.house_words import TakeBack, TakenBack
from rules.referee.log.text import read_log
from rules.referee.toolkit.game import Game, Seat
from rules.referee.toolkit.vocabulary import Vocabulary
from rules.table.bad_input import BadInputError
from tests.rules.referee.counting_game import BLUE, COUNTING, RED, Counting, Play, setup, stamp


def test_a_battle_begins_with_a_header_and_all_options() -> None:
    battle = begin(COUNTING, setup(cap=3), stamp=stamp("begin"))
    (header,) = battle.entries
    assert (header.kind, header.id, header.causes) == (EntryKind.HEADER, "e0", ())
    assert (header.previous, len(header.previous)) == ("0" * 64, len(header.hash))
    assert dict(battle.setup.options.values) == {
        "take_back": "ask",
        "override": "agreement",
        "challenges": 3,
        "dispute_freezes": "what_depends",
        "odds": "off",
        "tray": "ask",
        "clock": "none",
        "clock_minutes": 60,
        "clock_added_seconds": 0,
        "on_shifted": "ask",
        "on_fell_over": "ask",
        "cap": 3,
        "rounds": 9,
    }
    assert battle.state == Counting(turn=0, seats=("Red", "Blue"), cap=3)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(
        BadInputError,
        match="expected one of take_back, override, challenges, dispute_freezes, odds, tray, clo",
    ):
        begin(COUNTING, setup(cup=3), stamp=stamp("begin"))


@pytest.mark.parametrize(
    "seats",
    [
        (RED, RED),
        (Seat(name="camera", sides=("red",)),),
        (Seat(name="umpire", sides=("red",)),),
        (Seat(name=" ", sides=("red",)),),
        (Seat(name="a\nb", sides=("red",)),),
        (Seat(name="Onlooker", sides=()),),
    ],
)
def test_seats_have_names_of_their_own(seats: tuple[Seat, ...]) -> None:
    with pytest.raises(BadInputError, match="seats"):
        begin(COUNTING, setup(*seats), stamp=stamp("begin"))


@pytest.mark.parametrize(
    ("game", "word"),
    [
        (replace(COUNTING, commands=Vocabulary(TakeBack)), "take_back"),
        (replace(COUNTING, events=Vocabulary(TakenBack)), "taken_back"),
    ],
)
def test_a_game_has_words_of_its_own(game: Game, word: str) -> None:
    with pytest.raises(BadInputError, match=f"'{word}', which is one of the referee's"):
        begin(game, setup(), stamp=stamp("begin"))


def test_a_game_has_options_of_its_own() -> None:
    game = replace(COUNTING, option_schema=HOUSE_OPTIONS)
    with pytest.raises(BadInputError, match="expected each option once, got challenges twice"):
        begin(game, setup(), stamp=stamp("begin"))


@given(
    st.lists(
        st.one_of(st.integers(1, 6), st.tuples(st.just("back"), st.integers(0, 30))), max_size=25
    )
)
def test_a_replay_gives_the_same_battle(steps: list[int | tuple[str, int]]) -> None:
    play = Play(take_back="free")
    for step in steps:
        if isinstance(step, int):
            if step <= 4:
                play.rolls(step)
        else:
            play.ask("Red", TakeBack(entry=f"e{step[1]}"))
    found = replayed(COUNTING, read_log(written_log(play.battle.entries)))
    assert found == play.battle
    standing = [each for each in play.battle.entries if play.battle.stands(each)]
    assert found.state.turn == len(standing) / 2
    assert found.state.sum == sum(int(str(e.body["die"])) for e in standing if "die" in e.body)


def test_entries_that_are_known_are_passed_over() -> None:
    play = Play()
    play.rolls(1, 2)
    assert applied(play.battle, play.battle.entries) == play.battle
    assert applied(play.battle, play.battle.entries[1:3]) == play.battle


def test_another_entry_in_a_known_place_is_refused() -> None:
    play = Play()
    play.rolls(1)
    other = sealed(replace(play.battle.entries[1], author="Blue"))
    with pytest.raises(BadInputError, match="e1: expected the entry of the log"):
        applied(play.battle, (other,))


def test_a_gap_and_a_loose_end_are_refused() -> None:
    play = Play()
    begun = play.battle
    play.rolls(1, 2)
    with pytest.raises(BadInputError, match="e2: expected e1 after"):
        applied(begun, play.battle.entries[2:])
    loose = sealed(replace(play.battle.entries[1], previous="1" * 64))
    with pytest.raises(BadInputError, match="e1: expected e1 after"):
        applied(begun, (loose,))


def test_a_second_header_is_refused() -> None:
    begun = Play().battle
    second = sealed(replace(begun.entries[0], sequence=1, previous=begun.head))
    with pytest.raises(BadInputError, match="e1: expected one header"):
        applied(begun, (second,))


def test_a_log_without_a_header_is_refused() -> None:
    play = Play()
    play.rolls(1)
    with pytest.raises(BadInputError, match="e0: expected a header, got event"):
        replayed(COUNTING, play.battle.entries[1:])
    with pytest.raises(BadInputError, match="e0: expected a header, got nothing"):
        replayed(COUNTING, ())


@pytest.mark.parametrize("other", [{"version": 0}, {"slug": "recounting"}])
def test_later_rules_or_another_game_s_are_refused(other: dict[str, object]) -> None:
    game = replace(COUNTING, **other)  # type: ignore[arg-type]
    with pytest.raises(BadInputError, match=r"e0\.versions: expected (re)?counting with version"):
        replayed(game, Play().battle.entries)


def test_a_log_of_earlier_rules_is_replayed_and_goes_on_by_today_s() -> None:
    play = Play()
    play.rolls(3)
    later = replace(COUNTING, version=2)
    again = replayed(later, play.battle.entries)
    assert again.state == play.battle.state
    play.battle = again
    play.rolls(2)
    assert [each.versions.rules for each in play.battle.entries] == [1, 1, 1, 2, 2]
    assert replayed(later, play.battle.entries).state == play.battle.state


def test_what_is_taken_back_must_stand() -> None:
    play = Play(take_back="free")
    play.rolls(1)
    play.ask("Red", TakeBack(entry="e1"))
    again = sealed(replace(play.battle.entries[3], sequence=4, previous=play.battle.head))
    with pytest.raises(BadInputError, match=r"e4\.entries: expected earlier events that stand"):
        applied(play.battle, (again,))


@pytest.mark.parametrize("name", ["e0", "e3", "e4", "e9", "x"])
def test_only_earlier_events_of_the_game_fall(name: str) -> None:
    play = Play(take_back="free")
    play.rolls(1)
    taken = play.ask("Red", TakeBack(entry="e1")).entries[0]
    play.rolls(2)
    forged = sealed(replace(taken, body={**taken.body, "entries": [name]}))
    begun = replayed(COUNTING, play.battle.entries[:3])
    follows = sealed(replace(play.battle.entries[4], previous=forged.hash))
    with pytest.raises(BadInputError, match=r"e3\.entries: expected earlier events that stand"):
        applied(begun, (forged, follows))


def test_the_end_and_the_wait_are_the_games_own() -> None:
    play = Play(cap=100)
    assert (awaits(play.battle), ended(play.battle)) == ("Red rolls.", None)
    play.rolls(100)
    assert (awaits(play.battle), ended(play.battle)) == ("Blue rolls.", "The sum is full.")
    silent = replace(play.battle, game=replace(COUNTING, awaits=None, result=None))
    assert (awaits(silent), ended(silent)) == ("", None)


@pytest.mark.parametrize("name", ["", "e", "e-1", "e01", "e3", "x1", "e1e", "e²", "e" + "9" * 5000])
def test_no_entry_has_an_odd_id(name: str) -> None:
    play = Play()
    play.rolls(1)
    assert play.battle.entry(name) is None
    assert play.battle.entry("e2") == play.battle.entries[2]
    assert play.battle.seat(BLUE.name) == BLUE
