"""The page's modules without a browser: their pure parts in Node, their types in tsc."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.umpire import REPOSITORY

WEB = REPOSITORY / "api" / "web"
HUB = REPOSITORY / "api" / "hub" / "page"
TRIED = REPOSITORY / "tests" / "api" / "page"
OLDEST_NODE = (20, 19)
"""From here on node takes a module for one by its text; the page has no package.json to say so."""
TYPES = (
    "--noEmit",
    "--allowJs",
    "--checkJs",
    "--strict",
    "--noUnusedLocals",
    "--noUncheckedIndexedAccess",
    "--target",
    "es2022",
    "--module",
    "es2022",
    "--moduleResolution",
    "bundler",
    "--lib",
    "es2023,dom,dom.iterable",
)


def modules() -> Iterator[Path]:
    yield WEB / "app.js"
    yield from sorted(WEB.glob("*/*.js"))
    yield from sorted(HUB.glob("*.js"))


def scripts() -> list[Path]:
    return [*WEB.rglob("*.js"), *HUB.glob("*.js")]


@pytest.fixture(scope="module")
def node() -> str:
    found = shutil.which("node")
    if found is None:
        pytest.skip("no node on PATH")
    told = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    version = tuple(int(part) for part in told.strip().lstrip("v").split(".")[:2])
    if version < OLDEST_NODE:
        pytest.skip(f"expected node {OLDEST_NODE[0]}.{OLDEST_NODE[1]} or newer, got {told.strip()}")
    return found


@pytest.fixture(scope="module")
def tsc(node: str) -> list[str]:
    """The checker that `make test` puts beside the environment, or one on PATH."""
    beside = REPOSITORY / ".venv" / "node" / "node_modules" / "typescript" / "bin" / "tsc"
    if beside.exists():
        return [node, str(beside)]
    found = shutil.which("tsc")
    if found is None:
        pytest.skip("no tsc on PATH or in .venv/node")
    return [found]


def test_the_pure_parts_of_the_page(node: str) -> None:
    tests = sorted(str(path) for path in TRIED.glob("*.test.js"))
    assert len(tests) >= 3
    command = [node, "--test-reporter=tap", str(TRIED / "each_by_itself.js"), *tests]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    told = done.stdout + done.stderr
    assert (done.returncode, told.count("\n# fail 0\n")) == (0, len(tests)), told[-4000:]


def checked(tsc: list[str], *files: Path) -> str:
    command = [*tsc, *TYPES, *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


@pytest.mark.long
def test_the_types_of_the_page_hold_and_a_wrong_one_is_found(
    tsc: list[str], tmp_path: Path
) -> None:
    wrong = tmp_path / "wrong.js"
    wrong.write_text("/** @type {number} */\nexport const length = 'long';\n", encoding="utf-8")
    (told,) = checked(tsc, *modules(), wrong).splitlines()
    assert "wrong.js" in told
    assert "TS2322" in told


def test_no_module_of_the_page_takes_text_for_markup() -> None:
    for path in scripts():
        text = path.read_text(encoding="utf-8")
        for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert way not in text, f"{path.name} uses {way}"
        assert "http://" not in text.replace("http://www.w3.org/", ""), path.name
        assert "https://" not in text, path.name


def test_the_page_knows_no_game_by_name() -> None:
    games = [path.name for path in (REPOSITORY / "rules" / "games").iterdir() if path.is_dir()]
    for path in scripts():
        text = path.read_text(encoding="utf-8").lower().replace(" ", "_").replace("-", "_")
        for game in games:
            assert game == "__pycache__" or game not in text, f"{path.name} names {game}"


WANTED = "@media (prefers-reduced-motion: no-preference) {"
MOVES = re.compile(r"\b(?:animation|transition)(?:-[\w-]+)?:[^;}]*")


def moving_anyway(style: str) -> list[str]:
    """What moves by a style sheet though somebody wants no motion."""
    rest, kept = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL), ""
    while WANTED in rest:
        before, _, rest = rest.partition(WANTED)
        kept, open_ = kept + before, 1
        while open_:
            found = re.search("[{}]", rest)
            assert found is not None
            open_, rest = open_ + (1 if found[0] == "{" else -1), rest[found.end() :]
    return MOVES.findall(kept + rest)


def test_nothing_moves_where_somebody_wants_no_motion() -> None:
    planted = f"a {{ transition: top 1s; }} {WANTED} b {{ animation: c 1s; }} @keyframes c {{}} }}"
    assert moving_anyway(planted) == ["transition: top 1s"]
    styles = [*WEB.rglob("*.css"), *HUB.glob("*.css")]
    assert any(WANTED in path.read_text(encoding="utf-8") for path in styles)
    for path in styles:
        assert moving_anyway(path.read_text(encoding="utf-8")) == [], path.name
    for path in WEB.rglob("*.js"):
        text = path.read_text(encoding="utf-8")
        assert ".animate(" not in text or "prefers-reduced-motion: reduce" in text, path.name
