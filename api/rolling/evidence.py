"""Keeps with a roll in the battle's file what the camera read of it, and the picture."""

import json
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from api.battle_files.file import BattleFile, Picture
from api.battles.jobs import BusyError, NotSavedError
from api.battles.session import Session
from api.battles.showing import dice_of
from api.rolling.asked import OpenRoll

TRAY_READ: Final = "tray:"
"""Before the number of an event, among what the file says of itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRoll:
    """Dice that were read for a roll."""

    faces: tuple[int, ...]
    margin: float
    """How much worse the likeliest other reading fits, in pips."""
    jpeg: bytes = field(repr=False)
    """The floor of the tray, seen straight from above."""
    size: tuple[int, int]
    """Width and height of that picture."""

    def marks(self) -> str:
        """All of the picture may be shown: dice lie open on the table."""
        wide, high = self.size
        corners = [[0, 0], [wide, 0], [wide, high], [0, high]]
        return json.dumps(
            {"size": [wide, high], "snapshot": 0, "table": corners, "pieces": [], "lines": []}
        )


async def keep(session: Session, roll: OpenRoll, *, read: ReadRoll, by_itself: bool) -> None:
    """Keep what was read with the event in which this seat's dice were given, if they were."""
    given = next(
        (
            (entry, dice)
            for entry in session.battle.entries[roll.after :]
            if entry.author == roll.seat
            and len(dice := dice_of(session.battle, entry)) == roll.count
        ),
        None,
    )
    if given is None:
        return
    entry, dice = given
    noted = {
        "read": list(read.faces),
        "given": dice,
        "margin": round(read.margin, 2),
        "by_itself": by_itself,
    }
    picture = Picture(
        sequence=entry.sequence, media_type="image/jpeg", content=read.jpeg, marks=read.marks()
    )

    def put(file: BattleFile) -> None:
        file.note(f"{TRAY_READ}{entry.sequence}", json.dumps(noted))
        file.add_picture(picture)

    # A battle that cannot be written to has worse worries than its pictures.
    with suppress(sqlite3.Error, OSError, BusyError, NotSavedError):
        await session.read(put)


def read_notes(about: Mapping[str, str]) -> dict[int, dict[str, Any]]:
    """What the camera read, by the event of the roll."""
    return {
        int(name.removeprefix(TRAY_READ)): json.loads(value)
        for name, value in about.items()
        if name.startswith(TRAY_READ)
    }
