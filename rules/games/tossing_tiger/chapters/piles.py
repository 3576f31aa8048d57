"""Both sides make piles of their hands (TT-PIL)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from rules.games.tossing_tiger.chapters.acting import over
from rules.games.tossing_tiger.chapters.rounds import StageBegan
from rules.games.tossing_tiger.draft import Draft, Trial
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import CardAt, Pile, Role, WarStage, answer_to
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.phrases import counted, listed
from rules.referee.toolkit.questions import Ask, Question, hand_piles, is_dealt

MOST_SPLITS: Final = 40
"""Ways to make piles that a page shows; any other way may be typed."""


def build(draft: Draft, war: War) -> None:
    """TT-PIL-01, TT-PIL-04, TT-AMB-04: both make piles, at once or one after the other."""
    waiting = [role for role in Role if role not in war.built and places_to_build(war, role)]
    if not waiting:
        draft.emit(StageBegan(war=war.id, stage=WarStage.LAYOUT), clause="TT-PIL-05")
        return
    order = draft.state.options.choice("layout_order")
    if order == "defender_first":
        waiting.reverse()
    for role in waiting if order == "simultaneous" else waiting[:1]:
        places = places_to_build(war, role)
        of_each = f"of {counted(war.least, 'card')} or more"
        by_hand = ", shuffle each well, lay them face down, and say how many cards each has"
        more = "" if is_dealt(draft.state.options) else by_hand
        says = f"{war.party(role)}: make {counted(len(places), 'pile')} {of_each}{more}."
        player = draft.state.speaker(war.party(role)).name
        question = PilesToMake(war=war.id, role=role, count=len(places))
        draft.ask(question, player=player, clause="TT-PIL-01", says=says)


def places_to_build(war: War, role: Role) -> tuple[int, ...]:
    """Where a side lays piles now."""
    places: Sequence[int] = range(1, war.number + 1)
    if war.rule == "multi_stage":
        # TT-DAWN-08: one battle at a time.
        places = (max(war.battle, 1),)
    return tuple(
        place
        for place in places
        if not (role is Role.ATTACKER and war.dawncard and place == 1)
        and not (role is Role.DEFENDER and place == war.empty_place)
    )


def places_to_rebuild(war: War, role: Role, *, after: int) -> tuple[int, ...]:
    """TT-RC-08: where a side has later piles that are not rolled."""
    return tuple(
        place
        for place, pile in enumerate(war.row(role), start=1)
        if place > after and pile is not None and not pile.face and pile.size
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Building:
    """Piles that a side makes, and what it has for them."""

    state: State
    war: War
    role: Role
    places: tuple[int, ...]
    again: bool = False

    @property
    def members(self) -> tuple[str, ...]:
        return tuple(m.name for m in self.state.members(self.war.party(self.role)))

    def cards_of(self, player: str) -> int:
        """In hand, and in the piles that are made anew."""
        anew = [self.war.pile(self.role, place) for place in self.places] if self.again else []
        mine = sum(pile.size for pile in anew if pile is not None and pile.owner == player)
        return self.state.hands[player] + mine if not self.again else mine

    @property
    def least(self) -> int:
        """Cards of a pile; one that lost some since it was made may stay as it is."""
        anew = [self.war.pile(self.role, place) for place in self.places] if self.again else []
        return min(self.war.least, *(pile.size for pile in anew if pile is not None), 99)

    @property
    def later(self) -> int:
        """TT-DAWN-08: piles that are still to be made after these."""
        staged = self.war.rule == "multi_stage" and not self.again
        return self.war.number - max(self.places, default=0) if staged else 0

    def fault(self, sizes: tuple[int, ...], owners: tuple[str, ...]) -> tuple[str, str] | None:
        """The clause and reason why piles of these sizes will not do."""
        wrong = self.impossible(sizes, owners)
        return wrong or next((each for each in self.against(sizes, owners) if each), None)

    def impossible(self, sizes: tuple[int, ...], owners: tuple[str, ...]) -> tuple[str, str] | None:
        """The clause and reason why nobody can lay such piles."""
        count = len(self.places)
        if len(sizes) != count:
            return "TT-TRN-03", f"{counted(count, 'pile')} need as many sizes, not {len(sizes)}."
        if min(sizes, default=1) < 1:
            return "TT-PIL-03", "A pile has at least one card."
        if len(owners) != count or any(owner not in self.members for owner in owners):
            names = listed(self.members)
            return "TT-FT-04", f"Each pile is supplied by one of {names}."
        for name, used in self._used(sizes, owners).items():
            if used > (has := self.cards_of(name)):
                return "TT-PIL-02", f"The piles of {name} hold {used} of {counted(has, 'card')}."
        return None

    def against(
        self, sizes: tuple[int, ...], owners: tuple[str, ...]
    ) -> tuple[tuple[str, str] | None, ...]:
        """The clauses and reasons of the rules that such piles break."""
        return self._small(sizes), self._idle(owners), self._wrong_sum(sizes, owners)

    def _small(self, sizes: tuple[int, ...]) -> tuple[str, str] | None:
        small = next((size for size in sizes if size < self.least), None)
        if small is None:
            return None
        clause = "TT-FT-05" if self.state.together else "TT-PIL-03"
        return clause, f"A pile has {counted(self.least, 'card')} or more, not {small}."

    def _idle(self, owners: tuple[str, ...]) -> tuple[str, str] | None:
        idle = [name for name in self.members if name not in owners]
        staged = self.war.rule == "multi_stage" or self.again or self._laid_dawncard(idle)
        if self.state.together and idle and not staged and not self.is_short:
            return "TT-FT-04", f"{listed(idle)}: everybody supplies a pile or more."
        return None

    def _used(self, sizes: tuple[int, ...], owners: tuple[str, ...]) -> dict[str, int]:
        """How many cards of each member lie in these piles."""
        used = dict.fromkeys(self.members, 0)
        for size, owner in zip(sizes, owners, strict=True):
            used[owner] += size
        return used

    @property
    def is_short(self) -> bool:
        """TT-DAWN-01: whether there are fewer places than team mates, so that somebody rests."""
        return len(self.places) < len(self.members)

    def _laid_dawncard(self, idle: list[str]) -> bool:
        card = self.war.pile(self.role, 1)
        return card is not None and card.is_dawncard and idle == [card.owner]

    def _wrong_sum(self, sizes: tuple[int, ...], owners: tuple[str, ...]) -> tuple[str, str] | None:
        staged = self.war.rule == "multi_stage" and not self.again
        all_of_it = self.state.options.flag("use_all_cards") and not self.later
        all_of_it = self.again or (all_of_it and not (staged and self.state.together))
        rest = 0
        for name, used in self._used(sizes, owners).items():
            has = self.cards_of(name)
            rests = self.is_short and name not in owners
            if all_of_it and used != has and self.places and not rests:
                return "TT-PIL-02", f"The piles of {name} hold {used} of {counted(has, 'card')}."
            rest += (has - used) // self.war.least
        if rest < self.later:
            return "TT-DAWN-08", (
                f"There would be cards for {counted(rest, 'pile')} of {self.war.least} or more; "
                f"{self.later} are still to come."
            )
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class PilesToMake(Question):
    KIND: ClassVar[str] = "build"
    answered_by: ClassVar[str] = "lay_piles"
    war: int
    role: Role
    count: int

    def making(self, state: State) -> Building:
        """What a side makes piles of, and where."""
        war = state.war(self.war)
        places = places_to_build(war, self.role)
        return Building(state=state, war=war, role=self.role, places=places)

    def offer(self, trial: Trial, ask: Ask) -> Template:
        """Ways to split what a side has; with team mates, who supplies which is an example."""
        making = self.making(trial.state)
        owners = _owners(making)
        sizes = Hole(name="sizes", kind="choice", allowed=tuple(_splits(making, owners)))
        if len(making.members) == 1:
            return answer_to(ask, sizes, *hand_piles(trial.state.options))
        return answer_to(ask, sizes, Hole(name="owners", kind="choice", allowed=(owners,)))


@dataclass(frozen=True, slots=True, kw_only=True)
class PilesToRemake(PilesToMake):
    """TT-RC-08: piles that nobody rolled, after the place of a Rooster."""

    KIND: ClassVar[str] = "rebuild"
    place: int

    def making(self, state: State) -> Building:
        war = state.war(self.war)
        places = places_to_rebuild(war, self.role, after=self.place)
        return Building(state=state, war=war, role=self.role, places=places, again=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class LayPiles:
    """How many cards each pile has, from left to right as the attacker sees them."""

    sizes: tuple[int, ...]
    owners: tuple[str, ...] = ()
    """TT-FT-04: who supplies each; left out where there is one player on that side."""
    cards: tuple[tuple[str, ...], ...] = ()
    """Which cards, where the umpire deals; left out, in the order of the hand."""
    ask: int = 0

    def ruled(self, draft: Draft) -> None:
        """TT-GEO-11: sizes are said, and their sum is known."""
        ask = draft.open_ask("lay_piles", self.ask, unasked="No piles are to be made")
        question = ask.question
        assert isinstance(question, PilesToMake)
        making = question.making(draft.state)
        alone = making.members[0] if len(making.members) == 1 else ""
        owners = self.owners or (alone,) * len(self.sizes)
        if wrong := making.impossible(self.sizes, owners):
            draft.refuse(*wrong)
        for broken in making.against(self.sizes, owners):
            if broken is not None:
                draft.unless_waived(*broken)
        event = PilesBuilt(
            war=question.war,
            role=question.role,
            places=making.places,
            sizes=self.sizes,
            owners=owners,
            ask_id=ask.id,
            again=making.again,
            cards=self.cards,
        )
        draft.emit(event)
        if isinstance(question, PilesToRemake):
            at = CardAt(war=question.war, role=question.role, place=question.place)
            over(draft, at, clause="TT-RC-08")


@dataclass(frozen=True, slots=True, kw_only=True)
class PilesBuilt:
    """Piles are made, shuffled, and lie face down."""

    clause: ClassVar[str] = "TT-PIL-02"
    war: int
    role: Role
    places: tuple[int, ...]
    sizes: tuple[int, ...]
    owners: tuple[str, ...]
    ask_id: int = 0
    again: bool = False
    """Unrolled piles were made anew."""
    cards: tuple[tuple[str, ...], ...] = ()
    """Which cards, where the umpire deals; only whoever made the piles may know."""

    def after(self, state: State) -> State:
        state = state.answered(self.ask_id)
        war = state.war(self.war)
        for place, size, owner in zip(self.places, self.sizes, self.owners, strict=True):
            before = war.row(self.role)[place - 1]
            if before is not None:
                state = state.with_hand(before.owner, before.size)
            state = state.with_hand(owner, -size)
            war = war.with_pile(self.role, place, pile=Pile(owner=owner, size=size))
        built = war.built if self.again else (*war.built, self.role)
        return state.with_war(replace(war, built=built))

    def told(self) -> str:
        piles = counted(len(self.sizes), "pile") + (" again" if self.again else "")
        return f"The {self.role} has made {piles}, shuffled and face down."


def _owners(making: Building) -> tuple[str, ...]:
    """An owner for each pile, so that everybody supplies as many as the hands allow."""
    count, least = len(making.places), making.least
    room = {name: making.cards_of(name) // least for name in making.members}
    given = dict.fromkeys(making.members, 0)
    for _ in range(count):
        able = [name for name in making.members if given[name] < room[name]] or [
            max(making.members, key=making.cards_of)
        ]
        given[min(able, key=lambda name: given[name])] += 1
    return tuple(name for name, number in given.items() for _ in range(number))


def _splits(making: Building, owners: tuple[str, ...]) -> Iterator[tuple[int, ...]]:
    """Sizes that will do, the most even ones first."""
    found = 0
    tried: set[tuple[int, ...]] = set()
    for first in _first_splits(making, owners):
        todo = [first]
        while todo and found < MOST_SPLITS:
            sizes = todo.pop(0)
            if sizes in tried:
                continue
            tried.add(sizes)
            if making.fault(sizes, owners) is None:
                found += 1
                yield sizes
                todo += _neighbours(sizes, owners)


def _first_splits(making: Building, owners: tuple[str, ...]) -> Iterator[tuple[int, ...]]:
    least = making.least
    even = list[int]()
    for name in dict.fromkeys(owners):
        number, cards = owners.count(name), making.cards_of(name)
        even += [cards // number + (at < cards % number) for at in range(number)]
    yield tuple(sorted(even, reverse=True)) if len(set(owners)) == 1 else tuple(even)
    if len(owners) == 1:
        # TT-DAWN-08: one pile of several; the rest stays in the hand.
        for size in range(least, making.cards_of(owners[0]) + 1):
            yield (size,)


def _neighbours(sizes: tuple[int, ...], owners: tuple[str, ...]) -> list[tuple[int, ...]]:
    """The same with a card of one pile on another one of the same player."""
    found = []
    for here in range(len(sizes)):
        for there in range(len(sizes)):
            if here != there and owners[here] == owners[there]:
                changed = list(sizes)
                changed[here] -= 1
                changed[there] += 1
                found.append(tuple(changed))
    return found
