"""Tries, in the midst of a game, every row that players may amend and every option they may change.

Each is asked for, agreed to, told, replayed from its log and taken back again.
"""

import json
from collections.abc import Iterable, Iterator

from rules.referee.court.agreements import changeable
from rules.referee.court.asking import Ruling, ask
from rules.referee.court.consent import missing_sides
from rules.referee.court.corrections import last_standing
from rules.referee.court.offers import offers, view
from rules.referee.log.agreement_words import AmendState, ChangeOption
from rules.referee.log.battle import Battle, applied, begin, replayed
from rules.referee.log.entries import Stamp
from rules.referee.log.house_words import Agree, TakeBack
from rules.referee.toolkit.amending import Amendable
from rules.referee.toolkit.game import Command, Game, Setup, State
from rules.referee.toolkit.settings import Option, Value
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Snapshot
from rules.testing.conformance import SNAKE, is_sentence
from rules.testing.driver import Rng, Sample, Step, play_sample

KINDS = ("unit", "side", "battle")
SOME = 3
"""Of whom a row is tried, values that it is tried with, and options, in each moment."""


def hold_to_agreements(
    game: Game, sample: Sample, *, rng: Rng, steps: int = 60, moments: int = 3
) -> int:
    """Play a sample and stop at so many moments to try all of it; gives the changes agreed on."""
    rows_are_sane(game)
    stops = {0, *rng.sample(range(steps), min(moments, steps))}
    tried = 0

    def watch(step: Step) -> None:
        nonlocal tried
        battle.extend((_after(battle[-1], step),))
        if step.number in stops:
            tried += sum(1 for _ in _tried(battle[-1], step.moved.snapshot, rng=rng))

    battle = [_begun(game, sample.setup)]
    play_sample(game, sample, rng=rng, steps=steps, watch=watch)
    return tried


def rows_are_sane(game: Game) -> None:
    """Each row has a name that logs can hold and says what it is."""
    for row in game.amendable:
        assert SNAKE.fullmatch(row.name), f"expected snake_case, got row {row.name!r}"
        is_sentence(row.says, f"row {row.name}")
        kind = row.holder.kind
        assert kind in KINDS, f"row {row.name}: expected one of {KINDS}, got {kind!r}"
        if row.clause:
            assert row.clause in game.clauses, f"row {row.name}: no clause {row.clause!r}"
    for option in game.option_schema:
        if option.fixed:
            is_sentence(option.fixed, f"option {option.name}: fixed")


def _begun(game: Game, setup: Setup) -> Battle:
    return begin(game, setup, stamp=_stamp("begin"))


def _after(battle: Battle, step: Step) -> Battle:
    """The battle in court after the step of a game that is played without one."""
    ruling = ask(
        battle,
        step.command,
        snapshot=step.moved.snapshot,
        stamp=_stamp(f"c{battle.sequence}"),
    )
    return applied(battle, ruling.entries)


def _tried(battle: Battle, snapshot: Snapshot, *, rng: Rng) -> Iterator[Battle]:
    """The battle after each change that is possible in this moment."""
    for row in battle.game.amendable:
        names = row.holder.names(battle.state)
        for name in rng.sample(names, min(SOME, len(names))):
            reads_back(row, battle.state, name)
            for after, text in _amended(battle, row, name, snapshot=snapshot, rng=rng):
                got = row.written(after.state, name)
                assert got == text, f"{row.name} of {name}: put {text}, got {got}"
                yield after
    author = next(each.name for each in battle.setup.seats if each.sides)
    options = changeable(battle)
    for option in rng.sample(options, min(SOME, len(options))):
        for value in _others(option, battle.options.values[option.name], rng=rng):
            body = ChangeOption(option=option.name, value=option.text(value))
            after = _agreed(battle, body, author=author, snapshot=snapshot)
            assert after.options.values[option.name] == value, f"{option.name}: it does not change"
            yield after


def _amended(
    battle: Battle, row: Amendable, name: str, *, snapshot: Snapshot, rng: Rng
) -> Iterator[tuple[Battle, str]]:
    """The battle after each amendment of a row that is possible, with what it was amended to."""
    author = _who_sees(battle, row, name)
    for text in _texts(row, battle.state, name, rng=rng) if author else ():
        body = AmendState(what=row.name, of=name, value=text, reason="a trial")
        after = _agreed(battle, body, author=author, snapshot=snapshot)
        if after is not battle:
            yield after, text


