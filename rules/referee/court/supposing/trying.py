"""Judges a command on a moved copy of the table: nothing is written, and nobody learns of it.

What would come of it is not told, for that may rest on what nobody knows yet: only whether it would
be allowed, by which clause and numbers, which place nearby would do, and what would be rolled next.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from rules.referee.court.asking import heard
from rules.referee.court.consent import told_refusal
from rules.referee.court.differences import judge_of
from rules.referee.court.hidden import shown_to
from rules.referee.court.supposing.rolls_next import rolls_next
from rules.referee.court.supposing.what_if import Ghost, TableLook, ruled_places, supposed
from rules.referee.judging.unit_maps import firing_places, reach_map
from rules.referee.log.battle import Battle
from rules.referee.log.drafts import refused
from rules.referee.log.house_words import REFEREE_COMMANDS
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Command, Decision, Refusal
from rules.referee.toolkit.vocabulary import kind_of
from rules.table.bad_input import BadInputError
from rules.table.maps.cells import CellAnswer, CellGrid
from rules.table.snapshot import Snapshot
from rules.table.units import Inches, plain

_STEP: Final = Inches(0.5)
_MOST_TRIED: Final = 24
"""Places at which the command is judged in search of one that would do."""
_ON_THE_WAY: Final = 12
"""Steps of the straight way back to where the unit stood."""
_CLOSER: Final = 8
"""How often the way to such a place is halved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NearestPlace:
    """The nearest place found at which the command would be allowed."""

    x_in: Inches
    y_in: Inches
    away_in: Inches
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedCommand:
    """What the referee would say to a command."""

    refusal: Refusal | None
    evidence: tuple[Measured, ...]
    says: str
    nearest: NearestPlace | None = None
    rolls: tuple[str, ...] = ()
    """What its author would have to roll next, and what which result brings."""


def tried(
    battle: Battle,
    snapshot: Snapshot,
    *,
    command: Command,
    ghost: Ghost | None = None,
    near: bool = True,
) -> TriedCommand:
    """The answer to a command of the game's, were a unit where its ghost stands.

    With ``near`` a refusal also says which place nearby would do.
    """
    shown = shown_to(battle, snapshot, seat=command.author)
    body = heard(battle, command.body)
    if not isinstance(body, Refusal) and kind_of(body) in REFEREE_COMMANDS.kinds:
        body = refused("REF-2", "Only what is done on the table can be tried.")
    if isinstance(body, Refusal):
        return TriedCommand(refusal=body, evidence=body.evidence, says=body.reason)
    command = replace(command, body=body)
    found = _judged(battle, shown, command=command, ghost=ghost)
    if not isinstance(found, Refusal):
        evidence = tuple(each for event in found for each in event.evidence)
        rolls = rolls_next(battle, found, seat=command.author)
        says = "That would be allowed."
        return TriedCommand(refusal=None, evidence=evidence, says=says, rolls=rolls)
    found = told_refusal(battle, found)
    nearest = _nearest(battle, shown, command=command, ghost=ghost) if ghost and near else None
    says = f"{found.reason} {nearest.says}" if nearest else found.reason
    return TriedCommand(refusal=found, evidence=found.evidence, says=says, nearest=nearest)


def _judged(battle: Battle, shown: Snapshot, *, command: Command, ghost: Ghost | None) -> Decision:
    """The decision on a moved copy; that the unit is not where it was ruled to be is no matter."""
    try:
        table = shown if ghost is None else supposed(battle, shown, ghost=ghost)
        judge = judge_of(battle, table, settles=ghost.unit if ghost else "")
        return judge(command)
    except BadInputError as error:
        return refused("REF-2", f"That cannot be done as it is given: {error}.")


def _nearest(
    battle: Battle, shown: Snapshot, *, command: Command, ghost: Ghost
) -> NearestPlace | None:
    """The nearest place that would do: on the way it came, unless one beside that is nearer."""

    def holds(there: Ghost) -> bool:
        return _would_do(battle, shown, command=command, ghost=there)

    back = _back(battle, ghost=ghost, holds=holds)
    away = math.inf if back is None else _apart(back, ghost)
    for there in _likely(battle, shown, command=command, ghost=ghost):
        if _apart(there, ghost) < away and holds(there):
            beside = _drawn_in(good=there, bad=ghost, holds=holds)
            return _told(beside, ghost=ghost)
    return None if back is None else _told(back, ghost=ghost)


