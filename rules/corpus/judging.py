"""Compares what an engine answers with the rulings of a case."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from rules.corpus.answers import CaseAnswer, StepAnswer
from rules.corpus.cases import Awaited, CaseRuling, CaseStep, JudgedCase, Length
from rules.corpus.sentences import FACT, CaseLanguage
from rules.referee.toolkit.book.clauses import Clauses
from rules.referee.toolkit.game import Fact

SAME_LENGTH: Final = 0.05
"""Inches by which engines may measure the same thing differently."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """One thing in which an engine departs from a case."""

    case: str
    step: int
    """Counted from 1; 0 is the position before any command."""
    says: str
    """The command."""
    expected: str
    got: str

    def told(self) -> str:
        at = f", step {self.step} ({self.says})" if self.step else ""
        return f"{self.case}{at}: expected {self.expected}, got {self.got}"


def departures(
    case: JudgedCase, answer: CaseAnswer, *, language: CaseLanguage, clauses: Clauses
) -> tuple[Departure, ...]:
    """Every way in which an answer is another than the case's rulings, or cannot be true."""
    found = [_departure(case, each, step=0) for each in _impossible(answer.start, language)]
    wanted = set(map(_frozen, case.before))
    lost = [fact for fact in case.before if _frozen(fact) not in set(map(_frozen, answer.start))]
    if wanted and lost:
        told = (
            f"{language.told(lost[0])} at the start",
            _instead(lost[0], answer.start, language=language),
        )
        found.append(_departure(case, told, step=0))
    before = answer.start
    for at, (step, ruled) in enumerate(zip(case.steps, answer.steps, strict=True), start=1):
        told_of = (
            *_impossible(ruled.facts, language),
            *_unknown(ruled, clauses),
            *_ruled(step, ruled),
            *_facts(step, ruled, before=before, language=language),
            *_asks(step, ruled),
            *_lengths(step.measured, ruled.measured),
        )
        found += [_departure(case, each, step=at) for each in told_of]
        before = ruled.facts
    return tuple(found)


Told = tuple[str, str]
"""What was expected, and what came."""


def _departure(case: JudgedCase, told: Told, *, step: int) -> Departure:
    says = case.steps[step - 1].says if step else ""
    expected, got = told
    return Departure(case=case.name, step=step, says=says, expected=expected, got=got[:300])


def _impossible(facts: Iterable[Fact], language: CaseLanguage) -> Iterator[Told]:
    """A fact that is none of the game's, or two that cannot both be so."""
    known: dict[frozenset[tuple[str, object]], Fact] = {}
    for fact in facts:
        phrase = language.facts.get(str(fact[FACT]))
        if phrase is None:
            yield "a fact of this game", repr(dict(fact))
            continue
        subject = frozenset((n, v) for n, v in fact.items() if n != phrase.value)
        other = known.setdefault(subject, fact)
        if phrase.value and other[phrase.value] != fact[phrase.value]:
            yield language.told(other), f"{language.told(fact)} as well"


def _unknown(ruled: StepAnswer, clauses: Clauses) -> Iterator[Told]:
    yield from (
        ("a clause of this game", repr(each)) for each in ruled.clauses if each not in clauses
    )


def _ruled(step: CaseStep, ruled: StepAnswer) -> Iterator[Told]:
    allowed = step.ruling is not CaseRuling.REFUSED
    by = " or ".join(step.clauses)
    cited = ruled.clauses if allowed else ruled.clauses[:1]
    wanted = f"{'allowed' if allowed else 'refused'} by {by}"
    if allowed == (ruled.ruling is CaseRuling.REFUSED) or not set(step.clauses) & set(cited):
        yield wanted, f"{ruled.ruling} by {', '.join(ruled.clauses) or 'no clause'}: {ruled.says}"


def _facts(
    step: CaseStep, ruled: StepAnswer, *, before: tuple[Fact, ...], language: CaseLanguage
) -> Iterator[Told]:
    now = set(map(_frozen, ruled.facts))
    for fact in step.then:
        if _frozen(fact) not in now:
            yield language.told(fact), _instead(fact, ruled.facts, language=language)
    for fact in step.no_longer:
        if _frozen(fact) in now:
            yield f"no longer: {language.told(fact)}", "that it is still so"
    if ruled.ruling is CaseRuling.REFUSED and now != set(map(_frozen, before)):
        yield "nothing changed by a refusal", "other facts than before"


def _instead(fact: Fact, facts: Iterable[Fact], *, language: CaseLanguage) -> str:
    """What is told of the same subject."""
    phrase = language.facts[str(fact[FACT])]
    same = {name: each for name, each in fact.items() if name != phrase.value}
    found = [each for each in facts if phrase.value and {**each, **same} == dict(each)]
    return language.told(found[0]) if found else "nothing of the kind"


def _asks(step: CaseStep, ruled: StepAnswer) -> Iterator[Told]:
    wanted = step.asks
    if wanted is not None and not any(_answers(wanted, each) for each in ruled.asks):
        told = "; ".join(_said(each) for each in ruled.asks)
        yield _said(wanted), told or "nothing asked"


def _answers(wanted: Awaited, got: Awaited) -> bool:
    same = wanted.seat == got.seat and wanted.what == got.what
    return (
        same
        and wanted.dice in {0, got.dice}
        and (not wanted.of or sorted(wanted.of) == sorted(got.of))
    )


def _said(ask: Awaited) -> str:
    what = f"{ask.dice} dice" if ask.what == "dice" else f"a choice of {', '.join(ask.of) or '...'}"
    return f"{ask.seat} asked for {what}"


def _lengths(wanted: tuple[Length, ...], got: tuple[Length, ...]) -> Iterator[Told]:
    for each in wanted:
        if not any(_same(each, other) for other in got):
            told = ", ".join(f"{other.what} {other.inches:.2f} in" for other in got)
            yield f"{each.what} {each.inches:g} in", told or "nothing measured"


def _same(wanted: Length, got: Length) -> bool:
    pairs = ((wanted.inches, got.inches), (wanted.limit, got.limit), (wanted.margin, got.margin))
    return wanted.what == got.what and all(
        one is None or (other is not None and abs(one - other) <= SAME_LENGTH)
        for one, other in pairs
    )


def _frozen(fact: Fact) -> frozenset[tuple[str, object]]:
    return frozenset(fact.items())
