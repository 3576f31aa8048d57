"""A battle as a course of steps: one walk over its log, with what each event tells."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from api.review.record.rulings import battles_before
from rules.referee.court.sentences import say
from rules.referee.log.battle import Battle, applied, body_of, replayed
from rules.referee.log.entries import Entry, EntryKind
from rules.referee.toolkit.chronicle import (
    Attacked,
    Chronicle,
    Counted,
    Shown,
    Standing,
    Thrown,
    Told,
)
from rules.referee.toolkit.dice import faces

Progress = Callable[[int, int], None]
Place = tuple[float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleStep:
    """One event in the course of the battle."""

    entry: Entry
    says: str
    turn: int
    """The turn in which the event left the battle."""
    stands: bool
    """Whether it counts in the end: it was not taken back."""
    quiet: bool
    opens: bool
    told: tuple[Told, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackTold:
    """An attack with the places of both."""

    sequence: int
    turn: int
    unit: str
    target: str
    side: str
    hit: bool
    start: Place | None
    end: Place | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """A unit that was lost."""

    sequence: int
    turn: int
    unit: str
    side: str
    by: str
    worth: float
    place: Place | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnd:
    """The battle as a turn left it."""

    turn: int
    first: int
    last: int
    """The events of the turn, by sequence."""
    points: Mapping[str, float]
    units: tuple[Standing, ...]


@dataclass(slots=True, kw_only=True)
class History:
    """The whole course of a battle."""

    battle: Battle
    """As it stands in the end."""
    steps: list[BattleStep] = field(default_factory=list)
    turns: list[TurnEnd] = field(default_factory=list)
    fire: list[AttackTold] = field(default_factory=list)
    losses: list[Lost] = field(default_factory=list)
    trails: dict[str, list[tuple[int, Place]]] = field(default_factory=dict)
    """By unit, each place with the event that put it there."""

    def thrown(self) -> Iterator[tuple[BattleStep, Thrown]]:
        """Every roll that counts."""
        return (
            (step, each)
            for step in self.steps
            for each in step.told
            if step.stands and isinstance(each, Thrown)
        )

    def shown(self) -> Iterator[tuple[BattleStep, Shown]]:
        """Every card that came to light and counts."""
        return (
            (step, each)
            for step in self.steps
            for each in step.told
            if step.stands and isinstance(each, Shown)
        )

    @property
    def counted(self) -> Counted | None:
        """The last points that an event of the game has counted."""
        found = (
            each
            for step in reversed(self.steps)
            for each in step.told
            if step.stands and isinstance(each, Counted)
        )
        return next(found, None)


def history_of(battle: Battle, *, progress: Progress = lambda _done, _of: None) -> History:
    """Walk over the battle from its beginning; what was taken back is walked over, too."""
    walk = _Walk(battle)
    for first, before in battles_before(battle.game, battle.entries):
        walk.command(first, before)
        progress(first, battle.sequence)
    walk.finish()
    progress(battle.sequence, battle.sequence)
    return walk.history


class _Walk:
    def __init__(self, battle: Battle) -> None:
        self.history = History(battle=battle)
        self._chronicle: Chronicle | None = battle.game.chronicle
        self._turn = 0
        self._began = 0
        self._units: dict[str, Standing] = {}
        self._note(battle.entries[0], replayed(battle.game, battle.entries[:1]))

    def command(self, first: int, before: Battle) -> None:
        """All events of one command."""
        battle = self.history.battle
        at, now = first, before
        while at < battle.sequence and battle.entries[at].command == battle.entries[first].command:
            now = applied(now, battle.entries[at : at + 1])
            self._note(battle.entries[at], now)
            at += 1
        self._places(battle.entries[at - 1], now)

    def finish(self) -> None:
        """The last turn ends with the log."""
        self._close_turn(self.history.battle, last=self.history.battle.sequence - 1)

    def _note(self, entry: Entry, now: Battle) -> None:
        battle, chronicle = self.history.battle, self._chronicle
        told: tuple[Told, ...] = ()
        if chronicle is not None:
            turn = chronicle.turn(now.state)
            if turn != self._turn:
                self._close_turn(now, last=entry.sequence - 1)
                self._turn, self._began = turn, entry.sequence
            if entry.kind is EntryKind.EVENT:
                told = chronicle.tells(body_of(battle.game, entry))
        kind = str(entry.body.get("kind", ""))
        stands = entry.id not in battle.fallen
        self.history.steps.append(
            BattleStep(
                entry=entry,
                says=_said(battle, entry, told=told),
                turn=self._turn,
                stands=stands,
                quiet=chronicle is not None and kind in chronicle.quiet,
                opens=chronicle is None
                or kind in chronicle.opens
                or entry.kind is not EntryKind.EVENT,
                told=told,
            )
        )
        for each in told if stands else ():
            if isinstance(each, Attacked):
                self._fired(entry, each)

    def _fired(self, entry: Entry, attack: Attacked) -> None:
        unit, target = self._units.get(attack.unit), self._units.get(attack.target)
        self.history.fire.append(
            AttackTold(
                sequence=entry.sequence,
                turn=self._turn,
                unit=attack.unit,
                target=attack.target,
                side="" if unit is None else unit.side,
                hit=attack.hit,
                start=None if unit is None else unit.place,
                end=None if target is None else target.place,
            )
        )

    def _places(self, entry: Entry, now: Battle) -> None:
        if self._chronicle is None:
            return
        counts = self.history.battle.stands(entry)
        for each in self._chronicle.units(now.state):
            before = self._units.get(each.unit)
            if before == each:
                continue
            self._units[each.unit] = each
            if counts and each.place is not None and (before is None or before.place != each.place):
                trail = self.history.trails.setdefault(each.unit, [])
                trail.append((entry.sequence, each.place))
            if counts and each.lost and not (before is not None and before.lost):
                self._lost(entry, each, before=before)

    def _lost(self, entry: Entry, unit: Standing, *, before: Standing | None) -> None:
        place = unit.place or (None if before is None else before.place)
        self.history.losses.append(
            Lost(
                sequence=entry.sequence,
                turn=self._turn,
                unit=unit.unit,
                side=unit.side,
                by=unit.by,
                worth=unit.worth,
                place=place,
            )
        )

    def _close_turn(self, now: Battle, *, last: int) -> None:
        if self._chronicle is None or last < self._began:
            return
        self.history.turns.append(
            TurnEnd(
                turn=self._turn,
                first=self._began,
                last=last,
                points=dict(self._chronicle.points(now.state)),
                units=tuple(self._units.values()),
            )
        )


def _said(battle: Battle, entry: Entry, *, told: tuple[Told, ...]) -> str:
    """An event in a sentence; dice are only read out, because what they are for was said before."""
    if len(told) == 1 and isinstance(told[0], Thrown):
        return f"{told[0].by} rolls {faces(told[0].dice)}."
    return say(battle, entry)
