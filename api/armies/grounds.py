"""Finds the terrain that comes with a game: drawn by hand, or by chance from a number.

Each is a TOML file in the `grounds` folder of a game: areas drawn by hand, or what is to be
scattered.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Final, TypeVar

import shapely
import shapely.affinity

from api.errors import ExitCode, UserError
from api.files.games import package_of
from rules.table.bad_input import BadInputError
from rules.table.files.snapshot_json import FORMAT, read_snapshot
from rules.table.files.strict_json import Fields, items, mapping, number, string, whole
from rules.table.files.strict_toml import parse_toml
from rules.table.snapshot import TableSize, Terrain
from rules.table.units import Inches

Read = TypeVar("Read", int, float)

FOLDER: Final = "grounds"
APART_IN: Final = 2.0
"""Between two areas that are scattered, so that a unit gets through."""
EDGE_IN: Final = 1.5
TRIES: Final = 60
LARGEST_SEED: Final = 999_999
CORNERS: Final = 10
SHAPES: Final = ("round", "square", "band")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScatterRule:
    """What is scattered: so many of a kind, of such a size across."""

    kind: str
    shape: str
    count: tuple[int, int]
    size: tuple[float, float]
    height: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundSet:
    """Ground that a battle can begin on."""

    name: str
    title: str
    says: str
    table: TableSize
    terrain: tuple[Terrain, ...] = ()
    scatter: tuple[ScatterRule, ...] = ()
    options: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    """What has to be agreed for it to count."""

    @property
    def is_random(self) -> bool:
        """Whether it is another one for each number."""
        return bool(self.scatter)

    def laid(self, *, table: TableSize | None = None, seed: int = 0) -> tuple[Terrain, ...]:
        """What lies there; what was drawn by hand lies in the middle of a larger table."""
        size = table or self.table
        if self.is_random:
            return _scattered(self.scatter, table=size, rng=random.Random(f"ground {seed}"))
        east, north = (size.width - self.table.width) / 2, (size.depth - self.table.depth) / 2
        if min(east, north) < 0:
            raise BadInputError(
                "ground",
                expected=f"a table of {self.table.width:g} by {self.table.depth:g} in or more",
                got=f"{size.width:g} by {size.depth:g}",
            )
        return tuple(_shifted(each, east=east, north=north) for each in self.terrain)


@lru_cache(maxsize=64)
def grounds_of(slug: str) -> tuple[GroundSet, ...]:
    """The grounds of a game, those drawn by hand first."""
    try:
        folder = resources.files(package_of(slug)) / FOLDER
        if not folder.is_dir():
            return ()
        files = sorted(folder.iterdir(), key=lambda each: each.name)
        texts = [
            (each.name.removesuffix(".toml"), each.read_text(encoding="utf-8"))
            for each in files
            if each.name.endswith(".toml")
        ]
    except ModuleNotFoundError:
        # A game that a test has made brings none.
        return ()
    found = []
    for name, text in texts:
        try:
            found.append(read_ground(name, text))
        except BadInputError as complaint:
            raise UserError(f"{slug}/{FOLDER}/{name}: {complaint}", ExitCode.BAD_INPUT) from None
    return tuple(sorted(found, key=lambda each: (each.is_random, each.name)))


def ground_named(slug: str, name: str) -> GroundSet:
    """The ground of that name; a BadInputError names those there are."""
    found = next((each for each in grounds_of(slug) if each.name == name), None)
    if found is None:
        known = ", ".join(each.name for each in grounds_of(slug)) or "none for this game"
        raise BadInputError("ground.set", expected=f"one of: {known}", got=repr(name)[:60])
    return found


def read_ground(name: str, text: str) -> GroundSet:
    """A ground from its file; a BadInputError says what is wrong with it."""
    fields = Fields(parse_toml(text, what=name), "")
    title, says = fields.must("title", string), fields.must("says", string)
    width, depth = fields.must("width_in", number), fields.must("depth_in", number)
    none: list[object] = []
    areas = fields.may("area", items, default=none)
    rules = fields.may("scatter", items, default=none)
    agreed: Mapping[str, object] = MappingProxyType({})
    options = fields.may("options", mapping, default=agreed)
    fields.done()
    table = {"width_in": width, "depth_in": depth}
    laid = read_snapshot({"format": FORMAT, "table": table, "pieces": [], "terrain": areas}, "")
    scatter = tuple(_rule(each, f"scatter[{at}]") for at, each in enumerate(rules))
    if bool(scatter) == bool(laid.terrain):
        raise BadInputError(name, expected="areas, or what to scatter", got="both or neither")
    return GroundSet(
        name=name,
        title=title,
        says=says,
        table=laid.table,
        terrain=laid.terrain,
        scatter=scatter,
        options=options,
    )


def renamed_beside(terrain: tuple[Terrain, ...], *, taken: frozenset[str]) -> tuple[Terrain, ...]:
    """The same areas, none of which is called like a piece, however it is spelled.

    >>> wood = Terrain(id="W1", kind="woods", outline=((0, 0), (4, 0), (4, 4)))
    >>> [each.id for each in renamed_beside((wood,), taken=frozenset({"w1"}))]
    ['woods-1']
    """
    used = {name.casefold() for name in taken}
    found = []
    for area in terrain:
        name, at = area.id, 0
        while name.casefold() in used:
            at += 1
            name = f"{area.kind}-{at}"
        used.add(name.casefold())
        found.append(area if name == area.id else replace(area, id=name))
    return tuple(found)


def _rule(value: object, where: str) -> ScatterRule:
    fields = Fields(value, where)
    found = ScatterRule(
        kind=fields.must("kind", string),
        shape=fields.must("shape", _shape),
        count=fields.must("count", lambda each, at: _pair(each, at, read=whole)),
        size=fields.must("size_in", lambda each, at: _pair(each, at, read=number)),
        height=fields.may("height_in", number, default=0.0),
    )
    fields.done()
    return found


def _shape(value: object, where: str) -> str:
    if value not in SHAPES:
        raise BadInputError(where, expected=f"one of {', '.join(SHAPES)}", got=repr(value)[:60])
    return str(value)


def _pair(value: object, where: str, *, read: Callable[[object, str], Read]) -> tuple[Read, Read]:
    least, most = (read(each, where) for each in items(value, where))
    return least, most


def _shifted(area: Terrain, *, east: float, north: float) -> Terrain:
    moved = tuple((Inches(x + east), Inches(y + north)) for x, y in area.outline)
    return replace(area, outline=moved)


def _scattered(
    rules: tuple[ScatterRule, ...], *, table: TableSize, rng: random.Random
) -> tuple[Terrain, ...]:
    """Each where there is room for it; what finds none is left out."""
    inside = shapely.box(EDGE_IN, EDGE_IN, table.width - EDGE_IN, table.depth - EDGE_IN)
    laid: list[shapely.Polygon] = []
    found: list[Terrain] = []
    for rule in rules:
        for at in range(1, rng.randint(*rule.count) + 1):
            outline = _placed(rule, table=table, inside=inside, laid=laid, rng=rng)
            if outline is not None:
                laid.append(outline)
                corners = [(Inches(round(x, 2)), Inches(round(y, 2))) for x, y in _ring(outline)]
                found.append(
                    Terrain(
                        id=f"{rule.kind}-{at}",
                        kind=rule.kind,
                        outline=tuple(corners),
                        height=Inches(rule.height),
                    )
                )
    return tuple(found)


def _placed(
    rule: ScatterRule,
    *,
    table: TableSize,
    inside: shapely.Polygon,
    laid: list[shapely.Polygon],
    rng: random.Random,
) -> shapely.Polygon | None:
    for _ in range(TRIES):
        size = rng.uniform(*rule.size)
        if rule.shape == "band":
            return _band(size, table=table, rng=rng)
        made = _round(size, rng=rng) if rule.shape == "round" else _square(size, rng=rng)
        x, y = rng.uniform(0, table.width), rng.uniform(0, table.depth)
        outline = shapely.affinity.translate(made, x, y)
        if inside.contains(outline) and all(outline.distance(each) >= APART_IN for each in laid):
            return outline
    return None


def _round(size: float, *, rng: random.Random) -> shapely.Polygon:
    spokes = [rng.uniform(0.82, 1.0) * size / 2 for _ in range(CORNERS)]
    circle = shapely.get_coordinates(shapely.Point(0, 0).buffer(1, quad_segs=8))[:-1]
    step = len(circle) / CORNERS
    ring = [circle[int(at * step)] * spoke for at, spoke in enumerate(spokes)]
    return shapely.Polygon(ring)


def _square(size: float, *, rng: random.Random) -> shapely.Polygon:
    deep = size * rng.uniform(0.7, 1.0)
    box = shapely.box(-size / 2, -deep / 2, size / 2, deep / 2)
    return shapely.affinity.rotate(box, rng.choice((0, 0, 90, rng.uniform(-25, 25))))


def _band(width: float, *, table: TableSize, rng: random.Random) -> shapely.Polygon:
    """Across the whole table from west to east, with a bend."""
    heights = [rng.uniform(0.35, 0.65) * table.depth for _ in range(3)]
    across = [0.0, table.width * rng.uniform(0.4, 0.6), float(table.width)]
    upper = [(x, y + width / 2) for x, y in zip(across, heights, strict=True)]
    lower = [(x, y - width / 2) for x, y in zip(across, heights, strict=True)]
    return shapely.Polygon([*lower, *reversed(upper)])


def _ring(outline: shapely.Polygon) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in list(outline.exterior.coords)[:-1]]
