"""A battle is begun on the page: a game, armies, seats, and what was agreed."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from api.client import Client
from tests.api.web.browsing import DUEL, PHONE, Late, go, visiting

pytestmark = pytest.mark.browser

ARMY = """
[[piece]]
id = "T71"
side = "red"
kind = "tank"
footprint = "rectangle 3 x 1.6"

[[piece]]
id = "S71"
side = "blue"
kind = "squad"
footprint = "disc 1.5"
"""


def begun(page: Page, name: str) -> Page:
    page.get_by_text("A battle of your own").click()
    page.get_by_role("combobox", name="Game").select_option("paper_tigers")
    page.get_by_label("Its name, if you like").fill(name)
    return page


def test_what_is_lacking_stays_in_sight_while_the_form_grows_above_it(
    browser: Browser, address: str
) -> None:
    with visiting(browser, address, size=PHONE) as seen:
        grounds = Late(seen.page, "/games/paper_tigers/grounds")
        page = begun(seen.page, "")
        grounds.wait()
        page.get_by_role("button", name="Begin", exact=True).click()
        lacks = page.locator(".new-battle").get_by_role("alert")
        expect(lacks).to_be_in_viewport()
        grounds.let_go()
        expect(page.locator(".new-battle .ground").first).to_be_visible()
        expect(lacks).to_be_in_viewport()
        assert seen.complaints == []


@pytest.mark.long
def test_armies_from_a_file_and_an_option_that_is_no_default(
    browser: Browser, address: str, umpire: Client
) -> None:
    with visiting(browser, address) as seen:
        page = begun(seen.page, "From a file")
        page.get_by_role("button", name="Begin", exact=True).click()
        lacks = page.locator(".new-battle").get_by_role("alert")
        expect(lacks).to_contain_text("Choose a file with the armies")
        expect(lacks).to_be_in_viewport()
        file = {"name": "army.toml", "mimeType": "text/plain", "buffer": ARMY.encode()}
        page.get_by_label("Armies from a file").set_input_files(file)  # type: ignore[arg-type]
        expect(page.get_by_text("army.toml: red against blue")).to_be_visible()
        page.get_by_text("What you agree on").click()
        page.locator("#option-take_back").select_option("free")
        page.locator(".seat-row input").nth(2).fill("Rangers")
        page.get_by_label("Units stand in their zones at once").uncheck()
        page.get_by_role("button", name="Begin", exact=True).click()
        expect(page.locator("header .title")).to_have_text("From a file")
        battle = next(each for each in umpire.battles() if each["name"] == "From a file")
        view = umpire.battle(battle["id"])["view"]
        assert view["options"]["take_back"] == "free"
        assert view["seats"] == [
            {"name": "Fox", "sides": ["red"]},
            {"name": "Rangers", "sides": ["blue"]},
        ]
        # What is not on the table yet is put down from the set-up.
        go(page, "Your table")
        page.get_by_role("button", name="Put down S71").hover()
        table = page.locator(".map .table-top").first.bounding_box()
        assert table is not None
        page.mouse.down()
        at = (table["x"] + table["width"] / 2, table["y"] + table["height"] / 4)
        page.mouse.move(*at, steps=3)
        page.mouse.up()
        expect(page.locator("[data-piece=S71]")).to_have_attribute(
            "aria-label", re.compile("at 18[.]0, 2[67][.]")
        )
        page.get_by_role("button", name="Lay the units out in their zones").click()
        expect(page.locator("[data-piece=T71]")).to_be_visible()
        expect(page.get_by_role("button", name="Put down")).to_have_count(0)
        # Nothing is left that could be dragged there.
        expect(page.get_by_text("2 of 2 units are on the table. A picked one")).to_be_visible()
        assert seen.complaints == []


def test_no_part_of_the_set_up_is_pushed_by_one_that_comes_late(
    browser: Browser, address: str, umpire: Client
) -> None:
    battle = str(umpire.create(DUEL)["id"])
    with visiting(browser, address) as seen:
        page = seen.page
        page.locator(f"[data-key='battle {battle}']").click()
        late = Late(page, f"/battles/{battle}/grants")
        go(page, "Your table")
        late.wait()
        below = page.get_by_text("units are on the table.")
        expect(below).to_be_attached()
        expect(below).to_be_hidden()
        # Nobody waits long for what has no answer.
        expect(below).to_be_visible()
        late.let_go()
        assert seen.complaints == []


def test_armies_are_put_together_from_the_games_units(
    browser: Browser, address: str, umpire: Client
) -> None:
    with visiting(browser, address) as seen:
        page = begun(seen.page, "Built here")
        page.get_by_text("Put armies together here").click()
        page.get_by_label("Add a unit to Red").select_option("tank")
        page.get_by_label("Add a unit to Blue").select_option("squad")
        page.get_by_role("button", name="One more squad").click()
        expect(page.locator("[data-side=Blue] .army-line")).to_contain_text("2 × Squad")
        page.get_by_role("button", name="Begin", exact=True).click()
        expect(page.locator("header .title")).to_have_text("Built here")
        battle = next(each for each in umpire.battles() if each["name"] == "Built here")
        units = umpire.battle(battle["id"])["view"]["state"]["units"]
        assert sorted((each["side"], each["kind"]) for each in units) == [
            ("Blue", "squad"),
            ("Blue", "squad"),
            ("Red", "tank"),
        ]
        assert seen.complaints == []


def test_a_battle_begins_on_chosen_ground_with_its_units_in_their_zones(
    browser: Browser, address: str, umpire: Client
) -> None:
    with visiting(browser, address) as seen:
        page = begun(seen.page, "On its own ground")
        page.get_by_text("Put armies together here").click()
        page.get_by_label("Add a unit to Red").select_option("tank")
        page.get_by_label("Add a unit to Blue").select_option("squad")
        page.get_by_role("radio", name="The village green").click()
        page.get_by_role("button", name="Begin", exact=True).click()
        expect(page.locator("header .title")).to_have_text("On its own ground")
        battle = next(each for each in umpire.battles() if each["name"] == "On its own ground")
        table = umpire.table(battle=battle["id"])
        assert {each["side"] for each in table["pieces"]} == {"Red", "Blue"}
        assert "church" in {each["id"] for each in table["terrain"]}
        assert battle["seats"] == ["Fox", "Owl"]
        assert seen.complaints == []


def test_a_battle_is_renamed_and_put_away_where_it_is_listed(
    browser: Browser, address: str, umpire: Client
) -> None:
    battle = umpire.begin_sample("paper-tigers-small", name="Of an evening")["id"]
    with visiting(browser, address) as seen:
        page = seen.page
        listed = page.locator(".battles .battle").filter(has_text="Of an evening")
        listed.get_by_role("button", name="Put away").click()
        expect(listed.get_by_role("alert")).to_contain_text("it can be taken back")
        listed.get_by_role("button", name="Put it away").click()
        expect(listed).to_have_count(0)
        page.locator(f'[data-key="restore {battle}"]').click()
        expect(listed).to_have_count(1)
        assert seen.complaints == []


def test_a_chosen_game_stays_chosen_however_late_the_answers_come(
    browser: Browser, address: str
) -> None:
    with visiting(browser, address) as seen:
        page = begun(seen.page, "Late")
        expect(page.locator("#option-take_back")).to_be_attached()
        late = Late(page, "/games/papercraft")
        page.get_by_role("combobox", name="Game").select_option("papercraft")
        late.wait()
        expect(page.locator(".new-battle .options")).to_be_empty()
        page.get_by_role("combobox", name="Game").select_option("paper_invasion")
        says = page.locator(".new-battle").get_by_text("Heroes in a house that you drew")
        expect(says).to_be_visible()
        grounds = page.locator(".grounds .ground strong")
        expect(grounds).to_have_text(["A bare table"])
        late.let_go()
        expect(says).to_be_visible()
        expect(grounds).to_have_text(["A bare table"])
        expect(page.locator("#option-army_total")).to_have_count(0)
        # Nor does another look at the page choose anew.
        page.get_by_role("combobox", name="Game").select_option("papercraft")
        go(page, "Your table")
        page.get_by_role("button", name="Paper Umpire").click()
        expect(page.get_by_role("combobox", name="Game")).to_have_value("papercraft")
        expect(page.locator("#option-army_total")).to_be_attached()
        assert seen.complaints == []


def test_the_games_are_asked_for_once(browser: Browser, address: str) -> None:
    """The page looks twice as it begins: the second answer must not choose the game again."""
    with visiting(browser, address) as seen:
        page = begun(seen.page, "Once")
        expect(page.locator("#option-take_back")).to_be_attached()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.reload()
        begun(page, "Once again")
        expect(page.locator("#option-take_back")).to_be_attached()
        assert sum(url.endswith("/api/v1/games") for url in asked) == 1


def test_armies_of_another_game_are_dropped(browser: Browser, address: str) -> None:
    with visiting(browser, address) as seen:
        page = begun(seen.page, "Dropped")
        page.get_by_text("Put armies together here").click()
        page.get_by_label("Add a unit to Red").select_option("tank")
        expect(page.locator(".army-line")).to_have_count(1)
        page.get_by_text("Put armies together here").click()
        page.get_by_role("combobox", name="Game").select_option("paper_tigers_2")
        expect(page.locator(".army-line")).to_have_count(0)
        page.get_by_role("button", name="Begin", exact=True).click()
        expect(page.get_by_role("alert")).to_contain_text("put them together, first")
        assert seen.complaints == []


def test_a_sample_is_one_click_away(browser: Browser, address: str) -> None:
    with visiting(browser, address) as seen:
        seen.page.locator("[data-key='sample paper-tigers']").click()
        expect(seen.page.locator(".offer.open .pad")).to_be_visible()
        assert seen.page.locator(".piece").count() >= 8
        assert seen.complaints == []


def test_a_game_says_what_its_players_have_to_have(browser: Browser, address: str) -> None:
    with visiting(browser, address) as seen:
        page = seen.page

        def card(title: str) -> Locator:
            heading = page.get_by_role("heading", name=title, exact=True)
            return page.locator(".sample").filter(has=heading)

        tossing = card("Tossing Tiger, Rolling Dragon")
        # No shop sells its deck.
        printing = tossing.get_by_role("link", name="print one")
        expect(tossing).to_contain_text("You need its deck")
        expect(tossing).not_to_contain_text("othing to print")
        tossing.get_by_label("the umpire deals them").check()
        expect(tossing).to_contain_text("nothing to print")
        expect(printing).to_have_count(0)
        tossing.get_by_label("the umpire deals them").uncheck()
        expect(card("Paper Tigers")).to_contain_text("You need a pack of cards")
        expect(card("Papercraft")).to_contain_text("Nothing to print.")
        with page.expect_popup() as opened:
            printing.click()
        expect(opened.value.locator("#a-deck-of-cards")).to_be_visible()
        assert seen.complaints == []
