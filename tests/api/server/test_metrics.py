"""Programs that watch over the umpire read how it is, with a token that opens nothing else."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.access.meter import Meter
from api.access.monitor import FILE, monitor_token
from api.files.table_file import parse_snapshot
from api.tables.hand import HandTable
from tests.api.server.serving import ADDRESS, LIVE, MONITOR, Clock, Served, served
from tests.api.server.test_playing import BATTLE
from tests.api.umpire import disc, table

SAMPLE = re.compile(
    r"(?P<name>[a-z_]+)(?:\{(?P<label>[a-z]+)=\"(?P<value>[^\"]*)\"\})? (?P<is>\S+)"
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    first = parse_snapshot(json.dumps(table(disc("C1", 10, 10))), origin="test")
    with served(HandTable(first), tmp_path) as server:
        yield server


def read(server: Served) -> dict[str, float]:
    """Each sample by its name and label, as a program reads it."""
    answer = server.get("/metrics", token=MONITOR)
    assert answer.headers["content-type"].startswith("application/openmetrics-text")
    lines = answer.text.split("\n")
    assert lines[-2:] == ["# EOF", ""]
    found = {}
    families: list[str] = []
    for line in lines[:-2]:
        if line.startswith("# "):
            kind, family = line.split(" ")[1:3]
            assert kind in {"TYPE", "UNIT", "HELP"}
            families += [family] if kind == "TYPE" else []
            assert family == families[-1]
            continue
        sample = SAMPLE.fullmatch(line)
        assert sample is not None, line
        assert sample["name"].startswith(families[-1])
        found[sample["name"] + (sample["value"] or "")] = float(sample["is"])
    assert len(families) == len(set(families))
    return found


def test_it_counts_answers_battles_watchers_and_commands(server: Served) -> None:
    before = read(server)
    assert before["umpire_battles"] == 0
    server.post("/api/v1/battles", BATTLE)
    assert server.get("/nothing").status_code == 404
    body = {"id": "phone-001", "command": {"kind": "roll", "die": 1}}
    server.post("/api/v1/battles/battle1/commands", body)
    with server.client.websocket_connect(LIVE, headers={"origin": ADDRESS}) as socket:
        socket.send_json({"type": "hello", "token": server.host, "battle": "battle1"})
        assert socket.receive_json()["type"] == "welcome"
        after = read(server)
    assert (after["umpire_battles"], after["umpire_battles_open"]) == (1, 1)
    assert after["umpire_answers_total4xx"] - before.get("umpire_answers_total4xx", 0) >= 1
    assert after["umpire_command_seconds_count"] == 1
    assert after["umpire_command_seconds_bucket+Inf"] == 1
    assert after["umpire_faults_total"] == 0
    assert after["umpire_camera_open"] == 0
    assert after["umpire_clientshost"] == 1


def test_a_count_of_a_long_evening_is_told_to_the_last_one(server: Served) -> None:
    read(server)
    server.app.state.meter.answers["2xx"] = 12_345_678
    assert read(server)["umpire_answers_total2xx"] == 12_345_678


def test_its_token_opens_nothing_else(server: Served) -> None:
    assert server.get("/metrics", token="").status_code == 401
    assert server.get("/metrics").status_code == 200
    for closed in ("/api/v1/table", "/api/v1/battles", "/api/v1/me"):
        assert server.get(closed, token=MONITOR).status_code == 403
    assert server.ask("DELETE", "/api/v1/grants/monitor").status_code == 404


def test_times_fall_between_the_bounds() -> None:
    clock = Clock(0.0)
    meter = Meter(clock=clock)
    for took in (0.005, 0.3, 9.0):
        with meter.timing("submit_command"):
            clock.seconds += took
    with meter.timing("battle"):
        clock.seconds += 5
    assert meter.command_s == pytest.approx(9.305)
    assert meter.commands == [1, 0, 0, 0, 0, 0, 1, 0, 0, 1]


def test_the_token_is_made_once_and_for_one_user(tmp_path: Path) -> None:
    token = monitor_token(tmp_path)
    assert len(token) >= 16
    assert monitor_token(tmp_path) == token
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0
    (tmp_path / FILE).write_text("short")
    assert monitor_token(tmp_path) == ""
    assert monitor_token(tmp_path / "none") == ""
