"""A television shows a code, the host types it, and that screen alone is let in."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.access.local_code import NoCodeError
from api.access.waiting_screens import (
    MOST_OF_ONE_CALLER,
    MOST_WAITING,
    SECONDS,
    UNHEARD_SECONDS,
    CrowdedScreensError,
    WaitingScreens,
)
from api.tables.hand import HandTable
from tests.api.server.serving import Clock, Served, problem, served
from tests.api.server.test_playing import BATTLE, seen

INVITATIONS = "/api/v1/battles/battle1/invitations"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def screens(clock: Clock) -> WaitingScreens:
    return WaitingScreens(clock=clock)


def test_the_screen_that_shows_the_code_takes_its_token(screens: WaitingScreens) -> None:
    code, asks_with = screens.show(caller="tv")
    other, others = screens.show(caller="tv")
    assert (len(code), code != other) == (6, True)
    assert screens.take(asks_with) == ""
    screens.showing(code).token = "the token"
    assert screens.take(others) == ""
    assert screens.take(asks_with) == "the token"
    # The answer may have been lost on its way.
    assert screens.take(asks_with) == "the token"
    with pytest.raises(NoCodeError, match="the code on this screen has ended"):
        screens.take("what nobody was given")


def test_a_code_lets_one_screen_in(screens: WaitingScreens) -> None:
    code, _ = screens.show(caller="tv")
    screens.showing(code).token = "t"
    with pytest.raises(NoCodeError, match="no screen shows that code now"):
        screens.showing(code)


def test_a_code_ends_after_ten_minutes_and_when_its_screen_asks_no_more(
    screens: WaitingScreens, clock: Clock
) -> None:
    code, asks_with = screens.show(caller="tv")
    until = clock.seconds + SECONDS
    while clock.seconds < until - UNHEARD_SECONDS / 2:
        clock.seconds += UNHEARD_SECONDS / 2
        screens.take(asks_with)
    screens.showing(code)
    clock.seconds = until
    with pytest.raises(NoCodeError):
        screens.showing(code)
    code, _ = screens.show(caller="tv")
    clock.seconds += UNHEARD_SECONDS
    with pytest.raises(NoCodeError):
        screens.showing(code)


def test_so_many_screens_wait_few_of_one_address_and_no_two_show_the_same(clock: Clock) -> None:
    picked = iter([f"{each // 2:06}" for each in range(4 * MOST_WAITING)])
    screens = WaitingScreens(clock=clock, pick=lambda: next(picked))
    codes = {screens.show(caller="one")[0] for _ in range(MOST_OF_ONE_CALLER)}
    with pytest.raises(CrowdedScreensError, match="and 3 of one address"):
        screens.show(caller="one")
    left = MOST_WAITING - MOST_OF_ONE_CALLER
    codes |= {screens.show(caller=f"other {each}")[0] for each in range(left)}
    assert len(codes) == MOST_WAITING
    with pytest.raises(CrowdedScreensError, match="as may: 8"):
        screens.show(caller="the last")
    clock.seconds += UNHEARD_SECONDS
    screens.show(caller="the last")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(HandTable(seen()), tmp_path) as found:
        found.post("/api/v1/battles", BATTLE)
        yield found


def show(server: Served) -> Any:
    return server.ask("POST", "/api/v1/screen-code", token="").json()


def take(server: Served, asks_with: str) -> Any:
    body = {"asks_with": asks_with}
    return server.ask("POST", "/api/v1/screen-code/token", token="", json=body)


def test_the_host_lets_a_screen_in_by_its_code(server: Served) -> None:
    shown = show(server)
    assert take(server, shown["asks_with"]).json() == {"token": ""}
    wanted = {"role": "spectator", "page": "screen", "code": shown["code"]}
    invited = server.post(INVITATIONS, wanted)
    assert invited.status_code == 201
    token = take(server, shown["asks_with"]).json()["token"]
    assert token == invited.json()["token"]
    me = server.ask("GET", "/api/v1/me", token=token).json()
    assert (me["role"], me["battle"]) == ("spectator", "battle1")
    (grant,) = server.get("/api/v1/battles/battle1/grants").json()
    assert grant["page"] == "screen"


@pytest.mark.parametrize(
    ("wanted", "status", "words"),
    [
        ({"role": "spectator", "page": "screen", "code": "000000"}, 409, "no screen shows"),
        ({"role": "spectator", "page": "overlay", "code": ""}, 422, "code: expected none"),
        ({"role": "spectator", "code": "000000"}, 422, "code: expected none"),
        ({"role": "player", "seat": "Red", "code": "000000"}, 422, "code: expected none"),
    ],
)
def test_a_code_that_no_such_screen_shows_lets_nobody_in(
    server: Served, wanted: dict[str, str], status: int, words: str
) -> None:
    shown = show(server)
    wanted = {**wanted, "code": wanted["code"] or shown["code"]}
    assert words in problem(server.post(INVITATIONS, wanted), status)["detail"]
    assert server.get("/api/v1/battles/battle1/grants").json() == []
    assert take(server, shown["asks_with"]).json() == {"token": ""}


def test_only_a_host_types_it_and_only_so_many_screens_wait(server: Served) -> None:
    wanted = {"role": "spectator", "page": "screen", "code": show(server)["code"]}
    for token in ("", server.invite("battle1", "Red")):
        answer = server.ask("POST", INVITATIONS, token=token, json=wanted)
        assert answer.status_code in {401, 403}
    for _ in range(MOST_OF_ONE_CALLER - 1):
        show(server)
    crowded = server.ask("POST", "/api/v1/screen-code", token="")
    assert problem(crowded, 409)["type"].endswith(":too-many")
