"""Finds what chance decides in a state, and lists every way that it may come out."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb, factorial, perm
from typing import Any, Final

from rules.referee.toolkit.dice import FACES
from rules.referee.toolkit.game import Command, Game, State, Template
from rules.referee.toolkit.questions import Ask, DiceQuestion
from rules.referee.toolkit.vocabulary import kind_of
from rules.table.snapshot import Snapshot

DRAWN: Final = "turn_up"
"""What answers a question for cards that nobody has seen; it says in its field `cards` how many."""

MOST_DRAWS: Final = 60
"""Ways of drawing that are told; several cards of a whole pack may come in thousands."""

Way = tuple[Any, ...]
"""Faces of dice or cards, as a command holds them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """Something that dice or cards decide, and the command that brings it."""

    seat: str
    who: str
    says: str
    kind: str
    """What is rolled or drawn for, as a kind of question or command."""
    command: str
    fixed: Mapping[str, object]
    field: str
    """The field of the command that the dice or cards fill."""
    count: int
    faces: tuple[Any, ...] = tuple(range(1, FACES + 1))
    put_back: bool = True
    """Whether a face may come up twice: dice, not cards."""
    alone: bool = False
    """The field holds one face and no list."""
    ask: int = 0
    """The ask that it answers; 0 for a command that somebody gives of his own."""

    def given(self, game: Game, way: Way) -> Command:
        """The command with these faces in it."""
        kind = game.commands.kinds[self.command]
        return Command(
            author=self.seat, body=kind(**self.fixed, **{self.field: way[0] if self.alone else way})
        )

    @property
    def total(self) -> int:
        """How many orders of faces there are, each as likely."""
        if self.put_back:
            return int(len(self.faces) ** self.count)
        return perm(len(self.faces), self.count)

    @property
    def alike(self) -> int:
        """How many sets of faces there are, where their order does not count."""
        more = self.count - 1 if self.put_back else 0
        return comb(len(self.faces) + more, self.count)

    def in_sets(self) -> Iterator[tuple[Way, int]]:
        """Every set of faces, and in how many orders it comes."""
        if not self.put_back:
            many = factorial(self.count)
            yield from ((way, many) for way in combinations(self.faces, self.count))
        else:
            for way, weight in _sets(len(self.faces), self.count):
                yield tuple(self.faces[each] for each in way), weight

    def in_orders(self) -> Iterator[tuple[Way, int]]:
        """Every order of faces."""
        ways: Iterable[Way] = (
            product(self.faces, repeat=self.count)
            if self.put_back
            else permutations(self.faces, self.count)
        )
        return ((way, 1) for way in ways)


@cache
def _sets(faces: int, count: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every set of so many places among so many, with the number of its orders.

    >>> _sets(2, 2)
    (((0, 0), 1), ((0, 1), 2), ((1, 1), 1))
    """
    found = []
    for way in combinations_with_replacement(range(faces), count):
        orders = factorial(count)
        for times in Counter(way).values():
            orders //= factorial(times)
        found.append((way, orders))
    return tuple(found)


def asks_of(game: Game, state: State) -> tuple[Ask, ...]:
    """Every ask that is open, as far as the game tells."""
    if game.fact_table is not None:
        return tuple(game.fact_table.asks(state))
    found: tuple[Ask, ...] = getattr(state, "asks", ())
    return found


def chance_of(game: Game, state: State, *, ask: Ask, snapshot: Snapshot) -> Chance | None:
    """What chance an ask waits for; None where somebody decides, or measures."""
    question = ask.question
    if isinstance(question, DiceQuestion):
        return Chance(
            seat=ask.seat,
            who=ask.who,
            says=ask.says,
            kind=kind_of(question),
            command=question.answered_by,
            fixed={"ask": ask.id},
            field="dice",
            count=question.dice.count,
            ask=ask.id,
        )
    drawn = draw_of(game, state, ask=ask, snapshot=snapshot)
    if drawn is None or drawn.alike > MOST_DRAWS:
        return None
    return drawn


def draw_of(game: Game, state: State, *, ask: Ask, snapshot: Snapshot) -> Chance | None:
    """The cards that an ask wants turned up, in however many ways they may come."""
    question = ask.question
    if question.answered_by != DRAWN or not isinstance(getattr(question, "cards", None), int):
        return None
    for template in game.options(state, snapshot, ask.seat):
        if template.command == DRAWN and template.fixed.get("ask") == ask.id:
            return _drawn(template, ask)
    return None


def _drawn(template: Template, ask: Ask) -> Chance | None:
    """Cards of which the offer tells which faces can still come; nobody has seen any of them."""
    hole = next((each for each in template.holes if each.kind == "cards"), None)
    if hole is None or not 1 <= hole.count <= len(hole.allowed):
        return None
    return Chance(
        seat=ask.seat,
        who=ask.who,
        says=ask.says,
        kind=kind_of(ask.question),
        command=template.command,
        fixed=template.fixed,
        field=hole.name,
        count=hole.count,
        faces=hole.allowed,
        put_back=False,
        ask=ask.id,
    )


def thrown_with(game: Game, template: Template, *, seat: str, given: object) -> Chance | None:
    """The dice of a command that holds them itself, from its offer and the rest of its fields."""
    hole = next((each for each in template.holes if each.kind == "dice"), None)
    if hole is None or not isinstance(given, Mapping) or hole.name in given:
        return None
    fields = {
        each.name: each for each in game.commands.fields(game.commands.kinds[template.command])
    }
    alone = fields[hole.name].type is int
    first: object = 1 if alone else [1] * hole.count
    body = game.commands.read({**given, hole.name: first}, template.command)
    fixed = {name: getattr(body, name) for name in fields if name != hole.name}
    faces = fixed.get("faces")
    most = faces if isinstance(faces, int) and faces > FACES else FACES
    return Chance(
        seat=seat,
        who=seat,
        says=template.says,
        kind=template.command,
        command=template.command,
        fixed=fixed,
        field=hole.name,
        count=hole.count,
        faces=tuple(range(1, min(most, 9) + 1)),
        alone=alone,
    )
