"""Battles over HTTP: begun, listed, seen by seat, read event by event, and exported."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute, Who, own_battle, seat_for
from api.access.grants import Grants
from api.armies.grounds import renamed_beside
from api.armies.players import named
from api.battles.session import Session
from api.battles.shelf import LONGEST_TITLE, Shelf
from api.battles.showing import brief_shown, events_shown, listed_shown, state_shown
from api.battles.surroundings import FullShelfError, UnknownBattleError, UnopenedError
from api.errors import ProblemError
from api.routes.battles.laying import GroundWanted, laid_ground, lay_out
from api.routes.games.games import game_named, games_of
from api.routes.problems import complaining
from api.shapes.battles import BattleBriefTold, BattleListedTold, BattleTold
from api.shapes.playing import EventsTold
from api.shapes.shaped import Shaped
from rules.referee.log.house_options import all_options
from rules.referee.toolkit.game import Game, Seat, Setup
from rules.referee.toolkit.settings import options_from
from rules.table.bad_input import BadInputError, on_one_line
from rules.table.files.printed import PRINTING
from rules.table.files.roster_files import roster_from_rows, roster_from_toml
from rules.table.roster import Roster
from rules.table.snapshot import Snapshot

router = APIRouter(prefix="/api/v1/battles", tags=["battles"], route_class=AdmittingRoute)

MOST_SEATS = 16
MOST_EVENTS = 500
MOST_LISTED = 500
Shown = dict[str, Any]

COUNTED: dict[int | str, dict[str, Any]] = {
    200: {
        "headers": {
            "x-total-count": {
                "description": "How many there are on all pages.",
                "schema": {"type": "integer"},
            }
        }
    }
}
"""Of a list that comes page by page."""
EXAMPLE: dict[str, Any] = {
    "game": "paper_tigers",
    "name": "Thursday at the club",
    "scenario": "withdrawal",
    "options": {"take_back": "free"},
    "seats": [{"name": "Host", "sides": ["Red"]}, {"name": "Guest", "sides": ["Blue"]}],
    "roster": [
        {"id": "T1", "side": "Red", "kind": "tank", "footprint": "rectangle 3.3 x 1.6"},
        {"id": "T2", "side": "Blue", "kind": "tank", "footprint": "rectangle 3.3 x 1.6"},
    ],
}


class SeatWanted(BaseModel):
    """A seat and the sides that it plays for."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: Annotated[
        str, Field(max_length=100, description="Who gives none, as an empty text, is an animal.")
    ]
    sides: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=8)]


class BattleWanted(BaseModel):
    """A battle to be begun; the roster as rows or as the text of a TOML roster.

    Without `table` its table begins as the one of no battle lies now. `laid_out` puts the units
    into their zones at once.
    """

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"examples": [EXAMPLE]}
    )

    game: Annotated[str, Field(max_length=100)]
    name: Annotated[str, Field(max_length=LONGEST_TITLE)] = ""
    scenario: Annotated[str | None, Field(max_length=100)] = None
    options: dict[str, Any] = {}
    seats: Annotated[list[SeatWanted], Field(min_length=1, max_length=MOST_SEATS)]
    roster: list[Any] | None = None
    roster_toml: str | None = None
    table: GroundWanted | None = None
    laid_out: bool = False


async def shelf_of(request: Request) -> Shelf:
    found: Shelf = request.app.state.shelf
    return found


async def session_of(
    who: Who, *, battle: Annotated[str, Path(max_length=64)], request: Request
) -> Session:
    """The battle of the address, if it is for whoever asks."""
    own_battle(who, battle)
    with complaining():
        shelf: Shelf = request.app.state.shelf
        return await shelf.session(battle)


async def grants_of(request: Request) -> Grants:
    found: Grants = request.app.state.grants
    return found


TheShelf = Annotated[Shelf, Depends(shelf_of)]
InPlay = Annotated[Session, Depends(session_of)]
TheGrants = Annotated[Grants, Depends(grants_of)]
SeatAsked = Annotated[
    str | None, Query(max_length=100, description="For the host, who may sit in for a free seat.")
]


async def sitting(who: Who, session: InPlay, *, grants: TheGrants, seat: SeatAsked = None) -> str:
    """The seat that is looked for; nothing is what anybody may see."""
    found = seat_for(who, seat, grants=grants, battle=session.name)
    require_seat(session, found)
    return found


def require_seat(session: Session, seat: str) -> None:
    """Refuse a seat that is none of this battle's."""
    known = [each.name for each in session.battle.setup.seats]
    if seat and seat not in known:
        raise ProblemError(
            404,
            kind="unknown-seat",
            title="Unknown seat",
            detail=f"there is no such seat; there are: {', '.join(known)}",
            known=known,
        )


def seat_asking(who: Who, asked: str | None, *, session: Session, grants: Grants) -> str:
    """The seat for which a command is only asked about; there has to be one."""
    seat = seat_for(who, asked, grants=grants, battle=session.name)
    if not seat:
        raise ProblemError(
            422,
            kind="whose-seat",
            title="Whose seat",
            detail="seat: expected the seat that would give the command, got none",
        )
    require_seat(session, seat)
    return seat


Sitting = Annotated[str, Depends(sitting)]


