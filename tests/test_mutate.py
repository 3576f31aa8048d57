"""A mutation run tells a noticed alteration from a survivor, and says when it cannot."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.sources import REPOSITORY
from tests.mutate import INTERRUPTED, main

RANGE = "def reaches(gap):\n    return gap <= 12\n"
COVER = "def halves(dice):\n    return dice - 1\n"

TEST_RANGE = (
    "from rules.table.reach import reaches\n"
    "def test_reach():\n"
    "    assert [reaches(gap) for gap in (11.9, 12, 12.1, 13)] == [True, True, False, False]\n"
)
TEST_COVER = "from rules.table.cover import halves\ndef test_cover():\n    assert halves(3) < 9\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in ("pyproject.toml", "conftest.py"):
        (tmp_path / name).write_bytes((REPOSITORY / name).read_bytes())
    write(tmp_path, ".gitignore", ".mutate/\n__pycache__/\nxdg-*\n")
    for package in ("rules", "rules/table"):
        write(tmp_path, f"{package}/__init__.py", "")
    write(tmp_path, "rules/table/reach.py", RANGE)
    write(tmp_path, "rules/table/cover.py", COVER)
    write(tmp_path, "tests/rules/table/test_reach.py", TEST_RANGE)
    write(tmp_path, "tests/rules/test_shooting.py", TEST_COVER)
    commit = ("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "planted")
    for command in (("init", "-q"), ("add", "."), commit):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    return tmp_path


def write(checkout: Path, path: str, source: str) -> None:
    (checkout / path).parent.mkdir(parents=True, exist_ok=True)
    (checkout / path).write_text(source)


@pytest.mark.long
def test_what_is_noticed_and_what_survives(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([], root=checkout) == 0
    shown = capsys.readouterr().out.splitlines()
    (survivor,) = [line for line in shown if line.startswith("survived: ")]
    assert survivor.startswith("survived: rules/table/cover.py:2 halves: ")
    assert shown[-1] == "1 of 2 noticed (50.0%)"
    assert (checkout / "rules/table/cover.py").read_text() == COVER


@pytest.mark.soak
@pytest.mark.soak_only
def test_a_share_can_be_asked_for(checkout: Path) -> None:
    assert main(["--at-least", "0.5"], root=checkout) == 0
    assert main(["--at-least", "0.51"], root=checkout) == 1


@pytest.mark.soak
@pytest.mark.soak_only
def test_what_is_known_is_not_tried_again(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--only", "reach"], root=checkout)
    assert capsys.readouterr().out.splitlines()[-1] == "1 of 1 noticed (100.0%)"
    main([], root=checkout)
    assert "1 of 2 are known already" in capsys.readouterr().out
    (file,) = (checkout / ".mutate").glob("*.json")
    assert sorted(json.loads(file.read_text()).values()) == [False, True]


@pytest.mark.soak
@pytest.mark.soak_only
def test_a_limit_draws_as_many(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--limit", "1"], root=checkout)
    assert " of 1 noticed" in capsys.readouterr().out


@pytest.mark.soak
@pytest.mark.soak_only
def test_examples_in_a_docstring_notice_too(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    example = 'def halves(dice):\n    """\n    >>> halves(3)\n    2\n    """\n    return dice - 1\n'
    write(checkout, "rules/table/cover.py", example)
    main(["--only", "cover"], root=checkout)
    assert "1 of 1 noticed" in capsys.readouterr().out


@pytest.mark.soak
@pytest.mark.soak_only
def test_a_loop_that_never_ends_is_noticed(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # The one alteration there is keeps the loop going for ever.
    endless = (
        "def steps(gap):\n    while alive(gap):\n        pass\ndef alive(gap):\n    return gap\n"
    )
    write(checkout, "rules/table/walk.py", endless)
    test = "from rules.table.walk import steps\ndef test_walk():\n    steps(None)\n"
    write(checkout, "tests/rules/table/test_walk.py", test)
    assert main(["--only", "walk", "--patience", "1"], root=checkout) == 0
    assert "1 of 1 noticed" in capsys.readouterr().out


@pytest.mark.long
def test_tests_that_fail_anyway_judge_nothing(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(checkout, "tests/rules/test_shooting.py", "def test_it():\n    assert False\n")
    assert main([], root=checkout) == 2
    told = capsys.readouterr().out
    meant = (
        "to pass with nothing altered, got status 1 from `python -m pytest -x rules tests/rules`"
    )
    assert meant in told
    assert "FAILED tests/rules/test_shooting.py::test_it" in told, "what they printed says why"


@pytest.mark.soak
@pytest.mark.soak_only
def test_tests_that_do_not_read_the_rules_judge_nothing(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(checkout, "tests/rules/table/test_reach.py", "def test_it():\n    pass\n")
    write(checkout, "tests/rules/test_shooting.py", "def test_it():\n    pass\n")
    # Without examples and imports nothing would notice that the package is broken.
    for module in ("reach", "cover", "__init__"):
        (checkout / f"rules/table/{module}.py").unlink()
    write(
        checkout,
        "pyproject.toml",
        (checkout / "pyproject.toml").read_text().replace('"--doctest-modules",', ""),
    )
    write(checkout, "rules/alone.py", RANGE)
    assert main([], root=checkout) == 2
    assert "to fail with rules broken, but they pass" in capsys.readouterr().out


def test_without_rules_there_is_nothing_to_say(checkout: Path) -> None:
    assert main(["--only", "no such rule"], root=checkout) == 2


@pytest.mark.soak
@pytest.mark.soak_only
def test_an_interrupt_stops_the_tests_and_keeps_what_is_known(checkout: Path) -> None:
    # The test of the altered rule interrupts whoever runs it, as Ctrl-C would, and never ends.
    interrupt = (
        "import os, signal\n"
        "from rules.table.cover import halves\n"
        "def test_cover():\n"
        "    if halves(3) != 2:\n"
        "        os.kill(os.getppid(), signal.SIGINT)\n"
        "        signal.pause()\n"
    )
    write(checkout, "tests/rules/test_shooting.py", interrupt)
    program = (
        "import sys; from pathlib import Path; from tests.mutate import main; "
        "sys.exit(main([], root=Path(sys.argv[1])))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(checkout)],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,
        timeout=60,
    )
    assert done.returncode == INTERRUPTED, done.stderr
    assert done.stderr == ""
    assert "stopped; the next call goes on from here" in done.stdout
    known = {
        name for file in checkout.glob(".mutate/*.json") for name in json.loads(file.read_text())
    }
    assert not any("halves" in name for name in known)
