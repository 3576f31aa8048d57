"""A log reads back as it was written, and that no line of it changes unnoticed."""

import json
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.referee.log.entries import (
    FORMAT,
    MIGRATIONS,
    START,
    VERSION,
    Entry,
    EntryKind,
    Stamp,
    Versions,
    canonical,
    digest,
    entry_from,
    migrate,
    sealed,
    written_line,
    written_log,
)
from rules.referee.log.text import Break, BrokenLogError, read_log, salvage, verify
from rules.table.bad_input import BadInputError
from rules.table.units import Inches
from tests.rules.referee.counting_game import Play
from tests.strategies import words

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)
objects = st.dictionaries(words, values, max_size=4)
entries = st.builds(
    Entry,
    sequence=st.integers(0, 10**6),
    time=st.sampled_from(["2026-11-21T00:00:00Z", "2026-11-21T23:59:59.123456+01:00"]),
    author=words,
    kind=st.sampled_from(EntryKind),
    body=objects,
    versions=st.builds(
        Versions, game=words, rules=st.integers(0, 99), umpire=words, log=st.just(VERSION)
    ),
    causes=st.lists(words, max_size=3).map(tuple),
    clause=words,
    evidence=st.lists(objects, max_size=2).map(tuple),
    previous=st.just(START),
).map(sealed)


def played() -> str:
    """A log of a header and eight events."""
    play = Play()
    play.rolls(1, 2, 3, 4)
    return written_log(play.battle.entries)


def lines() -> list[str]:
    return played().splitlines(keepends=True)


@given(entries)
def test_a_line_becomes_an_entry_and_the_same_line_again(entry: Entry) -> None:
    line = written_line(entry)
    found = entry_from(json.loads(line), "line 1")
    assert found == entry
    assert written_line(found) == line
    assert line.isascii()
    assert "\n" not in line


def test_a_log_reads_back_as_the_same_entries() -> None:
    text = played()
    assert verify(text) is None
    assert written_log(read_log(text)) == text
    assert len(read_log(text)) == 9


@pytest.mark.parametrize("line", range(9))
def test_every_changed_character_is_found_in_its_line(line: int) -> None:
    whole = lines()
    text = whole[line]
    for at in range(0, len(text) - 1, 7):
        other = "x" if text[at] != "x" else "y"
        changed = [*whole[:line], text[:at] + other + text[at + 1 :], *whole[line + 1 :]]
        fault = verify("".join(changed))
        assert fault is not None
        assert (fault.line, fault.what) == (line + 1, Break.EDITED)


def test_a_line_that_says_the_same_in_another_way_is_found() -> None:
    whole = lines()
    whole[2] = whole[2].replace('"author":', '"author": ')
    fault = verify("".join(whole))
    assert fault is not None
    assert fault.says.startswith("line 3 (edited): expected the text as the umpire writes it, got")


@pytest.mark.parametrize("line", range(1, 8))
def test_a_dropped_line_is_found(line: int) -> None:
    whole = lines()
    del whole[line]
    fault = verify("".join(whole))
    assert fault is not None
    assert (fault.line, fault.what) == (line + 1, Break.DROPPED)
    assert (fault.expected, fault.got) == (f"sequence {line}", f"sequence {line + 1}")


@pytest.mark.parametrize("line", range(9))
def test_a_doubled_line_is_found(line: int) -> None:
    whole = lines()
    whole.insert(line, whole[line])
    fault = verify("".join(whole))
    assert fault is not None
    assert (fault.line, fault.what) == (line + 2, Break.DOUBLED)


@pytest.mark.parametrize("line", range(8))
def test_two_lines_in_the_wrong_order_are_found(line: int) -> None:
    whole = lines()
    whole[line], whole[line + 1] = whole[line + 1], whole[line]
    fault = verify("".join(whole))
    assert fault is not None
    assert (fault.line, fault.what) == (line + 1, Break.REORDERED)


@pytest.mark.parametrize("cut", [1, 2, 50])
def test_a_last_line_that_is_cut_off_is_found(cut: int) -> None:
    fault = verify(played()[:-cut])
    assert fault is not None
    assert (fault.line, fault.what) == (9, Break.CUT_OFF)


def test_an_empty_file_is_no_log() -> None:
    fault = verify("")
    assert fault is not None
    assert (fault.line, fault.what) == (1, Break.CUT_OFF)


def test_a_line_that_was_swapped_for_a_sound_one_is_found_at_the_next() -> None:
    whole = lines()
    value = json.loads(whole[4])
    value["author"] = "Onlooker"
    del value["hash"]
    value["hash"] = digest(canonical(value))
    whole[4] = canonical(value) + "\n"
    fault = verify("".join(whole))
    assert fault is not None
    assert (fault.line, fault.what) == (6, Break.REPLACED)


def test_missing_lines_at_the_end_show_where_the_last_hash_was_kept() -> None:
    whole = lines()
    head = json.loads(whole[-1])["hash"]
    assert verify("".join(whole), head=head) is None
    assert verify("".join(whole[:-1])) is None
    fault = verify("".join(whole[:-1]), head=head)
    assert fault is not None
    assert (fault.line, fault.what) == (9, Break.ENDS_EARLY)


def test_reading_a_broken_log_names_the_line() -> None:
    whole = lines()
    del whole[3]
    with pytest.raises(
        BrokenLogError, match=r"line 4 \(dropped\): expected sequence 3, got sequence 4"
    ):
        read_log("".join(whole))


