"""A newcomer looks at the first page, learns on a small table, and reads the rules beside it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from api.client import Client
from tests.api.forked import forked_serving
from tests.api.web.browsing import (
    DESK,
    DUEL,
    PHONE,
    Late,
    duel_table,
    go,
    middle,
    until,
    visiting,
)

pytestmark = pytest.mark.browser

NOTE = ".lesson-note p:first-child"


def roll(page: Page, *faces: int) -> None:
    for face in faces:
        page.locator(f".dock [data-key='face {face}']").click()
    page.locator(".dock .offer[data-command=roll] [data-key=give]").click()


def are_apart(page: Page, one: str, other: str) -> bool:
    """Whether both are on the screen, and neither lies over the other."""
    first, second = (page.locator(each).bounding_box() for each in (one, other))
    if first is None or second is None:
        # It is being drawn anew.
        return False
    across = min(first["x"] + first["width"], second["x"] + second["width"])
    down = min(first["y"] + first["height"], second["y"] + second["height"])
    return across <= max(first["x"], second["x"]) or down <= max(first["y"], second["y"])


def lies_within(page: Page, one: str, other: str) -> bool:
    """Whether one is on the screen, wholly inside the other."""
    inner, outer = (page.locator(each).bounding_box() for each in (one, other))
    if inner is None or outer is None:
        # It is being drawn anew.
        return False
    return (
        outer["x"] < inner["x"]
        and outer["y"] < inner["y"]
        and inner["x"] + inner["width"] < outer["x"] + outer["width"]
        and inner["y"] + inner["height"] < outer["y"] + outer["height"]
    )


def drags_too_far(page: Page) -> None:
    """T1, 12 in upwards; nothing lies over the way while it is measured."""
    x, y = middle(page, "T1")
    # The two tanks stand 11.5 in apart: how large the table is drawn hangs on what the dock says.
    by = 12 * (middle(page, "T3")[0] - x) / 11.5
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - by, steps=4)
    expect(page.locator(".lesson-note")).to_be_hidden()
    expect(page.locator(".lesson-ring")).to_be_hidden()
    # Only the edge of the ground is dashed.
    expect(page.locator(".area.woods.stops .bound").first).to_have_css(
        "stroke-dasharray", "6px, 4px"
    )
    expect(page.locator(".area.woods.stops .crown").first).to_have_css("stroke-dasharray", "none")
    slow = Late(page, "/battles/*/try", method="POST")
    page.mouse.up()
    slow.wait()
    # What is still being measured is not right yet.
    expect(page.locator(".meter")).to_have_attribute("data-over", "unknown")
    expect(page.locator(".meter strong")).to_have_text("Measuring …")
    slow.let_go()


@pytest.fixture
def without_battles(tmp_path: Path) -> Iterator[str]:
    """The host's address at a server of which nothing is known from another test."""
    with forked_serving("--battles", str(tmp_path / "battles"), cwd=tmp_path) as (found, _):
        yield found


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_lesson_ends_with_a_win(
    browser: Browser, without_battles: str, size: ViewportSize
) -> None:
    with visiting(browser, without_battles, size=size) as seen:
        page = seen.page
        note = page.locator(NOTE)
        page.locator("[data-key=learn]").click()
        expect(note).to_contain_text("Tap your tank T1")
        expect(page.locator(".piece.can[data-piece=T1]")).to_be_visible()
        # The lesson says which piece by its name, so the ring leaves the name to be read.
        until(page, lambda: lies_within(page, ".label[data-of=T1]", ".lesson-ring"))
        page.mouse.click(*middle(page, "T1"))
        expect(note).to_contain_text("Press Act with its card")
        page.locator(".offer-bar").get_by_role("button", name="Act with its card").click()
        expect(note).to_contain_text("Its card is black: three dice to move. Press Move")
        page.locator(".dock .offer[data-command=move] [data-key=give]").click()
        expect(note).to_contain_text("Three dice")
        roll(page, 2, 2, 3)
        expect(note).to_contain_text("Drag T1 too far")
        drags_too_far(page)
        expect(note).to_contain_text("Too far")
        # How far is what there is to read now.
        until(page, lambda: are_apart(page, ".lesson-note", ".meter strong"))
        page.locator(".dock [data-key=stop]").click()
        expect(page.locator(".meter[data-over=false] .why")).to_have_count(0)
        expect(note).to_contain_text("Press Done")
        page.locator(".dock .offer[data-command=move_done] [data-key=give]").click()
        expect(note).to_contain_text("Now T3 acts")
        expect(page.locator(".dock .offer[data-command=fire]").first).to_be_visible()
        page.mouse.click(*middle(page, "L2"))
        expect(note).to_contain_text("Press Fire at L2")
        page.locator(".offer-bar").get_by_role("button", name="Fire at L2").click()
        expect(note).to_contain_text("too close to call")
        roll(page, 2)
        expect(note).to_contain_text("Blocked. Press Take back")
        page.locator(".slip [data-key='take back']").click()
        expect(note).to_contain_text("too close to call")
        roll(page, 5)
        expect(note).to_contain_text("A red card fires with three dice")
        # Little is said of a truck, and its card is no smaller than its picture.
        until(page, lambda: lies_within(page, ".unit-card .of-unit", ".unit-card"))
        roll(page, 3, 4, 4)
        expect(note).to_contain_text("You win")
        # What is over waits for nobody: the first page recommends nothing of it.
        page.locator(".lesson-note [data-key=skip]").click()
        go(page, "All battles")
        expect(page.locator(".battles .battle")).to_have_count(1)
        expect(page.locator(".battles [data-key^=battle]")).to_have_text("Open")
        expect(page.locator(".waiting button.go")).to_have_count(0)
        assert seen.complaints == []


