"""Under the camera to practise with a host plays with nothing printed: it sees what is dragged."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from api.client import Client
from tests.api.forked import forked_serving
from tests.api.server.test_practice_table import practising, state_of
from tests.api.web.browsing import go, middle, until, visiting

pytestmark = [pytest.mark.browser, pytest.mark.long]


@dataclass(frozen=True, kw_only=True)
class Practised:
    """A host's page with a battle that is played before the practice camera."""

    page: Page
    umpire: Client
    battle: str

    def north(self) -> float:
        """Inches of the tank from the south edge, as the camera sees it."""
        pieces = {each["id"]: each for each in self.umpire.table(battle=self.battle)["pieces"]}
        return float(pieces["T1"]["pose"]["y_in"])

    def drag(self, *, to: tuple[float, float]) -> None:
        """Drag the tank there on the screen, and hold it."""
        self.page.mouse.move(*middle(self.page, "T1"))
        self.page.mouse.down()
        self.page.mouse.move(*to, steps=5)


@pytest.fixture
def practised(browser: Browser, tmp_path: Path) -> Iterator[Practised]:
    battles = ("--battles", str(tmp_path / "battles"))
    with (
        forked_serving(*battles, cwd=tmp_path) as (address, _),
        Client(address, seconds=60) as umpire,
    ):
        practising(umpire, sample="paper-tigers-small")
        battle = str(umpire.begin_sample("paper-tigers-small", alone=True)["id"])
        with visiting(browser, address, battle=battle) as seen:
            expect(seen.page.locator("[data-piece=T1] .base")).to_be_visible()
            yield Practised(page=seen.page, umpire=umpire, battle=battle)
            assert seen.complaints == []


def test_a_piece_is_dragged_and_the_camera_sees_it_where_it_was_let_go(
    practised: Practised,
) -> None:
    page, before = practised.page, practised.north()
    x, y = middle(page, "T1")
    practised.drag(to=(x, y - 60))
    page.mouse.up()
    until(page, lambda: practised.north() > before + 1.0)
    go(page, "Your table")
    expect(page.get_by_text("drag a piece on the map, and it lies there")).to_be_visible()


def test_a_piece_goes_into_the_box_beside_the_table_and_is_put_down_again(
    practised: Practised,
) -> None:
    page = practised.page
    map_box = page.locator(".map").bounding_box()
    assert map_box is not None
    practised.drag(to=(map_box["x"] - 40, middle(page, "T1")[1]))
    expect(page.locator(".map .note").first).to_contain_text("into the box")
    page.mouse.up()
    expect(page.locator(".toast")).to_contain_text("T1 lies in the box now")
    go(page, "Your table")
    down = page.get_by_role("button", name="Put down T1")
    down.click()
    expect(down).to_be_hidden()
    until(page, lambda: state_of(practised.umpire, "T1") == "seen")
