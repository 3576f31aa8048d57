"""Tests that a second camera is set up on the page, and that a missing one is told."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from api.cameras.choices import Kind
from api.cameras.coming_back import come_back
from api.cameras.desk import CameraDesk
from api.cameras.together.kept_cameras import KeptCamera, KeptCameras
from api.client import Client
from benchmarks.live.phone_stage import letting_phones_in
from calibration.profile import CameraId
from tests.api.web.browsing import PHONE, go, visiting
from tests.api.web.test_camera_setup import measure_second, set_aside

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_a_second_camera_is_added_on_the_page(
    browser: Browser, address: str, umpire: Client
) -> None:
    with visiting(browser, address, size=PHONE) as seen:
        page = seen.page
        use = set_aside(page)
        measure_second(page)
        expect(use.locator("> summary")).to_contain_text("Play with 2 cameras")
        expect(use.locator("ul.beside li")).to_contain_text(re.compile("practise.*: right to 0"))
        use.get_by_role("button", name="Use these 2 cameras").click()
        joined = use.locator("ul.beside li")
        expect(joined).to_have_count(2)
        expect(joined.first).to_contain_text(re.compile("practise.*: well"))
        expect(joined.nth(1)).to_contain_text("a second synthetic camera, over the same table: ")
        # Nobody is sent off by a slip of the finger while pieces are followed.
        expect(joined.get_by_role("button")).to_have_count(0)
        expect(page.locator(".map .piece.seen[data-piece=T1]")).to_be_attached()
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        use.get_by_role("button", name="Close all cameras").click()
        expect(use.locator("ul.beside")).to_be_hidden()
        assert umpire.setup()["beside"] == []
        assert not [each for each in seen.complaints if "409" not in each]


def test_a_camera_that_did_not_come_back_is_told_until_it_is_done_without(
    browser: Browser, tmp_path: Path
) -> None:
    camera = CameraId(name="HD Pro Webcam C920", id="usb-1", width=1920, height=1080)
    west = KeptCamera(kind=Kind.DEVICE, name=camera.name, source="0", camera=camera)
    with letting_phones_in(tmp_path) as (app, host):
        folder = tmp_path / "desk"
        KeptCameras(folder).keep([west])
        desk = CameraDesk(app.state.table, folder=folder, found=lambda _given: ())
        app.state.door.put(desk)
        come_back(desk)
        address = f"{host}/#{app.state.grants.host_token}"
        with visiting(browser, address, size=PHONE) as seen:
            page = seen.page
            go(page, "Your table")
            missing = page.locator("ul.missing li")
            expect(missing).to_contain_text(
                "the webcam HD Pro Webcam C920 is not plugged in; plug it in, and choose it again."
            )
            assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
            missing.get_by_role("button", name="Do without HD Pro Webcam C920").click()
            expect(page.locator("ul.missing")).to_be_hidden()
            assert seen.complaints == []
        assert KeptCameras(folder).read() == {}