def test_the_first_page_recommends_one_start_and_the_lesson_can_be_left(
    browser: Browser, address: str
) -> None:
    with visiting(browser, address) as seen:
        page = seen.page
        expect(page.locator(".sample .cover")).to_have_count(5, timeout=120_000)
        says = page.locator(".sample h3 + p").all_inner_texts()
        assert len(set(says)) == 5, says
        assert page.locator(".start button.go:visible").count() == 1
        learn = page.locator("[data-key=learn]")
        learn.click()
        expect(page.locator(NOTE)).to_be_visible()
        # Only the note is yellow while it is up.
        page.locator(".lesson-note [data-key=skip]").click()
        expect(page.locator(".lesson-note")).to_have_count(0)
        page.locator(".menu-opener").click()
        page.get_by_role("button", name="Rules", exact=True).click()
        rules = page.locator("dialog.rules")
        expect(rules.locator(".clauses li").first).to_be_visible()
        assert rules.locator(".turn-card li").count() > 2
        sought, card = rules.get_by_label("Search the rules"), rules.locator(".turn-card")
        above, below = sought.bounding_box(), card.bounding_box()
        assert above is not None
        assert below is not None
        assert above["y"] < below["y"]
        sought.fill("one die decides")
        # What is found stands where one looks.
        expect(card).to_be_hidden()
        expect(rules.locator(".clauses")).to_contain_text("PT1-D2b")
        for word in ("win", "wins", "won", "victory"):
            rules.get_by_label("Search the rules").fill(word)
            expect(rules.locator(".clauses li").first).to_contain_text("Most points win")
        sought.fill("")
        expect(card).to_be_visible()
        rules.get_by_role("button", name="Close").click()
        # One tap beside the table tells how this battle is won, and how far each side is.
        page.locator("[data-key='how to win']").click()
        expect(rules.locator(".to-win .standing").first).to_have_text("Points Blue 0 Red 0")
        rules.get_by_role("button", name="Close").click()
        page.locator(".home").click()
        # What waits comes first now.
        expect(page.locator(".waiting button.go")).to_be_visible()
        assert page.locator(".start button.go:visible").count() == 1
        assert seen.complaints == []


@pytest.mark.long
def test_a_hint_is_given_once_and_never_comes_back(browser: Browser, umpire: Client) -> None:
    umpire.lay_table(duel_table())
    battle = str(umpire.create(DUEL)["id"])
    read = []
    with visiting(browser, umpire.invite(battle, seat="Host")["url"]) as seen:
        page = seen.page
        hint = page.locator(".hints")
        expect(page.locator(".dock .offer[data-command=roll]")).to_be_visible()
        expect(hint).to_be_empty()
        for mine in (True, False):
            if mine:
                roll(page, 6, 3)
            else:
                guest = {"kind": "roll", "dice": [2, 3]}
                assert umpire.command(battle, guest, seat="Guest")["accepted"]
            expect(hint).not_to_be_empty()
            read.append(hint.locator("p").inner_text())
            hint.get_by_role("button", name="Got it").click()
            expect(hint).to_be_empty()
            page.reload()
            expect(page.locator(".slip")).to_contain_text("Red")
        assert len(set(read)) == 2
        assert [each for each in read if each in page.locator("body").inner_text()] == []
        assert seen.complaints == []


@pytest.mark.long
def test_in_a_low_window_the_note_covers_neither_the_table_nor_what_can_be_done(
    browser: Browser, address: str
) -> None:
    with visiting(browser, address, size=ViewportSize(width=640, height=400)) as seen:
        page = seen.page
        page.locator("[data-key=learn]").click()
        expect(page.locator(NOTE)).to_contain_text("Tap your tank T1")
        until(page, lambda: are_apart(page, ".lesson-note", ".map-host"))
        until(page, lambda: are_apart(page, ".lesson-note", ".dock"))
        page.mouse.click(*middle(page, "T1"))
        expect(page.locator(NOTE)).to_contain_text("Press Act with its card")
        until(page, lambda: are_apart(page, ".lesson-note", ".map-host"))
        until(page, lambda: are_apart(page, ".lesson-note", ".dock"))
        assert seen.complaints == []
