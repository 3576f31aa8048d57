"""Knows which tests may not be skipped in CI, and fails when a report shows that one was.

A browser test that skips itself for want of a browser looks green and has tested nothing.
"""

import sys
from pathlib import Path
from xml.etree import ElementTree as ET

# Everything here looks at pages in a browser; tests elsewhere that do carry the marker `browser`,
# which conftest.py writes into the report.
BROWSER_FOLDER = "tests/api/web/"


def main(arguments: list[str]) -> int:
    """Exit status 1 for a skipped browser test, 2 for a report that shows no tests at all."""
    if len(arguments) != 1:
        print("no_skips: expected the path of one JUnit report", file=sys.stderr)
        return 2
    report = Path(arguments[0])
    cases = list(ET.parse(report).iter("testcase"))
    if not cases:
        print(f"no_skips: expected tests in {report}, got none", file=sys.stderr)
        return 2
    skipped = [case for case in cases if _is_browser_test(case) and _is_skipped(case)]
    for case in skipped:
        reason = next(case.iter("skipped")).get("message", "")
        print(f"no_skips: expected {_place(case)} to run, got skipped: {reason}", file=sys.stderr)
    return 1 if skipped else 0


def _place(case: ET.Element) -> str:
    return f"{case.get('file', case.get('classname', '?'))}::{case.get('name', '?')}"


def _is_skipped(case: ET.Element) -> bool:
    # pytest reports an expected failure as a skip of its own type; that test has run.
    return any(skip.get("type") != "pytest.xfail" for skip in case.iter("skipped"))


def _is_browser_test(case: ET.Element) -> bool:
    module = case.get("classname", "").replace(".", "/") + "/"
    marked = any(
        entry.get("name") == "marker" and entry.get("value") == "browser"
        for entry in case.iter("property")
    )
    return marked or case.get("file", module).startswith(BROWSER_FOLDER)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
