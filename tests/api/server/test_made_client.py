"""A client that was made from openapi.json alone plays a battle to its end."""

import random
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from api.tables.hand import HandTable
from rules.registry import games
from tests.api.server.client_maker import client_source
from tests.api.server.serving import Served, served
from tests.api.server.test_hand_table import first

SAMPLE = "tossing_tiger-starter-deck"
NEVER = {"concede", "object", "take_back", "challenge", "override", "amend_state", "change_option"}
MOST = 400


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(HandTable(first()), tmp_path, games=games) as found:
        yield found


@pytest.fixture
def made(server: Served, monkeypatch: pytest.MonkeyPatch) -> Any:
    source = client_source(server.get("/api/v1/openapi.json", token="").json())
    module = ModuleType("made_client")
    # Dataclasses look their types up by the module's name.
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(source, "made_client.py", "exec"), module.__dict__)
    return module


def sender(server: Served, token: str) -> Callable[[str, str, str | None], tuple[int, str]]:
    def send(method: str, path: str, body: str | None) -> tuple[int, str]:
        headers = {} if body is None else {"content-type": "application/json"}
        answer = server.ask(method, path, token=token, headers=headers, content=body)
        return answer.status_code, answer.text

    return send


def filled(offer: Any, rng: random.Random) -> dict[str, Any]:
    """A command as the description of options and their holes says."""
    command = {"kind": offer.command, **offer.fixed}
    for hole in offer.holes:
        if hole.optional:
            continue
        if hole.kind == "dice":
            command[hole.name] = [rng.randint(1, 6) for _ in range(hole.count)]
        elif hole.allowed:
            command[hole.name] = rng.choice(hole.allowed)
    return command


@pytest.mark.long
def test_a_client_made_from_the_description_plays_a_battle_to_its_end(
    server: Served, made: Any
) -> None:
    rng, ids = random.Random(5), count(1)
    host = made.Client(sender(server, server.host))
    assert host.who_am_i().role == "host"
    assert SAMPLE in [each.sample for each in host.samples()]
    battle = host.begin_sample(SAMPLE).id
    seats = [each.name for each in host.seats(battle)]
    guest = host.invite(battle, role="player", seat=seats[1])
    players = {
        seats[0]: host,
        seats[1]: made.Client(sender(server, guest.token)),
    }
    assert players[seats[1]].who_am_i().seat == seats[1]

    def given() -> bool:
        for seat, client in players.items():
            offers = [
                each
                for each in client.offers(battle, seat=seat)
                if each.refusal is None and each.command not in NEVER
            ]
            rng.shuffle(offers)
            for offer in offers:
                ruling = client.submit_command(
                    battle, id=f"made-{next(ids):06}", seat=seat, command=filled(offer, rng)
                )
                if ruling.accepted:
                    return True
        return False

    commands = 0
    while host.battle(battle).view.result is None:
        assert commands < MOST, host.battle(battle).view.awaits
        assert given(), host.battle(battle).view.awaits
        commands += 1
    events = host.events(battle, limit=500)
    assert events.last == host.battle(battle).last
    assert [each.sequence for each in events.events] == list(range(events.last + 1))
    assert not events.more
    assert commands > 10


def test_a_problem_is_told_with_its_type(server: Served, made: Any) -> None:
    spectator = made.Client(sender(server, "x" * 22))
    with pytest.raises(made.Refused) as refused:
        spectator.table()
    assert refused.value.problem.type == "urn:paper-umpire:who-are-you"


def test_every_operation_and_shape_is_made(server: Served, made: Any) -> None:
    described = server.get("/api/v1/openapi.json").json()
    names = [each["operationId"] for held in described["paths"].values() for each in held.values()]
    assert all(callable(getattr(made.Client, name)) for name in names)
    assert all(hasattr(made, name) for name in described["components"]["schemas"])
