"""Opens a war: a number of piles is said, and a Dawncard laid (TT-TRN, TT-FT-03 to 05, TT-DJ)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar, Final

from rules.games.tossing_tiger.animals import CHANGES, WAR_RULES, a
from rules.games.tossing_tiger.chapters.ending import end_without_number, is_over
from rules.games.tossing_tiger.chapters.rounds import StageBegan
from rules.games.tossing_tiger.draft import Draft
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import (
    LEAST,
    LEAST_TOGETHER,
    BattleFate,
    Pile,
    Role,
    SideChoice,
    WarChoice,
    WarStage,
    place_in,
)
from rules.referee.toolkit.phrases import counted
from rules.referee.toolkit.questions import Ask

NO_NUMBER: Final = "no number"
GREYED_NUMBERS: Final = 2
"""So many numbers beyond the largest legal one are shown with the reason."""


def ask_number(draft: Draft, war: War) -> None:
    """TT-TRN-03, TT-TRN-04."""
    found = numbers_of(draft.state, war)
    if not found.choices:
        how = f"{war.attacker} and {war.defender} cannot make any legal number of piles"
        end_without_number(draft, how=how)
        return
    clause = "TT-FT-03" if draft.state.together else "TT-TRN-03"
    smaller = f"; piles of {found.least} will do, as there is no other way" * (
        draft.state.together and found.least < 3
    )
    player = draft.state.speaker(war.attacker).name
    says = f"Say how many piles each side makes against {war.defender}{smaller}."
    question = HowManyPiles(choices=found.choices, war=war.id)
    draft.choose(question, player=player, clause=clause, says=says)


@dataclass(frozen=True, slots=True, kw_only=True)
class HowManyPiles(WarChoice):
    """TT-TRN-03; another war may use up Roosters that a number counts on."""

    KIND: ClassVar[str] = "number"

    def live(self, state: State) -> tuple[str, ...]:
        # A hand that was amended may have ended the game, or left no number.
        fresh = all(war.stage is WarStage.NUMBER for war in state.wars)
        choices = numbers_of(state, state.war(self.war)).choices
        return (NO_NUMBER,) if (fresh and is_over(state)) or not choices else choices

    def none_of(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        war = draft.state.war(self.war)
        clause, reason = why_not(draft.state, war, number=choice)
        if choice.isdecimal() and 1 <= int(choice) <= min(cards_of_both(draft.state, war)):
            draft.unless_waived(clause, reason)
        else:
            draft.refuse(clause, reason)

    def greyed(self, state: State) -> Mapping[str, str]:
        """Numbers of piles that somebody might expect, with the reason."""
        war = state.war(self.war)
        found = numbers_of(state, war)
        told = (str(number) for number in range(1, found.most + GREYED_NUMBERS + 1))
        numbers = [number for number in told if number not in found.choices]
        return MappingProxyType({each: why_not(state, war, number=each)[1] for each in numbers})

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        if choice == NO_NUMBER:
            return
        state, number = draft.state, int(choice.split(maxsplit=1)[0])
        war, with_dawncard = state.war(self.war), not choice.isdecimal()
        least = numbers_of(state, war).least
        if not with_dawncard:
            # A number that was let pass may leave less for each pile.
            least = min(least, *(cards // number for cards in cards_of_both(state, war)))
        event = NumberSaid(war=self.war, number=number, least=least, with_dawncard=with_dawncard)
        draft.emit(event, clause=ask.clause)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberSaid:
    """How many piles each side makes."""

    war: int
    number: int
    least: int
    """Cards that a pile has to have."""
    with_dawncard: bool = False

    def after(self, state: State) -> State:
        stage = WarStage.DAWNCARD if self.with_dawncard else WarStage.BUILD
        war = replace(state.war(self.war), number=self.number, least=self.least, stage=stage)
        row = (None,) * self.number
        battles = (BattleFate(),) * self.number
        return state.with_war(replace(war, attacking=row, defending=row, battles=battles))

    def told(self) -> str:
        dawn = ", the first of the attacker's being a Dawncard" if self.with_dawncard else ""
        return (
            f"Each side makes {counted(self.number, 'pile')} of {self.least} cards or more{dawn}."
        )


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
        dawn = (f"{number} with a Dawncard" for number in self.with_dawncard)
        return (*(str(number) for number in self.plain), *dawn)


def cards_of_both(state: State, war: War) -> tuple[int, ...]:
    """How many cards each side has in hand."""
    sides = (state.members(war.party(role)) for role in Role)
    return tuple(sum(state.hands[member.name] for member in members) for members in sides)


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
        for role in Role
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
    """TT-DJ-06: whether a Rooster is left, beside those that other wars are to open with."""
    left = sum(bool(card.dawn) and state.can_show(card.id) for card in state.deck.cards.values())
    promised = sum(each.stage is WarStage.DAWNCARD and each.id != war.id for each in state.going)
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
    can = " or ".join(found.choices) or "none"
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
    return clause, (
        f"{counted(said, 'pile')} of {counted(found.least, 'card')} or more: both sides have "
        f"enough for {found.most} at most; it may be {can}."
    )


# --- the Dawncard -------------------------------------------------------------------------------

CLAUSES_OF_RULES: Final[Mapping[str, str]] = MappingProxyType(
    {name: f"TT-DAWN-{number:02}" for number, name in enumerate(WAR_RULES, start=1)}
)


def dawncards(state: State, war: War) -> Mapping[str, tuple[str, str]]:
    """Every Rooster that may open a war, as it is asked for: the card, and who lays it."""
    able = able_to_open(state, war, number=war.number, least=war.least)
    cards = [card for card in state.deck.cards.values() if card.dawn and state.can_show(card.id)]
    if not state.together:
        return {card.id: (card.id, able[0]) for card in cards}
    return {f"{card.id} of {name}": (card.id, name) for card in cards for name in able}


def ask_dawncard(draft: Draft, war: War) -> None:
    """TT-DJ-02: its face is open, so the umpire has to know which it is."""
    player = draft.state.speaker(war.attacker).name
    says = "Which Rooster is the Dawncard? Lay it open at place 1."
    question = WhichDawncard(choices=tuple(dawncards(draft.state, war)), war=war.id)
    draft.choose(question, player=player, clause="TT-DJ-02", says=says)


@dataclass(frozen=True, slots=True, kw_only=True)
class WhichDawncard(WarChoice):
    """TT-DJ-02, TT-DJ-03; another war may have used up a Rooster."""

    KIND: ClassVar[str] = "dawncard"

    def live(self, state: State) -> tuple[str, ...]:
        cards = dawncards(state, state.war(self.war))
        return tuple(choice for choice in self.choices if choice in cards)

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        """TT-DJ-03."""
        del ask
        war = draft.state.war(self.war)
        name, player = dawncards(draft.state, war)[choice]
        card = draft.state.deck.cards[name]
        laid = {"player": player, "card": name, "rule": card.dawn, "change": card.change}
        draft.emit(DawncardLaid(war=war.id, **laid))
        if card.dawn == "one_less":
            _set_empty(draft, draft.state.war(war.id))


@dataclass(frozen=True, slots=True, kw_only=True)
class DawncardLaid:
    """TT-DJ-02: a Rooster lies open at place 1."""

    clause: ClassVar[str] = "TT-DJ-02"
    war: int
    player: str
    card: str
    rule: str
    change: str

    def after(self, state: State) -> State:
        """TT-DJ-02: it lies open in place of a pile."""
        war = replace(state.war(self.war), dawncard=self.card, stage=WarStage.BUILD)
        war = replace(war, rule=self.rule, change=self.change)
        card = Pile(owner=self.player, size=1, face=self.card, acted=True, is_dawncard=True)
        state = state.with_war(war.with_pile(Role.ATTACKER, 1, pile=card))
        return state.with_hand(self.player, -1)

    def told(self) -> str:
        rule, change = WAR_RULES[self.rule].says, CHANGES[self.change].says
        return f"{self.player} opens with a Rooster. {rule} Any other Rooster: {change}"


def _set_empty(draft: Draft, war: War) -> None:
    """TT-DAWN-01, TT-AMB-16."""
    last = draft.state.options.choice("empty_place") == "last"
    places = range(war.number if last else 1, war.number + 1)
    choices = tuple(f"battle {place}" for place in places)
    player = draft.state.speaker(war.defender).name
    says = "At which place do you lay no pile?"
    question = WhichEmptyPlace(choices=choices, war=war.id, role=Role.DEFENDER)
    draft.choose(question, player=player, clause="TT-DAWN-01", says=says)


@dataclass(frozen=True, slots=True, kw_only=True)
class WhichEmptyPlace(SideChoice):
    KIND: ClassVar[str] = "empty"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        draft.emit(EmptyPlaceSet(war=self.war, place=place_in(choice)))


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyPlaceSet:
    """TT-DAWN-01: where the defender lays no pile."""

    clause: ClassVar[str] = "TT-DAWN-01"
    war: int
    place: int

    def after(self, state: State) -> State:
        return state.with_war(replace(state.war(self.war), empty_place=self.place))

    def told(self) -> str:
        return f"The defender lays no pile at place {self.place}."


def open_rule(draft: Draft, war: War) -> None:
    """TT-DJ-03, TT-DAWN-10 to 13: an animal is named where the rule wants one."""
    rule = WAR_RULES.get(war.rule)
    if rule is None or not rule.names or war.animal:
        draft.emit(StageBegan(war=war.id, stage=WarStage.BATTLE), clause="TT-DJ-03")
        return
    card = war.pile(Role.ATTACKER, 1)
    owner = draft.state.speaker(war.attacker).name if card is None else card.owner
    says = f"Name an animal. {rule.says}"
    question = WhichAnimal(choices=draft.state.deck.animals, war=war.id)
    draft.choose(question, player=owner, clause=CLAUSES_OF_RULES[war.rule], says=says)


@dataclass(frozen=True, slots=True, kw_only=True)
class WhichAnimal(WarChoice):
    """TT-DJ-03, TT-DAWN-10 to 13."""

    KIND: ClassVar[str] = "name"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        rule = draft.state.war(self.war).rule
        draft.emit(AnimalNamed(war=self.war, animal=choice, rule=rule), clause=ask.clause)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnimalNamed:
    """For the war rule."""

    war: int
    animal: str
    rule: str

    def after(self, state: State) -> State:
        return state.with_war(replace(state.war(self.war), animal=self.animal))

    def told(self) -> str:
        return f"It is {a(self.animal)}: {WAR_RULES[self.rule].says}"
