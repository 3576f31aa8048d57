"""Speaks with a phone over a socket: its pictures and words come in, and what is wanted goes out.

A message of bytes is a picture behind the time at which it was taken, by the umpire's clock (eight
bytes, milliseconds, little-endian); a message of words is what the phone says of itself. Whatever
is told to a phone names that clock's time.
"""

import asyncio
import struct
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from api.phones.phone import Phone
from api.phones.report import phone_report
from api.phones.room import PhoneRoom
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, parse, string

HELLO_S: Final = 5.0
MOST_LINES: Final = 16
"""Sockets at one time; a table has a phone or two."""
_TAKEN: Final = struct.Struct("<d")
_WHO: Final = 4401
_BAD: Final = 4400
_FULL: Final = 4429


def wanted_told(phone: Phone) -> dict[str, Any]:
    """What the umpire asks of a phone, and when, as it is sent."""
    return {"wanted": asdict(phone.wanted), "clock_ms": phone.clock_ms}


def phone_line(room: PhoneRoom) -> Callable[[WebSocket], Awaitable[None]]:
    """The socket's end of one room."""
    lines = 0

    async def speak(socket: WebSocket) -> None:
        nonlocal lines
        await socket.accept()
        if lines >= MOST_LINES:
            await socket.close(_FULL, "too many are connected")
            return
        lines += 1
        try:
            await _spoken(socket, room)
        except WebSocketDisconnect:
            return
        except BadInputError as complaint:
            await socket.close(_BAD, str(complaint)[:100])
        finally:
            lines -= 1

    return speak


async def _spoken(socket: WebSocket, room: PhoneRoom) -> None:
    try:
        first = await asyncio.wait_for(socket.receive(), HELLO_S)
    except TimeoutError:
        await socket.close(_WHO, "expected a hello")
        return
    fields = Fields(parse(first.get("text") or "", what="hello"), "")
    token = fields.must("token", string)
    phone = room.who(token)
    if phone is None:
        await socket.close(_WHO, "this phone has to come in anew")
        return
    telling = asyncio.create_task(_tell(socket, phone))
    try:
        # A phone that comes in once more, or is forgotten, is not heard on its old line.
        while room.who(token) is phone:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                phone.has_gone()
                return
            await _hear(socket, message, phone=phone)
        await socket.close(_WHO, "this phone has to come in anew")
    finally:
        telling.cancel()


async def _hear(socket: WebSocket, message: Any, *, phone: Phone) -> None:
    picture = message.get("bytes")
    if picture is None:
        phone.reports(phone_report(message.get("text") or ""))
        return
    if len(picture) < _TAKEN.size:
        raise BadInputError("picture", expected="a time before it", got="nothing")
    (taken_ms,) = _TAKEN.unpack_from(picture)
    phone.shows(picture[_TAKEN.size :], taken_ms=taken_ms)
    # The next one is sent when this is heard: pictures never wait on their way.
    await socket.send_json({"taken": True, **wanted_told(phone)})


async def _tell(socket: WebSocket, phone: Phone) -> None:
    """What is wanted, now and at each change; at least once a second."""
    try:
        while True:
            await socket.send_json(wanted_told(phone))
            await phone.changed(1.0)
    except (WebSocketDisconnect, RuntimeError):
        # It has gone while it was told.
        return