@router.post("", operation_id="create_battle", status_code=201)
async def create_battle(
    request: Request, shelf: TheShelf, *, wanted: Annotated[BattleWanted, Body()]
) -> Annotated[Shown, Shaped(BattleTold)]:
    """Begin a battle; it is on the disk when this answers."""
    game = game_named(games_of(request), wanted.game)
    with complaining():
        on_one_line(wanted.name, "name")
        # A roster is somebody's file: nobody else waits for it to be read.
        setup, ground = await run_in_threadpool(_begun_with, game, wanted)
        session = await shelf.begin(game, setup, title=wanted.name, ground=ground)
        if wanted.laid_out:
            await run_in_threadpool(lay_out, session, sides=(), anew=False)
    return state_shown(session, seat="")


@router.get("", operation_id="battles", responses=COUNTED)
async def battles(
    request: Request,
    who: Who,
    *,
    shelf: TheShelf,
    response: Response,
    first: Annotated[int, Query(ge=0, le=1_000_000, description="How many to pass over.")] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 100,
) -> list[Annotated[Shown, Shaped(BattleListedTold)]]:
    """The battles that are for whoever asks, the one written last first, page by page; also those
    whose file cannot be opened. The header `x-total-count` says how many there are.
    """
    names = await run_in_threadpool(shelf.names)
    if who.battle:
        names = tuple(name for name in names if name == who.battle)
    response.headers["x-total-count"] = str(len(names))
    games = games_of(request)
    return [await _brief(shelf, name, games=games) for name in names[first : first + limit]]


@router.get("/{battle}", operation_id="battle")
def battle(session: InPlay, seat: Sitting) -> Annotated[Shown, Shaped(BattleTold)]:
    """The state of a battle, as the seat may know it that asks."""
    return state_shown(session, seat=seat)


@router.get("/{battle}/events", operation_id="events")
def events(
    session: InPlay,
    *,
    after: Annotated[int, Query(ge=-1, le=2**53)] = -1,
    limit: Annotated[int, Query(ge=1, le=MOST_EVENTS)] = 100,
) -> Annotated[Shown, Shaped(EventsTold)]:
    """The events after a sequence number, in words and with their evidence."""
    return events_shown(session.battle, after=after, most=limit)


@router.post("/{battle}/resume", operation_id="resume_battle")
async def resume_battle(session: InPlay) -> Annotated[Shown, Shaped(BattleBriefTold)]:
    """Try at once whether a paused battle can be saved again."""
    with complaining():
        await session.resume()
    return brief_shown(session)


@router.get(
    "/{battle}/export.battle",
    operation_id="export_battle",
    responses={200: {"content": {"application/vnd.sqlite3": {}}}},
    response_class=Response,
)
async def export_battle(session: InPlay) -> Response:
    """The battle's file, with all secrets of all seats; one battle is this one file."""
    with complaining():
        content = await session.whole()
    name = f'attachment; filename="{session.name}.battle"'
    return Response(
        content, media_type="application/vnd.sqlite3", headers={"content-disposition": name}
    )


@router.get(
    "/{battle}/export.jsonl",
    operation_id="export_log",
    responses={200: {"content": {"application/jsonl": {}}}},
    response_class=Response,
)
async def export_log(session: InPlay) -> Response:
    """The sealed log, line by line, with all secrets of all seats."""
    with complaining():
        lines = await session.read(lambda file: [each.text for each in file.lines()])
    return Response("".join(f"{each}\n" for each in lines), media_type="application/jsonl")


async def _brief(shelf: Shelf, name: str, *, games: Mapping[str, Game]) -> Shown:
    """A battle in a list; one that is not open stays so, unless a look at its file does not do."""
    session = shelf.opened(name)
    if session is None:
        listed = await run_in_threadpool(shelf.listed, name)
        if listed is not None and listed.game in games:
            return listed_shown(listed, title=games[listed.game].title)
        try:
            session = await shelf.session(name)
        except (UnknownBattleError, UnopenedError, FullShelfError) as failure:
            return {"id": name, "unopened": str(failure) or "as many battles are in use as may be"}
    return brief_shown(session)


def _begun_with(game: Game, wanted: BattleWanted) -> tuple[Setup, Snapshot | None]:
    """The set-up, and the table where one is wanted; on it nothing is called like a piece."""
    if wanted.table is None:
        return _setup(game, wanted, agreed={}), None
    agreed, ground = laid_ground(game, wanted.table)
    setup = _setup(game, wanted, agreed=agreed)
    taken = frozenset(each.id for each in setup.roster.entries)
    return setup, replace(ground, terrain=renamed_beside(ground.terrain, taken=taken))


def _setup(game: Game, wanted: BattleWanted, *, agreed: Mapping[str, object]) -> Setup:
    options = {**agreed, **wanted.options}
    schema = all_options(game)
    if wanted.scenario is not None:
        if not any(each.name == "scenario" for each in schema):
            raise BadInputError("scenario", expected="none: this game has one only", got="one")
        options["scenario"] = wanted.scenario
    names = named([each.name for each in wanted.seats])
    seats = tuple(
        Seat(name=name, sides=tuple(each.sides))
        for name, each in zip(names, wanted.seats, strict=True)
    )
    return Setup(seats=seats, roster=_roster(game, wanted), options=options_from(schema, options))


def _roster(game: Game, wanted: BattleWanted) -> Roster:
    if (wanted.roster is None) == (wanted.roster_toml is None):
        got = "neither" if wanted.roster is None else "both"
        raise BadInputError("roster", expected="either this or roster_toml", got=got)
    columns = game.roster_schema
    if wanted.roster_toml is not None:
        return roster_from_toml(wanted.roster_toml, columns=columns, others=PRINTING)
    return roster_from_rows(wanted.roster or [], columns=columns, others=PRINTING)
