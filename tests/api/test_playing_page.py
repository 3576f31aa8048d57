"""The guide to the page calls everything as the page does."""

import re

from tests.api.umpire import REPOSITORY

GUIDE = REPOSITORY / "docs" / "playing.md"
PAGE = REPOSITORY / "api" / "web"
QUOTED = re.compile(r"(\*\*|\*)([^*]+?)\1")
MADE_UP = {
    "7.6 of 11 in",
    "Stop at 11 in",
    "Pull it back 0.7 in",
    "Owl is here",
    "Owl moves it",
    "Ask Blue to let it pass",
    "A synthetic camera",
    "Camera: moved",
    "too dark",
    "Place …",
    "Place all 6 as they stand",
    "3 more are not possible now",
}
"""Said with numbers, sides and cameras that the page is told."""


def on_one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def test_what_the_guide_quotes_stands_on_the_page() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    page = on_one_line(" ".join(each.read_text(encoding="utf-8") for each in PAGE.rglob("*.js")))
    quoted = {on_one_line(words).rstrip(".") for _, words in QUOTED.findall(guide)}
    assert quoted > MADE_UP
    assert len(quoted) > 50
    assert {words for words in quoted - MADE_UP if words not in page} == set()
