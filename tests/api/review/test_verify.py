"""Verifying a battle finds every planted change, and finds nothing where nothing is."""

import json
import sqlite3
import zlib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from api.battle_files.schema import connect
from api.review.record.reading import reading
from api.review.record.rechecked import Check
from api.review.record.rulings import unlike
from api.review.record.verify import Verified, verified
from api.version import version
from rules.referee.log.entries import START, canonical, digest
from rules.registry import games
from tests.api.review.battle_files import CRAFT, SEQUEL, TIGERS, battle_file


def check(place: Path, *, installed: str = "") -> Verified:
    with reading(place) as battles:
        return verified(battles, games=games(), installed=installed or version())


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return battle_file(tmp_path / "evening.battle")


def stopped_while_writing(place: Path, there: Path) -> None:
    """A copy of a battle as it lies on the disk when a commit is under way and the power fails."""
    connection = sqlite3.connect(place, isolation_level=None)
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN IMMEDIATE")
    for number in range(200):
        connection.execute("INSERT INTO about VALUES (?, ?)", (f"x{number}", "x" * 4000))
    for ending in ("", "-journal"):
        content = place.with_name(f"{place.name}{ending}").read_bytes()
        there.with_name(f"{there.name}{ending}").write_bytes(content)
    connection.execute("ROLLBACK")
    connection.close()


def test_a_battle_is_verified_right_after_a_crash(place: Path, tmp_path: Path) -> None:
    (tmp_path / "crashed").mkdir()
    there = tmp_path / "crashed" / "evening.battle"
    stopped_while_writing(place, there)
    before = {each.name: each.read_bytes() for each in there.parent.iterdir()}
    assert len(before) == 2
    found = check(there)
    assert found == check(place)
    assert found.is_sound
    assert {each.name: each.read_bytes() for each in there.parent.iterdir()} == before


@pytest.mark.parametrize("which", [TIGERS, CRAFT, SEQUEL])
def test_a_battle_as_it_was_played_is_sound(tmp_path: Path, which: tuple[str, str]) -> None:
    place = battle_file(tmp_path / "evening.battle", which)
    before = place.read_bytes()
    found = check(place)
    assert found.is_sound, found
    assert len(found.of(Check.SAME)) == len(found.rulings) > 20
    assert place.read_bytes() == before


def unlocked(place: Path) -> sqlite3.Connection:
    """A connection that may change what a battle never lets anybody change."""
    connection = sqlite3.connect(place, isolation_level=None)
    connection.execute("DROP TRIGGER events_stay_update")
    connection.execute("DROP TRIGGER events_stay_delete")
    return connection


def reseal(place: Path, change: Callable[[dict[str, object]], None], *, at: int) -> None:
    """Change an event and seal it and everything after it anew, as a skilled forger would."""
    connection = unlocked(place)
    rows = connection.execute("SELECT sequence, line FROM events ORDER BY sequence").fetchall()
    previous = START
    for sequence, line in rows:
        value = json.loads(line)
        if sequence == at:
            change(value)
        value.pop("hash")
        value["previous"] = previous
        previous = digest(canonical(value))
        text = canonical({**value, "hash": previous})
        connection.execute(
            "UPDATE events SET line = ?, hash = ? WHERE sequence = ?",
            (text, previous, sequence),
        )
    connection.execute("UPDATE head SET hash = ?", (previous,))
    connection.close()


def measured_at(place: Path, what: str) -> int:
    rows = connect(place).execute("SELECT sequence, line FROM events ORDER BY sequence")
    return next(int(row[0]) for row in rows if f'"what":"{what}"' in row[1])


def test_a_changed_number_in_a_line_breaks_the_chain(place: Path) -> None:
    at = measured_at(place, "range")
    connection = unlocked(place)
    connection.execute(
        "UPDATE events SET line = replace(line, '\"value\":3', '\"value\":4') WHERE sequence = ?",
        (at,),
    )
    connection.close()
    found = check(place)
    assert not found.is_sound
    assert f"event {at}" in found.fault


