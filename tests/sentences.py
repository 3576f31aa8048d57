"""Reads from the sources every sentence that somebody can read, for one page to list them."""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from rules.referee.log.drafts import REFEREE_CLAUSES
from rules.registry import games
from tests.architecture.sources import REPOSITORY
from tests.game_page import folder_of
from tests.rulings import Wanted, rulings_in
from tests.sentence_patterns import (
    Source,
    Where,
    pattern_clauses,
    patterns,
    says_something,
    sources_of,
    texts_in,
)
from tests.walked import walked

SEVERAL: Final = "Several games"
REFEREE: Final = "The umpire in every game"
TABLE: Final = "Measuring"
PAGE: Final = "The page"
RULES: Final = REPOSITORY / "rules"
WEB: Final = REPOSITORY / "api" / "web"

SCRIPT: Final = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"((?:[^\"\\\n]|\\.)*)\"|`((?:[^`\\]|\\.)*)`", re.DOTALL
)
FILLED: Final = re.compile(r"\$\{((?:[^{}]|\{[^{}]*\})*)\}")
"""A value that a script fills into a text."""
WORDS: Final = re.compile(r"[A-Z][^|<>=]*[a-z].*|(?:\{[^}]*\}|[^ ]+) [a-z]+.*", re.DOTALL)
NO_WORDS: Final = re.compile(
    r"[a-z-]+(?: [a-z-]+)*|(?=.*-\{)[a-z-]+(?:\{[^}]*\})*(?: [a-z-]+(?:\{[^}]*\})*)*"
    r"|[A-Z][a-z]+(?:[A-Z][a-zA-Z]*)+"
    r"|.*[\[\]#*/\\].*|[Mm][\d{ ].*"
    r"|[a-z-]+[({].*|.*(?:\bxmlns=|px\b|%$).*|, [a-z]+|script, .*|\} [a-z]+\.?"
    r"|Bearer .*|code of .*",
    re.DOTALL,
)
"""Names of classes and events, selectors, transforms and addresses, which nobody reads."""
KEYS: Final = frozenset({"Enter", "Escape", "Delete", "Backspace", "Shift", "Content-Type"})


@dataclass(frozen=True, slots=True, order=True)
class Sentence:
    """One thing that somebody can read, with braces for what is filled in."""

    whose: str
    """The game, or the part of the program."""
    kind: str
    clause: str
    text: str


@cache
def sentences() -> tuple[Sentence, ...]:
    """Every sentence once; what several games say in the same words stands with none of them."""
    found = {each for game in games().values() for each in _of_game(game.slug, game.title)}
    often = Counter(text for _, text in {(each.whose, each.text) for each in found})
    shared = {
        Sentence(SEVERAL, each.kind, "", each.text) if often[each.text] > 1 else each
        for each in found
    }
    return tuple(_once(sorted({*shared, *_of_referee(), *_of_table(), *_of_page()})))


def _once(found: Iterable[Sentence]) -> Iterator[Sentence]:
    seen: dict[tuple[str, str], Sentence] = {}
    for each in found:
        if (each.whose, each.text) not in seen:
            seen[each.whose, each.text] = each
            yield each


def _of_game(slug: str, title: str) -> Iterator[Sentence]:
    folder = folder_of(games()[slug])
    rulings = rulings_in(folder)
    for each in rulings.refusals:
        yield Sentence(title, "refused", ", ".join(each.clauses), each.text)
    for each in rulings.measured:
        yield Sentence(title, "measured", ", ".join(each.clauses), each.text)
    for kind, asked in (("dice", rulings.rolls), ("asked", rulings.questions)):
        for wanted in asked:
            yield Sentence(title, kind, ", ".join(wanted.clauses), _asked(wanted))
    yield from _told(folder, title)
    book = games()[slug].clauses
    for way in book.named_ways:
        yield Sentence(title, "how to win", way.clause, way.says)
    for told in book.explained.values():
        choices = "; ".join(f"{each}: {says}" for each, says in told.choices.items())
        yield Sentence(title, "explained", told.clause, f"{told.says} {choices}".strip())


def _asked(wanted: Wanted) -> str:
    answers = [each for each in wanted.answers if says_something(each)]
    return f"{wanted.text} [{'; '.join(answers)}]" if answers else wanted.text


def _told(folder: Path, whose: str) -> Iterator[Sentence]:
    """What is told of events, offered and waited for."""
    sources = sources_of(texts_in(folder))
    for source in sources:
        for node in walked(source.tree):
            if isinstance(node, ast.ClassDef):
                yield from _events(node, source, sources=sources, whose=whose)
        for where in source.functions(sources):
            for node in walked(where.function):
                if isinstance(node, ast.Call):
                    yield from _offers(node, where, whose)


