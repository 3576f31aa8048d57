"""A hub in the process of a test, on a clock of the test's own, with somebody of every role."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from api.access.hosts import Hosts
from api.access.rate import Rates
from api.hub.serving.app import hub_app
from api.hub.serving.desk import HubDesk
from api.hub.store.opening import open_database
from rules.registry import game
from tests.rules.referee.counting_game import COUNTING

PORT = 8770
ADDRESS = f"http://127.0.0.1:{PORT}"
EVENT = "/hub/v1/events/cup"
HEROES, TIGERS = game("paper_invasion"), game("paper_tigers")
GAMES = {each.slug: each for each in (COUNTING, HEROES, TIGERS)}
_IDS = count(1000)


@dataclass(slots=True)
class HubClock:
    """A time that passes when the test says so."""

    now: datetime = field(default_factory=lambda: datetime(2026, 11, 24, 18, tzinfo=UTC))

    def __call__(self) -> datetime:
        return self.now

    def pass_minutes(self, minutes: float) -> None:
        self.now += timedelta(minutes=minutes)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedHub:
    """One process of a hub, and ways to ask it."""

    client: TestClient
    desk: HubDesk
    clock: HubClock
    owner: str

    def ask(self, method: str, path: str, *, token: str | None = None, **more: Any) -> Any:
        shown = self.owner if token is None else token
        headers = {"authorization": f"Bearer {shown}"} if shown else {}
        return self.client.request(method, path, headers=headers, **more)

    def get(self, path: str, **more: Any) -> Any:
        answer = self.ask("GET", path, **more)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def do(self, path: str, *, token: str | None = None, **body: Any) -> Any:
        """Something that is done once, with an id of its own."""
        answer = self.ask("POST", path, token=token, json={"id": f"test-{next(_IDS)}", **body})
        assert answer.status_code in {200, 201}, answer.text
        return answer.json()

    def invite(self, role: str, **more: Any) -> str:
        """The token of somebody who came in with a code."""
        invited = self.ask("POST", f"{EVENT}/codes", json={"role": role, **more})
        assert invited.status_code == 201, invited.text
        return self.join("/hub/v1/join", invited.json()["code"])

    def table(self, number: int) -> str:
        invited = self.ask("POST", f"{EVENT}/tables/{number}/code")
        assert invited.status_code == 201, invited.text
        return self.join("/hub/v1/tables/join", invited.json()["code"])

    def join(self, path: str, code: str) -> str:
        joined = self.ask("POST", path, token="", json={"code": code})
        assert joined.status_code == 200, joined.text
        return str(joined.json()["token"])

    def with_event(self, players: int = 4, **more: Any) -> "ServedHub":
        """An event named cup; the same hub."""
        self.do("/hub/v1/events", event="cup", name="Winter Cup", **{"rounds": 3, **more})
        for number in range(1, players + 1):
            self.do(f"{EVENT}/players", name=f"Player {number}", rating=2000 - number)
        return self


@contextmanager
def served_hub(
    address: str | Path, *, clock: HubClock | None = None, rates: Rates | None = None
) -> Iterator[ServedHub]:
    with closing(open_database(address)) as database:
        clock = clock or HubClock()
        desk = HubDesk(database, games=lambda: GAMES, clock=clock)
        generous = Rates(per_second=0, burst=1_000_000, clock=lambda: 0.0)
        app = hub_app(desk, hosts=[Hosts(PORT)], rates=rates or generous)
        _, owner = desk.grants.admit_owner()
        with TestClient(app, base_url=ADDRESS, raise_server_exceptions=False) as client:
            yield ServedHub(client=client, desk=desk, clock=clock, owner=owner)
