"""Teams play matches: who sits at which board, and what the boards come to."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.hub.serving.hubs import EVENT, ServedHub, served_hub

TEAMS = {
    "Lions": ["Ann", "Bea", "Cid"],
    "Tigers": ["Dan", "Eve", "Fay"],
    "Bears": ["Gus", "Hal"],
    "Wolves": [],
}


@pytest.fixture
def hub(address: str) -> Iterator[ServedHub]:
    with served_hub(address) as found:
        found.with_event(0)
        for rating, (name, members) in enumerate(TEAMS.items()):
            found.do(f"{EVENT}/players", name=name, members=members, rating=2000 - rating)
        yield found


def paired(hub: ServedHub, *pairs: tuple[int, int]) -> list[Any]:
    hub.do(f"{EVENT}/rounds", pairs=pairs)
    games: list[Any] = hub.get(EVENT)["rounds"][-1]["games"]
    return games


def boards(game: Any) -> list[tuple[str, str]]:
    return [(each["white"], each["black"]) for each in game["boards"]]


def test_boards_seat_the_strongest_first_and_change_sides(hub: ServedHub) -> None:
    first, second = paired(hub, (1, 2), (3, 4))
    assert boards(first) == [("Ann", "Dan"), ("Eve", "Bea"), ("Cid", "Fay")]
    # Wolves is no team: theirs is a game as any other.
    assert boards(second) == []
    members = [each["members"] for each in hub.get(EVENT)["players"]]
    assert members == list(TEAMS.values())


def test_a_match_is_what_its_boards_come_to(hub: ServedHub) -> None:
    paired(hub, (1, 2), (3, 4))
    hub.do(f"{EVENT}/results/boards", round=1, white=1, boards=["win", "draw", "loss"])
    (result,) = hub.get(EVENT)["rounds"][0]["games"][0]["results"]
    assert (result["score"], result["victory"]) == ("draw", [3, 3])
    hub.do(f"{EVENT}/results", round=1, white=3, score="win", black_score="loss")
    # Bears have nobody for the third board: Cid wins without a game, and decides the match.
    (first, _) = paired(hub, (3, 1), (2, 4))
    assert boards(first) == [("Gus", "Ann"), ("Bea", "Hal"), ("", "Cid")]
    hub.do(f"{EVENT}/results/boards", round=2, white=3, boards=["win", "loss"])
    (result,) = hub.get(EVENT)["rounds"][1]["games"][0]["results"]
    assert (result["score"], result["black_score"]) == ("loss", "win")
    assert result["victory"] == [2, 4]


def test_what_is_no_match_is_refused(hub: ServedHub) -> None:
    paired(hub, (1, 2), (3, 4))
    player = hub.invite("player", player=3)

    def refused(token: str | None = None, **body: Any) -> tuple[int, str]:
        answer = hub.ask(
            "POST", f"{EVENT}/results/boards", token=token, json={"id": "match", **body}
        )
        return answer.status_code, str(answer.json()["detail"])

    won = ["win", "win", "win"]
    assert refused(round=1, white=1, boards=["win"]) == (
        409,
        "match of 1: expected the scores of 3 boards, got 1",
    )
    assert refused(round=1, white=3, boards=won)[0] == 409
    assert refused(round=1, white=2, boards=won) == (
        409,
        "match in round 1: expected White's team, got 2",
    )
    assert refused(round=7, white=1, boards=won)[0] == 409
    assert refused(player, round=1, white=1, boards=won)[0] == 403
    hub.do(f"{EVENT}/results/boards", round=1, white=1, boards=won)
    assert "correct it with a reason" in refused(round=1, white=1, boards=won)[1]
