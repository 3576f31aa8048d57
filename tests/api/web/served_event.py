"""An event at a hub, served over HTTP for a browser: six players, and one round drawn."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import uvicorn

from api.access.hosts import Hosts
from api.hub.serving.app import hub_app
from api.hub.serving.desk import HubDesk
from api.hub.store.opening import open_database
from benchmarks.live.phone_stage import HOME, serving_here
from tests.api.hub.serving.hubs import GAMES
from tests.api.hub.serving.watched import log, played


class EventServed:
    """A hub over HTTP, asked as whoever runs it."""

    def __init__(self, address: str, *, owner: str) -> None:
        self.address = address
        self.owner = owner
        self._client = httpx2.Client(base_url=address)
        self._count = 0

    def post(self, path: str, body: dict[str, Any], *, token: str = "") -> Any:
        self._count += 1
        headers = {"authorization": f"Bearer {token or self.owner}"}
        sent = body if token == "code" else {"id": f"page-{self._count}", **body}
        answer = self._client.post(f"/hub/v1{path}", json=sent, headers=headers)
        assert answer.status_code < 300, answer.text
        return answer.json()

    def code(self, role: str, name: str = "", *, player: int = 0) -> str:
        headers = {"authorization": f"Bearer {self.owner}"}
        body = {"role": role, "name": name, "player": player}
        answer = self._client.post("/hub/v1/events/cup/codes", json=body, headers=headers)
        return str(answer.json()["code"])

    def table(self, number: int) -> str:
        headers = {"authorization": f"Bearer {self.owner}"}
        path = f"/hub/v1/events/cup/tables/{number}/code"
        code = self._client.post(path, headers=headers).json()["code"]
        joined = self._client.post("/hub/v1/tables/join", json={"code": code})
        return str(joined.json()["token"])

    def push(self, table: str, *, dice: tuple[int, ...]) -> None:
        lines = [each.text for each in log(played(*dice))]
        headers = {"authorization": f"Bearer {table}"}
        body = {"battle": "b1", "from": 0, "lines": lines}
        answer = self._client.post("/hub/v1/tables/me/log", json=body, headers=headers)
        assert answer.status_code == 200, answer.text

    def close(self) -> None:
        self._client.close()


@contextmanager
def event_served(file: Path) -> Iterator[EventServed]:
    """The hub and its event, kept in this file."""
    with closing(open_database(file)) as database:
        desk = HubDesk(database, games=lambda: GAMES)
        _, owner = desk.grants.admit_owner()

        def made(port: int) -> uvicorn.Config:
            return uvicorn.Config(hub_app(desk, hosts=[Hosts(port)]), log_level="warning")

        with serving_here(made) as port:
            served = EventServed(f"http://{HOME}:{port}", owner=owner)
            with closing(served):
                served.post("/events", {"event": "cup", "name": "Winter Cup", "rounds": 3})
                for name in ("Ada", "Bob", "Cleo", "Dan", "Eve", "Finn"):
                    served.post("/events/cup/players", {"name": name, "club": "Dicers"})
                served.post("/events/cup/rounds", {})
                yield served
