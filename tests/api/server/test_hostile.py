"""Bodies, headers and pages that mean harm get a problem and change nothing."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import sync_playwright

from api.access.guard import Guard
from api.access.hosts import Hosts
from api.access.rate import Rates
from api.client import Client
from api.files.table_file import parse_snapshot
from api.tables.hand import HandTable
from tests.api.forked import forked_serving
from tests.api.server.serving import ADDRESS, PORT, Served, problem, served
from tests.api.server.test_playing import BATTLE, path
from tests.api.umpire import disc, serving, table

COMMANDS = path("/commands")
TABLE = parse_snapshot(json.dumps(table(disc("C1", 10, 10))), origin="test")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(HandTable(TABLE), tmp_path) as found:
        found.post("/api/v1/battles", BATTLE)
        yield found


def sent(server: Served, content: bytes, *, media_type: str = "application/json") -> object:
    return server.ask("POST", COMMANDS, content=content, headers={"content-type": media_type})


def command(value: str) -> bytes:
    return f'{{"id":"phone-001","seat":"Red","command":{{"kind":"roll","die":{value}}}}}'.encode()


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"{", 400),
        (command("NaN"), 400),
        (command("Infinity"), 400),
        (command("1e999"), 400),
        (command("9" * 5000), 400),
        (command("[" * 20 + "]" * 20), 400),
        (command("[" * 30000), 400),
        (b'{"id":' * 9000, 400),
        (b'{"id":"phone-001","id":"phone-002"}', 400),
        (b"\xff\xfe{}", 400),
        (command("1").decode().encode("utf-16"), 400),
        (b'{"a":"' + b"x" * 70_000 + b'"}', 413),
        (b"[]", 422),
        (b"null", 422),
        (b'"x"', 422),
        (b"", 422),
    ],
)
def test_a_body_that_is_no_command_is_a_problem(
    server: Served, content: bytes, status: int
) -> None:
    problem(sent(server, content), status)
    assert server.get(path()).json()["last"] == 0


@pytest.mark.parametrize(
    "media_type", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
)
def test_only_json_is_read(server: Served, media_type: str) -> None:
    problem(sent(server, command("1"), media_type=media_type), 415)
    assert server.get(path()).json()["last"] == 0


def test_a_body_without_an_end_is_cut_off(server: Served) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(10_000):
            yield b" " * 10_000

    answer = server.ask(
        "POST", COMMANDS, content=endless(), headers={"content-type": "application/json"}
    )
    problem(answer, 413)


def test_a_body_that_never_comes_is_not_waited_for() -> None:
    async def never() -> dict[str, object]:
        await asyncio.Event().wait()
        raise AssertionError

    async def nothing(_scope: object, _receive: object, _send: object) -> None:
        raise AssertionError

    told: list[Any] = []

    async def send(message: Any) -> None:
        told.append(message)

    rates = Rates(per_second=1, burst=5, clock=lambda: 0.0)
    guard = Guard(nothing, hosts=Hosts(PORT), rates=rates, pages=frozenset(), patience=0.0)
    headers = [(b"host", f"127.0.0.1:{PORT}".encode())]
    scope = {"type": "http", "method": "POST", "path": "/api/v1/me", "headers": headers}
    asyncio.run(guard(scope, never, send))
    assert told[0]["status"] == 408
    assert b"too-slow" in told[1]["body"]


STRINGS = [
    "../../etc/passwd",
    "..\\..\\windows",
    "%2e%2e%2f",
    "/etc/passwd",
    "file:///etc/passwd",
    "battle1/../battle1",
    "battle1%00",
    "a\u0000b",
    "CON",
    "x" * 65,
    "\u202e",
    "'; DROP TABLE events;--",
    "{{7*7}}",
    "${jndi:ldap://x}",
    "<script>alert(1)</script>",
    "\r\nset-cookie: a=b",
    "~root",
]


@pytest.mark.parametrize("text", STRINGS)
def test_no_text_leads_anywhere(server: Served, tmp_path: Path, text: str) -> None:
    name = quote(text, safe="")
    before = sorted(each.name for each in tmp_path.rglob("*"))
    assert server.get(f"/api/v1/battles/{name}").status_code in {404, 422}
    assert server.get(f"/api/v1/battles/{name}/export.battle").status_code in {404, 422}
    # A client that takes `..` for a way up comes to the page again, and never past it.
    assert server.get(f"/{name}", follow_redirects=False).status_code in {307, 404}
    assert server.get(f"/api/v1/games/{name}").status_code in {404, 422}
    assert server.ask("DELETE", f"/api/v1/grants/{name}").status_code in {404, 405, 422}
    body = {"id": "phone-001", "seat": text, "command": {"kind": text}}
    assert server.post(COMMANDS, body).status_code in {404, 422}
    for field in ("game", "scenario"):
        assert server.post("/api/v1/battles", {**BATTLE, field: text}).status_code in {404, 422}
    assert sorted(each.name for each in tmp_path.rglob("*")) == before


HOSTS = [
    "evil.example",
    "evil.example:8765",
    "localhost",
    "localhost:80",
    "127.0.0.1:8766",
    "127.0.0.1.evil.example:8765",
    "localhost:8765.evil.example",
    "[::1]",
    "",
    "localhost:8765:8765",
    "user@localhost:8765",
    "localhost.:8765",
    "LOCALHOST:8765 ",
    "127.1:8765",
    "0x7f000001:8765",
    "2130706433:8765",
    "0.0.0.0:8765",
    "[::ffff:127.0.0.1]:8765",
    "[::1%lo]:8765",
    "127.0.0.1:08765",
    "http://localhost:8765",
    "localhost:8765/",
    "localhost:8765#",
    "local\u0068ost:8765x",
    "*",
]


@pytest.mark.parametrize("host", HOSTS)
def test_a_foreign_host_gets_nothing(server: Served, host: str) -> None:
    for place in ("/", "/healthz", "/api/v1/table", "/nothing"):
        problem(server.get(place, headers={"host": host}), 421)


@pytest.mark.parametrize("host", ["localhost:8765", "LOCALHOST:8765", "[::1]:8765"])
def test_its_own_names_are_taken(server: Served, host: str) -> None:
    assert server.get("/healthz", headers={"host": host}).json()["status"] == "ok"


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": f"{ADDRESS}.evil.example"},
        {"origin": f"https://127.0.0.1:{PORT}"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "sec-fetch-mode": "cors"},
        {"origin": ADDRESS, "sec-fetch-site": "cross-site"},
    ],
)
def test_a_foreign_page_gets_nothing_even_with_a_token(
    server: Served, headers: dict[str, str]
) -> None:
    for place in ("/healthz", "/api/v1/table", "/app.js"):
        problem(server.get(place, headers=headers), 403)
    problem(server.post(COMMANDS, {}, headers=headers), 403)


def test_a_link_may_lead_to_the_page_and_to_nothing_else(server: Served) -> None:
    visit = {"sec-fetch-site": "cross-site", "sec-fetch-dest": "document"}
    assert server.get("/", headers=visit).status_code == 200
    problem(server.get("/api/v1/table", headers=visit), 403)
    problem(server.get("/", headers={**visit, "sec-fetch-dest": "iframe"}), 403)


@pytest.mark.parametrize("asked", ["/", "/healthz", "/api/v1/table", "/api/v1/none", path()])
def test_the_head_of_an_answer_is_the_answer_without_its_content(
    server: Served, asked: str
) -> None:
    whole, head = server.get(asked), server.ask("HEAD", asked)
    assert head.status_code == whole.status_code
    assert head.headers == whole.headers
    assert head.content == b""


def test_a_flood_is_slowed_down(tmp_path: Path) -> None:
    rates = Rates(per_second=1, burst=5, clock=lambda: 0.0)
    with served(HandTable(TABLE), tmp_path, rates=rates) as server:
        told = [server.get("/api/v1/table").status_code for _ in range(8)]
        assert told == [200] * 5 + [429] * 3
        # Others are not slowed down with it.
        assert server.get("/healthz", token="").status_code == 200
        # A token of one's own invention for each request does not help for long.
        invented = [server.get("/healthz", token=f"x{n}").status_code for n in range(100)]
        assert invented[:10] == [200] * 10
        assert invented[-10:] == [429] * 10


def memory_of(process: int) -> int:
    """Bytes that a process has in memory."""
    told = subprocess.run(
        ["ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=True
    )
    return int(told.stdout) * 1024


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="ps")
def test_bombs_leave_the_servers_memory_where_it_is(tmp_path: Path) -> None:
    with serving("--battles", str(tmp_path / "battles"), cwd=tmp_path) as (address, process):
        parts = urlsplit(address)
        with Client(address) as host:
            host.table()
            before = memory_of(process.pid)
            bombs = [b"[" * 60_000, b'{"a":' * 12_000, b"9" * 60_000, os.urandom(60_000)]
            for _ in range(10):
                for bomb in bombs:
                    _post(parts.hostname or "", parts.port or 0, bomb, token=host.token)
            assert memory_of(process.pid) - before < 20_000_000
            assert host.health()["status"] == "ok"


def _post(host: str, port: int, body: bytes, *, token: str) -> None:
    connection = HTTPConnection(host, port, timeout=60)
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    connection.request("PUT", "/api/v1/table", body=body, headers=headers)
    assert connection.getresponse().status == 400
    connection.close()


# --- a hostile page in a real browser ------------------------------------------------------------

HOSTILE = """<!doctype html><title>hostile</title><body><script>
async function attack(target, token) {
  const got = [];
  const tries = [];
  for (const path of PATHS) {
    for (const mode of ["cors", "no-cors"]) {
      for (const method of ["GET", "POST"]) {
        const options = { mode, method, credentials: "include" };
        if (method === "POST") options.body = '{"role":"spectator"}';
        if (mode === "cors") options.headers = { authorization: `Bearer ${token}` };
        tries.push(fetch(target + path, options).then(async (answer) => {
          const text = await answer.text();
          if (text) got.push(`${mode} ${method} ${path}: ${text.slice(0, 60)}`);
        }).catch(() => {}));
      }
    }
    navigator.sendBeacon(target + path, "x");
    const image = new Image();
    tries.push(new Promise((done) => {
      image.onload = () => { got.push(`image ${path}`); done(); };
      image.onerror = done;
      image.src = target + path;
    }));
    const script = document.createElement("script");
    tries.push(new Promise((done) => {
      script.onload = () => { got.push(`script ${path}`); done(); };
      script.onerror = done;
      script.src = target + path;
      document.body.append(script);
    }));
  }
  tries.push(new Promise((done) => {
    const socket = new WebSocket(target.replace("http", "ws") + "/api/v1/live");
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token }));
    socket.onmessage = (event) => got.push(`socket ${event.data.slice(0, 60)}`);
    socket.onclose = done;
    socket.onerror = done;
  }));
  const form = document.createElement("form");
  const frame = document.createElement("iframe");
  frame.name = "hidden";
  document.body.append(frame, form);
  Object.assign(form, { method: "post", action: target + "/api/v1/joining", target: "hidden" });
  form.submit();
  await Promise.all(tries);
  return got;
}
</script>"""


@contextmanager
def hostile_page() -> Iterator[str]:
    """A web server of somebody else's."""
    paths = [
        "/",
        "/app.js",
        "/icon.svg",
        "/healthz",
        "/api/v1/table",
        "/api/v1/battles",
        "/api/v1/joining",
        "/api/v1/table/drawing.svg",
        "/api/v1/openapi.json",
    ]
    content = HOSTILE.replace("PATHS", json.dumps(paths)).encode()

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Nobody wants to read it."""

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    Thread(target=httpd.serve_forever, daemon=True).start()
    try:
        yield f"http://localhost:{httpd.server_address[1]}/"
    finally:
        httpd.shutdown()
        httpd.server_close()


@pytest.mark.browser
def test_a_hostile_page_gets_nothing_and_changes_nothing(
    chromium_path: Path, tmp_path: Path
) -> None:
    folder = str(tmp_path / "battles")
    with (
        forked_serving("--battles", folder, cwd=tmp_path) as (address, _),
        hostile_page() as evil,
        sync_playwright() as playwright,
        Client(address) as host,
    ):
        before = (host.table(), host.battles())
        browser = playwright.chromium.launch(executable_path=str(chromium_path))
        try:
            page = browser.new_page()
            page.goto(evil)
            # It even knows the token, as a stolen one: without the right origin it is no use.
            got = page.evaluate(
                "([target, token]) => attack(target, token)", [host.origin, host.token]
            )
            assert got == []
            # The harness would notice: our own page gets an answer by the very same means.
            page.goto(f"{host.origin}/")
            own = page.evaluate("async () => (await (await fetch('/healthz')).json()).status")
            assert own == "ok"
        finally:
            browser.close()
        assert (host.table(), host.battles()) == before
