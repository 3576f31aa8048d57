"""Cameras over one table are set up over HTTP one at a time, and then see it together."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from api.cameras.choices import CameraChoice, Kind
from api.cameras.desk import CameraDesk
from api.tables.hand import HandTable
from tests.api.server.serving import Served, problem, served
from tests.api.server.shown_camera import ShownCamera
from tests.api.server.test_hand_table import first
from tests.api.setting_up import Practised
from vision.camera.opening import Opener
from vision.camera.source import Bytes, Identity
from vision.camera.stills import read_still

NAMES = ("West", "North")
MOST_SHOWN = 600
BETWEEN_S = 1 / 60


@dataclass(slots=True)
class ShownClock:
    """Goes on with each picture alone, however long that takes to be looked at."""

    seconds: float = 1.0

    def __call__(self) -> float:
        return self.seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A server with two cameras, and what is before each."""

    server: Served
    cameras: tuple[ShownCamera, ...]
    clock: ShownClock
    desk: CameraDesk

    def show(self, camera: int, grey: Bytes) -> None:
        self.clock.seconds += BETWEEN_S
        self.cameras[camera].show(grey, seconds=self.clock.seconds)

    def step(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        more: dict[str, Any] = {} if body is None else {"json": body}
        answer = self.server.ask(method, f"/api/v1{path}", **more)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def refused(self, method: str, path: str, *, status: int = 409) -> str:
        return str(problem(self.server.ask(method, f"/api/v1{path}"), status)["detail"])

    def measured(self, camera: int, places: list[Path]) -> dict[str, Any]:
        """Open it, photograph the anchors, and solve."""
        self.step("PUT", "/camera", {"camera": f"device-{camera}"})
        self.step("POST", "/setup/table")
        for place in places:
            self.show(camera, read_still(place).grey)
            self.step("POST", "/setup/table/photographs")
        self.step("PUT", "/setup/print", {"bar_in": 6.0})
        return self.step("POST", "/setup/table/solve")

    def show_both(self, greys: tuple[Bytes, Bytes], *, seed: int) -> None:
        """The game with other noise."""
        rng = np.random.default_rng(seed)
        for camera, grey in enumerate(greys):
            noise = rng.integers(-1, 2, grey.shape, dtype=np.int16)
            self.show(camera, np.clip(grey + noise, 0, 255).astype(np.uint8))

    def seen_by_both(self, greys: tuple[Bytes, Bytes]) -> dict[str, Any]:
        """Show the game to both until all rests, and tell the table."""
        table: dict[str, Any] = {}
        for at in range(MOST_SHOWN):
            self.show_both(greys, seed=at)
            table = self.step("GET", "/table")
            joined = self.step("GET", "/setup")["joined"]
            if all(each["is_well"] for each in joined) and all(
                piece["state"] == "seen" for piece in table["pieces"]
            ):
                return table
        pytest.fail(f"the table does not rest: {table}")


@contextmanager
def evening(folder: Path, *, names: Sequence[str] = NAMES) -> Iterator[Setting]:
    """A server with cameras of these names plugged in; what is kept in the folder is there."""
    with served(HandTable(first()), folder) as server:
        cameras = tuple(
            ShownCamera(Identity(name=name, id=name, width=640, height=480, is_live=True))
            for name in names
        )
        clock = ShownClock()

        def keep(opens: object, _expected: object) -> ShownCamera:
            assert isinstance(opens, Opener)
            return cameras[int(opens.text)]

        found = tuple(
            CameraChoice(id=f"device-{at}", kind=Kind.DEVICE, name=name, source=str(at))
            for at, name in enumerate(names)
        )
        desk = CameraDesk(
            server.app.state.table,
            folder=folder / "desk",
            keep=keep,
            found=lambda _given: found,
            clock=clock,
        )
        server.app.state.door.put(desk)
        yield Setting(server=server, cameras=cameras, clock=clock, desk=desk)


@pytest.fixture
def setting(tmp_path: Path, practised: Practised) -> Iterator[Setting]:
    with evening(tmp_path) as made:
        roster = practised.roster.read_text(encoding="utf-8")
        made.step("PUT", "/setup/roster", {"roster_toml": roster})
        yield made


@pytest.fixture(scope="module")
def games(practised: Practised, tmp_path_factory: pytest.TempPathFactory) -> tuple[Bytes, Bytes]:
    place = tmp_path_factory.mktemp("north") / "north.jpg"
    practised.from_north(place)
    return read_still(practised.game).grey, read_still(place).grey


@pytest.mark.long
def test_a_second_camera_is_added_and_both_make_one_table(
    setting: Setting, practised: Practised, games: tuple[Bytes, Bytes]
) -> None:
    places = sorted(practised.anchors.glob("*.jpg"))
    assert setting.refused("POST", "/setup/beside") == "no camera is open: choose one first"
    alone = setting.measured(0, places)
    assert (alone["beside"], alone["joined"]) == ([], [])
    told = setting.step("POST", "/setup/beside")
    assert told["camera"]["camera"] is None
    assert (told["table"], told["kept"]) == (None, None)
    ((west),) = told["beside"]
    assert (west["camera"], west["name"], west["state"]) == ("device-0", "West", "live")
    assert west["accuracy_in"] == alone["table"]["solved"]["accuracy_in"]
    assert not west["is_placed_by_others"]

    # What was measured of the first camera is nothing to the second.
    setting.step("PUT", "/camera", {"camera": "device-1"})
    setting.show(1, games[1])
    assert setting.step("GET", "/setup")["kept"] is None
    assert "measured yet" in setting.refused("POST", "/setup/use")
    setting.measured(1, places[::-1])
    used = setting.step("POST", "/setup/use")
    assert used["in_use"]
    assert [each["name"] for each in used["joined"]] == list(NAMES)
    table = setting.seen_by_both(games)
    truth = practised.truth()
    assert {piece["id"] for piece in table["pieces"]} == set(truth)
    for piece in table["pieces"]:
        x, y, _ = truth[piece["id"]]
        off = math.hypot(piece["pose"]["x_in"] - x, piece["pose"]["y_in"] - y)
        assert off < 3 * alone["table"]["solved"]["accuracy_in"], piece

    # Without one of them the table is moved by hand until the other is used again.
    left = setting.step("DELETE", "/setup/beside/device-0")
    assert (left["beside"], left["in_use"]) == ([], False)
    assert setting.cameras[0].closed
    assert setting.step("POST", "/setup/use")["joined"] == []
    assert "beside the open one" in setting.refused("DELETE", "/setup/beside/device-0", status=404)


@pytest.mark.long
def test_a_camera_that_is_opened_again_is_no_longer_set_aside(
    setting: Setting, practised: Practised, games: tuple[Bytes, Bytes]
) -> None:
    places = sorted(practised.anchors.glob("*.jpg"))
    setting.measured(0, places)
    setting.step("POST", "/setup/beside")
    setting.measured(1, places[::-1])
    setting.step("POST", "/setup/beside")
    assert len(setting.step("GET", "/setup")["beside"]) == 2
    setting.step("PUT", "/camera", {"camera": "device-0"})
    setting.show(0, games[0])
    told = setting.step("GET", "/setup")
    assert [each["name"] for each in told["beside"]] == ["North"]
    # It is as it was measured.
    assert told["kept"]["camera"].startswith("'West'")
    assert setting.step("POST", "/setup/use")["in_use"]


@pytest.mark.long
def test_a_camera_is_placed_by_what_the_other_sees(
    setting: Setting, practised: Practised, games: tuple[Bytes, Bytes]
) -> None:
    setting.measured(0, sorted(practised.anchors.glob("*.jpg")))
    setting.show(0, games[0])
    assert "one that sees the anchors is set up first" in setting.refused(
        "POST", "/setup/table/shared"
    )
    setting.step("POST", "/setup/beside")
    setting.step("PUT", "/camera", {"camera": "device-1"})
    setting.show(1, games[1])
    assert "its lens is not measured yet" in setting.refused("POST", "/setup/table/shared")
    setting.step("POST", "/setup/lens")
    for place in sorted(practised.lens_views.glob("*.jpg")):
        for _ in range(2):
            setting.show(1, read_still(place).grey)
    setting.step("POST", "/setup/lens/solve")
    for camera in (0, 1):
        setting.show(camera, games[camera])
    told = setting.step("POST", "/setup/table/shared")
    assert told["kept"]["camera"].startswith("'North'")
    setting.step("POST", "/setup/use")
    table = setting.seen_by_both(games)
    # They go on agreeing, and not only in the first moment.
    for at in range(200):
        setting.show_both(games, seed=at)
        if at % 20 == 0:
            table = setting.seen_by_both(games)
    truth = practised.truth()
    for piece in table["pieces"]:
        x, y, _ = truth[piece["id"]]
        assert math.hypot(piece["pose"]["x_in"] - x, piece["pose"]["y_in"] - y) < 0.1, piece
