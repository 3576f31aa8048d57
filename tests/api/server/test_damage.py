"""Damage is noticed, what is whole is saved, and the original is kept."""

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from api.battle_files.file import Picture
from api.battle_files.rescue import LostBattleError
from api.battle_files.schema import NotABattleError, connect
from api.battles.opening import OpenBattle, open_battle
from conftest import SoakCount
from rules.referee.log.entries import written_line
from tests.api.server.events import begun, forged, log, write
from tests.factories import piece, table

ENTRIES = log(60)


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    """A battle of sixty events, with a snapshot, a picture and a profile."""
    place = tmp_path / "whole.battle"
    file = begun(place)
    write(file, ENTRIES[:-1])
    file.append(ENTRIES[-1:], seen=table(piece("A1")))
    file.add_picture(Picture(sequence=3, media_type="image/png", content=b"\x89PNG" * 2000))
    file.keep_calibration(b"lens" * 500)
    file.close()
    content = place.read_bytes()
    place.unlink()
    return content


def opened(place: Path, content: bytes) -> OpenBattle:
    place.write_bytes(content)
    found = open_battle(place, stamp="now")
    found.file.close()
    return found


@pytest.mark.soak
def test_flipped_bits_are_noticed_and_what_is_whole_is_saved(
    tmp_path: Path, whole: bytes, rng_seed: int, soak_count: SoakCount
) -> None:
    rng = random.Random(rng_seed)
    for number in range(soak_count(60, 500)):
        damaged = bytearray(whole)
        for _ in range(rng.choice([1, 1, 2, 5, 20, 100, 1000])):
            damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        place = tmp_path / f"{number}.battle"
        try:
            found = opened(place, bytes(damaged))
        except (LostBattleError, NotABattleError):
            # Not even the first event is whole, or nothing tells any more what file it was.
            assert place.read_bytes() == damaged
            continue
        assert found.log.entries == ENTRIES[: len(found.log.entries)]
        if found.recovery is None:
            assert len(found.log.entries) == len(ENTRIES)
        else:
            assert found.recovery.kept == len(found.log.entries)
            assert f"to event {found.recovery.kept} of" in found.recovery.says
            assert found.recovery.copy.read_bytes() == damaged
        again = open_battle(place, stamp="then")
        assert (again.log.entries, again.recovery) == (found.log.entries, None)
        again.file.close()


def spoil(content: bytes, *statements: str) -> Callable[[Path], bytes]:
    def spoiled(folder: Path) -> bytes:
        place = folder / "spoiled.battle"
        place.write_bytes(content)
        connection = sqlite3.connect(place)
        for name in ("update", "delete"):
            connection.execute(f"DROP TRIGGER events_stay_{name}")
        for statement in statements:
            connection.execute(statement)
        connection.commit()
        connection.close()
        return place.read_bytes()

    return spoiled


@pytest.mark.parametrize(
    ("statements", "kept"),
    [
        (("DELETE FROM events WHERE sequence = 40",), 40),
        (("DELETE FROM events WHERE sequence = 59",), 59),
        (("UPDATE events SET line = replace(line, 'added', 'taken') WHERE sequence = 7",), 7),
        (("UPDATE events SET sequence = 90 WHERE sequence = 30",), 60),
        (("UPDATE snapshots SET content = X'00'",), 60),
        (("UPDATE pictures SET content = X'00'",), 60),
        (("UPDATE calibrations SET content = X'00'",), 60),
        (("UPDATE head SET events = 59",), 60),
        (("DROP TABLE head",), 60),
        (("DROP TABLE about", "DROP TABLE commands", "DROP TABLE pictures"), 60),
    ],
)
def test_what_a_careless_edit_spoils_is_told_to_the_event(
    tmp_path: Path, whole: bytes, statements: tuple[str, ...], kept: int
) -> None:
    content = spoil(whole, "PRAGMA secure_delete = ON", *statements)(tmp_path)
    found = opened(tmp_path / "x.battle", content)
    assert found.recovery is not None
    assert len(found.log.entries) == found.recovery.kept == kept
    assert found.recovery.of == 60
    assert found.recovery.copy.read_bytes() == content


def test_a_forged_event_is_not_taken(tmp_path: Path, whole: bytes) -> None:
    other = forged(ENTRIES[20])
    statement = f"UPDATE events SET line = '{written_line(other)}', hash = '{other.hash}' "
    content = spoil(whole, f"{statement} WHERE sequence = 20")(tmp_path)
    found = opened(tmp_path / "x.battle", content)
    assert found.recovery is not None
    # The forged line is sound in itself; the next one does not hang on it.
    assert found.log.entries == (*ENTRIES[:20], other)


@pytest.mark.parametrize("lost", [range(100), range(4096), range(16, 40), range(60, 72)])
def test_a_lost_beginning_costs_no_event(tmp_path: Path, whole: bytes, lost: range) -> None:
    content = bytearray(whole)
    for place in lost:
        content[place] = 0xA5
    found = opened(tmp_path / "x.battle", bytes(content))
    assert found.recovery is not None
    assert found.log.entries == ENTRIES
    assert found.file.path.stat().st_size > 4096


def test_a_file_that_was_cut_is_recovered_to_where_it_goes(tmp_path: Path, whole: bytes) -> None:
    for share in (0.9, 0.6):
        pages = int(len(whole) * share) // 4096
        found = opened(tmp_path / f"{pages}.battle", whole[: pages * 4096])
        assert found.recovery is not None
        assert 0 < len(found.log.entries) <= len(ENTRIES)
        assert found.log.entries == ENTRIES[: len(found.log.entries)]


def test_a_recovered_battle_still_knows_its_commands_and_evidence(
    tmp_path: Path, whole: bytes
) -> None:
    content = bytearray(whole)
    content[:100] = bytes(100)
    place = tmp_path / "x.battle"
    opened(place, bytes(content))
    file = open_battle(place, stamp="then").file
    assert file.asked["c7"] == "asked c7"
    assert file.snapshot_of(59) == table(piece("A1"))
    assert file.pictures(3)[0].content == b"\x89PNG" * 2000
    assert file.calibration() == b"lens" * 500
    assert '"kept": 60' in file.about()["recovered"]
    file.close()


def test_a_recovered_battle_does_not_say_that_it_is_over_where_that_is_lost(
    tmp_path: Path, whole: bytes
) -> None:
    statements = (
        "INSERT INTO about VALUES ('over', 'yes')",
        "DELETE FROM events WHERE sequence > 40",
    )
    place = tmp_path / "x.battle"
    opened(place, spoil(whole, *statements)(tmp_path))
    file = open_battle(place, stamp="then").file
    assert "over" not in file.about()
    file.close()


def test_nothing_is_begun_anew_where_nothing_can_be_saved(tmp_path: Path, whole: bytes) -> None:
    connection_free = spoil(whole, "PRAGMA secure_delete = ON", "DELETE FROM events")(tmp_path)
    place = tmp_path / "x.battle"
    with pytest.raises(LostBattleError, match=r"event 0 of 60; it was left as it is"):
        opened(place, connection_free)
    assert place.read_bytes() == connection_free


def test_two_rescues_keep_two_originals(tmp_path: Path, whole: bytes) -> None:
    for cut in (50, 40):
        statement = f"DELETE FROM events WHERE sequence >= {cut}"
        opened(tmp_path / "x.battle", spoil(whole, statement)(tmp_path))
    names = sorted(each.name for each in tmp_path.glob("x.battle.damaged-*"))
    assert names == ["x.battle.damaged-now", "x.battle.damaged-now-2"]
    assert connect(tmp_path / names[0]).execute("SELECT count(*) FROM events")
