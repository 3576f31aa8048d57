"""How the pictures of the page in the guide are made: `python -m tests.page_pictures`.

A real browser looks at the real server, on the sample battle that a newcomer plays first.
"""

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from api.client import Client
from tests.api.umpire import disc, serving, wood
from tests.api.web.browsing import PHONE, go, rectangle

FOLDER = Path(__file__).parents[1] / "docs" / "playing"
SAMPLE = "paper-tigers"
QUALITY = 72
WIDE = ViewportSize(width=1100, height=720)
STATES = ("seen", "moving", "hidden", "lost", "declared")


def main() -> None:
    """Make all of them anew."""
    FOLDER.mkdir(exist_ok=True)
    path = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        battles = str(Path(folder) / "battles")
        with serving("--battles", battles, cwd=Path(folder)) as (address, _):
            browser = playwright.chromium.launch(executable_path=path)
            try:
                _of_a_battle(browser, address)
                _of_states(browser, address)
            finally:
                browser.close()


def _keep(page: Page, name: str) -> None:
    page.wait_for_load_state("networkidle")
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY)


def _of_a_battle(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport=WIDE)
    page.goto(address)
    page.get_by_role("button", name=f"Play {SAMPLE} now", exact=True).wait_for()
    _keep(page, "start")
    page.get_by_role("button", name=f"Play {SAMPLE} now", exact=True).click()
    page.locator(".pad").wait_for()
    for face in ("6", "3"):
        page.get_by_role("button", name=f"A {face}", exact=True).click()
    _keep(page, "dice")
    go(page, "Table")
    page.locator("[data-piece=T1]").click()
    page.locator(".glance").wait_for()
    page.locator("[data-piece=H7]").click()
    page.locator("article[data-what=sight]").wait_for()
    _keep(page, "table")
    page.close()
    with Client(address) as umpire:
        battle = umpire.battles()[0]["id"]
        invited = umpire.invite(battle, seat="Guest")["url"]
    phone = browser.new_page(viewport=PHONE, color_scheme="dark")
    phone.goto(invited)
    phone.locator(".pad").wait_for()
    _keep(phone, "phone")
    phone.close()


def _of_states(browser: Browser, address: str) -> None:
    """A piece in every state, with woods between, as the page draws them."""
    pieces = [
        {**rectangle(state, side="Blue", at=(4 + 5.5 * number, 5)), "state": state}
        for number, state in enumerate(STATES)
    ]
    pieces[-1]["declared_by"] = "Guest"
    for number, piece in enumerate(pieces):
        piece["pose"] |= {"sigma_in": 0.1 + 0.12 * number}
    with Client(address) as umpire:
        umpire.lay_table(
            {
                "format": "paper-umpire/snapshot/1",
                "table": {"width_in": 30, "depth_in": 12},
                "pieces": [*pieces, disc("S1", 27, 9)],
                "terrain": [{**wood(), "outline_in": [[2, 8], [9, 8], [8, 11], [3, 11]]}],
            }
        )
    page = browser.new_page(viewport={"width": 1300, "height": 480})
    page.goto(address)
    page.get_by_role("button", name="To the table").click()
    page.get_by_role("button", name="Show the error of each place").click()
    page.locator("[data-piece=seen]").wait_for()
    page.locator(".map").screenshot(path=FOLDER / "states.jpg", type="jpeg", quality=QUALITY)
    page.close()


if __name__ == "__main__":
    main()
