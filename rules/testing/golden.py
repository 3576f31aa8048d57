"""How golden battles are made: from a script come the log and the play-by-play.

A game keeps them in its folder, below `tests/golden`, as `<name>.script.jsonl`, `<name>.jsonl` and
`<name>.txt`.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Final

from rules.referee.log.battle import Battle, replayed
from rules.referee.log.entries import Entry, written_log
from rules.referee.script.adjudicating import Noted, Ruled, adjudicated
from rules.registry import GAMES, game, slugs

BEGIN: Final = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
PAUSE: Final = timedelta(seconds=20)
"""Between two commands of a golden battle."""
VERSION: Final = "golden"
Tell = Callable[..., str]


def golden_folder(slug: str, package: str = GAMES) -> Path:
    """Where a game keeps its golden battles; the folder need not be there."""
    (place,) = import_module(f"{package}.{slug}").__path__
    return Path(place) / "tests" / "golden"


def golden_names(package: str = GAMES) -> set[Path]:
    """Every log and text that a golden battle has beside its script."""
    return {
        script.with_name(script.name.removesuffix(".script.jsonl") + suffix)
        for slug in slugs(package)
        for script in golden_folder(slug, package).glob("*.script.jsonl")
        for suffix in (".jsonl", ".txt")
    }


def golden_files(package: str = GAMES) -> dict[Path, str]:
    """Every log and text of a golden battle with the content that it should have."""
    files: dict[Path, str] = {}
    for slug in slugs(package):
        for script in sorted(golden_folder(slug, package).glob("*.script.jsonl")):
            stem = script.with_name(script.name.removesuffix(".script.jsonl"))
            title, battle = played(slug, script.read_text(encoding="utf-8").splitlines())
            files[stem.with_suffix(".jsonl")] = written_log(battle.entries)
            files[stem.with_suffix(".txt")] = teller(slug, package)(battle, title=title)
    return files


def played(slug: str, lines: list[str]) -> tuple[str, Battle]:
    """The battle of a script and its title; every command of it has to be accepted."""
    clock = _clock()
    entries: list[Entry] = []
    title = ""
    for told in adjudicated(lines, find=game, now=lambda: next(clock), umpire_version=VERSION):
        entries += getattr(told, "entries", ())
        if isinstance(told, Noted):
            title = title or told.text
        if isinstance(told, Ruled):
            assert told.refusal is None, f"{slug}, line {told.line}: {told.refusal}"
    return title, replayed(game(slug), tuple(entries))


def teller(slug: str, package: str = GAMES) -> Tell:
    """How a game's battles are told: `told` in its tests' `play_by_play`."""
    tell: Tell = import_module(f"{package}.{slug}.tests.play_by_play").told
    return tell


def _clock() -> Iterator[str]:
    now = BEGIN
    while True:
        yield now.isoformat().replace("+00:00", "Z")
        now += PAUSE
