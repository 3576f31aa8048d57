"""The referee's own dice are promised before they are rolled, and rolled once."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.battles.opening import open_battle
from api.roller import Commitment, ProvenRoll, check_roll
from api.tables.hand import HandTable
from tests.api.server.serving import Served, problem, served
from tests.api.server.test_playing import BATTLE, path, seen


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(HandTable(seen()), tmp_path) as found:
        any_die = {**BATTLE, "options": {"cap": 6}}
        assert found.post("/api/v1/battles", any_die).status_code == 201
        yield found


def promise(server: Served, count: int = 1) -> Commitment:
    told = server.post(path("/dice"), {"count": count, "what": "the first roll"})
    assert told.status_code == 201, told.text
    return Commitment(**told.json())


def rolled(server: Served, promised: Commitment, *, name: str, **more: Any) -> Any:
    body = {
        "id": name,
        "seat": "Red",
        "field": "die",
        "command": {"kind": "roll"},
        "contribution": "luck be a lady",
        **more,
    }
    return server.post(path(f"/dice/{promised.digest}/roll"), body)


def as_roll(told: dict[str, Any], promised: Commitment) -> ProvenRoll:
    return ProvenRoll(
        commitment=promised,
        seed=told["seed"],
        contribution=told["contribution"],
        results=tuple(told["results"]),
    )


def test_a_roll_is_what_was_promised_and_anybody_can_check_it(
    server: Served, tmp_path: Path
) -> None:
    promised = promise(server)
    told = rolled(server, promised, name="roll-0001").json()
    assert told["accepted"]
    assert told["rolled_by"] == "referee"
    assert check_roll(promised, as_roll(told["roll"], promised)) is None
    assert told["roll"]["results"][0] in told["events"][0]["says"]
    # Sent again it is the same; another command does not get it any more.
    assert rolled(server, promised, name="roll-0001").json() == told
    problem(rolled(server, promised, name="roll-0002"), 422)
    spectator = server.invite("battle1")
    shown = server.get(path("/dice"), token=spectator).json()
    assert shown["promised"] == []
    assert [each["command"] for each in shown["rolled"]] == ["roll-0001"]
    # It is in the file, and outlives the server.
    server.client.__exit__(None, None, None)
    opened = open_battle(tmp_path / "battle1.battle", stamp="now")
    assert list(opened.file.rolls()) == ["roll-0001"]
    opened.file.close()


def test_nothing_is_rolled_for_a_command_that_is_refused(server: Served) -> None:
    promised = promise(server)
    told = rolled(server, promised, name="roll-0001", seat="Blue").json()
    assert not told["accepted"]
    assert told["roll"] is None
    assert [each["digest"] for each in server.get(path("/dice")).json()["promised"]] == [
        promised.digest
    ]
    assert server.get(path()).json()["last"] == 0
    problem(rolled(server, promised, name="roll-0002", command={"kind": "roll", "die": 6}), 422)
    assert rolled(server, promised, name="roll-0003").json()["accepted"]


@pytest.mark.parametrize("wrong", [{"count": 0}, {"count": 101}, {"count": 1, "what": "a\nb"}, {}])
def test_a_promise_that_makes_no_sense_is_refused(server: Served, wrong: dict[str, Any]) -> None:
    problem(server.post(path("/dice"), wrong), 422)
    assert server.get(path("/dice")).json() == {"promised": [], "rolled": [], "unused": []}


def test_a_roll_that_is_refused_for_what_came_up_is_shown_all_the_same(tmp_path: Path) -> None:
    with served(HandTable(seen()), tmp_path) as server:
        small = {**BATTLE, "options": {"cap": 1}}
        assert server.post("/api/v1/battles", small).status_code == 201
        came: list[dict[str, Any]] = []
        told: dict[str, Any] = {}
        # A roll of 2 or more; fifty ones in a row do not come up.
        for number in range(50):
            seat = "Red" if number % 2 == 0 else "Blue"
            told = rolled(server, promise(server), name=f"roll-{number:04}", seat=seat).json()
            came.append(told["roll"])
            if not told["accepted"]:
                break
        assert not told["accepted"]
        assert server.get(path("/dice")).json()["unused"] == came[-1:]
