"""The architecture page shows what the imports show: floors, rooms, and three ways through them."""

from itertools import pairwise
from pathlib import PurePath

import grimp
import pytest

from tests.architecture.sources import PACKAGES, REPOSITORY
from tests.architecture_picture import PICTURE, WAYS, Way, floors, modules, picture

PAGE = REPOSITORY / "docs" / "architecture.md"


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph(*PACKAGES, cache_dir=None)


def inside(room: str, module: str) -> bool:
    return module == room or module.startswith(f"{room}.")


def meet(graph: grimp.ImportGraph, one: str, other: str) -> bool:
    """Whether a module of one room imports one of the other, whichever way."""
    for module in graph.modules:
        here = [room for room in (one, other) if inside(room, module)]
        for imported in graph.find_modules_directly_imported_by(module):
            there = [room for room in (one, other) if inside(room, imported)]
            if here and there and here != there:
                return True
    return False


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
def test_each_room_of_a_way_meets_the_next_by_an_import(way: Way, graph: grimp.ImportGraph) -> None:
    apart = [pair for pair in pairwise(way.rooms) if not meet(graph, *pair)]
    assert apart == [], f"no import between these rooms: {apart}"


def test_rooms_that_never_meet_would_be_found(graph: grimp.ImportGraph) -> None:
    assert not meet(graph, "rules.table", "vision.camera.no_such_room")
    assert not meet(graph, "rules.games", "api.web")


def test_the_picture_is_drawn_from_the_contracts() -> None:
    hint = "run python -m tests.architecture_picture"
    assert PICTURE.read_text(encoding="utf-8") == picture(), hint


def test_every_room_stands_in_the_picture() -> None:
    shown = {f"{floor.name}.{room}" for floor in floors() for step in floor.steps for room in step}
    for package in ("api", "vision"):
        there = {
            f"{package}.{path.stem}"
            for path in modules(package)
            if path.suffix == ".py" or any(path.glob("*.py"))
        }
        assert there <= shown, sorted(there - shown)


def test_the_page_shows_the_picture_and_names_every_floor() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert f"](pictures/{PurePath(PICTURE).name})" in text
    for floor in floors():
        assert f"`{floor.name}`" in text
