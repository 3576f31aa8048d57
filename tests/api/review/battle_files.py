"""Makes battle files of real games for tests: golden scripts, played into a file."""

import json
import shutil
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

from api.battle_files.file import BattleFile, CommandRecord
from api.version import version
from rules.referee.log.entries import canonical, digest
from rules.referee.script.adjudicating import Begun, Laid, Ruled, Told, adjudicated
from rules.registry import game
from rules.table.snapshot import Snapshot

GAMES: Final = Path(__file__).parents[3] / "rules" / "games"
TIGERS: Final = ("paper_tigers", "two_players_withdrawal")
CRAFT: Final = ("papercraft", "duel")
SEQUEL: Final = ("paper_tigers_2", "normandy")


@cache
def _folder() -> Path:
    return Path(mkdtemp(prefix="umpire-review-"))


@cache
def _made(slug: str, name: str, lines: int) -> Path:
    path = _folder() / f"{slug}-{name}-{lines}.battle"
    script = (GAMES / slug / "tests" / "golden" / f"{name}.script.jsonl").read_text(
        encoding="utf-8"
    )
    write_battle(path, script.splitlines()[: lines or None])
    return path


def battle_file(place: Path, which: tuple[str, str] = TIGERS, *, lines: int = 0) -> Path:
    """A copy, at that place, of a battle that was played; all of it, or so many lines."""
    shutil.copyfile(_made(*which, lines), place)
    return place


def played(script: Iterable[str]) -> Iterator[Told]:
    """What is told of each line of a script."""
    times = _times()
    return adjudicated(script, find=game, now=lambda: next(times), umpire_version=version())


def write_battle(path: Path, script: list[str], *, title: str = "A golden battle") -> None:
    """Play a script into a new file, as the server would."""
    write_told(path, played(script), title=title)


def write_told(path: Path, whole: Iterable[Told], *, title: str) -> None:
    """The file of a battle of which so much was played."""
    file: BattleFile | None = None
    snapshot: Snapshot | None = None
    for told in whole:
        if isinstance(told, Begun):
            header = told.entries[0]
            about = {
                "id": path.stem,
                "title": title,
                "game": told.game,
                "created": header.time,
                "umpire": version(),
            }
            file = BattleFile.create(path, header, about=about)
        elif isinstance(told, Laid):
            snapshot = told.snapshot
        elif isinstance(told, Ruled) and told.entries:
            assert file is not None
            body = canonical({"author": told.given.seat, "command": _plain(told.given.body)})
            name = told.entries[0].command
            sent = CommandRecord(id=name, asked=digest(body), body=body)
            measured = any(entry.evidence for entry in told.entries)
            file.append(told.entries, sent=sent, seen=snapshot if measured else None)
    assert file is not None
    file.close()


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


def _times() -> Iterator[str]:
    now = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
    while True:
        yield now.isoformat().replace("+00:00", "Z")
        now += timedelta(seconds=20)
