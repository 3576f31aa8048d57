"""Tables at the hub: joined by code, their logs taken in, judges called, rulings carried back."""

from collections.abc import Iterator
from typing import Any

import pytest

from api.battle_files.chain import LogLine
from api.hub.intake.courier import Courier
from api.hub.intake.logs import Parcel, Receipt
from tests.api.hub.intake.logs_made import log_of, next_line
from tests.api.hub.serving.hubs import EVENT, ServedHub, served_hub

ME = "/hub/v1/tables/me"


@pytest.fixture
def hub(address: str) -> Iterator[ServedHub]:
    with served_hub(address) as found:
        yield found.with_event(4)


def pushed(hub: ServedHub, token: str, *, lines: list[LogLine], battle: str = "b1") -> Any:
    body = {
        "battle": battle,
        "from": lines[0].sequence,
        "lines": [each.text for each in lines],
    }
    answer = hub.ask("POST", f"{ME}/log", token=token, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_table_joins_once_and_is_told_whom_it_seats(hub: ServedHub) -> None:
    code = hub.ask("POST", f"{EVENT}/tables/2/code").json()["code"]
    joined = hub.ask("POST", "/hub/v1/tables/join", token="", json={"code": code}).json()
    assert (joined["event"], joined["table"]) == ("cup", 2)
    again = hub.ask("POST", "/hub/v1/tables/join", token="", json={"code": code})
    assert again.status_code == 403
    assert again.json()["detail"].startswith("this code was used, or is no table's: ask ")
    mine = hub.get(ME, token=joined["token"])
    assert (mine["assignment"], mine["battles"], mine["rulings"]) == (None, [], [])
    hub.do(f"{EVENT}/rounds")
    game = hub.get(EVENT)["rounds"][0]["games"][1]
    seated = hub.get(ME, token=joined["token"])["assignment"]
    assert seated["round"] == 1
    assert [each["number"] for each in seated["players"]] == [game["white"], game["black"]]
    assert [each["side"] for each in seated["players"]] == ["white", "black"]


def test_a_log_is_taken_once_and_another_lies_aside(hub: ServedHub) -> None:
    table, log = hub.table(1), log_of(6)
    assert pushed(hub, table, lines=log[:4]) == {"last": 3, "aside": "", "deeds": 5}
    assert pushed(hub, table, lines=log[2:]) == {"last": 5, "aside": "", "deeds": 5}
    assert pushed(hub, table, lines=[next_line(log_of(9), name="battle")])["last"] == 5
    (held,) = hub.get(ME, token=table)["battles"]
    assert held == {"battle": "b1", "last": 5, "hash": log[-1].hash}
    other = next_line(log[:5], name="another")
    told = pushed(hub, table, lines=[other])
    assert told["last"] == 5
    assert "expected the one that is known" in told["aside"]
    assert hub.get(ME, token=table)["battles"][0]["hash"] == log[-1].hash
    judge = hub.invite("judge", name="Joy")
    (aside,) = hub.get(f"{EVENT}/aside", token=judge)
    assert (aside["table"], aside["battle"], aside["number"]) == (1, "b1", 5)
    assert (aside["text"], aside["seen_by"]) == (other.text, "")
    seen = {key: aside[key] for key in ("table", "battle", "number", "hash")}
    answer = hub.ask("POST", f"{EVENT}/aside/seen", token=judge, json=seen)
    assert [each["seen_by"] for each in answer.json()] == ["Joy"]


def test_what_is_no_log_lies_aside(hub: ServedHub) -> None:
    table = hub.table(1)
    body = {"battle": "b1", "from": 0, "lines": ["hello"]}
    told = hub.ask("POST", f"{ME}/log", token=table, json=body).json()
    assert told["last"] == -1
    assert told["aside"]


def test_tables_name_their_battles_as_they_like(hub: ServedHub) -> None:
    first, second = hub.table(1), hub.table(2)
    one, other = log_of(3, name="one"), log_of(5, name="other")
    assert pushed(hub, first, lines=one)["last"] == 2
    assert pushed(hub, second, lines=other)["last"] == 4
    assert [each["lines"] for each in hub.get(f"{EVENT}/tables")] == [3, 5]


def test_a_courier_carries_a_log_over_the_wire(hub: ServedHub) -> None:
    table, log = hub.table(1), log_of(7)

    def send(parcel: Parcel) -> Receipt:
        told = pushed(hub, table, lines=list(parcel.lines), battle=parcel.battle)
        return Receipt(lines=told["last"] + 1, refused=told["aside"])

    courier = Courier("b1", log=lambda since: log[since:], send=send)
    while courier.step() == 0.0:
        pass
    assert courier.state.delivered == 7
    assert hub.get(f"{EVENT}/tables")[0]["lines"] == 7


def called(hub: ServedHub, table: str, says: str = "does it reach?", **more: Any) -> int:
    return int(hub.do(f"{ME}/calls", token=table, says=says, **more)["call"])


def ruled(hub: ServedHub, judge: str, call: int, *, says: str) -> None:
    hub.do(f"{EVENT}/calls/{call}/taking", token=judge)
    hub.do(f"{EVENT}/calls/{call}/ruling", token=judge, says=says)


def test_a_ruling_comes_back_to_the_table_that_called(hub: ServedHub) -> None:
    table, other = hub.table(1), hub.table(2)
    judge = hub.invite("judge", name="Joy")
    call = called(hub, table, battle="b1", entry=3)
    (told,) = hub.get(f"{EVENT}/calls", token=judge)["calls"]
    assert (told["table"], told["battle"], told["entry"]) == (1, "b1", 3)
    assert (told["standing"], told["evidence"]) == ("waiting", None)
    ruled(hub, judge, call, says="It reaches.")
    (ruling,) = hub.get(ME, token=table)["rulings"]
    assert (ruling["ruling"], ruling["says"], ruling["judge"]) == ("1.1", "It reaches.", "Joy")
    assert (ruling["battle"], ruling["entry"], ruling["final"]) == ("b1", 3, False)
    assert hub.get(ME, token=other)["rulings"] == []
    strange = hub.ask("POST", f"{ME}/rulings/1.1/taken", token=other)
    assert strange.status_code == 409
    for _ in range(2):
        assert hub.ask("POST", f"{ME}/rulings/1.1/taken", token=table).status_code == 200
    assert hub.get(ME, token=table)["rulings"] == []
    assert hub.get(f"{EVENT}/calls", token=judge)["calls"][0]["rulings"][0]["written"]


def test_one_judge_is_on_a_call_and_only_they_rule(hub: ServedHub) -> None:
    table = hub.table(1)
    joy, ben = hub.invite("judge", name="Joy"), hub.invite("judge", name="Ben")
    call = called(hub, table)

    def refused(path: str, token: str, **body: str) -> str:
        sent = {"id": f"try-{path}-{token[:6]}", **body}
        answer = hub.ask("POST", f"{EVENT}/calls/{call}/{path}", token=token, json=sent)
        assert answer.status_code == 409, answer.text
        return str(answer.json()["detail"])

    assert "who took it" in refused("ruling", joy, says="Yes.")
    hub.do(f"{EVENT}/calls/{call}/taking", token=joy)
    assert "got Joy's" in refused("taking", ben)
    assert "who took it" in refused("ruling", ben, says="No.")
    hub.do(f"{EVENT}/calls/{call}/ruling", token=joy, says="Yes.")
    assert "without a ruling" in refused("taking", ben)
    assert "without a ruling" in refused("ruling", joy, says="No.")


def test_an_appeal_goes_to_the_head_judge_whose_word_is_the_last(hub: ServedHub) -> None:
    table = hub.table(1)
    judge, head = hub.invite("judge", name="Joy"), hub.invite("head_judge", name="Hal")
    call = called(hub, table)
    ruled(hub, judge, call, says="No.")
    hub.do(f"{ME}/calls/{call}/appeal", token=table, reason="the tower is lower than that")
    (told,) = hub.get(f"{EVENT}/calls", token=head)["calls"]
    assert (told["standing"], told["appeal"]) == ("appealed", "the tower is lower than that")
    early = hub.ask("POST", f"{EVENT}/calls/{call}/taking", token=judge, json={"id": "not-mine"})
    assert "expected a head judge" in early.json()["detail"]
    ruled(hub, head, call, says="Yes.")
    final = hub.get(ME, token=table)["rulings"][-1]
    assert (final["ruling"], final["final"], final["says"]) == ("1.2", True, "Yes.")
    again = {"id": "once-more", "reason": "but"}
    refused = hub.ask("POST", f"{ME}/calls/{call}/appeal", token=table, json=again)
    assert refused.status_code == 409
