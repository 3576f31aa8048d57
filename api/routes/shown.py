"""Hands a route the table: as whoever asks may be shown it, or whole, to judge by."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Final

from fastapi import Depends, Query, Request

from api.access.admission import Who, no_battle, own_battle
from api.access.grants import TokenHolder
from api.battles.session import Session
from api.battles.shelf import Shelf
from api.battles.surroundings import FullShelfError, UnknownBattleError, UnopenedError
from api.battles.table_shown import TableShown
from api.errors import ProblemError
from api.live.hub import Hub
from api.review.story.desk import ReviewDesk
from api.tables.source import TableSource
from api.tables.switch import camera_table, of
from rules.table.snapshot import Snapshot

if TYPE_CHECKING:
    from api.tables.camera import CameraTable

WHOSE_TABLE: Final = (
    "The battle whose table is meant. A host who names none means the one of no battle; everybody "
    "else means that of their own."
)
BattleAsked = Annotated[str, Query(max_length=64, description=WHOSE_TABLE)]


async def own_session(request: Request, who: Who, *, battle: BattleAsked = "") -> Session | None:
    """The battle whose table is meant: the one that whoever asks was let into, or that the host
    names.
    """
    named = battle or who.battle
    if not named:
        return None
    own_battle(who, named)
    shelf: Shelf = request.app.state.shelf
    try:
        return await shelf.session(named)
    except (UnknownBattleError, UnopenedError):
        # Nobody knows what a battle hides that cannot be opened.
        raise no_battle() from None
    except FullShelfError:
        detail = "as many battles are in use as may be"
        raise ProblemError(409, kind="too-many", title="Conflict", detail=detail) from None


def source_of(request: Request, session: Session | None) -> TableSource:
    """Where the snapshots of a battle come from, or those of no battle."""
    own = None if session is None else session.by_hand
    return of(request.app.state.table) if own is None else own


def require_free(
    request: Request, session: Session | None, *, piece: str, who: TokenHolder
) -> None:
    """Nobody moves what somebody else has in hand."""
    if session is None:
        return
    hub: Hub = request.app.state.hub
    held = hub.holds.against(session.name, piece, grant=who.grant)
    if held is not None:
        detail = f"{held.by or 'the host'} has {piece} in hand"
        raise ProblemError(409, kind="in-hand", title="Conflict", detail=detail)


async def table_shown(request: Request) -> TableShown:
    found: TableShown = request.app.state.shown
    return found


OwnSession = Annotated[Session | None, Depends(own_session)]


async def source_asked(request: Request, own: OwnSession) -> TableSource:
    """The same for the battle that is asked about."""
    return source_of(request, own)


SourceAsked = Annotated[TableSource, Depends(source_asked)]


def seen_by_camera(source: TableSource, *, instead: str = "") -> "CameraTable":
    """The table that a camera sees; where it is another one, what to do `instead` is told."""
    table = camera_table(source)
    if table is None:
        detail = f"no camera sees this table{f': {instead}' if instead else ''}"
        raise ProblemError(409, kind="no-camera", title="Conflict", detail=detail)
    return table


TheTable = Annotated[TableShown, Depends(table_shown)]


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
