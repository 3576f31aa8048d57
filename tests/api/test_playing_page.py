"""The guide calls everything on the page as the page does."""

import re
from typing import Final

import pytest

from tests.api.umpire import REPOSITORY

DOCS: Final = REPOSITORY / "docs"
PAGES: Final = (REPOSITORY / "api" / "web", REPOSITORY / "api" / "hub" / "page")
GENERATED: Final = re.compile(r"<!-- from:.*?<!-- end -->|```.*?```", re.DOTALL)
QUOTED = re.compile(r"(?<![*\w])(\*\*|\*)(?=\S)([^*]+?)(?<=\S)\1(?!\*)")
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


ELSEWHERE: Final = {
    "setting-up": {"The last one is from where the game is watched", "most compatible"},
    "phone": {
        "Good: 0.01 in",
        "move back a little",
        "come nearer",
        "more from above",
        "Potential Security Risk Ahead",
        "in no network",
        "no address of a home network",
    },
    "cameras": {"HDR", "backlight", "beauty", "Use these 2 cameras"},
    "live-table": {
        "Faces",
        "Shared numbers",
        "What a camera cannot know",
        "doubled",
        "the camera has sunk by 0.03 in since it was calibrated",
        "refined by 22 pieces at rest: 0.062 in -> 0.042 in",
    },
    "dice": {
        "A toss decides: Owl begins",
        "The referee binds itself",
        "The referee rolls and shows the seed",
        "You throw in a text",
    },
    "after-the-battle": {"as they were then", "csv", "every measured ruling again"},
    "settle-a-dispute": {
        "Out of range by 0.4 in",
        "What would be in range from there?",
        "differ by more than their errors",
        "every reading of an ambiguous rule",
        "only whoever asked is told of it",
        "what depends on it waits",
        "would change if the woods' edge were 0.15 in further north: sight too close to call",
    },
    "what-if": {
        "The woods hide H7 from here; 1.2 in to the left it would be seen",
        "Where is it safe from Blue?",
    },
    "odds": {
        "135 of 216",
        "Choices",
        "Dice that change nothing",
        "Measured once",
        "Too long to list",
        "What comes to the same is followed once",
    },
    "events": {
        "PostgreSQL",
        "SQLite",
        "The hub has been away since 20:14; the battle goes on",
        "`--system knockout`",
        "`--system round_robin`",
    },
}
"""By page: what is stressed, said with a battle's numbers, or quoted from a phone or the umpire."""


def on_one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def quoted_in(name: str) -> set[str]:
    text = GENERATED.sub("", (DOCS / f"{name}.md").read_text(encoding="utf-8"))
    return {on_one_line(words).rstrip(".:,") for _, words in QUOTED.findall(text)}


def shown() -> str:
    """All that the pages say, and everything else in their files."""
    files = (each for page in PAGES for each in sorted(page.rglob("*")))
    texts = [each.read_text("utf-8") for each in files if each.suffix in {".js", ".html"}]
    return on_one_line(" ".join(texts))


@pytest.mark.parametrize("name", ["playing", *ELSEWHERE])
def test_what_the_guide_quotes_stands_on_the_page(name: str) -> None:
    known = MADE_UP if name == "playing" else ELSEWHERE[name]
    page, quoted = shown(), quoted_in(name)
    assert known - quoted == set(), "it is not in the guide any more"
    assert len(quoted) > (50 if name == "playing" else 4)
    assert {words for words in quoted - known if words not in page} == set()
