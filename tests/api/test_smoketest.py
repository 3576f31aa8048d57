"""The smoke test passes where all is well, and names the step and what to do where it is not."""

import json
import sys
from pathlib import Path

import pytest

from api.client import Client
from api.smoke.battles import PlayedBattles, find_again
from api.smoke.page import browser, open_page
from api.smoke.pictures import print_kit
from api.smoke.program import FailedStepError, Program
from api.smoke.steps import smoke_test
from tests.api.umpire import umpire


def program(folder: Path, code: str) -> Program:
    """A program that does this instead, whatever it is asked."""
    return Program(folder=folder, command=(sys.executable, "-c", code))


@pytest.mark.long
def test_all_of_it_works_here(tmp_path: Path) -> None:
    done = umpire("smoketest", "--json", cwd=tmp_path)
    told = json.loads(done.stdout)
    assert (done.returncode, told["fit"]) == (0, True), done.stdout
    assert [each["name"] for each in told["steps"]] == [
        "start",
        "print a kit",
        "render a photograph",
        "measure it",
        "play, and kill",
        "come back",
        "open the page",
    ]
    assert told["steps"][-1]["is_skipped"] == (browser() is None)
    assert told["starting_s"] > told["steps"][0]["seconds"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
def test_a_lost_event_is_told(tmp_path: Path) -> None:
    here = Program(folder=tmp_path)
    with here.serving() as (address, _), Client(address, seconds=60.0) as host:
        battle = str(host.begin_sample(str(host.samples()[0]["sample"]), name="Evening")["id"])
        events = [str(each["id"]) for each in host.events(battle)]
        played = PlayedBattles(heads={battle: [*events, "e4711"]})
        with pytest.raises(FailedStepError, match="after the server was killed"):
            find_again(host, here, played=played)


def test_the_first_step_that_fails_ends_it_with_what_to_do(tmp_path: Path) -> None:
    broken = program(tmp_path, "import sys; sys.exit('no module named cv2')")
    (only,) = smoke_test(broken, seed=1)
    assert only.has_failed
    assert only.says == "umpire --version: expected exit code 0, got 1: no module named cv2"
    assert "umpire doctor" in only.advice


def test_a_server_that_ends_at_once_is_told(tmp_path: Path) -> None:
    broken = program(tmp_path, "import sys; sys.exit('the port is taken')")
    with (
        pytest.raises(FailedStepError, match="expected an address, got 'the port is taken'"),
        broken.serving(),
    ):
        pass


def test_how_long_a_server_takes_to_start_is_counted_by_itself(tmp_path: Path) -> None:
    here = program(tmp_path, "import sys; sys.stderr.write('at http://127.0.0.1:1/#x\\n')")
    with here.serving() as (address, _):
        assert address == "http://127.0.0.1:1/#x"
    assert len(here.starting) == 1


def test_how_its_owner_has_set_it_up_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UMPIRE_CAMERA", "0")
    monkeypatch.setenv("UMPIRE_CONFIG", "/etc/mine.toml")
    shown = "import os; print([os.environ.get('UMPIRE_' + each) for each in ('CAMERA', 'CONFIG')])"
    assert program(tmp_path, shown).answer() == f"[None, {str(tmp_path / 'umpire.toml')!r}]\n"


def test_half_a_kit_is_no_kit(tmp_path: Path) -> None:
    half = "import pathlib; pathlib.Path('army.pdf').write_bytes(b'%PDF-1.4 and no more')"
    with pytest.raises(FailedStepError, match="expected a whole PDF, got 20 bytes"):
        print_kit(program(tmp_path, half))


def test_without_a_browser_the_page_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert browser() is None


@pytest.mark.browser
def test_a_page_that_is_not_ours_is_told(tmp_path: Path) -> None:
    found = browser()
    if found is None:
        pytest.skip("no browser")
    elsewhere = tmp_path / "page.html"
    elsewhere.write_text("<p>Somebody else's page</p>")
    here = Program(folder=tmp_path)
    with pytest.raises(FailedStepError, match="got a page that is not connected"):
        open_page(here, elsewhere.as_uri(), found=found, titles=[], longest_s=0.1)


@pytest.mark.skipif(sys.platform == "win32", reason="a script")
def test_a_browser_that_does_not_start_is_told(tmp_path: Path) -> None:
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\necho no display >&2\n")
    broken.chmod(0o755)
    here = Program(folder=tmp_path)
    with pytest.raises(FailedStepError, match="got a browser that does not start"):
        open_page(here, "http://127.0.0.1:1/", found=str(broken), titles=[])
