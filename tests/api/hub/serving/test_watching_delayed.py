"""Spectators see each table as anybody may, and with a delay nothing that is newer."""

from collections.abc import Iterator

import pytest

from rules.referee.log.battle import replayed
from rules.referee.log.text import read_log
from tests.api.hub.intake.logs_made import log_of
from tests.api.hub.serving.hubs import EVENT, HEROES, ServedHub, served_hub
from tests.api.hub.serving.test_hub_live import listening
from tests.api.hub.serving.test_tables_served import pushed
from tests.api.hub.serving.watched import log, played
from tests.api.hub.watching.test_results import golden_log


@pytest.fixture
def hub(address: str) -> Iterator[ServedHub]:
    with served_hub(address) as found:
        yield found.with_event(4)


def test_a_spectator_sees_what_an_umpire_shows_anybody(hub: ServedHub) -> None:
    table, spectator = hub.table(1), hub.invite("spectator")
    nothing = hub.get(f"{EVENT}/tables/1", token=spectator)
    assert (nothing["shown"], nothing["unshown"]) == (None, "this table has sent nothing yet")
    battle = played(3)
    pushed(hub, table, lines=log(battle))
    found = hub.get(f"{EVENT}/tables/1", token=spectator)["shown"]
    assert found["last"] == battle.sequence - 1
    assert found["view"]["seat"] == ""
    assert "hash" not in str(found)
    assert "body" not in found["events"][0]
    pushed(hub, table, lines=log(played(3, 2))[battle.sequence :])
    again = hub.get(f"{EVENT}/tables/1", token=spectator)["shown"]
    assert again["last"] > found["last"]


def test_what_came_of_a_battle_is_told_once_it_has_ended(hub: ServedHub) -> None:
    table, spectator = hub.table(1), hub.invite("spectator")
    ended = log(replayed(HEROES, read_log(golden_log("paper_invasion", "alone"))))
    pushed(hub, table, lines=ended[:-1])
    assert hub.get(f"{EVENT}/tables/1", token=spectator)["result"] is None
    pushed(hub, table, lines=ended[-1:])
    result = hub.get(f"{EVENT}/tables/1", token=spectator)["result"]
    assert result["says"]
    found = {each["side"]: (each["points"], each["won"]) for each in result["sides"]}
    assert found == {"Heroes": (5, True), "Enemies": (0, False)}


def test_a_game_that_the_hub_does_not_have_is_said(hub: ServedHub) -> None:
    pushed(hub, hub.table(1), lines=log_of(2))
    told = hub.get(f"{EVENT}/tables/1")
    assert told["shown"] is None
    assert told["unshown"] == "this hub does not have the game 'nearest_the_pin'"


def test_the_evidence_of_a_call_is_the_ruling_in_question(hub: ServedHub) -> None:
    table, judge = hub.table(1), hub.invite("judge", name="Joy")
    battle = played(3)
    pushed(hub, table, lines=log(battle))
    hub.do("/hub/v1/tables/me/calls", token=table, says="three?", battle="b1", entry=1)
    (told,) = hub.get(f"{EVENT}/calls", token=judge)["calls"]
    assert told["evidence"]["sequence"] == 1
    assert told["evidence"]["evidence"][0]["what"] == "die"


def test_with_a_delay_nothing_newer_leaks(hub: ServedHub) -> None:
    spectator, player = hub.invite("spectator"), hub.invite("player", player=1)
    judge, table = hub.invite("judge", name="Joy"), hub.table(1)
    hub.do(f"{EVENT}/rounds")
    set_to = hub.ask("PUT", f"{EVENT}/delay", json={"id": "later", "minutes": 15})
    assert set_to.status_code == 200
    hub.clock.pass_minutes(20)
    battle = played(3)
    lines = log(battle)
    pushed(hub, table, lines=lines[:1])
    before = {
        path: hub.get(f"{EVENT}{path}", token=spectator)
        for path in ("", "/standings", "/tables", "/tables/1", "/report")
    }
    assert before["/tables/1"]["shown"] is None
    for minutes in (5.0, 9.99):
        hub.clock.pass_minutes(minutes)
        if minutes == 5.0:
            pushed(hub, table, lines=lines[1:])
            (game, _) = hub.get(EVENT)["rounds"][0]["games"]
            hub.do(
                f"{EVENT}/results",
                round=1,
                white=game["white"],
                score="win",
                black_score="loss",
            )
        for path, then in before.items():
            assert hub.get(f"{EVENT}{path}", token=spectator) == then, path
        assert hub.get(f"{EVENT}/tables/1", token=player)["shown"] is None
        with listening(hub, spectator, tables=True) as heard:
            told = heard.receive_json()["tables"]
            assert [(each["lines"], each["says"]) for each in told] == [(0, ""), (0, "")]
        with listening(hub, spectator, table=1) as heard:
            assert (told := heard.receive_json())["events"] == []
            assert told["unshown"] == "this table has sent nothing yet"
    # Judges see it at once.
    assert hub.get(f"{EVENT}/tables/1", token=judge)["shown"]["last"] == battle.sequence - 1
    hub.clock.pass_minutes(0.02)
    assert hub.get(f"{EVENT}/tables/1", token=spectator)["shown"]["last"] == 0
    assert hub.get(EVENT, token=spectator)["rounds"][0]["games"][0]["results"] == []
    hub.clock.pass_minutes(5)
    assert hub.get(f"{EVENT}/tables/1", token=spectator)["shown"]["last"] == battle.sequence - 1
    assert hub.get(EVENT, token=spectator)["rounds"][0]["games"][0]["results"] != []


def test_whoever_watches_hears_once_the_delay_is_over(hub: ServedHub) -> None:
    spectator, table = hub.invite("spectator"), hub.table(1)
    hub.ask("PUT", f"{EVENT}/delay", json={"id": "later", "minutes": 5})
    hub.clock.pass_minutes(10)
    with listening(hub, spectator, tables=True) as heard:
        assert heard.receive_json()["tables"] == []
        pushed(hub, table, lines=log(played(3))[:1])
        hub.clock.pass_minutes(5.1)
        assert [each["lines"] for each in heard.receive_json()["tables"]] == [1]


def test_a_delay_is_fifteen_minutes_at_most(hub: ServedHub) -> None:
    long = hub.ask("PUT", f"{EVENT}/delay", json={"id": "longer", "minutes": 16})
    assert (long.status_code, long.json()["type"]) == (422, "urn:paper-umpire:bad-question")
