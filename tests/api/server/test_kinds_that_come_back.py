"""Each kind of camera is found again after the next start, or its absence told in plain words."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from api.cameras.choices import CameraChoice, Kind, choices
from api.cameras.coming_back import come_back
from api.cameras.desk import CameraDesk
from api.cameras.together.kept_cameras import KeptCamera, KeptCameras
from api.client import Client
from api.tables.hand import HandTable
from tests.api.forked import forked_serving
from tests.api.server.serving import Served, served
from tests.api.server.shown_camera import ShownCamera
from tests.api.server.test_hand_table import first
from tests.api.setting_up import small_roster
from tests.vision.measured import exact_profile
from vision.camera.devices import Device
from vision.camera.opening import Opener
from vision.camera.source import Identity
from vision.camera.worker import Opens

STREAM = "http://me:secret@192.168.1.20:8080/video"
SHOWN = "http://192.168.1.20:8080/video"
CAMERA = replace(exact_profile().camera, name="video", id=SHOWN)
PAUSE_S = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """A server, and what was opened on it."""

    server: Served
    desk: CameraDesk
    opened: list[Opens]

    def come_back(self, *cameras: KeptCamera) -> dict[str, Any]:
        """What the set-up tells once those that were kept have had their time."""
        self.desk.close()
        self.desk.kept_cameras.keep(cameras)
        self.desk.kept_cameras = KeptCameras(self.desk.kept.folder)
        come_back(self.desk)
        answer = self.server.get("/api/v1/setup")
        assert "secret" not in answer.text
        told: dict[str, Any] = answer.json()
        return told


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    opened = list[Opens]()

    def keep(opens: Opens, _expected: object) -> ShownCamera:
        opened.append(opens)
        return ShownCamera(
            Identity(
                name=CAMERA.name,
                id=CAMERA.id,
                width=CAMERA.width,
                height=CAMERA.height,
                is_live=True,
            )
        )

    plugged = [Device(number=at, name="Webcam", id=f"usb-{at}") for at in (2, 3)]
    with served(HandTable(first()), tmp_path) as server:
        desk = CameraDesk(
            server.app.state.table,
            folder=tmp_path / "desk",
            keep=keep,
            found=partial(choices, find=lambda: plugged),
        )
        server.app.state.door.put(desk)
        held = replace(CAMERA, controls=(("focus", 37),))
        desk.kept.keep_profile(replace(exact_profile(), camera=held))
        yield Evening(server=server, desk=desk, opened=opened)


def test_a_typed_address_is_opened_again_and_held_as_it_was(evening: Evening) -> None:
    kept = KeptCamera(kind=Kind.GIVEN, name=SHOWN, source=STREAM, camera=CAMERA)
    told = evening.come_back(kept)
    assert (told["in_use"], told["missing"]) == (True, [])
    (opens,) = evening.opened
    assert isinstance(opens, Opener)
    assert opens.text == STREAM
    assert opens.calibrated is not None
    assert opens.calibrated.controls == (("focus", 37),)


def test_a_recording_is_opened_again_while_it_lies_in_its_folder(evening: Evening) -> None:
    place = evening.desk.kept.folder / "recordings" / "evening.avi"
    kept = KeptCamera(kind=Kind.GIVEN, name=str(place), source=str(place), camera=CAMERA)
    (missing,) = evening.come_back(kept)["missing"]
    assert missing["note"] == f"{place} is not there: name it again, on the page or with --camera"
    place.parent.mkdir()
    place.write_bytes(b"")
    assert evening.come_back(kept)["in_use"]
    # A file of another folder was named by whoever started the umpire, and is not opened unasked.
    other = evening.desk.kept.folder / "other.avi"
    other.write_bytes(b"")
    (missing,) = evening.come_back(replace(kept, name="other", source=str(other)))["missing"]
    assert missing["note"].startswith("other is not there")


def test_a_webcam_is_known_by_its_serial_number(evening: Evening) -> None:
    camera = replace(CAMERA, name="Webcam", id="usb-3")
    kept = KeptCamera(kind=Kind.DEVICE, name="Webcam", source="2", camera=camera)
    evening.come_back(kept)
    (opens,) = evening.opened
    assert isinstance(opens, Opener)
    assert opens.text == "3"
    gone = replace(kept, camera=replace(camera, id="usb-7"))
    (missing,) = evening.come_back(gone)["missing"]
    assert missing["note"].startswith("the webcam Webcam is not plugged in")
    assert len(evening.opened) == 1


def test_what_cannot_be_opened_by_itself_says_so(evening: Evening) -> None:
    phone = KeptCamera(kind=Kind.PHONE, name="Pixel (a1b2)", source="x", camera=CAMERA)
    practice = choices([], find=lambda: ())[0]
    told = evening.come_back(phone, KeptCamera.of(practice, CAMERA))
    assert [each["note"] for each in told["missing"]] == [
        "the phone Pixel (a1b2) has to come in anew: open the umpire's page on it, and choose it "
        "again",
        "no roster is chosen: its kit says which anchors and tags there are",
    ]
    assert not evening.opened
    assert not told["in_use"]


def test_one_that_was_never_measured_is_not_used(evening: Evening) -> None:
    other = replace(CAMERA, name="other", id="other")
    choice = CameraChoice(id="device-2", kind=Kind.DEVICE, name="Webcam", source="2")
    (evening.desk.kept.folder / "profile.json").unlink()
    for place in evening.desk.kept.folder.glob("profile-*"):
        place.unlink()
    told = evening.come_back(KeptCamera.of(choice, replace(other, id="usb-2")))
    (missing,) = told["missing"]
    assert missing["note"].startswith("Webcam is not used: expected a table that was measured by")


@pytest.mark.long
def test_two_cameras_see_the_table_again_after_a_real_restart(tmp_path: Path) -> None:
    options = ["--battles", str(tmp_path / "battles")]
    with forked_serving(*options, cwd=tmp_path) as (address, _), Client(address) as host:
        host.setup("roster", method="PUT", body={"roster_toml": small_roster()})
        for camera in ("practice", "practice-2"):
            if camera != "practice":
                host.setup("beside", method="POST", body={})
            host.open_camera(camera)
            host.setup("table", method="POST", body={})
            until(host, lambda told: told["camera"]["state"] == "live")
            host.setup("table/photographs", method="POST", body={})
            host.setup("print", method="PUT", body={"bar_in": 6.0})
            host.setup("table/solve", method="POST", body={})
        assert host.setup("use", method="POST", body={})["in_use"]
    with forked_serving(*options, cwd=tmp_path) as (address, _), Client(address) as host:
        told = until(host, lambda told: told["in_use"] or not is_opening(told))
        assert told["in_use"], told["missing"]
        told = until(host, lambda told: all(each["is_well"] for each in told["joined"]))
        assert (len(told["joined"]), told["missing"]) == (2, [])


def until(host: Client, reached: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """What the set-up tells once it has come so far."""
    while not reached(told := host.setup()):
        time.sleep(PAUSE_S)
    return told


def is_opening(told: dict[str, Any]) -> bool:
    """Whether every camera of last time is still on its way."""
    return all(each["is_opening"] for each in told["missing"])
