"""Answers phones at their door: the camera's page, who is let in, pictures in, wishes out.

Over plain HTTP it shows one page, which says what the browser is about to ask, and the certificate.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route, Router, WebSocketRoute

from api.access.body import BadBodyError, check_json
from api.access.guard import FOREIGN, LOG, SECURITY_HEADERS, Message, Receive, Send, answer
from api.access.hosts import Hosts, fault_of
from api.access.rate import Rates
from api.phones.entering import EntryAsked, NotLetInError
from api.phones.line import phone_line, wanted_told
from api.phones.pages import PageFile, page_file
from api.phones.phone import MOST_PICTURE, Phone
from api.phones.report import phone_report
from api.phones.room import PhoneRoom
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, parse, string

MOST_WORDS: Final = 4000
"""Bytes of whatever is no picture."""
BODY_SECONDS: Final = 10.0
PER_SECOND: Final = 40.0
AT_ONCE: Final = 120.0
"""Requests of one address; a phone that sends fifteen pictures a second stays well below."""
TAKEN: Final = "x-taken-ms"
_OWN_HEADERS: Final = (*SECURITY_HEADERS, (b"permissions-policy", b"camera=(self), microphone=()"))


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorParts:
    """What the door answers from."""

    room: PhoneRoom
    hosts: Hosts
    authority: bytes
    """The certificate that a phone may trust (DER)."""
    onward: str = ""
    """Over plain HTTP: the address of the encrypted door."""

    @property
    def is_secure(self) -> bool:
        return self.hosts.scheme == "https"


class DoorApp:
    """One listener's answers: foreign pages out, limits on, faults without a traceback."""

    def __init__(self, parts: DoorParts, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._parts = parts
        self._rates = Rates(per_second=PER_SECOND, burst=AT_ONCE, clock=clock)
        self._app = _answers(parts)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            kind = fault_of(scope["headers"], self._parts.hosts, is_socket=True, is_page=False)
            if kind or not self._allows(scope):
                await receive()
                await send({"type": "websocket.close", "code": 1008})
                return
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Message, receive: Receive, send: Send) -> None:
        started = False

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message.get("headers", ()), *_OWN_HEADERS]
            await send(message)

        told: Response | None = None
        try:
            is_page = scope["path"] == "/" and scope["method"] == "GET"
            kind = fault_of(scope["headers"], self._parts.hosts, is_socket=False, is_page=is_page)
            if kind:
                status, detail = FOREIGN[kind]
                told = answer(status, kind=kind, detail=detail)
            elif not self._allows(scope):
                told = answer(429, kind="too-many", detail="ask again a little more slowly")
            else:
                # With an app named, what does not fit a route is raised, and not answered in text.
                await self._app({**scope, "app": self}, receive, send_guarded)
        except BadBodyError as refused:
            told = answer(refused.status, kind=refused.kind, detail=str(refused))
        except HTTPException as refused:
            told = answer(refused.status_code, kind="not-found", detail="there is nothing here")
        except BadInputError as complaint:
            told = answer(422, kind="bad-question", detail=str(complaint))
        except Exception as failure:
            LOG.error("fault at the phones' door at %r: %r", scope["path"], failure)
            LOG.debug("it happened here", exc_info=True)
            if started:
                raise
            told = answer(500, kind="fault", detail="this is a fault in Paper Umpire")
        if told is not None:
            await told(scope, receive, send_guarded)

    def _allows(self, scope: Message) -> bool:
        client = scope.get("client")
        return self._rates.allows(str(client[0]) if client else "")


Handler = Callable[[Request], Awaitable[Response]]


def _answers(parts: DoorParts) -> Router:
    async def page(_request: Request) -> Response:
        return _file(page_file("camera.html" if parts.is_secure else "hall.html"))

    async def part(request: Request) -> Response:
        found = page_file(request.path_params["part"])
        return _unknown() if found is None or found.is_page else _file(found)

    async def authority(_request: Request) -> Response:
        shown = {"content-disposition": 'attachment; filename="paper-umpire.crt"'}
        return Response(parts.authority, media_type="application/x-x509-ca-cert", headers=shown)

    async def onward(_request: Request) -> Response:
        return JSONResponse({"address": parts.onward})

    common = [Route("/", page), Route("/authority.crt", authority)]
    last = Route("/{part:path}", part)
    if not parts.is_secure:
        return Router(routes=[*common, Route("/onward", onward), last])
    return Router(routes=[*common, *_secured(parts.room), last])


