"""Lets players in over HTTP, at the host's wish: the network, invitations, and kicks."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Literal

import segno
from fastapi import APIRouter, Body, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute, Who
from api.access.grants import AccessRole
from api.access.joining import Joining, NoNetworkError
from api.access.local_code import NoCodeError
from api.access.waiting_screens import WaitingScreen, WaitingScreens
from api.errors import ProblemError
from api.live.company import seats_told
from api.live.hub import Hub
from api.routes.battles.battles import InPlay, TheGrants, require_seat
from api.routes.problems import complaining
from api.routes.screens import no_screen
from api.shapes.battles import GrantTold, SeatTakenTold
from api.shapes.shaped import Shaped

router = APIRouter(prefix="/api/v1", tags=["access"], route_class=AdmittingRoute)

Shown = dict[str, Any]


class JoiningWanted(BaseModel):
    """On which address of this computer others may come in; left out, on the likeliest."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_extra={"examples": [{}]})

    address: Annotated[str | None, Field(max_length=45)] = None


class JoiningNow(BaseModel):
    """Whether other computers are let in at all, and where."""

    open: bool
    address: str
    addresses: list[str]
    url: str
    name_url: Annotated[
        str, Field(description="The same by name, where the network takes one; else empty.")
    ] = ""


class InvitationWanted(BaseModel):
    """Who is to be let in: a player for a seat, or a spectator."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={"examples": [{"role": "player", "seat": "Guest"}]},
    )

    role: Literal["player", "spectator"]
    seat: Annotated[str | None, Field(max_length=100)] = None
    page: Annotated[
        Literal["", "screen", "overlay"],
        Field(description="For a spectator that is a television, or the picture of a stream."),
    ] = ""
    code: Annotated[
        str | None,
        Field(pattern="^[0-9]{6}$", description="Shown by a screen that is let in with it."),
    ] = None


class Invitation(BaseModel):
    """A token, shown this once: as an address for a phone, and as a code for its camera."""

    grant: str
    role: str
    seat: str
    token: str
    url: str
    qr_svg: str
    expires: float


class Me(BaseModel):
    """Who the server takes somebody for."""

    role: str
    battle: str
    seat: str


@router.get("/me", operation_id="who_am_i")
async def who_am_i(who: Who) -> Me:
    """Who a token belongs to."""
    return Me(role=str(who.role), battle=who.battle, seat=who.seat)


@router.get("/joining", operation_id="joining")
async def joining(request: Request) -> JoiningNow:
    """Whether players may join from other computers."""
    return _joining(request.app.state.joining)


@router.post("/joining", operation_id="open_joining")
async def open_joining(request: Request, wanted: Annotated[JoiningWanted, Body()]) -> JoiningNow:
    """Let players join: from now on this computer answers others on its network."""
    found: Joining = request.app.state.joining
    try:
        await found.open(wanted.address)
    except NoNetworkError as failure:
        raise ProblemError(
            409, kind="no-network", title="No network", detail=str(failure)
        ) from failure
    return _joining(found)


@router.delete("/joining", operation_id="close_joining")
async def close_joining(request: Request) -> JoiningNow:
    """Let nobody join any more; whoever came from another computer is cut off."""
    found: Joining = request.app.state.joining
    with _kept("nobody is let in now, and would be again after a restart: stop it once more"):
        await found.close()
    return _joining(found)


@router.get("/battles/{battle}/seats", operation_id="seats")
async def seats(
    request: Request, session: InPlay, *, grants: TheGrants
) -> list[Annotated[Shown, Shaped(SeatTakenTold)]]:
    """The seats, their sides, whether a player was let in for them, and whether one is here."""
    hub: Hub = request.app.state.hub
    return seats_told(session, here=hub.here(session.name), taken=grants.holds)


@router.post(
    "/battles/{battle}/invitations",
    operation_id="invite",
    status_code=201,
)
async def invite(
    request: Request,
    *,
    session: InPlay,
    grants: TheGrants,
    wanted: Annotated[InvitationWanted, Body()],
) -> Invitation:
    """Let somebody in. Whoever shows the token is taken for them until it ends or is revoked."""
    _require_one_kind(wanted)
    require_seat(session, wanted.seat or "")
    screen = None if wanted.code is None else _showing(request, wanted.code)
    with complaining(), _kept("nobody was let in: make room, and invite them again"):
        grant, token = grants.issue(
            AccessRole(wanted.role),
            battle=session.name,
            seat=wanted.seat or "",
            page=wanted.page,
        )
    if screen is not None:
        screen.token = token
    found: Joining = request.app.state.joining
    url = f"{found.url}{wanted.page}#{token}"
    return Invitation(
        grant=grant.id,
        role=wanted.role,
        seat=grant.seat,
        token=token,
        url=url,
        qr_svg=segno.make(url, error="m").svg_inline(scale=4, border=4),
        expires=grant.expires,
    )


def _require_one_kind(wanted: InvitationWanted) -> None:
    faults = {
        "seat: expected one for a player, and none for a spectator": (wanted.role == "player")
        != bool(wanted.seat),
        "page: expected none for a player, who plays on the page itself": bool(wanted.page)
        and wanted.role != "spectator",
        "code: expected none but for the page screen": bool(wanted.code)
        and wanted.page != "screen",
    }
    for fault, is_there in faults.items():
        if is_there:
            raise ProblemError(422, kind="bad-question", title="Bad question", detail=fault)


def _showing(request: Request, code: str) -> WaitingScreen:
    screens: WaitingScreens = request.app.state.screens
    try:
        return screens.showing(code)
    except NoCodeError as failure:
        raise no_screen(failure) from failure


@router.get("/battles/{battle}/grants", operation_id="grants")
async def all_grants(
    session: InPlay, grants: TheGrants
) -> list[Annotated[Shown, Shaped(GrantTold)]]:
    """Who was let into this battle; their tokens are not kept."""
    return [
        {
            "grant": each.id,
            "role": str(each.role),
            "seat": each.seat,
            "expires": each.expires,
            "page": each.page,
        }
        for each in grants.of_battle(session.name)
    ]


@router.delete("/grants/{grant}", operation_id="revoke", status_code=204)
async def revoke(grants: TheGrants, grant: Annotated[str, Path(max_length=40)]) -> Response:
    """Let this one in no more, and close their connections at once."""
    with _kept(
        "they are put out, and would be let in again after a restart: make room, and revoke "
        "them again"
    ):
        is_revoked = grants.revoke(grant)
    if not is_revoked:
        raise ProblemError(
            404,
            kind="unknown-grant",
            title="Unknown grant",
            detail="nobody was let in under this id, or it has been revoked already",
        )
    return Response(status_code=204)


@contextmanager
def _kept(told: str) -> Iterator[None]:
    """Say what has become of a grant that the disk does not take."""
    try:
        yield
    except OSError as failure:
        raise ProblemError(
            503,
            kind="not-saved",
            title="Not saved",
            detail=f"the disk does not take it ({failure.strerror or failure}): {told}",
        ) from failure


def _joining(found: Joining) -> JoiningNow:
    return JoiningNow(
        open=bool(found.address),
        address=found.address,
        addresses=list(found.addresses()),
        url=found.url,
        name_url=found.name_url,
    )
