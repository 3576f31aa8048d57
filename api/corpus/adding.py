"""Makes a judged case of an event or a refusal of a battle, as TOML."""

from collections.abc import Iterator
from dataclasses import dataclass

from api.battle_files.refusals import read_refusal
from api.review.record.archive import Archive, AskedCommand
from rules.corpus.case_toml import case_toml
from rules.corpus.cases import packed_books, packed_language
from rules.corpus.from_moment import LED_BY, EarlierCommand, RuledMoment, kept_case
from rules.corpus.refereed import EMPTY
from rules.referee.court.asking import heard
from rules.referee.court.declared import seen_table
from rules.referee.log.battle import Battle, applied, body_of, replayed
from rules.referee.log.dispute_words import (
    Challenged,
    CommandRefused,
    MeasuredAgain,
    Settled,
    SettlementAsked,
)
from rules.referee.log.entries import Entry, EntryKind
from rules.referee.toolkit.game import Command, Game, Refusal
from rules.referee.toolkit.vocabulary import kind_of
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import parse
from rules.table.snapshot import Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A command, and what it was ruled on."""

    name: str
    before: Battle
    author: str
    body: object
    snapshot: Snapshot
    is_refused: bool
    clause: str
    others: tuple[str, ...] = ()


def case_text(moment: RuledMoment, game: Game) -> str:
    """The smallest case of a moment, as a table of a file of cases."""
    language = packed_language(game.slug)
    return case_toml(kept_case(moment, game=game, language=language), language=language)


def moment_of(battle: Battle, archive: Archive, *, name: str) -> RuledMoment:
    """An event, as e41, or a refusal, as r3; of a dispute what it is about."""
    game = battle.game
    if game.fact_table is None or game.slug not in packed_books():
        expected = "a game that has facts for judged cases"
        raise BadInputError("case", expected=expected, got=f"{game.title}, which has none yet")
    asked = _refused(battle, archive, name=name) or _asked(battle, archive, name=name)
    body = heard(asked.before, asked.body)
    if isinstance(body, Refusal) or kind_of(body) not in game.commands.kinds:
        got = str(asked.body.get("kind")) if isinstance(asked.body, dict) else "another"
        raise BadInputError(name, expected="what came of a command of the game", got=got)
    return RuledMoment(
        name=asked.name,
        setup=asked.before.setup,
        state=asked.before.state,
        command=Command(author=asked.author, body=body),
        snapshot=seen_table(asked.before, asked.snapshot),
        is_refused=asked.is_refused,
        clause=asked.clause,
        others=asked.others,
        earlier=tuple(_earlier(battle, archive, before=asked.before.sequence)),
    )


def _earlier(battle: Battle, archive: Archive, *, before: int) -> Iterator[EarlierCommand]:
    """The commands of the game just before an event, the last one first."""
    asked: list[AskedCommand] = []
    while len(asked) < LED_BY[-1] and before > 1:
        found = archive.command_of(before - 1)
        if not isinstance(found, AskedCommand):
            break
        asked.append(found)
        before = found.first
    if not asked:
        return
    begun = replayed(battle.game, battle.entries[:before])
    states = [begun]
    for each in reversed(asked[1:]):
        states.append(applied(states[-1], battle.entries[each.first : each.last + 1]))
    for each, state in zip(asked, reversed(states), strict=True):
        body = heard(state, each.command)
        if isinstance(body, Refusal) or kind_of(body) not in battle.game.commands.kinds:
            return
        yield EarlierCommand(
            state=state.state,
            command=Command(author=each.author, body=body),
            clause=battle.entries[each.first].clause,
        )


def _refused(battle: Battle, archive: Archive, *, name: str) -> _Asked | None:
    line = archive.refusal(int(name[1:])) if name[:1] == "r" and name[1:].isdecimal() else None
    if line is None:
        return None
    kept = read_refusal(line)
    return _Asked(
        name=name,
        before=replayed(battle.game, battle.entries[: kept.after + 1]),
        author=kept.author,
        body=dict(kept.command),
        snapshot=archive.snapshot(line.snapshot),
        is_refused=True,
        clause=kept.refusal.clause,
    )


def _asked(battle: Battle, archive: Archive, *, name: str) -> _Asked:
    entry = battle.entry(name)
    if entry is None:
        last = f"e{battle.sequence - 1}"
        expected = f"an event up to {last}, or a refusal that is kept"
        raise BadInputError("event", expected=expected, got=repr(name)[:60])
    if entry.kind is EntryKind.HEADER:
        raise BadInputError(name, expected="an event", got="the beginning, that no command brought")
    entry = _disputed(battle, entry)
    body = body_of(battle.game, entry)
    if isinstance(body, CommandRefused):
        after = battle.entry(body.after)
        assert after is not None
        return _Asked(
            name=entry.id,
            before=replayed(battle.game, battle.entries[: after.sequence + 1]),
            author=entry.author,
            body=parse(body.command, what="command"),
            snapshot=archive.snapshot_before(entry.sequence) or EMPTY,
            is_refused=True,
            clause=body.clause,
        )
    asked = archive.command_of(entry.sequence)
    if not isinstance(asked, AskedCommand):
        got = "an event that no command brought" if asked is None else asked.why
        raise BadInputError(name, expected="a command that was kept", got=got)
    entries = battle.entries[asked.first : asked.last + 1]
    seen = (archive.snapshot_of(each.sequence) for each in entries)
    found = next((each for each in seen if each is not None), None)
    return _Asked(
        name=entry.id,
        before=replayed(battle.game, battle.entries[: asked.first]),
        author=asked.author,
        body=asked.command,
        snapshot=found or archive.snapshot_before(asked.last) or EMPTY,
        is_refused=False,
        clause=entry.clause,
        others=tuple(each.clause for each in entries),
    )


def _disputed(battle: Battle, entry: Entry) -> Entry:
    """What a dispute is about, for anything that was said in it."""
    body = body_of(battle.game, entry)
    about = ""
    if isinstance(body, Challenged):
        about = body.entry
    elif isinstance(body, MeasuredAgain | SettlementAsked | Settled):
        about = next((each.entry for each in battle.disputes if each.id == body.dispute), "")
    return battle.entry(about) or entry
