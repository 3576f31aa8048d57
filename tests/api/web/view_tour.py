"""Goes to every view of the page, always the same way, and takes its picture in several windows."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, Request, ViewportSize, expect

from api.client import Client
from tests.api.review.battle_files import write_battle
from tests.api.web.browsing import DESK, DUEL, PHONE, duel_table, go, visiting
from tests.api.web.moments import MOMENTS, PLAYED, lay_battles, script_of, table_then
from tests.api.web.served_event import event_served
from tests.api.web.tray_camera import TrayCamera, over_the_tray, tray, tray_picture
from tests.api.web.two_cameras import over_two_cameras

NARROW: Final = ViewportSize(width=360, height=740)
ACROSS: Final = ViewportSize(width=844, height=390)
NOW: Final = "2026-11-21T21:00:00Z"
WINDOWS: Final = {
    f"{name}-{shade}": (size, shade == "dark")
    for name, size in (("desk", DESK), ("upright", PHONE), ("across", ACROSS))
    for shade in ("light", "dark")
}
OVER: Final = "paper_tigers"
Take = Callable[[str, Page], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tour:
    """A browser and a server, with the windows that are asked for."""

    browser: Browser
    address: str
    windows: Sequence[str]
    take: Callable[[str, bytes], None]
    only: frozenset[str] = frozenset()
    cut_off: dict[str, list[str]] = field(default_factory=dict)
    """By view: what the narrowest phone does not show whole."""
    under_way: dict[Page, set[Request]] = field(default_factory=dict)
    """What each page has asked for and has no answer to."""

    def wants(self, view: str) -> bool:
        return not self.only or view in self.only

    @contextmanager
    def at(self, address: str) -> Iterator[Page]:
        with visiting(self.browser, "about:blank") as seen:
            seen.context.clock.set_fixed_time(NOW)
            page = seen.page
            page.set_default_timeout(15_000)
            waits = self.under_way[page] = set()

            def ended(request: Request) -> None:
                waits.discard(request)

            page.on("request", lambda request: waits.add(request))  # noqa: PLW0108  it is marked
            page.on("requestfinished", ended)
            page.on("requestfailed", ended)
            page.goto(address)
            yield page

    def settles(self, page: Page) -> None:
        """Wait until the page has all it asked for, and has drawn it."""
        waits = self.under_way[page]
        for _ in range(MOST_WAITS):
            page.evaluate(SETTLED)
            if not waits:
                return
        raise AssertionError(f"never at rest: {[each.url for each in waits]}")

    def looks(self, view: str, page: Page, *, about: str = "") -> None:
        """Take the view in each window, with what it is about at its top."""
        if not self.wants(view):
            return
        for window in self.windows:
            size, dark = WINDOWS[window]
            page.set_viewport_size(size)
            page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
            self.settles(page)
            if about:
                page.locator(about).first.evaluate("each => each.scrollIntoView({block: 'start'})")
            png = page.screenshot(animations="disabled", caret="hide")
            self.take(f"{view}.{window}", png)
        page.set_viewport_size(NARROW)
        self.settles(page)
        if found := page.evaluate(CUT_OFF):
            self.cut_off[view] = found
        page.set_viewport_size(DESK)
        page.emulate_media(color_scheme="light")


SETTLED: Final = """async () => {
  const quiet = (least, most) => new Promise((done) => {
    const end = () => { seen.disconnect(); clearTimeout(timer); clearTimeout(last); done(); };
    const again = () => { clearTimeout(timer); timer = setTimeout(end, least); };
    const seen = new MutationObserver(again);
    let timer = setTimeout(end, least);
    const last = setTimeout(end, most);
    seen.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
  });
  await document.fonts.ready;
  await quiet(150, 2000);
  scrollTo(0, 0);
  // Where a panel was scrolled to hangs on what came first.
  for (const each of document.querySelectorAll("*")) if (each.scrollTop > 0) each.scrollTop = 0;
  await Promise.all([...document.images].map((each) => each.decode().catch(() => null)));
  const ends = (each) => each.effect?.getTiming().iterations !== Infinity;
  const moving = document.getAnimations().filter(ends);
  await Promise.all(moving.map((each) => each.finished.catch(() => null)));
  await quiet(60, 1000);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
"""Waits until nothing is drawn anew any more: fonts, pictures, animations and what scripts add."""
MOST_WAITS: Final = 60


CUT_OFF: Final = """() => {
  const swiped = ":is(.turns, .dealt)";
  const shown = (each) => each.checkVisibility({visibilityProperty: true, opacityProperty: true})
    && each.getBoundingClientRect().width > 1 && !each.closest(swiped)
    && (each.closest("h1")?.clientWidth ?? 9) > 1;
  const name = (each) => each.getAttribute("aria-label") ?? each.textContent;
  const room = (each) => {
    let [least, most] = [0, innerWidth];
    for (let around = each.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowX === "visible") continue;
      const { left, right } = around.getBoundingClientRect();
      [least, most] = [Math.max(least, left), Math.min(most, right)];
    }
    return [least, most];
  };
  const inHead = ".top :is(.home, .turn-no, .presence > *, .menu-opener)";
  const head = [...document.querySelectorAll(inHead)]
    .filter(shown)
    .map((each) => [each, each.getBoundingClientRect()]);
  const over = ([, one], [, other]) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const lain = head.flatMap((one, at) => head.slice(at + 1).filter((other) => over(one, other))
    .map((other) => `${name(one[0])} lies over ${name(other[0])}`));
  const cut = [...document.querySelectorAll("button, input, select, textarea, summary, a[href]")]
    .filter(shown)
    .filter((each) => {
      const { left, right } = each.getBoundingClientRect();
      const [least, most] = room(each);
      return left < least - 1 || right > most + 1;
    })
    .map((each) => `${each.tagName.toLowerCase()} ${name(each)}`.trim());
  return [...cut, ...lain];
}"""
"""Controls that lie in part beyond the window, or beyond what a scrolled box shows of them.

And what lies over one another in the head.

A row of turns and a hand of cards are swiped.
"""


def play_views(tour: Tour, *, slug: str) -> None:
    """A game at its six moments, as the first seat sees it."""
    with Client(tour.address, seconds=60) as umpire:
        for moment in range(1, MOMENTS + 1):
            view = f"play-{slug}-{moment}"
            if not tour.wants(view):
                continue
            battle = f"{slug}-{moment}"
            if table := table_then(slug, moment):
                umpire.lay_table(table, battle=battle)
            seat = umpire.battle(battle)["view"]["seats"][0]["name"]
            with tour.at(umpire.invite(battle, seat=seat)["url"]) as page:
                expect(page.locator(".offers")).to_be_attached()
                expect(page.locator(".map").first).to_be_attached()
                page.wait_for_load_state("networkidle")
                tour.looks(view, page)


def page_views(tour: Tour) -> None:
    """What is no battle's own, in the order in which somebody meets it."""
    with tour.at(tour.address) as page:
        page.locator(".sample .cover").last.wait_for()
        tour.looks("start", page)
        page.get_by_text("A battle of your own").click()
        page.get_by_role("combobox", name="Game").select_option("paper_tigers")
        page.get_by_text("Put armies together here").click()
        page.get_by_label("Add a unit to Red").select_option("tank")
        page.locator("[data-side=Red] .army-line").wait_for()
        tour.looks("army", page, about=".armies")
    origin = tour.address.split("/#")[0]
    for view, path in (("book", "/book"), ("guide", "/docs")):
        with tour.at(f"{origin}{path}") as page:
            page.locator("main").first.wait_for()
            page.wait_for_load_state("networkidle")
            tour.looks(view, page)
    _lesson(tour)


def _lesson(tour: Tour) -> None:
    with tour.at(tour.address) as page:
        page.locator("[data-key=learn]").click()
        page.locator(".lesson-note").wait_for()
        page.locator(".piece.can[data-piece=T1]").wait_for()
        tour.looks("lesson", page)


def battle_views(tour: Tour) -> None:
    """A duel as its host sees it, and on a screen and an overlay."""
    with Client(tour.address, seconds=60) as umpire:
        battle = str(umpire.create(DUEL)["id"])
        umpire.lay_table(duel_table(), battle=battle)
        umpire.command(battle, {"kind": "roll", "dice": [6, 3]}, seat="Host")
        for name in ("screen", "overlay"):
            wanted = {"role": "spectator", "page": name}
            url = umpire._object("POST", f"/battles/{battle}/invitations", body=wanted)["url"]  # noqa: SLF001
            with tour.at(url) as page:
                page.locator(".told .slip h2").wait_for()
                tour.looks(name, page)
        invited = umpire.invite(battle, seat="Host")["url"]
        timed = {**DUEL, "options": {"clock": "side", "clock_minutes": 10}}
        clocked = str(umpire.create(timed)["id"])
        umpire.lay_table(duel_table(), battle=clocked)
        before_the_clock = umpire.invite(clocked, seat="Guest")["url"]
    with tour.at(before_the_clock) as page:
        page.locator(".side-clock").first.wait_for()
        tour.looks("clock", page)
    with tour.at(invited) as page:
        page.locator(".slip h2").last.wait_for(state="attached")
        page.locator(".map [data-piece=T1]").first.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("w")
        page.get_by_role("region", name="What if").wait_for()
        page.locator(".what-areas path").first.wait_for(state="attached")
        tour.looks("what-if", page)
    with tour.at(tour.address) as page:
        page.locator(f"[data-key='battle {battle}']").click()
        for view, place in (("set-up", "Your table"), ("table", "Measure"), ("log", "The log")):
            go(page, place)
            # A page that asks again and again is never idle on a slow computer.
            tour.looks(view, page)


def over_views(tour: Tour) -> None:
    """A battle that was played to its end: the end, a moment of the replay, and the report."""
    with Client(tour.address, seconds=60) as umpire:
        report = umpire._answered("GET", "/battles/over/review/report.html")  # noqa: SLF001
        over = umpire.invite("over")["url"]
    with tour.at(over) as page:
        page.locator(".over-card").wait_for()
        tour.looks("end", page)
        page.evaluate("location.hash = '#/replay/64'")
        expect(page.locator(".replay .where")).to_contain_text("e64")
        tour.looks("replay", page)
    with tour.at("about:blank") as page:
        page.set_content(report.decode())
        tour.looks("report", page)


def tray_views(tour: Tour) -> None:
    """What the camera reads in the tray: surely, not surely, and for the other seat."""
    camera = TrayCamera()
    with (
        tempfile.TemporaryDirectory() as folder,
        over_the_tray(camera, Path(folder)) as address,
        Client(address, seconds=60) as umpire,
    ):
        battle = str(umpire.create(DUEL)["id"])
        seats = [umpire.invite(battle, seat=seat)["url"] for seat in ("Host", "Guest")]
        with tour.at(seats[0]) as host, tour.at(seats[1]) as guest:
            tray(host, phase="open").wait_for()
            camera.shows = tray_picture((6, 6), covered=True)
            tray(host, phase="unsure").wait_for()
            tour.looks("tray-unsure", host)
            tour.looks("tray-other", guest)
            camera.shows = tray_picture(())
            tray(host, phase="open").wait_for()
            camera.shows = tray_picture((5, 2))
            tray(host, phase="read").wait_for()
            tour.looks("tray", host)


def camera_views(tour: Tour) -> None:
    """The set-up while two cameras see one table."""
    with (
        tempfile.TemporaryDirectory() as folder,
        over_two_cameras(Path(folder)) as address,
        tour.at(address) as page,
    ):
        go(page, "Your table")
        expect(page.locator("ul.beside li + li")).to_be_visible()
        expect(page.locator(".map .piece.seen")).to_have_count(3)
        tour.looks("cameras", page, about="[data-step=anchors]")


def event_views(tour: Tour) -> None:
    """A hub as the organiser of an event sees it."""
    with (
        tempfile.TemporaryDirectory() as folder,
        event_served(Path(folder) / "event.hub") as event,
        tour.at(f"{event.address}/#{event.owner}") as page,
    ):
        page.get_by_role("button", name="Winter Cup").click()
        page.get_by_text("results are missing").wait_for()
        tour.looks("event", page)
        page.get_by_role("button", name="Rounds", exact=True).click()
        page.get_by_text("Enter the result").first.wait_for()
        tour.looks("event-rounds", page)


def lay_over(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    write_battle(folder / "over.battle", script_of(OVER))


PARTS: Final = ("page", "battle", "over", "tray", "cameras", "event", *PLAYED)
"""What can be gone through by itself, each with a server of its own."""


def prepare(folder: Path, *, part: str) -> None:
    """Lay the battles that a part looks at."""
    if part in PLAYED:
        lay_battles(folder, slugs=(part,))
    elif part == "over":
        lay_over(folder)


def go_round(tour: Tour, *, part: str) -> None:
    if part == "page":
        page_views(tour)
    elif part == "battle":
        battle_views(tour)
    elif part == "over":
        over_views(tour)
    elif part == "tray":
        tray_views(tour)
    elif part == "cameras":
        camera_views(tour)
    elif part == "event":
        event_views(tour)
    else:
        play_views(tour, slug=part)


VIEWS: Final = {
    "page": ("start", "army", "book", "guide", "lesson"),
    "battle": ("screen", "overlay", "clock", "what-if", "set-up", "table", "log"),
    "over": ("end", "replay", "report"),
    "tray": ("tray-unsure", "tray-other", "tray"),
    "cameras": ("cameras",),
    "event": ("event", "event-rounds"),
    **{slug: tuple(f"play-{slug}-{each + 1}" for each in range(MOMENTS)) for slug in PLAYED},
}
"""The names of all views, by part."""
