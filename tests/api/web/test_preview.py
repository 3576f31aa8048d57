"""The camera's picture at set-up: as sharp as the screen, in view throughout, large at a tap."""

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from api.cameras.choices import CameraChoice, Kind
from api.cameras.desk import CameraDesk
from benchmarks.live.phone_stage import letting_phones_in
from tests.api.server.shown_camera import ShownCamera
from tests.api.web.browsing import PHONE, go, visiting
from vision.camera.source import Identity

pytestmark = [pytest.mark.browser, pytest.mark.long]

GIVEN = CameraChoice(id="given-1", kind=Kind.GIVEN, name="a webcam", source="a webcam")
WEBCAM = Identity(name="a webcam", id="1-2", width=1920, height=1080, is_live=True)


def test_the_preview_is_sharp_stays_in_view_and_says_why_it_is_blurred(
    browser: Browser, tmp_path: Path
) -> None:
    camera = ShownCamera(WEBCAM)
    with letting_phones_in(tmp_path) as (app, host):
        desk = CameraDesk(
            app.state.table,
            folder=tmp_path / "cameras",
            keep=lambda _opens, _expected: camera,
            found=lambda _given: (GIVEN,),
        )
        app.state.door.put(desk)
        desk.open(GIVEN)
        camera.show(np.full((1080, 1920), 130, dtype=np.uint8), seconds=1.0)
        address = f"{host}/#{app.state.grants.host_token}"
        with visiting(browser, address, size=PHONE) as seen:
            page = seen.page
            go(page, "Your table")
            picture = page.locator(".live-picture canvas")
            expect(picture).to_be_visible()
            # A pixel of the picture for each pixel of the screen.
            sharp = "canvas => canvas.width >= 0.98 * canvas.clientWidth * devicePixelRatio"
            page.wait_for_function(sharp, arg=picture.element_handle())
            page.get_by_text("What the umpire goes by").scroll_into_view_if_needed()
            expect(picture).to_be_in_viewport(ratio=0.9)
            page.get_by_role("button", name="Show it large").click()
            box = picture.bounding_box()
            assert box is not None
            assert box["height"] > 0.7 * PHONE["height"]
            page.keyboard.press("Escape")
            expect(page.get_by_role("button", name="Show it large")).to_be_visible()
            why = "blurred: a battle with hidden cards is played"
            page.route(
                "**/camera/still.jpg*",
                lambda route: route.fulfill(
                    response=(told := route.fetch()), headers={**told.headers, "x-blurred": why}
                ),
            )
            expect(page.locator(".live-picture figcaption")).to_have_text(why)
            assert seen.complaints == []
