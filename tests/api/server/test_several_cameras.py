"""`umpire serve` with several cameras: one table, which no one of them hides or holds up."""

from functools import cache
from pathlib import Path
from threading import Thread
from time import sleep

import numpy as np
import pytest

from api.cli import run
from api.client import Client
from api.errors import ExitCode
from api.locating.known_camera import known_profile
from api.review.pictures.catching import catching
from api.tables.camera import CameraTable
from api.tables.hand import HandTable
from calibration.profile_json import profile_to_json
from rules.table.snapshot import Health, HealthState
from tests.api.server.test_camera_table import Time
from tests.api.server.test_hand_table import first
from tests.api.server.test_serving_a_camera import SCENE
from tests.api.umpire import serving
from tests.vision.fusion.test_several import FLAT, NORTH, SOUTH, TANK, cameras_over
from tests.vision.measured import exact_profile, grey_of, layout_of, rendered, table_scene
from vision.camera.keeper import CameraLook, Counts
from vision.camera.source import Bytes, Frame
from vision.fusion.several import JoinedTable, SeveralCameras
from vision.locating.place_error import EXACT
from vision.synthetic.described.scene_toml import scene_from_toml


@cache
def picture(camera: int) -> Bytes:
    return grey_of(rendered(table_scene(TANK, FLAT, camera=(SOUTH, NORTH)[camera])))


def look(camera: int, turn: int, *, health: Health | None = None) -> CameraLook:
    """A picture of that tenth of a second, with noise of its own; or none, and why."""
    if health is not None:
        return CameraLook(health=health, frame=None, age_s=None, counts=Counts())
    noise = np.random.default_rng(2 * turn + camera).integers(-1, 2, picture(camera).shape)
    grey = np.clip(picture(camera).astype(np.int16) + noise, 0, 255).astype(np.uint8)
    seconds = turn / 10
    frame = Frame(number=turn, seconds=seconds, name="", grey=grey, captured_s=seconds)
    return CameraLook(health=Health(), frame=frame, age_s=0.0, counts=Counts())


def test_the_table_goes_on_when_one_of_its_cameras_is_unplugged() -> None:
    time = Time()
    table = CameraTable(cameras_over(TANK, FLAT), ground=HandTable(first()), clock=time)
    north = table.see_from(1)
    for turn in range(10):
        time.now = turn / 10
        table.see(look(0, turn))
        north(look(1, turn))
    assert table.latest().health == Health()
    assert [each.state.value for each in table.latest().pieces] == ["seen", "seen"]
    assert [each.camera for each in table.seen().live.pieces] == ["south and north"] * 2
    assert table.profile.calibrated.model.stand.eye[1] < 0
    assert [shot.name for shot in table.views()] == ["south", "north"]
    caught = catching(table)()
    assert caught is not None
    both = frozenset({"T1", "T2"})
    assert (caught.camera, caught.sees) == ("south", both)
    assert [(each.camera, each.sees) for each in caught.others] == [("north", both)]
    assert caught.others[0].model is not caught.model
    gone = Health(state=HealthState.LOST, note="look at the cable")
    numbers = []
    for turn in range(10, 20):
        time.now = turn / 10
        table.see(look(0, turn, health=gone))
        north(look(1, turn))
        assert table.latest().health.state is HealthState.LIVE
        assert [each.state.value for each in table.latest().pieces] == ["seen", "seen"]
        numbers.append(table.latest().number)
    assert numbers == sorted(set(numbers))
    assert table.latest().health.note == "south is left out: look at the cable"
    assert [each.camera for each in table.seen().live.pieces] == ["north", "north"]
    left = catching(table)()
    assert left is not None
    assert (left.camera, left.others) == ("north", ())
    # The picture that is shown is of a camera that sees the table, with the model of that camera.
    assert table.profile.calibrated.model.stand.eye[1] > 9
    shown = table.seen().frame
    assert shown is not None
    assert np.abs(shown.grey.astype(int) - picture(1)).max() <= 1


def test_what_arrives_while_a_picture_is_joined_is_joined_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    eyes = SeveralCameras(
        [exact_profile(camera) for camera in (SOUTH, NORTH, SOUTH)],
        names=("south", "north", "another"),
        tag_layout=layout_of(TANK, FLAT),
        care=EXACT,
    )
    table = CameraTable(eyes, ground=HandTable(first()), clock=Time())
    table.see(look(0, 1))
    joins, join = list[float](), eyes.at
    others = [Thread(target=table.see_from(at), args=(look(at % 2, 1),)) for at in (1, 2)]

    def while_others_come(now_s: float) -> JoinedTable:
        joins.append(now_s)
        if len(joins) == 1:
            for other in others:
                other.start()
            while len(table._arrivals._waiting) < len(others):  # noqa: SLF001
                sleep(0.01)
        return join(now_s)

    monkeypatch.setattr(eyes, "at", while_others_come)
    table.see(look(0, 2, health=Health(state=HealthState.LOST, note="look at the cable")))
    for other in others:
        other.join()
    assert len(joins) == 2
    assert {"north", "another"} <= {shot.name for shot in table.views()}


def test_a_look_that_brings_nothing_new_joins_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    time, eyes = Time(), cameras_over(TANK, FLAT)
    table = CameraTable(eyes, ground=HandTable(first()), clock=time)
    table.see(look(0, 1))
    joins, join = list[float](), eyes.at

    def counted(now_s: float) -> JoinedTable:
        joins.append(now_s)
        return join(now_s)

    monkeypatch.setattr(eyes, "at", counted)
    for _ in range(3):
        table.see(look(0, 1))
    assert joins == []
    # After a while a camera may have fallen silent.
    time.now += 0.06
    table.see(look(0, 1))
    assert joins == [time.now]
    table.see(look(0, 2, health=Health(state=HealthState.LOST, note="look at the cable")))
    assert len(joins) == 2


def test_two_cameras_are_served_as_one_table(tmp_path: Path) -> None:
    options = ["--battles", str(tmp_path / "battles")]
    for name, at in (("south", "[6, 1.5, 13]"), ("north", "[6, 7.5, 13]")):
        text = SCENE.replace("position_in = [6, 4.5, 12]", f"position_in = {at}")
        scene, profile = tmp_path / f"{name}.toml", tmp_path / f"{name}.json"
        scene.write_text(text, encoding="utf-8")
        known = known_profile(scene_from_toml(text, name=name))
        profile.write_text(profile_to_json(known), encoding="utf-8")
        options += ["--camera", str(scene), "--profile", str(profile)]
    with (
        serving(*options, cwd=tmp_path) as (address, _),
        Client(address) as host,
        host.live() as live,
    ):
        table = live.receive()["table"]
        while table["health"] != {"state": "live", "note": ""}:
            table = live.receive(seconds=60)["table"]
        assert host.still(annotated=True)[:2] == b"\xff\xd8"


def test_each_of_several_cameras_needs_a_profile(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["serve", "--camera", "0", "--camera", "1", "--profile", str(tmp_path / "one.json")]
    assert run(given) == ExitCode.USAGE
    assert "--profile: expected one for each of 2 cameras, got 1" in capsys.readouterr().err
