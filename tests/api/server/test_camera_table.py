"""A camera's pictures become the table in play, with what people say of it."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from api.access.grants import AccessRole
from api.cameras.choices import CameraChoice, Kind
from api.cameras.desk import CameraDesk
from api.tables.camera import CameraTable
from api.tables.hand import HandTable
from rules.table.snapshot import Health, HealthState, PieceState
from rules.table.units import Inches
from tests.api.server.serving import ADDRESS, LIVE, Served, problem, served
from tests.api.server.shown_camera import ShownCamera
from tests.api.server.test_hand_table import first
from tests.api.server.test_playing import BATTLE
from tests.vision.measured import (
    ABOVE,
    exact_profile,
    grey_of,
    layout_of,
    rendered,
    table_scene,
    thing,
)
from vision.camera.keeper import CameraLook, Counts
from vision.camera.source import Bytes, Frame, Identity
from vision.locating.place_error import EXACT
from vision.pipeline import Pipeline

TANK = thing("T1", 20, at=(8.0, 4.5, 30.0))
CAMERA = Identity(name="synthetic", id="", width=ABOVE.width, height=ABOVE.height)
GIVEN = CameraChoice(id="given-1", kind=Kind.GIVEN, name="synthetic", source="synthetic")


@cache
def picture() -> Bytes:
    return grey_of(rendered(table_scene(TANK)))


def noisy(turn: int) -> Bytes:
    """No sensor takes the same picture twice."""
    noise = np.random.default_rng(turn).integers(0, 3, picture().shape, dtype=np.int16)
    changed = np.clip(picture().astype(np.int16) + noise - 1, 0, 255)
    return np.asarray(changed, dtype=np.uint8)


def look(seconds: float | None, *, health: Health | None = None) -> CameraLook:
    """A picture of that time, or none that may be used."""
    frame = None
    if seconds is not None:
        turn = round(seconds * 10)
        frame = Frame(number=turn, seconds=seconds, name="", grey=noisy(turn), captured_s=seconds)
    return CameraLook(health=health or Health(), frame=frame, age_s=0.0, counts=Counts())


class Time:
    """Seconds as a test wants them."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def pipeline() -> Pipeline:
    return Pipeline(exact_profile(), tag_layout=layout_of(TANK), care=EXACT)


def seen_at_rest(table: CameraTable, time: Time, *, until_s: float = 0.9) -> None:
    for tenth in range(round(until_s * 10)):
        time.now = tenth / 10
        table.see(look(time.now))


def test_only_what_has_changed_is_told(tmp_path: Path) -> None:
    time = Time()
    empty = first()
    table = CameraTable(
        pipeline(), ground=HandTable(empty, keep=tmp_path / "ground.json"), first=40, clock=time
    )
    told: list[int] = []
    table.subscribe(lambda: told.append(table.latest().number))
    assert table.latest().health.state is HealthState.LOST
    seen_at_rest(table, time)
    (piece,) = table.latest().pieces
    assert piece.pose is not None
    assert np.hypot(piece.pose.x - 8.0, piece.pose.y - 4.5) < 0.02
    assert told == sorted(set(told))
    assert min(told) > 40
    count = len(told)
    for tenth in range(20, 26):
        time.now = tenth / 10
        table.see(look(time.now))
    # Nothing has moved: numbers go on, and nobody is troubled with them.
    assert len(told) - count <= 2
    assert table.latest().number > told[-1]


def test_the_keeper_says_why_no_picture_comes() -> None:
    time = Time()
    table = CameraTable(pipeline(), ground=HandTable(first()), first=1, clock=time)
    seen_at_rest(table, time)
    assert table.latest().health.state is HealthState.LIVE
    busy = Health(state=HealthState.BUSY, note="another program has it")
    time.now = 1.0
    table.see(look(None, health=busy))
    assert table.latest().health.state is HealthState.LIVE
    time.now = 1.6
    table.see(look(None, health=busy))
    assert table.latest().health == busy
    assert [each.state.value for each in table.latest().pieces] == ["hidden"]


def test_nothing_is_ruled_from_an_old_picture_though_nobody_has_looked_since() -> None:
    time = Time()
    table = CameraTable(pipeline(), ground=HandTable(first()), first=1, clock=time)
    seen_at_rest(table, time)
    before = table.latest()
    time.now = 0.8 + 0.5
    assert table.latest() is before
    assert [each.state for each in before.pieces] == [PieceState.SEEN]
    # The camera's thread is held up, or the computer slept.
    time.now = 0.8 + 0.51
    late = table.latest()
    assert late.health.state is HealthState.STALE
    assert [each.state for each in late.pieces] == [PieceState.HIDDEN]
    assert late.pieces[0].age == pytest.approx(0.51)
    assert late.number > before.number
    time.now = 60.0
    assert table.latest() is late
    table.see(look(60.0))
    assert table.latest().number > late.number
    assert table.latest().health.state is HealthState.LIVE


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[Served, ShownCamera]]:
    """A battle over a camera's table of 16 x 9 inches."""
    with served(HandTable(first()), tmp_path) as found:
        camera = ShownCamera(CAMERA)
        desk = CameraDesk(
            found.app.state.table,
            folder=tmp_path / "cameras",
            keep=lambda _opens, _expected: camera,
            found=lambda _given: (GIVEN,),
        )
        found.app.state.door.put(desk)
        desk.open_table(GIVEN, pipeline())
        yield found, camera


WOODS = {"kind": "woods", "outline_in": [[1, 1], [4, 1], [4, 3]], "height_in": 2.0}


