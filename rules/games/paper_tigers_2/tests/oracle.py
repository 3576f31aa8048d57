"""Says what a unit of the lists can do, worked out again from the rulebook alone.

It reads the list of units as plain text and counts by itself: nothing here is of the game.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

UNITS = Path(__file__).parents[4] / "rules" / "games" / "paper_tigers_2" / "units.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """Everything about one unit that a player looks up."""

    fire: tuple[int, int]
    """Dice on a red and a black card within 12 in; of the main gun, where there is one."""
    fire_far: tuple[int, int]
    move: tuple[tuple[int, int], tuple[int, int]]
    """Dice rolled and dice kept, on a red and on a black card."""
    armour: tuple[int, int]
    """Dice from the front, and from elsewhere."""
    saves_on: int
    cap: float | None
    range_in: float | None
    destroyed_at: int
    points: int
    machine_gun: bool
    main_gun: bool


LIGHT = ("light tank", "tank destroyer", "light self-propelled gun")
HEAVY = ("heavy tank", "heavy self-propelled gun")


def rows() -> list[dict[str, Any]]:
    """The lines of the list, as they stand in its file."""
    found: list[dict[str, Any]] = tomllib.loads(UNITS.read_text(encoding="utf-8"))["units"]
    return found


def card_of(row: Mapping[str, Any]) -> Card:
    """The card of one unit."""
    kind = str(row["type"])
    good = list(row.get("advantages", ()))
    bad = list(row.get("disadvantages", ()))
    notes = list(row.get("notes", ()))
    near, far = _fire(kind, notes)
    return Card(
        fire=near,
        fire_far=far,
        move=(_move(kind, good, bad, colour=2), _move(kind, good, bad, colour=3)),
        armour=_armour(kind, good),
        saves_on=6 if kind.startswith("light") and _car_like(kind) else 5,
        cap=6.0 if kind in {"infantry", "landing craft"} else None,
        range_in=12.0 if kind == "infantry" else None,
        destroyed_at=1 if kind == "light transport" else 2,
        points=max(1, _base(kind) + len(good) - len(bad)),
        machine_gun=_machine_gun(kind, good, notes),
        main_gun=_main_gun(kind, notes),
    )


def _car_like(kind: str) -> bool:
    return kind.endswith(("car", "halftrack", "carrier"))


def _fire(kind: str, notes: list[str]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Colour dice; +1 for a heavy gun, -1 beyond 12 in for a light one; a note replaces both."""
    plus, minus = 0, 0
    if kind in (*HEAVY, "tank destroyer"):
        plus = 1
    if kind in {"light tank", "light armoured car"}:
        minus = 1
    for note in notes:
        if note in {"heavy gun", "heavy howitzer"}:
            plus, minus = 1, 0
        if note == "medium gun":
            plus, minus = 0, 0
        if note == "light gun":
            plus, minus = 0, 1
    near = (3 + plus, 2 + plus)
    return near, (near[0] - minus, near[1] - minus)


def _move(kind: str, good: list[str], bad: list[str], *, colour: int) -> tuple[int, int]:
    count = 3 if kind.endswith(("halftrack", "carrier")) else colour
    kept = count
    if kind in LIGHT:
        count += 1
    if kind in HEAVY:
        count, kept = count - 1, kept - 1
    change = good.count("fast") + 2 * good.count("hell on wheels") - bad.count("underpowered")
    count, kept = count + change, kept + change
    return (count + 1 - kept, 1) if kept < 1 else (count, kept)


def _armour(kind: str, good: list[str]) -> tuple[int, int]:
    if "heavy armour" in good or kind in HEAVY:
        return 3, 2
    if kind.endswith("tank") or "tank destroyer" in kind or "self-propelled" in kind:
        return 2, 1
    return (1, 1) if _car_like(kind) else (0, 0)


def _base(kind: str) -> int:
    if kind.endswith(("tank", "destroyer")) or "self-propelled" in kind:
        return 5
    return 3 if _car_like(kind) else 1


def _machine_gun(kind: str, good: list[str], notes: list[str]) -> bool:
    by_type = kind.endswith(("tank", "destroyer")) or _car_like(kind)
    noted = any("machine gun" in note and "allowed" not in note for note in notes)
    return by_type or noted or "machine gun" in good


def _main_gun(kind: str, notes: list[str]) -> bool:
    if {"machine gun only", "two machine guns"} & set(notes):
        return False
    if kind in {"transport", "light transport", "landing craft", "glider"}:
        return any(note.endswith(" gun") and "machine" not in note for note in notes)
    return kind != "infantry"
