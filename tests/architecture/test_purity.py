"""The packages do nothing an import contract cannot see, and that each ban bites."""

import ast
from pathlib import PurePath

import pytest

from tests.architecture.purity import BANS, Ban, breaches, imports
from tests.architecture.sources import REPOSITORY, package_sources

# Where every ban applies that applies anywhere.
PLANTED = PurePath("rules/table/planted.py")


@pytest.mark.long  # `make check` asks it, too
def test_the_packages_breach_no_ban() -> None:
    found = [
        line
        for path in package_sources(REPOSITORY)
        for line in breaches((REPOSITORY / path).read_text(), path)
    ]
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("ban", BANS, ids=lambda ban: ban.name)
def test_a_planted_example_is_found_and_nothing_else(ban: Ban) -> None:
    assert list(breaches(f"\n{ban.example}\n", PLANTED)) == [
        f"{PLANTED}:{2 + ban.example.count(chr(10))}: expected no {ban.name} here: {ban.why}"
    ]


@pytest.mark.parametrize("ban", BANS, ids=lambda ban: ban.name)
def test_an_innocent_line_much_like_it_is_left_alone(ban: Ban) -> None:
    assert list(breaches(ban.innocent, PLANTED)) == []


@pytest.mark.parametrize(
    "line",
    [
        "from shapely.prepared import prep",
        "import shapely.prepared",
        "tree = shapely.STRtree(woods)",
        "from shapely import contains_xy",
        "from numpy.random import default_rng",
        "from numpy import random",
        "names = tuple(name for name in {'a', 'b'})",
        "for name in frozenset(names): pass",
        "UNITS: Final = {}",
        "SEEN = collections.defaultdict(list)",
        "text = open('units.toml')",
        "text = Path('units.toml').open()",
        "import pkgutil",
        "def act():\n    if done:\n        print('hit')",
    ],
)
def test_other_ways_to_write_it_are_found_too(line: str) -> None:
    assert len(list(breaches(line, PLANTED))) == 1


def test_what_is_banned_from_rules_is_free_elsewhere() -> None:
    assert list(breaches("print(open('units.toml'))", PurePath("api/planted.py"))) == []


def test_only_the_camera_opens_devices() -> None:
    line = "camera = cv2.VideoCapture(0)"
    assert list(breaches(line, PurePath("vision/camera/worker.py"))) == []
    assert len(list(breaches(line, PurePath("vision/pipeline.py")))) == 1


def test_only_the_registry_imports_by_name() -> None:
    assert list(breaches("import importlib", PurePath("rules/registry.py"))) == []


def test_the_loader_alone_may_read() -> None:
    loader = "from importlib.resources import files\ntext = files('rules').read_text()"
    assert list(breaches(loader, PLANTED)) == []


def test_there_is_one_loader_at_most() -> None:
    # Whoever imports it has to write its first name.
    named = {
        path: text
        for path in package_sources(REPOSITORY)
        if path.parts[0] == "rules" and "importlib" in (text := (REPOSITORY / path).read_text())
    }
    loaders = [
        path for path, text in named.items() if imports(ast.parse(text), "importlib.resources")
    ]
    assert len(loaders) <= 1, f"expected one module to read package data, got {loaders}"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import importlib.resources", True),
        ("from importlib.resources import files", True),
        ("from importlib import resources", True),
        ("import importlib", False),
        ("from importlib.resources_of_ours import files", False),
    ],
)
def test_a_loader_is_recognised_by_its_import(source: str, expected: bool) -> None:
    assert imports(ast.parse(source), "importlib.resources") is expected
