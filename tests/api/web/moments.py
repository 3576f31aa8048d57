"""A recorded battle of each game, and the moments of it that are looked at."""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from rules.referee.script.adjudicating import Laid, Told
from rules.table.files.snapshot_json import written_snapshot
from tests.api.review.battle_files import GAMES, played, write_told
from tests.api.web.browsing import Json

PLAYED: Final = {
    "paper_tigers": "two_players_withdrawal",
    "paper_tigers_2": "normandy",
    "papercraft": "duel",
    "tossing_tiger": "duel",
    "paper_invasion": "one_against_one",
}
"""Of each game a battle, of which six moments are looked at."""
MOMENTS: Final = 6


def script_of(slug: str) -> list[str]:
    path = GAMES / slug / "tests" / "golden" / f"{PLAYED[slug]}.script.jsonl"
    return path.read_text(encoding="utf-8").splitlines()


def moment_lines(slug: str, moment: int) -> int:
    """How much of its script has been played at a moment from 1 to 6, near the end."""
    whole = len(script_of(slug))
    first = next(number for number, line in enumerate(script_of(slug)) if '"command"' in line)
    return first + 1 + (whole - first - 3) * moment // MOMENTS


def lay_battles(folder: Path, *, slugs: Sequence[str]) -> None:
    """Every battle at each of its moments, in files for a server to find."""
    folder.mkdir(parents=True)
    for slug in slugs:
        for moment in range(1, MOMENTS + 1):
            place = folder / f"{slug}-{moment}.battle"
            write_told(place, _told_until(slug, moment), title=f"Moment {moment}")


def table_then(slug: str, moment: int) -> Json | None:
    """How the table lies at a moment."""
    return last_laid(_told_until(slug, moment))


@cache
def _told_of(slug: str) -> tuple[Told, ...]:
    """A battle, played once for all its moments."""
    return tuple(played(script_of(slug)))


def _told_until(slug: str, moment: int) -> list[Told]:
    lines = moment_lines(slug, moment)
    return [each for each in _told_of(slug) if each.line <= lines]


def last_laid(told: Iterable[Told]) -> Json | None:
    """How the table lies once so much was told."""
    laid = [each.snapshot for each in told if isinstance(each, Laid)]
    return json.loads(json.dumps(written_snapshot(laid[-1]))) if laid else None
