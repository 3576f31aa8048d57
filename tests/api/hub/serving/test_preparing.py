"""What an organiser prepares and times: army lists that the builder checks, and a round's clock."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.hub.serving.hubs import EVENT, ServedHub, served_hub
from tests.api.hub.serving.test_hub_live import listening


@pytest.fixture
def hub(address: str) -> Iterator[ServedHub]:
    with served_hub(address) as found:
        yield found.with_event(4)


def asks_for_lists(hub: ServedHub) -> None:
    hub.do(f"{EVENT}/lists", game="paper_tigers", total=12)


def list_of(hub: ServedHub, player: int) -> Any:
    return hub.get(f"{EVENT}/players/{player}/list")


def standings_of_lists(hub: ServedHub, token: str) -> list[str]:
    return [each["army_list"] for each in hub.get(EVENT, token=token)["players"]]


def test_the_army_builder_checks_each_list(hub: ServedHub) -> None:
    one, other = (hub.invite("player", player=each) for each in (1, 2))
    asks_for_lists(hub)
    units = ["2 tank", "squad"]
    hub.do(f"{EVENT}/players/1/list", token=one, units=["", *units])
    found = hub.get(f"{EVENT}/players/1/list", token=one)
    assert found == list_of(hub, 1)
    assert (found["units"], found["total"], found["faults"]) == (units, 12, [])
    assert found["points"] == 11
    # Too dear: it is kept, with what the builder says, and another one takes its place.
    hub.do(f"{EVENT}/players/2/list", token=other, units=["9 tank"])
    assert list_of(hub, 2)["faults"] == ["45 points are 33 more than the 12 that were agreed."]
    assert standings_of_lists(hub, one) == ["fits", "faults", "none", "none"]
    hub.do(f"{EVENT}/players/2/list", token=other, units=units)
    assert standings_of_lists(hub, one) == ["fits", "fits", "none", "none"]


def test_a_list_is_seen_by_its_player_and_the_staff_alone(hub: ServedHub) -> None:
    tokens = {
        each: hub.invite(each, **more)
        for each, more in (
            ("player", {"player": 2}),
            ("judge", {"name": "Joy"}),
            ("spectator", {}),
        )
    }
    asks_for_lists(hub)
    path = f"{EVENT}/players/1/list"
    hub.do(path, units=["tank"])
    seen = {each: hub.ask("GET", path, token=token).status_code for each, token in tokens.items()}
    assert seen == {"player": 403, "judge": 200, "spectator": 403}
    body = {"id": "others", "units": ["tank"]}
    refused = hub.ask("POST", path, token=tokens["player"], json=body)
    assert refused.json()["type"] == "urn:paper-umpire:not-your-list"


def test_what_is_no_list_is_refused(hub: ServedHub) -> None:
    def refused(path: str, token: str | None = None, **body: Any) -> str:
        answer = hub.ask("POST", f"{EVENT}{path}", token=token, json={"id": "none", **body})
        assert answer.status_code == 409, answer.text
        return str(answer.json()["detail"])

    player = hub.invite("player", player=1)
    assert "asks for lists" in refused("/players/1/list", units=["tank"])
    assert "expected one of paper" in refused("/lists", game="chess")
    asks_for_lists(hub)
    assert "did you mean tank" in refused("/players/1/list", units=["tanks"])
    assert "a unit at least" in refused("/players/1/list", units=["  "])
    hub.do(f"{EVENT}/rounds")
    late = refused("/players/1/list", token=player, units=["tank"])
    assert "ask the organiser" in late
    hub.do(f"{EVENT}/players/1/list", units=["tank"])
    assert "before round 1" in refused("/lists", game="paper_tigers")


def clock_of(hub: ServedHub, token: str | None = None) -> Any:
    return hub.get(EVENT, token=token)["clock"]


def test_the_clock_of_a_round_runs_stands_and_runs_out(hub: ServedHub) -> None:
    judge = hub.invite("judge", name="Joy")
    hub.do(f"{EVENT}/rounds")
    assert clock_of(hub) is None
    hub.do(f"{EVENT}/clock", minutes=90)
    hub.clock.pass_minutes(30)
    assert clock_of(hub) == {"left_s": 3600.0, "runs": True}
    hub.do(f"{EVENT}/clock/pause", token=judge)
    hub.clock.pass_minutes(10)
    assert clock_of(hub) == {"left_s": 3600.0, "runs": False}
    again = hub.ask("POST", f"{EVENT}/clock/pause", json={"id": "twice"})
    assert (again.status_code, again.json()["detail"]) == (
        409,
        "clock: expected one that runs, got none",
    )
    hub.do(f"{EVENT}/clock/going-on", token=judge)
    hub.clock.pass_minutes(61)
    assert clock_of(hub) == {"left_s": -60.0, "runs": True}
    hub.do(f"{EVENT}/rounds/last/withdrawal", reason="one too many")
    assert clock_of(hub) is None


def test_spectators_see_the_clock_as_late_as_everything_else(hub: ServedHub) -> None:
    spectator, player = hub.invite("spectator"), hub.invite("player", player=1)
    hub.do(f"{EVENT}/rounds")
    hub.ask("PUT", f"{EVENT}/delay", json={"id": "late", "minutes": 10})
    hub.clock.pass_minutes(20)
    hub.do(f"{EVENT}/clock", minutes=90)
    hub.clock.pass_minutes(9)
    assert clock_of(hub, spectator) is None
    hub.clock.pass_minutes(6)
    assert clock_of(hub, player)["left_s"] == 75 * 60
    assert clock_of(hub, spectator)["left_s"] == 85 * 60


def test_whoever_follows_is_told_the_clock_by_the_hubs_own_time(hub: ServedHub) -> None:
    spectator = hub.invite("spectator")
    hub.do(f"{EVENT}/rounds")
    hub.ask("PUT", f"{EVENT}/delay", json={"id": "late", "minutes": 10})
    hub.clock.pass_minutes(20)
    hub.do(f"{EVENT}/clock", minutes=90)
    began = hub.get("/hub/v1/me")["now_s"]
    with listening(hub, hub.owner) as heard:
        assert heard.receive_json()["clock"] == {"left_s": 5400.0, "since_s": began}
    hub.clock.pass_minutes(11)
    with listening(hub, spectator, tables=True) as heard:
        assert heard.receive_json()["clock"] == {"left_s": 5400.0, "since_s": began + 600}


def test_lists_can_be_asked_for_games_that_have_an_army_builder(hub: ServedHub) -> None:
    found = hub.get("/hub/v1/games")
    assert [each["game"] for each in found] == ["paper_tigers"]
