"""Moves the pieces of a table without a camera to where the rulings of a battle have them.

A place that is typed, an override that was agreed on, a take-back: whatever changes where a unit
is, changes the one table that the map, Measure and the next ruling read. A piece that stands there
already, since it was dragged before, stays as it is.
"""

import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from statistics import fmean
from typing import Final

from api.battles.session import BattleChange, Session
from api.tables.hand import Edit, HandTable, HeldTable, RulingFollowed, followed
from api.tables.source import TableSource
from rules.referee.log.battle import Battle, replayed
from rules.referee.toolkit.spots import RuledPlace, RuledPlaces, Spot, changed_places, shown_spot
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Piece

SAME_IN: Final = 0.02
SAME_DEG: Final = 0.5
"""A piece that is this near to its place, and looks this nearly the same way, is left alone."""


class RuledTable:
    """Keeps the table by hand where the rulings of battles have their pieces."""

    __slots__ = ("_table",)

    def __init__(self, table: Callable[[], TableSource]) -> None:
        """`table` tells which one is in play; one that somebody watches is left alone."""
        self._table = table

    def attend(self, session: Session) -> None:
        """Follow a battle from now on, and what its last moments before a crash ruled."""
        known = _places(session.battle)
        if known is None:
            return
        self._catch_up(session, known)

        def follow(change: BattleChange) -> None:
            nonlocal known
            after = _places(change.battle)
            assert known is not None
            assert after is not None
            moved = changed_places(known, after)
            known = after
            self._move(moved, session.name, battle=change.battle)

        session.watch(follow)

    def _move(self, moved: RuledPlaces, name: str, *, battle: Battle) -> None:
        """The ruling stands though the table or its disk refuses: the game tells what differs."""
        table = self._table()
        if moved and isinstance(table, HandTable):
            with suppress(BadInputError, OSError):
                table.edit(_following(moved, name, battle=battle), is_move=True)

    def _catch_up(self, session: Session, places: RuledPlaces) -> None:
        """A ruling is on the disk before the pieces are moved; a kill may have come between."""
        table, battle = self._table(), session.battle
        follows = table.held().follows if isinstance(table, HandTable) else None
        if follows is None or follows.battle != session.name or follows.last >= battle.sequence:
            return
        there = {piece.id: piece for piece in table.latest().pieces}
        if not any(_off(each, there=there) or _put(each, there=there) for each in places.values()):
            return
        earlier = _places(replayed(battle.game, battle.entries[: follows.last]))
        assert earlier is not None
        self._move(changed_places(earlier, places), session.name, battle=battle)


def _places(battle: Battle) -> RuledPlaces | None:
    told = battle.game.ruled_places
    return None if told is None else told(battle.state)


def _following(moved: RuledPlaces, name: str, *, battle: Battle) -> Edit:
    by = RulingFollowed(battle=name, last=battle.sequence)

    def change(held: HeldTable) -> HeldTable:
        there = {piece.id: piece for piece in held.snapshot.pieces}
        off = [name for place in moved.values() for name in _off(place, there=there)]
        put = [each for place in moved.values() for each in _put(place, there=there)]
        return followed(held, put=put, off=off, roster=battle.setup.roster, by=by)

    return change


def _off(place: RuledPlace, *, there: Mapping[str, Piece]) -> list[str]:
    """What of it has to leave the table."""
    return [name for name in place.pieces if name in there] if place.spot is None else []


def _put(place: RuledPlace, *, there: Mapping[str, Piece]) -> list[Mapping[str, object]]:
    """Where its pieces have to go; one that is not there yet comes from the army list."""
    spot = place.spot
    if spot is None:
        return []
    poses = {name: there[name].pose for name in place.pieces if name in there}
    known = {name: pose for name, pose in poses.items() if pose is not None}
    first, *others = place.pieces
    if not others:
        pose = known.get(first)
        if pose is not None and _is_there(spot, at=(pose.x, pose.y), heading=pose.heading):
            return []
        return [{"id": first, **shown_spot(spot)}]
    leading = list(known.values()) if place.loose else [known[first]] if first in known else []
    if not leading:
        return []
    x, y = fmean(pose.x for pose in leading), fmean(pose.y for pose in leading)
    if _is_there(spot, at=(x, y)):
        return []
    return [
        {"id": name, "x_in": pose.x + spot.x_in - x, "y_in": pose.y + spot.y_in - y}
        for name, pose in known.items()
    ]


def _is_there(spot: Spot, *, at: tuple[float, float], heading: float | None = None) -> bool:
    turned = 0.0 if heading is None else abs(math.remainder(heading - spot.heading_deg, 360.0))
    return math.dist(at, (spot.x_in, spot.y_in)) <= SAME_IN and turned <= SAME_DEG
