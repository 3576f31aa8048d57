"""Hands a route the table: as whoever asks may be shown it, or whole, to judge by."""

from collections.abc import Callable
from typing import Annotated

from fastapi import Depends, Request

from api.access.admission import Who, no_battle
from api.battles.session import Session
from api.battles.shelf import FullShelfError, Shelf, UnknownBattleError, UnopenedError
from api.battles.table_shown import TableShown
from api.errors import ProblemError
from api.review.story.desk import ReviewDesk
from api.tables.source import TableSource
from rules.table.snapshot import Snapshot


def whole_table(request: Request) -> Snapshot:
    """The table as it is now, with all that nobody may see: to judge by, never to answer with."""
    source: TableSource = request.app.state.table
    return source.latest()


async def own_session(request: Request, who: Who) -> Session | None:
    """The battle that whoever asks was let into; the host and nobody else is in none."""
    if not who.battle:
        return None
    shelf: Shelf = request.app.state.shelf
    try:
        return await shelf.session(who.battle)
    except (UnknownBattleError, UnopenedError):
        # Nobody knows what a battle hides that cannot be opened.
        raise no_battle() from None
    except FullShelfError:
        detail = "as many battles are in use as may be"
        raise ProblemError(409, kind="too-many", title="Conflict", detail=detail) from None


async def table_shown(request: Request) -> TableShown:
    found: TableShown = request.app.state.shown
    return found


OwnSession = Annotated[Session | None, Depends(own_session)]
TheTable = Annotated[TableShown, Depends(table_shown)]
Whole = Annotated[Snapshot, Depends(whole_table)]


def shown_now(who: Who, own: OwnSession, *, shown: TheTable) -> Snapshot:
    """The table as it is now, as whoever asks may be shown it."""
    return shown.latest(own, seat=who.seat)


Hides = Callable[[], bool]


async def is_coarse(request: Request) -> Hides:
    """Whether a picture of the table must be one in which no card can be read, asked for each."""
    shown: TableShown = request.app.state.shown
    desk: ReviewDesk = request.app.state.review

    def now() -> bool:
        played = shown.played
        return played is not None and not desk.shows_whole(played)

    return now


IsCoarse = Annotated[Hides, Depends(is_coarse)]
Now = Annotated[Snapshot, Depends(shown_now)]
