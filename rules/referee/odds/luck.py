"""Sets what dice and cards brought against what was to be expected, and says how rare that is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from typing import Final

from rules.referee.odds.chances import Chance, chance_of, draw_of
from rules.referee.odds.marks import EventMark, marked
from rules.referee.odds.records import ReadError
from rules.referee.odds.walking import NotRuledError, TooLongError, Walk
from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.game import Event, Game, State
from rules.referee.toolkit.questions import Ask
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Snapshot

HIGH: Final = card_from("9H").height
"""Six of the thirteen ranks are as high."""
HIGH_CARD: Final = "card of 9 or higher"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One thing that chance decided, yes or no: how likely it was, and whether it came."""

    by: str
    """Who rolled or drew."""
    what: str
    """Of dice as the event has it, in a word: hit, saved."""
    chance: Fraction
    came: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LuckOf:
    """Several trials of one kind together."""

    by: str
    what: str
    count: int
    expected: float
    came: int
    as_much: float
    """How often luck alone strays from what is expected at least as far, to either side."""


def trials_of(
    game: Game, state: State, *, ask: Ask, table: Snapshot, events: Sequence[Event]
) -> tuple[Trial, ...]:
    """What a roll that happened decided, from the state before it; none where that is not known.

    Of cards that were turned up: which of them were high.
    """
    walk = Walk(game=game, snapshot=table, merges=False)
    try:
        drawn = draw_of(game, state, ask=ask, snapshot=table)
        if drawn is not None:
            came_up = _faces(events, ask=ask, drawn=drawn)
            return _draws(drawn.faces, came=came_up, by=_who(ask))
        chance = chance_of(game, state, ask=ask, snapshot=table)
        if chance is None:
            return ()
        after = walk.after_roll(walk.begun(state, chance), chance)
    except (NotRuledError, TooLongError, ReadError, BadInputError):
        return ()
    likely: dict[tuple[str, str], Fraction] = {}
    for node, share in after:
        for each in _decided(node.marks):
            likely[each] = likely.get(each, Fraction(0)) + share
    came = set(_decided(_marks(events)))
    return tuple(
        Trial(
            by=_who(ask),
            what=what.replace("_", " "),
            chance=share,
            came=(kind, what) in came,
        )
        for (kind, what), share in likely.items()
        if 0 < share < 1
    )


def _who(ask: Ask) -> str:
    return ask.who or ask.seat


def _draws(left: Sequence[str], *, came: Sequence[str], by: str) -> tuple[Trial, ...]:
    """Card by card, each from what was left when it came."""
    found = []
    unseen = list(left)
    for face in came:
        chance = Fraction(sum(map(_is_high, unseen)), len(unseen))
        if 0 < chance < 1:
            found.append(Trial(by=by, what=HIGH_CARD, chance=chance, came=_is_high(face)))
        unseen.remove(face)
    return tuple(found)


def _is_high(face: str) -> bool:
    return card_from(face).height >= HIGH


def _faces(events: Iterable[Event], *, ask: Ask, drawn: Chance) -> tuple[str, ...]:
    """The cards that came, from the event that answers the ask.

    It may name others beside them that lay open before.
    """
    for event in events:
        body = event.body
        if not is_dataclass(body) or getattr(body, "ask_id", 0) != ask.id:
            continue
        for value in (getattr(body, each.name) for each in fields(body)):
            texts = (value,) if isinstance(value, str) else value
            if not isinstance(texts, tuple):
                continue
            came = tuple(each for each in texts if each in drawn.faces)
            if len(came) == drawn.count:
                return came
    return ()


def _marks(events: Iterable[Event]) -> list[EventMark]:
    found = (marked(each.body, clause=each.clause, way=()) for each in events)
    return [each for each in found if each is not None]


def _decided(marks: Iterable[EventMark]) -> set[tuple[str, str]]:
    """What these events say yes to: the kind of the event, and its field."""
    return {(each.kind, name) for each in marks for name, value in each.about if value is True}


def luck_of(trials: Iterable[Trial]) -> tuple[LuckOf, ...]:
    """The trials by who rolled and what was decided, in the order in which they first came."""
    found: dict[tuple[str, str], list[Trial]] = {}
    for each in trials:
        found.setdefault((each.by, each.what), []).append(each)
    return tuple(_together(some, by=by, what=what) for (by, what), some in found.items())


def _together(trials: Sequence[Trial], *, by: str, what: str) -> LuckOf:
    came = sum(each.came for each in trials)
    chances = [float(each.chance) for each in trials]
    return LuckOf(
        by=by,
        what=what,
        count=len(trials),
        expected=sum(chances),
        came=came,
        as_much=chance_of_as_much(chances, came),
    )


def chance_of_as_much(chances: Sequence[float], came: int) -> float:
    """How often so many trials bring a number at least as far from what is expected, exactly.

    >>> round(chance_of_as_much([0.5] * 4, 4), 4), round(chance_of_as_much([0.5] * 4, 2), 4)
    (0.125, 1.0)
    """
    spread = [1.0]
    for chance in chances:
        without = [each * (1 - chance) for each in (*spread, 0.0)]
        with_one = [each * chance for each in (0.0, *spread)]
        spread = [one + other for one, other in zip(without, with_one, strict=True)]
    expected = sum(chances)
    far = abs(came - expected) - 1e-9
    return min(
        1.0, sum(share for number, share in enumerate(spread) if abs(number - expected) >= far)
    )
