"""Lets the host's browser in again by a code that only the host's terminal shows."""

from typing import Annotated

from fastapi import APIRouter, Body, Request
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute
from api.access.grants import Grants
from api.access.local_code import LocalCode, NoCodeError, WrongCodeError, is_this_computer
from api.errors import ProblemError

router = APIRouter(prefix="/api/v1/code", tags=["access"], route_class=AdmittingRoute)


class CodeShown(BaseModel):
    """That the terminal shows a code now."""

    seconds: float
    """How long it is good for."""


class CodeEntered(BaseModel):
    """The code that somebody reads in the terminal."""

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"examples": [{"code": "123456"}]}
    )

    code: Annotated[str, Field(pattern="^[0-9]{6}$")]


class LetIn(BaseModel):
    """The host's token."""

    token: str


@router.post("", operation_id="show_code", status_code=201)
async def show_code(request: Request) -> CodeShown:
    """Have the umpire's terminal show a code of six digits; for browsers on its computer alone."""
    code = _code(request)
    try:
        return CodeShown(seconds=code.show())
    except NoCodeError as failure:
        raise _none(failure) from failure


@router.post("/entered", operation_id="enter_code")
async def enter_code(request: Request, entered: Annotated[CodeEntered, Body()]) -> LetIn:
    """Come in as the host with the code that the terminal shows: once, and within its minute."""
    code = _code(request)
    try:
        code.enter(entered.code)
    except NoCodeError as failure:
        raise _none(failure) from failure
    except WrongCodeError as failure:
        raise ProblemError(
            409, kind="wrong-code", title="Wrong code", detail=str(failure)
        ) from failure
    grants: Grants = request.app.state.grants
    return LetIn(token=grants.host_token)


def _code(request: Request) -> LocalCode:
    """The codes, for whoever asks from this computer; the address alone lets nobody in."""
    if not is_this_computer(request.client.host if request.client else ""):
        raise ProblemError(
            409,
            kind="not-here",
            title="Not here",
            detail="a code is for a browser on the umpire's own computer; elsewhere, scan the "
            "code that the host shows, or ask for a link",
        )
    found: LocalCode = request.app.state.local_code
    return found


def _none(failure: NoCodeError) -> ProblemError:
    return ProblemError(409, kind="no-code", title="No code", detail=str(failure))
