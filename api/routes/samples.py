"""Serves the samples: armies with their game, and a battle begun with one call."""

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Literal

from fastapi import APIRouter, Body, Path, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute
from api.battles.shelf import LONGEST_TITLE
from api.battles.showing import state_shown
from api.cameras.open_camera import Desk
from api.errors import ProblemError
from api.routes.battles.battles import TheShelf
from api.routes.games.games import Games
from api.routes.problems import complaining, not_by_hand
from api.shapes.battles import BattleTold
from api.shapes.shaped import Shaped
from api.tables.hand import HandTable
from api.tables.switch import camera_table, of
from rules.referee.log.house_options import CARDS
from rules.referee.toolkit.game import Game, Setup
from rules.referee.toolkit.settings import Options
from rules.table.bad_input import on_one_line
from rules.table.snapshot import Snapshot

if TYPE_CHECKING:
    from api.armies.samples import Sample

router = APIRouter(prefix="/api/v1/samples", tags=["battles"], route_class=AdmittingRoute)


class SampleTold(BaseModel):
    """An army of each side, and the game that it is for."""

    sample: str
    game: str
    title: str
    sides: list[str]
    width_in: float
    depth_in: float
    pieces: int
    has_cards: bool = False
    """Whether the umpire could deal the cards of its game."""
    own_deck: bool = False
    """Whether those are of a deck of its own, which no shop sells: it is printed, or dealt."""


class SampleBegun(BaseModel):
    """How a sample is to be played."""

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"examples": [{"alone": False}]}
    )

    name: Annotated[str, Field(max_length=LONGEST_TITLE)] = ""
    alone: Annotated[bool, Field(description="One seat plays all sides.")] = False
    cards: Annotated[
        Literal["printed", "dealt"],
        Field(description="Whether the umpire deals the cards, in a game that has any."),
    ] = "printed"


@router.get("", operation_id="samples")
def all_samples(games: Games) -> list[SampleTold]:
    """The armies that can be played at once, with nothing printed."""
    from api.armies.samples import samples

    return [
        SampleTold(
            sample=each.name,
            game=each.game.slug,
            title=each.game.title,
            sides=list(each.sides),
            width_in=float(each.kit.printed.table.width),
            depth_in=float(each.kit.printed.table.depth),
            pieces=len(each.kit.battle.pieces),
            has_cards=each.game.dealing is not None,
            own_deck=each.game.dealing is not None and each.game.unmeasured is not None,
        )
        for each in samples(games)
    ]


@router.post(
    "/{sample}/battle",
    operation_id="begin_sample",
    status_code=201,
)
async def begin_sample(
    request: Request,
    *,
    games: Games,
    shelf: TheShelf,
    desk: Desk,
    sample: Annotated[str, Path(max_length=100)],
    begun: Annotated[SampleBegun, Body()],
) -> Annotated[dict[str, Any], Shaped(BattleTold)]:
    """Begin a battle on the sample's table, and choose its roster.

    A table that a camera sees stays as it is: there people lay it themselves.
    """
    found = await run_in_threadpool(_named, sample, games)
    with complaining():
        on_one_line(begun.name, "name")
        ground = await run_in_threadpool(_ground, request, found)
        if camera_table(desk.table) is None:
            await run_in_threadpool(desk.choose_kit, found.kit)
        setup = _with_cards(found.setup(is_alone=begun.alone), found.game, cards=begun.cards)
        session = await shelf.begin(found.game, setup, title=begun.name, ground=ground)
    return state_shown(session, seat="")


def _with_cards(setup: Setup, game: Game, *, cards: str) -> Setup:
    if game.dealing is None:
        return setup
    options = Options(MappingProxyType({**setup.options.values, CARDS: cards}))
    return replace(setup, options=options)


def _named(name: str, games: Games) -> "Sample":
    from api.armies.samples import sample_named, samples

    found = sample_named(name, games)
    if found is None:
        known = [each.name for each in samples(games)]
        raise ProblemError(
            404,
            kind="unknown-sample",
            title="Unknown sample",
            detail=f"there is no such sample; there are: {', '.join(known)}",
            known=known,
        )
    return found


def _ground(request: Request, sample: "Sample") -> Snapshot:
    source = of(request.app.state.table)
    if not isinstance(source, HandTable) and camera_table(source) is None:
        raise not_by_hand()
    return sample.table()
