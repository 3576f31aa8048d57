"""Fails when a report shows that a test was skipped that may not be skipped in CI, and counts both.

A browser test that skips itself for want of a browser looks green and has tested nothing; nor does
a long test count as run because `make test` left it out.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

# Everything here looks at pages in a browser; tests elsewhere that do carry the marker `browser`,
# which conftest.py writes into the report, as it does with `long`.
BROWSER_FOLDER = "tests/api/web/"


def main(arguments: list[str]) -> int:
    """Exit status 1 for a test that was skipped or ran in the wrong report, 2 for an empty one."""
    if len(arguments) != 2:
        print("no_skips: expected the reports of make test and make long", file=sys.stderr)
        return 2
    reports = [Path(argument) for argument in arguments]
    quick, long = (list(ET.parse(report).iter("testcase")) for report in reports)
    for report, cases in zip(reports, (quick, long), strict=True):
        if not cases:
            print(f"no_skips: expected tests in {report}, got none", file=sys.stderr)
            return 2
    wrong = [*_misplaced(quick, long), *_skipped([*quick, *long])]
    for says in wrong:
        print(f"no_skips: {says}", file=sys.stderr)
    print(f"no_skips: {len(quick):,} tests in make test, {len(long):,} in make long")
    return 1 if wrong else 0


def _misplaced(quick: list[ET.Element], long: list[ET.Element]) -> Iterator[str]:
    for case in quick:
        if _is_marked(case, "long"):
            yield f"expected {_place(case)} in make long, got it in make test"
    for case in long:
        if not _is_marked(case, "long"):
            yield f"expected {_place(case)} in make test, got it in make long"


def _skipped(cases: list[ET.Element]) -> Iterator[str]:
    for case in cases:
        # pytest reports an expected failure as a skip of its own type; that test has run.
        skips = [each for each in case.iter("skipped") if each.get("type") != "pytest.xfail"]
        if skips and _may_not_skip(case):
            yield f"expected {_place(case)} to run, got skipped: {skips[0].get('message', '')}"


def _place(case: ET.Element) -> str:
    return f"{case.get('file', case.get('classname', '?'))}::{case.get('name', '?')}"


def _may_not_skip(case: ET.Element) -> bool:
    module = case.get("classname", "").replace(".", "/") + "/"
    is_in_folder = case.get("file", module).startswith(BROWSER_FOLDER)
    return is_in_folder or _is_marked(case, "browser") or _is_marked(case, "long")


def _is_marked(case: ET.Element, marker: str) -> bool:
    return any(
        entry.get("name") == "marker" and entry.get("value") == marker
        for entry in case.iter("property")
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
