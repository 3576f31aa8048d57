"""Tests of what phones are answered at their door, and that nobody else gets anything in or out."""

import json
import random
import string
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from api.access.hosts import Hosts
from api.phones.door_app import AT_ONCE, DoorApp, DoorParts
from api.phones.phone import GONE, SILENT_S, Phone, PhoneWish
from api.phones.room import PhoneRoom
from conftest import SoakCount
from tests.api.phones.signing import ORIGIN, HeldKey
from tests.api.server.serving import Clock, problem
from vision.camera.phone.source import PhonePicture

HOME = "192.168.1.5"
LINE = f"wss://{HOME}:8766/line"
REPORT = {"lens": "back", "width": 1920, "height": 1080, "awake": True}
JPEG = cv2.imencode(".jpg", np.full((64, 80), 90, np.uint8))[1].tobytes()
OPEN = {"/", "/challenge", "/enter", "/authority.crt", "/phone/camera.js", "/style/phone.css"}


class Taken:
    """In the place of a feed: keeps what was put in."""

    def __init__(self) -> None:
        self.pictures: list[PhonePicture] = []

    def put(self, picture: PhonePicture) -> None:
        self.pictures.append(picture)

    def close(self) -> None:
        self.pictures.clear()


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """The door, a phone that came in by its code, and where its pictures go."""

    client: TestClient
    room: PhoneRoom
    clock: Clock
    phone: Phone
    taken: Taken
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    def post(self, path: str, **more: Any) -> Any:
        return self.client.post(path, headers={**self.headers, **more.pop("headers", {})}, **more)

    def show(self, jpeg: bytes = JPEG, age: str = "40") -> Any:
        try:
            taken = f"{self.phone.clock_ms - float(age)}"
        except ValueError:
            taken = age
        return self.post("/pictures", content=jpeg, headers={"x-taken-ms": taken})

    def sent(self, *, age_ms: float) -> bytes:
        """A picture as it goes over the socket."""
        return struct.pack("<d", self.phone.clock_ms - age_ms) + JPEG


@pytest.fixture
def door() -> Iterator[Door]:
    clock = Clock()
    room = PhoneRoom(keep=None, steady=clock, clock=clock)
    hosts = Hosts(8766, joined=frozenset({HOME}), scheme="https")
    app = DoorApp(DoorParts(room=room, hosts=hosts, authority=b"DER"), clock=clock)
    with TestClient(app, base_url=ORIGIN, raise_server_exceptions=False) as client:
        key, code = HeldKey(), room.entry.new_code()
        nonce = client.get("/challenge").json()["nonce"]
        told = client.post("/enter", json=key.body(nonce, code=code)).json()
        (phone,) = room.phones()
        taken = Taken()
        phone.feed_to(taken)
        yield Door(
            client=client, room=room, clock=clock, phone=phone, taken=taken, token=told["token"]
        )


def chosen(door: Door) -> None:
    door.phone.wanted = PhoneWish(sends=True, rate_hz=15)


def test_pictures_go_up_by_post_and_the_answer_says_what_is_wanted(door: Door) -> None:
    chosen(door)
    assert problem(door.show(), 422)["detail"].startswith("picture: expected a report before it")
    assert door.post("/report", json=REPORT).json()["wanted"]["rate_hz"] == 15
    assert door.show().json()["wanted"]["sends"] is True
    (picture,) = door.taken.pictures
    assert picture.jpeg == JPEG
    assert picture.lens == f"phone {door.phone.known.id} back"
    assert picture.taken_s == pytest.approx(door.clock.seconds - 0.04)


def test_pictures_go_up_by_socket_and_each_is_answered(door: Door) -> None:
    chosen(door)
    with door.client.websocket_connect(LINE, headers={"origin": ORIGIN}) as line:
        line.send_json({"token": door.token})
        assert line.receive_json()["wanted"]["sends"] is True
        line.send_json(REPORT)
        line.send_bytes(door.sent(age_ms=25.0))
        while not (told := line.receive_json()).get("taken"):
            pass
        assert told["wanted"]["rate_hz"] == 15
        assert told["clock_ms"] == door.phone.clock_ms
    assert [each.taken_s for each in door.taken.pictures] == [
        pytest.approx(door.clock.seconds - 0.025)
    ]
    assert door.phone.trouble == GONE, "its line has ended"


