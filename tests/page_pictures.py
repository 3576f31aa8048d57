"""How the pictures of the page in the guide are made: `python -m tests.page_pictures`.

A real browser looks at the real server: the first page, and the lesson that it recommends.
"""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from api.client import Client
from benchmarks.browsers import chromium_here
from tests.api.umpire import disc, serving, wood
from tests.api.web.browsing import DUEL, PHONE, drag, go, middle, rectangle

FOLDER = Path(__file__).parents[1] / "docs" / "playing"
QUALITY = 72
WIDE = ViewportSize(width=1100, height=720)
PATIENCE_MS = 120_000
"""A machine that does much beside is slow."""
STATES = ("seen", "moving", "hidden", "lost", "declared")


def main() -> None:
    """Make all of them anew."""
    FOLDER.mkdir(exist_ok=True)
    path = chromium_here(light=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        battles = str(Path(folder) / "battles")
        with serving("--battles", battles, cwd=Path(folder)) as (address, _):
            browser = playwright.chromium.launch(executable_path=path)
            try:
                _of_a_battle(browser, address)
                _of_states(browser, address)
                _of_what_if(browser, address)
            finally:
                browser.close()


def _keep(page: Page, name: str) -> None:
    page.wait_for_load_state("networkidle")
    page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY)


def _of_a_battle(browser: Browser, address: str) -> None:
    """The first page, and the lesson that it recommends, up to the shot."""
    page = browser.new_page(viewport=WIDE)
    page.set_default_timeout(PATIENCE_MS)
    page.goto(address)
    page.locator(".sample .cover").last.wait_for(timeout=120_000)
    _keep(page, "start")
    page.locator("[data-key=learn]").click()
    page.locator(".lesson-note").wait_for()
    page.locator(".piece.can[data-piece=T1]").wait_for()
    page.mouse.click(*middle(page, "T1"))
    # A tap only shows what it may do.
    page.locator(".offer-bar button").first.click()
    _give(page, "move")
    _rolled(page, 2, 2)
    _keep(page, "dice")
    _rolled(page, 3)
    _give(page, "roll")
    page.locator(".dock .offer[data-command=move_done]").wait_for()
    drag(page, by=("T1", 0.0, -300.0))
    page.locator(".dock [data-key=stop]").wait_for()
    page.wait_for_timeout(400)
    _keep(page, "lesson")
    page.locator(".dock [data-key=stop]").click()
    _give(page, "move_done")
    page.locator(".lesson-note", has_text="Now T3 acts").wait_for()
    page.locator(".dock .offer[data-command=fire]").wait_for()
    page.mouse.click(*middle(page, "L2"))
    page.locator(".offer-bar button").first.click()
    page.locator(".lesson-note", has_text="too close").wait_for()
    page.locator(".lesson-note [data-key=skip]").click()
    page.locator(".dock .pad").wait_for()
    _keep(page, "shot")
    go(page, "Measure")
    for piece in ("T3", "L2"):
        page.mouse.click(*middle(page, piece))
    page.locator("article[data-what=sight]").wait_for()
    _keep(page, "table")
    page.close()
    with Client(address) as umpire:
        battle = umpire.battles()[0]["id"]
        invited = umpire.invite(battle, seat="Fox")["url"]
    phone = browser.new_page(viewport=PHONE, color_scheme="dark")
    phone.goto(invited)
    phone.locator("[data-piece=T3]").wait_for()
    _keep(phone, "phone")
    phone.close()


def _of_what_if(browser: Browser, address: str) -> None:
    """What a tank sees and fears, on a desk in light and on a phone in the dark."""
    blue = [("T2", (20.0, 31.0)), ("T3", (9.0, 27.0)), ("T4", (30.0, 29.0))]
    sides = {"T1": "Red", **{name: "Blue" for name, _ in blue}}
    woods = [[12, 14], [17, 13], [19, 16], [16, 19], [12, 18]]
    house = [[23, 19], [27, 19], [27, 23], [23, 23]]
    with Client(address) as umpire:
        umpire.lay_table(
            {
                "format": "paper-umpire/snapshot/1",
                "table": {"width_in": 36, "depth_in": 36},
                "pieces": [
                    rectangle("T1", side="Red", at=(18, 6)),
                    *(rectangle(name, side="Blue", at=at, heading=270) for name, at in blue),
                ],
                "terrain": [
                    {"id": "W1", "kind": "woods", "outline_in": woods, "sigma_in": 0.05},
                    {"id": "B1", "kind": "building", "outline_in": house, "sigma_in": 0.05},
                ],
            }
        )
        roster = [
            {"id": name, "side": side, "kind": "tank", "footprint": "rectangle 3 x 1.6"}
            for name, side in sides.items()
        ]
        battle = str(umpire.create({**DUEL, "name": "What if", "roster": roster})["id"])
        invited = umpire.invite(battle, seat="Host")["url"]
    views = ((WIDE, "Sight", "what-if"), (PHONE, "Threat", "what-if-phone"))
    for size, mode, name in views:
        page = browser.new_page(viewport=size, color_scheme="dark" if size is PHONE else "light")
        page.goto(invited)
        page.locator(".map [data-piece=T1]").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("w")
        panel = page.get_by_role("region", name="What if")
        panel.get_by_role("button", name=mode).click()
        if mode == "Sight":
            box = page.locator(".map").bounding_box()
            assert box is not None
            page.mouse.move(box["x"] + 0.52 * box["width"], box["y"] + 0.35 * box["height"])
            page.locator(".what-there").wait_for()
        else:
            page.locator(".what-numbers text").first.wait_for()
        _keep(page, name)
        page.close()


def _give(page: Page, command: str) -> None:
    page.locator(f".dock .offer[data-command={command}] [data-key=give]").click()


def _rolled(page: Page, *faces: int) -> None:
    for face in faces:
        page.locator(f".dock [data-key='face {face}']").click()


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