def reads_back(row: Amendable, state: State, name: str) -> None:
    """What a row reads, written and parsed, is the same, and may stay what it is."""
    value = row.value(state, name)
    text = row.domain.text(value)
    parsed = row.domain.parse(text)
    assert parsed == value, f"{row.name} of {name}: wrote {text!r} for {value!r}, read {parsed!r}"
    assert type(row.amended(state, name, text=text)) is type(state), f"{row.name}: another state"


def _texts(row: Amendable, state: State, name: str, *, rng: Rng) -> Iterable[str]:
    """A few values that it may be; of what is typed, nothing and what it is elsewhere."""
    allowed = row.domain.allowed(state)
    if allowed:
        return rng.sample(allowed, min(SOME, len(allowed)))
    elsewhere = {row.written(state, each) for each in row.holder.names(state)}
    tries = sorted({*elsewhere, "none", "1", "2.5", row.written(state, name)})
    return [text for text in tries if _can_be(row, state, text)][:5]


def _can_be(row: Amendable, state: State, text: str) -> bool:
    try:
        value = row.domain.parse(text)
        row.domain.require(state, value)
    except BadInputError:
        return False
    return row.domain.text(value) == text


def _who_sees(battle: Battle, row: Amendable, name: str) -> str:
    seats = (seat.name for seat in battle.setup.seats if seat.sides)
    return next((each for each in seats if name in row.seen_by(battle.state, each)), "")


def _others(option: Option, now: Value, *, rng: Rng) -> tuple[Value, ...]:
    if isinstance(now, bool):
        return (not now,)
    if isinstance(now, str):
        rest = [each for each in option.choices if each != now]
        return (rng.choice(rest),) if rest else ()
    ends = (option.least, option.most)
    kind = int if isinstance(option.default, int) else float
    return tuple(kind(each) for each in ends if each != now)[:1]


def _agreed(
    battle: Battle, body: AmendState | ChangeOption, *, author: str, snapshot: Snapshot
) -> Battle:
    """The battle once all have agreed; the same one where the change is refused."""
    after = _all_agree(battle, body, author=author, snapshot=snapshot)
    if after is None:
        return battle
    assert replayed(battle.game, after.entries).state == after.state, f"{body}: replays otherwise"
    _can_be_played(after, snapshot)
    _is_undone(battle, after, snapshot=snapshot)
    return after


def _all_agree(battle: Battle, body: object, *, author: str, snapshot: Snapshot) -> Battle | None:
    """The battle once everybody has agreed to what somebody asks; None where it is refused."""
    after = _given(battle, body, author=author, snapshot=snapshot)
    while after is not None and after.pending:
        waiting = after.pending[-1]
        sides = set(missing_sides(after, waiting))
        seat = next(each.name for each in battle.setup.seats if sides & set(each.sides))
        after = _given(after, Agree(ask=waiting.ask), author=seat, snapshot=snapshot)
    return after


def _is_undone(battle: Battle, after: Battle, *, snapshot: Snapshot) -> None:
    """Taken back, a change leaves the battle as it was."""
    last = last_standing(after)
    assert last is not None
    back = _all_agree(after, TakeBack(entry=last.id), author=last.author, snapshot=snapshot)
    assert back is not None, f"{last.body}: cannot be taken back"
    assert (back.state, back.options) == (battle.state, battle.options), f"{last.body}: stays"


def _given(battle: Battle, body: object, *, author: str, snapshot: Snapshot) -> Battle | None:
    command = Command(author=author, body=body)
    stamp = _stamp(f"try{battle.sequence}")
    ruling: Ruling = ask(battle, command, snapshot=snapshot, stamp=stamp)
    if ruling.refusal is not None:
        is_sentence(ruling.refusal.reason, f"refusal of {body}")
        return None
    for says in ruling.says:
        is_sentence(says, f"what is told of {body}")
    return applied(battle, ruling.entries)


def _can_be_played(battle: Battle, snapshot: Snapshot) -> None:
    """Everything that is asked of a game between two commands can be asked of it still."""
    for seat in battle.setup.seats:
        offers(battle, snapshot, seat=seat.name)
        json.dumps(dict(view(battle, seat=seat.name)), allow_nan=False)


def _stamp(command_id: str) -> Stamp:
    return Stamp(time="2026-01-01T00:00:00Z", command_id=command_id, umpire_version="test")