def test_what_stands_before_the_fault_is_saved() -> None:
    whole = lines()
    found = salvage("".join(whole)[:-5])
    assert found.entries == read_log("".join(whole[:-1]))
    assert found.lines == 9
    assert found.fault is not None
    assert found.fault.line == 9
    assert (salvage("".join(whole)).fault, salvage("".join(whole)).lines) == (None, 9)
    assert (salvage("").entries, salvage("").lines) == ((), 0)


def _older(entry: Entry, previous: str) -> dict[str, object]:
    """The planted format 0: it called the author "who" and knew no evidence."""
    value = json.loads(written_line(entry))
    value["format"] = "paper-umpire/log/0"
    value["who"] = value.pop("author")
    value["versions"]["log"] = 0
    value["previous"] = previous
    del value["evidence"], value["hash"]
    return {**value, "hash": digest(canonical(value))}


def _from_0_to_1(value: Mapping[str, object]) -> dict[str, object]:
    rest = {name: each for name, each in value.items() if name != "who"}
    return {**rest, "format": "paper-umpire/log/1", "author": value["who"], "evidence": []}


def _older_log() -> tuple[str, tuple[Entry, ...]]:
    entries = read_log(played())
    previous, text = START, ""
    for entry in entries:
        value = _older(entry, previous)
        previous = str(value["hash"])
        text += canonical(value) + "\n"
    return text, entries


def test_an_older_log_is_brought_up_to_date_on_its_own_chain() -> None:
    text, entries = _older_log()
    assert verify(text) is None
    found = read_log(text, steps={0: _from_0_to_1, **MIGRATIONS})
    assert [each.author for each in found] == [each.author for each in entries]
    assert [each.body for each in found] == [each.body for each in entries]
    assert [each.hash for each in found] == [json.loads(line)["hash"] for line in text.splitlines()]


def test_new_lines_hang_on_an_older_log() -> None:
    text, _ = _older_log()
    last = read_log(text, steps={0: _from_0_to_1, **MIGRATIONS})[-1]
    following = sealed(
        Entry(
            sequence=last.sequence + 1,
            time=last.time,
            author="Red",
            kind=EntryKind.EVENT,
            body={},
            versions=Versions(game="counting", rules=1, umpire="0.2.0"),
            previous=last.hash,
        )
    )
    mixed = f"{text}{written_line(following)}\n"
    assert verify(mixed) is None
    assert len(read_log(mixed, steps={0: _from_0_to_1, **MIGRATIONS})) == 10


def test_an_older_line_is_never_written_anew() -> None:
    text, _ = _older_log()
    found = read_log(text, steps={0: _from_0_to_1, **MIGRATIONS})
    with pytest.raises(BadInputError, match="an older line stays as it is, got one of format 0"):
        written_line(found[0])


def test_an_older_log_without_a_step_is_refused() -> None:
    text, _ = _older_log()
    with pytest.raises(BadInputError, match=r"line 1\.format: expected paper-umpire/log/2 or one"):
        read_log(text)


def test_a_step_that_leads_nowhere_is_refused() -> None:
    with pytest.raises(BadInputError, match="expected version 1 from this step"):
        migrate({"format": "paper-umpire/log/0"}, steps={0: dict})


def test_a_newer_log_is_refused() -> None:
    value = json.loads(lines()[0])
    del value["hash"]
    value["format"] = f"paper-umpire/log/{VERSION + 1}"
    value["hash"] = digest(canonical(value))
    with pytest.raises(BadInputError, match="of a newer umpire"):
        read_log(canonical(value) + "\n")


@pytest.mark.parametrize("form", [None, 1, "paper-umpire/log/", "paper-umpire/log/x", "log/1"])
def test_another_format_is_refused(form: object) -> None:
    with pytest.raises(BadInputError, match="format: expected"):
        migrate({"format": form})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("id", "e9"),
        ("sequence", "0"),
        ("time", "noon"),
        ("author", 3),
        ("causes", "c1"),
        ("kind", "rumour"),
        ("body", []),
        ("clause", None),
        ("evidence", [1]),
        ("versions", {}),
        ("previous", 0),
        ("more", 1),
    ],
)
def test_a_wrong_field_is_named(name: str, value: object) -> None:
    line = {**json.loads(lines()[0]), name: value}
    with pytest.raises(BadInputError, match=rf"line 1\.{name}"):
        entry_from(line, "line 1")


def test_a_line_says_everything_about_an_event() -> None:
    play = Play()
    play.rolls(3)
    value = json.loads(written_line(play.battle.entries[1]))
    assert {name: each for name, each in value.items() if name not in {"hash", "previous"}} == {
        "format": FORMAT,
        "sequence": 1,
        "id": "e1",
        "time": "2026-11-21T00:00:00Z",
        "author": "Red",
        "causes": ["c1"],
        "kind": "event",
        "body": {"kind": "rolled", "by": "Red", "die": 3},
        "clause": "C-2",
        "evidence": [
            {
                "what": "die",
                "answer": "YES",
                "why": "3 of 4",
                "snapshot": 1,
                "value": 3,
                "limit": 4,
            }
        ],
        "versions": {"game": "counting", "rules": 1, "umpire": "0.1.0", "log": 2},
    }
    assert value["previous"] == play.battle.entries[0].hash
    assert play.battle.entries[1].measured[0].value == Inches(3)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), object(), {1, 2}])
def test_what_is_no_json_is_refused(value: object) -> None:
    with pytest.raises(BadInputError, match="value: expected JSON"):
        canonical(value)


@pytest.mark.parametrize("name", ["", "a\nb", "x" * 201])
def test_a_command_needs_an_id(name: str) -> None:
    with pytest.raises(BadInputError, match="command_id"):
        Stamp(time="2026-11-21T00:00:00Z", command_id=name, umpire_version="0.1.0")
