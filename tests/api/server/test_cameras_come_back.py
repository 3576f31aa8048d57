"""Cameras that saw the table when the umpire stopped see it again after the next start."""

import json
import logging
import shutil
import stat
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from api.cameras.choices import KEPT_CAMERAS
from api.cameras.coming_back import come_back
from api.tables.camera import CameraTable
from tests.api.server.test_playing import BATTLE
from tests.api.server.test_setting_up_several import Setting, evening, games
from tests.api.setting_up import Practised
from vision.camera.source import Bytes

__all__ = ["games"]
"""The fixture is the other file's."""


def set_up(made: Setting, practised: Practised) -> None:
    """Both cameras, one after the other, and the table used."""
    roster = practised.roster.read_text(encoding="utf-8")
    made.step("PUT", "/setup/roster", {"roster_toml": roster})
    places = sorted(practised.anchors.glob("*.jpg"))
    made.measured(0, places)
    made.step("POST", "/setup/beside")
    made.measured(1, places[::-1])
    made.step("POST", "/setup/use")


def kept(folder: Path) -> Path:
    return folder / "desk" / KEPT_CAMERAS


def names(folder: Path) -> list[str]:
    """The cameras that are kept for the next start."""
    if not kept(folder).exists():
        return []
    told = json.loads(kept(folder).read_text(encoding="utf-8"))
    return [each["name"] for each in told["cameras"]]


@pytest.fixture(scope="module")
def stopped_once(practised: Practised, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stopped")
    with evening(folder) as made:
        set_up(made, practised)
        tank = {"id": "T1", "side": "red", "kind": "tank", "footprint": "rectangle 3 x 1.5"}
        begun = made.server.post("/api/v1/battles", {**BATTLE, "roster": [tank]})
        assert begun.json()["id"] == "battle1", begun.text
    return folder


@pytest.fixture
def stopped(stopped_once: Path, tmp_path: Path) -> Path:
    """The folder of an umpire that was stopped amid a battle, while two cameras saw the table."""
    shutil.copytree(stopped_once, tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest.mark.long
def test_both_cameras_see_the_table_and_its_battle_again(
    stopped: Path, practised: Practised, games: tuple[Bytes, Bytes]
) -> None:
    assert names(stopped) == ["West", "North"]
    if sys.platform != "win32":
        assert stat.S_IMODE(kept(stopped).stat().st_mode) == 0o600
    # The computer numbers its cameras otherwise today.
    with evening(stopped, names=("North", "West")) as made:
        come_back(made.desk)
        told = made.step("GET", "/setup")
        assert (told["in_use"], told["missing"]) == (True, [])
        assert [each["name"] for each in told["joined"]] == ["West", "North"]
        assert [each["name"] for each in told["beside"]] == ["West"]
        table = made.seen_by_both((games[1], games[0]))
        assert {piece["id"] for piece in table["pieces"]} == set(practised.truth())
        state = made.step("GET", "/table?battle=battle1")
        assert {piece["state"] for piece in state["pieces"]} == {"seen"}
        live = made.server.app.state.table.current
        assert isinstance(live, CameraTable)
        assert {each.camera for each in live.seen().live.pieces} == {"West and North"}
    told = json.loads(kept(stopped).read_text(encoding="utf-8"))
    assert [each["source"] for each in told["cameras"]] == ["1", "0"]


def test_one_that_is_not_plugged_in_is_told_and_the_other_sees_the_table(
    stopped: Path, games: tuple[Bytes, Bytes], caplog: pytest.LogCaptureFixture
) -> None:
    with evening(stopped, names=["North"]) as made, caplog.at_level(logging.WARNING, "umpire"):
        come_back(made.desk)
        told = made.step("GET", "/setup")
        assert (told["in_use"], told["joined"], told["beside"]) == (True, [], [])
        says = "the webcam West is not plugged in; plug it in, and choose it again"
        expected = {"camera": "kept-1", "name": "West", "note": says, "is_opening": False}
        assert told["missing"] == [expected]
        assert says in caplog.text
        made.show(0, games[1])
        # It is not forgotten, only not there.
        assert names(stopped) == ["West", "North"]
        assert made.step("DELETE", "/setup/beside/kept-1")["missing"] == []
        assert names(stopped) == ["North"]
        assert made.step("GET", "/setup")["in_use"]
        assert "no such camera" in made.refused("DELETE", "/setup/beside/kept-1", status=404)


def test_one_that_does_not_open_is_told_with_its_reason(stopped: Path) -> None:
    with evening(stopped) as made:
        made.cameras[0].identity = None
        come_back(made.desk, opening_s=0.3)
        told = made.step("GET", "/setup")
        assert told["in_use"]
        (west,) = told["missing"]
        assert west["note"] == "West does not open: the camera is being opened"
        assert made.cameras[0].closed


def test_another_camera_under_the_same_name_is_not_let_in(stopped: Path) -> None:
    with evening(stopped) as made:
        identity = made.cameras[0].identity
        assert identity is not None
        made.cameras[0].identity = replace(identity, id="1234", width=320)
        come_back(made.desk)
        told = made.step("GET", "/setup")
        assert told["in_use"]
        (west,) = told["missing"]
        assert west["note"].startswith("West is not used: profile.camera: expected pictures of 640")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"format": "paper-', "expected JSON"),
        ('{"format": "paper-umpire/cameras/1", "cameras": [{"kind": "spy"}]}', "got 'spy'"),
        ('{"format": "paper-umpire/cameras/9", "cameras": []}', "cameras/9"),
    ],
)
def test_a_damaged_file_is_told_and_set_aside(stopped: Path, text: str, why: str) -> None:
    kept(stopped).write_text(text, encoding="utf-8")
    with evening(stopped) as made:
        come_back(made.desk)
        told = made.step("GET", "/setup")
        assert not told["in_use"]
        (missing,) = told["missing"]
        assert missing["note"].startswith("the cameras of last time cannot be read (")
        assert why in missing["note"]
        (aside,) = kept(stopped).parent.glob(f"{KEPT_CAMERAS}.damaged-*")
        assert missing["note"].endswith(
            f"choose them again; the file was set aside as {aside.name}"
        )
        assert aside.read_text(encoding="utf-8") == text
        assert not kept(stopped).exists()
        path = f"/setup/beside/{missing['camera']}"
        assert made.step("DELETE", path)["missing"] == []


