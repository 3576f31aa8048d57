"""Lets a screen on the wall in by the code that it shows."""

from typing import Annotated

from fastapi import APIRouter, Body, Request
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute
from api.access.grants import LONGEST_TOKEN
from api.access.local_code import NoCodeError
from api.access.waiting_screens import SECONDS, CrowdedScreensError, WaitingScreens
from api.errors import ProblemError

router = APIRouter(prefix="/api/v1/screen-code", tags=["access"], route_class=AdmittingRoute)


class ScreenCode(BaseModel):
    """Six digits for a screen to show until the host has typed them."""

    code: str
    asks_with: str
    """What the screen asks with whether it is let in; it shows this to nobody."""
    seconds: float
    """How long it is good for."""


class ScreenAsks(BaseModel):
    """The screen that was given this."""

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"examples": [{"asks_with": "x" * 22}]}
    )

    asks_with: Annotated[str, Field(max_length=LONGEST_TOKEN)]


class ScreenLetIn(BaseModel):
    """The screen's token; empty until the host has typed its code."""

    token: str


@router.post("", operation_id="show_screen_code", status_code=201)
async def show_screen_code(request: Request) -> ScreenCode:
    """Give a screen a code to show. The host lets it in with an invitation that names the code."""
    caller = request.client.host if request.client else ""
    try:
        code, asks_with = _screens(request).show(caller=caller)
    except CrowdedScreensError as failure:
        raise ProblemError(409, kind="too-many", title="Conflict", detail=str(failure)) from failure
    return ScreenCode(code=code, asks_with=asks_with, seconds=SECONDS)


@router.post("/token", operation_id="take_screen_token")
async def take_screen_token(request: Request, asks: Annotated[ScreenAsks, Body()]) -> ScreenLetIn:
    """Whether the host has typed the code: the token that the screen then watches with."""
    try:
        return ScreenLetIn(token=_screens(request).take(asks.asks_with))
    except NoCodeError as failure:
        raise no_screen(failure) from failure


def _screens(request: Request) -> WaitingScreens:
    found: WaitingScreens = request.app.state.screens
    return found


def no_screen(failure: NoCodeError) -> ProblemError:
    """No screen shows that code now."""
    return ProblemError(409, kind="no-code", title="No code", detail=str(failure))
