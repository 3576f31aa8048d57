"""CI fails for a browser test or a long one that was skipped, and for no other skip."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.sources import REPOSITORY

SKIPPED = '<skipped type="pytest.skip" message="no browser" />'
XFAILED = '<skipped type="pytest.xfail" message="known" />'
BROWSER = '<properties><property name="marker" value="browser" /></properties>'
LONG = '<properties><property name="marker" value="long" /></properties>'
PASSED = '<testcase file="tests/test_demo.py" name="test_other" />'
PASSED_LONG = f'<testcase file="tests/test_demo.py" name="test_long">{LONG}</testcase>'


def judge(*reports: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", REPOSITORY / ".ci" / "no_skips.py", *reports],
        capture_output=True,
        text=True,
        check=False,
    )


def planted(report: Path, cases: str) -> Path:
    report.write_text(f'<testsuites><testsuite name="pytest">{cases}</testsuite></testsuites>')
    return report


def verdict(folder: Path, *, quick: str, long: str) -> subprocess.CompletedProcess[str]:
    return judge(planted(folder / "tests.xml", quick), planted(folder / "long.xml", long))


@pytest.mark.parametrize(
    ("case", "status"),
    [
        (f'<testcase file="tests/api/web/test_page.py" name="test_it">{SKIPPED}</testcase>', 1),
        (f'<testcase classname="tests.api.web.test_page" name="test_it">{SKIPPED}</testcase>', 1),
        (f'<testcase file="tests/test_demo.py" name="test_it">{BROWSER}{SKIPPED}</testcase>', 1),
        (f'<testcase file="tests/test_demo.py" name="test_it">{SKIPPED}</testcase>', 0),
        (f'<testcase file="tests/api/web/test_page.py" name="test_it">{XFAILED}</testcase>', 0),
        ('<testcase file="tests/api/web/test_page.py" name="test_it" />', 0),
        ("", 2),
    ],
    ids=["folder", "class name", "marker", "no browser test", "xfail", "passed", "no tests"],
)
def test_verdict_on_a_report(tmp_path: Path, case: str, status: int) -> None:
    done = verdict(tmp_path, quick=case, long=PASSED_LONG)
    assert done.returncode == status, done.stderr
    if status == 1:
        assert "test_it to run, got skipped: no browser" in done.stderr


@pytest.mark.parametrize(
    ("quick", "long", "status", "says"),
    [
        (PASSED, PASSED_LONG, 0, "1 tests in make test, 1 in make long"),
        (PASSED, f'<testcase name="test_it">{LONG}{SKIPPED}</testcase>', 1, "?::test_it to run"),
        (PASSED, PASSED, 1, "test_other in make test, got it in make long"),
        (PASSED + PASSED_LONG, PASSED_LONG, 1, "test_long in make long, got it in make test"),
        (PASSED, "", 2, "long.xml, got none"),
    ],
    ids=["passed", "skipped", "not long", "long among the others", "no tests"],
)
def test_long_tests_have_run_in_their_own_report(
    tmp_path: Path, *, quick: str, long: str, status: int, says: str
) -> None:
    done = verdict(tmp_path, quick=quick, long=long)
    assert done.returncode == status, done.stderr
    assert says in done.stdout + done.stderr


def test_one_report_is_not_enough(tmp_path: Path) -> None:
    assert judge(planted(tmp_path / "tests.xml", PASSED)).returncode == 2


def test_each_test_is_in_one_of_the_two_runs() -> None:
    targets = (REPOSITORY / "Makefile").read_text()
    chosen = re.findall(r'pytest .*-m ("[^"]+"|\w+) \$\(ARGS\)', targets)
    assert chosen == ['"not long"', "long"]


@pytest.mark.long
def test_a_report_that_pytest_wrote_is_understood(tmp_path: Path) -> None:
    # The marker travels from conftest.py through pytest's report, workers included.
    for name in ("pyproject.toml", "conftest.py"):
        (tmp_path / name).write_bytes((REPOSITORY / name).read_bytes())
    (tmp_path / "test_demo.py").write_text(
        "import pytest\n"
        "@pytest.mark.browser\n"
        "def test_page(): pytest.skip('no browser')\n"
        "def test_other(): pytest.skip('no camera')\n"
        "@pytest.mark.long\n"
        "def test_for_hours(): pytest.skip('no time')\n"
    )
    reports = []
    for chosen in ("not long", "long"):
        reports.append(tmp_path / f"{chosen}.xml")
        command = [sys.executable, "-m", "pytest", "-q", "-n", "1", "-m", chosen, "."]
        command.append(f"--junit-xml={reports[-1]}")
        subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    done = judge(*reports)
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "no_skips: expected test_demo.py::test_page to run, got skipped: no browser",
        "no_skips: expected test_demo.py::test_for_hours to run, got skipped: no time",
    ]
