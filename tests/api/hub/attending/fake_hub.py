"""A small hub over a real socket: it takes logs in as the real one does, and can be away."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from api.battle_files.chain import LogLine
from api.hub.intake.continuing import ForkError, GapError, KnownLog, continued_by

CODE, TOKEN = "TABLE234", "token-of-table-3"


@dataclass(slots=True)
class FakeHub:
    """What it knows; a test looks at it and changes it."""

    address: str = ""
    is_away: bool = False
    """Whether it answers nothing but that it is in trouble."""
    hangs_up: bool = False
    """Whether it ends each connection after its answer, without a word of it."""
    connections: int = 0
    codes: set[str] = field(default_factory=lambda: {CODE})
    logs: dict[str, list[LogLine]] = field(default_factory=dict)
    calls: list[dict[str, Any]] = field(default_factory=list)
    rulings: list[dict[str, Any]] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)
    standing: str = "taken"
    """Of every call."""
    appeals: list[tuple[str, str]] = field(default_factory=list)

    def answered(self, method: str, path: str, *, token: str, body: Any) -> tuple[int, Any]:
        if self.is_away:
            return 503, {}
        if path == "/hub/v1/tables/join":
            if body["code"] not in self.codes:
                return 403, {"detail": "this code was used, or is no table's"}
            self.codes.discard(body["code"])
            return 200, {"token": TOKEN, "event": "club-cup", "table": 3}
        if token != TOKEN:
            return 401, {"detail": "token: expected one of a table, got another"}
        match method, path.removeprefix("/hub/v1/tables/me"):
            case "GET", "":
                return 200, self.mine()
            case "POST", "/log":
                return 200, self.pushed(body)
            case "POST", "/calls":
                if not any(each["id"] == body["id"] for each in self.calls):
                    self.calls.append(body)
                return 200, {"call": 1 + [each["id"] for each in self.calls].index(body["id"])}
            case "POST", rest if rest.endswith("/appeal"):
                self.appeals.append((rest.split("/")[2], body["reason"]))
                return 200, {"number": 1, "at": "", "who": ""}
            case "POST", rest if rest.endswith("/taken"):
                ruling = rest.split("/")[2]
                self.taken.append(ruling)
                return 200, {"number": 1, "at": "", "who": ""}
        return 404, {"detail": path}

    def mine(self) -> dict[str, Any]:
        return {
            "event": "club-cup",
            "table": 3,
            "name": "The cup",
            "battles": [],
            "assignment": {
                "round": 2,
                "players": [
                    {"number": 4, "name": "Ann", "army": "", "side": "white"},
                    {"number": 7, "name": "Ben", "army": "", "side": "black"},
                ],
            },
            "calls": [
                {"call": at, "standing": self.standing, "judge": "Judy"}
                for at in range(1, len(self.calls) + 1)
            ],
            "rulings": [each for each in self.rulings if each["ruling"] not in self.taken],
        }

    def pushed(self, body: Any) -> dict[str, Any]:
        log = self.logs.setdefault(body["battle"], [])
        lines = [
            LogLine(sequence=at, hash=json.loads(text)["hash"], text=text)
            for at, text in enumerate(body["lines"], start=body["from"])
        ]
        known = KnownLog(lines=len(log), head=log[-1].hash) if log else KnownLog()
        try:
            hashes = {each.sequence: each.hash for each in log}
            log.extend(continued_by(lines, known=known, hashes=hashes).fresh)
        except GapError:
            pass
        except ForkError as fork:
            return {"last": len(log) - 1, "aside": fork.says}
        return {"last": len(log) - 1, "aside": ""}


@contextmanager
def fake_hub() -> Iterator[FakeHub]:
    hub = FakeHub()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def setup(self) -> None:
            hub.connections += 1
            super().setup()

        def do_GET(self) -> None:
            self.answer("GET")

        def do_POST(self) -> None:
            self.answer("POST")

        def answer(self, method: str) -> None:
            size = int(self.headers.get("content-length") or 0)
            body = json.loads(self.rfile.read(size) or b"null")
            token = (self.headers.get("authorization") or "").removeprefix("Bearer ")
            # Before it answers, as whoever hears the answer may change this at once.
            self.close_connection = hub.hangs_up or self.close_connection
            status, told = hub.answered(method, self.path, token=token, body=body)
            content = json.dumps(told).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_said: object) -> None:
            """A test has no use for it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    hub.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield hub
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
