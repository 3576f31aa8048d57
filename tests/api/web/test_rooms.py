"""Tests that a drawn board is read on the page, mended and confirmed, and played to the end."""

from collections import Counter
from pathlib import Path

import cv2
import pytest
import shapely
from playwright.sync_api import Browser, Locator, Page, expect

from api.client import Client
from tests.api.web.browsing import PHONE, Json, visiting
from tests.api.web.playing import Player, play_out, told
from tests.vision.sheets.drawn import BOX, line, sheet_with

pytestmark = [pytest.mark.browser, pytest.mark.long]

AVOIDED = ("concede", "amend", "leave", "take_word", "agree_board")
"""Six dice make the same of a game as a word does; the board is confirmed by hand."""
DICE = [2, 1, 1, 1, 3, 1]
"""Two Heroes, two Enemies, four rooms."""

IDLE = ("set_control", "remember_words")
AGAINST: Json = {
    "game": "paper_invasion",
    "name": "One against one",
    "seats": [{"name": "Fox", "sides": ["Heroes"]}, {"name": "Owl", "sides": ["Enemies"]}],
    "roster": [{"id": "sheet", "kind": "game_sheet"}],
}


@pytest.fixture
def battle(umpire: Client) -> str:
    """A game of four rooms that waits for its board."""
    name = str(umpire.begin_sample("paper-invasion", alone=True)["id"])
    for command in ({"kind": "choose_theme"}, {"kind": "take_dice", "dice": DICE}):
        assert umpire.command(name, command, seat="Fox")["accepted"]
    return name


@pytest.fixture(scope="module")
def photograph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three rooms: one wall has a gap that may be a slip, and one wall was forgotten."""
    made = sheet_with(
        line(*BOX, BOX[0]),
        line((5.0, 1.5), (5.0, 3.6)),
        line((5.0, 3.84), (5.0, 4.5)),
        line((2.0, 3.0), (5.0, 3.0)),
    )
    place = tmp_path_factory.mktemp("sheet") / "sheet.jpg"
    cv2.imwrite(str(place), made.sheet.photograph())
    return place


def spot(page: Page, x: float, y: float) -> tuple[float, float]:
    """A point of the sheet on the screen."""
    shape = "document.querySelector('.sheet-map').getBoundingClientRect()"
    left, top, wide = page.evaluate(
        f"(() => {{ const b = {shape}; return [b.x, b.y, b.width]; }})()"
    )
    scale = wide / 11.5
    return left + (x + 0.75) * scale, top + (6.0 - y + 0.75) * scale


def draw(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    with page.expect_response("**/commands"):
        page.mouse.move(*spot(page, *start))
        page.mouse.down()
        page.mouse.move(*spot(page, *end), steps=3)
        page.mouse.up()


def press(page: Page, button: Locator) -> None:
    with page.expect_response("**/commands"):
        button.click()


def rooms(umpire: Client, battle: str) -> dict[str, float]:
    """The area of each room of the battle's board, by its letter."""
    board = umpire.battle(battle)["view"]["state"]["board"]
    return {each["name"]: shapely.Polygon(each["outline_in"]).area for each in board["rooms"]}


def state_of(umpire: Client, battle: str, wall: str) -> str:
    walls = umpire.battle(battle)["view"]["state"]["board"]["walls"]
    return str(next(each["state"] for each in walls if each["id"] == wall))