def test_cameras_that_were_taken_away_stay_away(stopped: Path, practised: Practised) -> None:
    del practised
    with evening(stopped) as made:
        come_back(made.desk)
        made.step("DELETE", "/setup/beside/device-0")
    assert names(stopped) == ["North"]
    with evening(stopped) as made:
        come_back(made.desk)
        told = made.step("GET", "/setup")
        # It is as it was measured, though the other one was measured later.
        assert (told["in_use"], told["missing"], told["joined"]) == (True, [], [])
        assert made.desk.choice is not None
        assert made.desk.choice.name == "North"
        made.step("DELETE", "/camera")
    assert names(stopped) == []
    with evening(stopped) as made:
        come_back(made.desk)
        assert made.desk.running is None


def test_a_table_that_was_left_is_moved_by_hand_after_the_next_start(stopped: Path) -> None:
    with evening(stopped) as made:
        come_back(made.desk)
        assert not made.step("DELETE", "/setup/use")["in_use"]
    assert names(stopped) == []


def test_the_first_of_two_cameras_is_used_alone_another_evening(
    stopped: Path, games: tuple[Bytes, Bytes]
) -> None:
    with evening(stopped) as made:
        made.step("PUT", "/camera", {"camera": "device-0"})
        made.show(0, games[0])
        assert made.step("GET", "/setup")["kept"]["camera"].startswith("'West'")
        assert made.step("POST", "/setup/use")["in_use"]
    assert names(stopped) == ["West"]


def test_what_the_host_does_meanwhile_counts(stopped: Path) -> None:
    with evening(stopped) as made:
        made.desk.kept_cameras.read()
        made.step("PUT", "/camera", {"camera": "device-1"})
        come_back(made.desk)
        told = made.step("GET", "/setup")
        assert (told["in_use"], told["beside"], told["missing"]) == (False, [], [])
        assert told["camera"]["name"] == "North"
    assert names(stopped) == ["West", "North"]


def test_a_host_who_opens_a_camera_is_not_kept_waiting(stopped: Path) -> None:
    with evening(stopped) as made:
        made.cameras[0].identity = None
        coming = threading.Thread(target=come_back, args=(made.desk,))
        coming.start()
        while [each.name for each in made.desk.kept_cameras.told] != ["West", "North"]:
            assert coming.is_alive()
        (west, _) = made.step("GET", "/setup")["missing"]
        assert (west["note"], west["is_opening"]) == ("West is being opened again", True)
        made.step("PUT", "/camera", {"camera": "device-1"})
        coming.join(timeout=10)
        assert not coming.is_alive()
        told = made.step("GET", "/setup")
        assert (told["in_use"], told["camera"]["name"]) == (False, "North")
        assert told["missing"] == []


def test_another_army_with_other_tags_is_told(stopped: Path, practised: Practised) -> None:
    text = practised.roster.read_text(encoding="utf-8")
    other = text.replace("[kit]", '[kit]\ndictionary = "DICT_APRILTAG_36h11"')
    with evening(stopped) as made:
        made.step("PUT", "/setup/roster", {"roster_toml": other})
        come_back(made.desk)
        told = made.step("GET", "/setup")
        assert not told["in_use"]
        west, north = told["missing"]
        assert west["note"].startswith("West is not used: roster: expected tags of")
        assert north["note"].startswith("North is not used: roster: expected tags of")
    assert names(stopped) == ["West", "North"]
