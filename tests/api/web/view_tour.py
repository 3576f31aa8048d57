"""Goes to every view of the page, always the same way, and takes its picture in several windows."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, ViewportSize, expect

from api.client import Client
from rules.referee.script.adjudicating import Laid, adjudicated
from rules.registry import game
from rules.table.files.snapshot_json import written_snapshot
from tests.api.review.battle_files import GAMES, write_battle
from tests.api.web.browsing import DESK, DUEL, PHONE, Json, duel_table, go, visiting

ACROSS: Final = ViewportSize(width=844, height=390)
NOW: Final = "2026-11-21T21:00:00Z"
WINDOWS: Final = {
    f"{name}-{shade}": (size, shade == "dark")
    for name, size in (("desk", DESK), ("upright", PHONE), ("across", ACROSS))
    for shade in ("light", "dark")
}
PLAYED: Final = {
    "paper_tigers": "two_players_withdrawal",
    "paper_tigers_2": "normandy",
    "papercraft": "duel",
    "tossing_tiger": "duel",
    "paper_invasion": "one_against_one",
}
"""Of each game a battle, of which six moments are looked at."""
MOMENTS: Final = 6
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

    def wants(self, view: str) -> bool:
        return not self.only or view in self.only

    @contextmanager
    def at(self, address: str) -> Iterator[Page]:
        with visiting(self.browser, "about:blank") as seen:
            seen.context.clock.set_fixed_time(NOW)
            seen.page.set_default_timeout(15_000)
            seen.page.goto(address)
            yield seen.page

    def looks(self, view: str, page: Page, *, about: str = "") -> None:
        """Take the view in each window, with what it is about at its top."""
        if not self.wants(view):
            return
        for window in self.windows:
            size, dark = WINDOWS[window]
            page.set_viewport_size(size)
            page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
            page.evaluate(SETTLED)
            if about:
                page.locator(about).first.evaluate("each => each.scrollIntoView({block: 'start'})")
            png = page.screenshot(animations="disabled", caret="hide")
            self.take(f"{view}.{window}", png)
        page.set_viewport_size(DESK)
        page.emulate_media(color_scheme="light")
        page.evaluate(SETTLED)


SETTLED: Final = """async () => {
  const rest = (time) => new Promise((done) => setTimeout(done, time));
  await document.fonts.ready;
  await rest(120);
  scrollTo(0, 0);
  await Promise.all([...document.images].map((each) => each.decode().catch(() => null)));
  await rest(60);
}"""
"""Waits until what is drawn anew by a change of size stands."""


def script_of(slug: str) -> list[str]:
    path = GAMES / slug / "tests" / "golden" / f"{PLAYED[slug]}.script.jsonl"
    return path.read_text(encoding="utf-8").splitlines()


def moment_lines(slug: str, moment: int) -> int:
    """How much of its script has been played at a moment from 1 to 6, near the end."""
    whole = len(script_of(slug))
    first = next(number for number, line in enumerate(script_of(slug)) if '"command"' in line)
    return first + 1 + (whole - first - 3) * moment // MOMENTS


def lay_battles(folder: Path, *, slugs: Sequence[str]) -> None:
    """Every battle at each of its moments, and one that is over, in files for a server to find."""
    folder.mkdir(parents=True)
    for slug in slugs:
        for moment in range(1, MOMENTS + 1):
            lines = script_of(slug)[: moment_lines(slug, moment)]
            title = f"Moment {moment}"
            write_battle(folder / f"{slug}-{moment}.battle", lines, title=title)


def table_then(slug: str, moment: int) -> Json | None:
    """How the table lies at a moment."""
    lines = script_of(slug)[: moment_lines(slug, moment)]
    told = adjudicated(lines, find=game, now=lambda: NOW, umpire_version="0")
    laid = [each.snapshot for each in told if isinstance(each, Laid)]
    return json.loads(json.dumps(written_snapshot(laid[-1]))) if laid else None


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
    with tour.at(invited) as page:
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
            page.wait_for_load_state("networkidle")
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


def lay_over(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    write_battle(folder / "over.battle", script_of(OVER))


PARTS: Final = ("page", "battle", "over", *PLAYED)
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
    else:
        play_views(tour, slug=part)


VIEWS: Final = {
    "page": ("start", "army", "book", "guide", "lesson"),
    "battle": ("screen", "overlay", "what-if", "set-up", "table", "log"),
    "over": ("end", "replay", "report"),
    **{slug: tuple(f"play-{slug}-{each + 1}" for each in range(MOMENTS)) for slug in PLAYED},
}
"""The names of all views, by part."""