def test_a_number_that_was_sealed_anew_is_found_by_measuring_again(place: Path) -> None:
    at = measured_at(place, "range")

    def a_little_more(value: dict[str, object]) -> None:
        evidence = value["evidence"]
        assert isinstance(evidence, list)
        evidence[0]["value"] += 0.001

    reseal(place, a_little_more, at=at)
    found = check(place)
    assert found.fault == ""
    (different,) = found.of(Check.DIFFERENT)
    assert different.entry == f"e{at}"
    assert different.differences[0].startswith(f"e{at}, evidence[0].value: kept ")
    assert "changed" in different.why


def test_dice_that_were_sealed_anew_are_found(place: Path) -> None:
    at = measured_at(place, "move")

    def a_longer_move(value: dict[str, object]) -> None:
        body = value["body"]
        assert isinstance(body, dict)
        body["length"] += 1.0

    reseal(place, a_longer_move, at=at)
    assert f"e{at}" in [each.entry for each in check(place).of(Check.DIFFERENT)]


def test_a_piece_that_was_shifted_in_its_table_is_found(place: Path) -> None:
    at = measured_at(place, "range")
    connection = unlocked(place)
    sql = (
        "SELECT snapshots.id, content FROM snapshots JOIN events ON snapshot = snapshots.id "
        "WHERE sequence = ?"
    )
    number, content = connection.execute(sql, (at,)).fetchone()
    value = json.loads(zlib.decompress(content))
    for each in value["pieces"]:
        each["pose"]["x_in"] = min(47.0, each["pose"]["x_in"] + 0.05)
    text = json.dumps(value).encode()
    connection.execute(
        "UPDATE snapshots SET content = ?, digest = ? WHERE id = ?",
        (zlib.compress(text), sha256(text).hexdigest(), number),
    )
    connection.close()
    assert f"e{at}" in [each.entry for each in check(place).of(Check.DIFFERENT)]


def test_a_command_that_was_changed_is_found(place: Path) -> None:
    at = measured_at(place, "range")
    connection = unlocked(place)
    connection.execute(
        "UPDATE commands SET body = replace(body, 'fire', 'fires') WHERE ? BETWEEN first AND last",
        (at,),
    )
    connection.close()
    (different,) = check(place).of(Check.DIFFERENT)
    assert different.entry == f"e{at}"
    assert different.why == "what was asked for was changed since: its digest is another"


def test_what_was_not_kept_is_said_and_is_no_difference(place: Path) -> None:
    connection = unlocked(place)
    connection.execute("UPDATE commands SET body = NULL")
    connection.close()
    found = check(place)
    assert found.is_sound
    assert {each.check for each in found.rulings} == {Check.UNKNOWN}
    assert "only a digest" in found.rulings[0].why


def test_another_version_is_named_as_a_reason(place: Path) -> None:
    at = measured_at(place, "range")
    reseal(place, lambda value: value["evidence"][0].update(value=1.0), at=at)  # type: ignore[index]
    found = check(place, installed="99.0")
    (changed,) = found.of(Check.RULES_CHANGED)
    assert changed.why == f"it was ruled by umpire {version()}, and 99.0 is installed"
    assert found.is_sound
    assert not found.of(Check.DIFFERENT)


def test_a_log_that_was_cut_is_found(place: Path) -> None:
    connection = unlocked(place)
    connection.execute("DELETE FROM events WHERE sequence > 100")
    connection.close()
    found = check(place)
    assert "the log ends with event 100" in found.fault
    assert found.events == 101
    assert found.of(Check.SAME)


def test_a_question_that_tells_more_today_is_still_the_same_question() -> None:
    older = {"question": {"kind": "throw_dice", "unit": "T1"}}
    today = {"question": {"kind": "throw_dice", "unit": "T1", "armour": 2}}
    assert list(unlike(older, today, where="event")) == []
    # What an older question told, and today's does not, is another one.
    assert [each[0] for each in unlike(today, older, where="event")] == ["event.question.armour"]
    changed = {"question": {"kind": "throw_dice", "unit": "T2", "armour": 2}}
    assert [each[0] for each in unlike(older, changed, where="event")] == ["event.question.unit"]
