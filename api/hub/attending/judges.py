"""Calls a judge of the event from a battle's page, and tells how the hub is."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Request
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute
from api.battles.session import Session
from api.errors import ProblemError
from api.hub.attending.calls_made import CallMade
from api.hub.attending.errands import HubErrands
from api.routes.battles.battles import InPlay
from api.shapes.attending import HubNowTold
from api.shapes.shaped import Shaped

router = APIRouter(prefix="/api/v1/battles/{battle}", tags=["playing"], route_class=AdmittingRoute)

Shown = dict[str, Any]


class JudgeWanted(BaseModel):
    """What a judge is called for."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={
            "examples": [{"id": "call-0001", "says": "Is that 6 or 7 inches?", "entry": "e12"}]
        },
    )

    id: Annotated[
        str,
        Field(
            pattern=r"^[\w-]{8,64}$",
            description="Of the call, made by whoever calls: the same again is the same call.",
        ),
    ]
    says: Annotated[str, Field(min_length=1, max_length=600, description="What it is about.")]
    entry: Annotated[
        str,
        Field(max_length=20, pattern=r"^(e\d+)?$", description="The ruling in question, as `e12`."),
    ] = ""


class AppealWanted(BaseModel):
    """Why a ruling is not agreed with."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={
            "examples": [{"id": "appeal-0001", "call": "call-0001", "says": "It was measured."}]
        },
    )

    id: Annotated[
        str,
        Field(
            pattern=r"^[\w-]{8,64}$",
            description="Of the appeal, made by whoever appeals: the same again is the same one.",
        ),
    ]
    call: Annotated[str, Field(max_length=64, description="The call that was ruled on.")]
    says: Annotated[str, Field(min_length=1, max_length=600, description="Why.")]


@router.get("/judge", operation_id="hub_now")
async def hub_now(request: Request, session: InPlay) -> Annotated[Shown, Shaped(HubNowTold)]:
    """How the hub of the event is, and the calls for a judge from this battle."""
    return _errands(request, session).told(session.name)


@router.post("/judge", operation_id="call_judge")
async def call_judge(
    request: Request, session: InPlay, *, wanted: Annotated[JudgeWanted, Body()]
) -> Annotated[Shown, Shaped(HubNowTold)]:
    """Call a judge; while the hub is away the call waits, and the battle goes on."""
    errands = _errands(request, session)
    if wanted.entry and session.battle.entry(wanted.entry) is None:
        raise ProblemError(
            404,
            kind="not-kept",
            title="Not kept",
            detail=f"there is no event {wanted.entry!r} in this battle",
        )
    errands.call(CallMade(id=wanted.id, battle=session.name, entry=wanted.entry, says=wanted.says))
    return errands.told(session.name)


@router.post("/judge/appeal", operation_id="appeal_to_head_judge")
async def appeal_to_head_judge(
    request: Request, session: InPlay, *, wanted: Annotated[AppealWanted, Body()]
) -> Annotated[Shown, Shaped(HubNowTold)]:
    """Ask the head judge about what a judge has ruled; while the hub is away the appeal waits."""
    errands = _errands(request, session)
    if not errands.appeal(wanted.call, asked=wanted.id, says=wanted.says):
        raise ProblemError(
            409,
            kind="no-ruling",
            title="No ruling",
            detail="there is no ruling on this call that a head judge could look at",
        )
    return errands.told(session.name)


def _errands(request: Request, session: Session) -> HubErrands:
    errands: HubErrands | None = request.app.state.errands
    if errands is None or not session.in_event:
        raise ProblemError(
            409,
            kind="no-event",
            title="No event",
            detail="this battle is not part of an event: `umpire serve --hub` joins one",
        )
    return errands
