"""Follows what chance brings, roll by roll, to where nobody rolls any more or somebody chooses.

Sets of dice are tried where the game treats dice alike, and orders where it does not. What comes to
the same is followed once, so that a long chain stays small.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

from rules.referee.odds.chances import Chance, Way, asks_of, chance_of
from rules.referee.odds.marks import EventMark, EventMarks, marked, parts_of
from rules.referee.odds.records import ReadError, Unread, set_aside
from rules.referee.toolkit.game import (
    Command,
    Event,
    Game,
    Refusal,
    State,
)
from rules.referee.toolkit.measured_before import MeasuredBefore
from rules.referee.toolkit.questions import ChoiceQuestion
from rules.referee.toolkit.vocabulary import kind_of
from rules.table.snapshot import Snapshot

MOST_RULED: Final = 6_000
"""Rulings that an exact answer may take; what takes more is sampled."""
MOST_ROLLS: Final = 8
"""Rolls one behind the other that are followed; rare is the chain that has more."""
PROBES: Final = 12
"""Sets of three dice and more that are tried in another order, too; of two dice all are."""


class TooLongError(Exception):
    """An exact answer would take too many rulings."""


class NotRuledError(Exception):
    """The game refuses faces that it asked for."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A state that chance may come to, with what happened on the way there."""

    state: State
    marks: EventMarks
    waiting: tuple[int, ...] = ()
    """Asks that were open from the beginning, and are part of the same."""
    rolls: int = 0
    aside: tuple[Unread, ...] = ()


@dataclass(slots=True)
class Walk:
    """One question about chance: the game, its table, and what was ruled so far."""

    game: Game
    snapshot: Snapshot
    most_ruled: int = MOST_RULED
    merges: bool = True
    """Whether remembered dice are set aside; a walk that has to know them is made anew without."""
    numbers: bool = False
    """Whether events are told apart by their numbers as well."""
    together: bool = False
    """Whether rolls that were asked for beside the first are part of the same."""
    before: MeasuredBefore | None = field(default_factory=MeasuredBefore)
    """What was measured on the way; None to measure everything anew for each ruling."""
    ruled: int = 0
    declined: dict[str, str] = field(default_factory=dict)
    """Choices that were declined for whoever has them, by kind."""
    ordered: dict[tuple[str, int], bool] = field(default_factory=dict)
    """By what is rolled for and with how many dice, whether the order of the dice counts."""
    told: dict[EventMark, list[object]] = field(default_factory=dict)
    """Bodies of events by mark, a few of each, to find words for it."""

    @property
    def quiet(self) -> frozenset[str]:
        """Kinds of events that a story of the battle leaves out."""
        told = self.game.chronicle
        return frozenset() if told is None else told.quiet

    def begun(self, state: State, chance: Chance) -> Node:
        """Where chance is asked; other asks that are open already belong to it, too."""
        asks = asks_of(self.game, state) if self.together else ()
        beside = tuple(each.id for each in asks if each.id != chance.ask)
        return Node(state=state, marks=frozenset(), waiting=beside)

    def distribution(self, node: Node, chance: Chance | None) -> list[tuple[Node, Fraction]]:
        """Every end that this may come to, with its chance."""
        ends: list[tuple[Node, Fraction]] = []
        level = [(node, chance, Fraction(1))]
        while level:
            fresh: list[tuple[Node, Fraction]] = []
            for each, asked, share in level:
                if asked is None:
                    ends.append((each, share))
                    continue
                for after, part in self.after_roll(each, asked):
                    _merge(fresh, after, share=share * part)
            level = [(each, self.next_chance(each), share) for each, share in fresh]
        return ends

    def next_chance(self, node: Node) -> Chance | None:
        """What is rolled next, as part of the same; None where it ends, or somebody chooses."""
        state = node.state
        if node.rolls >= MOST_ROLLS or getattr(state, "outcome", None) is not None:
            return None
        asks = asks_of(self.game, state)
        # A game with steps left in what it does asks on; without, a phase asks for something new.
        goes_on = bool(getattr(state, "steps", True))
        for each in asks:
            if goes_on or each.id in node.waiting:
                return chance_of(self.game, state, ask=each, snapshot=self.snapshot)
        return None

    def after_roll(self, node: Node, chance: Chance) -> list[tuple[Node, Fraction]]:
        """What a roll leads to, and how likely each of it is."""
        if chance.count == 1 or not self._in_order(node, chance):
            ways, count = chance.in_sets(), chance.alike
        else:
            ways, count = chance.in_orders(), chance.total
        if self.ruled + count > self.most_ruled:
            raise TooLongError
        found: list[tuple[Node, Fraction]] = []
        for way, weight in ways:
            _merge(found, self.once(node, chance, way=way), share=Fraction(weight, chance.total))
        return found

    def once(self, node: Node, chance: Chance, *, way: Way) -> Node:
        """What these faces lead to."""
        node = self.given(node, chance.given(self.game, way), way=way)
        for _ in range(MOST_ROLLS):
            ask = self._declinable(node)
            if ask is None:
                break
            kind = self.game.commands.kinds[ask.question.answered_by]
            no = next(each for each in ask.question.choices if each in DECLINES)
            self.declined.setdefault(kind_of(ask.question), parts_of(ask.says)[-1])
            node = self.given(node, Command(author=ask.seat, body=kind(choice=no, ask=ask.id)))
        return node

    def _declinable(self, node: Node) -> Any:
        """The choice that is next in it, where it may be declined."""
        state = node.state
        if not getattr(state, "steps", True) or getattr(state, "outcome", None) is not None:
            return None
        ask = next(iter(asks_of(self.game, state)), None)
        if ask is None or not isinstance(ask.question, ChoiceQuestion):
            return None
        return ask if DECLINES.intersection(ask.question.choices) else None

    def given(self, node: Node, command: Command, *, way: Way = ()) -> Node:
        """What a command leads to."""
        self.ruled += 1
        if self.before is not None:
            self.before.after = None
            command = replace(command, before=self.before)
        decision = self.game.decide(node.state, command, self.snapshot)
        if isinstance(decision, Refusal):
            raise NotRuledError(decision)
        state, marks = self._happened(node, decision, way=way)
        aside: tuple[Unread, ...] = ()
        if self.merges and way:
            state, aside = set_aside(state, way)
        return replace(
            node, state=state, marks=marks, rolls=node.rolls + bool(way), aside=node.aside + aside
        )

    def _happened(
        self, node: Node, events: tuple[Event, ...], *, way: Way
    ) -> tuple[State, EventMarks]:
        ruled = None if self.before is None else self.before.after
        state, marks = node.state if ruled is None else ruled, set(node.marks)
        for event in events:
            if ruled is None:
                state = self.game.evolve(state, event.body)
            mark = marked(event.body, clause=event.clause, way=way, numbers=self.numbers)
            if mark is not None and mark.kind not in self.quiet:
                marks.add(mark)
                bodies = self.told.setdefault(mark, [])
                if len(bodies) < MOST_TOLD:
                    bodies.append(event.body)
        return state, frozenset(marks)

    def _in_order(self, node: Node, chance: Chance) -> bool:
        """Whether the same faces in another order lead elsewhere."""
        key = (chance.kind, chance.count)
        if key not in self.ordered and self.ruled + chance.alike <= self.most_ruled:
            self.ordered[key] = self._order_counts(node, chance)
        return self.ordered.get(key, False)

    def _order_counts(self, node: Node, chance: Chance) -> bool:
        for way in _probed(chance):
            turned = (*way[1:], way[0])
            if not _same(self.once(node, chance, way=way), self.once(node, chance, way=turned)):
                return True
        return False


