"""Lets the host rename a battle, put it into the archive and back, and delete it for good."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute
from api.battles.shelf import LONGEST_TITLE, Shelf
from api.battles.showing import brief_shown, listed_shown
from api.battles.table_shown import TableShown
from api.live.hub import Hub
from api.routes.battles.battles import InPlay, TheGrants, TheShelf
from api.routes.games.games import Games
from api.routes.problems import complaining
from api.shapes.battles import BattleBriefTold, BattleListedTold
from api.shapes.shaped import Shaped
from rules.table.bad_input import on_one_line

router = APIRouter(prefix="/api/v1", tags=["battles"], route_class=AdmittingRoute)

Shown = dict[str, Any]
BattleName = Annotated[str, Path(max_length=64)]


class BattleRenamed(BaseModel):
    """What a battle is called from now on; its id stays."""

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"examples": [{"name": "The last bridge"}]}
    )

    name: Annotated[str, Field(max_length=LONGEST_TITLE)]


@router.patch("/battles/{battle}", operation_id="rename_battle")
async def rename_battle(
    session: InPlay, wanted: Annotated[BattleRenamed, Body()]
) -> Annotated[Shown, Shaped(BattleBriefTold)]:
    """Call a battle something else."""
    with complaining():
        on_one_line(wanted.name, "name")
        await session.rename(wanted.name)
    return brief_shown(session)


@router.post(
    "/battles/{battle}/archive",
    operation_id="archive_battle",
    status_code=204,
)
async def archive_battle(request: Request, shelf: TheShelf, *, battle: BattleName) -> Response:
    """Put a battle away: it is in no list and is not played until it is restored."""
    with complaining():
        shelf.require(battle)
        _end(request, battle)
        await shelf.archive(battle)
    return Response(status_code=204)


@router.get("/archive", operation_id="archived_battles")
async def archived_battles(shelf: TheShelf) -> list[str]:
    """The ids of the battles in the archive, the one written last first."""
    return list(shelf.archived())


@router.get("/archive/{battle}", operation_id="archived_battle")
def archived_battle(
    shelf: TheShelf, *, battle: BattleName, games: Games
) -> Annotated[Shown, Shaped(BattleListedTold)]:
    """What a list says of a battle in the archive."""
    with complaining():
        listed = shelf.archived_listed(battle)
    if listed is None:
        return {"id": battle, "unopened": "its file cannot be read"}
    game = games.get(listed.game)
    return listed_shown(listed, title=listed.game if game is None else game.title)


@router.post("/archive/{battle}/restore", operation_id="restore_battle")
async def restore_battle(
    shelf: TheShelf, battle: BattleName
) -> Annotated[Shown, Shaped(BattleBriefTold)]:
    """Take a battle out of the archive; it goes on where it stopped."""
    with complaining():
        await shelf.restore(battle)
        session = await shelf.session(battle)
    return brief_shown(session)


@router.delete(
    "/battles/{battle}",
    operation_id="delete_battle",
    status_code=204,
)
async def delete_battle(
    request: Request, shelf: TheShelf, *, grants: TheGrants, battle: BattleName
) -> Response:
    """Delete a battle for good, with its pictures; whoever was let into it is put out."""
    with complaining():
        shelf.require(battle)
        _end(request, battle)
        await shelf.delete(battle)
        for each in grants.of_battle(battle):
            grants.revoke(each.id)
    return Response(status_code=204)


def _end(request: Request, battle: str) -> None:
    """Nobody watches it any more, and nothing on the table is hidden by it."""
    hub: Hub = request.app.state.hub
    shown: TableShown = request.app.state.shown
    shelf: Shelf = request.app.state.shelf
    session = shelf.opened(battle)
    if session is not None:
        hub.end(session)
    shown.forget(battle)
