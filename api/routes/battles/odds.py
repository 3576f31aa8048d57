"""Tells over HTTP how likely what follows is, where the players have agreed that it is told."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute, Who
from api.battles.odds_kept import OddsKept
from api.battles.odds_shown import odds_shown, what_if_shown
from api.errors import ProblemError
from api.routes.battles.battles import InPlay, Sitting, TheGrants, seat_asking
from api.routes.battles.playing import require_kind
from api.routes.problems import complaining
from api.routes.shown import source_of
from api.shapes.odds import OddsNowTold, OddsWhatIfTold
from api.shapes.shaped import Shaped
from rules.referee.court.odds import agreed_odds, asks_told, odds_of_what_if, odds_told
from rules.referee.log.battle import Battle
from rules.referee.log.entries import canonical
from rules.referee.log.house_options import OFF
from rules.table.snapshot import Snapshot

router = APIRouter(prefix="/api/v1/battles/{battle}", tags=["playing"], route_class=AdmittingRoute)

Shown = dict[str, Any]


class OddsWanted(BaseModel):
    """A command that nobody has given yet."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={
            "examples": [{"command": {"kind": "fire", "target": "T2"}, "seat": "Host"}]
        },
    )

    command: Annotated[
        dict[str, Any], Field(examples=[{"kind": "fire", "target": "T2"}], max_length=100)
    ]
    seat: Annotated[str | None, Field(max_length=100)] = None


def kept_in(request: Request) -> OddsKept:
    """The answers that this server keeps."""
    found: OddsKept = request.app.state.odds
    return found


@router.get("/odds", operation_id="odds")
def odds_now(
    request: Request, session: InPlay, *, seat: Sitting
) -> Annotated[Shown, Shaped(OddsNowTold)]:
    """How likely it is what the open rolls bring, as far as this seat is told of them."""
    battle, kept = session.battle, kept_in(request)
    now = source_of(request, session).latest()
    told = []
    for ask in asks_told(battle, seat=seat):

        def reckon(ask: Any = ask) -> Shown:
            found = odds_told(battle, now, seat=seat, ask=ask)
            return {"odds": None if found is None else odds_shown(found)}

        asked = (session.name, battle.head, seat, ask.id)
        told.append(kept.told(asked, reckon, on=now))
    return {
        "agreed": agreed_odds(battle),
        "last": battle.sequence - 1,
        "waiting": [each["odds"] for each in told if each["odds"] is not None],
    }


@router.post("/odds", operation_id="odds_of_command")
async def odds_of_command(
    request: Request,
    who: Who,
    *,
    session: InPlay,
    grants: TheGrants,
    wanted: Annotated[OddsWanted, Body()],
) -> Annotated[Shown, Shaped(OddsWhatIfTold)]:
    """How likely it is what a command would bring. Nothing happens, and nobody learns of it."""
    require_kind(wanted.command)
    seat = seat_asking(who, wanted.seat, session=session, grants=grants)
    battle = session.battle
    if agreed_odds(battle) == OFF:
        raise ProblemError(
            409,
            kind="no-odds",
            title="No odds",
            detail="the players have not agreed to be told odds: the option `odds` is off",
        )
    with complaining():
        now = source_of(request, session).latest()
        asked = (session.name, battle.head, seat, canonical(wanted.command))
        reckon = _what_if(battle, now, seat=seat, command=wanted.command)
        return await run_in_threadpool(kept_in(request).told, asked, reckon, on=now)


def _what_if(
    battle: Battle, now: Snapshot, *, seat: str, command: Shown
) -> Callable[[], dict[str, object]]:
    return lambda: what_if_shown(odds_of_what_if(battle, now, seat=seat, command=command))
