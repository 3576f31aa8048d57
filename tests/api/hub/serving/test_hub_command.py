"""`umpire hub serve` as a process of its own, and what it says where it cannot serve."""

import json
import re
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest
import yaml  # type: ignore[import-untyped]

from api.cli import run
from api.commands.program import COMMANDS, loaded
from api.errors import ExitCode
from tests.api.umpire import REPOSITORY


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[httpx2.Client, subprocess.Popen[str]]]:
    """A hub, asked as whoever runs it, and its process."""
    command = [sys.executable, "-m", "api", "hub", "serve", "--port", "0", "--json", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=REPOSITORY, text=True) as process:
        assert process.stdout is not None
        page = urlsplit(json.loads(process.stdout.readline())["page"])
        headers = {"authorization": f"Bearer {page.fragment}"}
        with httpx2.Client(base_url=f"http://{page.netloc}", headers=headers) as client:
            try:
                yield client, process
            finally:
                process.terminate()
                process.wait(30)


@pytest.mark.long
def test_an_event_outlives_its_hub_and_the_owner_does_not(address: str) -> None:
    opening = {"id": "first", "event": "cup", "name": "Cup", "rounds": 3}
    with serving("--database", address) as (client, process):
        assert client.get("/hub/v1/health").json()["status"] == "ok"
        assert client.get("/").text.startswith("<!doctype html>")
        assert client.post("/hub/v1/events", json=opening).status_code == 201
        foreign = client.get("/hub/v1/me", headers={"host": "evil.example"})
        assert foreign.json()["type"] == "urn:paper-umpire:foreign-host"
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == ExitCode.INTERRUPTED
        before = client.headers["authorization"]
    with serving("--database", address) as (client, _):
        assert client.get("/hub/v1/events").json()[0]["event"] == "cup"
        ended = client.get("/hub/v1/events", headers={"authorization": before})
        assert ended.status_code == 401


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["--host", "everywhere"], ExitCode.USAGE, "--host: expected an address"),
        (["--host", "192.0.2.1"], ExitCode.ADDRESS, "cannot be had"),
        (["--address", "cup.example"], ExitCode.USAGE, "expected one as https://cup.example"),
        (["--database", "none/event.hub"], ExitCode.BAD_INPUT, "expected a file to keep"),
    ],
    ids=["host", "foreign", "address", "database"],
)
def test_what_cannot_be_served_is_said(
    arguments: list[str],
    code: ExitCode,
    says: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    given = ["--database", str(tmp_path / "event.hub")] if "--database" not in arguments else []
    assert run(["hub", "serve", "--port", "0", *given, *arguments]) == code
    assert says in capsys.readouterr().err


def test_a_taken_port_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        given = ["--database", str(tmp_path / "event.hub"), "--port", port]
        assert run(["hub", "serve", *given]) == ExitCode.ADDRESS
    assert f"127.0.0.1:{port} cannot be had" in capsys.readouterr().err


def test_the_guide_serves_with_options_that_there_are() -> None:
    """The compose file is whole YAML, and each command line of the page fits the program."""
    page = (REPOSITORY / "docs" / "events.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    compose = yaml.safe_load(text)
    assert set(compose["services"]) == {"database", "hub"}
    (entry,) = re.findall(r"^ENTRYPOINT (\[.*\])$", page, re.MULTILINE)
    lines = [[*json.loads(entry), *compose["services"]["hub"]["command"]]]
    lines += [shlex.split(each) for each in re.findall(r"^\$ (umpire hub .*)$", page, re.MULTILINE)]
    assert len(lines) == 3
    (listed,) = [each for each in COMMANDS if each.name == "hub"]
    for line in lines:
        assert line[:3] == ["umpire", "hub", "serve"]
        command = loaded(listed).commands["serve"]
        assert command.make_context("serve", line[3:], resilient_parsing=False).params
