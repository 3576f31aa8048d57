"""The host shows the umpire the table's own dice in the set-up, with a press for each number."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from api.client import Client
from tests.api.web.browsing import DUEL, PHONE, visiting
from tests.api.web.tray_camera import TrayCamera, over_the_tray, tray_picture

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_dice_are_shown_number_by_number(browser: Browser, tmp_path: Path) -> None:
    camera = TrayCamera()
    with over_the_tray(camera, tmp_path) as address, Client(address, seconds=60) as umpire:
        umpire.create(DUEL)
        with visiting(browser, address, size=PHONE) as seen:
            seen.page.evaluate("location.hash = '#/setup'")
            part = seen.page.locator("section.card").filter(has_text="Show them to the umpire")
            part.get_by_text("Show them to the umpire").click()
            told = part.get_by_role("status")
            expect(told).to_have_text("No dice were shown yet.")
            for number in range(1, 7):
                camera.shows = tray_picture((number,))
                part.get_by_role("button", name=f"{number}, not shown yet").click()
                expect(told).to_contain_text("Read rightly.")
                expect(part.get_by_role("button", name=f"{number}, known")).to_be_visible()
            expect(told).to_contain_text("The umpire knows these dice")
            part.get_by_label("Or roll them").fill("2")
            part.get_by_role("button", name="Tell").click()
            expect(told).to_contain_text("Read as 6: these numbers are asked about from now on.")
            expect(part.get_by_role("button", name="6, always asked about")).to_be_visible()
            part.get_by_role("button", name="Forget these dice").click()
            expect(told).to_have_text("No dice were shown yet.")
