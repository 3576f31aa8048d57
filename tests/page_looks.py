"""How the kept pictures of every view are made: `python -m tests.page_looks [VIEW ...]`.

All six windows of each view. Says how much each differs from what was kept before.
"""

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from benchmarks.browsers import chromium_here
from tests.api.umpire import serving
from tests.api.web.kept_looks import KEPT, MOST, difference, keep, kept, made_in, small
from tests.api.web.view_tour import PARTS, VIEWS, WINDOWS, Tour, go_round, prepare

ALL = tuple(view for part in PARTS for view in VIEWS[part])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.page_looks", description=__doc__)
    parser.add_argument("views", nargs="*", metavar="VIEW", help="only these; otherwise all")
    parser.add_argument("--full", type=Path, help="a folder for the pictures in full, too")
    parser.add_argument("--look", action="store_true", help="compare only, and keep nothing")
    chosen = parser.parse_args()
    if unknown := sorted(set(chosen.views) - set(ALL)):
        parser.error(f"no view is called {', '.join(unknown)}; there are {', '.join(ALL)}")
    views = frozenset(chosen.views or ALL)
    path = chromium_here(light=True)
    by: dict[str, float] = {}
    with sync_playwright() as playwright, _bar() as progress:
        browser = playwright.chromium.launch(executable_path=path)
        task = progress.add_task("", total=len(views) * len(WINDOWS))

        def take(name: str, png: bytes) -> None:
            before = kept(name)
            by[name] = 1.0 if before is None else difference(before, small(png))
            if not chosen.look:
                keep(name, png)
            if chosen.full:
                chosen.full.mkdir(parents=True, exist_ok=True)
                (chosen.full / f"{name}.png").write_bytes(png)
            progress.update(task, advance=1, description=name)

        for part in PARTS:
            if views & set(VIEWS[part]):
                _round(browser, part, take=take, only=views)
        if not chosen.look and views == frozenset(ALL):
            made_in(browser.version)
        browser.close()
    _tell(by)


def _round(browser: Browser, part: str, *, take: object, only: frozenset[str]) -> None:
    assert callable(take)
    with tempfile.TemporaryDirectory() as folder:
        battles = Path(folder) / "battles"
        prepare(battles, part=part)
        with serving("--battles", str(battles), cwd=Path(folder)) as (address, _):
            tour = Tour(
                browser=browser, address=address, windows=tuple(WINDOWS), take=take, only=only
            )
            go_round(tour, part=part)
            for view, controls in tour.cut_off.items():
                Console(highlight=False).print(f"{view} cuts off {', '.join(controls)}")


def _bar() -> Progress:
    return Progress(
        BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}")
    )


def _tell(by: dict[str, float]) -> None:
    console = Console(highlight=False)
    for name, share in sorted(by.items(), key=lambda each: -each[1]):
        if share > 0:
            console.print(f"{share:6.1%}  {name}")
    size = sum(each.stat().st_size for each in KEPT.glob("*.webp"))
    beyond = sum(share > MOST for share in by.values())
    console.print(
        f"{len(by)} pictures, {beyond} differ by more than {MOST:.0%}; {size:,} bytes are kept"
    )


if __name__ == "__main__":
    main()
