"""Measures how near a ruling was to another: what would have to lie elsewhere, and how far.

Everything is judged again by the game itself, on a table in which one thing was shifted a little.
So whatever the game looks at is in it, and nothing else.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import shapely

from api.review.record.rulings import Case, closest, judged, with_options
from rules.referee.court.asking import Ruling
from rules.referee.court.disputing.refusal_disputes import PASSES
from rules.referee.log.house_options import all_options
from rules.referee.log.open_disputes import subjects_of
from rules.referee.toolkit.settings import Option, Value
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Snapshot
from rules.table.units import Inches, plain

FARTHEST: Final = 0.5
"""Inches; a piece that would have to lie farther off than that is no matter of measuring."""
FINE: Final = 0.01
NEAR_LINE: Final = 1.5
"""Terrain farther than this from everything that was measured has no part in the ruling."""
MOST_THINGS: Final = 16
DIRECTIONS: Final = (
    ("east", 1.0, 0.0),
    ("west", -1.0, 0.0),
    ("north", 0.0, 1.0),
    ("south", 0.0, -1.0),
)
DIFFERENT_TABLE: Final = "REF-4"
"""A refusal because the table is not as the game has it says nothing about the ruling."""
MOST_READINGS: Final = 80

Signature = tuple[object, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingChange:
    """A shift that would change the ruling."""

    thing: str
    is_terrain: bool
    direction: str
    inches: float
    then: str
    """What the ruling would be, in a few words."""

    @property
    def says(self) -> str:
        edge = "'s edge" if self.is_terrain else ""
        return (
            f"would change if {self.thing}{edge} were {plain(Inches(self.inches))} in further "
            f"{self.direction}: {self.then}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleReading:
    """One reading of an ambiguous rule, and what the ruling is under it."""

    option: str
    ambiguity: str
    says: str
    value: Value
    agreed: bool
    """Whether it is the reading that the players agreed on."""
    then: str
    differs: bool


def changes_of(case: Case) -> tuple[RulingChange, ...]:
    """The smallest shifts that would change a ruling, the smallest first; none within half an inch
    where it stands firm.
    """
    case = closest(case)
    base = signature(judged(case))
    found = [
        change
        for thing, is_terrain in _things(case)
        for direction, x, y in DIRECTIONS
        if (
            change := _smallest(
                case, base, thing=thing, is_terrain=is_terrain, way=(direction, x, y)
            )
        )
    ]
    return tuple(sorted(found, key=lambda each: (each.inches, each.thing, each.direction)))


def readings_of(case: Case) -> tuple[RuleReading, ...]:
    """All readings of each ambiguous rule that bears on this ruling, side by side."""
    case = closest(case)
    agreed = case.before.options.values
    base = signature(judged(case))
    found: list[RuleReading] = []
    options = [each for each in all_options(case.before.game) if each.ambiguity]
    for option in options[:MOST_READINGS]:
        told = [
            _reading(case, option, value=value, base=base, agreed=agreed[option.name] == value)
            for value in _values(option, agreed[option.name])
        ]
        if any(each.differs for each in told):
            found += told
    return tuple(found)


def signature(ruling: Ruling) -> Signature:
    """The part of a ruling that is an answer and not a length."""
    if ruling.refusal is not None:
        return ("refused", ruling.refusal.clause)
    return tuple(
        (
            entry.clause,
            _bare(entry.body),
            tuple((each.get("what"), each.get("answer")) for each in entry.evidence),
        )
        for entry in ruling.entries
    )


def in_words(ruling: Ruling) -> str:
    """A ruling in a few words."""
    if ruling.refusal is not None:
        if ruling.refusal.reason == PASSES:
            return "it would have been accepted"
        return f"refused by {ruling.refusal.clause}: {ruling.refusal.reason}"
    measured = [each for entry in ruling.entries for each in entry.evidence]
    told = dict.fromkeys(
        f"{each.get('what')} {str(each.get('answer')).replace('_', ' ').lower()}"
        for each in measured
    )
    return ", ".join(told) or " ".join(ruling.says)


def _things(case: Case) -> Iterator[tuple[str, bool]]:
    bodies = [entry.body for entry in case.entries]
    subjects = subjects_of(case.before.setup, [case.asked.command, *bodies])
    measured = [each for entry in case.entries for each in entry.measured]
    named = {name for each in measured for name in each.blockers}
    lines = [shapely.LineString(each.line) for each in measured if len(each.line) > 1]
    area = shapely.buffer(shapely.union_all(lines), NEAR_LINE) if lines else None
    pieces = [
        piece.id
        for piece in case.snapshot.pieces
        if piece.pose is not None
        and (
            piece.id in subjects
            or (area is not None and _inside(area, (piece.pose.x, piece.pose.y)))
        )
    ]
    grounds = [
        each.id
        for each in case.snapshot.terrain
        if each.id in named
        or (area is not None and shapely.intersects(area, shapely.Polygon(each.outline)))
    ]
    yield from [(name, False) for name in pieces[:MOST_THINGS]]
    yield from [(name, True) for name in grounds[:MOST_THINGS]]


def _inside(area: shapely.Geometry, place: tuple[float, float]) -> bool:
    return bool(shapely.intersects(area, shapely.Point(place)))


def _smallest(
    case: Case, base: Signature, *, thing: str, is_terrain: bool, way: tuple[str, float, float]
) -> RulingChange | None:
    direction, x, y = way

    def ruled(inches: float) -> Ruling | None:
        by = (x * inches, y * inches)
        move = with_terrain if is_terrain else with_piece
        try:
            found = judged(case, snapshot=move(case.snapshot, thing, by=by))
        except BadInputError:
            # It would lie off the table.
            return None
        refusal = found.refusal
        return None if refusal is not None and refusal.clause == DIFFERENT_TABLE else found

    low, high = 0.0, FARTHEST
    last = ruled(high)
    while last is None and high > FINE:
        high /= 2
        last = ruled(high)
    if last is None or signature(last) == base:
        return None
    while high - low > FINE:
        middle = (low + high) / 2
        now = ruled(middle)
        if now is None or signature(now) == base:
            low = middle
        else:
            high, last = middle, now
    inches = math.ceil(high / FINE) * FINE
    return RulingChange(
        thing=thing, is_terrain=is_terrain, direction=direction, inches=inches, then=in_words(last)
    )


def with_piece(snapshot: Snapshot, name: str, *, by: tuple[float, float]) -> Snapshot:
    piece = snapshot.piece(name)
    assert piece.pose is not None
    x, y = Inches(piece.pose.x + by[0]), Inches(piece.pose.y + by[1])
    return snapshot.moved(replace(piece, pose=replace(piece.pose, x=x, y=y)))


def with_terrain(snapshot: Snapshot, name: str, *, by: tuple[float, float]) -> Snapshot:
    moved = tuple(
        replace(
            each, outline=tuple((Inches(x + by[0]), Inches(y + by[1])) for x, y in each.outline)
        )
        if each.id == name
        else each
        for each in snapshot.terrain
    )
    return replace(snapshot, terrain=moved, number=snapshot.number)


def _values(option: Option, agreed: Value) -> tuple[Value, ...]:
    """The agreed value first; a number has too many readings to tell, so it has its usual one."""
    if isinstance(option.default, bool):
        every: tuple[Value, ...] = (True, False)
    elif option.choices:
        every = option.choices
    else:
        every = (option.default,)
    return (agreed, *(each for each in every if each != agreed))


def _reading(
    case: Case, option: Option, *, value: Value, base: Signature, agreed: bool
) -> RuleReading:
    then, differs = "as it was ruled", False
    if not agreed:
        try:
            ruling = judged(case, before=with_options(case.before, **{option.name: value}))
            then, differs = in_words(ruling), signature(ruling) != base
        except (BadInputError, LookupError, AssertionError, ValueError) as fault:
            then = f"cannot be told: the battle would have gone another way ({fault})"
    return RuleReading(
        option=option.name,
        ambiguity=option.ambiguity,
        says=option.says,
        value=value,
        agreed=agreed,
        then=then,
        differs=differs,
    )


def _bare(value: object) -> object:
    """A body without its lengths, which waver without changing anything."""
    if isinstance(value, dict):
        # The sentence of a refusal has its lengths in it.
        names = sorted(name for name in value if name != "refusal")
        return tuple((name, _bare(value[name])) for name in names)
    if isinstance(value, list):
        return tuple(_bare(each) for each in value)
    return "length" if isinstance(value, float) else value
