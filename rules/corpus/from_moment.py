"""Makes a judged case of a moment of a battle: as small as it can be, without anybody's name."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final

from rules.corpus.answers import CaseAnswer, StepAnswer
from rules.corpus.cases import (
    LONGEST_SENTENCE,
    MOST_FACTS,
    MOST_STEPS,
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
LED_BY: Final = (0, 1, 2, 3, 4, 6, 10, 16, MOST_STEPS - 1)
"""Commands before the moment with which a case is tried, until one can be said."""
MOST_THEN: Final = 8
"""Of what is so afterwards; a case says what it shows, not everything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierCommand:
    """A command that was carried out some time before the moment that is kept."""

    state: State
    """Just before."""
    command: Command
    clause: str


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
    earlier: tuple[EarlierCommand, ...] = ()
    """The commands that led to it, the last one first."""


def kept_case(moment: RuledMoment, *, game: Game, language: CaseLanguage) -> JudgedCase:
    """The smallest case that this program still rules on in the same way, by the same clause.

    What no facts can say, such as a roll that is waited for, is brought about by as few of the
    commands before it as will do.
    """
    if game.fact_table is None:
        raise _unable(game, f"{game.title} has no facts for cases yet")
    # Where what comes of it besides cannot be said, the clause alone has to be the same.
    wanted = (frozenset((moment.clause, *moment.others)), frozenset[str]())
    counts = dict.fromkeys(min(each, len(moment.earlier)) for each in LED_BY)
    for steps, clauses in product(counts, wanted):
        keeper = _Keeper(game=game, table=game.fact_table, language=language, clauses=clauses)
        whole = keeper.whole(replace(moment, earlier=moment.earlier[:steps]))
        if whole is None:
            break
        found = keeper.sayable(whole)
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

    def whole(self, moment: RuledMoment) -> JudgedCase | None:
        """All that was so, as a case; None where no sentence says a command that led to it."""
        ruling = CaseRuling.REFUSED if moment.is_refused else CaseRuling.ALLOWED
        step = self._step(moment.command, ruling=ruling, clause=moment.clause)
        state = moment.state
        leading: list[CaseStep] = []
        for each in moment.earlier:
            try:
                led = self._step(each.command, ruling=CaseRuling.ALLOWED, clause=each.clause)
            except BadInputError:
                return None
            state, leading = each.state, [led, *leading]
        facts = RowFacts(game=self.game, table=self.table, language=self.language)
        return JudgedCase(
            id=f"{step.command['command']}-{moment.name}".replace("_", "-"),
            title=step.says,
            game=self.game.slug,
            chapter=CHAPTER,
            options=self._options(moment.setup),
            seats=moment.setup.seats,
            before=tuple(fact for fact in facts.told(state) if self._is_sayable(fact)),
            said_before=(),
            steps=(*leading, step),
            table=plain_table(moment.snapshot),
            roster=plain_roster(moment.setup.roster, columns=self.game.roster_schema),
        )

    def _step(self, command: Command, *, ruling: CaseRuling, clause: str) -> CaseStep:
        says = sentence_of(command.body, game=self.game, table=self.table, language=self.language)
        return CaseStep(
            seat=command.author,
            says=says,
            command=self.language.command_of(says, "command"),
            ruling=ruling,
            clauses=(clause,),
            agreed=tuple(sorted(command.waives)),
            why="It is ruled so.",
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
        return self._agrees(case, self._answer(case))

    def same_as(self, case: JudgedCase) -> Holds:
        """Whether it is ruled on so in the same words, too: the same unit does the same."""
        says = _said(self._answer(case))

        def is_same(other: JudgedCase) -> bool:
            answer = self._answer(other)
            return self._agrees(other, answer) and _said(answer) == says

        return is_same

    def _agrees(self, case: JudgedCase, answer: CaseAnswer | None) -> bool:
        return (
            answer is not None
            and self.clauses in (set(), set(answer.steps[-1].clauses))
            and not departures(case, answer, language=self.language, clauses=self.game.clauses)
        )

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
        said = tuple(self.language.told(fact) for fact in case.before)
        if len(said) > MOST_FACTS:
            raise _unable(self.game, f"its ruling hangs on {len(said)} facts")
        *leading, step = map(_with_reason, case.steps, found.steps)
        before = found.steps[-2].facts if leading else found.start
        after = found.steps[-1]
        then = [fact for fact in after.facts if fact not in before and self._is_sayable(fact)]
        told = replace(step, then=tuple(then[:MOST_THEN]), measured=tuple(_rounded(after.measured)))
        title = f"{step.says} ({'refused' if step.ruling is CaseRuling.REFUSED else 'allowed'})"
        bare = replace(
            case, title=title[:LONGEST_SENTENCE], said_before=said, steps=(*leading, step)
        )
        made = replace(bare, steps=(*leading, told))
        return made if self.holds(made) else bare


def _said(answer: CaseAnswer | None) -> str:
    """The ruling on the command that a case shows, in words."""
    return "" if answer is None else answer.steps[-1].says


def _with_reason(step: CaseStep, answer: StepAnswer) -> CaseStep:
    asks = answer.asks[0] if answer.asks and step.ruling is not CaseRuling.REFUSED else None
    return replace(
        step,
        ruling=step.ruling if asks is None else CaseRuling.ASKS,
        asks=asks,
        why=(answer.says or step.why)[:LONGEST_SENTENCE],
    )


def _rounded(lengths: tuple[Length, ...]) -> Iterator[Length]:
    def short(value: float | None) -> float | None:
        return None if value is None else round(value, 2)

    for each in lengths:
        inches: Any = short(each.inches)
        yield replace(each, inches=inches, limit=short(each.limit), margin=short(each.margin))
