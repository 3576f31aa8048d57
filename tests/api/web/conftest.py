"""The browser that all tests here share, and the server of one module; a start costs a second."""

from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from api.client import Client
from tests.api.forked import forked_serving
from tests.api.web.browsing import PATIENCE_MS

# A machine that tests with all its cores is slow now and then; nothing here measures speed.
expect.set_options(timeout=PATIENCE_MS)

# Each window would have a second page for what drops down from its address bar, and a process in
# waiting: a sixth of all that browser and server compute. The last list given counts, so
# this one repeats what Playwright leaves out of a browser itself.
LEFT_OUT = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect"),
    *("OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
)

# Whatever a page asks of another computer fails, and the console tells so.
HERE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"


class Chromium:
    """Runs from the first test here that needs it to the first one elsewhere.

    While it runs, its thread has a loop, and tests elsewhere may want one of their own.
    """

    def __init__(self) -> None:
        self._running: tuple[Playwright, Browser] | None = None

    def started(self, path: Path) -> Browser:
        if self._running is None or not self._running[1].is_connected():
            self.stop()
            playwright = sync_playwright().start()
            browser = playwright.chromium.launch(
                executable_path=str(path),
                args=[f"--disable-features={','.join(LEFT_OUT)}", HERE],
            )
            self._running = (playwright, browser)
        return self._running[1]

    def stop(self) -> None:
        if self._running is not None:
            playwright, browser = self._running
            self._running = None
            browser.close()
            playwright.stop()


CHROMIUM = Chromium()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, None, None]:
    yield
    if nextitem is None or nextitem.path.parent != item.path.parent:
        CHROMIUM.stop()


@pytest.fixture(scope="module")
def browser(chromium_path: Path) -> Iterator[Browser]:
    """Without any page of the module before."""
    chromium = CHROMIUM.started(chromium_path)
    yield chromium
    for context in chromium.contexts:
        context.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Of a server with a table that is moved by hand, with the host's token."""
    folder = tmp_path_factory.mktemp("served")
    with forked_serving("--battles", str(folder / "battles"), cwd=folder) as (found, _):
        yield found


@pytest.fixture(scope="module")
def umpire(address: str) -> Iterator[Client]:
    """The host as a program: to lay the table, and to see what the page has done."""
    with Client(address, seconds=60) as client:
        yield client