def _secured(room: PhoneRoom) -> list[Route | WebSocketRoute]:
    async def challenge(_request: Request) -> Response:
        return JSONResponse({"nonce": room.entry.new_nonce()})

    async def enter(request: Request) -> Response:
        fields = Fields(parse((await _words(request)).decode(), what="body"), "")
        named = {name: fields.must(name, string) for name in ("key", "nonce", "signature")}
        code = fields.may("code", string, default="")
        asking = EntryAsked(code=code, name=fields.may("name", string, default=""), **named)
        fields.done()
        try:
            phone, token = room.enter(asking, origin=f"https://{request.headers['host']}")
        except NotLetInError as why:
            return answer(403, kind="not-let-in", detail=str(why))
        known = phone.known
        return JSONResponse({"token": token, "name": known.name, "shown": known.shown})

    async def wishes(request: Request) -> Response:
        phone = room.who(_token(request))
        if phone is None:
            return _who()
        return StreamingResponse(_told_on(phone), media_type="application/x-ndjson")

    async def report(request: Request) -> Response:
        phone = room.who(_token(request))
        if phone is None:
            return _who()
        phone.reports(phone_report((await _words(request)).decode()))
        return JSONResponse(wanted_told(phone))

    async def pictures(request: Request) -> Response:
        # Nobody's megabytes are read before they have said who they are.
        phone = room.who(_token(request))
        if phone is None:
            return _who()
        jpeg = await _body(request, most=MOST_PICTURE)
        phone.shows(jpeg, taken_ms=_milliseconds(request.headers.get(TAKEN, "")))
        return JSONResponse(wanted_told(phone))

    return [
        Route("/challenge", challenge),
        Route("/enter", enter, methods=["POST"]),
        Route("/wishes", wishes),
        Route("/report", report, methods=["POST"]),
        Route("/pictures", pictures, methods=["POST"]),
        WebSocketRoute("/line", phone_line(room)),
    ]


async def _told_on(phone: Phone) -> AsyncIterator[bytes]:
    """What the phone is asked for, now and at each change; at least once a second."""
    while True:
        yield json.dumps(wanted_told(phone)).encode() + b"\n"
        await phone.changed(1.0)


async def _words(request: Request) -> bytes:
    body = await _body(request, most=MOST_WORDS)
    check_json(body, media_type=request.headers.get("content-type", ""))
    return body


async def _body(request: Request, *, most: int) -> bytes:
    too_long = BadBodyError(413, kind="too-long", detail=f"body: expected at most {most:,} bytes")
    declared = request.headers.get("content-length", "0")
    if declared.isdigit() and int(declared[:12]) > most:
        raise too_long
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for piece in request.stream():
                body += piece
                if len(body) > most:
                    raise too_long
    except TimeoutError:
        detail = f"body: expected all of it within {BODY_SECONDS:g} s"
        raise BadBodyError(408, kind="too-slow", detail=detail) from None
    return bytes(body)


def _milliseconds(text: str) -> float:
    try:
        return float(text[:20])
    except ValueError:
        raise BadInputError(TAKEN, expected="milliseconds", got=f"{text[:20]!r}") from None


def _token(request: Request) -> str:
    given = request.headers.getlist("authorization")
    scheme, _, token = given[0].partition(" ") if len(given) == 1 else ("", "", "")
    return token.strip() if scheme.lower() == "bearer" else ""


def _file(found: PageFile | None) -> Response:
    return _unknown() if found is None else Response(found.content, media_type=found.media_type)


def _unknown() -> Response:
    return answer(404, kind="not-found", detail="there is nothing here")


def _who() -> Response:
    told = answer(401, kind="who-are-you", detail="this phone has to come in anew")
    told.headers["www-authenticate"] = "Bearer"
    return told
