"""Serves the army builder: what may be fielded, what an army costs, its roster and kit."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Path, Query, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute
from api.armies.building import CAMERA, TABLE, ArmyWanted, Built, build, groups_of, roster_toml
from api.errors import ProblemError, UserError
from api.routes.games.games import Games, game_named
from api.routes.problems import complaining
from rules.referee.log.house_options import all_options
from rules.referee.toolkit.armies import Fieldable, Mustered, Ordered, Remark
from rules.referee.toolkit.game import Game

router = APIRouter(
    prefix="/api/v1/games/{slug}/armies", tags=["armies"], route_class=AdmittingRoute
)

MOST_ARMIES = 8
MOST_LINES = 200
Slug = Annotated[str, Path(max_length=100)]
EXAMPLE: dict[str, Any] = {
    "armies": [
        {"side": "Red", "units": [{"unit": "tank", "count": 2}, {"unit": "squad"}]},
        {"side": "Blue", "units": [{"unit": "gun"}, {"unit": "squad", "count": 3}]},
    ],
    "total": 12,
}


class LineSent(BaseModel):
    """A line of an army list: so many of a sort of unit, each with these extras."""

    model_config = ConfigDict(extra="forbid", strict=True)

    unit: Annotated[str, Field(min_length=1, max_length=200)]
    count: int = 1
    extras: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=50)] = []


class ArmySent(BaseModel):
    """The army of a side."""

    model_config = ConfigDict(extra="forbid", strict=True)

    side: Annotated[str, Field(min_length=1, max_length=100)]
    units: Annotated[list[LineSent], Field(max_length=MOST_LINES)]


class ArmiesSent(BaseModel):
    """Armies to be looked at: how many points each may cost, and what was agreed besides."""

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"examples": [EXAMPLE]}
    )

    armies: Annotated[list[ArmySent], Field(min_length=1, max_length=MOST_ARMIES)]
    total: Annotated[int | None, Field(ge=0, le=1_000_000)] = None
    options: dict[str, Any] = {}
    table: Annotated[str, Field(max_length=20)] = TABLE
    camera: Annotated[str, Field(max_length=20)] = CAMERA


class ExtraTold(BaseModel):
    """Something that a unit may have besides."""

    name: str
    says: str
    clause: str
    points: int


class UnitTold(BaseModel):
    """A sort of unit; `points` is null where it is not complete, so that it cannot be had."""

    id: str
    name: str
    says: str
    source: str
    points: int | None
    notes: tuple[str, ...]
    extras: tuple[ExtraTold, ...]


class GroupTold(BaseModel):
    """Units that are listed together: a nation, a list."""

    name: str
    units: tuple[UnitTold, ...]


class ReadyTold(BaseModel):
    """An army that can be taken as it is."""

    name: str
    units: list[LineSent]


class ArmiesTold(BaseModel):
    """All that armies of a game are put together from."""

    groups: tuple[GroupTold, ...]
    ready: tuple[ReadyTold, ...]
    total: int | None
    """How many points an army may cost unless it is agreed otherwise."""
    total_option: str
    """The option of a battle that says so; empty where the game leaves it to the players."""


class RemarkTold(BaseModel):
    """Something about an army, or one unit of it, by a clause of the rulebook."""

    clause: str
    says: str
    unit: str


class MusteredTold(BaseModel):
    """An army, reckoned up."""

    name: str
    side: str
    points: int
    total: int | None
    units: dict[str, int]
    """What each unit costs, by its id in the roster."""
    faults: tuple[RemarkTold, ...]
    notes: tuple[RemarkTold, ...]


class CheckedTold(BaseModel):
    """What is wrong with armies, and the roster that they make."""

    fits: bool
    armies: tuple[MusteredTold, ...]
    roster: list[dict[str, Any]]
    """As `POST /battles` takes it."""
    options: dict[str, Any]
    """What a battle has to be begun with for this to hold."""


class RosterWritten(CheckedTold):
    """The same with the roster as a file, as `PUT /setup/roster` and `umpire kit` take it."""

    roster_toml: str


@router.get("", operation_id="army_units")
def army_units(found: Games, slug: Slug) -> ArmiesTold:
    """What armies are put together from, group by group, and armies that are ready."""
    game = _with_units(found, slug)
    defaults = {option.name: option.default for option in all_options(game)}
    total = defaults.get(game.total_option)
    return ArmiesTold(
        groups=tuple(
            GroupTold(name=name, units=tuple(_unit(unit) for unit in units))
            for name, units in groups_of(game.fieldable)
        ),
        ready=tuple(
            ReadyTold(name=name, units=[_line(each) for each in army])
            for name, army in game.ready_armies.items()
        ),
        total=total if isinstance(total, int) else None,
        total_option=game.total_option,
    )


@router.post("/check", operation_id="check_armies")
def check_armies(found: Games, slug: Slug, *, sent: Annotated[ArmiesSent, Body()]) -> CheckedTold:
    """What armies cost, and what the rules say against them; nothing is kept."""
    return CheckedTold(**_checked(_built(_with_units(found, slug), sent)))


@router.post("/roster", operation_id="write_roster")
def write_roster(found: Games, slug: Slug, *, sent: Annotated[ArmiesSent, Body()]) -> RosterWritten:
    """The same, and the roster as a text; it is written also for armies with faults."""
    built = _built(_with_units(found, slug), sent)
    return RosterWritten(**_checked(built), roster_toml=_toml(built, sent))


@router.post(
    "/kit.pdf",
    operation_id="print_armies",
    response_class=Response,
    responses={200: {"content": {"application/pdf": {}}}},
)
async def print_armies(
    found: Games,
    slug: Slug,
    *,
    sent: Annotated[ArmiesSent, Body()],
    paper: Annotated[Literal["a4", "letter"], Query(description="What it is printed on.")] = "a4",
    art: Annotated[
        Literal["none", "lines", "colour"],
        Query(description="Drawings beside the tags: none, in outline, or on the side's colour."),
    ] = "none",
) -> Response:
    """The pages to print, of exactly these armies."""
    # What draws is imported where it is used: all else must run without it.
    from api.kit.work import pdf_of_roster

    text = _toml(_built(_with_units(found, slug), sent), sent)
    try:
        pdf = await run_in_threadpool(pdf_of_roster, text, name=slug, paper=paper, art=art)
    except UserError as failure:
        raise ProblemError(
            422, kind="bad-question", title="Bad question", detail=str(failure)
        ) from failure
    names = {"content-disposition": f'attachment; filename="{slug}-kit.pdf"'}
    return Response(pdf, media_type="application/pdf", headers=names)


def _with_units(found: Games, slug: str) -> Game:
    game = game_named(found, slug)
    if not game.fieldable or game.muster is None:
        raise ProblemError(
            404,
            kind="no-units",
            title="No units",
            detail=f"{game.title} has no lists of units: write its roster by hand",
        )
    return game


def _built(game: Game, sent: ArmiesSent) -> Built:
    wanted = [
        ArmyWanted(
            side=army.side,
            units=tuple(
                Ordered(unit=line.unit, count=line.count, extras=tuple(line.extras))
                for line in army.units
            ),
        )
        for army in sent.armies
    ]
    with complaining():
        return build(game, wanted, total=sent.total, options=sent.options)


def _toml(built: Built, sent: ArmiesSent) -> str:
    return roster_toml(built, table=sent.table, camera=sent.camera)


def _checked(built: Built) -> dict[str, Any]:
    return {
        "fits": built.fits,
        "armies": tuple(_mustered(army) for army in built.armies),
        "roster": [dict(row) for row in built.rows],
        "options": dict(built.options),
    }


def _mustered(army: Mustered) -> MusteredTold:
    return MusteredTold(
        name=army.name,
        side=army.side,
        points=army.worth,
        total=army.total,
        units=dict(army.points),
        faults=tuple(_remark(each) for each in army.faults),
        notes=tuple(_remark(each) for each in army.notes),
    )


def _remark(remark: Remark) -> RemarkTold:
    return RemarkTold(clause=remark.clause, says=remark.says, unit=remark.unit)


def _unit(unit: Fieldable) -> UnitTold:
    return UnitTold(
        id=unit.key,
        name=unit.name,
        says=unit.says,
        source=unit.source,
        points=unit.points,
        notes=unit.notes,
        extras=tuple(
            ExtraTold(name=each.name, says=each.says, clause=each.clause, points=each.points)
            for each in unit.extras
        ),
    )


def _line(line: Ordered) -> LineSent:
    return LineSent(unit=line.unit, count=line.count, extras=list(line.extras))
