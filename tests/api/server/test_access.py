"""Every route and every word on the socket lets in whom the policy says, and nobody else."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute, iter_route_contexts
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocketDisconnect

from api.access.admission import AdmittingRoute
from api.access.grants import AccessRole, Grants
from api.access.policy import POLICY
from api.files.table_file import parse_snapshot
from api.tables.hand import HandTable
from tests.api.server.serving import (
    ADDRESS,
    LIVE,
    MONITOR,
    Clock,
    Served,
    described,
    problem,
    served,
)
from tests.api.server.test_playing import BATTLE
from tests.api.umpire import disc, table
from tests.often import often


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowd:
    """A server with two battles, and everybody who may come to it."""

    server: Served
    tokens: dict[str, str]
    roles: dict[str, AccessRole]


@pytest.fixture
def crowd(tmp_path: Path) -> Iterator[Crowd]:
    first = parse_snapshot(json.dumps(table(disc("C1", 10, 10))), origin="test")
    with served(HandTable(first), tmp_path) as server:
        for _ in range(2):
            server.post("/api/v1/battles", BATTLE)
        ended = server.invite("battle1", "Red")
        server.clock.seconds += 25 * 3600
        revoked = server.invite("battle1", "Red")
        (grant,) = server.get("/api/v1/battles/battle1/grants").json()
        server.ask("DELETE", f"/api/v1/grants/{grant['grant']}")
        tokens = {
            "nobody": "",
            "wrong": "x" * 22,
            "ended": ended,
            "revoked": revoked,
            "spectator": server.invite("battle1"),
            "Red": server.invite("battle1", "Red"),
            "Blue": server.invite("battle1", "Blue"),
            "other battle": server.invite("battle2", "Red"),
            "host": server.host,
            "monitor": MONITOR,
        }
        roles = {
            "monitor": AccessRole.MONITOR,
            "spectator": AccessRole.SPECTATOR,
            "Red": AccessRole.PLAYER,
            "Blue": AccessRole.PLAYER,
            "other battle": AccessRole.PLAYER,
            "host": AccessRole.HOST,
        }
        yield Crowd(server=server, tokens=tokens, roles=roles)


@dataclass(frozen=True, slots=True)
class Found:
    """A route of the server, as it is really answered."""

    operation: str
    method: str
    path: str


def routes(server: Served) -> list[Found]:
    contexts = list(iter_route_contexts(server.app.routes))
    found = [
        Found(each.original_route.operation_id or "", method, each.path or "")
        for each in contexts
        if isinstance(each.original_route, APIRoute)
        for method in (each.original_route.methods or set()) - {"HEAD"}
    ]
    assert len(found) >= 45, "the routes are kept elsewhere now, and are not looked at"
    return found


def test_the_policy_and_the_routes_are_the_same_list(crowd: Crowd) -> None:
    contexts = list(iter_route_contexts(crowd.server.app.routes))
    originals = [each.original_route for each in contexts]
    over_http = [each.operation for each in routes(crowd.server)]
    sockets = [each.name for each in originals if isinstance(each, WebSocketRoute)]
    assert len(over_http) == len(set(over_http))
    assert sorted((*over_http, *sockets)) == sorted(name for name in POLICY if "." not in name)
    others = [each for each in originals if not isinstance(each, AdmittingRoute | WebSocketRoute)]
    assert others == [], "a route that nobody looks after"


FILLED = {
    "{battle}": "battle1",
    "{what}": "near",
    "{slug}": "counting",
    "{chapter}": "firing",
    "{case}": "far",
    "{ground}": "crossroads",
    "{piece}": "C1",
    "{unit}": "C1",
    "{side}": "red",
    "{area}": "W1",
    "{proposal}": "p1",
    "{grant}": "none",
    "{page:path}": "cameras.html",
    "{part}": "app.js",
    "{camera}": "practice",
    "{phone}": "none",
    "{digest}": "0" * 64,
    "{sample}": "none",
    "{photograph}": "1",
    "{folder}": "app",
    "{module}": "store.js",
    "{sequence}": "1",
    "{number}": "1",
    "{name}": "e0",
    "{clause}": "C-1",
}
ONE_BATTLE = "{battle}"
ALIKE = (("nobody", "wrong", "ended", "revoked"), ("Red", "Blue"))
"""Who is one and the same to the policy: at each route one of them asks, in turn."""
PAGES = {
    *("page", "page_part", "page_module", "docs", "book_page", "screen_page", "overlay_page"),
    *("guide", "guide_page", "for_models", "metrics"),
}


def addressed(route: Found) -> str:
    path = route.path
    for hole, value in FILLED.items():
        path = path.replace(hole, value)
    assert "{" not in path, path
    return path


def in_turn(tokens: dict[str, str], *, turn: int) -> dict[str, str]:
    waiting = {name for some in ALIKE for name in some if name != some[turn % len(some)]}
    return {name: token for name, token in tokens.items() if name not in waiting}


@pytest.mark.parametrize("is_everybody", often((False, True), quick=[False]))
def test_every_route_lets_in_whom_the_policy_says(*, is_everybody: bool, crowd: Crowd) -> None:
    # Behind these there is no battle any more that the others could be asked about.
    last = {"archive_battle", "delete_battle"}
    ordered = sorted(routes(crowd.server), key=lambda each: each.operation in last)
    for turn, route in enumerate(ordered):
        method, path = route.method, addressed(route)
        allowed = POLICY[route.operation]
        body: dict[str, Any] = {"json": {}} if method in {"POST", "PUT", "PATCH"} else {}
        asking = crowd.tokens if is_everybody else in_turn(crowd.tokens, turn=turn)
        for name, token in asking.items():
            role = crowd.roles.get(name, AccessRole.NOBODY)
            answer = crowd.server.ask(method, path, token=token, **body)
            told = f"{name}: {method} {path} {answer.status_code} {answer.text[:80]}"
            if role not in allowed:
                assert answer.status_code == (401 if role is AccessRole.NOBODY else 403), told
                assert answer.json()["type"].endswith(("who-are-you", "not-allowed")), told
            elif name == "other battle" and ONE_BATTLE in route.path:
                assert answer.json()["type"] == "urn:paper-umpire:unknown-battle", told
            else:
                assert answer.status_code not in {401, 403}, told
                assert answer.status_code < 500, told
    # What each of them was answered was held to its description, by whoever asked.
    held = {operation for operation, _ in described(crowd.server.app).seen}
    assert held == {each.operation for each in routes(crowd.server)} - PAGES


def test_nobody_speaks_or_looks_for_anothers_seat(crowd: Crowd) -> None:
    path = "/api/v1/battles/battle1"
    for name, status in (("Blue", 403), ("spectator", 403), ("host", 403)):
        token = crowd.tokens[name]
        for rest in ("", "/options"):
            if name == "spectator" and rest:
                continue
            problem(crowd.server.get(f"{path}{rest}?seat=Red", token=token), status)
        if name != "spectator":
            body = {"id": "phone-001", "seat": "Red", "command": {"kind": "roll", "die": 1}}
            problem(crowd.server.post(f"{path}/commands", body, token=token), status)
    assert crowd.server.get(path).json()["last"] == 0
    mine = crowd.server.get(path, token=crowd.tokens["Red"]).json()
    assert mine["view"]["seat"] == "Red"
    assert mine["view"]["state"]["your_turn"]


def test_the_host_sits_in_for_a_seat_once_its_player_is_gone(crowd: Crowd) -> None:
    grants = crowd.server.get("/api/v1/battles/battle1/grants").json()
    (red,) = [each["grant"] for each in grants if each["seat"] == "Red"]
    assert crowd.server.ask("DELETE", f"/api/v1/grants/{red}").status_code == 204
    assert crowd.server.get("/api/v1/battles/battle1?seat=Red").status_code == 200
    problem(crowd.server.get("/api/v1/me", token=crowd.tokens["Red"]), 401)
    problem(crowd.server.ask("DELETE", f"/api/v1/grants/{red}"), 404)
    problem(crowd.server.ask("DELETE", "/api/v1/grants/host"), 404)


def test_everybody_sees_the_battles_that_are_theirs(crowd: Crowd) -> None:
    def ids(name: str) -> list[str]:
        told = crowd.server.get("/api/v1/battles", token=crowd.tokens[name]).json()
        return sorted(each["id"] for each in told)

    assert [ids(name) for name in ("host", "Red", "spectator", "other battle")] == [
        ["battle1", "battle2"],
        ["battle1"],
        ["battle1"],
        ["battle2"],
    ]


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer ",
        "Basic {token}",
        "{token}",
        "Bearer {token}x",
        "bearer  {token} {token}",
    ],
)
def test_a_token_is_shown_in_one_way(crowd: Crowd, header: str) -> None:
    shown = header.replace("{token}", crowd.server.host)
    answer = crowd.server.client.get("/api/v1/me", headers={"authorization": shown})
    problem(answer, 401)
    assert answer.headers["www-authenticate"] == "Bearer"


def test_no_address_and_no_forged_header_lets_anybody_in(crowd: Crowd) -> None:
    forged = [
        ("x-forwarded-for", "127.0.0.1"),
        ("x-real-ip", "127.0.0.1"),
        ("forwarded", "for=127.0.0.1"),
        ("x-forwarded-user", "host"),
        ("remote-user", "host"),
        ("cookie", "token=host"),
        ("x-original-url", "/healthz"),
        ("x-http-method-override", "GET"),
        ("x-rewrite-url", "/healthz"),
        ("via", "1.1 localhost"),
    ]
    for name, value in forged:
        problem(crowd.server.client.get("/api/v1/table", headers={name: value}), 401)
        query = crowd.server.client.get(f"/api/v1/table?token={crowd.server.host}")
        problem(query, 401)


# --- tokens --------------------------------------------------------------------------------------


def test_tokens_outlive_a_restart_but_the_hosts_does_not(tmp_path: Path) -> None:
    keep, clock = tmp_path / "grants.json", Clock()
    grants = Grants(clock=clock, keep=keep)
    _, red = grants.issue(AccessRole.PLAYER, battle="b1", seat="Red")
    again = Grants(clock=clock, keep=keep)
    assert again.who(red).seat == "Red"
    assert again.who(grants.host_token).role is AccessRole.NOBODY
    assert again.who(again.host_token).role is AccessRole.HOST
    kept = keep.read_text()
    assert red not in kept
    assert keep.stat().st_mode & 0o077 == 0
    clock.seconds += 24 * 3600
    assert again.who(red).role is AccessRole.NOBODY
    assert again.who(again.host_token).role is AccessRole.HOST


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"format": "x", "grants": [{"role": "host"}]}']
)
def test_a_spoiled_list_of_grants_lets_nobody_in(tmp_path: Path, content: str) -> None:
    keep = tmp_path / "grants.json"
    keep.write_text(content)
    assert Grants(clock=Clock(), keep=keep).of_battle("") == Grants(clock=Clock()).of_battle("")


def test_tokens_are_long_and_all_different() -> None:
    grants = Grants(clock=Clock())
    tokens = {grants.issue(AccessRole.SPECTATOR, battle="b")[1] for _ in range(100)}
    assert len(tokens) == 100
    assert {len(token) for token in tokens} == {22}


def test_an_invitation_is_an_address_and_a_code_for_the_camera(crowd: Crowd) -> None:
    body = {"role": "player", "seat": "Red"}
    told = crowd.server.post("/api/v1/battles/battle2/invitations", body).json()
    assert told["url"] == f"{ADDRESS}/#{told['token']}"
    assert told["qr_svg"].startswith("<svg")
    for wrong in ({"role": "player"}, {"role": "spectator", "seat": "Red"}, {"role": "host"}):
        problem(crowd.server.post("/api/v1/battles/battle2/invitations", wrong), 422)
    wrong = {"role": "player", "seat": "Green"}
    problem(crowd.server.post("/api/v1/battles/battle2/invitations", wrong), 404)


# --- the socket ----------------------------------------------------------------------------------


def greeted(server: Served, token: str, **more: Any) -> list[dict[str, Any]]:
    """What the socket says to a hello, up to a ping's answer or its end."""
    with server.client.websocket_connect(LIVE, headers={"origin": ADDRESS}) as socket:
        socket.send_json({"type": "hello", "token": token, **more})
        heard: list[dict[str, Any]] = [socket.receive_json()]
        if heard[0]["type"] == "welcome":
            socket.send_json({"type": "ping"})
            while heard[-1]["type"] != "pong":
                heard.append(socket.receive_json())
            return heard
        with pytest.raises(WebSocketDisconnect) as end:
            socket.receive_json()
        return [*heard, {"code": end.value.code}]


