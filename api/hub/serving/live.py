"""The live socket of the hub: a hello with a token first, then all that is followed, as it comes.

What is followed is told whole first, and then what has changed; another word of the same kind as
the hello, without a token, changes what is followed.
"""

import asyncio
import json
from contextlib import suppress
from typing import Final

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from api.errors import ProblemError
from api.hub.entry.grants import HubHolder
from api.hub.serving.admission import require_role
from api.hub.serving.desk import HubDesk, unknown_event
from api.hub.serving.news import HubNews, NewsWatch
from api.hub.serving.telling.following import NewsFollowed, followed
from api.hub.store.database import StoreGoneError
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, parse, string

router = APIRouter()
HELLO_SECONDS: Final = 5.0
SEND_SECONDS: Final = 5.0
MOST_LETTERS: Final = 1000
REFUSED: Final = 4403
BAD: Final = 4400
MOST_WATCHES: Final = 3000
TOO_MANY: Final = 4429


@router.websocket("/hub/v1/live", name="hub_live")
async def hub_live(socket: WebSocket) -> None:
    await socket.accept()
    desk: HubDesk = socket.app.state.desk
    news: HubNews = socket.app.state.news
    # Whoever does not take what they are told in time is let go.
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        greeted = await _greeted(socket, desk)
        if greeted is None:
            return
        watch, wanted = greeted
        if news.count >= MOST_WATCHES:
            await socket.close(TOO_MANY)
            return
        news.join(watch)
        listening = asyncio.create_task(_heard(socket, watch, news=news, first=wanted))
        try:
            await _telling(socket, watch, news=news, listening=listening)
        finally:
            news.leave(watch)
            listening.cancel()


async def _greeted(socket: WebSocket, desk: HubDesk) -> tuple[NewsWatch, NewsFollowed] | None:
    try:
        text = await asyncio.wait_for(socket.receive_text(), HELLO_SECONDS)
        fields = Fields(parse(text[:MOST_LETTERS], what="hello"), "")
        token, event = fields.must("token", string), fields.must("event", string)
        wanted = followed(fields)
    except (BadInputError, TimeoutError, KeyError):
        await socket.close(BAD)
        return None
    try:
        holder = await asyncio.to_thread(_admitted, desk, token=token, event=event)
    except ProblemError as refused:
        await socket.send_text(json.dumps(refused.body))
        await socket.close(REFUSED)
        return None
    return NewsWatch(holder=holder, event=event), wanted


def _admitted(desk: HubDesk, *, token: str, event: str) -> HubHolder:
    holder = desk.grants.holder_of(token)
    require_role(holder, "hub_live")
    if holder.event not in {"", event}:
        raise unknown_event()
    desk.event_for(event, holder)
    return holder


async def _telling(
    socket: WebSocket, watch: NewsWatch, *, news: HubNews, listening: "asyncio.Task[int]"
) -> None:
    # Whoever hangs up is woken, too.
    listening.add_done_callback(lambda _: watch.fresh.set())
    while True:
        await watch.fresh.wait()
        watch.fresh.clear()
        if listening.done():
            code = listening.result()
            if code:
                await socket.close(code)
            return
        if watch.is_over:
            await socket.close(REFUSED)
            return
        text = news.text(watch)
        if text is not None:
            async with asyncio.timeout(SEND_SECONDS):
                await socket.send_text(text)


async def _heard(socket: WebSocket, watch: NewsWatch, *, news: HubNews, first: NewsFollowed) -> int:
    """Follow what is wanted, and then whatever else is; ends with the connection, or with a code to
    close it with.
    """
    wanted = first
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            with suppress(StoreGoneError):
                await news.follow(watch, wanted)
            try:
                text = await socket.receive_text()
                wanted = followed(Fields(parse(text[:MOST_LETTERS], what="word"), ""))
            except (BadInputError, KeyError):
                return BAD
    return 0
