"""Knows how many piles a war may have, and how large they may be."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import ROLES, Role, Stage
from rules.referee.toolkit.phrases import counted, listed

LEAST, LEAST_TOGETHER = 2, 3
"""TT-PIL-03, TT-FT-05: cards of a pile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """What may be said."""

    plain: tuple[int, ...]
    with_dawncard: tuple[int, ...]
    least: int
    most: int
    """TT-TRN-04: as many as both have cards for."""

    @property
    def choices(self) -> tuple[str, ...]:
        """As they are asked for."""
        dawn = (with_dawncard(number) for number in self.with_dawncard)
        return (*(str(number) for number in self.plain), *dawn)


def with_dawncard(number: int) -> str:
    return f"{number} with a Dawncard"


def numbers_of(state: State, war: War) -> Numbers:
    """TT-TRN-04, TT-FT-03 to 05; with teams the least of a pile may have to be smaller."""
    if not state.together:
        return _numbers(state, war, least=LEAST)
    found = _numbers(state, war, least=LEAST_TOGETHER)
    if state.options.choice("ft_no_number") == "smaller_piles":
        # TT-AMB-19.
        for least in (LEAST, 1):
            found = found if found.choices else _numbers(state, war, least=least)
    return found


def _numbers(state: State, war: War, *, least: int) -> Numbers:
    hands = {
        role: [state.hands[member.name] for member in state.members(war.party(role))]
        for role in ROLES
    }
    first = 1
    if state.together:
        # TT-FT-03, TT-FT-04.
        first = max(len(hands[Role.ATTACKER]) + 1, len(hands[Role.DEFENDER]))
    theirs = _most(hands[Role.DEFENDER], least=least)
    most = min(_most(hands[Role.ATTACKER], least=least), theirs)
    dawn: tuple[int, ...] = ()
    if _can_dawn(state, war):
        is_one = not state.together and state.options.choice("dawn_number_one") == "legal"
        dawn = tuple(
            number
            for number in range(1 if is_one else max(2, first), theirs + 1)
            if able_to_open(state, war, number=number, least=least)
        )
    return Numbers(plain=tuple(range(first, most + 1)), with_dawncard=dawn, least=least, most=most)


def _can_dawn(state: State, war: War) -> bool:
    """Whether a Rooster is left in the game, beside those that other wars are to open with."""
    left = sum(bool(card.dawn) and state.can_show(card.id) for card in state.deck.cards.values())
    promised = sum(each.stage is Stage.DAWNCARD and each.id != war.id for each in state.going)
    return left > promised


def _most(hands: Sequence[int], *, least: int) -> int:
    return sum(hand // least for hand in hands)


def able_to_open(state: State, war: War, *, number: int, least: int) -> tuple[str, ...]:
    """TT-DJ-02: who may lay a Dawncard, so that the rest of all hands makes the other piles."""
    members = state.members(war.attacker)
    hands = {member.name: state.hands[member.name] for member in members}
    if len(hands) == 1:
        return tuple(name for name, hand in hands.items() if hand - 1 >= least * (number - 1))
    return tuple(
        name
        for name, hand in hands.items()
        if (hand == 1 or hand > least)
        and _most([each - (other == name) for other, each in hands.items()], least=least)
        >= number - 1
    )


def why_not(state: State, war: War, *, number: str) -> tuple[str, str]:
    """The clause and reason why a number is not accepted."""
    found = numbers_of(state, war)
    clause = "TT-FT-05" if state.together else "TT-TRN-04"
    can = listed(found.choices) if found.choices else "none"
    if not number.isdecimal():
        if number.endswith(" with a Dawncard") and not state.options.flag("dawndojo"):
            return "TT-DJ-01", f"There are no Roosters in this deck; the number may be {can}."
        return clause, f"The number of piles is {can}, not {number!r}."
    said = int(number)
    if state.together and said <= found.most:
        team = len(state.members(war.attacker))
        clause = "TT-FT-03" if said <= team else "TT-FT-04"
        return clause, (
            f"{counted(said, 'pile')}: expected more than the {team} of {war.attacker} and one for "
            f"each of {war.defender}; it may be {can}."
        )
    cards = counted(found.least, "card")
    return clause, (
        f"{counted(said, 'pile')} of {cards} or more: both sides have enough for {found.most} at "
        f"most; it may be {can}."
    )


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
        """TT-PIL-02, TT-PIL-03: the clause and reason why piles of these sizes will not do."""
        count = len(self.places)
        if len(sizes) != count:
            return "TT-TRN-03", f"Expected the sizes of {counted(count, 'pile')}, got {len(sizes)}."
        least = self.least
        small = next((size for size in sizes if size < least), None)
        if small is not None:
            clause = "TT-FT-05" if self.state.together else "TT-PIL-03"
            return clause, f"A pile has {counted(least, 'card')} or more, not {small}."
        if len(owners) != count or any(owner not in self.members for owner in owners):
            names = listed(self.members)
            return "TT-FT-04", f"Expected who of {names} supplies each pile."
        idle = [name for name in self.members if name not in owners]
        staged = self.war.rule == "multi_stage" or self.again or self._laid_dawncard(idle)
        if self.state.together and idle and not staged and not self.is_short:
            return "TT-FT-04", f"{listed(idle)}: everybody supplies a pile or more."
        return self._wrong_sum(sizes, owners)

    @property
    def is_short(self) -> bool:
        """TT-DAWN-01: whether there are fewer places than team mates, so that somebody rests."""
        return len(self.places) < len(self.members)

    def _laid_dawncard(self, idle: list[str]) -> bool:
        card = self.war.pile(self.role, 1)
        is_dawncard = card is not None and card.is_dawncard
        return is_dawncard and card is not None and idle == [card.owner]

    def _wrong_sum(self, sizes: tuple[int, ...], owners: tuple[str, ...]) -> tuple[str, str] | None:
        staged = self.war.rule == "multi_stage" and not self.again
        all_of_it = self.state.options.flag("use_all_cards") and not self.later
        all_of_it = self.again or (all_of_it and not (staged and self.state.together))
        rest = 0
        for name in self.members:
            used = sum(size for size, owner in zip(sizes, owners, strict=True) if owner == name)
            has = self.cards_of(name)
            rests = self.is_short and name not in owners
            if used > has or (all_of_it and used != has and self.places and not rests):
                return "TT-PIL-02", f"The piles of {name} hold {used} of {has} cards."
            rest += (has - used) // self.war.least
        if rest < self.later:
            return "TT-DAWN-08", (
                f"There would be cards for {counted(rest, 'pile')} of {self.war.least} or more; "
                f"{self.later} are still to come."
            )
        return None
