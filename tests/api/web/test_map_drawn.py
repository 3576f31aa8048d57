"""How the map is drawn: silhouettes on pieces, names that give way, no colour too faint."""

import re
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from api.client import Client
from tests.api.umpire import REPOSITORY
from tests.api.web.browsing import DUEL, duel_table, visiting


def drawn(page: Page, piece: str) -> str:
    group = page.locator(f"[data-piece={piece}] .silhouette")
    expect(group).to_have_count(1)
    return group.inner_html()


@pytest.mark.browser
def test_a_piece_carries_its_kind_and_a_name_that_gave_way_comes_when_pointed_at(
    browser: Browser, umpire: Client
) -> None:
    table = duel_table()
    kinds = ("tank", "squad", "chariot")
    template = table["pieces"][0]
    table["pieces"] = [
        {
            **template,
            "id": f"{kind}-{at}",
            "kind": kind,
            "pose": dict(template["pose"]),
        }
        for at, kind in enumerate((*kinds, *("tank",) * 47))
    ]
    for at, piece in enumerate(table["pieces"]):
        piece["pose"] = {**piece["pose"], "x_in": 18 + 0.05 * at, "y_in": 18}
    battle = str(umpire.create(DUEL)["id"])
    umpire.lay_table(table, battle=battle)
    with visiting(browser, umpire.invite(battle)["url"]) as seen:
        page = seen.page
        expect(page.locator(".silhouette .tone-dark").first).to_be_attached()
        pictures = {kind: drawn(page, f"{kind}-{at}") for at, kind in enumerate(kinds)}
        assert len(set(pictures.values())) == len(kinds)
        assert ">CH<" in pictures["chariot"], "a kind that nobody drew has its letters"
        away = page.locator(".label.gives-way")
        expect(away.first).to_be_hidden()
        name = away.first.text_content()
        page.locator(f"[data-piece={name}]").dispatch_event("pointerover")
        expect(page.locator(".label.asked")).to_be_visible()
        expect(page.locator(".table-top .woven")).to_be_visible()
        umpire.lay_table({**table, "pieces": [], "terrain": []}, battle=battle)
        expect(page.locator(".table-top .woven")).to_be_hidden()
        assert seen.complaints == []


TOKENS: Final = REPOSITORY / "api" / "web" / "style" / "tokens.css"
WORDS: Final = 4.5
SIGNS: Final = 3.0
SIDES: Final = ("blue", "red", "green", "purple", "brown")
# What is written or drawn in the first, on the second, has at least so much contrast.
PAIRS: Final = (
    *(
        (ink, ground, WORDS)
        for ink in ("ink", "ink-2")
        for ground in ("paper", "card", "sunk", "raised")
    ),
    ("ink-3", "paper", WORDS),
    ("ink-3", "card", WORDS),
    ("edge-2", "card", SIGNS),
    ("on-go", "go", WORDS),
    ("on-go", "go-press", WORDS),
    ("ink", "go-wash", WORDS),
    ("go-line", "card", SIGNS),
    ("focus", "paper", SIGNS),
    *((answer, "card", WORDS) for answer in ("yes", "no", "close", "blind")),
    *((answer, f"{answer}-wash", WORDS) for answer in ("yes", "no", "close", "blind")),
    *((answer, "m-ground", SIGNS) for answer in ("yes", "no", "close", "blind")),
    *(("on-answer", answer, WORDS) for answer in ("yes", "no", "close", "blind")),
    *((f"on-{side}", side, WORDS) for side in SIDES),
    ("on-grey", "grey", SIGNS),
    *(
        (f"{side}-ink", ground, WORDS)
        for side in (*SIDES, "grey")
        for ground in ("card", f"{side}-wash")
    ),
    *((side, "m-cream", SIGNS) for side in ("blue", "red", "grey", "brown")),
    ("m-label", "m-label-bg", WORDS),
    ("m-terrain", "m-ground", WORDS),
    *(
        ("m-terrain", ground, WORDS)
        for ground in ("m-woods", "m-hill", "m-felt", "m-ruin", "m-road")
    ),
    ("m-water-ink", "m-water", WORDS),
    ("m-line", "m-ground", WORDS),
    ("m-halo", "m-line", WORDS),
    ("m-frame", "m-ground", SIGNS),
    ("m-tick", "card", SIGNS),
    ("m-line", "m-cloth", WORDS),
    ("ink", "m-cloth", WORDS),
    ("ink-2", "m-cloth", WORDS),
    ("m-frame", "m-cloth", SIGNS),
    ("m-frame", "m-sheet", SIGNS),
    ("m-pencil", "m-sheet", WORDS),
    ("m-pencil", "card", WORDS),
    *(
        (f"m-{ground}-ink", f"m-{ground}", SIGNS)
        for ground in ("hill", "water", "ruin", "woods", "plank", "roof")
    ),
)
# Of these nothing is told that is not told otherwise: washes, textures, shadows, what lies below.
PLAIN: Final = frozenset(
    {"edge", "m-ground-2", "m-grid", "m-woods-2", "m-crown", "m-crown-2", "m-hill-2", "m-water-2"}
    | {"m-road-ink", "m-roof-2", "m-roof-3", "m-felt-ink", "m-shadow", "m-smoke", "m-smoke-2"}
    | {"m-fire", "m-burnt", "m-cloth-2", "m-sheet-2"}
)


