"""A test that visits the page hears of it where the page turns to another computer."""

import pytest
from playwright.sync_api import Browser

from tests.api.web.browsing import until, visiting

pytestmark = pytest.mark.browser


def test_what_turns_to_another_computer_is_a_complaint(browser: Browser, address: str) -> None:
    with visiting(browser, address) as seen:
        page = seen.page
        # The server's own policy keeps its pages from it.
        page.evaluate("fetch('http://192.0.2.7/theirs').catch(() => null)")
        until(page, lambda: any("192.0.2.7/theirs" in each for each in seen.complaints))
        page.evaluate("setTimeout(() => { location.href = 'http://192.0.2.7/gone'; })")
        until(page, lambda: any(each.startswith("left for ") for each in seen.complaints))
    # Where there is no policy nobody is found.
    with visiting(browser, "about:blank") as seen:
        seen.page.evaluate("fetch('http://192.0.2.7/', {mode: 'no-cors'}).catch(() => null)")
        until(seen.page, lambda: "ERR_NAME_NOT_RESOLVED" in "".join(seen.complaints))
