"""A battle's set-up reads back from a log as the same value."""

import json
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.referee.log.setup_json import read_roster, read_setup, written_roster, written_setup
from rules.referee.toolkit.game import Seat
from rules.table.bad_input import BadInputError
from rules.table.roster import Entry, Roster, Tag
from rules.table.units import Inches
from rules.table.verdict import Answer
from tests.rules.referee.counting_game import COUNTING, RED, ROSTER, Play
from tests.strategies import footprints, words

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | words
    | st.floats(allow_nan=False, allow_infinity=False)
)
columns = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(words, inner, max_size=3).map(MappingProxyType)
    ),
    max_leaves=6,
)
tags = st.builds(Tag, number=st.integers(0, 1023), height=st.floats(0, 24).map(Inches))
entries = st.builds(
    Entry,
    id=words,
    name=words,
    side=words,
    kind=words,
    footprint=footprints,
    tags=st.lists(tags, max_size=2).map(tuple),
    extra=st.dictionaries(words, columns, max_size=3).map(MappingProxyType),
)


def _sound(roster: list[Entry]) -> bool:
    numbers = [tag.number for entry in roster for tag in entry.tags]
    return len({entry.id for entry in roster}) == len(roster) and len(set(numbers)) == len(numbers)


rosters = (
    st.lists(entries, max_size=3).filter(_sound).map(lambda found: Roster(entries=tuple(found)))
)


@given(rosters)
def test_a_roster_reads_back_bit_for_bit(roster: Roster) -> None:
    text = json.dumps(written_roster(roster))
    found = read_roster(json.loads(text), "roster")
    assert found == roster
    assert repr(found) == repr(roster)
    assert json.dumps(written_roster(found)) == text


@pytest.mark.parametrize("value", [{1, 2}, Answer.YES, object(), b"x"])
def test_a_column_that_json_cannot_hold_is_refused(value: object) -> None:
    entry = Entry(
        id="T1",
        name="",
        side="",
        kind="",
        footprint=ROSTER.entries[0].footprint,
        tags=(),
        extra={"saves": (value,)},
    )
    with pytest.raises(BadInputError, match=r"T1\.saves: expected numbers, texts"):
        written_roster(Roster(entries=(entry,)))


def test_a_set_up_reads_back() -> None:
    setup = Play(RED, Seat(name="Both", sides=("blue", "green")), cap=2).battle.setup
    value = json.loads(json.dumps(written_setup(setup)))
    assert read_setup(COUNTING, value, where="e0") == setup


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"seats": 3}, "e0.seats"),
        ({"seats": [{"name": "Red"}]}, r"e0.seats\[0\].sides"),
        ({"options": {"cup": 3}}, "e0.options"),
        ({"options": []}, "e0.options"),
        ({"roster": [{}]}, r"e0.roster\[0\]"),
        ({"more": 1}, "e0.more"),
    ],
)
def test_a_wrong_field_is_named(change: dict[str, object], where: str) -> None:
    value = {**json.loads(json.dumps(written_setup(Play().battle.setup))), **change}
    with pytest.raises(BadInputError, match=where):
        read_setup(COUNTING, value, where="e0")


def test_a_roster_with_a_piece_twice_is_refused() -> None:
    value = json.loads(json.dumps(written_roster(Play().battle.setup.roster)))
    with pytest.raises(BadInputError, match=r"roster.piece 3.id: expected an id of its own"):
        read_roster([*value, value[1]], "roster")
