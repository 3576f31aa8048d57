"""A hint lies over no piece, no ruling and nothing that can be pressed, in whatever window."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from api.client import Client
from tests.api.forked import forked_serving
from tests.api.web.browsing import DESK, PHONE, until, visiting
from tests.api.web.moments import lay_battles, table_then
from tests.api.web.slow_line import SlowOptions
from tests.api.web.view_tour import ACROSS

pytestmark = [pytest.mark.browser, pytest.mark.long]

WINDOWS: Final = {"desk": DESK, "upright": PHONE, "across": ACROSS}
SEEN: Final = (("paper_tigers", 3), ("paper_tigers_2", 1), ("papercraft", 6), ("tossing_tiger", 2))
"""Moments of battles at which somebody who is new is told something."""
COVERED: Final = """() => {
  const hint = document.querySelector(".hints").getBoundingClientRect();
  const things = ".map .piece, .slip, .plate, :is(.tools, .scroll, .dock, .top) button";
  const shown = (each) => {
    let { left, right, top, bottom } = each.getBoundingClientRect();
    for (let around = each.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowY === "visible") continue;
      const room = around.getBoundingClientRect();
      [left, right] = [Math.max(left, room.left), Math.min(right, room.right)];
      [top, bottom] = [Math.max(top, room.top), Math.min(bottom, room.bottom)];
    }
    return { left, right, top, bottom };
  };
  return [...document.querySelectorAll(things)].filter((each) => {
    if (!each.checkVisibility({ visibilityProperty: true }) || each.closest(".hints")) return false;
    const box = shown(each);
    return Math.min(box.right, hint.right) - Math.max(box.left, hint.left) > 1
      && Math.min(box.bottom, hint.bottom) - Math.max(box.top, hint.top) > 1;
  }).map((each) => each.dataset.piece ?? each.getAttribute("aria-label") ?? each.textContent);
}"""
"""What is seen of anything and lies under the hint."""
PRESSABLE: Final = """() => {
  const { bottom } = document.querySelector(".dock").getBoundingClientRect();
  const button = document.querySelector(".dock button.go:enabled")?.getBoundingClientRect();
  return !button || (button.bottom <= bottom + 1 && button.height > 30);
}"""
"""Whether what is waited for can be pressed without scrolling first."""

CLAUSE: Final = """() => {
  const shown = document.querySelector(".scroll").getBoundingClientRect();
  return [...document.querySelectorAll(".slip .clause")].some((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return Math.min(bottom, shown.bottom) - Math.max(top, shown.top) >= 20;
  });
}"""
"""Whether the rule of a ruling can be seen, and not only be scrolled to."""
HEIGHT: Final = """() => document.querySelector(".dock").getBoundingClientRect().height"""
BROUGHT: Final = """() => {
  if (document.querySelector(".hints")?.textContent) return true;
  document.querySelector(".slip .clause")?.scrollIntoView({ block: "center" });
  return false;
}"""
"""Whether there is a hint; otherwise scrolls to the rule of a ruling, as whoever reads it does."""
READ: Final = """if (location.protocol.startsWith("http"))
  localStorage.setItem("hints-read", "drag ring unit back");"""
"""Somebody who knows the table, and has never asked for a rule."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("hints")
    lay_battles(folder / "battles", slugs=sorted({slug for slug, _ in SEEN}))
    with forked_serving("--battles", str(folder / "battles"), cwd=folder) as (found, _):
        yield found


def invited(address: str, slug: str, moment: int) -> str:
    """Where the first seat of that battle looks at its table as it lies then."""
    with Client(address, seconds=60) as umpire:
        battle = f"{slug}-{moment}"
        if table := table_then(slug, moment):
            umpire.lay_table(table, battle=battle)
        seat = str(umpire.battle(battle)["view"]["seats"][0]["name"])
        return str(umpire.invite(battle, seat=seat)["url"])


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize(("slug", "moment"), SEEN)
def test_a_hint_covers_nothing(
    browser: Browser, address: str, *, slug: str, moment: int, window: str
) -> None:
    size: ViewportSize = WINDOWS[window]
    with visiting(browser, invited(address, slug, moment), size=size) as seen:
        page = seen.page
        hint = page.locator(".hints")
        expect(page.locator(".offers")).to_be_attached()
        until(page, lambda: page.evaluate(BROUGHT))
        expect(hint).to_contain_text("Got it")
        assert page.evaluate(COVERED) == []
        assert page.evaluate(PRESSABLE)
        if window == "upright" and "A yellow edge" in hint.inner_text():
            expect(page.locator(".slip h2")).to_be_in_viewport(ratio=0.9)
        page.get_by_role("button", name="Got it").click()
        expect(hint).to_be_hidden()
        assert seen.complaints == []


@pytest.mark.parametrize("window", ["upright", "across"])
def test_a_hint_stays_though_what_is_drawn_after_it_takes_room(
    browser: Browser, address: str, *, window: str
) -> None:
    slug, moment = SEEN[3]
    with visiting(browser, invited(address, slug, moment), size=WINDOWS[window]) as seen:
        page, hint = seen.page, seen.page.locator(".hints")
        slow = SlowOptions(page)
        slow.wait()
        until(page, lambda: page.evaluate(BROUGHT))
        expect(hint).to_contain_text("small letters on a ruling")
        before = page.evaluate(HEIGHT)
        slow.let_go()
        until(page, lambda: page.evaluate(HEIGHT) > before + 50)
        # Where there is room for one of the two, the ruling itself is what is seen.
        expect(page.locator(".slip h2").last).to_be_in_viewport(ratio=0.9)
        if window == "upright":
            expect(hint).to_contain_text("small letters on a ruling")
            until(page, lambda: page.evaluate(CLAUSE))
        assert seen.complaints == []


@pytest.mark.parametrize("window", WINDOWS)
def test_a_hint_is_given_while_what_it_speaks_of_is_in_sight(
    browser: Browser, address: str, *, window: str
) -> None:
    slug, moment = SEEN[2]
    url = invited(address, slug, moment)
    with visiting(browser, "about:blank", size=WINDOWS[window]) as seen:
        page, hint = seen.page, seen.page.locator(".hints")
        seen.context.add_init_script(READ)
        page.goto(url)
        expect(page.locator(".offers")).to_be_attached()
        for where in ("there", "away", "there"):
            if where == "away":
                page.locator(".scroll").hover()
                page.mouse.wheel(0, 5000)
                expect(hint).to_be_empty()
                assert not page.evaluate(CLAUSE)
            else:
                until(page, lambda: page.evaluate(BROUGHT))
                expect(hint).to_contain_text("small letters on a ruling")
                assert page.evaluate(CLAUSE)
        assert seen.complaints == []


def test_a_hint_that_matters_more_is_given_though_what_it_speaks_of_comes_later(
    browser: Browser, address: str
) -> None:
    slug, moment = SEEN[1]
    url = invited(address, slug, moment)
    with visiting(browser, url) as seen:
        hint = seen.page.locator(".hints")
        slow = SlowOptions(seen.page)
        slow.wait()
        expect(hint).to_contain_text("Got it")
        expect(hint).not_to_contain_text("A yellow edge")
        slow.let_go()
        expect(hint).to_contain_text("A yellow edge")
        assert seen.complaints == []
