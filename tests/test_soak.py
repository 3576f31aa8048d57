"""A soak run uses the full counts, resumes where it stopped and hides no failure."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import SoakCount
from tests.architecture.sources import REPOSITORY
from tests.soak import INTERRUPTED, main

PLANTED = """
import os, pathlib, pytest

RUNS = pathlib.Path(__file__).with_name("runs.log")

def ran(name):
    with RUNS.open("a") as runs:
        runs.write(name + "\\n")

@pytest.mark.soak
def test_counts(soak_count, rng_seed, record_property):
    ran("counts")
    record_property("soak", f"{soak_count(3, 5000)} shots judged")

@pytest.mark.soak
def test_fails_in_the_long_run(soak_count):
    ran("fails")
    assert soak_count(1, 100) < 50

def test_without_counts():
    ran("without")
"""
SELDOM = """
@pytest.mark.soak
@pytest.mark.soak_only
def test_seldom():
    ran("seldom")
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in ("pyproject.toml", "conftest.py"):
        (tmp_path / name).write_bytes((REPOSITORY / name).read_bytes())
    (tmp_path / ".gitignore").write_text(".soak/\n__pycache__/\n.pytest_cache/\n*.log\nxdg-*\n")
    (tmp_path / "tests").mkdir()
    write(tmp_path, PLANTED)
    commit = ("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "planted")
    for command in (("init", "-q"), ("add", "."), commit):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    return tmp_path


def write(checkout: Path, source: str) -> None:
    (checkout / "tests" / "test_planted.py").write_text(source)


def runs(checkout: Path) -> list[str]:
    """Which tests have run since the last look."""
    log = checkout / "tests" / "runs.log"
    names = log.read_text().split() if log.exists() else []
    log.write_text("")
    return names


@pytest.mark.long
def test_full_counts_find_what_small_ones_do_not(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(checkout, PLANTED + SELDOM)
    assert main(["--seed", "77"], root=checkout) == 1
    shown = capsys.readouterr().out
    assert "5000 shots judged" in shown
    # However narrow the terminal is, a test's name can be typed again.
    assert "failed tests/test_planted.py::test_fails_in_the_long_run\n" in shown
    assert "2 of 3 passed" in shown
    repeat = "UMPIRE_SOAK=1 UMPIRE_SEED=77 python -m pytest"
    assert f"{repeat} 'tests/test_planted.py::test_fails_in_the_long_run'" in shown
    assert runs(checkout) == ["counts", "fails", "seldom"]


@pytest.mark.long
def test_a_count_that_no_soak_would_run_fails(
    checkout: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write(checkout, PLANTED.replace("@pytest.mark.soak\n", "", 1))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "tests/test_planted.py"], cwd=checkout, check=False
    )
    assert done.returncode == 1
    assert "expected @pytest.mark.soak on a test that takes soak_count" in capfd.readouterr().out
    assert runs(checkout) == ["fails", "without"]


@pytest.mark.long
def test_a_short_run_tells_what_was_counted_where_more_is_asked_for(
    checkout: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for asked, told in (("-v", True), ("-q", False)):
        command = [sys.executable, "-m", "pytest", asked, "tests/test_planted.py"]
        subprocess.run(command, cwd=checkout, check=True)
        assert ("test_counts: 3 shots judged" in capfd.readouterr().out) is told


@pytest.mark.soak
def test_a_short_run_leaves_out_what_only_a_soak_runs(
    request: pytest.FixtureRequest, soak_count: SoakCount
) -> None:
    found = [each.get_closest_marker("soak_only") for each in request.session.items]
    assert not any(found) or soak_count(0, 1)


@pytest.mark.long
def test_a_second_call_runs_only_what_has_not_passed(checkout: Path) -> None:
    main([], root=checkout)
    runs(checkout)
    assert main([], root=checkout) == 1
    assert runs(checkout) == ["fails"]


@pytest.mark.soak
@pytest.mark.soak_only
def test_every_test_has_its_seed_and_count_on_record(checkout: Path) -> None:
    main([], root=checkout)
    (file,) = (checkout / ".soak").glob("*.json")
    assert not file.stem.endswith("-dirty")
    kept = json.loads(file.read_text())["tests/test_planted.py::test_counts"]
    assert kept["outcome"] == "passed"
    assert kept["counted"] == ["5,000", "5000 shots judged"]
    assert isinstance(kept["seed"], int)
    assert kept["seconds"] > 0


@pytest.mark.soak
@pytest.mark.soak_only
def test_another_state_of_the_files_starts_afresh(checkout: Path) -> None:
    main([], root=checkout)
    runs(checkout)
    write(checkout, PLANTED.replace("< 50", "< 500"))
    assert main([], root=checkout) == 0
    assert runs(checkout) == ["counts", "fails"]
    assert len(list((checkout / ".soak").glob("*-dirty.json"))) == 1


@pytest.mark.soak
@pytest.mark.soak_only
def test_again_forgets_what_has_passed(checkout: Path) -> None:
    main([], root=checkout)
    runs(checkout)
    main(["--again"], root=checkout)
    assert runs(checkout) == ["counts", "fails"]


@pytest.mark.soak
@pytest.mark.soak_only
def test_only_some(checkout: Path) -> None:
    assert main(["--only", "counts"], root=checkout) == 0
    assert runs(checkout) == ["counts"]


@pytest.mark.soak
@pytest.mark.soak_only
@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        ("pytest.skip('no browser')", "skipped"),
        ("os._exit(3)", "crashed with status 3"),
    ],
)
def test_what_did_not_run_has_not_passed(
    checkout: Path, capsys: pytest.CaptureFixture[str], body: str, outcome: str
) -> None:
    write(checkout, f"import os, pytest\n@pytest.mark.soak\ndef test_it():\n    {body}\n")
    assert main([], root=checkout) == 1
    assert outcome in capsys.readouterr().out


@pytest.mark.long
def test_a_run_without_counted_tests_is_no_success(checkout: Path) -> None:
    write(checkout, "def test_it():\n    pass\n")
    assert main([], root=checkout) == 1


@pytest.mark.long
def test_tests_that_cannot_be_collected_are_no_success(checkout: Path) -> None:
    write(checkout, "import missing_module\n")
    with pytest.raises(SystemExit, match="missing_module"):
        main([], root=checkout)


@pytest.mark.soak
@pytest.mark.soak_only
def test_an_interrupt_keeps_what_has_passed(checkout: Path) -> None:
    # The test interrupts whoever runs it, as Ctrl-C would.
    interrupt = "import signal; os.kill(os.getppid(), signal.SIGINT); signal.pause()"
    write(checkout, PLANTED.replace("assert soak_count(1, 100) < 50", interrupt))
    program = (
        "import sys; from pathlib import Path; from tests.soak import main; "
        "sys.exit(main([], root=Path(sys.argv[1])))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(checkout)],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,
    )
    assert done.returncode == INTERRUPTED, done.stderr
    assert "stopped; the next call goes on" in done.stdout
    assert runs(checkout) == ["counts", "fails"]
    (file,) = (checkout / ".soak").glob("*.json")
    assert list(json.loads(file.read_text())) == ["tests/test_planted.py::test_counts"]
