"""Serves the live socket: a hello with a token first, then what changes as it changes."""

import asyncio
import json
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import anyio
from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect

from api.access.admission import no_battle, own_battle, require, seat_for
from api.access.body import BadBodyError, check_json
from api.access.grants import Grants
from api.access.guard import LOG
from api.access.rate import Rates
from api.battles.session import Session
from api.battles.shelf import Shelf
from api.battles.surroundings import FullShelfError, UnknownBattleError, UnopenedError
from api.errors import ProblemError, UserError, problem
from api.live.hub import KICKED, CrowdedError, Hub
from api.live.offering import OptionsDue, options_text
from api.live.subscription import Subscription
from api.live.watcher import Watcher
from api.shapes.socket import HelloSent, HoldSent

router = APIRouter()

HELLO_SECONDS: Final = 5.0
SEND_SECONDS: Final = 5.0
"""A client that takes no message for so long is closed; nobody else has waited for it."""
CLOSE_SECONDS: Final = 1.0
MOST_LETTERS: Final = 4000
REFUSED: Final = 4403
BAD: Final = 4400
TOO_SLOW: Final = 4408
TOO_MANY: Final = 4429
CODES: Final = {401: KICKED, 403: REFUSED, 404: REFUSED}


class _ByeError(Exception):
    """The connection ends here."""

    def __init__(self, code: int, told: dict[str, Any] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.told = told


@dataclass(slots=True, eq=False)
class _Line:
    """One connection."""

    socket: WebSocket

    async def send(self, text: str) -> None:
        try:
            # Not `wait_for`, which makes a task of its own for each message.
            async with asyncio.timeout(SEND_SECONDS):
                await self.socket.send_text(text)
        except TimeoutError:
            raise _ByeError(TOO_SLOW) from None

    async def receive(self) -> dict[str, Any]:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        if text is None:
            raise _bad("bad-message", "expected text, got bytes")
        if len(text) > MOST_LETTERS:
            raise _bad("too-long", f"expected at most {MOST_LETTERS} characters")
        try:
            check_json(text.encode(), media_type="application/json")
        except (BadBodyError, UnicodeEncodeError) as refused:
            raise _bad("bad-json", str(refused)) from refused
        value = json.loads(text)
        if not isinstance(value, dict):
            raise _bad("bad-message", "expected an object")
        return value


def _bad(kind: str, detail: str) -> _ByeError:
    return _ByeError(BAD, problem(400, kind=kind, title="Bad Request", detail=detail))


@router.websocket("/api/v1/live", name="live")
async def live(socket: WebSocket) -> None:
    await socket.accept()
    line = _Line(socket)
    code = 1000
    try:
        subscription = await _welcomed(line)
        hub: Hub = socket.app.state.hub
        try:
            leave = hub.add(subscription)
        except CrowdedError:
            told = problem(429, kind="crowded", title="Too Many", detail="too many watch already")
            raise _ByeError(TOO_MANY, told) from None
        try:
            await _watching(line, subscription)
        finally:
            leave()
    except _ByeError as bye:
        code = bye.code
        if bye.told is not None:
            with suppress(_ByeError, RuntimeError):
                await line.send(json.dumps({"type": "problem", "problem": bye.told}))
    except (WebSocketDisconnect, RuntimeError):
        # Starlette has a RuntimeError for a message to a client that has gone.
        return
    with suppress(RuntimeError, TimeoutError, WebSocketDisconnect):
        await asyncio.wait_for(socket.close(code), CLOSE_SECONDS)


async def _welcomed(line: _Line) -> Subscription:
    """Who it is and what they watch, by their first message."""
    socket = line.socket
    try:
        value = await asyncio.wait_for(line.receive(), HELLO_SECONDS)
        hello = HelloSent.model_validate(value)
    except TimeoutError:
        raise _bad("no-hello", f"expected a hello within {HELLO_SECONDS:g} s") from None
    except ValidationError as error:
        raise _bad("bad-message", f"hello: {error.errors()[0]['msg']}") from None
    grants: Grants = socket.app.state.grants
    identity = grants.who(hello.token)
    client = socket.client.host if socket.client else ""
    subscription = Subscription(watcher=Watcher(), identity=identity, caller=client)
    try:
        require(identity, "live.hello")
        battle = hello.battle or identity.battle
        if battle:
            own_battle(identity, battle)
            shelf: Shelf = socket.app.state.shelf
            try:
                subscription.session = await shelf.session(battle)
            except (UnknownBattleError, UnopenedError):
                raise no_battle() from None
            except FullShelfError:
                detail = "as many battles are in use as may be"
                told = problem(429, kind="crowded", title="Too Many", detail=detail)
                raise _ByeError(TOO_MANY, told) from None
            subscription.seat = seat_for(identity, hello.seat, grants=grants, battle=battle)
            if hello.options:
                require(identity, "live.options")
                subscription.options = OptionsDue()
    except ProblemError as refused:
        raise _ByeError(CODES.get(refused.status, REFUSED), refused.body) from refused
    # Nobody may have been kicked between the look at the token and this.
    if not grants.is_in_force(identity.grant):
        raise _ByeError(KICKED)
    role, battle_name = (
        str(identity.role),
        subscription.session.name if subscription.session else None,
    )
    welcome = {"type": "welcome", "role": role, "battle": battle_name, "seat": subscription.seat}
    await line.send(json.dumps(welcome))
    hub: Hub = socket.app.state.hub
    hub.greet(subscription, after=hello.after)
    return subscription


async def _watching(line: _Line, subscription: Subscription) -> None:
    """Tell and listen until one of both ends, or somebody wants it ended."""
    ends: list[Exception] = []
    async with anyio.create_task_group() as group:

        async def run(part: Coroutine[Any, Any, None]) -> None:
            try:
                await part
            except (_ByeError, WebSocketDisconnect, RuntimeError) as end:
                ends.append(end)
            group.cancel_scope.cancel()

        for part in (
            _telling(line, subscription),
            _listening(line, subscription),
            _kicked(subscription),
            *_offering(line, subscription),
        ):
            group.start_soon(run, part)
    for end in ends:
        raise end


async def _kicked(subscription: Subscription) -> None:
    """Whoever is to go does not keep us by taking no messages."""
    await subscription.watcher.gone.wait()
    raise _ByeError(subscription.watcher.closing)


async def _telling(line: _Line, subscription: Subscription) -> None:
    grants: Grants = line.socket.app.state.grants
    while messages := await subscription.watcher.next():
        if not grants.is_in_force(subscription.identity.grant):
            raise _ByeError(KICKED)
        for text in messages:
            await line.send(text)


def _offering(line: _Line, subscription: Subscription) -> list[Coroutine[Any, Any, None]]:
    """Nothing to do for whoever does not want to be told what may be asked for."""
    session, due = subscription.session, subscription.options
    if session is None or due is None:
        return []
    return [_offers(line, subscription, session=session, due=due)]


async def _offers(
    line: _Line, subscription: Subscription, *, session: Session, due: OptionsDue
) -> None:
    state, told = line.socket.app.state, ""
    while True:
        await due.wait()
        battle, seats = session.battle, _seats(subscription, session, grants=state.grants)
        try:
            table = await asyncio.to_thread(session.table)
            text = await asyncio.to_thread(options_text, battle, table, seats=seats)
        except UserError:
            # That the table cannot be known is told by itself.
            continue
        except Exception as failure:  # noqa: BLE001
            # The rest of the line goes on without what a game fails to offer.
            LOG.error("fault while working out what may be asked for: %r", failure)
            LOG.debug("it happened here", exc_info=True)
            continue
        if text != told:
            told = text
            subscription.watcher.put("options", partial(str, text))


def _seats(subscription: Subscription, session: Session, *, grants: Grants) -> tuple[str, ...]:
    """The own seat; of a host who named none, every seat that they may sit in for."""
    if subscription.seat:
        return (subscription.seat,)
    names = (each.name for each in session.battle.setup.seats)
    return tuple(name for name in names if not grants.holds(session.name, name))


async def _listening(line: _Line, subscription: Subscription) -> None:
    rates = Rates(per_second=5, burst=20, clock=asyncio.get_running_loop().time)
    while True:
        value = await line.receive()
        if not rates.allows(""):
            raise _ByeError(TOO_MANY)
        if value == {"type": "ping"}:
            require(subscription.identity, "live.ping")
            subscription.watcher.put("pong", lambda: '{"type":"pong"}')
        else:
            _holding(line, subscription, value=value)


def _holding(line: _Line, subscription: Subscription, *, value: dict[str, Any]) -> None:
    """A piece is taken in hand, or let go; who only watches has no hand on the table."""
    try:
        sent = HoldSent.model_validate(value)
    except ValidationError:
        raise _bad("bad-message", 'expected {"type": "ping"} or a hold') from None
    try:
        require(subscription.identity, "live.hold")
    except ProblemError as refused:
        raise _ByeError(REFUSED, refused.body) from refused
    hub: Hub = line.socket.app.state.hub
    hub.hold(subscription, sent.piece)
