"""Keeps what the server tells its terminal short: a line for each fault, and a number for floods.

Whoever can reach a server can make it complain as often as they like. The first complaint of a kind
is shown; those after it are counted, and told at most once a minute and at the end.
"""

import json
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from api.wording import shown

TOLD_EVERY_SECONDS: Final = 60.0
MOST_KINDS: Final = 100
"""Complaints of different words that are counted; whoever makes up more is counted as one."""
OTHERS: Final = "other complaints"


class LogTally(logging.Filter):
    """Lets the first complaint of a kind pass, and counts the others."""

    def __init__(self, *, clock: Callable[[], float], tell: Callable[[str], None]) -> None:
        super().__init__()
        self._clock = clock
        self._tell = tell
        self._counts: dict[str, int] = {}
        self._told = clock()

    def filter(self, record: logging.LogRecord) -> bool:
        # The words before they are filled in: what is filled in comes from whoever asks.
        kind = str(record.msg)[:200]
        if kind not in self._counts and len(self._counts) >= MOST_KINDS:
            kind = OTHERS
        if kind not in self._counts:
            self._counts[kind] = 0
            return True
        self._counts[kind] += 1
        if self._clock() - self._told >= TOLD_EVERY_SECONDS:
            self.close()
        return False

    def close(self) -> None:
        """Tell what was counted since the last time."""
        self._told = self._clock()
        for kind, count in self._counts.items():
            if count:
                self._tell(f"{kind}: " + ("once more" if count == 1 else f"{count:,} more times"))
                self._counts[kind] = 0


class JsonLine(logging.Formatter):
    """Writes each record as a line of JSON, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told = {
            "time": moment.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[1] is not None:
            fault = record.exc_info[1]
            told["fault"] = f"{type(fault).__name__}: {fault}"
        return json.dumps(told)


class OneLine(logging.Formatter):
    """Writes each record so that it does nothing to the terminal, and a fault in one line."""

    def __init__(self, *, traces: bool) -> None:
        super().__init__("umpire: %(message)s")
        self._traces = traces

    def format(self, record: logging.LogRecord) -> str:
        if self._traces or not record.exc_info:
            return shown(super().format(record), keep="\n")
        fault = record.exc_info[1]
        told = " ".join(f"{type(fault).__name__}: {fault}".split())
        return shown(f"umpire: {record.getMessage().strip()}: {told:.300}")
