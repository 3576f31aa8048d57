"""Gathers the report of a battle as values; others draw it and write it."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from api.review.story.history import AttackTold, BattleStep, History, Lost, TurnEnd, history_of
from api.review.story.luck import Luck, Tables, luck_over
from api.review.story.named import EntryNames, time_of
from api.review.story.statistics import (
    Accuracy,
    CardsOf,
    DiceOf,
    accuracy_of,
    cards_of,
    dice_of,
    measured_in,
)
from rules.referee.log.battle import Battle, ended
from rules.referee.log.drafts import REFEREE_CLAUSES
from rules.referee.log.entries import EntryKind
from rules.referee.log.house_options import all_options
from rules.referee.toolkit.chronicle import Standing
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.tallies import Scored

CLOSEST: Final = 12
"""How many of the closest measurements are told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingTold:
    """One measurement that counts."""

    entry: str
    time: str
    turn: int
    clause: str
    says: str
    found: Measured


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """Some sentences that belong together."""

    first: int
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTold:
    """One turn with its story."""

    end: TurnEnd
    story: tuple[Paragraph, ...]
    fire: tuple[AttackTold, ...]
    losses: tuple[Lost, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseUsed:
    """A clause that rulings rested on."""

    id: str
    says: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything that a report tells."""

    about: Mapping[str, str]
    history: History
    result: str
    points: Mapping[str, float]
    points_say: str
    parts: tuple[Scored, ...]
    """What makes the points, where the game's last count says so."""
    armies: Mapping[str, tuple[Standing, ...]]
    chosen: tuple[tuple[str, str, str], ...]
    """Options that are not at their default or have changed: name, value, what it decides."""
    turns: tuple[TurnTold, ...]
    dice: tuple[DiceOf, ...]
    cards: tuple[CardsOf, ...]
    luck: Luck
    rulings: tuple[RulingTold, ...]
    closest: tuple[RulingTold, ...]
    corrections: tuple[BattleStep, ...]
    """Take-backs, overrides, disputes, and what was vouched for."""
    accuracy: Accuracy
    clauses: tuple[ClauseUsed, ...]

    @property
    def battle(self) -> Battle:
        return self.history.battle


def report_of(
    battle: Battle,
    about: Mapping[str, str],
    *,
    progress: Callable[[int, int], None] = lambda _done, _of: None,
    tables: Tables = lambda _sequence: None,
) -> Report:
    """The report of a battle, as far as its game tells of itself."""
    history = history_of(battle, progress=progress)
    rulings = tuple(_rulings(history))
    chronicle = battle.game.chronicle
    counted = history.counted
    points: Mapping[str, float] = {}
    if counted is not None:
        points = counted.points
    elif chronicle is not None:
        points = chronicle.points(battle.state)
    return Report(
        about=about,
        history=history,
        result=ended(battle) or "",
        points=points,
        points_say="" if chronicle is None else chronicle.points_say,
        parts=() if counted is None else counted.parts,
        armies=_armies(battle),
        chosen=_chosen(battle),
        turns=tuple(_turns(history)),
        dice=dice_of(history),
        cards=cards_of(history),
        luck=luck_over(battle, tables),
        rulings=rulings,
        closest=_closest(rulings),
        corrections=tuple(step for step in history.steps if step.entry.kind is EntryKind.REFEREE),
        accuracy=accuracy_of(history),
        clauses=_clauses(history),
    )


def _armies(battle: Battle) -> Mapping[str, tuple[Standing, ...]]:
    chronicle = battle.game.chronicle
    found: dict[str, list[Standing]] = {}
    for each in () if chronicle is None else chronicle.units(battle.state):
        found.setdefault(each.side, []).append(each)
    return {side: tuple(units) for side, units in found.items()}


def _chosen(battle: Battle) -> tuple[tuple[str, str, str], ...]:
    first, now = battle.setup.options.values, battle.options.values
    return tuple(
        (option.name, _agreed(first[option.name], now[option.name]), option.says)
        for option in all_options(battle.game)
        if now[option.name] != option.default or option.name in battle.changed
    )


def _agreed(first: object, now: object) -> str:
    """What an option is, and where it was changed in the battle what it was before."""
    return _worded(now) if first == now else f"{_worded(now)}; at first {_worded(first)}"


def _worded(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else f"{value}"


def _rulings(history: History) -> list[RulingTold]:
    by_id = {step.entry.id: step for step in history.steps}
    return [
        RulingTold(
            entry=name,
            time=time_of(by_id[name]),
            turn=by_id[name].turn,
            clause=by_id[name].entry.clause,
            says=by_id[name].says,
            found=found,
        )
        for name, found in measured_in(history)
    ]


def _closest(rulings: tuple[RulingTold, ...]) -> tuple[RulingTold, ...]:
    """The measurements that came closest to their limit, the closest first."""
    with_margin = [each for each in rulings if each.found.margin is not None]
    found = sorted(with_margin, key=lambda each: abs(each.found.margin or 0.0))
    return tuple(found[:CLOSEST])


def _turns(history: History) -> list[TurnTold]:
    steps, named = history.steps, EntryNames(history.steps)
    return [
        TurnTold(
            end=end,
            story=_story(steps[end.first : end.last + 1], named),
            fire=tuple(each for each in history.fire if end.first <= each.sequence <= end.last),
            losses=tuple(each for each in history.losses if end.first <= each.sequence <= end.last),
        )
        for end in history.turns
    ] or [_whole(history)]


def _whole(history: History) -> TurnTold:
    """The story of a game that does not tell of turns: one chapter."""
    last = history.battle.sequence - 1
    end = TurnEnd(turn=0, first=0, last=last, points={}, units=())
    story = _story(history.steps, EntryNames(history.steps))
    return TurnTold(end=end, story=story, fire=(), losses=())


def _story(steps: list[BattleStep], named: EntryNames) -> tuple[Paragraph, ...]:
    told: list[tuple[int, list[str]]] = []
    shown = [step for step in steps if step.stands and not step.quiet]
    before = ""
    for at, step in enumerate(shown):
        kind = str(step.entry.body.get("kind", ""))
        following = shown[at + 1].says if at + 1 < len(shown) else ""
        if following.startswith(step.says.rstrip(".") + " "):
            # The next sentence says it again, and more.
            continue
        if not told or (step.opens and kind != before):
            told.append((step.entry.sequence, []))
        told[-1][1].append(named.says(step))
        before = kind
    return tuple(Paragraph(first=first, says=" ".join(says)) for first, says in told)


def _clauses(history: History) -> tuple[ClauseUsed, ...]:
    counts = Counter(
        step.entry.clause for step in history.steps if step.stands and step.entry.clause
    )
    books = (history.battle.game.clauses, REFEREE_CLAUSES)
    return tuple(
        ClauseUsed(
            id=name,
            says=next((book[name].says for book in books if name in book), ""),
            count=count,
        )
        for name, count in sorted(counts.items())
    )