def tokens(*, dark: bool) -> dict[str, str]:
    light, _, night = TOKENS.read_text(encoding="utf-8").partition("(prefers-color-scheme: dark)")
    found = dict(re.findall(r"--([\w-]+):\s*(#[0-9a-fA-F]{6}|rgba[^;]+)", light))
    return (
        found | dict(re.findall(r"--([\w-]+):\s*(#[0-9a-fA-F]{6}|rgba[^;]+)", night))
        if dark
        else found
    )


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("dark", [False, True])
def test_every_colour_can_be_told_from_what_it_lies_on(dark: bool) -> None:
    known = tokens(dark=dark)
    faint = []
    for one, other, least in PAIRS:
        high, low = sorted((luminance(known[one]), luminance(known[other])), reverse=True)
        contrast = (high + 0.05) / (low + 0.05)
        if contrast < least:
            faint.append(f"{one} on {other}: {contrast:.2f} of {least}")
    assert faint == []
    named = {name for one, other, _ in PAIRS for name in (one, other)} | PLAIN
    assert set(known) - named == set(), "a colour of which nobody says what it lies on"


MOST_BYTES: Final = 300_000


@pytest.mark.browser
def test_the_first_page_is_light_and_asks_nobody_else(browser: Browser, address: str) -> None:
    sent: list[tuple[str, int]] = []
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    names: dict[str, str] = {}
    line.on(
        "Network.requestWillBeSent",
        lambda told: names.update({told["requestId"]: told["request"]["url"]}),
    )
    line.on(
        "Network.loadingFinished",
        lambda told: sent.append((names[told["requestId"]], int(told["encodedDataLength"]))),
    )
    page.goto(address)
    expect(page.get_by_role("region", name="Start").get_by_role("button").first).to_be_enabled()
    page.wait_for_load_state("networkidle")
    whole = sum(size for _, size in sent)
    here = address.partition("#")[0]
    assert all(url.startswith(here) for url, _ in sent)
    assert 50_000 < whole <= MOST_BYTES, sorted(sent, key=lambda each: -each[1])[:5]
    context.close()


@pytest.mark.browser
def test_colours_of_ones_own_leave_every_name_and_side_to_be_told(
    browser: Browser, umpire: Client
) -> None:
    battle = str(umpire.create(DUEL)["id"])
    umpire.lay_table(duel_table(), battle=battle)
    context = browser.new_context(
        forced_colors="active", color_scheme="dark", contrast="more", reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(umpire.invite(battle)["url"])
    expect(page.locator(".piece .base").first).to_be_visible()
    ground = painted(page, ".felt", "fill")
    for name, kind in ((".label text", "fill"), (".piece .base", "stroke"), (".edge", "stroke")):
        assert painted(page, name, kind) != ground, name
    assert painted(page, ".slip-of-name", "fill") == ground
    assert page.locator(".piece .pattern").count() == page.locator(".piece").count()
    context.close()


def painted(page: Page, name: str, kind: str) -> str:
    found: str = page.locator(name).first.evaluate(
        f"each => getComputedStyle(each).getPropertyValue('{kind}')"
    )
    return found
