"""Drives the typed client against the real program, as somebody's own program would."""

import socket
import threading
from pathlib import Path

import pytest

from api.client import Client, ProblemAnswer
from tests.api.forked import forked_serving
from tests.api.server.test_playing import BATTLE

GAME = {
    **BATTLE,
    "game": "paper_tigers",
    "seats": [{"name": "Host", "sides": ["Red"]}, {"name": "Guest", "sides": ["Blue"]}],
    "roster": [
        {"id": "T1", "side": "Red", "kind": "tank", "footprint": "rectangle 3.3 x 1.6"},
        {"id": "T2", "side": "Blue", "kind": "tank", "footprint": "rectangle 3.3 x 1.6"},
    ],
}


@pytest.mark.long
def test_an_evening_with_the_client(tmp_path: Path) -> None:
    with (
        forked_serving("--battles", str(tmp_path / "battles"), cwd=tmp_path) as (address, _),
        Client(address, seconds=60) as host,
    ):
        assert host.health()["status"] == "ok"
        assert host.me()["role"] == "host"
        battle = host.create(GAME)["id"]
        invited = host.invite(battle, seat="Guest")
        with (
            Client(invited["url"], seconds=60) as guest,
            guest.live() as live,
        ):
            assert live.welcome["seat"] == "Guest"
            assert live.receive()["type"] == "start"
            (first, *_) = host.options(battle, seat="Host")
            assert first["command"] == "roll"
            with host.live(battle=battle, seat="Host", options=True) as offering:
                told = next(
                    each for each in iter(offering.receive, {}) if each["type"] == "options"
                )
                assert told["seats"] == [
                    {"seat": "Host", "options": host.options(battle, seat="Host")}
                ]
            roll = {"kind": "roll", "dice": [6, 3]}
            told = host.command(battle, roll, seat="Host", command_id="laptop-1")
            assert told["accepted"]
            assert host.command(battle, roll, seat="Host", command_id="laptop-1") == told
            ruled = next(each for each in iter(live.receive, {}) if each["type"] == "event")
            assert ruled["event"]["says"] == told["events"][0]["says"]
            assert guest.command(battle, {"kind": "roll", "dice": [2, 3]})["accepted"]
            assert host.battle(battle)["view"]["state"]["attacker"] == "Red"
            with pytest.raises(ProblemAnswer) as refused:
                guest.export(battle)
            assert (refused.value.status, refused.value.kind) == (403, "not-allowed")
            host.revoke(invited["grant"])
        assert host.export(battle).startswith(b"SQLite format 3")
        says = [each["says"] for each in host.events(battle)]
        assert says[0] == "Paper Tigers begins: Host plays Red; Guest plays Blue."
        moved = host.put_piece("T1", x_in=9, y_in=4, heading_deg=90)
        assert moved["pose"]["x_in"] == 9
        assert host.measure("near", "T1", reach=3)["measurement"]["what"] == "near"


@pytest.mark.long
def test_a_sample_is_played_with_the_umpires_own_dice(tmp_path: Path) -> None:
    with (
        forked_serving("--battles", str(tmp_path / "battles"), cwd=tmp_path) as (address, _),
        Client(address, seconds=60) as host,
    ):
        names = [each["sample"] for each in host.samples()]
        battle = host.begin_sample("paper-tigers-small", name="At once")["id"]
        assert "paper-tigers-small" in names
        assert {each["id"] for each in host.table(battle=battle)["pieces"]} == {
            "T1",
            "A1",
            "S1",
            "T7",
            "H7",
            "S7",
        }
        promised = host.promise_roll(battle, count=2, what="who attacks")
        command = {"kind": "roll"}
        told = host.roll(
            battle, command, digest=promised["digest"], seat="Fox", contribution="luck"
        )
        assert told["accepted"]
        assert told["roll"]["nonce"] == promised["nonce"]
        assert ", ".join(told["roll"]["results"]) in told["events"][0]["says"]
        assert [each["camera"] for each in host.cameras()][-1] == "practice"
        assert host.setup()["roster"]["name"] == "paper-tigers-small"
        with pytest.raises(ProblemAnswer, match="no camera is open"):
            host.still()
        duel = host.begin_sample("tossing-tiger", name="A toss", cards="dealt")["id"]
        for seat, edge in (("Fox", "south"), ("Owl", "north")):
            ready = {"kind": "ready", "player": seat, "edge": edge}
            assert host.command(duel, ready, seat=seat)["accepted"]
        promised = host.promise_roll(duel, what="Who begins?", among=("Fox", "Owl"))
        tossed = host.roll(
            duel, {"kind": "choose"}, digest=promised["digest"], seat="Fox", field="choice"
        )
        assert f"A toss decides: {tossed['roll']['results'][0]} begins." in [
            each["says"] for each in tossed["events"]
        ]


def test_an_address_without_sense_is_told() -> None:
    with pytest.raises(ValueError, match="expected http://HOST:PORT/#TOKEN"):
        Client("ftp://somewhere")
    nobody = Client("http://127.0.0.1:9/#x", pause=lambda _: None)
    with pytest.raises(OSError, match="refused"):
        nobody.health()


ANSWER = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"


def test_a_line_that_was_silent_for_long_is_opened_anew_and_nothing_is_asked_twice() -> None:
    """An invitation is made anew each time: it cannot be asked for again where nobody answers."""
    asked: list[bytes] = []
    hung_up = threading.Semaphore(0)

    def answer_once_a_line(door: socket.socket) -> None:
        for _ in range(2):
            line, _ = door.accept()
            with line, line.makefile("rb") as words:
                asked.append(words.readline())
                length = 0
                while (header := words.readline().strip()) != b"":
                    if header.lower().startswith(b"content-length:"):
                        length = int(header.partition(b":")[2])
                words.read(length)
                line.sendall(ANSWER)
            hung_up.release()

    with socket.create_server(("127.0.0.1", 0)) as door:
        door.settimeout(60)
        umpire = threading.Thread(target=answer_once_a_line, args=(door,))
        umpire.start()
        with Client(f"http://127.0.0.1:{door.getsockname()[1]}/#token") as client:
            client.me()
            assert hung_up.acquire(timeout=60)
            client.invite("a-battle", seat="Guest")
        umpire.join(timeout=60)
    assert asked == [
        b"GET /api/v1/me HTTP/1.1\r\n",
        b"POST /api/v1/battles/a-battle/invitations HTTP/1.1\r\n",
    ]
