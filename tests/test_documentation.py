"""The documentation shows what the program does today."""

import re
from pathlib import Path

import pytest

from api.cli import run
from api.errors import ExitCode
from tests.architecture_picture import PICTURE as ARCHITECTURE
from tests.kit_pictures import KIT_PICTURES
from tests.regenerate import PAGES, PICTURES, REPOSITORY, generated

CHANGES = REPOSITORY / "CHANGELOG.md"
MERGED = re.compile(r"^(<{7}|={7}|>{7})( |$)", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?://|#)([^)#]+)[^)]*\)")
TO_HEADING = re.compile(r"\]\((?!https?://)([^)#\s]*)#([^)\s]+)\)")
HOLE = re.compile(r'Hole\([^)]*?kind="(\w+)"')
FENCED = re.compile(r"```.*?```", re.DOTALL)


def pages() -> list[Path]:
    return [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").rglob("*.md"))]


@pytest.mark.long
def test_pictures_and_outputs_are_up_to_date() -> None:
    stale = [
        str(place.relative_to(REPOSITORY))
        for place, content in generated().items()
        if not place.exists() or place.read_text(encoding="utf-8") != content
    ]
    assert stale == [], "write them anew with: python -m tests.regenerate"


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = LINK.findall(page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_every_page_is_linked_and_every_decision_from_the_readme() -> None:
    led_to: dict[Path, set[Path]] = {
        page: {
            (page.parent / target).resolve()
            for target in LINK.findall(page.read_text(encoding="utf-8"))
        }
        for page in pages()
    }
    by_others = {
        found for page, targets in led_to.items() for found in targets if found != page.resolve()
    }
    readme, *others = pages()
    assert [page.name for page in others if page.resolve() not in by_others] == []
    decisions = set((REPOSITORY / "docs" / "decisions").resolve().glob("*.md"))
    assert decisions - led_to[readme] == set()


def headings(page: Path) -> set[str]:
    """What a link may name after its `#`, as the page's readers number them."""
    found: set[str] = set()
    for title in re.findall(r"^#+ (.+)$", FENCED.sub("", page.read_text("utf-8")), re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)|[`*]", r"\1", title).strip().lower()
        name = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        again = sum(
            each == name or re.fullmatch(f"{name}-[0-9]+", each) is not None for each in found
        )
        found.add(f"{name}-{again}" if again else name)
    return found


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_links_to_a_heading_lead_to_it(page: Path) -> None:
    lost = []
    for target, heading in TO_HEADING.findall(FENCED.sub("", page.read_text(encoding="utf-8"))):
        other = page.parent / target if target else page
        if other.suffix == ".md" and other.exists() and heading not in headings(other):
            lost.append(f"{target}#{heading}")
    assert lost == []


def test_no_page_is_told_twice_by_a_merge() -> None:
    told = {page.name: page.read_text(encoding="utf-8") for page in (*pages(), CHANGES)}
    assert [name for name, text in told.items() if MERGED.search(text)] == []


def test_every_picture_is_shown() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in pages())
    # The last two are compared in the tests of the commands that draw them.
    drawn = [*PICTURES, *KIT_PICTURES, ARCHITECTURE.name, "second-camera.svg", "kit-foretold.svg"]
    assert [name for name in drawn if f"pictures/{name}" not in text] == []
    assert sorted(path.name for path in (REPOSITORY / "docs" / "pictures").iterdir()) == sorted(
        drawn
    )


def test_every_exit_code_and_command_is_described(capsys: pytest.CaptureFixture[str]) -> None:
    text = (REPOSITORY / "docs" / "cli.md").read_text(encoding="utf-8")
    for code in ExitCode:
        assert f"| {code.value} | {code.meaning} |" in text
    run(["--help"])
    told = capsys.readouterr().out
    commands = re.findall(r"^  ([a-z]+)  +[A-Z]", told.partition("Commands:")[2], re.MULTILINE)
    assert {"serve", "hub", "evidence"} < set(commands)
    assert [each for each in commands if f"\n## umpire {each}\n" not in text] == []
    assert "docs/cli.md" in PAGES


def test_the_readme_leads_with_the_game() -> None:
    text = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    order = (
        "](docs/playing/shot.jpg)",
        "## Play",
        "](docs/playing/start.jpg)",
        "## On your own table",
        "](docs/scenes/",
        "## From the terminal",
    )
    places = [text.index(each) for each in order]
    assert places == sorted(places)


def test_what_goes_into_each_open_place_of_a_command_is_told() -> None:
    told = (REPOSITORY / "docs" / "api.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"\| `kind` of a hole \|.*?\n\n", told, re.DOTALL)
    kinds = {
        kind
        for source in (REPOSITORY / "rules").rglob("*.py")
        for kind in HOLE.findall(source.read_text(encoding="utf-8"))
    }
    assert {"dice", "pose"} < kinds
    assert [kind for kind in sorted(kinds) if f"`{kind}`" not in table] == []
