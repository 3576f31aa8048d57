"""What is new is heard of by everybody who may know it, through whichever hub it came."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from typing import Any

import pytest
from starlette.testclient import WebSocketTestSession

from api.hub.serving.desk import HubDesk
from api.hub.serving.news import HubNews
from api.hub.store.database import Waker
from api.hub.store.opening import open_database
from tests.api.hub.intake.logs_made import log_of
from tests.api.hub.serving.hubs import ADDRESS, EVENT, GAMES, HubClock, ServedHub, served_hub
from tests.api.hub.serving.test_tables_served import called, pushed
from tests.api.hub.serving.watched import log, played

LIVE = ADDRESS.replace("http", "ws") + "/hub/v1/live"


@contextmanager
def listening(hub: ServedHub, token: str, **wanted: object) -> Iterator[WebSocketTestSession]:
    with hub.client.websocket_connect(LIVE, headers={"origin": ADDRESS}) as socket:
        socket.send_json({"token": token, "event": "cup", **wanted})
        yield socket


def test_two_hubs_on_one_database_are_one(address: str) -> None:
    clock = HubClock()
    with ExitStack() as stack:
        one = stack.enter_context(served_hub(address, clock=clock)).with_event(4)
        other = stack.enter_context(served_hub(address, clock=clock))
        judge, table = one.invite("judge", name="Joy"), one.table(1)
        heard: Any = stack.enter_context(listening(other, judge))
        before = heard.receive_json()
        # A call comes in at one hub; each judge at the other hears of it by its next word.
        called(one, table)
        assert heard.receive_json()["deeds"] == before["deeds"] + 1
        (told,) = other.get(f"{EVENT}/calls", token=judge)["calls"]
        assert told["standing"] == "waiting"
        heard.send_json({"tables": True})
        assert [each["table"] for each in heard.receive_json()["tables"]] == []
        pushed(other, table, lines=log_of(3))
        (listed,) = heard.receive_json()["tables"]
        assert (listed["table"], listed["battle"], listed["lines"]) == (1, "b1", 3)
        # The same id through both: done once.
        body = {"id": "both", "name": "Late"}
        for hub in (one, other):
            token = one.owner
            assert hub.ask("POST", f"{EVENT}/players", token=token, json=body).status_code == 200
        assert len(other.get(EVENT)["players"]) == 5


def test_a_call_is_told_to_judges_and_to_nobody_else(address: str) -> None:
    with served_hub(address) as hub:
        hub.with_event(2)
        judge, spectator = hub.invite("judge", name="Joy"), hub.invite("spectator")

        def deeds(token: str) -> int:
            with listening(hub, token) as heard:
                return int(heard.receive_json()["deeds"])

        before = deeds(judge), deeds(spectator)
        called(hub, hub.table(1))
        assert (deeds(judge), deeds(spectator)) == (before[0] + 1, before[1])
        hub.do(f"{EVENT}/rounds")
        assert (deeds(judge), deeds(spectator)) == (before[0] + 2, before[1] + 1)


def test_whoever_is_put_out_hears_no_more(address: str) -> None:
    with served_hub(address) as hub:
        hub.with_event(2)
        token = hub.invite("judge", name="Joy")
        with listening(hub, token) as heard:
            heard.receive_json()
            (grant,) = [e["grant"] for e in hub.get(f"{EVENT}/grants") if e["role"] == "judge"]
            hub.ask("DELETE", f"{EVENT}/grants/{grant}")
            assert heard.receive()["code"] == 4403


def test_nobody_and_strangers_hear_nothing(address: str) -> None:
    with served_hub(address) as hub:
        hub.with_event(2)
        hub.do("/hub/v1/events", event="other", name="Other", rounds=3)
        for token, event, status in (
            ("", "cup", 401),
            (hub.table(1), "cup", 403),
            (hub.invite("judge", name="Joy"), "other", 404),
        ):
            with hub.client.websocket_connect(LIVE, headers={"origin": ADDRESS}) as socket:
                socket.send_json({"token": token, "event": event})
                assert socket.receive_json()["status"] == status
                assert socket.receive()["code"] == 4403
        with hub.client.websocket_connect(LIVE, headers={"origin": ADDRESS}) as socket:
            socket.send_text("hello")
            assert socket.receive()["code"] == 4400


def test_who_follows_a_table_is_told_what_happens_there_and_nothing_else(address: str) -> None:
    with served_hub(address) as hub:
        hub.with_event(4)
        one, other, token = hub.table(1), hub.table(2), hub.invite("spectator")
        lines = log(played(3, 2))
        first = log(played(3))
        pushed(hub, one, lines=first)
        with listening(hub, token, table=1) as heard:
            before = heard.receive_json()
            shown = hub.get(f"{EVENT}/tables/1", token=token)
            assert before["events"] == shown["shown"]["events"]
            assert before["whole"]
            assert (before["table"], before["lines"]) == (1, len(first))
            for each in ("title", "awaits", "result"):
                assert before["standing"][each] == shown["shown"]["view"][each]
            assert before["standing"]["sides"] == shown["shown"]["view"]["facts"]["sides"]
            pushed(hub, other, lines=first)
            pushed(hub, one, lines=lines[len(first) :])
            after = heard.receive_json()
            assert not after["whole"]
            assert [each["sequence"] for each in after["events"]] == [
                each.sequence for each in lines[len(first) :]
            ]
            # Another table, without another socket.
            heard.send_json({"table": 2})
            assert heard.receive_json()["lines"] == len(first)
            heard.send_json({"table": 0})
            assert heard.receive()["code"] == 4400


def test_who_follows_all_tables_is_told_of_those_that_changed(address: str) -> None:
    with served_hub(address) as hub:
        hub.with_event(6).do(f"{EVENT}/rounds")
        tokens = [hub.table(each) for each in (1, 2, 3)]
        with listening(hub, hub.invite("spectator"), tables=True) as heard:
            assert [each["table"] for each in heard.receive_json()["tables"]] == [1, 2, 3]
            pushed(hub, tokens[1], lines=log(played(3)))
            told = heard.receive_json()
            assert not told["whole"]
            ((table, says),) = [(each["table"], each["says"]) for each in told["tables"]]
            assert table == 2
            assert says == hub.get(f"{EVENT}/tables/2")["shown"]["events"][-1]["says"]
            # A round that is taken back leaves the table that has played.
            hub.do(f"{EVENT}/rounds/last/withdrawal", reason="one too many")
            told = heard.receive_json()
            assert told["whole"]
            assert [each["table"] for each in told["tables"]] == [2]


def test_a_judge_hears_that_a_log_lies_aside_and_that_evidence_has_come(address: str) -> None:
    with served_hub(address) as hub:
        hub.with_event(4)
        judge, table = hub.invite("judge", name="Joy"), hub.table(1)
        pushed(hub, table, lines=log_of(3))
        with listening(hub, judge) as heard:
            assert heard.receive_json()["aside"] == 0
            pushed(hub, table, lines=log_of(3, name="another")[1:])
            assert heard.receive_json()["aside"] == 1
            hub.do("/hub/v1/tables/me/calls", token=table, says="Is it?", battle="b1", entry=4)
            assert heard.receive_json()["unseen"] == 1
            pushed(hub, table, lines=log_of(6)[3:])
            assert heard.receive_json()["unseen"] == 0


def test_a_longer_delay_takes_back_what_was_told_to_whoever_comes_later(address: str) -> None:
    clock = HubClock()
    with served_hub(address, clock=clock) as hub:
        hub.with_event(4)
        table, token = hub.table(1), hub.invite("spectator")
        hub.ask("PUT", f"{EVENT}/delay", json={"id": "none", "minutes": 0})
        clock.pass_minutes(20)
        lines = log(played(3, 2))
        pushed(hub, table, lines=lines[:1])
        clock.pass_minutes(10)
        with listening(hub, token, table=1) as heard:
            heard.receive_json()
            pushed(hub, table, lines=lines[1:])
            assert heard.receive_json()["lines"] == len(lines)
            hub.ask("PUT", f"{EVENT}/delay", json={"id": "more", "minutes": 5})
            told = heard.receive_json()
            assert (told["whole"], told["lines"], len(told["events"])) == (True, 1, 1)
            with listening(hub, token, table=1) as late:
                assert len(late.receive_json()["events"]) == 1


class SlowWaker:
    """One that takes until it is let go to be there."""

    def __init__(self) -> None:
        self.begun, self.let_go, self.is_open = threading.Event(), threading.Event(), False

    def made(self) -> Waker:
        self.begun.set()
        self.let_go.wait(60)
        self.is_open = True
        return self

    def wait(self, seconds: float) -> None:
        """Nothing is written."""

    def close(self) -> None:
        self.is_open = False


def test_a_hub_that_ends_before_its_waker_is_there_closes_it(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowWaker()

    async def begins_and_ends() -> None:
        running = asyncio.create_task(HubNews(desk).run())
        await asyncio.to_thread(slow.begun.wait, 60)
        running.cancel()
        await asyncio.sleep(0)
        slow.let_go.set()
        with suppress(asyncio.CancelledError):
            await running

    with closing(open_database(address)) as database:
        monkeypatch.setattr(type(database), "waker", lambda _self: slow.made())
        desk = HubDesk(database, games=lambda: GAMES, clock=HubClock())
        asyncio.run(begins_and_ends())
    assert slow.begun.is_set()
    assert not slow.is_open