def test_people_draw_terrain_on_a_cameras_table(server: tuple[Served, ShownCamera]) -> None:
    found, _ = server
    path = "/api/v1/table/terrain"
    number = found.get("/api/v1/table").json()["number"]
    assert found.ask("PUT", f"{path}/W1", json=WOODS).json()["terrain"] == []
    told = found.ask("POST", f"{path}/W1/confirm").json()
    assert [each["id"] for each in told["terrain"]] == ["W1"]
    laid = found.get("/api/v1/table").json()
    assert [each["id"] for each in laid["terrain"]] == ["W1"]
    assert laid["number"] > number
    crossing = {**WOODS, "outline_in": [[1, 1], [4, 3], [4, 1], [1, 3]]}
    problem(found.ask("PUT", f"{path}/W1", json=crossing), 422)
    assert found.post("/api/v1/table/terrain-lock", {}).json()["locked"]
    problem(found.ask("DELETE", f"{path}/W1"), 409)
    found.ask("DELETE", "/api/v1/table/terrain-lock")
    assert found.ask("DELETE", f"{path}/W1").json()["terrain"] == []
    problem(found.ask("PUT", "/api/v1/table/pieces/T1", json={"x_in": 1}), 409)
    problem(found.ask("PUT", "/api/v1/table", json={}), 409)
    # By hand again, and the numbers go on.
    before = found.get("/api/v1/table").json()["number"]
    assert not found.ask("DELETE", "/api/v1/setup/use").json()["in_use"]
    table = found.get("/api/v1/table").json()
    assert table["number"] > before
    assert {each["id"] for each in table["pieces"]} == {each.id for each in first().pieces}


def test_what_the_camera_sees_is_for_the_host_alone(server: tuple[Served, ShownCamera]) -> None:
    found, _ = server
    tank = {"id": "T1", "kind": TANK.tagged.entry.kind, "side": "red", "footprint": "disc 1"}
    found.post("/api/v1/battles", {**BATTLE, "roster": [tank]})
    for role in (AccessRole.PLAYER, AccessRole.SPECTATOR):
        token = found.invite("battle1", "Red" if role is AccessRole.PLAYER else "")
        for path in (
            "/camera/still.jpg",
            "/camera/stream.mjpeg",
            "/table/view.jpg",
            "/table/view.mjpeg",
            "/table/from-above.jpg",
            "/table/seen",
            "/cameras",
            "/setup",
            "/cameras/given-1/thumbnail.jpg",
        ):
            problem(found.get(f"/api/v1{path}", token=token), 403)
        health = found.get("/api/v1/table/health", token=token).json()
        assert health["state"] == "lost"


def test_watchers_hear_what_the_camera_sees(server: tuple[Served, ShownCamera]) -> None:
    found, camera = server
    with found.client.websocket_connect(LIVE, headers={"origin": ADDRESS}) as socket:
        socket.send_json({"type": "hello", "token": found.host})
        heard: list[dict[str, Any]] = [socket.receive_json(), socket.receive_json()]
        assert heard[1]["table"]["health"]["state"] == "lost"
        # The clock is the computer's here; the pictures come as fast as they are looked at.
        now = found.app.state.door.desk().table.current.now
        camera.show(noisy(1), seconds=now())
        heard.append(socket.receive_json())
        # A busy computer tells first of how it was before, or has looked for so long that this is
        # no longer a picture of the moment. The same one once more would count as frozen.
        while heard[-1]["table"]["health"]["state"] != "live" and len(heard) < 20:
            camera.show(noisy(len(heard)), seconds=now())
            heard.append(socket.receive_json())
    assert heard[-1]["type"] == "table"
    assert heard[-1]["table"]["health"]["state"] == "live"
    seen = found.get("/api/v1/table/seen").json()
    assert [each["piece"] for each in seen["pieces"]] == ["T1"]
    view = found.get("/api/v1/table/view.jpg")
    assert view.content[:2] == b"\xff\xd8"
    assert view.content != found.get("/api/v1/camera/still.jpg").content
    # Around the tag is nothing but the mat: no outline is made up.
    camera.show(noisy(1), seconds=now())
    bare = found.post("/api/v1/table/terrain-outline", {"x_in": 8, "y_in": 4.5})
    assert "draw it by hand" in problem(bare, 404)["detail"]
    # A busy computer has taken so long for it that the picture is no longer one of this moment.
    camera.show(noisy(2), seconds=now())
    assert found.post("/api/v1/table/empty-picture", {}).status_code == 204
    kept = found.app.state.door.desk().kept
    assert kept.empty_table(exact_profile().table) is not None
    assert kept.empty_table(replace(exact_profile().table, width=Inches(20.0))) is None
    above = found.get("/api/v1/table/from-above.jpg?per_in=10").content
    straight = cv2.imdecode(np.frombuffer(above, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert straight is not None
    assert straight.shape == (90, 160)


def test_another_umpire_that_keeps_the_ground_keeps_nobody_from_playing(tmp_path: Path) -> None:
    folder = tmp_path / "cameras"
    folder.mkdir()
    other = HandTable(first(), keep=folder / "ground-16x9.json")
    with served(HandTable(first()), tmp_path) as found:
        camera = ShownCamera(CAMERA)
        desk = CameraDesk(
            found.app.state.table, folder=folder, keep=lambda _opens, _expected: camera
        )
        found.app.state.door.put(desk)
        desk.open_table(GIVEN, pipeline())
        path = "/api/v1/table/terrain/W1"
        assert found.ask("PUT", path, json=WOODS).status_code == 200
        assert found.ask("POST", f"{path}/confirm").json()["terrain"][0]["id"] == "W1"
    assert other.latest().terrain == first().terrain
    other.close()
