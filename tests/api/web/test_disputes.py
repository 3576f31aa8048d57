"""A refusal is disputed on the page, before all, and settled by both; and a battle of another
machine is added there.
"""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from api.client import Client
from tests.api.review.battle_files import CRAFT, SEQUEL, TIGERS, battle_file
from tests.api.web.browsing import DESK, DUEL, PHONE, duel_table, go, open_menu, visit, visiting
from tests.api.web.playing import TO_FIRE_OR_MOVE, TO_MOVE, lead

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture
def deploying(umpire: Client) -> str:
    """A duel in which Guest deploys, with a tank that stands far from where it may."""
    umpire.lay_table(duel_table())
    battle = str(umpire.create(DUEL)["id"])
    for seat, command in (
        ("Host", {"kind": "roll", "dice": [6, 3]}),
        ("Guest", {"kind": "roll", "dice": [2, 3]}),
        ("Host", {"kind": "terrain_done"}),
        ("Guest", {"kind": "choose", "choice": "accept"}),
        ("Guest", {"kind": "choose_edge", "edge": "south"}),
    ):
        assert umpire.command(battle, command, seat=seat)["accepted"], command
    return battle


def ask_for(page: Page, command: str) -> None:
    """Give a command that is not offered."""
    open_menu(page)
    page.get_by_text("Any other command").click()
    page.get_by_role("combobox", name="Command").select_option(command)
    page.get_by_role("button", name="Give this command").click()


def test_a_refusal_is_disputed_before_all_and_let_pass_by_both(
    browser: Browser, umpire: Client, deploying: str
) -> None:
    told = umpire.battle(deploying)["last"]
    with (
        visiting(browser, umpire.invite(deploying, seat="Guest")["url"], size=PHONE) as guest,
        visiting(browser, umpire.invite(deploying, seat="Host")["url"]) as host,
    ):
        ask_for(guest.page, "deploy_done")
        card = guest.page.locator("[data-ruling=refused]")
        expect(card).to_contain_text("T2 reaches 32.5 in from the south edge")
        assert umpire.battle(deploying)["last"] == told
        guest.page.reload()
        go(guest.page, "The log")
        own = guest.page.locator(".refusals")
        own.locator("summary").first.click()
        expect(own.locator("[data-refusal]")).to_contain_text("T2 reaches 32.5 in")
        go(host.page, "The log")
        host.page.locator(".refusals summary").first.click()
        expect(host.page.locator(".refusals li").first).to_have_text("Nothing so far.")
        own.get_by_role("button", name="Dispute it").click()
        own.get_by_role("button", name="Yes, dispute it").click()
        expect(own.locator("[data-refusal]")).to_contain_text("It is disputed.")
        assert own.get_by_role("button", name="Dispute it").count() == 0
        expect(host.page.locator(".log li").first).to_contain_text("Guest disputes")
        go(guest.page, "The table")
        settle = guest.page.locator("[data-command=settle]")
        expect(settle).to_have_count(4)
        passes = settle.filter(has_text="what was refused is done")
        passes.locator("[data-key=give]").click()
        go(host.page, "The table")
        host.page.get_by_role("button", name="Agree", exact=True).click()
        expect(host.page.locator("[data-ruling=accepted]")).to_contain_text("passes")
        assert umpire.battle(deploying)["view"]["disputes"][0]["outcome"] == "changed"
        assert guest.complaints == host.complaints == []


def test_a_ruling_card_disputes_its_own_refusal(
    browser: Browser, umpire: Client, deploying: str
) -> None:
    with visiting(browser, umpire.invite(deploying, seat="Guest")["url"]) as seen:
        ask_for(seen.page, "deploy_done")
        seen.page.get_by_role("button", name="Dispute it openly").click()
        seen.page.get_by_role("button", name="Yes, dispute it").click()
        ruled = seen.page.locator("[data-ruling=accepted]")
        expect(ruled).to_contain_text("Guest asked for something that was refused (PT1-B3)")
        assert seen.complaints == []


