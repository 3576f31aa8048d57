"""Draws the table of a judged case: what lies there, and what its rulings measured."""

from collections.abc import Iterator
from dataclasses import replace

from api.review.evidence.drawn import ruling_svg
from rules.corpus.cases import CaseRuling, JudgedCase
from rules.corpus.refereed import CaseStart, case_start, worded
from rules.corpus.sentences import CaseLanguage
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Command, Game, Refusal
from rules.table.bad_input import BadInputError
from rules.table.roster import Entry
from rules.table.snapshot import Piece, Pose, Snapshot
from rules.table.units import Degrees, Inches


def is_drawn(case: JudgedCase) -> bool:
    """Whether a case has something to draw: a length, and things that lie on a table."""
    return any(step.measured for step in case.steps) and bool(case.table or case.roster)


def case_svg(case: JudgedCase, game: Game, *, language: CaseLanguage) -> str:
    """The table of a case before its first command, with the lines that were measured."""
    start = case_start(case, game, language=language)
    table = start.snapshot if isinstance(start.state, Refusal) else _laid(start, game)
    measured = tuple(_measured(case, start, game=game))
    return ruling_svg(table, measured, title=case.title, errors=False)


def _laid(start: CaseStart, game: Game) -> Snapshot:
    """The table with the units that only the state of the game places."""
    seen = {piece.id for piece in start.snapshot.pieces}
    looks = {entry.id: entry for entry in start.setup.roster.entries}
    standing = game.chronicle.units(start.state) if game.chronicle else ()
    placed = tuple(
        _piece(looks[unit.unit], unit.place)
        for unit in standing
        if unit.place is not None and unit.unit in looks and unit.unit not in seen
    )
    return replace(start.snapshot, pieces=(*start.snapshot.pieces, *placed))


def _piece(entry: Entry, place: tuple[float, float, float]) -> Piece:
    x, y, heading = place
    pose = Pose(x=Inches(x), y=Inches(y), heading=Degrees(heading))
    return Piece(
        id=entry.id, side=entry.side, kind=entry.kind, footprint=entry.footprint, pose=pose
    )


def _measured(case: JudgedCase, start: CaseStart, *, game: Game) -> Iterator[Measured]:
    """What the rulings rest on, up to the first that the case gives lengths of."""
    state, table = start.state, game.fact_table
    if isinstance(state, Refusal) or table is None:
        return
    for step in case.steps:
        body = game.commands.read(worded(step.command, table), step.says)
        command = Command(author=step.seat, body=body, waives=frozenset(step.agreed))
        try:
            decision = game.decide(state, command, start.snapshot)
        except BadInputError:
            return
        if isinstance(decision, Refusal):
            found = decision.evidence
        else:
            found = tuple(each for event in decision for each in event.evidence)
        if step.measured:
            yield from found
            return
        if isinstance(decision, Refusal) or step.ruling is CaseRuling.REFUSED:
            continue
        for event in decision:
            state = game.evolve(state, event.body)
