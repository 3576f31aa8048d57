"""CI fails for a browser test that was skipped, and for no other skip."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.sources import REPOSITORY

SKIPPED = '<skipped type="pytest.skip" message="no browser" />'
XFAILED = '<skipped type="pytest.xfail" message="known" />'
MARKER = '<properties><property name="marker" value="browser" /></properties>'


def judge(report: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", REPOSITORY / ".ci" / "no_skips.py", report],
        capture_output=True,
        text=True,
        check=False,
    )


def planted(folder: Path, case: str) -> Path:
    report = folder / "tests.xml"
    report.write_text(f'<testsuites><testsuite name="pytest">{case}</testsuite></testsuites>')
    return report


@pytest.mark.parametrize(
    ("case", "status"),
    [
        (f'<testcase file="tests/api/web/test_page.py" name="test_it">{SKIPPED}</testcase>', 1),
        (f'<testcase classname="tests.api.web.test_page" name="test_it">{SKIPPED}</testcase>', 1),
        (f'<testcase file="tests/test_demo.py" name="test_it">{MARKER}{SKIPPED}</testcase>', 1),
        (f'<testcase file="tests/test_demo.py" name="test_it">{SKIPPED}</testcase>', 0),
        (f'<testcase file="tests/api/web/test_page.py" name="test_it">{XFAILED}</testcase>', 0),
        ('<testcase file="tests/api/web/test_page.py" name="test_it" />', 0),
        ("", 2),
    ],
    ids=["folder", "class name", "marker", "no browser test", "xfail", "passed", "no tests"],
)
def test_verdict_on_a_report(tmp_path: Path, case: str, status: int) -> None:
    done = judge(planted(tmp_path, case))
    assert done.returncode == status, done.stderr
    if status == 1:
        assert "test_it to run, got skipped: no browser" in done.stderr


def test_a_report_that_pytest_wrote_is_understood(tmp_path: Path) -> None:
    # The marker travels from conftest.py through pytest's report, workers included.
    for name in ("pyproject.toml", "conftest.py"):
        (tmp_path / name).write_bytes((REPOSITORY / name).read_bytes())
    (tmp_path / "test_demo.py").write_text(
        "import pytest\n"
        "@pytest.mark.browser\n"
        "def test_page(): pytest.skip('no browser')\n"
        "def test_other(): pytest.skip('no camera')\n"
    )
    report = tmp_path / "tests.xml"
    command = [sys.executable, "-m", "pytest", "-q", "-n", "1", f"--junit-xml={report}", "."]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    done = judge(report)
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "no_skips: expected test_demo.py::test_page to run, got skipped: no browser"
    ]
