"""What users get: all of the four packages, none of their tests, and an umpire that runs."""

import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from html import unescape
from pathlib import Path

import pytest

from tests.architecture.sources import PACKAGES, REPOSITORY

pytestmark = pytest.mark.long

VERSION = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]["version"]

# What a game folder holds, and one file of a kind that nobody has thought of yet.
PLANTED_FOR_USERS = (
    "rules/games/planted/clauses.toml",
    "api/web/planted.woff2",
    "vision/kit/planted",
)
PLANTED_FOR_US = (
    "rules/games/planted/tests/test_clauses.py",
    "rules/games/planted/tests/golden/battle.jsonl",
    "rules/games/planted/tests/golden/battle.txt",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    wheel: Path
    sources: frozenset[str]
    """The files of the packages that were there to be built."""

    def names(self) -> set[str]:
        with zipfile.ZipFile(self.wheel) as archive:
            return set(archive.namelist())

    def read(self, name: str) -> bytes:
        with zipfile.ZipFile(self.wheel) as archive:
            return archive.read(f"paper_umpire-{VERSION}.dist-info/{name}")

    def metadata(self) -> Message:
        return message_from_bytes(self.read("METADATA"))


def repository_files() -> list[str]:
    """What is committed or could be: ignored files of this desk must not make a difference."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )
    names = listed.stdout.split("\0")
    return sorted({name for name in names if name and (REPOSITORY / name).is_file()})


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    copy = tmp_path_factory.mktemp("copy")
    names = repository_files()
    for name in names:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPOSITORY / name, copy / name)
    for name in (*PLANTED_FOR_USERS, *PLANTED_FOR_US):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_text("planted\n")
    # First the source archive, then the wheel from it, so an archive that lacks something shows.
    # Without isolation the build uses hatchling as it is installed here, and no network.
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(copy / "made"), "."]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (copy / "made").glob("*.whl")
    sources = frozenset(name for name in names if name.partition("/")[0] in PACKAGES)
    return Built(wheel=wheel, sources=sources)


def test_nothing_but_the_four_packages_is_installed(built: Built) -> None:
    top = {name.partition("/")[0] for name in built.names()}
    assert top == {*PACKAGES, *(f"paper_umpire-{VERSION}.{each}" for each in ("dist-info", "data"))}
    # The manual page lies where installers put it beside their own.
    assert f"paper_umpire-{VERSION}.data/data/share/man/man1/umpire.1" in built.names()


def is_for_users(name: str) -> bool:
    return "tests" not in Path(name).parts


def test_every_file_of_the_packages_is_in_it(built: Built) -> None:
    wanted = {name for name in built.sources if is_for_users(name)} | set(PLANTED_FOR_USERS)
    installed = {name for name in built.names() if name.partition("/")[0] in PACKAGES}
    assert installed - set(guide_in(built)) == wanted
    assert {f"{package}/py.typed" for package in PACKAGES} <= installed


def test_no_test_and_no_golden_battle_is_in_it(built: Built) -> None:
    assert [name for name in built.names() if not is_for_users(name)] == []
    assert not built.names() & set(PLANTED_FOR_US)


GUIDE = "api/web/guide/"
LED_TO = re.compile(r'(?:href|src)="([^"]+)"')
ANCHOR = re.compile(r'id="([^"]+)"')


def guide_in(built: Built) -> dict[str, str]:
    """What was built into the guide: each page's text by its name in the wheel."""
    own = {name for name in built.sources if name.startswith(GUIDE)}
    with zipfile.ZipFile(built.wheel) as archive:
        names = [name for name in archive.namelist() if name.startswith(GUIDE)]
        return {
            name: "" if name.endswith((".jpg", ".png")) else archive.read(name).decode()
            for name in names
            if name not in own
        }


def test_every_link_of_the_guide_leads_somewhere_in_the_wheel(built: Built) -> None:
    guide, names = guide_in(built), built.names()
    pages = {name: text for name, text in guide.items() if name.endswith(".html")}
    anchors = {name: set(ANCHOR.findall(text)) for name, text in pages.items()}
    assert len(pages) >= 45
    lost = []
    for name, text in pages.items():
        for link in LED_TO.findall(text):
            path, _, anchor = unescape(link).partition("#")
            if path.startswith(("https://keepachangelog", "https://semver")):
                continue
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
            target = target if path else name
            if target not in names or (anchor and anchor not in anchors[target]):
                lost.append((name, link))
    assert lost == []


def test_the_guide_in_the_wheel_can_be_searched_and_listed(built: Built) -> None:
    guide = guide_in(built)
    rows = json.loads(guide[f"{GUIDE}search.json"])
    assert {row[0] for row in rows} == {
        name.removeprefix(GUIDE) for name in guide if name.endswith(".html")
    }
    assert any(row[0] == "cameras.html" and "webcam" in row[4] for row in rows)
    assert "](/guide/cameras.html): " in guide[f"{GUIDE}llms.txt"]


def test_its_metadata_say_what_it_is(built: Built) -> None:
    metadata = built.metadata()
    assert metadata["Name"] == "paper-umpire"
    assert metadata["Version"] == VERSION
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert b"umpire = api.cli:main" in built.read("entry_points.txt")


def test_it_asks_for_one_opencv_only(built: Built) -> None:
    wanted = [str(entry) for entry in built.metadata().get_all("Requires-Dist", [])]
    assert [entry for entry in wanted if entry.startswith("opencv")] == ["opencv-python<6,>=4.14"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Installed:
    """An environment with the wheel in it, used from a folder that is not the checkout."""

    programs: Path
    folder: Path

    def run(self, *command: str) -> str:
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        done = subprocess.run(
            [str(self.programs / command[0]), *command[1:]],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


def install(wheel: Path, folder: Path, *options: str) -> Installed:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    programs = folder / "venv" / "bin"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "--python", programs / "python", "install", "--quiet", *options, wheel], check=True
    )
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    return Installed(programs=programs, folder=elsewhere)


@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("installed")
    installed = install(built.wheel, folder, "--no-deps", "--no-index")
    # The dependencies are those of the environment that runs the tests: a line in a .pth file puts
    # its packages behind the wheel's, and leaves out the link to this checkout that it holds.
    site = installed.run("python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
    bridge = Path(site.strip()) / "bridge.pth"
    bridge.write_text(sysconfig.get_path("purelib") + "\n")
    return installed


def require_working_umpire(umpire: Installed) -> None:
    places = umpire.run("python", "-c", "import rules, vision; print(rules.__file__)")
    assert Path(places.strip()).is_relative_to(umpire.programs.parent)
    assert VERSION in umpire.run("umpire", "--version")
    assert json.loads(umpire.run("umpire", "doctor", "--json"))["problems"] == []
    table = umpire.folder / "table.json"
    table.write_text(umpire.run("umpire", "example"))
    first, second = (piece["id"] for piece in json.loads(table.read_text())["pieces"][:2])
    answer = json.loads(
        umpire.run("umpire", "measure", "range", str(table), first, second, "--json")
    )
    assert answer["verdict"]["value_in"] > 0


def test_the_installed_umpire_measures(installed: Installed) -> None:
    require_working_umpire(installed)


@pytest.mark.soak
@pytest.mark.soak_only
def test_the_wheel_brings_all_that_it_needs(
    built: Built, tmp_path: Path, soak_count: Callable[[int, int], int]
) -> None:
    assert soak_count(0, 1) == 1, "it downloads every dependency"
    require_working_umpire(install(built.wheel, tmp_path))
