"""Every address of the hub lets in whom the table of roles says, and nobody else."""

import re
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts
from starlette.routing import WebSocketRoute

from api.hub.entry.roles import ANYBODY, HUB_POLICY, PEOPLE, TABLES, HubRole
from api.hub.serving.admission import HubRoute
from tests.api.hub.serving.hubs import ServedHub, served_hub
from tests.api.umpire import REPOSITORY

FILLED = {
    "{event}": "cup",
    "{player}": "1",
    "{table}": "1",
    "{call}": "1",
    "{grant}": "none",
    "{ruling}": "1.1",
    "{name}": "none.js",
    "{name:path}": "none.css",
}
PAGES = {"hub_page", "hub_screen", "hub_page_part", "hub_look"}


def tokens(hub: ServedHub) -> dict[HubRole, str]:
    return {
        HubRole.NOBODY: "",
        HubRole.SPECTATOR: hub.invite("spectator"),
        HubRole.PLAYER: hub.invite("player", player=1),
        HubRole.TABLE: hub.table(2),
        HubRole.JUDGE: hub.invite("judge", name="Joy"),
        HubRole.HEAD_JUDGE: hub.invite("head_judge", name="Hal"),
        HubRole.ORGANISER: hub.invite("organiser"),
    }


def routes(app: FastAPI) -> list[tuple[str, str, str]]:
    """The operation, the method and the address of each route as it is really answered."""
    found = [
        (each.original_route.operation_id or "", method, each.path or "")
        for each in iter_route_contexts(app.routes)
        if isinstance(each.original_route, APIRoute)
        for method in each.original_route.methods or set()
    ]
    assert len(found) >= 40, "the routes are kept elsewhere now, and are not looked at"
    return found


def test_the_roles_and_the_routes_are_the_same_list(tmp_path: Path) -> None:
    with served_hub(tmp_path / "hub") as hub:
        app: Any = hub.client.app
        originals = [each.original_route for each in iter_route_contexts(app.routes)]
        sockets = [each.name for each in originals if isinstance(each, WebSocketRoute)]
        over_http = [operation for operation, _, _ in routes(app)]
    assert sorted((*over_http, *sockets)) == sorted(HUB_POLICY)
    others = [each for each in originals if not isinstance(each, HubRoute | WebSocketRoute)]
    assert others == [], "a route that nobody looks after"


def test_the_addresses_of_the_guide_are_there(tmp_path: Path) -> None:
    page = (REPOSITORY / "docs" / "events.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| `([A-Z]+) (/\S+)` \| (\w+) \|", page, re.MULTILINE)
    assert len(told) >= 10
    with served_hub(tmp_path / "hub") as hub:
        app: Any = hub.client.app
        known = {(method, path): operation for operation, method, path in routes(app)}
    whose = {"anybody": ANYBODY, "table": TABLES, "people": PEOPLE}
    for method, path, role in told:
        assert HUB_POLICY[known[method, f"/hub/v1{path}"]] == whose[role], path


def test_every_route_lets_in_whom_the_table_of_roles_says(tmp_path: Path) -> None:
    with served_hub(tmp_path / "hub") as hub:
        hub.with_event(2)
        everybody = tokens(hub)
        assert set(everybody) == set(HubRole)
        for operation, method, path in routes(hub.client.app):  # type: ignore[arg-type]
            for hole, value in FILLED.items():
                path = path.replace(hole, value)  # noqa: PLW2901
            assert "{" not in path, path
            for role, token in everybody.items():
                body: dict[str, Any] = {"json": {}} if method in {"POST", "PUT"} else {}
                answer = hub.ask(method, path, token=token, **body)
                told = f"{role}: {method} {path} {answer.status_code} {answer.text[:90]}"
                if role in HUB_POLICY[operation]:
                    assert answer.status_code not in {401, 403} or operation.startswith("join"), (
                        told
                    )
                    assert answer.status_code < 500, told
                else:
                    expected = 401 if role is HubRole.NOBODY else 403
                    assert answer.status_code == expected, told
                if answer.status_code >= 400:
                    assert answer.headers["content-type"] == "application/problem+json", told
                    assert answer.json()["type"].startswith("urn:paper-umpire:"), told
                if operation not in PAGES and not path.startswith("/hub/v1"):
                    raise AssertionError(told)
