"""Tells battles that an earlier version played, so that each version after it tells them the same.

The folder `old` holds three battles of each game: one with corrections and disputes, one that was
played to its end, and one that stopped while questions were open. A battle is a file that the
server wrote, its log, and a text: its sentences, event by event, and what is known at its end.

Nothing makes the files and the logs anew. `python -m tests.api.battles.old_battles` writes the
texts, for a change of a sentence or of what a seat may know that is meant.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from api.answers.adjudged import plain_value
from rules.referee.court.offers import view
from rules.referee.court.sentences import say
from rules.referee.log.battle import Battle, replayed
from rules.referee.log.entries import canonical, digest
from rules.referee.log.text import read_log
from rules.registry import game

FOLDER: Final = Path(__file__).parent / "old"
KINDS: Final = ("corrections", "ending", "questions")


def old_logs() -> list[Path]:
    """The log of every old battle; its file and its text lie beside it."""
    return sorted(FOLDER.glob("*.jsonl"))


def old_battle(log: Path) -> Battle:
    """The battle that a log tells of; its game is the first word of its name."""
    entries = read_log(log.read_text(encoding="utf-8"))
    return replayed(game(log.stem.split("-")[0]), entries)


def told(battle: Battle) -> str:
    """Every sentence with its event, then how it stands, and what each seat may know, as a hash."""
    lines = [_line(battle, sequence) for sequence in range(battle.sequence)]
    lines += _end(view(battle, seat=""))
    for seat in (*(each.name for each in battle.setup.seats), ""):
        lines.append(f"{seat or 'anybody'} may know {_hash(view(battle, seat=seat))}")
    return "\n".join(lines) + "\n"


def _line(battle: Battle, sequence: int) -> str:
    entry = battle.entries[sequence]
    fallen = " (taken back)" if entry.id in battle.fallen else ""
    return f"{entry.id}{fallen} {say(battle, entry)}"


def _end(known: Mapping[str, Any]) -> list[str]:
    asks = [f"open question: {each['says']}" for each in known["asks"]]
    disputes = [
        f"dispute {each['dispute']}: {'open' if each['open'] else each['outcome']}"
        for each in known["disputes"]
    ]
    return [*asks, *disputes, f"awaits: {known['awaits']}", f"result: {known['result']}"]


def _hash(known: Mapping[str, Any]) -> str:
    """What a seat may know, in short: one letter of it changed is another hash.

    Facts are drawn from the same state, and may be told otherwise by a later version.
    """
    value = plain_value({name: each for name, each in known.items() if name != "facts"})
    assert isinstance(value, dict)
    return digest(canonical(value))


def main() -> None:
    for log in old_logs():
        log.with_suffix(".txt").write_text(told(old_battle(log)), encoding="utf-8", newline="\n")
        sys.stdout.write(f"wrote {log.stem}.txt\n")


if __name__ == "__main__":
    main()
