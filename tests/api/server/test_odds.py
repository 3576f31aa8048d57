"""How likely what follows is, is told over HTTP where the players agreed, and asked only once."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.battles.odds_kept import MOST_KEPT, OddsKept
from api.tables.hand import HandTable
from rules.games.paper_tigers import GAME
from rules.table.snapshot import Snapshot, TableSize
from rules.table.units import Inches
from tests.api.server.serving import Served, problem, served

BATTLE: dict[str, Any] = {
    "game": GAME.slug,
    "seats": [{"name": "Host", "sides": ["Red"]}, {"name": "Guest", "sides": ["Blue"]}],
    "roster": [
        {"id": "T1", "side": "Red", "kind": "tank", "footprint": "rectangle 3.3 x 1.6"},
        {"id": "T2", "side": "Blue", "kind": "tank", "footprint": "rectangle 3.3 x 1.6"},
    ],
}
ODDS = "/api/v1/battles/battle1/odds"
SIDES = {"Red attacks and Blue defends", "Blue attacks and Red defends"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    lies = Snapshot(table=TableSize(width=Inches(36.0), depth=Inches(36.0)))
    with served(HandTable(lies), tmp_path, games=lambda: {GAME.slug: GAME}) as found:
        yield found


def begun(server: Served, agreed: str | None) -> tuple[str, str]:
    """A battle whose sides roll for who attacks, and the tokens of both."""
    options = {} if agreed is None else {"odds": agreed}
    answer = server.post("/api/v1/battles", {**BATTLE, "options": options})
    assert answer.status_code == 201, answer.text
    return server.invite("battle1", "Host"), server.invite("battle1", "Guest")


def test_nothing_is_told_unless_the_players_agreed(server: Served) -> None:
    host, _ = begun(server, None)
    assert server.get(ODDS, token=host).json() == {"agreed": "off", "last": 0, "waiting": []}
    wanted = {"command": {"kind": "roll", "dice": [1, 1]}}
    found = problem(server.post(ODDS, wanted, token=host), 409)
    assert found["type"] == "urn:paper-umpire:no-odds"


def test_a_seat_is_told_of_its_own_rolls_or_of_all(server: Served) -> None:
    host, guest = begun(server, "own")
    for token, seat in ((host, "Host"), (guest, "Guest")):
        waiting = server.get(ODDS, token=token).json()["waiting"]
        assert [each["seat"] for each in waiting] == [seat]
    (mine,) = server.get(ODDS, token=host).json()["waiting"]
    told = {each["says"]: each for each in mine["likely"]}
    assert set(told) >= SIDES
    one = told["Red attacks and Blue defends"]
    assert (one["ways"], one["of"], one["words"], one["error"]) == (575, 1296, "44 %", 0.0)
    assert sum(each["chance"] for each in mine["outcomes"]) == pytest.approx(1.0)
    assert mine["exact"]


def test_everybody_is_told_of_all_where_that_was_agreed(server: Served) -> None:
    _, guest = begun(server, "all")
    waiting = server.get(ODDS, token=guest).json()["waiting"]
    assert {each["seat"] for each in waiting} == {"Host", "Guest"}
    spectator = server.get(ODDS, token=server.invite("battle1")).json()["waiting"]
    assert {each["seat"] for each in spectator} == {"Host", "Guest"}


def test_a_command_that_would_be_refused_says_why_and_one_without_dice_nothing(
    server: Served,
) -> None:
    host, _ = begun(server, "own")
    before = server.get("/api/v1/battles/battle1/events", token=host).content
    fire = server.post(ODDS, {"command": {"kind": "fire", "target": "T2"}}, token=host).json()
    assert fire["odds"] is None
    assert fire["refusal"]["reason"]
    roll = server.post(ODDS, {"command": {"kind": "concede"}}, token=host).json()
    assert roll == {"refusal": None, "odds": None}
    assert server.get("/api/v1/battles/battle1/events", token=host).content == before


def test_nobody_asks_for_another_seat(server: Served) -> None:
    host, _ = begun(server, "all")
    wanted = {"command": {"kind": "concede"}, "seat": "Guest"}
    assert problem(server.post(ODDS, wanted, token=host), 403)["type"].endswith("not-your-seat")


def test_the_same_is_reckoned_once_on_one_table() -> None:
    kept, reckoned = OddsKept(), []

    def reckon() -> dict[str, object]:
        reckoned.append(1)
        return {"odds": len(reckoned)}

    table, other = object(), object()
    assert kept.told(("b", 1), reckon, on=table) is kept.told(("b", 1), reckon, on=table)
    assert len(reckoned) == 1
    assert kept.told(("b", 1), reckon, on=other) == {"odds": 2}
    for number in range(2 * MOST_KEPT):
        kept.told(("c", number), reckon, on=table)
    assert len(kept) == MOST_KEPT


def test_what_could_not_be_reckoned_is_asked_again() -> None:
    kept = OddsKept()

    def fails() -> dict[str, object]:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        kept.told(("b",), fails, on=kept)
    assert kept.told(("b",), dict, on=kept) == {}
