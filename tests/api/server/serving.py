"""Runs a whole server in the process of a test: time, names and games are passed in."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import httpx2
from fastapi import FastAPI
from starlette.testclient import TestClient

from api.access.hosts import Hosts
from api.access.rate import Rates
from api.app import Parts, create_app
from api.battle_files.schema import Connect, connect
from api.battles.kept_states import KeptStates
from api.battles.surroundings import BattleSurroundings
from api.hub.attending.membership import EventMember
from api.shapes.openapi import completed
from api.tables.source import TableSource
from rules.referee.toolkit.game import Game
from tests.api.server.asking import asking_client
from tests.api.server.held_to import Description
from tests.rules.referee.counting_game import COUNTING

PORT = 8765
ADDRESS = f"http://127.0.0.1:{PORT}"
MONITOR = "monitor-of-the-test-00"
LIVE = f"ws://127.0.0.1:{PORT}/api/v1/live"


@dataclass(slots=True)
class Clock:
    """Seconds since 1970, as a test wants them."""

    seconds: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """A server that is running, and ways to ask it."""

    app: FastAPI
    client: TestClient
    """For sockets, and for whoever asks past the description."""
    asking: httpx2.Client
    clock: Clock
    steady: Clock

    @property
    def host(self) -> str:
        token: str = self.app.state.grants.host_token
        return token

    def ask(self, method: str, path: str, *, token: str | None = None, **more: Any) -> Any:
        """A request of the host's, or of whoever has this token; an empty one is none."""
        shown = self.host if token is None else token
        headers = {"authorization": f"Bearer {shown}"} if shown else {}
        answer = self.asking.request(
            method, path, headers={**headers, **more.pop("headers", {})}, **more
        )
        # Whatever a test asks for, what is answered is what the description says; an address may
        # be sent on to another, whose description counts then.
        answered = answer.url.path if answer.history else path
        faults = described(self.app).faults(method, answered, answer)
        assert not faults, faults
        return answer

    def get(self, path: str, **more: Any) -> Any:
        return self.ask("GET", path, **more)

    def post(self, path: str, body: object, **more: Any) -> Any:
        return self.ask("POST", path, json=body, **more)

    def invite(self, battle: str, seat: str = "") -> str:
        """A token for a seat, or for a spectator."""
        wanted = {"role": "player", "seat": seat} if seat else {"role": "spectator"}
        told = self.post(f"/api/v1/battles/{battle}/invitations", wanted)
        assert told.status_code == 201, told.text
        return str(told.json()["token"])


@cache
def _description() -> Description:
    return Description({})


def described(app: FastAPI) -> Description:
    """What the server says of itself, the same for every server of a test run."""
    found = _description()
    if not found.whole:
        found.whole.update(completed(app.openapi()))
    return found


def counting_games() -> Mapping[str, Game]:
    return {COUNTING.slug: COUNTING}


@contextmanager
def served(
    table: TableSource,
    folder: Path,
    *,
    games: Callable[[], Mapping[str, Game]] = counting_games,
    connect: Connect = connect,
    rates: Rates | None = None,
    grants: Path | None = None,
    most: int = 50,
    steady: Clock | None = None,
    clock: Clock | None = None,
    states: KeptStates | None = None,
    membership: EventMember | None = None,
    now: Callable[[], str] = lambda: "2026-11-21T19:00:00Z",
) -> Iterator[Served]:
    numbers = count(1)
    clock = clock or Clock()
    # In a test that sets nothing apart, time passes as the clock goes.
    passing = steady or clock
    around = BattleSurroundings(
        folder=folder,
        games=games,
        table=table.latest,
        now=now,
        umpire_version="test",
        connect=connect,
        most=most,
        states=states or KeptStates(None),
        new_name=lambda: f"battle{next(numbers)}",
    )
    parts = Parts(
        table=table,
        hosts=Hosts(PORT),
        around=around,
        clock=clock,
        steady=passing,
        # What a test asks in a second is no flood.
        rates=rates or Rates(per_second=0, burst=1_000_000, clock=lambda: 0.0),
        grants=grants,
        membership=membership,
        addresses=lambda: ("192.0.2.7",),
        monitor=MONITOR,
    )
    app = create_app(parts)
    with (
        TestClient(app, base_url=ADDRESS, raise_server_exceptions=False) as client,
        asking_client(app, portal=client.portal, address=ADDRESS) as asking,
    ):
        yield Served(app=app, client=client, asking=asking, clock=clock, steady=passing)


def problem(answer: Any, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    body: dict[str, Any] = answer.json()
    assert body["status"] == status
    assert body["type"].startswith("urn:paper-umpire:")
    assert body["title"]
    return body
