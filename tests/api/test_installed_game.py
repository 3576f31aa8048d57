"""A game in a package of its own: found, printed, adjudicated and played on the page."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from api.files.games import usable
from tests.api.installed_game import FOLDER, install, with_site
from tests.api.umpire import environment, umpire, umpire_here

SCRIPT = (
    {
        "format": "paper-umpire/script/1",
        "game": "nearest_the_pin",
        "time": "2026-11-21T19:00:00Z",
        "seats": [{"name": "Host", "sides": ["red"]}, {"name": "Guest", "sides": ["blue"]}],
        "roster": [
            {"id": "PIN", "kind": "marker", "footprint": "disc 0.2"},
            {"id": "R1", "side": "red", "kind": "figure", "footprint": "disc 1"},
            {"id": "B1", "side": "blue", "kind": "figure", "footprint": "disc 1"},
        ],
    },
    {
        "snapshot": {
            "format": "paper-umpire/snapshot/1",
            "table": {"width_in": 36, "depth_in": 36},
            "pieces": [
                {"id": "PIN", "footprint": "disc 0.2", "pose": {"x_in": 18, "y_in": 18}},
                {"id": "R1", "footprint": "disc 1", "pose": {"x_in": 19, "y_in": 18}},
                {"id": "B1", "footprint": "disc 1", "pose": {"x_in": 18, "y_in": 20}},
            ],
        }
    },
    {"seat": "Host", "command": {"kind": "flick", "token": "R1"}},
    {"seat": "Guest", "command": {"kind": "flick", "token": "B1"}},
)
PLAYED = """
import json
from api.armies.samples import sample_named
from api.files.games import games
found = sample_named("nearest_the_pin-two-flickers", games())
print(json.dumps([found.game.title, sorted(piece.id for piece in found.table().pieces)]))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of installed packages with somebody else's game, and one that is broken."""
    place = tmp_path_factory.mktemp("site")
    install(place)
    return place


@pytest.mark.long
def test_it_is_listed_beside_the_others(site: Path, tmp_path: Path) -> None:
    found = umpire("games", cwd=tmp_path, PYTHONPATH=with_site(site))
    assert found.returncode == 0, found.stderr
    assert "nearest_the_pin" in found.stdout
    without = umpire_here("games")
    assert "nearest_the_pin" not in without.stdout


def test_it_is_adjudicated(site: Path, tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text("\n".join(json.dumps(line) for line in SCRIPT), encoding="utf-8")
    found = umpire("adjudicate", str(script), cwd=tmp_path, PYTHONPATH=with_site(site))
    assert found.returncode == 0, found.stderr
    assert "R1 lies 1 in from the pin." in found.stdout
    assert "R1 wins!" in found.stdout


@pytest.mark.long
def test_its_kit_is_printed(site: Path, tmp_path: Path) -> None:
    roster = FOLDER / "samples" / "two-flickers.toml"
    done = umpire("kit", str(roster), "-o", "kit.pdf", cwd=tmp_path, PYTHONPATH=with_site(site))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "kit.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.long
def test_its_sample_reaches_the_start_page(site: Path, tmp_path: Path) -> None:
    script = tmp_path / "played.py"
    script.write_text(PLAYED, encoding="utf-8")
    found = run_python(script, site)
    # Markers lie in the box until somebody puts them down.
    assert json.loads(found) == ["Nearest the Pin", ["B1", "R1"]]


def run_python(script: Path, site: Path) -> str:
    return subprocess.run(
        [sys.executable, str(script)],
        env=environment(PYTHONPATH=with_site(site)),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    ).stdout


def test_a_broken_one_is_left_out_and_told(site: Path, tmp_path: Path) -> None:
    found = umpire("doctor", "--json", cwd=tmp_path, PYTHONPATH=with_site(site))
    told = json.loads(found.stdout)["problems"]
    assert told == ["the game broken_game is left out: No module named 'nowhere_at_all'"]


def test_one_that_takes_a_slug_of_ours_is_left_out() -> None:
    found = usable({"somewhere.paper_tigers": "paper_tigers", "elsewhere.pin": "needle"})
    assert found.folders == ()
    assert "expected a game with a slug of its own" in found.faults["somewhere.paper_tigers"]
    assert "expected the name of its package, got 'pin'" in found.faults["elsewhere.pin"]