DECLINES: Final = frozenset({"keep", "no", "nobody", "none", "nothing"})
"""Answers by which somebody lets a choice go by."""
MOST_TOLD: Final = 6
"""Events of one mark that are looked at for words."""


def anew(walk: Walk) -> Walk:
    """The same question with nothing ruled yet; which orders count is known from before."""
    return replace(walk, ruled=0, told={}, declined={})


Work = Callable[[Walk], list[tuple[Node, Fraction]]]


def reckoned(walk: Walk, work: Work) -> tuple[Walk, list[tuple[Node, Fraction]]]:
    """A distribution, made anew with every throw by itself where remembered dice were read."""
    try:
        return walk, work(walk)
    except ReadError:
        alone = replace(anew(walk), merges=False)
        return alone, work(alone)


def _probed(chance: Chance) -> Iterator[Way]:
    """Some sets of faces of which another order is another throw, spread over all; of two, all."""
    mixed = [way for way, weight in chance.in_sets() if weight > 1]
    step = 1 if chance.count == 2 else max(1, len(mixed) // PROBES)
    return iter(mixed[step // 2 :: step])


def _same(one: Node, other: Node) -> bool:
    try:
        return one.marks == other.marks and bool(one.state == other.state)
    except ReadError:
        # One remembers dice of several throws where the other remembers none.
        return False


def _merge(found: list[tuple[Node, Fraction]], node: Node, *, share: Fraction) -> None:
    """Add a node, or its share to the one that is the same for all that follows."""
    for place, (each, part) in enumerate(found):
        if each.marks == node.marks and _same(each, node):
            for kept in each.aside:
                kept.stands_for_several = True
            found[place] = (each, part + share)
            return
    found.append((node, share))
