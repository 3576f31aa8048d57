"""Lets a request into a route of the hub by its operation, the table of roles and its token."""

import asyncio
from collections.abc import Callable, Coroutine
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from fastapi.routing import APIRoute

from api.access.admission import token_of
from api.access.unchanged import unless_same
from api.hub.entry.grants import STRANGER, HubHolder
from api.hub.entry.roles import HubRole, may_at_hub
from api.hub.serving.desk import HubDesk, KnownEvent, hub_problem, unknown_event

Answering = Callable[[Request], Coroutine[Any, Any, Response]]


class HubRoute(APIRoute):
    """A route that checks who is asking before it reads anything else of the request."""

    def get_route_handler(self) -> Answering:
        handle = super().get_route_handler()
        operation = self.operation_id or ""

        async def admitted(request: Request) -> Response:
            token = token_of(request)
            desk: HubDesk = request.app.state.desk
            holder = await asyncio.to_thread(desk.grants.holder_of, token) if token else STRANGER
            require_role(holder, operation)
            event = request.path_params.get("event", holder.event)
            if holder.role is not HubRole.NOBODY and holder.event not in {"", event}:
                raise unknown_event()
            request.state.holder = holder
            return unless_same(request, await handle(request))

        return admitted


def require_role(holder: HubHolder, operation: str) -> None:
    """Refuse whoever may not do this."""
    if may_at_hub(holder.role, operation):
        return
    if holder.role is HubRole.NOBODY:
        raise hub_problem(
            HTTPStatus.UNAUTHORIZED,
            kind="who-are-you",
            detail="this needs a token: enter the code that the organiser gave you",
        )
    raise hub_problem(
        HTTPStatus.FORBIDDEN,
        kind="not-allowed",
        detail=f"a {holder.role.value.replace('_', ' ')} may not do this",
    )


async def _desk(request: Request) -> HubDesk:
    desk: HubDesk = request.app.state.desk
    return desk


async def _holder(request: Request) -> HubHolder:
    holder: HubHolder = getattr(request.state, "holder", STRANGER)
    return holder


TheDesk = Annotated[HubDesk, Depends(_desk)]
Holder = Annotated[HubHolder, Depends(_holder)]


def _known(event: str, *, desk: TheDesk, holder: Holder) -> KnownEvent:
    return desk.event_for(event, holder)


Known = Annotated[KnownEvent, Depends(_known)]
