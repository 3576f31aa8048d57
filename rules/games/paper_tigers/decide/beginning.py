"""Knows whether units begin, or arrive, on ground that may bear them, and not on one another."""

from collections.abc import Sequence
from dataclasses import replace

from rules.games.paper_tigers.decide.draft import Draft, sentence
from rules.games.paper_tigers.decide.rules_of_move import move_rules
from rules.games.paper_tigers.measuring.journey import Journey
from rules.games.paper_tigers.measuring.moves import judge_move
from rules.games.paper_tigers.state import Unit
from rules.referee.evidence import Measured
from rules.table.units import Inches


def hold_to_ground(draft: Draft, units: Sequence[Unit]) -> list[Measured]:
    """What each unit's place was held against as if a move had ended there (GEO-07a).

    Models of a side that has not set up yet are in nobody's way. All units are of one side.
    """
    side = units[0].side if units else ""
    waiting = frozenset(
        other.id
        for other in draft.state.units.values()
        if other.spot is None and other.side != side
    )
    return [
        measured
        for unit in units
        if not unit.aboard
        for measured in _held(draft, unit, waiting=waiting)
    ]


def _held(draft: Draft, unit: Unit, *, waiting: frozenset[str]) -> list[Measured]:
    piece = draft.table.piece(unit.id)
    if piece.pose is None:
        return []
    rules = move_rules(draft, unit, allowance=Inches(0.0))
    rules = replace(rules, ignored=rules.ignored | waiting)
    return [
        draft.hold(each.clause, each.outcome, says=sentence(each.says), found=each.measured)
        for each in judge_move(draft.table, Journey.between(piece, piece), rules=rules)
        if each.measured.what != "move"
    ]
