"""Makes a judged case of a moment of a battle: as small as it can be, without anybody's name."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.corpus.answers import CaseAnswer
from rules.corpus.cases import (
    LONGEST_SENTENCE,
    MOST_FACTS,
    CaseRuling,
    CaseStep,
    JudgedCase,
    Length,
)
from rules.corpus.command_sentences import sentence_of
from rules.corpus.judging import departures
from rules.corpus.naming import without_names
from rules.corpus.plain_tables import plain_roster, plain_table
from rules.corpus.refereed import refereed
from rules.corpus.row_facts import RowFacts
from rules.corpus.sentences import FACT, CaseLanguage
from rules.corpus.smallest import Holds, smallest
from rules.referee.toolkit.game import Command, Fact, FactTable, Game, Setup, State
from rules.referee.toolkit.ruling import RefusedError
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Snapshot

CHAPTER: Final = "kept"
CONTRADICTED: Final = (
    AssertionError,
    AttributeError,
    LookupError,
    RefusedError,
    StopIteration,
    TypeError,
    ValueError,
)
"""What a game raises where facts cannot be so together."""
MOST_THEN: Final = 8
"""Of what is so afterwards; a case says what it shows, not everything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuledMoment:
    """A command that was ruled on, with all that it was judged by."""

    name: str
    """What the battle calls it: e41, or r3."""
    setup: Setup
    state: State
    """Just before."""
    command: Command
    snapshot: Snapshot
    is_refused: bool
    clause: str
    """Of the event that the case is to show, or of the refusal."""
    others: tuple[str, ...] = ()
    """The clauses of what else came of the command; the smallest case brings the same."""


def kept_case(moment: RuledMoment, *, game: Game, language: CaseLanguage) -> JudgedCase:
    """The smallest case that this program still rules on in the same way, by the same clause."""
    if game.fact_table is None:
        raise _unable(game, f"{game.title} has no facts for cases yet")
    # Where what comes of it besides cannot be said, the clause alone has to be the same.
    for clauses in (frozenset((moment.clause, *moment.others)), frozenset[str]()):
        keeper = _Keeper(game=game, table=game.fact_table, language=language, clauses=clauses)
        found = keeper.sayable(keeper.whole(moment))
        if found is not None:
            least = smallest(found, holds=keeper.same_as(found))
            nameless = without_names(least, language=language, holds=keeper.holds)
            return keeper.told(smallest(nameless, holds=keeper.same_as(nameless)))
    ruling = "refused" if moment.is_refused else "allowed"
    why = f"its facts do not say enough for it to be {ruling} by {moment.clause} again"
    raise _unable(game, why)


