"""Puts five kinds of question to a snapshot, and answers each."""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from api.wording import NAME_LETTERS, listed, nearest_spelling, shortened
from rules.table.measuring.clear_line import ClearLine, clear_line
from rules.table.measuring.proximity import ChainMember, Near, chain, near
from rules.table.measuring.ranges import Metric, Range, range_between
from rules.table.sight.ground import Blockers
from rules.table.sight.sight_line import Sight, sight_between
from rules.table.snapshot import Snapshot
from rules.table.units import Inches
from rules.table.verdict import Answer, Doubt, Verdict

BLOCKING_KINDS: Final = ("building", "hill", "woods")
"""What blocks sight unless the asker says otherwise."""
DEFAULT_REACH: Final = Inches(3.0)
DEFAULT_LINKS: Final = 2
MOST_LINKS: Final = 100


class What(StrEnum):
    """The questions, by the names that the command line and the web use."""

    RANGE = "range"
    SIGHT = "sight"
    NEAR = "near"
    CHAIN = "chain"
    LINE = "line"

    @property
    def needs_two(self) -> bool:
        """Whether the question is about a pair of pieces."""
        return self in {What.RANGE, What.SIGHT, What.LINE}


class UnknownPieceError(Exception):
    """Somebody asked for a piece that is not in the snapshot."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        self.name = name
        self.known = known
        self.nearest = nearest_spelling(name, known)
        hint = f" Did you mean {shortened(self.nearest)}?" if self.nearest else ""
        super().__init__(
            f"there is no piece {shortened(name)!r} on this table.{hint} There are: {listed(known)}"
        )


class BadQuestionError(ValueError):
    """The question itself makes no sense; the message tells the asker what would."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableQuestion:
    """One question with everything that its answer depends on."""

    what: What
    a: str
    b: str | None = None
    limit: Inches | None = None
    metric: Metric = Metric.EDGE
    blockers: tuple[str, ...] = BLOCKING_KINDS
    wrecks: tuple[str, ...] = ()
    """Pieces that block sight like a building, as a burning hull does."""
    reach: Inches = DEFAULT_REACH
    links: int = DEFAULT_LINKS
    floor: Inches = Inches(0.0)
    """A margin within this distance is too close to call however small the error."""

    def __post_init__(self) -> None:
        if self.what.needs_two and self.b is None:
            raise BadQuestionError(f"{self.what} needs two pieces: name the second one")
        if self.what.needs_two and self.a == self.b:
            name = shortened(self.a)
            raise BadQuestionError(f"{self.what} needs two different pieces, got {name!r} twice")
        lengths = (("limit", self.limit), ("reach", self.reach), ("floor", self.floor))
        for field, length in lengths:
            if length is not None and not (math.isfinite(length) and 0 <= length <= 10_000):
                raise BadQuestionError(f"{field}: expected 0 to 10000 inches, got {length:g}")
        if not 1 <= self.links <= MOST_LINKS:
            raise BadQuestionError(f"links: expected 1 to {MOST_LINKS}, got {self.links}")

    @property
    def pieces(self) -> tuple[str, ...]:
        """Every piece that the question names."""
        pair = (self.a,) if self.b is None else (self.a, self.b)
        return (*pair, *self.wrecks)


