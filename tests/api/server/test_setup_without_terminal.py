"""What used to need a terminal: printing the kit, checking it by a card, moving the camera."""

import asyncio
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import cv2
import numpy as np
import pytest

from api.calibrating.foretell_work import KitForetold, kit_maps
from api.cameras.desk import CameraDesk
from tests.api.server.serving import problem
from tests.api.server.test_camera_setup import HERE, Setting, setting
from tests.api.setting_up import Practised
from tests.vision.kit.photographs import Photo, photograph
from tests.vision.kit.test_scale_check import page

__all__ = ["setting"]
"""The fixture is the other file's."""


def refused(setting: Setting, path: str, **body: Any) -> str:
    answer = setting.server.ask("POST", f"/api/v1{path}", **body)
    assert answer.status_code >= 400, answer.text
    return str(problem(answer, answer.status_code)["detail"])


def opened(setting: Setting, practised: Practised) -> None:
    roster = practised.roster.read_text(encoding="utf-8")
    setting.step("PUT", "/setup/roster", {"roster_toml": roster})
    setting.step("PUT", "/camera", {"camera": "device-0"})


def begun_again(setting: Setting, practised: Practised, folder: Path) -> None:
    """Another evening: nothing is left but what is on the disk."""
    state = setting.server.app.state
    desk = CameraDesk(
        state.table,
        folder=folder,
        keep=lambda _opens, _expected: setting.camera,
        found=lambda _given: (HERE,),
    )
    state.door.put(desk)
    opened(setting, practised)


@pytest.mark.long
def test_a_camera_that_was_moved_is_measured_by_one_photograph(
    setting: Setting, practised: Practised, tmp_path: Path
) -> None:
    step, show = setting.step, setting.show
    opened(setting, practised)
    places = sorted(practised.anchors.glob("*.jpg"))
    show(places[0])
    assert "photograph its anchors anew" in refused(setting, "/setup/table/moved")
    step("POST", "/setup/table")
    for place in places[:2]:
        show(place)
        step("POST", "/setup/table/photographs")
    step("PUT", "/setup/print", {"bar_in": 6.0, "tape": {"one": 0, "other": 1, "inches": 18.0}})
    before = step("POST", "/setup/table/solve")["table"]
    begun_again(setting, practised, tmp_path / "cameras")
    assert step("GET", "/setup")["table"] is None
    show(places[2])
    after = step("POST", "/setup/table/moved")["table"]
    assert [each["photograph"] for each in after["photographs"]] == [1, 2, 3]
    assert (after["bar_in"], after["tape"]) == (before["bar_in"], before["tape"])
    # One photograph by itself would be far less certain.
    assert after["solved"]["accuracy_in"] < 1.3 * before["solved"]["accuracy_in"]
    assert step("GET", "/setup")["kept"]["accuracy_in"] == after["solved"]["accuracy_in"]
    other = practised.roster.read_text(encoding="utf-8").replace("18x14", "20x14")
    step("PUT", "/setup/roster", {"roster_toml": other})
    assert "of another table" in refused(setting, "/setup/table/moved")


def test_the_kit_is_printed_on_the_paper_that_is_there(
    setting: Setting, practised: Practised
) -> None:
    assert "choose one first" in refused(setting, "/setup/kit.pdf", json={"paper": "letter"})
    opened(setting, practised)
    sizes = {}
    for paper in ("a4", "letter"):
        body = {"paper": paper, "only": ["scale"]}
        answer = setting.server.ask("POST", "/api/v1/setup/kit.pdf", json=body)
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.content.startswith(b"%PDF")
        sizes[paper] = answer.content
    assert sizes["a4"] != sizes["letter"]
    assert "has no cards" in refused(setting, "/setup/kit.pdf", json={"only": ["cards"]})
    assert problem(setting.server.ask("POST", "/api/v1/setup/kit.pdf", json={"only": ["x"]}), 422)


def test_a_camera_is_foretold_before_anything_is_printed(
    setting: Setting, practised: Practised
) -> None:
    path = "/setup/kit/foretold"
    assert "choose one first" in refused(setting, path, json={})
    opened(setting, practised)
    as_written = setting.step("POST", path, {})
    assert as_written["camera"].endswith(" over 18 x 14 in, leaning 30 degrees")
    assert as_written["hangs"].endswith(
        ", if its lens sees 62 degrees along the picture's long side"
    )
    assert as_written["anchors"] == ""
    assert all(each["read"].startswith("read everywhere") for each in as_written["kinds"])
    steep = setting.step("POST", path, {"camera": "320x240", "tilt_deg": 60.0})
    assert steep["camera"].endswith(" over 18 x 14 in, leaning 60 degrees")
    # The paper is the same, and the camera is not.
    sizes, before = ([each["tag_in"] for each in told["kinds"]] for told in (steep, as_written))
    assert set(sizes) >= set(before)
    assert not all(each["read"].startswith("read everywhere") for each in steep["kinds"])
    assert ET.fromstring(steep["drawing"]).tag.endswith("svg")
    # Whoever asks over HTTP knows the fields of the question, and no options of a command.
    assert refused(setting, path, json={"camera": "good"}).startswith(
        "camera: expected one of 720p"
    )
    narrow = refused(setting, path, json={"camera": "240x20000"})
    assert narrow.startswith("camera: expected a picture that shows the whole table ")
    assert "got 240x20000, 30 degrees off the vertical" in narrow
    assert problem(setting.server.ask("POST", f"/api/v1{path}", json={"tilt_deg": 80.0}), 422)


def test_what_is_foretold_keeps_nobody_else_waiting(
    setting: Setting, practised: Practised, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(setting, practised)
    drawn: list[bool] = []

    def watched(found: KitForetold, *, a_row: int) -> str:
        drawn.append(is_in_a_loop())
        return kit_maps(found, a_row=a_row)

    monkeypatch.setattr("api.calibrating.foretell_work.kit_maps", watched)
    setting.step("POST", "/setup/kit/foretold", {})
    assert drawn == [False]


def is_in_a_loop() -> bool:
    """Whether everything that is asked of the server waits for whoever calls this."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def test_a_bank_card_on_the_page_tells_how_large_it_was_printed(
    setting: Setting, practised: Practised
) -> None:
    image, at = page()
    seen = photograph(image, at=at, photo=Photo(scale=(0.995, 0.995)))
    jpeg = np.asarray(cv2.imencode(".jpg", seen)[1]).tobytes()
    path, headers = "/setup/print/photograph", {"content-type": "image/jpeg"}
    opened(setting, practised)
    assert "start that first" in refused(setting, path, content=jpeg, headers=headers)
    setting.step("POST", "/setup/table")
    answer = setting.server.ask("POST", f"/api/v1{path}", content=jpeg, headers=headers)
    assert answer.status_code == 200, answer.text
    assert answer.json()["table"]["card_scale"] == pytest.approx(0.995, abs=0.002)
    assert refused(setting, path, content=b"{}", headers={"content-type": "text/plain"})
    blank = np.asarray(cv2.imencode(".jpg", np.full((400, 300), 200, np.uint8))[1]).tobytes()
    assert refused(setting, path, content=blank, headers=headers)
