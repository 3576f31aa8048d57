"""An event over HTTP: opened, played, corrected, told and carried to another hub."""

from collections.abc import Iterator

import pytest

from tests.api.hub.serving.hubs import EVENT, ServedHub, served_hub


@pytest.fixture
def hub(address: str) -> Iterator[ServedHub]:
    with served_hub(address) as found:
        yield found


def give(hub: ServedHub, game: dict[str, int], *, at: int, token: str | None = None) -> None:
    hub.do(
        f"{EVENT}/results",
        token=token,
        round=at,
        white=game["white"],
        score="win",
        black_score="loss",
        victory=[12, 8],
    )


def test_an_event_is_played_to_its_end(hub: ServedHub) -> None:
    hub.with_event(5)
    for at in range(1, 4):
        hub.do(f"{EVENT}/rounds")
        found = hub.get(EVENT)
        games = found["rounds"][-1]["games"]
        assert [each["table"] for each in games] == [1, 2]
        assert len(found["rounds"][-1]["byes"]) == 1
        for game in games:
            give(hub, game, at=at)
    told = hub.get(f"{EVENT}/standings")
    assert (told["rounds"], told["rows"][0]["rank"], len(told["rows"])) == (3, 1, 5)
    assert told["rows"][0]["values"]["points"] >= 2
    refused = hub.ask("POST", f"{EVENT}/rounds", json={"id": "one-more"})
    assert (refused.status_code, refused.json()["type"]) == (409, "urn:paper-umpire:refused")
    assert refused.headers["content-type"] == "application/problem+json"


def test_what_is_sent_twice_is_done_once(hub: ServedHub) -> None:
    hub.with_event(0)
    body = {"id": "phone-1", "name": "Ada"}
    told = [hub.ask("POST", f"{EVENT}/players", json=body).json() for _ in range(3)]
    assert told[0] == told[1] == told[2]
    assert [each["name"] for each in hub.get(EVENT)["players"]] == ["Ada"]
    # Somebody else may have thought of the same id.
    other = hub.invite("organiser", name="Bo")
    sent = hub.ask("POST", f"{EVENT}/players", token=other, json={**body, "name": "Bob"})
    assert sent.status_code == 200
    assert len(hub.get(EVENT)["players"]) == 2
    opening = {"id": "again", "event": "cup", "name": "Another", "rounds": 3}
    taken = hub.ask("POST", "/hub/v1/events", json=opening)
    assert (taken.status_code, taken.json()["type"]) == (409, "urn:paper-umpire:event-taken")


def test_who_comes_late_leaves_or_stays_away(hub: ServedHub) -> None:
    hub.with_event(4)
    hub.do(f"{EVENT}/apart", one=1, other=3)
    hub.do(f"{EVENT}/players/4/absences", round=1, score="half_bye")
    drawn = hub.do(f"{EVENT}/rounds", pairs=[[2, 1]], byes=[3])
    assert drawn["who"] == "organiser"
    hub.do(f"{EVENT}/rounds/last/withdrawal", reason="3 has found an opponent")
    hub.do(f"{EVENT}/rounds", pairs=[[3, 2]], byes=[1])
    give(hub, {"white": 3}, at=1)
    hub.do(f"{EVENT}/players", name="Late")
    hub.do(f"{EVENT}/players/1/withdrawal")
    hub.do(f"{EVENT}/players/1/return")
    hub.do(f"{EVENT}/players/2/withdrawal")
    hub.do(f"{EVENT}/rounds")
    found = hub.get(EVENT)
    assert found["rounds"][0]["byes"] == [1]
    second = {
        each for game in found["rounds"][1]["games"] for each in (game["white"], game["black"])
    }
    assert second == {1, 3, 4, 5}
    assert found["players"][1]["withdrawn"]
    assert found["players"][4]["first_round"] == 2


def test_a_correction_leaves_a_trail(hub: ServedHub) -> None:
    hub.with_event(2)
    hub.do(f"{EVENT}/rounds")
    (game,) = hub.get(EVENT)["rounds"][0]["games"]
    give(hub, game, at=1)
    judge = hub.invite("judge", name="Judge Joy")
    sent = {"round": 1, "white": game["white"], "score": "draw", "black_score": "draw"}
    hub.do(f"{EVENT}/corrections", token=judge, **sent, reason="the slip was misread")
    results = hub.get(EVENT)["rounds"][0]["games"][0]["results"]
    assert [each["score"] for each in results] == ["win", "draw"]
    assert results[1]["reason"] == "the slip was misread"
    trail = hub.get(f"{EVENT}/trail")
    assert [each["number"] for each in trail] == list(range(1, 7))
    assert (trail[-1]["who"], trail[-1]["deed"]["kind"]) == ("Judge Joy", "result_corrected")