Result = Range | Sight | ClearLine | tuple[Near, ...] | tuple[ChainMember, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """A question and what the table answered."""

    question: TableQuestion
    snapshot_number: int
    answer: Answer
    sentence: str
    verdict: Verdict | None
    """None where the answer is a list with a verdict for each member."""
    result: Result
    warnings: tuple[str, ...] = ()
    """What in the question is probably not what the asker meant."""


def brief(sentence: str, snapshot: Snapshot, *, most: int = NAME_LETTERS) -> str:
    """The sentence, with names shortened that are too long to read within one."""
    names = {name for area in snapshot.terrain for name in (area.id, area.kind)}
    names |= {name for piece in snapshot.pieces for name in (piece.id, piece.declared_by or "")}
    for name in sorted(names, key=lambda name: (-len(name), name)):
        if len(name) <= most:
            break
        sentence = sentence.replace(name, shortened(name, most))
    return sentence


def ask(snapshot: Snapshot, question: TableQuestion) -> Measurement:
    """Put the question; an unknown piece raises UnknownPieceError."""
    known = tuple(piece.id for piece in snapshot.pieces)
    for name in question.pieces:
        if name not in known:
            raise UnknownPieceError(name, known)
    doubt = Doubt(floor=question.floor)
    if question.what is What.NEAR:
        return _near(snapshot, question, doubt=doubt)
    if question.what is What.CHAIN:
        return _chain(snapshot, question, doubt=doubt)
    result = _of_two(snapshot, question, doubt=doubt)
    return Measurement(
        question=question,
        snapshot_number=snapshot.number,
        answer=result.verdict.answer,
        sentence=result.verdict.why,
        verdict=result.verdict,
        result=result,
        warnings=_warnings(snapshot, question),
    )


def _warnings(snapshot: Snapshot, question: TableQuestion) -> tuple[str, ...]:
    """The kinds of terrain that somebody wants to block, and that are nowhere on the table."""
    # Nobody typed the usual ones, so nobody mistyped them.
    if question.what is not What.SIGHT or question.blockers == BLOCKING_KINDS:
        return ()
    there = tuple(dict.fromkeys(area.kind for area in snapshot.terrain))
    warnings = []
    for kind in dict.fromkeys(question.blockers):
        if kind in there:
            continue
        nearest = nearest_spelling(kind, there)
        hint = f"; did you mean {shortened(nearest)}?" if nearest else ""
        warnings.append(
            f"no terrain of kind {shortened(kind)!r} here; there are: {listed(there)}{hint}"
        )
    return tuple(warnings)


def _of_two(
    snapshot: Snapshot, question: TableQuestion, *, doubt: Doubt
) -> Range | Sight | ClearLine:
    pair = (question.a, question.b or "")
    if question.what is What.SIGHT:
        blockers = Blockers(kinds=frozenset(question.blockers), pieces=frozenset(question.wrecks))
        return sight_between(snapshot, pair, blockers=blockers, doubt=doubt)
    if question.what is What.LINE:
        return clear_line(snapshot, pair, limit=question.limit, doubt=doubt)
    return range_between(snapshot, pair, metric=question.metric, limit=question.limit, doubt=doubt)


def _near(snapshot: Snapshot, question: TableQuestion, *, doubt: Doubt) -> Measurement:
    members = near(snapshot, question.a, reach=question.reach, doubt=doubt)
    groups = _groups(tuple((member.piece, member.verdict.answer) for member in members))
    answer, sentence = _of_groups(groups, within=f"within {question.reach:g} in of {question.a}")
    return _list_measurement(snapshot, question, answer=answer, sentence=sentence, result=members)


def _chain(snapshot: Snapshot, question: TableQuestion, *, doubt: Doubt) -> Measurement:
    members = chain(snapshot, question.a, reach=question.reach, links=question.links, doubt=doubt)
    groups = _groups(tuple((member.piece, member.answer) for member in members))
    within = f"chained to {question.a} by up to {question.links} links of {question.reach:g} in"
    answer, sentence = _of_groups(groups, within=within)
    return _list_measurement(snapshot, question, answer=answer, sentence=sentence, result=members)


def _list_measurement(
    snapshot: Snapshot, question: TableQuestion, *, answer: Answer, sentence: str, result: Result
) -> Measurement:
    return Measurement(
        question=question,
        snapshot_number=snapshot.number,
        answer=answer,
        sentence=sentence,
        verdict=None,
        result=result,
    )


def _groups(members: tuple[tuple[str, Answer], ...]) -> dict[Answer, tuple[str, ...]]:
    return {
        answer: tuple(piece for piece, given in members if given is answer) for answer in Answer
    }


def _of_groups(groups: dict[Answer, tuple[str, ...]], *, within: str) -> tuple[Answer, str]:
    """The strongest answer that a member has, and all of them in a sentence."""
    order = (Answer.YES, Answer.TOO_CLOSE_TO_CALL, Answer.CANNOT_SEE)
    answer = next((given for given in order if groups[given]), Answer.NO)
    sentence = f"{within}: {listed(groups[Answer.YES], otherwise='none for certain')}"
    if close := groups[Answer.TOO_CLOSE_TO_CALL]:
        sentence += f"; too close to call: {listed(close)}"
    if unseen := groups[Answer.CANNOT_SEE]:
        sentence += f"; cannot see: {listed(unseen)}"
    return answer, sentence
