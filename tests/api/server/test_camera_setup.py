"""A camera is set up over HTTP from a lens board to a table that is measured rightly."""

import math
import threading
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from api.cameras.choices import CameraChoice, Kind
from api.cameras.desk import CameraDesk
from api.tables.hand import HandTable
from rules.table.snapshot import Health, HealthState
from tests.api.server.serving import Served, problem, served
from tests.api.server.shown_camera import ShownCamera
from tests.api.server.test_hand_table import first
from tests.api.setting_up import Practised
from vision.camera.source import Identity
from vision.camera.stills import read_still
from vision.tracking.settings import thresholds

WEBCAM = Identity(name="Webcam", id="1234", width=640, height=480, is_live=True)
HERE = CameraChoice(id="device-0", kind=Kind.DEVICE, name="Webcam", source="0")


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A server with one camera, and what is before it."""

    server: Served
    camera: ShownCamera
    seconds: Iterator[int]

    def show(self, place: Path, *, times: int = 1) -> None:
        grey = read_still(place).grey
        for _ in range(times):
            self.camera.show(grey, seconds=next(self.seconds) / 10)

    def step(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        more: dict[str, Any] = {} if body is None else {"json": body}
        answer = self.server.ask(method, f"/api/v1{path}", **more)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told


@pytest.fixture
def setting(tmp_path: Path) -> Iterator[Setting]:
    with served(HandTable(first()), tmp_path) as server:
        camera = ShownCamera(WEBCAM)
        server.app.state.door.put(
            CameraDesk(
                server.app.state.table,
                folder=tmp_path / "cameras",
                keep=lambda _opens, _expected: camera,
                found=lambda _given: (HERE,),
            )
        )
        yield Setting(server=server, camera=camera, seconds=count())


def test_from_a_lens_board_to_a_measured_table(setting: Setting, practised: Practised) -> None:
    step, show = setting.step, setting.show
    roster = practised.roster.read_text(encoding="utf-8")
    assert step("PUT", "/setup/roster", {"roster_toml": roster})["roster"]["width_in"] == 18
    assert step("PUT", "/camera", {"camera": "device-0"})["state"] == "lost"

    step("POST", "/setup/lens")
    for place in sorted(practised.lens_views.glob("*.jpg")):
        show(place, times=2)
    lens = step("GET", "/setup")["lens"]
    assert lens["views"] == 9
    assert lens["missing"][0] == lens["next"]
    assert sum(map(sum, lens["coverage"]["views"])) >= 9
    solved = step("POST", "/setup/lens/solve")["lens"]["solved"]
    assert solved["views_used"] >= 8
    assert "focal length" in solved["sentences"][0]

    step("POST", "/setup/table")
    for place in sorted(practised.anchors.glob("*.jpg")):
        show(place)
        step("POST", "/setup/table/photographs")
    unchecked = step("POST", "/setup/table/solve")["table"]["solved"]
    step("PUT", "/setup/print", {"bar_in": 6.0})
    table = step("POST", "/setup/table/solve")["table"]
    assert [each["photograph"] for each in table["photographs"]] == [1, 2, 3]
    assert all(len(each["anchors"]) == 8 for each in table["photographs"])
    assert table["solved"]["accuracy_in"] < unchecked["accuracy_in"] / 2
    assert table["solved"]["history"][-1]["step"] == "lens board"
    assert table["tape"] is None

    step("POST", "/setup/check")
    assert step("GET", "/setup")["check"]["unseen"] == 3
    show(practised.game)
    assert step("GET", "/setup")["check"]["unseen"] == 0

    before = step("GET", "/table")["number"]
    step("POST", "/setup/use")
    # A piece is at rest once it was seen to be for half a second.
    show(practised.game, times=12)
    pieces = step("GET", "/table")["pieces"]
    assert step("GET", "/table")["number"] > before
    truth = practised.truth()
    assert {each["id"] for each in pieces} == set(truth)
    for piece in pieces:
        x, y, _ = truth[piece["id"]]
        off = math.hypot(piece["pose"]["x_in"] - x, piece["pose"]["y_in"] - y)
        assert off < 3 * table["solved"]["accuracy_in"], piece


@pytest.mark.long
def test_a_tape_over_the_table_is_believed_or_refused_in_words(
    setting: Setting, practised: Practised
) -> None:
    step = setting.step
    roster = practised.roster.read_text(encoding="utf-8")
    named = step("PUT", "/setup/roster", {"roster_toml": roster})["roster"]["anchors_named"]
    assert (named["0"], named["1"]) == ("SW corner", "SE corner")
    step("PUT", "/camera", {"camera": "device-0"})
    step("POST", "/setup/table")
    for place in sorted(practised.anchors.glob("*.jpg"))[:2]:
        setting.show(place)
        step("POST", "/setup/table/photographs")
    bare = step("POST", "/setup/table/solve")["table"]["solved"]
    tape = {"one": 0, "other": 1, "inches": 18.0}
    step("PUT", "/setup/print", {"bar_in": None, "tape": tape})
    table = step("POST", "/setup/table/solve")["table"]
    assert table["tape"] == tape
    assert table["solved"]["accuracy_in"] < bare["accuracy_in"]
    assert not any("--edge" in each for each in (*bare["next"], *table["solved"]["next"]))
    for wrong, says in (
        ({**tape, "other": 0}, "expected two different anchors, got 0 (SW corner) twice"),
        ({**tape, "other": 40}, "expected anchors by number"),
        ({**tape, "inches": 45.7}, "about 18, got 45.7"),
    ):
        asked = {"bar_in": None, "tape": wrong}
        refused = setting.server.ask("PUT", "/api/v1/setup/print", json=asked)
        assert says in problem(refused, 422)["detail"]
    step("PUT", "/setup/print", {"bar_in": None, "tape": {**tape, "inches": 18.4}})
    told = problem(setting.server.ask("POST", "/api/v1/setup/table/solve"), 409)["detail"]
    assert "print" in told


def test_what_comes_too_early_is_refused_in_words(setting: Setting, practised: Practised) -> None:
    ask = setting.server.ask
    refused = [
        ("POST", "/setup/lens", "no camera is open"),
        ("POST", "/setup/lens/views", "start that first"),
        ("POST", "/setup/lens/solve", "start that first"),
        ("POST", "/setup/table", "no camera is open"),
        ("POST", "/setup/table/photographs", "start that first"),
        ("POST", "/setup/table/solve", "start that first"),
        ("POST", "/setup/check", "no camera is open"),
        ("POST", "/setup/use", "not measured yet"),
        ("GET", "/camera/still.jpg", "no camera is open"),
        ("GET", "/camera/stream.mjpeg", "no camera is open"),
        ("GET", "/table/view.jpg", "no camera is open"),
        ("GET", "/table/from-above.jpg", "no camera sees this table"),
    ]
    for method, path, says in refused:
        assert says in problem(ask(method, f"/api/v1{path}"), 409)["detail"], path
    wrong = [
        ({"roster_toml": "[[piece]]"}, 422),
        ({}, 422),
        ({"sample": "none"}, 404),
        ({"sample": "../../etc/passwd"}, 404),
    ]
    for body, status in wrong:
        problem(ask("PUT", "/api/v1/setup/roster", json=body), status)
    problem(ask("PUT", "/api/v1/camera", json={"camera": "rtsp://phone/1"}), 404)
    roster = practised.roster.read_text(encoding="utf-8")
    setting.step("PUT", "/setup/roster", {"roster_toml": roster})
    setting.step("PUT", "/camera", {"camera": "device-0"})
    setting.step("POST", "/setup/lens")
    told = problem(ask("POST", "/api/v1/setup/lens/solve"), 409)
    assert "none yet: hold the lens board" in told["detail"]
    assert "being opened" in problem(ask("GET", "/api/v1/camera/still.jpg"), 409)["detail"]
    setting.step("POST", "/setup/table")
    assert "being opened" in problem(ask("POST", "/api/v1/setup/table/photographs"), 409)["detail"]
    assert setting.step("DELETE", "/camera")["state"] == "closed"
    assert setting.camera.closed == 1


def test_a_photograph_waits_for_a_picture_that_is_on_its_way(
    setting: Setting, practised: Practised
) -> None:
    roster = practised.roster.read_text(encoding="utf-8")
    setting.step("PUT", "/setup/roster", {"roster_toml": roster})
    setting.step("PUT", "/camera", {"camera": "device-0"})
    setting.step("POST", "/setup/table")
    place = min(practised.anchors.glob("*.jpg"))
    setting.show(place)
    setting.camera.fail(Health(state=HealthState.STALE, note="the last picture is 0.7 s old"))
    later = threading.Timer(0.3, setting.show, [place])
    later.start()
    taken = setting.step("POST", "/setup/table/photographs")["table"]["photographs"]
    later.join()
    assert [len(each["anchors"]) for each in taken] == [8]


def test_the_host_sees_what_the_camera_sees(setting: Setting, practised: Practised) -> None:
    setting.step("PUT", "/camera", {"camera": "device-0"})
    setting.show(practised.game)
    still = setting.server.get("/api/v1/camera/still.jpg?widest=320")
    assert still.headers["content-type"] == "image/jpeg"
    assert still.content[:2] == b"\xff\xd8"
    thumbnail = setting.server.get("/api/v1/cameras/device-0/thumbnail.jpg")
    assert 0 < len(thumbnail.content) < len(setting.server.get("/api/v1/table/view.jpg").content)
    stream = setting.server.get("/api/v1/camera/stream.mjpeg?frames=1")
    assert stream.headers["content-type"].startswith("multipart/x-mixed-replace; boundary=")
    assert stream.content.count(b"content-type: image/jpeg") == 1
    setting.camera.fail(Health(state=HealthState.BUSY, note="used by another program"))
    now = setting.step("GET", "/camera")
    assert (now["state"], now["note"]) == ("busy", "used by another program")


def test_every_threshold_is_told_as_doctor_tells_it(setting: Setting) -> None:
    answer = setting.server.ask("GET", "/api/v1/setup/thresholds")
    assert answer.status_code == 200
    assert answer.json() == [asdict(each) for each in thresholds()]
