"""Holds back on a page what a slow line would: offers, or the answers to commands."""

import json
from collections.abc import Callable
from functools import partial

from playwright.sync_api import APIResponse, Page, Route, WebSocketRoute

from tests.api.web.browsing import until


class SlowOptions:
    """A page whose socket holds back what may be asked for until it is let go."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._is_slow = True
        self._held: list[Callable[[], None]] = []
        self.lines: list[WebSocketRoute] = []
        page.route_web_socket("**/api/v1/live", self._line)
        page.reload()

    def _line(self, line: WebSocketRoute) -> None:
        self.lines.append(line)

        def tell(message: str | bytes) -> None:
            if self._is_slow and json.loads(message)["type"] == "options":
                self._held.append(partial(line.send, message))
            else:
                line.send(message)

        line.connect_to_server().on_message(tell)

    def wait(self) -> None:
        until(self._page, lambda: len(self._held) > 0)

    def hold(self) -> None:
        self._is_slow = True

    def let_go(self) -> None:
        self._is_slow = False
        while self._held:
            self._held.pop(0)()


class SlowAnswers:
    """A page that hears of what its commands have led to before their answers, which wait here."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._held: list[tuple[Route, APIResponse]] = []
        self._is_slow = True
        page.route("**/api/v1/battles/*/commands", self._hold)

    def _hold(self, route: Route) -> None:
        answer = route.fetch()
        if self._is_slow:
            self._held.append((route, answer))
        else:
            route.fulfill(response=answer)

    def wait(self) -> None:
        """Until the umpire has answered."""
        until(self._page, lambda: len(self._held) > 0)

    def let_go(self) -> None:
        """From now on nothing waits."""
        self._is_slow = False
        while self._held:
            route, answer = self._held.pop(0)
            route.fulfill(response=answer)
