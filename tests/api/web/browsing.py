"""Looks at the page for tests: real pages in a real browser, and what they complain of."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Frame,
    Page,
    Route,
    ViewportSize,
    expect,
)

from api.client import Client

PHONE = ViewportSize(width=390, height=844)
DESK = ViewportSize(width=1280, height=860)
PATIENCE_MS = 60_000
"""What takes longer is a failure: a machine that is busy takes ten times what one at rest does."""

Json = dict[str, Any]


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait for something that the page itself does not show."""
    for _ in range(PATIENCE_MS // 20):
        if holds():
            return
        page.wait_for_timeout(20)
    assert holds()


def place_of(umpire: Client, piece: str, *, battle: str = "") -> tuple[float, float, float]:
    """Where the umpire has it, which may be a moment behind the page."""
    found = next(each for each in umpire.table(battle=battle)["pieces"] if each["id"] == piece)[
        "pose"
    ]
    return found["x_in"], found["y_in"], found["heading_deg"]


class Late:
    """Requests that a slow network holds back until they are let go."""

    def __init__(self, page: Page, path: str, *, method: str = "GET") -> None:
        self._page = page
        self._path = f"**/api/v1{path}"
        self._method = method
        self._is_slow = True
        self.held: list[Route] = []
        page.route(self._path, self._hold)

    def _hold(self, route: Route) -> None:
        if self._is_slow and route.request.method == self._method:
            self.held.append(route)
        else:
            route.continue_()

    def wait(self, count: int = 1) -> None:
        """Until so much has been asked for; it has no answer then."""
        until(self._page, lambda: len(self.held) >= count)

    def let_go(self) -> None:
        """All that has waited, one after the other, and nothing waits from now on."""
        self._is_slow = False
        while self.held:
            with self._page.expect_response(self._path):
                self.held.pop(0).continue_()
        # What is asked for now is answered after the page has heard of all of it.
        self._page.evaluate("fetch('/healthz').then((answer) => answer.text())")


@dataclass(slots=True)
class Visit:
    """A page that is open, and everything that went wrong on it."""

    page: Page
    context: BrowserContext
    complaints: list[str] = field(default_factory=list)

    def close(self) -> None:
        self.context.close()


AT_ONCE = """if (location.protocol.startsWith("http") && !localStorage.getItem("umpire-pace"))
  localStorage.setItem("umpire-pace", "at once");"""


def visit(
    browser: Browser,
    address: str,
    *,
    size: ViewportSize = DESK,
    dark: bool = False,
    touch: bool = False,
    hurried: bool = True,
    battle: str = "",
) -> Visit:
    """Open a page in a browser session of its own, as another person would.

    One who is hurried wants no time to read what the umpire does by itself. The host comes back to
    a battle that was open on this page before.
    """
    context = browser.new_context(
        viewport=size,
        color_scheme="dark" if dark else "light",
        has_touch=touch,
        reduced_motion="reduce",
    )
    if hurried:
        context.add_init_script(AT_ONCE)
    if battle:
        context.add_init_script(f"sessionStorage.setItem('battle', '{battle}')")
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    seen = Visit(page, context)
    # What the page asks of others is refused, which the console tells. To hear of each request
    # would cost a tenth of all that a page does.
    here = urlsplit(address).netloc

    def went(frame: Frame) -> None:
        parts = urlsplit(frame.url)
        if parts.scheme not in {"about", "blob", "data"} and here not in {"", parts.netloc}:
            seen.complaints.append(f"left for {frame.url}")

    page.on("console", lambda message: seen.complaints.append(message.text))
    page.on("pageerror", lambda failure: seen.complaints.append(str(failure)))
    page.on("framenavigated", went)
    page.goto(address)
    return seen


@contextmanager
def visiting(browser: Browser, address: str, **how: Any) -> Iterator[Visit]:
    seen = visit(browser, address, **how)
    try:
        yield seen
    finally:
        seen.close()


def open_menu(page: Page) -> None:
    opener = page.get_by_role("button", name="Menu", exact=True)
    if opener.get_attribute("aria-expanded") == "false":
        opener.click()


def go(page: Page, place: str) -> None:
    """To another part of the page, as the menu calls it."""
    open_menu(page)
    parts = page.get_by_role("navigation", name="Parts of the page")
    parts.get_by_role("button", name=place, exact=True).click()


def middle(page: Page, piece: str) -> tuple[float, float]:
    base = page.locator(f"[data-piece={piece}] .base")
    box = None
    # A map that has just come, or is drawn anew, has no size for a moment.
    for _ in range(PATIENCE_MS // 50):
        expect(base).to_be_visible()
        if box := base.bounding_box():
            break
        page.wait_for_timeout(50)
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, *, by: tuple[str, str] | tuple[str, float, float]) -> None:
    """From a piece to another one, or by so many pixels."""
    x, y = middle(page, by[0])
    to = middle(page, by[1]) if isinstance(by[1], str) else (x + by[1], y + by[2])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to[0]) / 2, (y + to[1]) / 2)
    page.mouse.move(*to)
    page.mouse.up()


def rectangle(name: str, *, side: str, at: Sequence[float], heading: float = 90.0) -> Json:
    """A tank on the table, known to a hundredth."""
    x, y = at
    return {
        "id": name,
        "side": side,
        "kind": "tank",
        "footprint": {"rectangle": {"length_in": 3.0, "width_in": 1.6}},
        "pose": {"x_in": x, "y_in": y, "heading_deg": heading, "sigma_in": 0.01},
    }


DUEL: Json = {
    "game": "paper_tigers",
    "name": "A duel",
    "seats": [{"name": "Host", "sides": ["Red"]}, {"name": "Guest", "sides": ["Blue"]}],
    "roster": [
        {"id": "T1", "side": "Red", "kind": "tank", "footprint": "rectangle 3 x 1.6"},
        {"id": "T2", "side": "Blue", "kind": "tank", "footprint": "rectangle 3 x 1.6"},
    ],
}
"""A battle of one tank against one: soon over."""


def duel_table() -> Json:
    return {
        "format": "paper-umpire/snapshot/1",
        "table": {"width_in": 36, "depth_in": 36},
        "pieces": [
            rectangle("T1", side="Red", at=(18, 5)),
            rectangle("T2", side="Blue", at=(20, 31), heading=270),
        ],
        "terrain": [
            {"id": "W1", "kind": "woods", "outline_in": [[4, 15], [9, 15], [9, 20], [4, 20]]}
        ],
    }
