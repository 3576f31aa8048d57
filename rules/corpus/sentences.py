"""Reads the sentences of judged cases, by the patterns of each game's `sentences.toml`."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import Any, Final

from rules.referee.toolkit.game import Fact, Seat
from rules.referee.toolkit.phrases import listed
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, mapping, string, texts

FACT, COMMAND = "fact", "command"
MOST_EXPANDED: Final = 100
"""Facts that one sentence may say of several tokens."""
_HOLE: Final = re.compile(r"\{(\w+)([#+*.]?)\}")
_ONE: Final = r"[^\s,]+"
_ITEM: Final = rf"{_ONE}(?: to {_ONE})?"
_LIST: Final = rf"{_ITEM}(?:, {_ITEM})*(?: and {_ITEM})?"
_RANGE: Final = re.compile(r"([A-Za-z]*)(\d{1,3}) to \1(\d{1,3})")
_PLURALS: Final = MappingProxyType({"is": "are", "has": "have", "stands": "stand", "was": "were"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """A kind of sentence: how it may be worded, and what may stand in its holes.

    A hole is `{name}` for a word, `{name#}` for a whole number, `{name.}` for any number (in a fact
    a text, to the hundredth), `{name+}` for several words, which makes one fact of each, and
    `{name*}` for several words or numbers that stay together: in a fact as one text, with commas
    between them.
    """

    kind: str
    forms: tuple[str, ...]
    expressions: tuple[re.Pattern[str], ...]
    """One for each form."""
    value: str = ""
    """The hole that holds one thing at a time: a token is in one place."""

    @property
    def holes(self) -> Mapping[str, str]:
        """The holes of its first form, each with its mark."""
        return dict(_HOLE.findall(self.forms[0]))

    def read(self, sentence: str) -> dict[str, Any] | None:
        """What stands in the holes, or None where this is another sentence."""
        for form, expression in zip(self.forms, self.expressions, strict=True):
            found = expression.fullmatch(sentence)
            if found is not None:
                marks = dict(_HOLE.findall(form))
                return {name: _value(found[name], marks[name]) for name in marks}
        return None

    def says(self, holes: Mapping[str, object]) -> str:
        """The sentence in its first form, or in the one that counts a single thing as it does."""
        return _filled(self._counting(self.forms[0], holes), holes)

    def ways(self, holes: Mapping[str, object]) -> Iterator[str]:
        """The sentence in each form of which every hole is filled."""
        for form in self.forms:
            if all(holes.get(name) not in (None, "", (), []) for name, _ in _HOLE.findall(form)):
                yield _filled(self._counting(form, holes), holes)

    def _counting(self, form: str, holes: Mapping[str, object]) -> str:
        """The shortest form that begins alike up to a number of 1: "1 card", not "1 cards"."""
        for name, mark in _HOLE.findall(form):
            if str(holes.get(name)) == "1":
                before, hole, _ = form.partition(f"{{{name}{mark}}}")
                alike = [each for each in self.forms if each.startswith(before + hole)]
                form = min(
                    (
                        each
                        for each in alike
                        if set(_HOLE.findall(each)) == set(_HOLE.findall(form))
                    ),
                    key=len,
                )
        return form


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseLanguage:
    """The sentences of a game's cases."""

    seats: tuple[Seat, ...]
    """Who sits at the table unless a case says otherwise."""
    pieces: tuple[str, ...] = ()
    ground: tuple[str, ...] = ()
    """What lies on the table unless a case says otherwise."""
    facts: Mapping[str, Phrase]
    commands: Mapping[str, Phrase]

    def facts_of(self, sentence: str, where: str) -> tuple[Fact, ...]:
        """What a sentence says, one fact for each token that it names."""
        kind, found = _found(self.facts, sentence, where=where, what="a fact")
        holes = {n: in_fact(each) if isinstance(each, float) else each for n, each in found.items()}
        several = {name: each for name, each in holes.items() if isinstance(each, tuple)}
        marks = self.facts[kind].holes
        kept = {n: ", ".join(map(str, v)) for n, v in several.items() if marks.get(n) == "*"}
        many = {name: each for name, each in several.items() if name not in kept}
        combined = tuple(product(*many.values()))
        if len(combined) > MOST_EXPANDED:
            expected = f"at most {MOST_EXPANDED} facts in a sentence"
            raise BadInputError(where, expected=expected, got=f"{len(combined)}")
        return tuple(
            {FACT: kind, **holes, **kept, **dict(zip(many, each, strict=True))} for each in combined
        )

    def command_of(self, sentence: str, where: str) -> Mapping[str, object]:
        """What a sentence asks for."""
        kind, holes = _found(self.commands, sentence, where=where, what="a command")
        return {COMMAND: kind, **holes}

    def told(self, fact: Fact) -> str:
        """A fact as a sentence."""
        phrase = self.facts.get(str(fact[FACT]))
        return repr(dict(fact))[:100] if phrase is None else phrase.says(fact)


