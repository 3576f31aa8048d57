"""Whatever an earlier umpire has written is read by this one: no format changes unseen."""

import re

from tests.architecture.sources import REPOSITORY, package_sources

NAMED = re.compile(r"paper-umpire/([a-z-]+)/([0-9]+)")
CHANGED = {
    "battle": "test_a_file_of_an_earlier_format_is_read_and_goes_on",
    "log": "test_an_older_log_is_brought_up_to_date_on_its_own_chain",
}
"""Each format that has changed, and the test that goes on from every earlier one."""


def test_each_format_that_has_changed_is_tested_from_its_first() -> None:
    newest: dict[str, int] = {}
    for path in package_sources(REPOSITORY):
        for name, number in NAMED.findall((REPOSITORY / path).read_text(encoding="utf-8")):
            newest[name] = max(newest.get(name, 0), int(number))
    assert len(newest) > 20
    assert {name for name, number in newest.items() if number > 1} == set(CHANGED)
    tests = "".join(
        (REPOSITORY / "tests" / path).read_text(encoding="utf-8")
        for path in ("api/server/test_battle_file.py", "rules/referee/test_log.py")
    )
    assert [test for test in CHANGED.values() if f"def {test}(" not in tests] == []
