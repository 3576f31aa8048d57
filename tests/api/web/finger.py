"""Presses, taps and drags as a finger would and counts them; holds dice that fall as told."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Page, Route

from api.client import Client
from tests.api.web.browsing import Json, middle

Faces = Callable[[str, int], list[int]]
"""What so many dice show, by what they are rolled for."""

_SEEN = """() => {
    const offers = document.querySelector(".offers");
    return {
        last: Number(offers?.dataset.last ?? -2),
        isBusy: !offers || offers.inert || offers.querySelector("[aria-busy=true]") !== null,
        offered: [...document.querySelectorAll(".offers .offer:not(.greyed)")]
            .map((each) => each.dataset.command),
    };
}"""


@dataclass(slots=True)
class Finger:
    """Somebody who counts each press, tap and drag."""

    page: Page
    clicks: int = 0

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.clicks += 1

    def tap(self, piece: str) -> None:
        self.page.mouse.click(*middle(self.page, piece))
        self.clicks += 1

    def pull(self, piece: str, *, by: tuple[float, float]) -> None:
        """Drag a piece by so many pixels."""
        x, y = middle(self.page, piece)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + by[0] / 2, y + by[1] / 2)
        self.page.mouse.move(x + by[0], y + by[1])
        self.page.mouse.up()
        self.clicks += 1

    def waits(self, umpire: Client, battle: str) -> list[str]:
        """The commands that the page asks for, once nothing is done by itself any more."""
        for _ in range(4000):
            seen: Json = self.page.evaluate(_SEEN)
            if not seen["isBusy"] and seen["last"] == umpire.battle(battle)["last"]:
                offered: list[str] = seen["offered"]
                return offered
            self.page.wait_for_timeout(15)
        raise AssertionError(f"never at rest: {self.page.locator('.dock').inner_text()}")


@dataclass
class LoadedDice:
    """Takes the place of the umpire's dice on a page: they fall as they are told to.

    What is promised is not kept here; tests/api/test_roller.py looks at that.
    """

    umpire: Client
    faces: Faces
    _asked: list[Json] = field(default_factory=list)

    def lie_on(self, page: Page) -> None:
        page.route("**/dice", self._promise)
        page.route("**/dice/*/roll", self._roll)

    def _promise(self, route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        self._asked.append(_sent(route))
        route.fulfill(status=201, json={"digest": str(len(self._asked) - 1)})

    def _roll(self, route: Route) -> None:
        asked = self._asked[int(route.request.url.split("/")[-2])]
        sent = _sent(route)
        faces = self.faces(asked["what"], asked["count"])
        dice: int | list[int] = faces[0] if sent["field"] == "die" else faces
        command = {**sent["command"], sent["field"]: dice}
        ruling = self.umpire.command(_battle_of(route), command, seat=sent["seat"])
        route.fulfill(json={**ruling, "roll": None})


def _sent(route: Route) -> Json:
    found: Json = json.loads(route.request.post_data or "{}")
    return found


def _battle_of(route: Route) -> str:
    """As its address has it: .../battles/{battle}/dice/{digest}/roll."""
    return route.request.url.split("/")[-4]


def possible(umpire: Client, battle: str) -> dict[str, Json]:
    """The first offer of each kind that any seat may act on."""
    found: dict[str, Json] = {}
    for seat in umpire.battle(battle)["view"]["seats"]:
        for offer in umpire.options(battle, seat=seat["name"]):
            if offer["refusal"] is None:
                found.setdefault(offer["command"], offer)
    return found
