"""A browser on this computer comes in with a code from the terminal, and with nothing less."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.access.local_code import MOST_MISSED, MOST_TRIES, LocalCode, NoCodeError, WrongCodeError
from api.tables.hand import HandTable
from tests.api.server.serving import ADDRESS, LIVE, Clock, Served, problem, served
from tests.api.server.test_playing import BATTLE, seen


@dataclass(frozen=True, slots=True, kw_only=True)
class Codes:
    """Codes of which the terminal tells a test."""

    made: LocalCode
    told: list[str]
    clock: Clock


@pytest.fixture
def codes() -> Codes:
    told: list[str] = []
    clock = Clock()
    made = LocalCode(clock=clock, tell=told.append)
    return Codes(made=made, told=told, clock=clock)


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 10**6:06}"


def test_a_code_is_good_once(codes: Codes) -> None:
    assert codes.made.show() == 60
    (code,) = codes.told
    assert len(code) == 6
    assert code.isdecimal()
    codes.made.enter(code)
    with pytest.raises(NoCodeError, match="no code to enter"):
        codes.made.enter(code)


def test_a_code_is_good_for_a_minute(codes: Codes) -> None:
    codes.made.show()
    codes.clock.seconds += 60
    with pytest.raises(NoCodeError):
        codes.made.enter(codes.told[0])


def test_a_code_is_good_for_five_tries_and_the_next_comes_after_its_minute(codes: Codes) -> None:
    codes.made.show()
    for left in reversed(range(MOST_TRIES)):
        with pytest.raises(WrongCodeError, match=f"{left} tr"):
            codes.made.enter(wrong(codes.told[0]))
    with pytest.raises(NoCodeError):
        codes.made.enter(codes.told[0])
    codes.clock.seconds += 59
    with pytest.raises(NoCodeError, match="in 1 s"):
        codes.made.show()
    codes.clock.seconds += 1
    codes.made.show()
    codes.made.enter(codes.told[1])


def test_asking_again_shows_no_other_code_and_gives_no_more_tries(codes: Codes) -> None:
    codes.made.show()
    for _ in range(50):
        with pytest.raises(NoCodeError, match="shown already"):
            codes.made.show()
    assert len(codes.told) == 1


def test_whoever_guesses_on_is_shut_out_until_a_restart(codes: Codes) -> None:
    for _ in range(MOST_MISSED // MOST_TRIES):
        codes.made.show()
        for _ in range(MOST_TRIES):
            with pytest.raises(WrongCodeError):
                codes.made.enter(wrong(codes.told[-1]))
        codes.clock.seconds += 60
    with pytest.raises(NoCodeError, match="umpire open"):
        codes.made.show()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(HandTable(seen()), tmp_path) as found:
        yield found


def local(server: Served, address: str = "127.0.0.1") -> TestClient:
    """A browser at an address; the server runs already."""
    return TestClient(server.app, base_url=ADDRESS, client=(address, 50000))


def shown(server: Served) -> list[str]:
    told: list[str] = []
    server.app.state.local_code = LocalCode(clock=server.clock, tell=told.append)
    return told


def test_a_browser_here_comes_in_as_the_host(server: Served) -> None:
    told = shown(server)
    here = local(server)
    answer = here.post("/api/v1/code")
    assert (answer.status_code, answer.json()) == (201, {"seconds": 60.0})
    missed: Any = here.post("/api/v1/code/entered", json={"code": wrong(told[0])})
    assert problem(missed, 409)["type"].endswith("wrong-code")
    answer = here.post("/api/v1/code/entered", json={"code": told[0]})
    me = server.get("/api/v1/me", token=answer.json()["token"]).json()
    assert me["role"] == "host"
    again = here.post("/api/v1/code/entered", json={"code": told[0]})
    assert problem(again, 409)["type"].endswith("no-code")


def test_a_phone_cannot_ask_for_a_code_nor_enter_one(server: Served) -> None:
    told = shown(server)
    phone = local(server, "192.0.2.9")
    assert problem(phone.post("/api/v1/code"), 409)["type"].endswith("not-here")
    local(server).post("/api/v1/code")
    answer = phone.post("/api/v1/code/entered", json={"code": told[0]})
    assert problem(answer, 409)["type"].endswith("not-here")


@pytest.mark.parametrize(
    ("header", "value", "status"),
    [
        ("host", "evil.example:8765", 421),
        ("origin", "http://evil.example", 403),
        ("sec-fetch-site", "cross-site", 403),
    ],
)
def test_a_foreign_page_cannot_have_a_code_shown(
    server: Served, header: str, value: str, status: int
) -> None:
    told = shown(server)
    answer = local(server).post("/api/v1/code", headers={header: value})
    assert answer.status_code == status
    assert told == []


def test_the_address_alone_lets_nobody_in(server: Served) -> None:
    assert local(server).get("/api/v1/me").status_code == 401
    assert "scan the code" in server.get("/api/v1/me", token="").json()["detail"]
    assert "ended or was revoked" in server.get("/api/v1/me", token="x" * 22).json()["detail"]


def test_everybody_is_told_which_seats_somebody_looks_from(server: Served) -> None:
    battle = server.post("/api/v1/battles", BATTLE).json()["id"]
    red, spectator = server.invite(battle, "Red"), server.invite(battle)

    def here() -> dict[str, bool]:
        told = server.get(f"/api/v1/battles/{battle}/seats", token=spectator).json()
        return {each["name"]: each["here"] for each in told}

    assert here() == {"Red": False, "Blue": False}
    with server.client.websocket_connect(LIVE, headers={"origin": ADDRESS}) as socket:
        socket.send_json({"type": "hello", "token": red})
        assert socket.receive_json()["type"] == "welcome"
        assert socket.receive_json()["type"] == "start"
        assert here() == {"Red": True, "Blue": False}