def _apart(one: Ghost, other: Ghost) -> float:
    return math.dist((one.x_in, one.y_in), (other.x_in, other.y_in))


def _back(battle: Battle, *, ghost: Ghost, holds: Callable[[Ghost], bool]) -> Ghost | None:
    """Where it would do on the straight way back, the farthest on."""
    bad = ghost
    for there in _on_the_way(battle, ghost=ghost):
        if holds(there):
            return _drawn_in(good=there, bad=bad, holds=holds)
        bad = there
    return None


def _likely(battle: Battle, shown: Snapshot, *, command: Command, ghost: Ghost) -> Iterator[Ghost]:
    """Places to try, the nearest first: where it reaches, and whence it hits whom it names."""
    look = TableLook(shown, battle=battle, seat=command.author)
    counts = look.counts(ghost.unit)
    grid = CellGrid(table=shown.table, step=_STEP)
    middles = grid.middles()
    away = np.hypot(middles[:, 0] - ghost.x_in, middles[:, 1] - ghost.y_in)
    maps = []
    if counts is not None:
        maps = [reach_map(counts, grid)]
        for name in _named(command.body):
            other = look.counts(name) if name != ghost.unit else None
            if other is not None:
                maps.insert(0, firing_places(counts, other.piece, grid=grid))
    found = [each for each in maps if each is not None]
    share = max(1, _MOST_TRIED // max(1, len(found)))
    for each in found:
        cells = np.nonzero(each.answers == CellAnswer.YES)[0]
        for cell in cells[np.argsort(away[cells], kind="stable")][:share]:
            x, y = (Inches(float(value)) for value in middles[cell])
            yield replace(ghost, x_in=x, y_in=y)


def _on_the_way(battle: Battle, *, ghost: Ghost) -> Iterator[Ghost]:
    """Places on the straight way from where a unit was ruled to be, the farthest first."""
    ruled = ruled_places(battle).get(ghost.unit)
    if ruled is None or ruled.spot is None:
        return
    x, y = ruled.spot.x_in, ruled.spot.y_in
    for left in range(_ON_THE_WAY - 1, 0, -1):
        share = left / _ON_THE_WAY
        yield replace(
            ghost,
            x_in=Inches(round(x + share * (ghost.x_in - x), 2)),
            y_in=Inches(round(y + share * (ghost.y_in - y), 2)),
        )


def _would_do(battle: Battle, shown: Snapshot, *, command: Command, ghost: Ghost) -> bool:
    """Whether it is allowed there, and within its limits without anybody's courtesy."""
    found = _judged(battle, shown, command=command, ghost=ghost)
    if isinstance(found, Refusal):
        return False
    evidence = (each for event in found for each in event.evidence)
    return not any(each.courtesy > 0 and (each.margin or 0) < 0 for each in evidence)


def _named(body: object) -> list[str]:
    fields = getattr(body, "__dataclass_fields__", {})
    return [value for name in fields if isinstance(value := getattr(body, name), str) and value]


def _drawn_in(*, good: Ghost, bad: Ghost, holds: Callable[[Ghost], bool]) -> Ghost:
    """As near to where it is refused as it is still allowed."""
    for _ in range(_CLOSER):
        middle = replace(
            good,
            # In hundredths, as the page puts a piece down: rounding must not make it too far.
            x_in=Inches(round((bad.x_in + good.x_in) / 2, 2)),
            y_in=Inches(round((bad.y_in + good.y_in) / 2, 2)),
        )
        if holds(middle):
            good = middle
        else:
            bad = middle
    return good


def _told(there: Ghost, *, ghost: Ghost) -> NearestPlace:
    east, north = there.x_in - ghost.x_in, there.y_in - ghost.y_in
    away = math.hypot(east, north)
    return NearestPlace(
        x_in=Inches(round(there.x_in, 3)),
        y_in=Inches(round(there.y_in, 3)),
        away_in=Inches(away),
        says=f"It would do {plain(Inches(away))} in {bearing(east, north)} of there.",
    )


_POINTS: Final = (
    "east",
    "north-east",
    "north",
    "north-west",
    "west",
    "south-west",
    "south",
    "south-east",
)


def bearing(east: float, north: float) -> str:
    """The name of a direction on the table.

    >>> bearing(1, 0.1), bearing(-1, -1)
    ('east', 'south-west')
    """
    return _POINTS[round(math.atan2(north, east) / (math.pi / 4)) % 8]
