"""One place says which release this is, and all that names it agrees."""

import re
from datetime import date

from shipping.wheel import NO_LICENCE, licence, version
from tests.architecture.sources import REPOSITORY

RECIPES = REPOSITORY / ".ci" / "shipping"
HEADING = re.compile(r"^## \[(.+?)\](?: - (\S+))?$", re.MULTILINE)


def test_the_latest_release_in_the_changelog_is_this_one() -> None:
    told = HEADING.findall((REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert told[0] == ("Unreleased", "")
    number, day = told[1]
    assert number == version()
    assert date.fromisoformat(day) >= date(2026, 11, 23)


def test_the_guide_names_the_files_of_this_release() -> None:
    text = (REPOSITORY / "docs" / "installing.md").read_text(encoding="utf-8")
    named = re.findall(r"(?:paper-umpire[_:-]|umpire-)(\d+\.\d+\.\d+)", text)
    assert len(named) >= 3
    assert set(named) == {version()}


def test_recipes_say_that_nobody_has_tried_them_and_call_what_there_is() -> None:
    targets = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    guide = (REPOSITORY / "docs" / "installing.md").read_text(encoding="utf-8")
    recipes = sorted(RECIPES.glob("*.yml"))
    assert len(recipes) == 2
    for recipe in recipes:
        text = recipe.read_text(encoding="utf-8")
        assert text.startswith("# A recipe, never run by us: ")
        called = re.findall(r"run: make ([a-z]+)", text)
        assert called
        assert [each for each in called if f"\n{each}:" not in targets] == []
        assert "umpire smoketest" in text
        assert f"`.ci/shipping/{recipe.name}`" in guide


def test_one_place_says_which_licence_it_is_under() -> None:
    told = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    assert (NO_LICENCE in told) == (licence() == NO_LICENCE)
