"""Tests that docs/setting-up.md says and shows what the program does today."""

import pytest

from conftest import SoakCount
from tests.setting_up_page import (
    BLOCK,
    DRAWINGS,
    FOLDER,
    PAGE,
    PHOTOGRAPHS,
    made,
    output,
    stale,
    words_of,
)


@pytest.mark.soak
def test_outputs_and_pictures_are_up_to_date(soak_count: SoakCount) -> None:
    """Rendering all photographs takes a minute; without them the other commands are tried."""
    if soak_count(0, 1):
        assert stale(made()) == [], "write them anew with: python -m tests.regenerate"
        return
    blocks = list(BLOCK.finditer(PAGE.read_text(encoding="utf-8")))
    plain = [block for block in blocks if " calibrate scale " in block["command"]]
    assert len(plain) == 2
    for block in plain:
        assert words_of(output(block)) == words_of(block.group())


def test_every_picture_is_there_and_shown() -> None:
    page = PAGE.read_text(encoding="utf-8")
    names = [*PHOTOGRAPHS, *DRAWINGS]
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(names)
    assert [name for name in names if f"setting-up/{name}" not in page] == []


def test_no_command_of_the_page_fails_but_the_one_that_shows_a_refusal() -> None:
    blocks = list(BLOCK.finditer(PAGE.read_text(encoding="utf-8")))
    failed = [block["command"] for block in blocks if "$ echo $?" in block["body"]]
    assert failed == ["umpire calibrate scale --bar 5.93"]
    assert len(blocks) == 6
    assert all("fault in Paper Umpire" not in block["body"] for block in blocks)


def test_numbers_are_masked_and_words_are_not() -> None:
    assert words_of("T1  red   6.96  seen") == words_of("T1 red 12.1 seen")
    assert words_of("8 anchors") != words_of("8 pieces")
