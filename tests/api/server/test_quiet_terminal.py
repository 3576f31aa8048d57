"""Whatever clients do, the terminal shows a line for what matters, and never a traceback."""

import json
import logging
import signal
import socket
import sqlite3
import struct
import sys
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import SplitResult, urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from api.terminal.log import JsonLine, LogTally
from tests.api.umpire import serving

GOES_AWAY = struct.pack("ii", 1, 0)


def watching(url: SplitResult) -> ClientConnection:
    address = f"ws://{url.netloc}/api/v1/live"
    return connect(address, origin=Origin(f"http://{url.netloc}"))


def asked(url: SplitResult, method: str, path: str, body: object) -> dict[str, Any]:
    headers = {"authorization": f"Bearer {url.fragment}", "content-type": "application/json"}
    with closing(HTTPConnection(url.netloc, timeout=30)) as connection:
        connection.request(method, path, body=json.dumps(body).encode(), headers=headers)
        with connection.getresponse() as answer:
            found: dict[str, Any] = json.loads(answer.read() or b"{}")
    return found


def test_no_client_brings_a_traceback_to_the_terminal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with serving("--json", cwd=tmp_path) as (address, process):
        url = urlsplit(address)
        hello = json.dumps({"type": "hello", "token": url.fragment})
        for first, then in ((b"\x00\xff", None), (hello, b"\x01")):
            problems: list[str] = []
            with watching(url) as line, suppress(ConnectionClosed):
                line.send(first)
                if then is not None:
                    line.recv()
                    line.send(then)
                while True:
                    problems += [told for told in [str(line.recv(10))] if '"problem"' in told]
            assert "expected text" in problems[0]
            assert line.close_code == 4400
        for _ in range(5):
            with watching(url) as gone:
                gone.send(hello)
                gone.socket.shutdown(socket.SHUT_RDWR)
        for content in (b"\x16\x03\x01 no HTTP\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n") * 50:
            with socket.create_connection((url.hostname, url.port)) as raw:
                raw.sendall(content)
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, GOES_AWAY)
        assert asked(url, "GET", "/healthz", {})
        process.terminate()
        assert process.stderr is not None
        told = process.stderr.read()
    assert "Traceback" not in told
    assert len(told.splitlines()) < 10, told
    # A program that starts it reads one thing.
    assert json.loads(capfd.readouterr().out)["page"] == address


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_end_while_a_command_waits_is_no_traceback(tmp_path: Path) -> None:
    with serving("--battles", "there", cwd=tmp_path) as (address, process):
        url = urlsplit(address)
        battle = asked(url, "POST", "/api/v1/samples/paper-tigers/battle", {})["id"]
        # Somebody copies the file with a program that locks it.
        lock = sqlite3.connect(tmp_path / "there" / f"{battle}.battle")
        lock.execute("BEGIN EXCLUSIVE")

        def command() -> None:
            with suppress(OSError, HTTPException):
                asked(url, "POST", f"/api/v1/battles/{battle}/resume", {})

        waiting = [Thread(target=command) for _ in range(2)]
        for each in waiting:
            each.start()
        asked(url, "GET", "/healthz", {})
        process.send_signal(signal.SIGTERM)
        process.wait(30)
        for each in waiting:
            each.join()
        lock.close()
        assert process.stderr is not None
        told = process.stderr.read()
    assert "Traceback" not in told, told
    assert "Exception" not in told, told


def test_what_comes_in_a_flood_is_counted() -> None:
    now = [0.0]
    told: list[str] = []
    tally = LogTally(clock=lambda: now[0], tell=told.append)

    def record(message: str, name: str = "uvicorn.error") -> bool:
        made = logging.LogRecord(name, logging.WARNING, "x", 1, message, (), None)
        return bool(tally.filter(made))

    assert [record("no HTTP") for _ in range(4)] == [True, False, False, False]
    assert record("something else")
    assert told == []
    now[0] = 61.0
    assert not record("no HTTP")
    assert told == ["no HTTP: 4 more times"]
    tally.close()
    assert told == ["no HTTP: 4 more times"]
    assert not record("no HTTP")
    tally.close()
    assert told == ["no HTTP: 4 more times", "no HTTP: once more"]


def test_a_log_for_programs_is_a_line_of_json_each() -> None:
    fault = (ValueError, ValueError("torn\x1b[2J\nhere"), None)
    record = logging.LogRecord("umpire", logging.ERROR, "", 0, "no %s", ("disk",), fault)
    line = JsonLine().format(record)
    assert "\n" not in line
    assert "\x1b" not in line
    told = json.loads(line)
    assert told.pop("time").endswith("Z")
    assert told == {
        "level": "error",
        "logger": "umpire",
        "message": "no disk",
        "fault": "ValueError: torn\x1b[2J\nhere",
    }