def test_a_picture_is_no_younger_for_having_been_slow_on_its_way(door: Door) -> None:
    chosen(door)
    door.post("/report", json=REPORT)
    taken_s, taken_ms = door.clock.seconds, door.phone.clock_ms
    door.clock.seconds += 0.8
    door.post("/pictures", content=JPEG, headers={"x-taken-ms": f"{taken_ms}"})
    assert [each.taken_s for each in door.taken.pictures] == [pytest.approx(taken_s)]


def test_a_picture_that_was_long_on_its_way_is_passed_over_and_the_line_stays(door: Door) -> None:
    chosen(door)
    with door.client.websocket_connect(LINE, headers={"origin": ORIGIN}) as line:
        line.send_json({"token": door.token})
        line.send_json(REPORT)
        for age_ms in (9000.0, 25.0):
            line.send_bytes(door.sent(age_ms=age_ms))
            while not line.receive_json().get("taken"):
                pass
    assert len(door.taken.pictures) == 1


def test_a_zoom_is_another_lens(door: Door) -> None:
    door.post("/report", json={**REPORT, "zoom": 2})
    assert door.phone.lens.endswith("back zoom 2")


def test_a_phone_that_is_not_the_camera_gives_no_pictures(door: Door) -> None:
    door.post("/report", json=REPORT)
    assert door.show().status_code == 200
    assert door.taken.pictures == []


def test_what_ails_a_phone_is_told_in_words(door: Door) -> None:
    door.post("/report", json=REPORT)
    assert door.phone.trouble == ""
    door.post("/report", json={**REPORT, "trouble": "muted"})
    assert "a call" in door.phone.trouble
    door.clock.seconds += SILENT_S
    assert door.phone.trouble == GONE


def test_what_could_not_be_locked_is_kept(door: Door) -> None:
    door.post("/report", json={**REPORT, "locks": {"focus": "locked", "exposure": "asked"}})
    assert door.phone.report is not None
    assert door.phone.report.unlocked == ("exposure", "white_balance")


@pytest.mark.parametrize(
    "report",
    [
        [],
        {},
        {**REPORT, "lens": 3},
        {**REPORT, "width": "wide"},
        {**REPORT, "trouble": "<b>"},
        {**REPORT, "locks": []},
        {**REPORT, "locks": {"focus": "perhaps"}},
        {**REPORT, "awake": "yes"},
    ],
)
def test_a_report_that_says_something_else_is_refused(door: Door, report: object) -> None:
    problem(door.post("/report", json=report), 422)
    assert door.phone.report is None


@pytest.mark.parametrize(
    ("jpeg", "age"),
    [(b"", "1"), (b"GIF89a", "1"), (JPEG, "-1"), (JPEG, "nan"), (JPEG, "1e9"), (JPEG, "x")],
)
def test_what_is_no_picture_of_now_goes_nowhere(door: Door, jpeg: bytes, age: str) -> None:
    chosen(door)
    door.post("/report", json=REPORT)
    problem(door.show(jpeg, age), 422)
    assert door.taken.pictures == []


def test_a_picture_is_not_read_from_somebody_without_a_token(door: Door) -> None:
    read = 0

    def body() -> Iterator[bytes]:
        nonlocal read
        read += 1
        yield JPEG

    problem(door.client.post("/pictures", content=body()), 401)
    huge = {"content-length": "9000000"}
    problem(door.post("/pictures", content=b"", headers=huge), 413)
    assert door.taken.pictures == []


def test_a_forgotten_phone_is_cut_off(door: Door) -> None:
    door.post("/report", json=REPORT)
    assert door.room.forget(door.phone.known.id)
    problem(door.show(), 401)


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": f"{HOME}:8765"},
        {"origin": "https://evil.example"},
        {"origin": f"http://{HOME}:8766"},
        {"sec-fetch-site": "cross-site"},
    ],
)
def test_foreign_pages_get_nothing(door: Door, headers: dict[str, str]) -> None:
    assert door.client.get("/challenge", headers=headers).status_code in {403, 421}
    problem(door.post("/report", json=REPORT, headers=headers), 421 if "host" in headers else 403)
    with (
        pytest.raises(WebSocketDisconnect),
        door.client.websocket_connect(LINE, headers={"origin": ORIGIN, **headers}),
    ):
        pytest.fail("it was let in")
    assert door.phone.report is None


