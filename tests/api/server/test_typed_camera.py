"""The host types a camera's address on the page, and nothing else of the computer opens by it."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from api.cameras.choices import choices
from api.cameras.desk import CameraDesk
from api.cameras.kept import KeptSetup
from api.cameras.together.sources import MOST_GIVEN
from api.tables.hand import HandTable
from calibration.lens_prior import unmeasured_lens
from calibration.profile import CameraId, LensProfile
from tests.api.server.serving import Served, problem, served
from tests.api.server.shown_camera import ShownCamera
from tests.api.server.test_hand_table import first
from tests.vision.measured import exact_profile
from vision.camera.opening import Opener
from vision.camera.source import Identity
from vision.camera.worker import Opens

STREAM = "http://me:secret@192.168.1.20:8080/video?token=abc"
SHOWN = "http://192.168.1.20:8080/video"


@pytest.fixture
def opened() -> list[Opens]:
    """What was opened, and would be in a process of its own."""
    return []


@pytest.fixture
def server(tmp_path: Path, opened: list[Opens]) -> Iterator[Served]:
    camera = ShownCamera(Identity(name="Stream", id="", width=640, height=480, is_live=True))

    def keep(opens: Opens, _expected: object) -> ShownCamera:
        opened.append(opens)
        return camera

    with served(HandTable(first()), tmp_path) as server:
        desk = CameraDesk(
            server.app.state.table,
            folder=tmp_path / "cameras",
            keep=keep,
            found=partial(choices, find=lambda: ()),
        )
        server.app.state.door.put(desk)
        yield server


def take(server: Served, address: str) -> str:
    answer = server.ask("POST", "/api/v1/cameras", json={"address": address})
    assert answer.status_code == 201, answer.text
    camera: str = answer.json()["camera"]
    return camera


def test_a_typed_address_is_a_camera_and_its_password_is_told_to_nobody(
    server: Served, opened: list[Opens]
) -> None:
    camera = take(server, f"  {STREAM} ")
    assert take(server, STREAM) == camera, "typed twice it is one camera"
    listed = server.ask("GET", "/api/v1/cameras")
    assert listed.json()[0]["name"] == SHOWN
    assert "secret" not in listed.text
    assert server.ask("PUT", "/api/v1/camera", json={"camera": camera}).status_code == 200
    assert opened == [Opener(text=STREAM)]


def test_a_file_is_one_of_the_folder_of_recordings(
    server: Served, opened: list[Opens], tmp_path: Path
) -> None:
    recordings = tmp_path / "cameras" / "recordings"
    recordings.mkdir(parents=True)
    (recordings / "evening.avi").write_bytes(b"")
    (recordings / "link.avi").symlink_to(tmp_path / "secret.avi")
    (tmp_path / "secret.avi").write_bytes(b"")
    camera = take(server, "evening.avi")
    server.ask("PUT", "/api/v1/camera", json={"camera": camera})
    assert opened == [Opener(text=str(recordings / "evening.avi"))]
    for other in ("link.avi", "../../secret.avi", str(tmp_path / "secret.avi"), "..", ".", "none"):
        told = problem(server.ask("POST", "/api/v1/cameras", json={"address": other}), 422)
        assert "(evening.avi)" in told["detail"]
        assert "/" not in told["detail"].partition("name of a file")[2].partition("got")[0]
    assert len(opened) == 1


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("", "an address that begins with http:// or https:// or rtsp://"),
        ("file:///etc/passwd", "got file://"),
        ("concat://a|b", "got concat://"),
        ("rtsps://phone/1", "got rtsps://"),
        ("http://", "got no host in it"),
        ("http:///video", "got no host in it"),
        ("http://phone:99999/1", "Port out of range"),
        ("http://[::1/1", "got one that is none"),
        ("http://phone/a b", "got no host in it"),
        ("http://phone/\x00", "got no host in it"),
    ],
)
def test_another_address_is_refused_with_what_there_is_to_type(
    server: Served, address: str, says: str
) -> None:
    told = problem(server.ask("POST", "/api/v1/cameras", json={"address": address}), 422)
    assert says in told["detail"]


def test_there_is_an_end_of_addresses(server: Served) -> None:
    for number in range(MOST_GIVEN):
        take(server, f"rtsp://camera/{number}")
    more = server.ask("POST", "/api/v1/cameras", json={"address": "rtsp://camera/more"})
    assert "expected at most 16" in problem(more, 422)["detail"]
    take(server, "rtsp://camera/3")


def test_a_camera_is_opened_as_it_was_held_for_its_table_until_its_lens_is_measured_anew(
    server: Served, opened: list[Opens]
) -> None:
    profile = exact_profile()
    held = replace(profile.camera, controls=(("focus", 37),))
    desk: CameraDesk = server.app.state.door.desk()
    desk.kept.keep_profile(replace(profile, camera=held))
    camera = take(server, STREAM)
    server.ask("PUT", "/api/v1/camera", json={"camera": camera})
    server.ask("PUT", "/api/v1/setup/roster", json={"sample": "paper-tigers"})
    server.ask("POST", "/api/v1/setup/lens")
    kept, anew = opened
    assert isinstance(kept, Opener)
    assert kept.calibrated is not None
    assert kept.calibrated.controls == (("focus", 37),)
    assert anew == Opener(text=STREAM)


def test_the_lens_that_was_measured_last_says_how_the_camera_is_held(tmp_path: Path) -> None:
    kept, profile = KeptSetup(folder=tmp_path), exact_profile()
    camera = profile.camera
    assert kept.camera() is None
    belief = unmeasured_lens(width=camera.width, height=camera.height)

    def keep_lens(camera: CameraId) -> None:
        kept.keep_lens(LensProfile(camera=camera, lens=belief, rms_px=0.1, views=20))

    keep_lens(replace(camera, controls=(("focus", 40),)))
    found = kept.camera()
    assert found is not None
    assert found.controls == (("focus", 40),)
    # Before lenses kept it, and of another camera, the table's profile says so.
    kept.keep_profile(replace(profile, camera=replace(camera, controls=(("focus", 37),))))
    for other in (camera, replace(camera, id="another", controls=(("focus", 9),))):
        keep_lens(other)
        found = kept.camera()
        assert found is not None
        assert found.controls == (("focus", 37),)