def _events(
    node: ast.ClassDef, source: Source, *, sources: tuple[Source, ...], whose: str
) -> Iterator[Sentence]:
    methods = {each.name: each for each in node.body if isinstance(each, ast.FunctionDef)}
    if "told" not in methods:
        return
    where = Where(function=methods["told"], source=source, sources=sources)
    clauses = sorted(
        {
            name
            for each in node.body
            if isinstance(each, ast.Assign | ast.AnnAssign) and each.value is not None
            if "clause" in ast.unparse(each).split("=")[0]
            for name in pattern_clauses(each.value, where)
        }
    )
    for text in _returned(where):
        yield Sentence(whose, "told", ", ".join(clauses), text)


def _returned(where: Where) -> Iterator[str]:
    for node in walked(where.function):
        if isinstance(node, ast.Return) and node.value is not None:
            yield from filter(says_something, patterns(node.value, where))


def _offers(node: ast.Call, where: Where, whose: str) -> Iterator[Sentence]:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name not in {"Template", "PhaseRow", "Difference", "Sighted"}:
        return
    for each in node.keywords:
        if each.arg in {"says", "verb"}:
            for text in filter(says_something, patterns(each.value, where)):
                yield Sentence(whose, "offered" if name == "Template" else "noted", "", text)


def _of_referee() -> Iterator[Sentence]:
    """What the umpire says whatever is played: its refusals, and entries of its own."""
    folder = RULES / "referee"
    sources = sources_of(texts_in(folder))
    for source in sources:
        if source.path.parts[0] == "judging":
            continue
        for where in source.functions(sources):
            if where.function.name in {"say", "say_dispute", "_own", "_agreement", "_of_cards"}:
                for text in _returned(where):
                    yield Sentence(REFEREE, "told", "", text)
            for node in walked(where.function):
                match node:
                    case ast.Call(func=ast.Name(id="refused"), args=[clause, reason]):
                        clauses = ", ".join(pattern_clauses(clause, where))
                        for text in filter(says_something, patterns(reason, where)):
                            yield Sentence(REFEREE, "refused", clauses, text)


def _of_table() -> Iterator[Sentence]:
    """What a measurement says of itself, in every game."""
    sources = sources_of(texts_in(RULES / "table"))
    for source in sources:
        for where in source.functions(sources):
            for node in walked(where.function):
                if isinstance(node, ast.Call):
                    for each in node.keywords:
                        if each.arg == "why":
                            for text in filter(says_something, patterns(each.value, where)):
                                if " " in text:
                                    yield Sentence(TABLE, "measured", "", text)


def _of_page() -> Iterator[Sentence]:
    for place in sorted(WEB.rglob("*.js")):
        for text in page_texts(place.read_text(encoding="utf-8")):
            yield Sentence(PAGE, place.relative_to(WEB).parts[0], "", text)


def page_texts(script: str) -> Iterator[str]:
    """The texts of a script that somebody may read, with braces for what is filled in.

    >>> list(
    ...     page_texts('say(`It is ${who.name} now.`); make("p", { class: "row give" }) // Not me')
    ... )
    ['It is {who name} now.']
    """
    for found in SCRIPT.finditer(script):
        text = found[1] if found[1] is not None else found[2]
        if text is None:
            continue
        plain = " ".join(FILLED.sub(lambda each: f"{{{_name(each[1])}}}", text).split())
        bare = re.sub(r"\{[^}]*\}", "", plain).strip()
        if bare in KEYS or not re.search(r"[a-zA-Z]{2}", bare):
            continue
        if WORDS.fullmatch(plain) and not NO_WORDS.fullmatch(plain):
            yield plain


def _name(code: str) -> str:
    words = re.findall(r"[a-zA-Z]+", code)
    return " ".join(words[:2]) if words else "..."


INTRO: Final = """\
<!-- Written by `python -m tests.regenerate` from the sources: edit those. -->

# Sentences

Every sentence that somebody can read, once: by game and clause, with braces for what is filled in
at the table, and in brackets what may come of a roll or be answered. It is made from the sources,
so nothing is said that does not stand here. Behind a refusal stands *what would do instead*.
"""


def sentences_page() -> str:
    """The page that lists them."""
    lines = [INTRO]
    books = (*(game.clauses for game in games().values()), REFEREE_CLAUSES)
    remedies = {frame: remedy for book in books for frame, remedy in book.remedies.items()}
    before: tuple[str, ...] = ()
    for each in sorted(sentences(), key=lambda one: (_place(one.whose), one)):
        if before[:1] != (each.whose,):
            lines.append(f"\n## {each.whose}\n")
        if before != (each.whose, each.kind):
            lines.append(f"\n### {each.kind.capitalize()}\n\n")
        clause = f"{each.clause}: " if each.clause else ""
        instead = remedies.get(each.text, "") if each.kind in {"refused", "measured"} else ""
        more = f" *{_shown(instead)}*" if instead else ""
        lines.append(f"- {clause}{_shown(each.text)}{more}\n")
        before = (each.whose, each.kind)
    return "".join(lines)


def _place(whose: str) -> int:
    last = (SEVERAL, REFEREE, TABLE, PAGE)
    return 1 + last.index(whose) if whose in last else 0


def _shown(text: str) -> str:
    return text.replace("<", "&lt;").replace("*", "\\*")