def test_a_player_gives_the_result_of_their_own_game_alone(hub: ServedHub) -> None:
    hub.with_event(4)
    hub.do(f"{EVENT}/rounds")
    first, second = hub.get(EVENT)["rounds"][0]["games"]
    player = hub.invite("player", player=first["black"])
    sent = {"id": "mine", "round": 1, "score": "loss", "black_score": "win"}
    others = {**sent, "white": second["white"]}
    refused = hub.ask("POST", f"{EVENT}/results", token=player, json=others)
    assert (refused.status_code, refused.json()["type"]) == (403, "urn:paper-umpire:not-your-game")
    table = hub.table(2)
    refused = hub.ask(
        "POST", f"{EVENT}/results", token=table, json={**sent, "white": first["white"]}
    )
    assert refused.status_code == 403
    own = {**sent, "white": first["white"]}
    assert hub.ask("POST", f"{EVENT}/results", token=player, json=own).status_code == 200
    give(hub, second, at=1, token=table)


def test_an_event_goes_on_from_a_report_file_and_back(hub: ServedHub) -> None:
    hub.with_event(5)
    hub.do(f"{EVENT}/rounds")
    for game in hub.get(EVENT)["rounds"][0]["games"]:
        give(hub, game, at=1)
    report = hub.get(f"{EVENT}/report")["report"]
    body = {"id": "bring-1", "event": "league", "report": report}
    first = hub.ask("POST", "/hub/v1/events/import", json=body)
    assert first.status_code == 201, first.text
    assert hub.ask("POST", "/hub/v1/events/import", json=body).json() == first.json()
    assert hub.get("/hub/v1/events/league/report")["report"] == report
    assert [each["event"] for each in hub.get("/hub/v1/events")] == ["cup", "league"]
    spoiled = hub.ask(
        "POST", "/hub/v1/events/import", json={**body, "id": "bring-2", "report": "hello"}
    )
    assert (spoiled.status_code, spoiled.json()["type"]) == (422, "urn:paper-umpire:bad-report")


@pytest.mark.parametrize("system", ["round_robin", "knockout"])
def test_other_systems(hub: ServedHub, system: str) -> None:
    hub.with_event(4, system=system)
    hub.do(f"{EVENT}/rounds")
    assert len(hub.get(EVENT)["rounds"][0]["games"]) == 2
    late = hub.ask("POST", f"{EVENT}/players", json={"id": "too-late", "name": "Late"})
    assert late.status_code == 409


def test_an_organiser_of_one_event_sees_no_other(hub: ServedHub) -> None:
    hub.with_event(2)
    hub.do("/hub/v1/events", event="other", name="Other", rounds=3)
    organiser = hub.invite("organiser")
    assert [each["event"] for each in hub.get("/hub/v1/events", token=organiser)] == ["cup"]
    for method, path in (("GET", ""), ("POST", "/rounds"), ("GET", "/grants")):
        other = hub.ask(method, f"/hub/v1/events/other{path}", token=organiser, json={"id": "xxxx"})
        assert (other.status_code, other.json()["type"]) == (404, "urn:paper-umpire:unknown-event")
    opening = {"id": "mine", "event": "third", "name": "Third", "rounds": 3}
    assert hub.ask("POST", "/hub/v1/events", token=organiser, json=opening).status_code == 403


def test_codes_and_tokens(hub: ServedHub) -> None:
    hub.with_event(2)
    wanted = {"role": "judge", "name": "Joy"}
    code = hub.ask("POST", f"{EVENT}/codes", json=wanted).json()["code"]
    token = hub.join("/hub/v1/join", code.lower())
    again = hub.ask("POST", "/hub/v1/join", token="", json={"code": code})
    assert (again.status_code, again.json()["type"]) == (403, "urn:paper-umpire:wrong-code")
    assert again.json()["detail"].startswith("this code was used, or is nobody's: ask ")
    assert hub.get("/hub/v1/me", token=token)["name"] == "Joy"
    with hub.desk.database.reading() as statements:
        kept = str(list(statements.run("SELECT token FROM hub_grants")))
        kept += str(list(statements.run("SELECT code FROM hub_codes")))
    assert token not in kept
    assert code not in kept
    (grant,) = [each["grant"] for each in hub.get(f"{EVENT}/grants") if each["role"] == "judge"]
    assert hub.ask("DELETE", f"{EVENT}/grants/{grant}").status_code == 204
    assert hub.ask("DELETE", f"{EVENT}/grants/{grant}").status_code == 404
    assert hub.ask("GET", "/hub/v1/me", token=token).status_code == 401
    # Spectators come in with one code, until there is a new one.
    wall = hub.ask("POST", f"{EVENT}/codes", json={"role": "spectator"}).json()["code"]
    assert len({hub.join("/hub/v1/join", wall) for _ in range(3)}) == 3
    hub.ask("POST", f"{EVENT}/codes", json={"role": "spectator"})
    ended = hub.ask("POST", "/hub/v1/join", token="", json={"code": wall})
    assert ended.status_code == 403
    nameless = hub.ask("POST", f"{EVENT}/codes", json={"role": "judge"})
    assert nameless.status_code == 409
