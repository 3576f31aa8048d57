"""Whatever a large file holds, reading it takes little memory: what would take much is refused."""

import json
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from rules.registry import games
from rules.table.bad_input import BadInputError
from rules.table.files.bounded import (
    JSON_SIGNS,
    MOST_LEVELS,
    MOST_LINES,
    MOST_NAMES,
    MOST_TOML_VALUES,
    TOML_SIGNS,
    bounded,
)
from rules.table.files.geojson import terrain_from_geojson
from rules.table.files.printed import PRINTING
from rules.table.files.roster_files import (
    MOST_ENTRIES,
    roster_from_csv,
    roster_from_rows,
    roster_from_toml,
)
from rules.table.files.snapshot_json import snapshot_from_json
from rules.table.files.strict_json import parse
from rules.table.files.strict_toml import parse_toml
from rules.table.shapes import MOST_CORNERS, ring_fault
from rules.table.units import Inches
from tests.rules.table.files.bombs import CSV, JSON, LARGE_JSON, SIZE, TOML, UNITS
from vision.kit.wanted.army import army_from_bytes
from vision.synthetic.described.scene_toml import MOST_VALUES, scene_from_toml

MOST_MEMORY: Final = min(20_000_000, 100 * SIZE) + 30 * SIZE
Read = Callable[[str], object]


def memory_of(read: Read, text: str) -> tuple[int, BadInputError | None]:
    """The most that was held at once while a text was read, and what was said against it."""
    tracemalloc.start()
    try:
        try:
            read(text)
        except BadInputError as complaint:
            return tracemalloc.get_traced_memory()[1], complaint
        return tracemalloc.get_traced_memory()[1], None
    finally:
        tracemalloc.stop()


def _army(text: str) -> object:
    return army_from_bytes(text.encode(), is_csv=False)


def _army_csv(text: str) -> object:
    return army_from_bytes(text.encode(), is_csv=True)


def _toml(text: str) -> object:
    return parse_toml(text, what="it")


def _scene(text: str) -> object:
    return scene_from_toml(text, name="x")


def _toml_bombs() -> Iterator[Any]:
    """Every text for one reader, and a third of them for each other; a soak leaves none out.

    All of them go by way of `parse_toml`: who goes past it falls over any of these.
    """
    for number, read in enumerate((roster_from_toml, _army, _scene)):
        for at, bomb in enumerate(TOML):
            left_out = number > 0 and at % 3 != number
            marks = (pytest.mark.soak, pytest.mark.soak_only) if left_out else ()
            yield pytest.param(read, bomb, marks=marks, id=f"{read.__name__}-{bomb}")


@pytest.mark.parametrize(("read", "bomb"), [*_toml_bombs()])
def test_toml_that_means_harm_is_refused_before_it_is_read(read: Read, bomb: str) -> None:
    peak, complaint = memory_of(read, TOML[bomb])
    assert complaint is not None
    assert len(str(complaint)) < 1000
    assert peak < MOST_MEMORY


@pytest.mark.parametrize("bomb", CSV)
@pytest.mark.parametrize(
    "read", [lambda text: roster_from_csv(text, others=PRINTING), _army_csv], ids=["roster", "kit"]
)
def test_csv_that_means_harm_is_refused(read: Read, bomb: str) -> None:
    peak, complaint = memory_of(read, CSV[bomb])
    assert complaint is not None
    assert len(str(complaint)) < 1000
    assert peak < MOST_MEMORY


@pytest.mark.parametrize("bomb", UNITS)
@pytest.mark.parametrize("name", ["units", "attacks"])
def test_a_unit_list_that_means_harm_is_refused(bomb: str, name: str) -> None:
    (read,) = [game.read_units for game in games().values() if game.read_units is not None]
    peak, complaint = memory_of(lambda text: read({name: text}), UNITS[bomb])
    assert complaint is not None
    assert len(str(complaint)) < 1000
    assert peak < MOST_MEMORY


@pytest.mark.parametrize("bomb", JSON)
@pytest.mark.parametrize("read", [snapshot_from_json, terrain_from_geojson])
def test_json_that_means_harm_is_refused(read: Read, bomb: str) -> None:
    peak, complaint = memory_of(read, JSON[bomb])
    assert complaint is not None
    assert len(str(complaint)) < 1000
    assert peak < MOST_MEMORY


@pytest.mark.parametrize("large", LARGE_JSON)
def test_json_takes_little_memory_whatever_it_holds(large: str) -> None:
    peak, _ = memory_of(lambda text: parse(text, what="it"), LARGE_JSON[large])
    assert peak < MOST_MEMORY


def test_a_roster_for_a_crowded_table_is_read() -> None:
    rows = [
        f'[[piece]]\nid = "A{number}"\nname = "the one. of. the. many. dots. it. has."\n'
        f'side = "red"\nkind = "squad"\nfootprint = "disc 1.2"\ntags = [{number}]\n'
        f"tag_heights_in = [1.5]\n"
        for number in range(MOST_ENTRIES)
    ]
    assert len(roster_from_toml("".join(rows)).entries) == MOST_ENTRIES
    with pytest.raises(BadInputError, match="at most 1,000 pieces"):
        roster_from_rows([{"id": f"A{n}", "footprint": "disc 1"} for n in range(MOST_ENTRIES + 1)])


@pytest.mark.parametrize(
    ("read", "text", "says"),
    [
        (_toml, f"a = [{'1,' * MOST_TOML_VALUES}]", "at most 40,000 values"),
        (_scene, f"a = [{'1,' * MOST_VALUES}]", "at most 250,000 values"),
        (_toml, "\n" * (MOST_LINES + 1), "at most 50,000 lines"),
    ],
)
def test_a_text_that_holds_more_than_any_file_is_refused(read: Read, text: str, says: str) -> None:
    with pytest.raises(BadInputError, match=says):
        read(text)


def test_levels_are_counted_outside_of_texts_and_remarks() -> None:
    for text in (
        'a = "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["',
        "a = '''[[[[[[[[[[[[[[[[[[[[[[[[\n[[[[[[[[[[[[[[[[[['''",
        'a = """[[[[[[[[[[[[[[[[[[[[[[[["\n[[[[[[[[[[[[[[[[[[""""',
        "# [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\na = 1",
        "a.b.c.d.e.f.g.h = 1.5\ni = [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5]",
    ):
        assert isinstance(parse_toml(text, what="it"), dict)
    for text in (f"a = {'[' * 33}{']' * 33}", ".".join("a" * (MOST_NAMES + 1)) + " = 1"):
        with pytest.raises(BadInputError, match=r"levels of nesting|names in a key"):
            parse_toml(text, what="it")


def test_the_two_readers_count_the_same_levels() -> None:
    value: object = 0
    for _ in range(MOST_LEVELS):
        value = [value]
    text = json.dumps(value)
    bounded(text, what="it", signs=JSON_SIGNS)
    bounded(f"a = {text}", what="it", signs=TOML_SIGNS)
    with pytest.raises(BadInputError, match="levels of nesting"):
        bounded(f"[{text}]", what="it", signs=JSON_SIGNS)


def test_an_outline_has_an_end() -> None:
    ring = tuple((Inches(float(n)), Inches(float(n * n))) for n in range(MOST_CORNERS + 1))
    assert ring_fault(ring) == "2,001 corners, 2,000 are the most"
