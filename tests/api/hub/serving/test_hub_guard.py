"""What the hub turns away before any route: foreign pages, floods, and bodies that do not fit."""

from pathlib import Path

from starlette.testclient import TestClient

from api.access.rate import Rates
from tests.api.hub.serving.hubs import ADDRESS, EVENT, served_hub


def kind(answer: object) -> tuple[int, str]:
    told = answer.json()  # type: ignore[attr-defined]
    return told["status"], told["type"].rpartition(":")[2]


def test_foreign_pages_are_turned_away(tmp_path: Path) -> None:
    with served_hub(tmp_path / "hub") as hub:
        client: TestClient = hub.client
        health = "/hub/v1/health"
        assert kind(client.get(health, headers={"host": "evil.example"})) == (421, "foreign-host")
        foreign = client.get(health, headers={"origin": "https://evil.example"})
        assert kind(foreign) == (403, "foreign-origin")
        own = client.get(health, headers={"origin": ADDRESS})
        assert own.status_code == 200
        assert "default-src 'self'" in own.headers["content-security-policy"]


def test_bodies_that_do_not_fit(tmp_path: Path) -> None:
    with served_hub(tmp_path / "hub") as hub:
        hub.with_event(0)
        path, headers = f"{EVENT}/players", {"authorization": f"Bearer {hub.owner}"}
        long = {"id": "long", "name": "x" * 70_000}
        assert kind(hub.ask("POST", path, json=long)) == (413, "too-long")
        plain = hub.client.post(path, content="name=Ada", headers=headers)
        assert kind(plain) == (415, "not-json")
        odd = hub.ask("POST", path, json={"id": "odd", "name": "Ada", "crown": True})
        assert kind(odd) == (422, "bad-question")
        nameless = hub.ask("POST", path, json={"id": "x", "name": "Ada"})
        assert kind(nameless) == (422, "bad-question")
        nowhere = hub.ask("GET", "/hub/v1/nowhere")
        assert kind(nowhere) == (404, "not-found")


def test_a_flood_is_slowed(tmp_path: Path) -> None:
    slow = Rates(per_second=0, burst=3, clock=lambda: 0.0)
    with served_hub(tmp_path / "hub", rates=slow) as hub:
        found = [hub.ask("GET", "/hub/v1/me").status_code for _ in range(4)]
        assert found == [200, 200, 200, 429]
        # Somebody else at the same address is still answered.
        assert hub.ask("GET", "/hub/v1/health", token="").status_code == 200
