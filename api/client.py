"""A small typed client, with which programs talk to the umpire's API and its live socket.

    with Client("http://127.0.0.1:8765/#TOKEN") as umpire:
        battle = umpire.battles()[0]
        ruling = umpire.command(battle["id"], {"kind": "roll", "die": 3}, seat="Red")

Only the standard library and `websockets` are used. Every command has an id of its own, and is sent
again with it when the connection fails: it has its effect once, and the answer is the same.
"""

import http.client
import json
import socket
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import quote, urlencode, urlsplit

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

Json = dict[str, Any]

TRIES: Final = 4
SECONDS: Final = 10.0
PAUSE_SECONDS: Final = 0.2
PREFIX: Final = "/api/v1"


class ProblemAnswer(Exception):  # noqa: N818 - it is an answer, not always an error
    """The umpire has refused; `problem` is what it said."""

    def __init__(self, problem: Json) -> None:
        super().__init__(f"{problem.get('status')} {problem.get('detail')}")
        self.problem = problem
        self.status = int(problem.get("status", 0))

    @property
    def kind(self) -> str:
        """The end of the problem's type, as `unknown-piece`."""
        return str(self.problem.get("type", "")).rpartition(":")[2]


class Client:
    """One program's connection to one umpire. Not for several threads at once."""

    def __init__(
        self,
        address: str,
        *,
        token: str = "",
        seconds: float = SECONDS,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        """`address` is what the umpire prints or the code says, with the token behind its `#`.

        `seconds` is how long one answer may take; a busy machine may need longer.
        """
        parts = urlsplit(address)
        if parts.scheme != "http" or parts.hostname is None:
            raise ValueError(f"address: expected http://HOST:PORT/#TOKEN, got {address!r}")
        self.origin = f"http://{parts.netloc}"
        self.token = token or parts.fragment
        self._host, self._port = parts.hostname, parts.port or 80
        self._connection: http.client.HTTPConnection | None = None
        self._seconds = seconds
        self._pause = pause

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connection; the next request makes a new one."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    # --- the table ---------------------------------------------------------------------------

    def health(self) -> Json:
        """That the umpire is there; nobody needs a token for this."""
        return self._object("GET", "/healthz", prefix="")

    def table(self, *, battle: str = "") -> Json:
        """A battle's table as a snapshot, or that of no battle."""
        return self._object("GET", f"/table{_of(battle)}")

    def put_piece(self, piece: str, *, battle: str = "", **place: Any) -> Json:
        """Put a piece down or move it: `x_in`, `y_in`, `heading_deg` and so on."""
        path = f"/table/pieces/{quote(piece, safe='')}{_of(battle)}"
        return self._object("PUT", path, body=place)

    def lay_table(self, snapshot: Json, *, battle: str = "") -> Json:
        """Lay the whole table anew."""
        return self._object("PUT", f"/table{_of(battle)}", body=snapshot)

    def lay_out(self, battle: str, *sides: str, anew: bool = False) -> Json:
        """Put the units of these sides, or of all, into their zones."""
        path = f"/battles/{quote(battle, safe='')}/lay-out"
        return self._object("POST", path, body={"sides": list(sides), "anew": anew})

    def measure(self, what: str, a: str, *, b: str | None = None, **terms: Any) -> Json:
        """Range, sight, line, near or chain; `battle` says on whose table."""
        asked = {"a": a, **({} if b is None else {"b": b}), **terms}
        return self._object("GET", f"/measure/{what}?{urlencode(asked, doseq=True)}")

    # --- a camera over it --------------------------------------------------------------------

    def cameras(self) -> list[Json]:
        """The cameras that may be opened."""
        return self._list("GET", "/cameras")

    def open_camera(self, camera: str) -> Json:
        """Open one of them to set it up."""
        return self._object("PUT", "/camera", body={"camera": camera})

    def put_drawn_piece(self, piece: str, *, battle: str = "", **place: float) -> Json:
        """Put one of the drawn table at `x_in`, `y_in`, `heading_deg`; answers once it is seen."""
        path = f"/camera/pieces/{quote(piece, safe='')}{_of(battle)}"
        return self._object("PUT", path, body=place)

    def take_drawn_piece(self, piece: str, *, battle: str = "") -> None:
        """Take a piece off that table, into the box."""
        self._answered("DELETE", f"/camera/pieces/{quote(piece, safe='')}{_of(battle)}")

    def setup(self, step: str = "", *, method: str = "", body: Json | None = None) -> Json:
        """How far the set-up is, or one step of it: `setup("lens", method="POST")`."""
        path = f"/setup/{step}" if step else "/setup"
        return self._object(method or "GET", path, body=body)

    def still(self, *, annotated: bool = False) -> bytes:
        """What the camera sees now, as a JPEG; with every piece drawn in, if wanted."""
        return self._answered("GET", "/table/view.jpg" if annotated else "/camera/still.jpg")

    # --- battles -----------------------------------------------------------------------------

    def games(self) -> list[Json]:
        """Every game."""
        return self._list("GET", "/games")

    def samples(self) -> list[Json]:
        """The armies that can be played at once."""
        return self._list("GET", "/samples")

    def begin_sample(
        self, sample: str, *, name: str = "", alone: bool = False, cards: str = "printed"
    ) -> Json:
        """Begin a battle on a sample's table; alone, one seat plays all sides. With `dealt` the
        umpire deals the cards.
        """
        body = {"name": name, "alone": alone, "cards": cards}
        return self._object("POST", f"/samples/{quote(sample, safe='')}/battle", body=body)

    def create(self, battle: Json) -> Json:
        """Begin a battle."""
        return self._object("POST", "/battles", body=battle)

    def battles(self, *, first: int = 0, limit: int = 100) -> list[Json]:
        """A page of the battles that are for this token, the one written last first."""
        return self._list("GET", f"/battles?first={first}&limit={limit}")

    def archive(self, battle: str) -> None:
        """Put a battle away."""
        self._answered("POST", f"/battles/{battle}/archive", body={})

    def archived(self) -> list[str]:
        """The battles that were put away."""
        return [str(each) for each in self._list("GET", "/archive")]

    def battle(self, battle: str, *, seat: str = "") -> Json:
        """The state of a battle for a seat."""
        return self._object("GET", f"/battles/{battle}{_seat(seat)}")

    def options(self, battle: str, *, seat: str = "") -> list[Json]:
        """What the seat may ask for now."""
        return self._list("GET", f"/battles/{battle}/options{_seat(seat)}")

    def command(
        self, battle: str, command: Mapping[str, object], *, seat: str = "", command_id: str = ""
    ) -> Json:
        """Give a command; it is sent again until the umpire has answered it."""
        body: Json = {"id": command_id or str(uuid.uuid4()), "command": dict(command)}
        if seat:
            body["seat"] = seat
        return self._object("POST", f"/battles/{battle}/commands", body=body)

    def promise_roll(
        self, battle: str, *, count: int = 1, what: str = "", among: Sequence[str] = ()
    ) -> Json:
        """Let the umpire bind itself to a roll of so many dice, or to a toss among the allowed
        values of a hole that is `by_chance`; keep its `digest`.
        """
        body: Json = {"count": count, "what": what}
        if among:
            body["among"] = list(among)
        return self._object("POST", f"/battles/{battle}/dice", body=body)

    def roll(
        self,
        battle: str,
        command: Mapping[str, object],
        *,
        digest: str,
        seat: str = "",
        contribution: str = "",
        field: str = "dice",
        command_id: str = "",
    ) -> Json:
        """Give a command with the dice that were promised; `field` is where they go, for a toss
        `choice`.
        """
        body: Json = {
            "id": command_id or str(uuid.uuid4()),
            "command": dict(command),
            "contribution": contribution,
            "field": field,
        }
        if seat:
            body["seat"] = seat
        return self._object("POST", f"/battles/{battle}/dice/{digest}/roll", body=body)

    def events(self, battle: str, *, after: int = -1) -> Iterator[Json]:
        """Every event after that one, however many there are."""
        more = True
        while more:
            told = self._object("GET", f"/battles/{battle}/events?after={after}&limit=500")
            yield from told["events"]
            after, more = told["last"], told["more"]

    def export(self, battle: str) -> bytes:
        """The battle's file."""
        return self._answered("GET", f"/battles/{battle}/export.battle")

    # --- who is let in -----------------------------------------------------------------------

    def dispute_refusal(
        self, battle: str, refusal: str, *, seat: str = "", reason: str = ""
    ) -> Json:
        """Dispute a refusal of one's own, as `r3`, before all."""
        body: Json = {"id": str(uuid.uuid4()), "reason": reason, **({"seat": seat} if seat else {})}
        return self._object(
            "POST", f"/battles/{battle}/refusals/{refusal[1:]}/challenge", body=body
        )

    def allow_whole_pictures(self, battle: str, *, whole: bool, seat: str = "") -> Json:
        """Agree, or no more, that whole pictures are shown while the battle goes on."""
        body: Json = {"whole": whole, **({"seat": seat} if seat else {})}
        return self._object("POST", f"/battles/{battle}/review/whole-pictures", body=body)

    def evidence(self, battle: str, sequence: int) -> Json:
        """What a ruling was judged by."""
        return self._object("GET", f"/battles/{battle}/review/evidence/{sequence}")

    def evidence_file(self, battle: str, sequence: int, *, name: str) -> bytes:
        """Of a ruling its `picture.jpg`, `marks`, `drawing.svg` or `bundle.zip`."""
        return self._answered("GET", f"/battles/{battle}/review/evidence/{sequence}/{name}")

    def me(self) -> Json:
        """Who the umpire takes this token for."""
        return self._object("GET", "/me")

    def invite(self, battle: str, *, seat: str = "") -> Json:
        """Let a player in for a seat, or a spectator."""
        wanted = {"role": "player", "seat": seat} if seat else {"role": "spectator"}
        return self._object("POST", f"/battles/{battle}/invitations", body=wanted)

    def revoke(self, grant: str) -> None:
        """Let somebody in no more."""
        self._answered("DELETE", f"/grants/{grant}")

    @contextmanager
    def live(
        self,
        *,
        battle: str | None = None,
        seat: str | None = None,
        after: int | None = None,
        options: bool = False,
    ) -> Iterator["Live"]:
        """The live socket, after its hello; leave the block to close it.

        With `options` it also tells what may be asked for, whenever that changes.
        """
        address = f"ws://{urlsplit(self.origin).netloc}{PREFIX}/live"
        origin = Origin(self.origin)
        with connect(address, origin=origin, compression=None, proxy=None) as socket:
            live = Live(socket)
            hello = {"type": "hello", "token": self.token}
            given = {"battle": battle, "seat": seat, "after": after, "options": options or None}
            live.send({**hello, **{name: each for name, each in given.items() if each is not None}})
            live.welcome = live.receive()
            yield live

    # --- how it is asked ---------------------------------------------------------------------

    def _object(
        self, method: str, path: str, *, body: Json | None = None, prefix: str = PREFIX
    ) -> Json:
        found: Json = json.loads(self._answered(method, path, body=body, prefix=prefix))
        return found

    def _list(self, method: str, path: str) -> list[Json]:
        found: list[Json] = json.loads(self._answered(method, path))
        return found

    def _answered(
        self, method: str, path: str, *, body: Json | None = None, prefix: str = PREFIX
    ) -> bytes:
        """The answer, asked for again after a failed connection: all requests may come twice."""
        for tried in range(TRIES):
            try:
                return self._once(method, f"{prefix}{path}", body=body)
            except (OSError, http.client.HTTPException):
                self.close()
                # Whatever makes something new at each request is not sent twice.
                if tried + 1 == TRIES or (method == "POST" and "id" not in (body or {})):
                    raise
                self._pause(PAUSE_SECONDS * 2**tried)
        raise AssertionError

    def _once(self, method: str, path: str, *, body: Json | None) -> bytes:
        if self._connection is not None and _has_ended(self._connection):
            self.close()
        if self._connection is None:
            self._connection = http.client.HTTPConnection(
                self._host, self._port, timeout=self._seconds
            )
        headers = {"origin": self.origin}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        content = None
        if body is not None:
            content = json.dumps(body, allow_nan=False)
            headers["content-type"] = "application/json"
        self._connection.request(method, path, body=content, headers=headers)
        answer = self._connection.getresponse()
        told = answer.read()
        if answer.status < 400:
            return told
        try:
            problem = json.loads(told)
        except ValueError:
            problem = {"status": answer.status, "detail": answer.reason}
        raise ProblemAnswer(problem)


class Live:
    """An open socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.welcome: Json = {}

    def send(self, message: Json) -> None:
        """Say something."""
        self._socket.send(json.dumps(message))

    def receive(self, *, seconds: float | None = SECONDS) -> Json:
        """The next message; a ProblemAnswer where the umpire refuses, TimeoutError where none."""
        found: Json = json.loads(self._socket.recv(timeout=seconds))
        if found.get("type") == "problem":
            raise ProblemAnswer(found["problem"])
        return found


def _has_ended(connection: http.client.HTTPConnection) -> bool:
    """Whether the umpire has hung up, as it does after seconds of silence."""
    line = connection.sock
    if line is None:
        return True
    line.setblocking(False)
    try:
        # Between two requests nothing is on its way: what can be read now is the end.
        line.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        line.settimeout(connection.timeout)
        return False
    except OSError:
        pass
    return True


def _seat(seat: str) -> str:
    return f"?{urlencode({'seat': seat})}" if seat else ""


def _of(battle: str) -> str:
    return f"?battle={quote(battle, safe='')}" if battle else ""
