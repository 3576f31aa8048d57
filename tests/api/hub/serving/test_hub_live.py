"""What is new is heard of by everybody who may know it, through whichever hub it came."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from starlette.testclient import WebSocketTestSession

from tests.api.hub.intake.logs_made import log_of
from tests.api.hub.serving.hubs import ADDRESS, EVENT, HubClock, ServedHub, served_hub
from tests.api.hub.serving.test_tables_served import called, pushed

LIVE = ADDRESS.replace("http", "ws") + "/hub/v1/live"


@contextmanager
def listening(hub: ServedHub, token: str) -> Iterator[WebSocketTestSession]:
    with hub.client.websocket_connect(LIVE, headers={"origin": ADDRESS}) as socket:
        socket.send_json({"token": token, "event": "cup"})
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
        pushed(other, table, lines=log_of(3))
        assert heard.receive_json()["tables"] == [{"table": 1, "battle": "b1", "lines": 3}]
        # The same id through both: done once.
        body = {"id": "both", "name": "Late"}
        for hub in (one, other):
            token = one.owner
            assert hub.ask("POST", f"{EVENT}/players", token=token, json=body).status_code == 200
        assert len(other.get(EVENT)["players"]) == 5


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
