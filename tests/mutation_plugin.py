"""Lets pytest write down which rules each test calls, and ask chosen tests in the order given.

It stands alone: a run loads it from a copy, beside whatever tests are there.
"""

import json
import sys
import threading
import time
from collections.abc import Generator
from pathlib import Path
from types import CodeType, FrameType

import pytest

NAME = "umpire_mutation_plugin"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-calls", type=Path, metavar="FILE", help="what each test calls")
    parser.addoption("--ask", type=Path, metavar="FILE", help="a JSON list of the tests to ask")


def pytest_configure(config: pytest.Config) -> None:
    if (file := config.getoption("--write-calls")) is not None:
        config.pluginmanager.register(Recorder(file, rules=config.rootpath / "rules"))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep those that are to be asked, in that order."""
    if (file := config.getoption("--ask")) is None:
        return
    order = {name: place for place, name in enumerate(json.loads(file.read_text()))}
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in order])
    asked = [item for item in items if item.nodeid in order]
    items[:] = sorted(asked, key=lambda item: order[item.nodeid])


class Recorder:
    """Writes down, for each test, its seconds and the functions of the rules that it calls."""

    def __init__(self, file: Path, *, rules: Path) -> None:
        self._file = file
        self._rules = rules
        self._tests: dict[str, dict[str, object]] = {}
        self._codes: dict[int, CodeType] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self._codes = {}
        started = time.perf_counter()
        # A profiler would be told of each return and of each call into C, too.
        threading.settrace(self._call)
        sys.settrace(self._call)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)
            seconds = time.perf_counter() - started
            self._tests[item.nodeid] = {"seconds": seconds, "calls": sorted(self._names())}

    def _call(self, frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            self._codes[id(frame.f_code)] = frame.f_code

    def _names(self) -> set[str]:
        root = self._rules.parent
        return {
            f"{path.relative_to(root).as_posix()} {code.co_qualname.replace('.<locals>', '')}"
            for code in self._codes.values()
            for path in [Path(code.co_filename)]
            if path.is_relative_to(self._rules)
        }

    def pytest_sessionfinish(self) -> None:
        self._file.write_text(json.dumps(self._tests))
