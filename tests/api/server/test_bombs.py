"""Rosters and tables that are sent to do harm are refused, and the loop goes on meanwhile."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import get_ident

import pytest

from api.tables.hand import HandTable
from rules.table.roster import Column
from tests.api.server.serving import Served, problem, served
from tests.api.server.test_playing import BATTLE, seen
from tests.rules.referee.counting_game import COUNTING
from tests.rules.table.files.bombs import LARGE_JSON, TOML


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(HandTable(seen()), tmp_path) as found:
        yield found


@pytest.mark.parametrize("bomb", TOML)
def test_a_roster_that_means_harm_is_refused(server: Served, bomb: str) -> None:
    text = TOML[bomb][:400_000]
    wanted = {name: value for name, value in BATTLE.items() if name != "roster"}
    told = problem(server.post("/api/v1/battles", {**wanted, "roster_toml": text}), 422)
    assert len(told["detail"]) < 1000


@pytest.mark.parametrize("large", LARGE_JSON)
def test_a_body_of_very_many_values_is_refused(server: Served, large: str) -> None:
    content = f'{{"a":{LARGE_JSON[large][:990_000].rstrip(",")}'.encode()
    headers = {"content-type": "application/json"}
    problem(server.ask("PUT", "/api/v1/table", content=content, headers=headers), 400)


def test_a_roster_is_read_while_the_loop_goes_on(tmp_path: Path) -> None:
    threads: list[int] = []
    column = Column(name="note", read=lambda _value, _where: threads.append(get_ident()))
    game = replace(COUNTING, roster_schema=(*COUNTING.roster_schema, column))
    with served(HandTable(seen()), tmp_path, games=lambda: {game.slug: game}) as server:
        roster = [{**BATTLE["roster"][0], "note": "1"}]
        assert server.post("/api/v1/battles", {**BATTLE, "roster": roster}).status_code == 201
        assert server.client.portal is not None
        assert threads
        assert server.client.portal.call(get_ident) not in threads
