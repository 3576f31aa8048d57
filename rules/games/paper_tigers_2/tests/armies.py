"""Makes armies of the second edition that tests play: lines of lists, and random ones."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers_2.units.catalogue import Historical, historical
from rules.table.roster import Entry
from rules.table.shapes import Disc, Footprint, Rectangle
from rules.table.units import Inches

VEHICLE: Final = Rectangle(length=Inches(3.0), width=Inches(1.5))
SQUAD: Final = Disc(radius=Inches(0.6))
GUN: Final = Disc(radius=Inches(0.9))


def outline_of(kind: str) -> Footprint:
    """The outline that a unit of this type has."""
    kind = kind.removeprefix("improved ")
    if kind in {"infantry", "scouts", "squad"}:
        return SQUAD
    return GUN if kind.endswith("gun") and "self" not in kind else VEHICLE


def line(name: str, *, side: str, kind: str, **extra: object) -> Entry:
    """A line of an army list."""
    columns = {
        "force": "",
        "unit": "",
        "arrives": 0,
        "figures": 0,
        "model": "",
        "nation": "",
        "improved": False,
        "traits": (),
        **extra,
    }
    return Entry(
        id=name,
        name=name,
        side=side,
        kind=kind,
        footprint=outline_of(kind),
        tags=(),
        extra=MappingProxyType(columns),
    )


def army(side: str, kinds: Sequence[str], *, letter: str = "", force: str = "") -> list[Entry]:
    """Units of a side by their types, further modifiers after a plus sign."""
    found = []
    for k, told in enumerate(kinds, 1):
        kind, *traits = (part.strip() for part in told.split("+"))
        name = f"{letter or side[0]}{k}"
        found.append(line(name, side=side, kind=kind, traits=tuple(traits), force=force))
    return found


def listed(name: str, *, side: str, model: Historical, **extra: object) -> Entry:
    """A historical unit in an army."""
    made = line(name, side=side, kind="historical", model=model.name, nation=model.nation, **extra)
    return replace(made, footprint=outline_of(model.type))


AFLOAT: Final = frozenset({"landing craft", "glider"})


def random_army(side: str, *, count: int, seed: str) -> list[Entry]:
    """Units of one nation, at random, of those that begin on land."""
    rng = Random(f"{seed} {side}")
    nation = rng.choice(sorted({nation for nation, _ in historical()}))
    able = [
        each for each in historical().values() if each.nation == nation and each.type not in AFLOAT
    ]
    foot = [each for each in able if each.type == "infantry"]
    chosen = [rng.choice(foot), rng.choice(able), *rng.choices(able, k=max(0, count - 3))]
    found = [
        listed(f"{side[0]}{k}", side=side, model=model, traits=_support(model, rng))
        for k, model in enumerate(chosen, 1)
    ]
    gun = rng.choice(("light towed gun", "towed gun", "heavy towed gun"))
    howitzer = ("howitzer",) if rng.random() < 0.4 else ()
    return [*found, line(f"{side[0]}{len(chosen) + 1}", side=side, kind=gun, traits=howitzer)]


def _support(model: Historical, rng: Random) -> tuple[str, ...]:
    if model.type != "infantry":
        return ()
    return rng.choice(((), (), ("machine gun",), ("mortar",)))
