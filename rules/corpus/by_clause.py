"""Finds for each clause of a book one ruling that allows by it, and one that refuses."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.corpus.cases import CaseBook, CaseRuling, CaseStep, JudgedCase


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseExample:
    """One ruling of a case."""

    case: JudgedCase
    step: CaseStep

    @property
    def refuses(self) -> bool:
        return self.step.ruling is CaseRuling.REFUSED


@dataclass(frozen=True, slots=True, kw_only=True)
class ForAndAgainst:
    """What shows how a clause is ruled on; None where no case does."""

    allowed: ClauseExample | None = None
    refused: ClauseExample | None = None

    @property
    def found(self) -> tuple[ClauseExample, ...]:
        """Those that there are, the allowed one first."""
        return tuple(each for each in (self.allowed, self.refused) if each is not None)


def by_clause(book: CaseBook) -> Mapping[str, ForAndAgainst]:
    """The shortest examples by clause: what a ruling cites first, before what it rests on."""
    found: dict[str, list[tuple[tuple[int, ...], ClauseExample]]] = {}
    for case in book.cases:
        for at, step in enumerate(case.steps):
            for clause in dict.fromkeys((*step.clauses, *step.rests_on)):
                rank = _length(case, clause, at=at)
                found.setdefault(clause, []).append((rank, ClauseExample(case=case, step=step)))
    return MappingProxyType({clause: _best(ranked) for clause, ranked in found.items()})


def _best(ranked: list[tuple[tuple[int, ...], ClauseExample]]) -> ForAndAgainst:
    in_order = [each for _, each in sorted(ranked, key=lambda pair: pair[0])]
    return ForAndAgainst(
        allowed=next((each for each in in_order if not each.refuses), None),
        refused=next((each for each in in_order if each.refuses), None),
    )


def _length(case: JudgedCase, clause: str, *, at: int) -> tuple[int, ...]:
    """How much has to be read before the ruling is understood."""
    is_cited = clause in case.steps[at].clauses[:1]
    return (not is_cited, at, len(case.options), case.table is not None, len(case.said_before))
