"""A battle file keeps what it is given; no second writer and no newer file gets in."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from api.battle_files.file import BattleFile, CommandRecord, Picture
from api.battle_files.schema import (
    APPLICATION,
    VERSION,
    NotABattleError,
    bring_up_to_date,
    connect,
    single,
)
from api.battles.opening import open_battle
from api.files.lock import FileLock, InUseError
from rules.table.bad_input import BadInputError
from tests.api.server.events import begun, log, write
from tests.api.umpire import REPOSITORY, environment
from tests.factories import piece, table

ENTRIES = log(30)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "evening.battle"


def test_what_was_appended_is_read_again(place: Path) -> None:
    file = begun(place)
    write(file, ENTRIES)
    file.close()
    opened = open_battle(place, stamp="now")
    assert opened.log.entries == ENTRIES
    assert opened.recovery is None
    assert opened.file.asked["c7"] == "asked c7"
    assert opened.file.about()["id"] == "b1"
    opened.file.close()


def test_it_is_written_in_the_one_way_there_is(place: Path) -> None:
    file = begun(place)
    try:
        told = {
            name: single(file._connection, f"PRAGMA {name}")  # noqa: SLF001
            for name in ("journal_mode", "synchronous", "application_id", "user_version")
        }
    finally:
        file.close()
    assert told == {
        "journal_mode": "delete",
        "synchronous": 3,
        "application_id": APPLICATION,
        "user_version": VERSION,
    }
    assert [each.name for each in place.parent.iterdir()] == ["evening.battle"]


def test_a_copy_is_a_battle_of_its_own(place: Path, tmp_path: Path) -> None:
    file = begun(place)
    write(file, ENTRIES)
    copy = tmp_path / "mailed.battle"
    copy.write_bytes(file.whole())
    mailed = open_battle(copy, stamp="now")
    file.close()
    assert mailed.log.entries == ENTRIES
    mailed.file.close()


def test_a_command_is_in_the_file_once(place: Path) -> None:
    file = begun(place)
    file.append(ENTRIES[1:2], sent=CommandRecord(id="c1", asked="x"))
    with pytest.raises(sqlite3.IntegrityError):
        file.append(ENTRIES[2:3], sent=CommandRecord(id="c1", asked="x"))
    assert len(list(file.lines())) == 2
    file.append(ENTRIES[2:3], sent=CommandRecord(id="c2", asked="x"))
    file.close()


@pytest.mark.parametrize("deed", ["UPDATE events SET line = ''", "DELETE FROM events"])
def test_an_event_can_be_neither_changed_nor_removed(place: Path, deed: str) -> None:
    begun(place).close()
    connection = connect(place)
    with pytest.raises(sqlite3.IntegrityError, match="never changed or removed"):
        connection.execute(deed)
    connection.close()


def test_snapshots_are_kept_once_and_found_by_their_event(place: Path) -> None:
    file = begun(place)
    seen = table(piece("A1"), piece("B1", (20.0, 20.0)))
    for entry in ENTRIES[1:4]:
        file.append((entry,), sent=None, seen=seen)
    file.append(ENTRIES[4:5])
    assert [file.snapshot_of(number) for number in (1, 3, 4)] == [seen, seen, None]
    assert len(list(connect(place).execute("SELECT id FROM snapshots"))) == 1
    file.close()


def test_the_table_of_the_latest_ruling_is_found_again(place: Path) -> None:
    file = begun(place)
    assert file.last_seen() is None
    first, second = table(piece("A1")), table(piece("A1", (20.0, 20.0)))
    # The third entry is judged on what the first was: the content is kept once, the order counts.
    for entry, seen in zip(ENTRIES[1:4], (first, second, first), strict=True):
        file.append((entry,), sent=None, seen=seen)
    file.append(ENTRIES[4:5])
    assert file.last_seen() == (3, first)
    file.close()


def test_pictures_and_profiles_come_back_as_they_were(place: Path) -> None:
    file = begun(place)
    file.append(ENTRIES[1:2])
    picture = Picture(sequence=1, media_type="image/png", content=b"\x89PNG" + bytes(5000))
    file.add_picture(picture)
    for profile in (b"lens 1", b"lens 1", b"lens 2"):
        file.keep_calibration(profile)
    file.close()
    again = open_battle(place, stamp="now").file
    assert again.pictures(1) == (picture,)
    assert again.pictures(0) == ()
    assert again.calibration() == b"lens 2"
    assert len(list(connect(place).execute("SELECT id FROM calibrations"))) == 2
    again.close()


@pytest.mark.parametrize(
    "picture",
    [
        Picture(sequence=0, media_type="image/svg+xml", content=b"<svg/>"),
        Picture(sequence=0, media_type="image/png", content=b""),
        Picture(sequence=0, media_type="image/png", content=bytes(4_000_001)),
    ],
)
def test_what_is_no_picture_of_a_sensible_size_is_refused(place: Path, picture: Picture) -> None:
    file = begun(place)
    with pytest.raises(BadInputError):
        file.add_picture(picture)
    file.close()


def test_a_picture_needs_its_event(place: Path) -> None:
    file = begun(place)
    with pytest.raises(sqlite3.IntegrityError):
        file.add_picture(Picture(sequence=9, media_type="image/png", content=b"x"))
    file.close()


def test_what_is_there_is_not_begun_again(place: Path) -> None:
    place.write_bytes(b"something else")
    with pytest.raises(FileExistsError):
        begun(place)
    assert place.read_bytes() == b"something else"


def test_the_second_to_open_a_battle_is_sent_away(place: Path) -> None:
    file = begun(place)
    for _ in range(3):
        with pytest.raises(InUseError, match="another Paper Umpire is using"):
            open_battle(place, stamp="now")
    file.close()
    open_battle(place, stamp="now").file.close()


def test_of_many_programs_one_gets_the_lock(place: Path) -> None:
    place.write_bytes(b"")
    program = (
        "import sys; from pathlib import Path; from api.files.lock import FileLock, InUseError\n"
        "try: held = FileLock(Path(sys.argv[1]))\n"
        "except InUseError: print('no', flush=True)\n"
        "else: print('yes', flush=True); sys.stdin.read()\n"
    )
    racing = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(place)],
            env=environment(),
            cwd=REPOSITORY,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for _ in range(4)
    ]
    told = [each.stdout.readline().strip() for each in racing if each.stdout is not None]
    assert sorted(told) == ["no", "no", "no", "yes"]
    for each in racing:
        each.kill()
        each.communicate()
    # The end of a program releases its lock, however it ends.
    FileLock(place).release()


def test_a_newer_file_is_refused_and_left_as_it_is(place: Path) -> None:
    begun(place).close()
    connection = sqlite3.connect(place)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.execute(
        f"UPDATE about SET value = 'paper-umpire/battle/{VERSION + 1}' WHERE name = 'format'"
    )
    connection.commit()
    connection.close()
    before = place.read_bytes()
    with pytest.raises(NotABattleError, match="a newer Paper Umpire has written"):
        open_battle(place, stamp="now")
    assert place.read_bytes() == before
    assert [each.name for each in place.parent.iterdir()] == ["evening.battle"]


def test_an_older_file_is_brought_up_to_date(place: Path) -> None:
    begun(place).close()
    connection = connect(place)
    steps = {VERSION: ("CREATE TABLE fresh (id INTEGER)",)}
    bring_up_to_date(connection, place, steps=steps, newest=VERSION + 1)
    assert single(connection, "PRAGMA user_version") == VERSION + 1
    assert single(connection, "SELECT count(*) FROM fresh") == 0
    with pytest.raises(NotABattleError, match="expected version 9, or one that leads to it"):
        bring_up_to_date(connection, place, steps={VERSION + 1: ()}, newest=9)
    connection.close()


_SECOND = (
    "ALTER TABLE pictures DROP COLUMN refusal",
    "DROP TABLE refusals",
    "UPDATE about SET value = 'paper-umpire/battle/2' WHERE name = 'format'",
    "PRAGMA user_version = 2",
)
_FIRST = (
    "ALTER TABLE commands DROP COLUMN body",
    "ALTER TABLE pictures DROP COLUMN marks",
    "UPDATE about SET value = 'paper-umpire/battle/1' WHERE name = 'format'",
    "PRAGMA user_version = 1",
)


@pytest.mark.parametrize("back", [_SECOND, (*_SECOND, *_FIRST)], ids=["format 2", "format 1"])
def test_a_file_of_an_earlier_format_is_read_and_goes_on(
    place: Path, back: tuple[str, ...]
) -> None:
    file = begun(place)
    write(file, ENTRIES[:9])
    file.add_picture(Picture(sequence=1, media_type="image/png", content=b"\x89PNG"))
    file.close()
    connection = connect(place)
    for statement in back:
        connection.execute(statement)
    connection.close()
    opened = open_battle(place, stamp="now")
    assert opened.recovery is None
    assert opened.log.entries == ENTRIES[:9]
    assert opened.file.about()["format"] == f"paper-umpire/battle/{VERSION}"
    assert [each.marks for each in opened.file.pictures(1)] == [""]
    opened.file.append(ENTRIES[9:10], sent=CommandRecord(id="more", asked="x", body="{}"))
    opened.file.close()


def test_what_was_asked_and_marks_survive_damage(place: Path) -> None:
    file = begun(place)
    file.append(
        ENTRIES[1:2], sent=CommandRecord(id=ENTRIES[1].command, asked="x", body='{"author":"A"}')
    )
    kept = Picture(sequence=1, media_type="image/png", content=b"\x89PNG", marks='{"a":1}')
    file.add_picture(kept)
    file.close()
    content = bytearray(place.read_bytes())
    content[100:4096] = bytes(3996)
    place.write_bytes(content)
    opened = open_battle(place, stamp="now")
    assert opened.recovery is not None
    assert opened.file.pictures(1) == (kept,)
    assert single(connect(place), "SELECT body FROM commands") == '{"author":"A"}'
    opened.file.close()


def test_the_oldest_pictures_go_first_and_events_never(place: Path) -> None:
    file = begun(place)
    write(file, ENTRIES[:6])
    # The first one took longest to be packed.
    for number in (2, 3, 4, 5, 1):
        content = b"\x89PNG" + bytes(100 * number)
        file.add_picture(Picture(sequence=number, media_type="image/png", content=content))
    assert file.thin_pictures(most=4, most_bytes=10_000) == 1
    assert file.thin_pictures(most=4, most_bytes=1000) == 2
    assert [bool(file.pictures(number)) for number in range(1, 6)] == [False] * 3 + [True] * 2
    assert file.thin_pictures(most=4, most_bytes=1000) == 0
    assert len(list(file.lines())) == 6
    file.close()


@pytest.mark.parametrize("content", [b"", b"a letter", b"SQLite format 3\0" + bytes(4080)])
def test_some_other_file_is_refused_and_left_as_it_is(place: Path, content: bytes) -> None:
    place.write_bytes(content)
    with pytest.raises(NotABattleError, match="expected a battle of Paper Umpire"):
        open_battle(place, stamp="now")
    assert place.read_bytes() == content


def test_a_file_that_is_not_there_is_not_made(place: Path) -> None:
    with pytest.raises(sqlite3.OperationalError, match="unable to open"):
        open_battle(place, stamp="now")
    assert list(place.parent.iterdir()) == []


def test_a_battle_that_cannot_be_begun_leaves_nothing(tmp_path: Path) -> None:
    def broken(_path: Path) -> sqlite3.Connection:
        raise sqlite3.OperationalError("disk I/O error")

    with pytest.raises(sqlite3.OperationalError):
        BattleFile.create(tmp_path / "x.battle", ENTRIES[0], about={}, connect=broken)
    assert list(tmp_path.iterdir()) == []
