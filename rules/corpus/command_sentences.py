"""Finds the sentence of a game's cases that asks for what a command asks for."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.corpus.refereed import worded
from rules.corpus.sentences import CaseLanguage
from rules.referee.toolkit.game import FactTable, Game
from rules.table.bad_input import BadInputError

ANSWERS: Final = "ask"
"""The field that names the question a command answers; in a case only one is open."""
_HOLE: Final = re.compile(r"\{(\w+)\}")


def sentence_of(body: object, *, game: Game, table: FactTable, language: CaseLanguage) -> str:
    """The command as a sentence; a BadInputError says that the game's cases have none for it."""
    written = game.commands.write(body)
    for sentence in _tried(written, table=table, language=language):
        try:
            said = worded(language.command_of(sentence, "command"), table)
            again = game.commands.write(game.commands.read(said, "command"))
        except (BadInputError, LookupError):
            continue
        if {**again, ANSWERS: ""} == {**written, ANSWERS: ""}:
            return sentence
    raise BadInputError(
        "command",
        expected=f"one that the cases of {game.title} have a sentence for",
        got=str(written.get("kind")),
    )


def _tried(
    written: Mapping[str, Any], *, table: FactTable, language: CaseLanguage
) -> Iterator[str]:
    for kind, phrase in language.commands.items():
        named = table.commands.get(kind, {"kind": kind})
        holes = _held(named, written)
        if holes is not None:
            yield from phrase.ways({**written, **holes})


def _held(named: Mapping[str, object], written: Mapping[str, Any]) -> dict[str, Any] | None:
    """What stands in the holes of a command that is called otherwise; None where it is another."""
    holes: dict[str, Any] = {}
    for name, value in named.items():
        got = written.get(name)
        whole = _HOLE.fullmatch(value) if isinstance(value, str) else None
        if whole is not None:
            holes[whole[1]] = got
        elif isinstance(value, str) and isinstance(got, str):
            parts = _HOLE.split(value)
            found = re.fullmatch(
                "".join(
                    f"(?P<{part}>.+)" if at % 2 else re.escape(part)
                    for at, part in enumerate(parts)
                ),
                got,
            )
            if found is None:
                return None
            holes |= found.groupdict()
        elif value != got:
            return None
    return holes