def test_an_open_dispute_is_the_same_on_two_pages_of_a_seat_and_after_a_reload(
    browser: Browser, umpire: Client, deploying: str
) -> None:
    address = umpire.invite(deploying, seat="Guest")["url"]
    with visiting(browser, address) as play, visiting(browser, address, size=PHONE) as log:
        ask_for(play.page, "deploy_done")
        card = play.page.locator("[data-ruling=refused]")
        expect(card.get_by_role("button", name="Dispute it openly")).to_be_visible()
        go(log.page, "The log")
        log.page.locator(".refusals summary").first.click()
        log.page.get_by_role("button", name="Dispute it").click()
        log.page.get_by_role("button", name="Yes, dispute it").click()
        # Nobody can dispute it twice, wherever it is looked at.
        expect(card).to_have_count(0)
        ruled = play.page.locator("[data-ruling=accepted]")
        expect(ruled).to_contain_text("Guest asked for something that was refused (PT1-B3)")
        for page in (play.page, log.page):
            page.reload()
            go(page, "The table")
            expect(page.locator("[data-command=settle]")).to_have_count(4)
        withdrawn = play.page.locator("[data-command=settle]").filter(has_text="Withdraw")
        withdrawn.locator("[data-key=give]").click()
        expect(log.page.locator("[data-command=settle]")).to_have_count(0)
        assert umpire.battle(deploying)["view"]["disputes"][0]["outcome"] == "stands"
        assert play.complaints == log.complaints == []


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_dispute_asks_first_and_its_answers_tell_the_ruling_and_what_each_of_them_does(
    browser: Browser, umpire: Client, *, size: ViewportSize
) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create(DUEL)["id"])
    lead(umpire, battle, TO_FIRE_OR_MOVE)
    ruled = next(each for each in umpire.events(battle) if each["says"].startswith("Red is ready"))
    last = umpire.battle(battle)["last"]
    address = umpire.invite(battle, seat="Guest")["url"]
    with visiting(browser, address, size=size) as guest:
        page = guest.page
        go(page, "The log")
        page.locator(f"[data-key={ruled['id']}]").click()
        page.get_by_role("button", name="Dispute it", exact=True).click()
        expect(page.locator(".asked-first")).to_contain_text("Everybody is told")
        page.get_by_role("button", name="No", exact=True).click()
        page.get_by_role("button", name="Dispute it", exact=True).click()
        assert umpire.battle(battle)["last"] == last
        page.get_by_role("button", name="Yes, dispute it").click()
        go(page, "The table")
        asked = page.locator("section.asked")
        expect(asked.locator(".question")).to_have_text(
            "Guest disputes \N{LEFT DOUBLE QUOTATION MARK}Red is ready with 1 unit"
            "\N{RIGHT DOUBLE QUOTATION MARK}."
        )
        expect(asked.get_by_role("button", name="Withdraw the challenge")).to_be_visible()
        expect(asked.get_by_role("button", name="Take it back, with what followed")).to_be_visible()
        assert asked.get_by_role("button", name="Settle", exact=True).count() == 0
        assert ruled["id"] not in asked.inner_text()
        asked.get_by_role("button", name="Take it back, with what followed").click()
        # The other side is asked by the same name.
        with visiting(browser, umpire.invite(battle, seat="Host")["url"], size=size) as host:
            question = host.page.locator("section.asked .question").first
            expect(question).to_contain_text("Guest proposes to settle")
            expect(question).to_contain_text("Red is ready with 1 unit")
            assert host.complaints == []
        assert guest.complaints == []


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_roll_is_taken_back_alone_or_with_what_it_was_for(
    browser: Browser, umpire: Client, *, size: ViewportSize
) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create(DUEL)["id"])
    lead(umpire, battle, TO_MOVE)
    with visiting(browser, umpire.invite(battle, seat="Host")["url"], size=size) as host:
        slip = host.page.locator(".slip")
        expect(slip.get_by_role("button", name="Take back the roll")).to_be_visible()
        slip.get_by_role(
            "button", name="Take back \N{LEFT DOUBLE QUOTATION MARK}T1 tries to move"
        ).click()
        expect(host.page.locator(".slip")).to_contain_text("Host asks to take back")
        asked = umpire.battle(battle)["view"]["asks"][0]["says"]
        assert "T1 tries to move" in asked, asked
        assert host.complaints == []


def test_the_host_leaves_a_seat_as_soon_as_somebody_is_let_in_for_it(
    browser: Browser, umpire: Client, address: str, deploying: str
) -> None:
    with visiting(browser, address, battle=deploying) as host:
        go(host.page, "The table")
        expect(host.page.locator(".dock [data-seat=Guest]").first).to_be_visible()
        # Not on this page: a program lets the player in.
        umpire.invite(deploying, seat="Guest")
        expect(host.page.locator(".dock [data-seat=Guest]")).to_have_count(0)
        expect(host.page.locator(".offers")).to_contain_text("Nothing for you to do now.")
        umpire.command(deploying, {"kind": "concede"}, seat="Host")
        expect(host.page.locator(".awaits")).to_have_class("awaits over")
        assert host.complaints == []


@pytest.mark.parametrize(
    ("size", "which"),
    [
        pytest.param(PHONE, SEQUEL, id="phone"),
        pytest.param(DESK, TIGERS, id="desk", marks=(pytest.mark.soak, pytest.mark.soak_only)),
    ],
)
def test_a_battle_of_another_computer_is_added_once_and_over_nothing(
    browser: Browser,
    umpire: Client,
    address: str,
    tmp_path: Path,
    *,
    size: ViewportSize,
    which: tuple[str, str],
) -> None:
    mailed = battle_file(tmp_path / f"mailed-{which[1]}.battle", which, lines=30)
    cut = tmp_path / "cut.battle"
    cut.write_bytes(mailed.read_bytes()[:9000])
    folder = tmp_path / "other"
    folder.mkdir()
    other = folder / mailed.name
    shutil.copyfile(battle_file(tmp_path / "duel.battle", CRAFT, lines=12), other)
    seen = visit(browser, address, size=size)
    page = seen.page
    try:
        page.evaluate("location.hash = '#/library'")
        adding = page.get_by_label("Add a battle", exact=True)
        told = adding.get_by_role("status")

        def add(place: Path, name: str = "") -> None:
            adding.locator("[data-key=file]").set_input_files(place)
            adding.locator("[data-key=name]").fill(name)
            adding.get_by_role("button", name="Add it").click()

        add(mailed)
        expect(told).to_contain_text(f"added as {mailed.name}")
        row = page.get_by_label("All battles", exact=True).locator(".found li")
        count = len(umpire.battles())
        expect(row).to_have_count(count)
        add(mailed, "again")
        expect(told).to_contain_text("is there already")
        add(cut)
        expect(told).to_contain_text("damaged")
        add(other)
        expect(told).to_contain_text("another battle under the same name")
        assert (row.count(), len(umpire.battles())) == (count, count)
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert [each for each in seen.complaints if "status of 4" not in each] == []
    finally:
        seen.close()
