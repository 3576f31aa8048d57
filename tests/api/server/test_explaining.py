"""Clauses, rulings and refusals are explained over HTTP, each to whom it concerns."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.tables.hand import HandTable
from rules.registry import games
from tests.api.server.serving import Served, problem, served
from tests.api.server.test_playing import BATTLE, path, roll, seen


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(HandTable(seen()), tmp_path) as found:
        assert found.post("/api/v1/battles", BATTLE).status_code == 201
        yield found


def test_a_clause_of_the_game_or_the_referee_is_told(server: Served) -> None:
    told = server.get("/api/v1/games/counting/clauses/c-2").json()
    assert told == {
        "clause": "C-2",
        "says": "Rule C-2.",
        "standing": "done",
        "reason": "",
        "whose": "Counting",
        "judged": [],
    }
    house = server.get("/api/v1/games/counting/clauses/REF-6").json()
    assert house["whose"] == "the referee"
    named = server.get("/api/v1/games/counting").json()["referee_clauses"]
    assert house["says"] in {each["says"] for each in named}


def test_a_clause_comes_with_a_judged_case_for_it_and_one_against(tmp_path: Path) -> None:
    with served(HandTable(seen()), tmp_path, games=games) as found:
        told = found.get("/api/v1/games/paper_invasion/clauses/pi-hero-01").json()
    assert [each["ruling"] for each in told["judged"]] == ["allowed", "refused"]
    assert all(each["case"].startswith("paper_invasion/") for each in told["judged"])
    assert all(each["before"] and each["command"] and each["why"] for each in told["judged"])


def test_an_unknown_clause_names_near_ones(server: Served) -> None:
    told = problem(server.get("/api/v1/games/counting/clauses/C-9"), 404)
    assert "C-2" in told["known"]
    assert "got 'C-9'" in told["detail"]


def test_a_ruling_is_explained_to_everybody(server: Served) -> None:
    roll(server, 3, name="phone-001")
    told = server.get(path("/explain/e1?seat=Blue")).json()
    assert (told["name"], told["says"]) == ("e1", "Red rolls a 3.")
    assert told["clause"]["says"] == "Rule C-2."
    assert [each["value"] for each in told["numbers"]] == [3]
    assert told["with_it"] == ["The sum is 3."]
    assert "body" not in told


def test_a_refusal_is_explained_to_the_seat_that_was_refused_alone(server: Served) -> None:
    assert not roll(server, 5, name="phone-001").json()["accepted"]
    told = server.get(path("/explain/r1?seat=Red")).json()
    assert (told["says"], told["waivable"]) == ("5 is more than 4.", True)
    assert told["numbers"][0]["limit"] == 4
    theirs = problem(server.get(path("/explain/r1?seat=Blue")), 404)
    absent = problem(server.get(path("/explain/r7?seat=Blue")), 404)
    assert theirs["detail"].replace("r1", "r7") == absent["detail"]


@pytest.mark.parametrize(("name", "status"), [("e99", 404), ("r99", 404), ("x1", 422)])
def test_what_is_not_there_is_told(server: Served, name: str, status: int) -> None:
    assert server.get(path(f"/explain/{name}?seat=Red")).status_code == status
