"""Logs of battles that are sound, as long as one wants, each different from the others."""

from api.battle_files.chain import LogLine
from rules.referee.log.entries import START, Entry, EntryKind, Versions, sealed, written_line

VERSIONS = Versions(game="nearest_the_pin", rules=1, umpire="0.1.0")


def next_line(log: list[LogLine], *, name: str) -> LogLine:
    """What comes after the lines of this log; `name` makes it another one."""
    at = len(log)
    entry = Entry(
        sequence=at,
        time=f"2026-11-24T18:{at // 60 % 60:02}:{at % 60:02}Z",
        author="host",
        kind=EntryKind.HEADER if at == 0 else EntryKind.EVENT,
        body={"name": name, "at": at},
        versions=VERSIONS,
        causes=() if at == 0 else (f"command-{at}",),
        previous=log[-1].hash if log else START,
    )
    whole = sealed(entry)
    return LogLine(sequence=at, hash=whole.hash, text=written_line(whole))


def log_of(length: int, *, name: str = "battle") -> list[LogLine]:
    log: list[LogLine] = []
    for _ in range(length):
        log.append(next_line(log, name=name))
    return log
