"""The live socket of the hub: a hello with a token first, then how far everything has come.

Nothing of an event is sent: whoever hears that there is more asks for it.
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
from api.hub.serving.news import EventHeads, HubNews, NewsWatch
from api.hub.serving.told import own_name
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
    with suppress(WebSocketDisconnect, RuntimeError):
        watch = await _greeted(socket, desk)
        if watch is None:
            return
        if news.count >= MOST_WATCHES:
            await socket.close(TOO_MANY)
            return
        news.join(watch)
        listening = asyncio.create_task(_gone(socket))
        try:
            await _telling(socket, watch, news=news, gone=listening)
        finally:
            news.leave(watch)
            listening.cancel()


async def _greeted(socket: WebSocket, desk: HubDesk) -> NewsWatch | None:
    try:
        text = await asyncio.wait_for(socket.receive_text(), HELLO_SECONDS)
        fields = Fields(parse(text[:MOST_LETTERS], what="hello"), "")
        token, event = fields.must("token", string), fields.must("event", string)
    except (BadInputError, TimeoutError, KeyError):
        await socket.close(BAD)
        return None
    try:
        holder = await asyncio.to_thread(_admitted, desk, token=token, event=event)
    except ProblemError as refused:
        await socket.send_text(json.dumps(refused.body))
        await socket.close(REFUSED)
        return None
    return NewsWatch(holder=holder, event=event)


def _admitted(desk: HubDesk, *, token: str, event: str) -> HubHolder:
    holder = desk.grants.holder_of(token)
    require_role(holder, "hub_live")
    if holder.event not in {"", event}:
        raise unknown_event()
    desk.event_for(event, holder)
    return holder


async def _telling(
    socket: WebSocket, watch: NewsWatch, *, news: HubNews, gone: "asyncio.Task[None]"
) -> None:
    watch.told = await asyncio.to_thread(news.heads, watch.event, watch.holder)
    while not gone.done():
        watch.fresh.clear()
        if watch.is_over or watch.told is None:
            await socket.close(REFUSED)
            return
        await asyncio.wait_for(socket.send_text(_text(watch.told)), SEND_SECONDS)
        fresh = asyncio.create_task(watch.fresh.wait())
        await asyncio.wait({fresh, gone}, return_when=asyncio.FIRST_COMPLETED)
        fresh.cancel()


def _text(heads: EventHeads) -> str:
    tables = [
        {"table": each.table, "battle": own_name(each.battle), "lines": each.lines}
        for each in heads.tables
    ]
    return json.dumps({"deeds": heads.deeds, "tables": tables})


async def _gone(socket: WebSocket) -> None:
    """Ends with the connection; whatever is said on it is passed over."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.receive_text()