def case_language(
    values: Mapping[str, object], where: str, *, extended: CaseLanguage | None = None
) -> CaseLanguage:
    """The patterns of one game, from its `sentences.toml`, before those that it extends."""
    base = extended or CaseLanguage(seats=(), facts={}, commands={})
    fields = Fields(values, where)
    fields.may("extends", string, default="")
    facts = fields.must("facts", _phrases)
    commands = fields.must("commands", _phrases)
    if extended is None:
        seats = fields.must("seats", read_seats)
    else:
        seats = fields.may("seats", read_seats, default=extended.seats)
    made = CaseLanguage(
        seats=seats,
        pieces=fields.may("pieces", texts, default=base.pieces),
        ground=fields.may("ground", texts, default=base.ground),
        facts=_first(facts, base.facts),
        commands=_first(commands, base.commands),
    )
    fields.done()
    return made


def _first(own: Mapping[str, Phrase], others: Mapping[str, Phrase]) -> Mapping[str, Phrase]:
    """Own sentences are read first, and take the place of others of their kind."""
    return MappingProxyType({**own, **{kind: others[kind] for kind in others if kind not in own}})


def read_seats(value: object, where: str) -> tuple[Seat, ...]:
    """Seats, each with the sides that it plays for: `Red = ["red"]`."""
    given = mapping(value, where).items()
    return tuple(Seat(name=name, sides=texts(each, f"{where}.{name}")) for name, each in given)


def _phrases(value: object, where: str) -> Mapping[str, Phrase]:
    given = mapping(value, where).items()
    return MappingProxyType(
        {kind: _phrase(kind, each, where=f"{where}.{kind}") for kind, each in given}
    )


def _phrase(kind: str, value: object, *, where: str) -> Phrase:
    fields = Fields(value, where)
    forms = fields.must("says", _forms)
    names = dict.fromkeys(name for form in forms for name, _ in _HOLE.findall(form))
    none: tuple[str, ...] = ()
    choices = {name: fields.may(name, texts, default=none) for name in names}
    made = Phrase(
        kind=kind,
        forms=forms,
        expressions=tuple(_expression(form, choices) for form in forms),
        value=fields.may("value", string, default=""),
    )
    fields.may("means", string, default="")
    fields.done()
    return made


def _forms(value: object, where: str) -> tuple[str, ...]:
    return (string(value, where),) if isinstance(value, str) else texts(value, where)


def in_fact(number: float) -> str:
    """A number as facts have it.

    >>> in_fact(4.0), in_fact(15.649999)
    ('4', '15.65')
    """
    return f"{round(number, 2) + 0.0:g}"


def _found(
    phrases: Mapping[str, Phrase], sentence: str, *, where: str, what: str
) -> tuple[str, dict[str, Any]]:
    for kind, phrase in phrases.items():
        holes = phrase.read(sentence)
        if holes is not None:
            return kind, holes
    raise BadInputError(where, expected=f"{what} of this game", got=repr(sentence)[:100])


def _expression(form: str, choices: Mapping[str, tuple[str, ...]]) -> re.Pattern[str]:
    parts, at = [], 0
    for hole in _HOLE.finditer(form):
        inner = _inner(choices.get(hole[1], ()), hole[2])
        parts += [_literal(form[at : hole.start()]), f"(?P<{hole[1]}>{inner})"]
        at = hole.end()
    return re.compile("".join((*parts, _literal(form[at:]))))


def _inner(allowed: tuple[str, ...], mark: str) -> str:
    """What may stand in a hole; in a text that is allowed, # is a die."""
    if allowed:
        longest = sorted(allowed, key=len, reverse=True)
        return "|".join(re.escape(each).replace(r"\#", "[1-6]") for each in longest)
    return {"#": r"\d{1,6}", ".": r"-?\d{1,6}(?:\.\d{1,6})?", "": _ONE}.get(mark, _LIST)


def _literal(text: str) -> str:
    words = re.split(r"(\w+)", text)
    return "".join(
        f"(?:{word}|{_PLURALS[word]})" if word in _PLURALS else re.escape(word) for word in words
    )


def _value(text: str, mark: str) -> object:
    if mark == "#":
        return int(text)
    if mark == ".":
        return float(text)
    if mark == "*":
        return tuple(int(each) if each.isdecimal() else each for each in listed_names(text))
    return tuple(listed_names(text)) if mark == "+" else text


def listed_names(text: str) -> Iterator[str]:
    """The names in a list.

    >>> list(listed_names("O1, O3 to O5 and O9"))
    ['O1', 'O3', 'O4', 'O5', 'O9']
    """
    for each in re.split(r", | and ", text):
        found = _RANGE.fullmatch(each)
        if found is None:
            yield each
        else:
            letter, first, last = found.groups()
            yield from (f"{letter}{number}" for number in range(int(first), int(last) + 1))


def _filled(form: str, holes: Mapping[str, object]) -> str:
    return _HOLE.sub(lambda hole: _worded(holes.get(hole[1], "?")), form)


def _worded(value: object) -> str:
    return listed(map(str, value)) if isinstance(value, tuple | list) else str(value)