@pytest.mark.parametrize("hello", ["{}", '{"token": "x"}', "[]", "no", '{"token": 1}', ""])
def test_a_socket_without_a_token_is_closed(door: Door, hello: str) -> None:
    with door.client.websocket_connect(LINE, headers={"origin": ORIGIN}) as line:
        line.send_text(hello)
        with pytest.raises(WebSocketDisconnect) as closed:
            line.receive_json()
    assert closed.value.code in {4400, 4401}


def test_the_hall_shows_what_comes_next_and_lets_nobody_in() -> None:
    clock = Clock()
    room = PhoneRoom(keep=None, steady=clock, clock=clock)
    parts = DoorParts(
        room=room, hosts=Hosts(8767, joined=frozenset({HOME})), authority=b"DER", onward=ORIGIN
    )
    with TestClient(DoorApp(parts, clock=clock), base_url=f"http://{HOME}:8767") as client:
        page = client.get("/")
        assert "is about to warn you" in page.text
        assert "default-src 'self'" in page.headers["content-security-policy"]
        assert client.get("/onward").json() == {"address": ORIGIN}
        assert client.get("/authority.crt").content == b"DER"
        for path in ("/challenge", "/wishes", "/camera.html", "/hall.html", "/app.js"):
            problem(client.get(path), 404)
        problem(client.post("/enter", json={}), 405)


@pytest.mark.soak
def test_thousands_of_hostile_requests_get_nothing_in_and_nothing_out(
    door: Door, soak_count: SoakCount, rng_seed: int
) -> None:
    """Every one is refused, or answered with what anybody may read; no phone is let in by one."""
    rng = random.Random(rng_seed)
    chosen(door)
    door.post("/report", json=REPORT)
    before = dict(door.room.entry.known)
    for _ in range(soak_count(small=60, full=10_000)):
        # Another address each time, so that what is refused is not refused for its number alone.
        door.clock.seconds += 1
        method, path, more = hostile(rng)
        answer = door.client.request(method, path, **more)
        is_open = method == "GET" and path in OPEN
        assert answer.status_code >= 400 or is_open, (method, path, more, answer.text)
        assert answer.status_code != 500, (method, path, more)
        assert door.token not in answer.text
        if rng.random() < 0.1:
            hostile_socket(door, rng)
    assert door.taken.pictures == []
    assert door.room.entry.known == before
    assert door.phone.report is not None
    assert door.phone.report.lens == "back"


def hostile(rng: random.Random) -> tuple[str, str, dict[str, Any]]:
    paths = [*OPEN, "/pictures", "/report", "/wishes", "/line", "/onward", "/../api", "/%2e%2e/x"]
    noise = "".join(rng.choices(string.printable, k=rng.randrange(1, 60)))
    token = rng.choice(["", "x" * 22, "A" * 64, "Bearer", noise.encode("ascii", "replace").hex()])
    headers = {"authorization": f"{rng.choice(['Bearer', 'Basic', ''])} {token}".strip() or "x"}
    if rng.random() < 0.2:
        headers["origin"] = rng.choice(["null", "https://evil.example", ORIGIN])
    if rng.random() < 0.2:
        headers["x-taken-ms"] = rng.choice(["1", "-1", "nan", "inf", "1e400"])
    method = rng.choice(["GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
    bodies = [JPEG, noise.encode(), b"{}", b'{"token": "x"}', b"[" * 100, b'{"key": 1}', b""]
    return method, rng.choice(paths), {"headers": headers, "content": rng.choice(bodies)}


def hostile_socket(door: Door, rng: random.Random) -> None:
    """One that says nothing it could know, and sends a picture all the same; it is hung up on."""
    noise = "".join(rng.choices(string.printable, k=rng.randrange(1, 60)))
    hellos = ["", "{}", "[" * 100, '{"token": 1}', json.dumps({"token": noise}), noise]
    with door.client.websocket_connect(LINE, headers={"origin": ORIGIN}) as line:
        if rng.random() < 0.5:
            line.send_text(rng.choice(hellos))
        line.send_bytes(struct.pack("<d", 1.0) + JPEG)
        with pytest.raises(WebSocketDisconnect):
            line.receive_json()


def test_too_many_requests_of_one_address_are_refused(door: Door) -> None:
    answers = [door.client.get("/challenge").status_code for _ in range(int(AT_ONCE) + 30)]
    assert 429 in answers
