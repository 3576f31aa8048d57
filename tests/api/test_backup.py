"""Everything comes back from a backup as it was; a bad one is told and brings nothing."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from api.backup.contents import LIST
from api.backup.packing import back_up
from api.backup.places import KeptPlaces
from api.backup.restoring import restore
from api.battles.opening import open_battle
from api.errors import ExitCode, UserError
from tests.api.umpire import umpire

OLD = Path(__file__).parent / "battles" / "old" / "papercraft-ending.battle"
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
Spoil = Callable[[dict[str, bytes]], None]


def silent(_done: int, _total: int) -> None:
    """Nobody looks on."""


def places_in(folder: Path) -> KeptPlaces:
    return KeptPlaces(
        battles=folder / "battles",
        remembered=folder / "data" / "remembered",
        settings=folder / "settings" / "umpire.toml",
    )


def filled(folder: Path) -> KeptPlaces:
    """Something of each kind, and what a run leaves that no backup needs."""
    places = places_in(folder)
    for place, content in {
        places.battles / "cameras" / "lens.json": b"{}",
        places.battles / "grants.json": b"[]",
        places.battles / "umpire.page": b"an address that opens everything",
        places.battles / "duel.battle.lock": b"",
        places.battles / "states" / "key": b"made anew",
        places.remembered / "tossing_tiger.json": b"[]",
        places.settings: b"[serve]\nport = 9000\n",
    }.items():
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    shutil.copy(OLD, places.battles / "duel.battle")
    return places


def kept(folder: Path) -> dict[str, bytes]:
    return {
        place.relative_to(folder).as_posix(): place.read_bytes()
        for place in folder.rglob("*")
        if place.is_file() and place.suffix != ".battle"
    }


def packed(tmp_path: Path) -> Path:
    target = tmp_path / "umpire.zip"
    back_up(filled(tmp_path / "old"), target, umpire="0.1.0", now=NOW, step=silent)
    return target


def altered(target: Path, spoil: Spoil) -> None:
    with ZipFile(target) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    spoil(files)
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)


def listing(change: Callable[[dict[str, object]], None]) -> Spoil:
    def spoil(files: dict[str, bytes]) -> None:
        told = json.loads(files[LIST])
        change(told)
        files[LIST] = json.dumps(told).encode()

    return spoil


def test_everything_comes_back_as_it_was_but_for_what_a_run_leaves(tmp_path: Path) -> None:
    target, new = packed(tmp_path), places_in(tmp_path / "new")
    new.battles.parent.mkdir()
    done = restore(target, new, step=silent)
    assert (done.contents.battles, len(done.contents.files), done.left) == (1, 5, ())
    assert kept(tmp_path / "new") == {
        "battles/cameras/lens.json": b"{}",
        "battles/grants.json": b"[]",
        "data/remembered/tossing_tiger.json": b"[]",
        "settings/umpire.toml": b"[serve]\nport = 9000\n",
    }
    with (
        closing(sqlite3.connect(OLD)) as old,
        closing(sqlite3.connect(new.battles / "duel.battle")) as back,
    ):
        assert list(back.iterdump()) == list(old.iterdump())
    assert not [each for each in new.battles.parent.iterdir() if each.name.startswith(".")]


def test_a_battle_is_packed_whole_while_an_umpire_has_it(tmp_path: Path) -> None:
    places, new = filled(tmp_path / "old"), places_in(tmp_path / "new")
    held = open_battle(places.battles / "duel.battle", stamp="now")
    try:
        target = tmp_path / "umpire.zip"
        back_up(places, target, umpire="0.1.0", now=NOW, step=silent)
    finally:
        held.file.close()
    new.battles.parent.mkdir()
    restore(target, new, step=silent)
    open_battle(new.battles / "duel.battle", stamp="now").file.close()


def test_a_damaged_battle_is_kept_as_it_is(tmp_path: Path) -> None:
    places, new = filled(tmp_path / "old"), places_in(tmp_path / "new")
    (places.battles / "duel.battle").write_bytes(b"torn" * 1000)
    (places.battles / "duel.battle-journal").write_bytes(b"to mend it from")
    target = tmp_path / "umpire.zip"
    back_up(places, target, umpire="0.1.0", now=NOW, step=silent)
    new.battles.parent.mkdir()
    restore(target, new, step=silent)
    assert (new.battles / "duel.battle").read_bytes() == b"torn" * 1000
    assert (new.battles / "duel.battle-journal").read_bytes() == b"to mend it from"


def test_nothing_is_written_over(tmp_path: Path) -> None:
    target, new = packed(tmp_path), places_in(tmp_path / "new")
    # There is no --force here, so none is advised.
    with pytest.raises(UserError, match=r"is there already, .*: name another file$"):
        back_up(places_in(tmp_path / "old"), target, umpire="0.1.0", now=NOW, step=silent)
    new.settings.parent.mkdir(parents=True)
    new.settings.write_text("# mine")
    assert restore(target, new, step=silent).left == ("umpire.toml",)
    assert new.settings.read_text() == "# mine"
    with pytest.raises(UserError, match="is not empty"):
        restore(target, new, step=silent)


def outside(told: dict[str, object]) -> None:
    files = told["files"]
    assert isinstance(files, list)
    files[0]["name"] = "battles/../../planted"


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda files: files.pop(LIST), "with a backup.json in it"),
        (lambda files: files.pop("battles/grants.json"), "expected battles/grants.json, which"),
        (
            lambda files: files.update({"battles/grants.json": b"[1]"}),
            "expected battles/grants.json as it was packed, got: another content",
        ),
        (lambda files: files.update({LIST: b"{"}), "expected JSON"),
        (listing(outside), "expected a file under battles/"),
        (
            listing(lambda told: told.update(format="paper-umpire/backup/2")),
            "expected paper-umpire/backup/1, got 'paper-umpire/backup/2'",
        ),
    ],
    ids=["no-list", "a-file-less", "altered", "torn-list", "outside", "newer"],
)
def test_a_bad_backup_is_told_and_brings_nothing(tmp_path: Path, spoil: Spoil, says: str) -> None:
    target, new = packed(tmp_path), places_in(tmp_path / "new")
    altered(target, spoil)
    new.battles.parent.mkdir()
    with pytest.raises(UserError) as told:
        restore(target, new, step=silent)
    assert says in told.value.message
    assert told.value.exit_code is ExitCode.BAD_INPUT
    assert kept(tmp_path / "new") == {}
    assert not (tmp_path / "planted").exists()


def test_a_byte_that_was_flipped_anywhere_is_told_or_harms_nothing(tmp_path: Path) -> None:
    target, new = packed(tmp_path), places_in(tmp_path / "new")
    whole = target.read_bytes()
    for number, at in enumerate(range(0, len(whole), len(whole) // 40)):
        target.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        new = places_in(tmp_path / f"new-{number}")
        new.battles.parent.mkdir()
        told: UserError | None = None
        try:
            restore(target, new, step=silent)
        except UserError as failure:
            told = failure
        brought = kept(tmp_path / f"new-{number}")
        if told is None:
            assert brought["battles/grants.json"] == b"[]"
        else:
            assert (told.exit_code, brought) == (ExitCode.BAD_INPUT, {})


def test_what_is_no_backup_or_not_there_is_told(tmp_path: Path) -> None:
    torn = tmp_path / "torn.zip"
    torn.write_bytes(packed(tmp_path).read_bytes()[:-30])
    new, none = places_in(tmp_path / "new"), places_in(tmp_path / "none")
    with pytest.raises(UserError, match="expected a whole backup"):
        restore(torn, new, step=silent)
    with pytest.raises(UserError, match="cannot be read"):
        restore(tmp_path / "none.zip", new, step=silent)
    with pytest.raises(UserError, match="there is nothing to keep"):
        back_up(none, tmp_path / "none.zip", umpire="0.1.0", now=NOW, step=silent)


def test_the_commands_keep_everything_and_bring_it_back(tmp_path: Path) -> None:
    filled(tmp_path)
    said = {"UMPIRE_CONFIG": str(tmp_path / "settings" / "umpire.toml")}
    home = {"XDG_DATA_HOME": str(tmp_path / "home")}
    made = umpire("backup", "all.zip", "--battles", "battles", cwd=tmp_path, **said, **home)
    assert (made.returncode, made.stdout) == (0, "all.zip: 1 battle and 3 other files, 0.1 MB\n")
    assert "the secrets of all seats are in it" in made.stderr
    back = umpire("restore", "all.zip", "--battles", "new", "--json", cwd=tmp_path, **said, **home)
    told = json.loads(back.stdout)
    assert (back.returncode, told["battles"], told["left"]) == (0, 1, ["umpire.toml"])
    assert told["bytes"] == sum(
        each["bytes"] for each in json.loads(ZipFile(tmp_path / "all.zip").read(LIST))["files"]
    )
    grants = (tmp_path / "new" / "grants.json").read_bytes()
    assert sha256(grants).digest() == sha256(b"[]").digest()