def _unable(game: Game, why: str) -> BadInputError:
    return BadInputError("case", expected=f"a moment that a case of {game.title} can say", got=why)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Keeper:
    """Makes cases of one game and tries them."""

    game: Game
    table: FactTable
    language: CaseLanguage
    clauses: frozenset[str]

    def whole(self, moment: RuledMoment) -> JudgedCase:
        """All that was so, as a case."""
        says = sentence_of(
            moment.command.body, game=self.game, table=self.table, language=self.language
        )
        facts = RowFacts(game=self.game, table=self.table, language=self.language)
        step = CaseStep(
            seat=moment.command.author,
            says=says,
            command=self.language.command_of(says, "command"),
            ruling=CaseRuling.REFUSED if moment.is_refused else CaseRuling.ALLOWED,
            clauses=(moment.clause,),
            agreed=tuple(sorted(moment.command.waives)),
            why="It is ruled so.",
        )
        return JudgedCase(
            id=f"{step.command['command']}-{moment.name}".replace("_", "-"),
            title=says,
            game=self.game.slug,
            chapter=CHAPTER,
            options=self._options(moment.setup),
            seats=moment.setup.seats,
            before=tuple(fact for fact in facts.told(moment.state) if self._is_sayable(fact)),
            said_before=(),
            steps=(step,),
            table=plain_table(moment.snapshot),
            roster=plain_roster(moment.setup.roster, columns=self.game.roster_schema),
        )

    def _options(self, setup: Setup) -> Mapping[str, object]:
        defaults = {option.name: option.default for option in self.game.option_schema}
        agreed = setup.options.values
        return {name: agreed[name] for name in defaults if agreed[name] != defaults[name]}

    def _is_sayable(self, fact: Fact) -> bool:
        try:
            return self.language.facts_of(self.language.told(fact), "before") == (dict(fact),)
        except (BadInputError, LookupError):
            return False

    def holds(self, case: JudgedCase) -> bool:
        """Whether this program rules on it as the case says."""
        answer, clauses = self._answer(case), self.game.clauses
        return (
            answer is not None
            and self.clauses in (set(), set(answer.steps[0].clauses))
            and not departures(case, answer, language=self.language, clauses=clauses)
        )

    def same_as(self, case: JudgedCase) -> Holds:
        """Whether it is ruled on so in the same words, too: the same unit does the same."""
        says = self._says(case)
        return lambda other: self.holds(other) and self._says(other) == says

    def _says(self, case: JudgedCase) -> str:
        answer = self._answer(case)
        return "" if answer is None else answer.steps[0].says

    def _answer(self, case: JudgedCase) -> CaseAnswer | None:
        """The ruling; None where its facts contradict one another, in whatever way that shows."""
        try:
            return refereed(case, self.game, language=self.language)
        except CONTRADICTED:
            return None

    def sayable(self, whole: JudgedCase) -> JudgedCase | None:
        """The case with all of its facts that can be said at the beginning."""
        said: tuple[Fact, ...] = ()
        for kind in dict.fromkeys(str(fact[FACT]) for fact in whole.before):
            more = (*said, *(fact for fact in whole.before if fact[FACT] == kind))
            if self._answer(replace(whole, before=more)) is not None:
                said = more
        kinds = dict.fromkeys(str(fact[FACT]) for fact in said)
        tried = (tuple(fact for fact in said if fact[FACT] != gone) for gone in ("", *kinds))
        for before in (whole.before, *tried):
            found = self._told_back(replace(whole, before=before))
            if found is not None and self.holds(found):
                return found
        return None

    def _told_back(self, case: JudgedCase) -> JudgedCase | None:
        """The case with those of its facts that are so once all of them are said."""
        answer = self._answer(case)
        if answer is None:
            return None
        return replace(case, before=tuple(fact for fact in case.before if fact in answer.start))

    def told(self, case: JudgedCase) -> JudgedCase:
        """The case with its sentences, why, and what is so afterwards."""
        found = refereed(case, self.game, language=self.language)
        (answer,), (step,) = found.steps, case.steps
        asks = answer.asks[0] if answer.asks and step.ruling is not CaseRuling.REFUSED else None
        then = [fact for fact in answer.facts if fact not in found.start and self._is_sayable(fact)]
        said = tuple(self.language.told(fact) for fact in case.before)
        if len(said) > MOST_FACTS:
            raise _unable(self.game, f"its ruling hangs on {len(said)} facts")
        told = replace(
            step,
            ruling=step.ruling if asks is None else CaseRuling.ASKS,
            asks=asks,
            why=(answer.says or step.why)[:LONGEST_SENTENCE],
            then=tuple(then[:MOST_THEN]),
            measured=tuple(_rounded(answer.measured)),
        )
        title = f"{step.says} ({'refused' if step.ruling is CaseRuling.REFUSED else 'allowed'})"
        made = replace(case, title=title[:LONGEST_SENTENCE], said_before=said, steps=(told,))
        bare = replace(made, steps=(replace(told, then=(), measured=()),))
        return made if self.holds(made) else bare


def _rounded(lengths: tuple[Length, ...]) -> Iterator[Length]:
    def short(value: float | None) -> float | None:
        return None if value is None else round(value, 2)

    for each in lengths:
        inches: Any = short(each.inches)
        yield replace(each, inches=inches, limit=short(each.limit), margin=short(each.margin))
