"""Small battles of any length for tests of the file and the server, quick to make."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from api.battle_files.file import BattleFile, CommandRecord
from api.battle_files.schema import Connect, connect
from rules.referee.log.entries import Entry, EntryKind, Versions, sealed

TIME = "2026-11-21T19:00:00Z"


@cache
def log(count: int, *, salt: str = "") -> tuple[Entry, ...]:
    """So many sealed events, one a command but for every fifth command, which brings two."""
    made = Versions(game="counting", rules=1, umpire="test")
    entries = [
        sealed(
            Entry(
                sequence=0,
                time=TIME,
                author="umpire",
                kind=EntryKind.HEADER,
                body={"salt": salt, "long": "x" * 6000},
                versions=made,
            )
        )
    ]
    while len(entries) < count:
        number = len(entries)
        command = number - 1 if number % 6 == 5 else number
        entries.append(
            sealed(
                Entry(
                    sequence=number,
                    time=TIME,
                    author="Host",
                    kind=EntryKind.EVENT,
                    body={"kind": "added", "sum": number, "text": "y" * (number * 37 % 500)},
                    versions=made,
                    causes=(f"c{command}",),
                    previous=entries[-1].hash,
                )
            )
        )
    return tuple(entries)


def commands(entries: tuple[Entry, ...]) -> list[tuple[Entry, ...]]:
    """The events after the header by the command that brought them."""
    found: dict[str, list[Entry]] = {}
    for entry in entries[1:]:
        found.setdefault(entry.command, []).append(entry)
    return [tuple(each) for each in found.values()]


def begun(path: Path, *, connect: Connect = connect, salt: str = "") -> BattleFile:
    return BattleFile.create(path, log(1, salt=salt)[0], about={"id": "b1"}, connect=connect)


def write(file: BattleFile, entries: tuple[Entry, ...]) -> None:
    """All events after the header, a commit for each command."""
    for some in commands(entries):
        file.append(some, sent=CommandRecord(id=some[0].command, asked=f"asked {some[0].command}"))


def forged(entry: Entry) -> Entry:
    """The same place in the log with another content, sealed as well as the true one."""
    return sealed(replace(entry, body={"kind": "added", "sum": -1}))