def test_a_photographed_board_is_mended_confirmed_and_played_to_its_end(
    browser: Browser, address: str, umpire: Client, *, battle: str, photograph: Path
) -> None:
    with visiting(browser, address) as seen:
        page = seen.page
        page.get_by_role("button", name="Go on with").first.click()
        page.locator("[data-key=sheet-photo]").set_input_files(str(photograph))
        about = page.locator(".about-part")
        # The gap is asked for, and nothing is confirmed before it is answered.
        expect(page.locator(".sheet-photo")).to_be_visible()
        expect(page.locator(".sheet-wall.doubted")).to_have_attribute("data-part", "a|b")
        expect(page.locator("[data-command=confirm_board].greyed")).to_have_count(1)
        page.locator("[data-key=sheet-doubt]").click()
        expect(about.locator(".doubt-words")).to_contain_text("is a slip, or an opening")
        press(page, about.get_by_role("button", name="Single", exact=True))
        expect(page.locator(".doubted")).to_have_count(0)
        # The wall that was forgotten is drawn, and walls and rooms are mended by taps.
        page.locator("[data-key=sheet-line]").click()
        draw(page, (5.3, 3.0), (7.6, 3.02))
        expect(page.locator(".sheet-room")).to_have_count(4)
        page.locator("[data-key=sheet-line]").click()
        page.mouse.click(*spot(page, 3.5, 3.0))
        expect(about).to_have_attribute("data-about", "a|c")
        press(page, about.get_by_role("button", name="Opening", exact=True))
        expect(page.locator(".sheet-wall.opening")).to_have_count(1)
        page.mouse.click(*spot(page, 3.0, 2.0))
        expect(about).to_have_attribute("data-about", "c")
        press(
            page,
            about.locator("[data-command=name_room]").get_by_role("button", name="d", exact=True),
        )
        expect(page.locator(".sheet-letter")).to_have_text(["a", "b", "d", "c"])
        assert rooms(umpire, battle) == pytest.approx(dict.fromkeys("abcd", 4.5), rel=0.03)
        assert state_of(umpire, battle, "a|d") == "opening"
        # Which half of the room that was cut keeps its letter is for the umpire to say.
        walls = umpire.battle(battle)["view"]["state"]["board"]["walls"]
        east = [each["state"] for each in walls if each["id"] in {"a|b", "a|c"}]
        assert east == ["single"]
        played(page, umpire=umpire, battle=battle)
        assert seen.complaints == []


def played(page: Page, *, umpire: Client, battle: str) -> None:
    """Confirm the board and play to the end, by the page alone; tokens stand on the board."""
    player = Player(page=page, luck="lucky", avoids=AVOIDED)
    said: list[str] = []
    while umpire.battle(battle)["view"]["result"] is None:
        state = umpire.battle(battle)
        said.append(str(state["view"]["awaits"]))
        assert len(said) < 200, said[-5:]
        told(page, state["last"])
        tokens = state["view"]["state"]["tokens"]
        assert page.locator(".sheet-token:not(.marker)").count() == len(tokens)
        assert player.acts(), said[-1]
    assert "look at the board, 4 of 4 rooms" in said[0]
    assert any("to go" in each for each in said)


def test_a_board_is_drawn_on_a_phone_and_played_to_its_end_beside_a_desk(
    browser: Browser, umpire: Client
) -> None:
    battle = str(umpire.create(AGAINST)["id"])
    for command in ({"kind": "choose_theme"}, {"kind": "take_dice", "dice": DICE}):
        assert umpire.command(battle, command, seat="Fox")["accepted"]
    at = [umpire.invite(battle, seat=seat)["url"] for seat in ("Fox", "Owl")]
    with visiting(browser, at[0], size=PHONE) as seen, visiting(browser, at[1]) as desk:
        page = seen.page
        press(page, page.locator("[data-key=sheet-draw]"))
        expect(page.locator(".sheet-room")).to_have_count(1)
        for start, end, count in (((5, 2), (5, 4), 2), ((2, 3), (4, 3), 3), ((6, 3), (8, 3), 4)):
            if not page.locator("[data-key=sheet-line][aria-pressed=true]").count():
                page.locator("[data-key=sheet-line]").click()
            draw(page, start, end)
            expect(page.locator(".sheet-room")).to_have_count(count)
        confirm = page.locator("[data-command=confirm_board]:not(.greyed) [data-key=give]")
        press(page, confirm)
        assert len(rooms(umpire, battle)) == 4
        assert umpire.battle(battle)["view"]["state"]["phase"] == "heroes"
        assert page.locator("[data-key=sheet-photo]").count() == 0
        players = (
            Player(page=page, luck="lucky", avoids=AVOIDED),
            # What may be done over and over leads nowhere.
            Player(page=desk.page, luck="unlucky", avoids=(*AVOIDED, *IDLE)),
        )
        play_out(players, umpire=umpire, battle=battle, most=200)
        authors = Counter(each["author"] for each in umpire.events(battle))
        assert min(authors["Fox"], authors["Owl"]) >= 2, authors
        view = umpire.battle(battle)["view"]
        won = f"Winner: {view['facts']['winner']}. {view['result']}"
        for each in (seen, desk):
            expect(each.page.locator(".awaits")).to_have_text(won)
            assert each.complaints == []