def test_the_socket_lets_in_whom_the_policy_says(crowd: Crowd) -> None:
    for name, token in crowd.tokens.items():
        heard = greeted(crowd.server, token)
        if crowd.roles.get(name, AccessRole.NOBODY) in POLICY["live.hello"]:
            assert heard[0]["type"] == "welcome", name
            assert {each["type"] for each in heard[1:]} == {"start", "pong"}, name
        else:
            code = 4403 if name in crowd.roles else 4401
            assert (heard[0]["type"], heard[1]) == ("problem", {"code": code}), name


@pytest.mark.parametrize(
    ("name", "more", "kind"),
    [
        ("Blue", {"seat": "Red"}, "not-your-seat"),
        ("spectator", {"seat": "Red"}, "not-your-seat"),
        ("host", {"battle": "battle1", "seat": "Red"}, "seat-taken"),
        ("Red", {"battle": "battle2"}, "unknown-battle"),
        ("Red", {"battle": "battle9"}, "unknown-battle"),
        ("host", {"battle": "../battle1"}, "unknown-battle"),
    ],
)
def test_the_socket_shows_nobody_what_is_anothers(
    crowd: Crowd, name: str, more: dict[str, Any], kind: str
) -> None:
    heard = greeted(crowd.server, crowd.tokens[name], **more)
    assert heard[0]["problem"]["type"] == f"urn:paper-umpire:{kind}"
    assert heard[1] == {"code": 4403}
