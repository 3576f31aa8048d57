"""Serves the grounds of a game, and lays the units of a battle out in their zones."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute, Who
from api.access.grants import AccessRole
from api.armies.grounds import LARGEST_SEED, grounds_of
from api.errors import ProblemError
from api.routes.battles.battles import InPlay
from api.routes.battles.laying import GroundWanted, laid_ground, lay_out
from api.routes.games.games import Games, game_named
from api.routes.problems import complaining
from api.shapes.shaped import Shaped
from api.shapes.table import SnapshotTold
from rules.table.files.snapshot_json import written_snapshot

router = APIRouter(prefix="/api/v1", tags=["battles"], route_class=AdmittingRoute)

Slug = Annotated[str, Path(max_length=100)]
Length = Annotated[float | None, Query(ge=6, le=300)]


class GroundTold(BaseModel):
    """Ground that a battle of the game can begin on."""

    ground: str
    title: str
    says: str
    width_in: float
    depth_in: float
    is_random: bool
    """Whether it is another one for each number."""
    options: dict[str, Any]
    """What a battle on it is begun with, unless something else is agreed."""


class GroundLaid(BaseModel):
    """The ground as it lies."""

    table: Annotated[dict[str, Any], Shaped(SnapshotTold)]


class LayOutWanted(BaseModel):
    """Whose units are to be laid out; `anew` moves also those that lie on the table already."""

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"examples": [{"sides": ["Red"]}]}
    )

    sides: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=8)] = []
    anew: bool = False


class LaidOut(BaseModel):
    """The number of the table on which they stand, and who found no room."""

    snapshot: int
    left: list[str]


@router.get("/games/{slug}/grounds", operation_id="grounds")
def grounds(found: Games, slug: Slug) -> list[GroundTold]:
    """The grounds that come with a game; none where it needs none."""
    game = game_named(found, slug)
    return [
        GroundTold(
            ground=each.name,
            title=each.title,
            says=each.says,
            width_in=float(each.table.width),
            depth_in=float(each.table.depth),
            is_random=each.is_random,
            options=dict(each.options),
        )
        for each in grounds_of(game.slug)
    ]


@router.get("/games/{slug}/grounds/{ground}", operation_id="ground")
def ground(
    found: Games,
    slug: Slug,
    *,
    ground: Annotated[str, Path(max_length=60)],
    seed: Annotated[int, Query(ge=0, le=LARGEST_SEED)] = 0,
    width_in: Length = None,
    depth_in: Length = None,
) -> GroundLaid:
    """A ground as it would lie, on a table of its own size or a larger one."""
    game = game_named(found, slug)
    wanted = GroundWanted(ground=ground, seed=seed, width_in=width_in, depth_in=depth_in)
    with complaining():
        _, laid = laid_ground(game, wanted)
    return GroundLaid(table=written_snapshot(laid))


@router.post("/battles/{battle}/lay-out", operation_id="lay_out")
async def lay_out_units(
    session: InPlay, who: Who, *, wanted: Annotated[LayOutWanted, Body()]
) -> LaidOut:
    """Put units into their zones, apart and on free ground, where no camera looks.

    A player lays out their own side; the host any.
    """
    seats = {each.name: each.sides for each in session.battle.setup.seats}
    sides = tuple(wanted.sides)
    if who.role is not AccessRole.HOST:
        own = seats.get(who.seat, ())
        sides = sides or own
        if not sides or not set(sides) <= set(own):
            raise ProblemError(
                403,
                kind="not-your-piece",
                title="Forbidden",
                detail="these are none of your pieces; those of the other side lay out their own",
            )
    with complaining():
        left = await run_in_threadpool(lay_out, session, sides=sides, anew=wanted.anew)
    return LaidOut(snapshot=session.table().number, left=list(left))
