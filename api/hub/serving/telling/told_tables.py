"""What the hub tells of a table and its battle."""

from typing import Any

from api.hub.watching.results import BattleResult
from api.shapes.shaped import Described


class TableListedTold(Described):
    table: int
    round: int
    white: str
    black: str
    battle: str
    """The last one that it has sent anything of; nothing before."""
    lines: int
    says: str
    """What happened last."""


class SideResultTold(Described):
    side: str
    seats: list[str]
    """Who played for it."""
    points: float | None
    """What its game counts; nothing where it counts nothing."""
    won: bool


class BattleResultTold(Described):
    says: str
    sides: list[SideResultTold]


class TableShownTold(TableListedTold):
    delay_minutes: int
    shown: dict[str, Any] | None
    """The battle as anybody may see it, as an umpire's own page shows it to a spectator."""
    unshown: str
    """Why there is nothing to see."""
    result: BattleResultTold | None
    """What the log says came of the battle, once it has ended; who gives the result of the game
    decides what it counts for in the event."""


def result_told(found: BattleResult | None) -> BattleResultTold | None:
    if found is None:
        return None
    sides = [
        SideResultTold(side=each.side, seats=list(each.seats), points=each.points, won=each.won)
        for each in found.sides
    ]
    return BattleResultTold(says=found.says, sides=sides)
