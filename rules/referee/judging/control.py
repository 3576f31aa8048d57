"""Finds which side controls an area: with a unit in it, and no enemy near it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, TypeVar

from rules.referee.judging.areas import Holding, InAreaTest, comes_near, holding_of
from rules.referee.toolkit.evidence import Leaning, Measured, measured
from rules.referee.toolkit.findings import Agreed
from rules.table.measuring.zones import near_area
from rules.table.outlines.outline import farthest
from rules.table.seeing import why_unmeasurable
from rules.table.sight.near_line import spread_at
from rules.table.snapshot import Piece, Snapshot, Terrain
from rules.table.units import ROUNDING, Inches, plain
from rules.table.verdict import Answer, Doubt

_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """Who controls a feature, decided by the measured values as they stand."""

    side: str | None
    says: str
    measured: tuple[Measured, ...]
    doubtful: bool
    """Whether the error, or a unit that nobody sees, could make it somebody else."""
    asked: bool
    """Whether it is for the players to say: as agreed, or because nobody sees who is there."""
    unseen: bool = False
    """Whether the doubt is about a unit that nobody sees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Claim:
    """How a side stands to a feature: surely, as measured, and at best."""

    sure: bool
    measured: bool
    possible: bool
    says: str


def who_controls(
    snapshot: Snapshot,
    area: Terrain,
    *,
    sides: Mapping[str, Sequence[str]],
    enemies: Mapping[str, Sequence[str]] | None = None,
    reach: Inches = Inches(3.0),
    test: InAreaTest = InAreaTest.CENTRE,
    agreed: Agreed,
) -> Control:
    """Who has a unit in the area and no enemy within ``reach`` of it.

    ``sides`` says which units may hold it for a side; ``enemies`` which ones contest it against a
    side, and without them the others' units do. Within the courtesy of a limit is doubtful.
    """
    against = _others(sides) if enemies is None else enemies
    holders = [unit for own in sides.values() for unit in own]
    contesting = list(dict.fromkeys(unit for own in against.values() for unit in own))
    tolerance, doubt = agreed.tolerance, agreed.doubt
    floor = replace(doubt, floor=Inches(max(doubt.floor, tolerance.courtesy)))
    pieces = _near(snapshot, [*holders, *contesting], area=area, reach=reach, doubt=floor)
    near = {piece.id for piece in pieces}
    table = replace(snapshot, pieces=pieces, terrain=())
    held = {
        unit: holding_of(table, unit, areas=[area], test=test, eps=floor.floor, doubt=doubt)
        for unit in holders
        if unit in near
    }
    name = f"{area.kind} {area.id}"
    gaps = {
        unit: measured(verdict, what="gap", snapshot=snapshot.number)
        for unit, verdict in near_area(
            table, area.outline, reach=reach, name=name, sigma=area.sigma, doubt=floor
        ).items()
    }
    claims = {
        side: _claim(_of(own, held), _of(against.get(side, ()), gaps))
        for side, own in sides.items()
    }
    owners = [side for side, claim in claims.items() if claim.measured]
    doubtful = any(claim.possible and not claim.sure for claim in claims.values())
    unseen = doubtful and _anybody_unseen(held, gaps)
    side = owners[0] if len(owners) == 1 else None
    return Control(
        side=side,
        says=_control_in_words(name, side=side, claims=claims, doubt=_DOUBTS[doubtful, unseen]),
        measured=(
            *(each for holding in held.values() for each in holding.measured),
            *(gaps[unit] for unit in contesting if _is_told(gaps.get(unit))),
        ),
        doubtful=doubtful,
        asked=doubtful and (unseen or Leaning.ASK in {tolerance.doubt, tolerance.borderline}),
        unseen=unseen,
    )


def _of(units: Sequence[str], found: Mapping[str, _Found]) -> dict[str, _Found]:
    """What was found of these units; whoever is far off was not looked at."""
    return {unit: found[unit] for unit in units if unit in found}


def _near(
    snapshot: Snapshot, names: Sequence[str], *, area: Terrain, reach: Inches, doubt: Doubt
) -> tuple[Piece, ...]:
    """The units that may hold an area or contest it; the others are too far off to be measured."""
    pieces = [snapshot.piece(name) for name in dict.fromkeys(names)]
    return tuple(
        piece for piece in pieces if _counts(snapshot, piece, area=area, reach=reach, doubt=doubt)
    )


def _counts(
    snapshot: Snapshot, piece: Piece, *, area: Terrain, reach: Inches, doubt: Doubt
) -> bool:
    """Whether a unit may be near enough, or nobody can tell where it is."""
    if why_unmeasurable(snapshot, piece=piece, doubt=doubt):
        return True
    shared = snapshot.shared
    error = spread_at(piece, lever=farthest(piece.footprint)) + area.sigma
    error += shared.scale * (snapshot.table.width + snapshot.table.depth) + 2 * shared.plane
    return comes_near(piece, area, doubt=doubt, beside=Inches(reach + doubt.bound(2 * error)))


def _is_told(gap: Measured | None) -> bool:
    """Whether a gap is near enough to its limit to be evidence."""
    return gap is not None and gap.answer is not Answer.NO


_DOUBTS: Final = MappingProxyType(
    {
        (False, False): "",
        (True, False): " (too close to be sure)",
        (True, True): " (not everybody is seen)",
    }
)
"""What is said of a doubt, and of one about somebody unseen."""


def _anybody_unseen(held: Mapping[str, Holding], gaps: Mapping[str, Measured]) -> bool:
    return any(each.unseen for each in held.values()) or any(
        gap.answer is Answer.CANNOT_SEE for gap in gaps.values()
    )


def _others(sides: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The units of everybody else, for each side."""
    return {
        side: [unit for other in sides if other != side for unit in sides[other]] for side in sides
    }


def _claim(held: Mapping[str, Holding], gaps: Mapping[str, Measured]) -> _Claim:
    """How far a side may call a feature its own, with its own units and the enemies' gaps."""
    answers = {unit: holding.any_answer for unit, holding in held.items()}
    inside = [unit for unit, holding in held.items() if holding.sure or holding.leaning]
    close = [
        unit for unit, gap in gaps.items() if gap.margin is not None and gap.margin >= -ROUNDING
    ]
    words = {gap.answer for gap in gaps.values()}
    if not inside:
        says = "has nobody in it"
    elif close:
        gap, nearest = min((gaps[unit].value or 0.0, unit) for unit in close)
        says = f"has {inside[0]} in it, but {nearest} is {plain(gap)} in from it"
    else:
        says = f"has {inside[0]} in it"
    return _Claim(
        sure=Answer.YES in answers.values() and words <= {Answer.NO},
        measured=bool(inside) and not close,
        possible=any(answer is not Answer.NO for answer in answers.values())
        and Answer.YES not in words,
        says=says,
    )


def _control_in_words(
    name: str, *, side: str | None, claims: Mapping[str, _Claim], doubt: str
) -> str:
    why = ", ".join(f"{each} {claim.says}" for each, claim in claims.items())
    says = f"{side} controls {name}" if side else f"nobody controls {name}"
    return f"{says}: {why}{doubt}"
