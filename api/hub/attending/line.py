"""Speaks to the hub over HTTP, one question after the other; another thread than the table's."""

import base64
import http.client
import json
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final
from urllib.parse import urlsplit

from api.errors import ExitCode, UserError
from api.hub.intake.courier import NoHubError
from api.hub.intake.logs import Parcel, Receipt
from api.hub.intake.pictures import CallPictureFile

ANSWER_S: Final = 10.0
MOST_BYTES: Final = 4_000_000
PREFIX: Final = "/hub/v1"
BUSY: Final = frozenset({429})
Answered = tuple[int, Mapping[str, Any]]
"""The status of an answer, and what it says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    method: str
    url: str
    body: str | None
    headers: Mapping[str, str]


class HubSaysNoError(Exception):
    """The hub answered, and will not have what it was asked; the same again brings the same."""


class HubLine:
    """The way to one hub."""

    def __init__(self, address: str, *, token: str = "", seconds: float = ANSWER_S) -> None:
        parts = urlsplit(address)
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path.strip("/"):
            raise UserError(
                f"--hub: expected an address such as https://hub.example, got {address!r}",
                ExitCode.USAGE,
            )
        try:
            self._port = parts.port
        except ValueError as failure:
            raise UserError(f"--hub: {failure}", ExitCode.USAGE) from failure
        self.address = f"{parts.scheme}://{parts.netloc}"
        self._host, self._is_safe = parts.hostname, parts.scheme == "https"
        self._token, self._seconds = token, seconds
        self._connection: http.client.HTTPConnection | None = None
        self._is_held = False
        self._turn = Lock()
        self.deeds = 0
        """How many deeds the event had when a log was sent last; more of them may be a ruling."""

    @contextmanager
    def held(self) -> Iterator[None]:
        """Ask everything over one connection meanwhile; otherwise each question has its own."""
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
            self._let_go()

    def join(self, code: str) -> Mapping[str, Any]:
        """The token that a code is good for, once, with the event and the table's number."""
        return self.asked("POST", "/tables/join", body={"code": code})

    def mine(self) -> Mapping[str, Any]:
        """What the hub has of this table, who plays at it, and what was ruled for it."""
        return self.asked("GET", "/tables/me")

    def push(self, parcel: Parcel) -> Receipt:
        """Lines of a log."""
        told = self.asked(
            "POST",
            "/tables/me/log",
            body={
                "battle": parcel.battle,
                "from": parcel.lines[0].sequence,
                "lines": [each.text for each in parcel.lines],
            },
        )
        self.deeds = int(told.get("deeds", 0))
        return Receipt(lines=int(told["last"]) + 1, refused=str(told["aside"]))

    def call(self, body: Mapping[str, object]) -> int:
        """Call a judge; the number of the call."""
        return int(self.asked("POST", "/tables/me/calls", body=body)["call"])

    def appeal(self, call: int, *, asked: str, reason: str) -> None:
        """Ask the head judge about a ruling."""
        body = {"id": asked, "reason": reason}
        self.asked("POST", f"/tables/me/calls/{call}/appeal", body=body)

    def picture(self, call: int, *, asked: str, found: CallPictureFile | None) -> None:
        """What the camera saw of what a call is about, or that nothing was kept."""
        body: dict[str, object] = {"id": asked}
        if found is not None:
            content = base64.b64encode(found.content).decode()
            body |= {"media_type": found.media_type, "content": content}
        self.asked("POST", f"/tables/me/calls/{call}/picture", body=body)

    def taken(self, ruling: str) -> None:
        """A ruling is in the table's own log."""
        self.asked("POST", f"/tables/me/rulings/{ruling}/taken", body={})

    def asked(
        self, method: str, path: str, *, body: Mapping[str, object] | None = None
    ) -> Mapping[str, Any]:
        """The answer; a hub that is away or in trouble is a NoHubError."""
        headers = {"authorization": f"Bearer {self._token}"} if self._token else {}
        content = None
        if body is not None:
            content = json.dumps(body, allow_nan=False)
            headers["content-type"] = "application/json"
        url = f"{PREFIX}{path}"
        question = _Question(method=method, url=url, body=content, headers=headers)
        try:
            with self._turn:
                status, told = self._answered(question)
        except (OSError, http.client.HTTPException, ValueError) as failure:
            raise NoHubError(_reason(failure)) from failure
        finally:
            self._let_go()
        if status >= 500 or status in BUSY:
            raise NoHubError(f"it answers {status}")
        if status >= 300:
            raise HubSaysNoError(str(told.get("detail") or f"it answers {status}")[:300])
        return told

    def _answered(self, question: _Question) -> Answered:
        is_old = self._connection is not None and self._connection.sock is not None
        try:
            return self._answer(question)
        except ConnectionError:
            if not is_old:
                raise
            # A hub hangs up where nobody speaks; what is asked twice is done once.
            return self._answer(question)

    def _answer(self, question: _Question) -> Answered:
        if self._connection is None:
            self._connection = self._connected()
        try:
            self._connection.request(
                question.method, question.url, body=question.body, headers=question.headers
            )
            with self._connection.getresponse() as answer:
                return answer.status, _read(answer.read(MOST_BYTES))
        except Exception:
            # Nobody knows what else would come over it.
            self._hang_up()
            raise

    def _let_go(self) -> None:
        """Hang up unless the line is held; whoever is asking does so afterwards."""
        if not self._is_held and self._turn.acquire(blocking=False):
            try:
                self._hang_up()
            finally:
                self._turn.release()

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _connected(self) -> http.client.HTTPConnection:
        if self._is_safe:
            safe = ssl.create_default_context()
            return http.client.HTTPSConnection(
                self._host, self._port, timeout=self._seconds, context=safe
            )
        return http.client.HTTPConnection(self._host, self._port, timeout=self._seconds)


def _read(told: bytes) -> Mapping[str, Any]:
    found = json.loads(told or b"{}")
    if not isinstance(found, dict):
        raise ValueError("expected an object")  # noqa: TRY004 - as any answer that is no JSON
    return found


def _reason(failure: Exception) -> str:
    """In the words of the system, without its number.

    >>> _reason(ConnectionRefusedError(111, "Connection refused"))
    'Connection refused'
    """
    words = failure.strerror if isinstance(failure, OSError) else None
    return words or str(failure) or type(failure).__name__
