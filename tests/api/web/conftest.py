"""The browser and the server that the tests of one module share; a start costs a second."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from api.client import Client
from tests.api.umpire import serving

# A machine that tests with all its cores is slow now and then; nothing here measures speed.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="module")
def browser(chromium_path: Path) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=str(chromium_path))
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Of a server with a table that is moved by hand, with the host's token."""
    folder = tmp_path_factory.mktemp("served")
    with serving("--battles", str(folder / "battles"), cwd=folder) as (found, _):
        yield found


@pytest.fixture(scope="module")
def umpire(address: str) -> Iterator[Client]:
    """The host as a program: to lay the table, and to see what the page has done."""
    with Client(address, seconds=60) as client:
        yield client
