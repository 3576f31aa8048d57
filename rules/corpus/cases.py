"""Reads judged cases from TOML: a table, what has happened, commands, and the ruling of each."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, Final

from rules.corpus.laid_tables import laid_table
from rules.corpus.sentences import CaseLanguage, case_language, read_seats
from rules.referee.toolkit.game import Fact, Game, Seat
from rules.referee.toolkit.package_data import (
    is_packed,
    packed_files,
    packed_folders,
    packed_text,
    packed_toml,
)
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, items, mapping, number, string, texts, whole

PACKAGE: Final = "rules.corpus"
SENTENCES: Final = "sentences.toml"
KNOWN: Final = "known.toml"
"""In which cases this program is known to depart from the rules, with the reason of each."""
MOST_TEXT: Final = 200_000
"""Characters of a file; a few hundred cases take half of it."""
MOST_CASES: Final = 300
MOST_STEPS: Final = 40
MOST_FACTS: Final = 60
LONGEST_SENTENCE: Final = 400
LEAST_REASON: Final = 10


class CaseRuling(StrEnum):
    """What becomes of a command."""

    ALLOWED = "allowed"
    REFUSED = "refused"
    ASKS = "asks"
    """Allowed, and an answer is waited for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Awaited:
    """What the umpire waits for after a command."""

    seat: str
    what: str
    """dice or choice."""
    dice: int = 0
    of: tuple[str, ...] = ()
    """What there is to choose from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Length:
    """Something that a ruling measured, in inches."""

    what: str
    inches: float
    limit: float | None = None
    margin: float | None = None
    """By how much the limit is kept; below 0 where it is not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseStep:
    """One command of a case, and what is ruled on it."""

    seat: str
    says: str
    """The command as a sentence."""
    command: Mapping[str, object]
    ruling: CaseRuling
    clauses: tuple[str, ...]
    """The clause that it is ruled by; any of them, where several say the same."""
    why: str
    agreed: tuple[str, ...] = ()
    """Clauses that all sides have agreed to overlook this once."""
    rests_on: tuple[str, ...] = ()
    """The clauses that settle what comes of it, where they are not what it is allowed by."""
    then: tuple[Fact, ...] = ()
    """What is so afterwards."""
    no_longer: tuple[Fact, ...] = ()
    asks: Awaited | None = None
    measured: tuple[Length, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedCase:
    """A judged situation."""

    id: str
    title: str
    game: str
    chapter: str
    options: Mapping[str, object]
    seats: tuple[Seat, ...]
    before: tuple[Fact, ...]
    said_before: tuple[str, ...]
    """The same as it is written."""
    steps: tuple[CaseStep, ...]
    table: Mapping[str, object] | None = None
    roster: tuple[Mapping[str, object], ...] = ()
    example: str = ""
    """The worked example of the rules that it is."""

    @property
    def name(self) -> str:
        """The whole name, which no other case has."""
        return f"{self.game}/{self.chapter}/{self.id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseBook:
    """All cases of a game."""

    game: Game
    language: CaseLanguage
    cases: tuple[JudgedCase, ...]


def packed_books() -> tuple[str, ...]:
    """The games that have cases."""
    return packed_folders(PACKAGE)


def packed_book(game: Game) -> CaseBook:
    """The cases that are packed for a game."""
    if game.slug not in packed_books():
        return CaseBook(game=game, language=_no_language(), cases=())
    names = packed_files(PACKAGE, game.slug, ending=".toml")
    files = {name: packed_text(PACKAGE, name) for name in names if name.count("/") > 1}
    return book_of(game, packed_language(game.slug), files=files)


def packed_known(slug: str) -> Mapping[str, str]:
    """The cases that this program is known to depart from."""
    if not is_packed(PACKAGE, f"{slug}/{KNOWN}"):
        return {}
    where = f"{slug}/{KNOWN}"
    return known_departures(packed_toml(PACKAGE, where), where)


def known_departures(values: Mapping[str, Any], where: str) -> Mapping[str, str]:
    """Reasons by case: `"paper_invasion/heroes/kill-two" = "It has no rule for this."`."""
    found = {name: string(value, f"{where}: {name}") for name, value in values.items()}
    bare = next((name for name, reason in found.items() if len(reason) < LEAST_REASON), None)
    if bare is not None:
        raise BadInputError(f"{where}: {bare}", expected="a reason", got=repr(found[bare]))
    return found


def packed_language(slug: str) -> CaseLanguage:
    """The sentences of a game's cases, and those of the game that they extend."""
    where = f"{slug}/{SENTENCES}"
    values = packed_toml(PACKAGE, where)
    base = values.get("extends")
    extended = None if base is None else packed_language(string(base, f"{where}.extends"))
    return case_language(values, where, extended=extended)


def book_of(game: Game, language: CaseLanguage, *, files: Mapping[str, str]) -> CaseBook:
    """The cases in some files, each named by `game/chapter/name.toml`."""
    cases = [
        each
        for name, text in files.items()
        for each in _cases(text, name, game=game, language=language)
    ]
    names = [case.name for case in cases]
    doubled = next((name for name in names if names.count(name) > 1), "")
    if doubled:
        raise BadInputError(doubled, expected="an id for each case", got="the same twice")
    return CaseBook(game=game, language=language, cases=tuple(cases))


def _no_language() -> CaseLanguage:
    return CaseLanguage(seats=(), facts={}, commands={})


def _cases(text: str, name: str, *, game: Game, language: CaseLanguage) -> list[JudgedCase]:
    if len(text) > MOST_TEXT:
        expected = f"at most {MOST_TEXT:,} characters"
        raise BadInputError(name, expected=expected, got=f"{len(text):,}")
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInputError(name, expected="TOML", got=str(error)[:100]) from error
    except RecursionError:
        raise BadInputError(name, expected="a few levels of nesting", got="far too many") from None
    fields = Fields(values, "")
    try:
        rows = fields.must("case", partial(_some, most=MOST_CASES))
        fields.done()
        reader = _Reader(game=game, language=language, chapter=_chapter(name))
        return [reader.case(row, f"case[{at}]") for at, row in enumerate(rows)]
    except BadInputError as error:
        place = f"{name}: {error.where}"
        raise BadInputError(place, expected=error.expected, got=error.got[:200]) from None


def _chapter(name: str) -> str:
    return name.split("/")[-2] if "/" in name else ""


class _Reader:
    """Reads the cases of one chapter."""

    def __init__(self, *, game: Game, language: CaseLanguage, chapter: str) -> None:
        self._game = game
        self._language = language
        self._chapter = chapter

    def case(self, value: object, where: str) -> JudgedCase:
        fields = Fields(value, where)
        name = fields.must("id", _short)
        fields = Fields(value, f"{where} {name}")
        fields.must("id", _short)
        nothing: tuple[str, ...] = ()
        said = fields.may("before", _sentences, default=nothing)
        seats = fields.may("seats", read_seats, default=self._language.seats)
        table = fields.may("table", mapping, default=None)
        rows: list[Mapping[str, object]] = fields.may("roster", _rows, default=[])
        roster = tuple(rows)
        usual = () if table is not None or roster else self._language.pieces
        pieces = fields.may("pieces", _sentences, default=usual)
        ground = fields.may("ground", _sentences, default=self._language.ground)
        if pieces:
            laid = laid_table(self._game, pieces=pieces, ground=ground, where=f"{where} {name}")
            table = laid.snapshot if table is None else table
            roster = (*laid.roster, *roster)
        made = JudgedCase(
            id=name,
            title=fields.must("title", _short),
            game=self._game.slug,
            chapter=self._chapter,
            options=fields.may("options", self._options, default={}),
            seats=seats,
            before=self._facts(said, fields.at("before")),
            said_before=said,
            table=table,
            roster=roster,
            example=fields.may("example", _short, default=""),
            steps=fields.must("step", partial(self._steps, seats=seats)),
        )
        fields.done()
        return made

    def _steps(self, value: object, where: str, *, seats: tuple[Seat, ...]) -> tuple[CaseStep, ...]:
        rows = _some(value, where, most=MOST_STEPS)
        return tuple(self._step(row, f"{where}[{at}]", seats=seats) for at, row in enumerate(rows))

    def _step(self, value: object, where: str, *, seats: tuple[Seat, ...]) -> CaseStep:
        fields = Fields(value, where)
        seat = fields.may("seat", _short, default=seats[0].name)
        if seat not in [each.name for each in seats]:
            known = ", ".join(each.name for each in seats)
            raise BadInputError(fields.at("seat"), expected=f"one of {known}", got=repr(seat))
        says = fields.must("command", _short)
        ruling = fields.must("ruling", _ruling)
        none: tuple[str, ...] = ()
        asks = fields.may("asks", _awaited, default=None)
        if ruling is CaseRuling.ASKS and asks is None:
            raise BadInputError(fields.at("asks"), expected="what is asked for", got="nothing")
        made = CaseStep(
            seat=seat,
            says=says,
            command=self._language.command_of(says, fields.at("command")),
            ruling=ruling,
            clauses=fields.must("clause", self._clauses),
            why=fields.must("why", _short),
            agreed=fields.may("agreed", self._clauses, default=none),
            rests_on=fields.may("rests_on", self._clauses, default=none),
            then=self._facts(fields.may("then", _sentences, default=()), fields.at("then")),
            no_longer=self._facts(
                fields.may("no_longer", _sentences, default=()), fields.at("no_longer")
            ),
            asks=asks,
            measured=fields.may("measured", _lengths, default=()),
        )
        fields.done()
        return made

    def _facts(self, sentences: Iterable[str], where: str) -> tuple[Fact, ...]:
        read = self._language.facts_of
        found = (read(each, f"{where}[{at}]") for at, each in enumerate(sentences))
        return tuple(fact for facts in found for fact in facts)

    def _clauses(self, value: object, where: str) -> tuple[str, ...]:
        found = (string(value, where),) if isinstance(value, str) else texts(value, where)
        unknown = next((each for each in found if each not in self._game.clauses), None)
        if unknown is not None or not found:
            raise BadInputError(
                where, expected=f"a clause of {self._game.title}", got=repr(unknown)[:60]
            )
        return found

    def _options(self, value: object, where: str) -> Mapping[str, object]:
        given = mapping(value, where)
        known = {option.name: option for option in self._game.option_schema}
        for name, each in given.items():
            if name not in known:
                expected = f"an option of {self._game.title}"
                raise BadInputError(where, expected=expected, got=repr(name)[:60])
            known[name].read(each, f"{where}.{name}")
        return dict(given)


def _short(value: object, where: str) -> str:
    text = string(value, where)
    if not 0 < len(text) <= LONGEST_SENTENCE:
        expected = f"a text of 1 to {LONGEST_SENTENCE} characters"
        raise BadInputError(where, expected=expected, got=f"{len(text):,}")
    return text


def _some(value: object, where: str, *, most: int) -> list[Any]:
    found = items(value, where)
    if not 0 < len(found) <= most:
        raise BadInputError(where, expected=f"1 to {most} of them", got=f"{len(found)}")
    return found


def _sentences(value: object, where: str) -> tuple[str, ...]:
    found = items(value, where)
    if len(found) > MOST_FACTS:
        raise BadInputError(where, expected=f"at most {MOST_FACTS}", got=f"{len(found)}")
    return tuple(_short(each, f"{where}[{at}]") for at, each in enumerate(found))


def _ruling(value: object, where: str) -> CaseRuling:
    text = string(value, where)
    if text not in set(CaseRuling):
        raise BadInputError(where, expected=" or ".join(CaseRuling), got=repr(text)[:60])
    return CaseRuling(text)


def _awaited(value: object, where: str) -> Awaited:
    fields = Fields(value, where)
    made = Awaited(
        seat=fields.must("seat", _short),
        what=fields.must("what", _short),
        dice=fields.may("dice", whole, default=0),
        of=fields.may("of", texts, default=()),
    )
    fields.done()
    if made.what not in {"dice", "choice"}:
        raise BadInputError(f"{where}.what", expected="dice or choice", got=repr(made.what)[:60])
    return made


def _lengths(value: object, where: str) -> tuple[Length, ...]:
    return tuple(read_length(row, f"{where}[{at}]") for at, row in enumerate(items(value, where)))


def read_length(value: object, where: str) -> Length:
    """One thing that was measured."""
    fields = Fields(value, where)
    made = Length(
        what=fields.must("what", _short),
        inches=fields.must("inches", number),
        limit=fields.may("limit", number, default=None),
        margin=fields.may("margin", number, default=None),
    )
    fields.done()
    return made


def _rows(value: object, where: str) -> list[Mapping[str, object]]:
    return [mapping(each, f"{where}[{at}]") for at, each in enumerate(items(value, where))]
