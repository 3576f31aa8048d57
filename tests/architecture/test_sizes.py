"""Modules, functions and argument lists stay small, and that each measure bites."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path, PurePath

import pytest

from tests.architecture.sizes import (
    badly_named,
    long_functions,
    loose_arguments,
    too_long,
    without_docstring,
)
from tests.architecture.sources import REPOSITORY, all_sources, package_files, package_sources

HERE = PurePath("rules/table/planted.py")

Measure = Callable[[str, PurePath], Iterator[str]]


# What is asked of all modules is long here: `make check` asks it, too.
@cache
def modules() -> Mapping[Measure, str]:
    """What each measure finds in the modules, a line each; every module is parsed once for all."""
    of_ours = set(package_sources(REPOSITORY))
    findings: dict[Measure, list[str]] = {
        each: [] for each in (too_long, long_functions, without_docstring, loose_arguments)
    }
    for path in all_sources(REPOSITORY):
        text = (REPOSITORY / path).read_text(encoding="utf-8")
        for measure, lines in findings.items():
            # Tests may have many arguments, as fixtures are given by name.
            if measure is not loose_arguments or path in of_ours:
                lines.extend(measure(text, path))
    return {measure: "\n".join(lines) for measure, lines in findings.items()}


@pytest.mark.long
def test_no_module_page_or_style_sheet_is_too_long() -> None:
    pages = package_files(REPOSITORY, ".js", ".css", ".html")
    texts = ((path, (REPOSITORY / path).read_text(encoding="utf-8")) for path in pages)
    assert list(chain.from_iterable(too_long(text, path) for path, text in texts)) == []
    assert modules()[too_long] == ""


@pytest.mark.long
def test_no_function_is_too_long() -> None:
    assert modules()[long_functions] == ""


def test_no_module_has_an_empty_name() -> None:
    assert list(chain.from_iterable(map(badly_named, all_sources(REPOSITORY)))) == []


@pytest.mark.long
def test_every_module_says_what_it_does() -> None:
    assert modules()[without_docstring] == ""


@pytest.mark.long
def test_arguments_that_could_be_mistaken_are_given_by_name() -> None:
    assert modules()[loose_arguments] == ""


def test_the_modules_of_every_kind_are_read() -> None:
    # A folder that was renamed would otherwise pass by not being looked at.
    read = set(all_sources(REPOSITORY))
    assert {
        Path("rules/__init__.py"),
        Path("vision/opencv.py"),
        Path("tests/architecture/sizes.py"),
        Path(".ci/opencv_wheel.py"),
        Path("conftest.py"),
    } <= read


@pytest.mark.parametrize(("lines", "findings"), [(400, 0), (401, 1)])
def test_length_of_a_module(lines: int, findings: int) -> None:
    assert len(list(too_long("x = 1\n" * lines, HERE))) == findings


@pytest.mark.parametrize(
    ("body", "findings"),
    [
        ("    pass\n" * 49, 0),
        ("    pass\n" * 50, 1),
        ('    """One.\n\n    Three.\n    """\n' + "    pass\n" * 49, 0),
        ('    """One.\n\n    Three.\n    """\n' + "    pass\n" * 50, 1),
        ("    # why\n" * 49 + "    pass\n", 1),
    ],
    ids=["50", "51", "50 and docstring", "51 and docstring", "comments count"],
)
def test_length_of_a_function(body: str, findings: int) -> None:
    assert len(list(long_functions(f"def act():\n{body}", HERE))) == findings
    nested = "\n".join(f"    {line}" for line in f"async def act():\n{body}".splitlines())
    assert len(list(long_functions(f"class Act:\n{nested}", HERE))) == findings


@pytest.mark.parametrize("path", ["rules/utils.py", "api/core/page.py", "tests/helpers.py"])
def test_empty_names(path: str) -> None:
    assert len(list(badly_named(PurePath(path)))) == 1


@pytest.mark.parametrize("path", ["rules/database.py", "api/commons/page.py"])
def test_names_that_only_contain_an_empty_one(path: str) -> None:
    assert list(badly_named(PurePath(path))) == []


@pytest.mark.parametrize(
    ("source", "findings"),
    [("", 1), ("import ast\n", 1), ("# why\n", 1), ('"""What it knows."""\n', 0)],
)
def test_docstring_of_a_module(source: str, findings: int) -> None:
    assert len(list(without_docstring(source, HERE))) == findings


@pytest.mark.parametrize(
    "signature",
    [
        "def act(a, b): ...",
        "def act(a, b, *, c, d): ...",
        "def act(*, a, b, c): ...",
        "def act(a, *, sure: bool = False): ...",
        "class A:\n    def act(self, a, b, *, c): ...",
        "class A:\n    @classmethod\n    def act(cls, a, b): ...",
        "class A:\n    def __exit__(self, kind, error, trace): ...",
        "class A:\n    async def __call__(self, scope, receive, send): ...",
        "act = lambda a, b, c: a",
    ],
)
def test_arguments_that_are_clear(signature: str) -> None:
    assert list(loose_arguments(signature, HERE)) == []


@pytest.mark.parametrize(
    "signature",
    [
        "def act(a, b, c): ...",
        "def act(a, b, c, /): ...",
        "async def act(a, b, c, *, d): ...",
        "def act(sure: bool): ...",
        "def act(sure: bool | None): ...",
        "def act(sure: 'bool'): ...",
        "def act(a, sure=True): ...",
        "class A:\n    def act(self, a, b, c): ...",
        "class A:\n    def __init__(self, a, b, c): ...",
        "class A:\n    @staticmethod\n    def act(a, b, c): ...",
        "def outer():\n    def act(a, b, c): ...",
    ],
)
def test_arguments_that_could_be_mistaken(signature: str) -> None:
    assert len(list(loose_arguments(signature, HERE))) == 1
