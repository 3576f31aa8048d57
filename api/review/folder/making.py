"""Makes a battle file from its contents at once, whole or not at all."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from api.battle_files.blobs import packed
from api.battle_files.file import FORMAT, keep_snapshot, put_command, put_line, put_picture
from api.battle_files.refusals import put_refusal
from api.battle_files.schema import Database, connect, make, transaction
from api.files.new_folder import fresh_file
from api.review.exports.lines import BattleContents


def make_battle(contents: BattleContents, place: Path) -> None:
    """Write a new battle file; a UserError says that something is there already."""
    with _new(place) as connection:
        make(connection)
        with transaction(connection):
            _write(connection, contents)


def copy_battle(source: Path, place: Path) -> None:
    """Copy a battle file page by page, whole even while somebody plays it."""
    uri = f"{source.resolve().as_uri()}?mode=ro"
    with _new(place) as connection, closing(sqlite3.connect(uri, uri=True)) as original:
        assert isinstance(connection, sqlite3.Connection)
        original.backup(connection)


@contextmanager
def _new(place: Path) -> Iterator[Database]:
    """A connection to a file that is put into its place once all has gone well."""
    with fresh_file(place, force=False) as fresh:
        connection = connect(fresh)
        try:
            yield connection
        finally:
            connection.close()


def _write(connection: Database, contents: BattleContents) -> None:
    for name, value in {**contents.about, "format": FORMAT}.items():
        list(connection.execute("INSERT INTO about VALUES (?, ?)", (name, value)))
    places = {old: keep_snapshot(connection, each) for old, each in contents.snapshots.items()}
    for line in contents.lines:
        seen = contents.seen.get(line.sequence)
        put_line(connection, line, snapshot=None if seen is None else places[seen])
    for sent, first, last in contents.commands:
        put_command(connection, sent, first=first, last=last)
    for since, profile in contents.profiles:
        row = (sha256(profile).hexdigest(), since, packed(profile))
        sql = "INSERT INTO calibrations (digest, since, content) VALUES (?, ?, ?)"
        list(connection.execute(sql, row))
    for refused in contents.refusals:
        put_refusal(connection, replace(refused, snapshot=places[refused.snapshot]))
    for each in contents.pictures:
        put_picture(connection, each)
    head = (len(contents.lines), contents.head)
    list(connection.execute("INSERT INTO head VALUES (1, ?, ?)", head))
