"""Lets a request into a route by its operation id, the policy table and the token in its header."""

from collections.abc import Callable, Coroutine
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from fastapi.routing import APIRoute

from api.access.grants import NOBODY, AccessRole, Grants, TokenHolder
from api.access.meter import Meter
from api.access.policy import may
from api.access.unchanged import unless_same
from api.errors import ProblemError

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class AdmittingRoute(APIRoute):
    """A route that checks who is asking before it reads anything else of the request."""

    def get_route_handler(self) -> Handler:
        handle = super().get_route_handler()
        operation = self.operation_id or ""

        async def admitted(request: Request) -> Response:
            grants: Grants = request.app.state.grants
            token = token_of(request)
            identity = grants.who(token)
            require(identity, operation, shown=bool(token))
            request.state.identity = identity
            meter: Meter = request.app.state.meter
            with meter.timing(operation):
                return unless_same(request, await handle(request))

        return admitted


def token_of(request: Request) -> str:
    """The token in the header; nothing where there is none, or more than one."""
    given = request.headers.getlist("authorization")
    scheme, _, token = given[0].partition(" ") if len(given) == 1 else ("", "", "")
    return token.strip() if scheme.lower() == "bearer" else ""


def require(identity: TokenHolder, operation: str, *, shown: bool = False) -> None:
    """Refuse whoever may not do this; `shown` is whether they showed a token at all."""
    if may(identity.role, operation):
        return
    if identity.role is AccessRole.NOBODY:
        ended = "this link has ended or was revoked: ask the host for a new one"
        none = "this needs a token: scan the code that the host shows, or ask for a new one"
        raise ProblemError(
            HTTPStatus.UNAUTHORIZED,
            kind="who-are-you",
            title="Unauthorized",
            detail=ended if shown else none,
        )
    raise ProblemError(
        HTTPStatus.FORBIDDEN,
        kind="not-allowed",
        title="Forbidden",
        detail=f"a {identity.role} may not do this",
    )


async def _identity(request: Request) -> TokenHolder:
    found: TokenHolder = getattr(request.state, "identity", NOBODY)
    return found


Who = Annotated[TokenHolder, Depends(_identity)]


def own_battle(identity: TokenHolder, name: str) -> None:
    """Refuse a battle that somebody was not let into, as if it were not there."""
    if identity.battle not in {"", name} or (
        not identity.battle and identity.role != AccessRole.HOST
    ):
        raise no_battle()


def no_battle() -> ProblemError:
    """The same answer whether there is none or it is not theirs."""
    return ProblemError(
        HTTPStatus.NOT_FOUND,
        kind="unknown-battle",
        title="Unknown battle",
        detail="there is no such battle here",
    )


def seat_for(identity: TokenHolder, wanted: str | None, *, grants: Grants, battle: str) -> str:
    """The seat that somebody speaks and looks for; nothing is the view that anybody may have.

    The host may sit in for a seat that no player was let in for, as when one laptop serves all.
    """
    if identity.role is AccessRole.PLAYER and wanted in {None, "", identity.seat}:
        return identity.seat
    if identity.role is AccessRole.HOST and wanted and grants.holds(battle, wanted):
        raise ProblemError(
            HTTPStatus.FORBIDDEN,
            kind="seat-taken",
            title="Forbidden",
            detail=f"a player was let in for {wanted!r}; revoke that first to sit in for them",
        )
    if identity.role is AccessRole.HOST or not wanted:
        return wanted or ""
    raise ProblemError(
        HTTPStatus.FORBIDDEN,
        kind="not-your-seat",
        title="Forbidden",
        detail=f"{wanted!r} is not your seat",
    )
