"""The Dawncard of a war is laid, and its war rule opens the battles (TT-DJ)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar, Final

from rules.games.tossing_tiger.animals import ANIMALS, CHANGES, WAR_RULES, a
from rules.games.tossing_tiger.chapters.numbers import able_to_open
from rules.games.tossing_tiger.chapters.rounds import StageBegan
from rules.games.tossing_tiger.draft import Draft
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import (
    Pile,
    Role,
    SideChoice,
    WarChoice,
    WarStage,
    battle_label,
    place_in,
)
from rules.referee.toolkit.questions import Ask

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
        assert card.dawn in WAR_RULES
        assert card.change in CHANGES
        event = DawncardLaid(
            war=war.id, player=player, card=name, rule=card.dawn, change=card.change
        )
        draft.emit(event)
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
        return f"{self.player} opens with {self.card}. {rule} Other Roosters: {change}"


def _set_empty(draft: Draft, war: War) -> None:
    """TT-DAWN-01, TT-AMB-16."""
    last = draft.state.options.choice("empty_place") == "last"
    places = range(war.number if last else 1, war.number + 1)
    choices = tuple(battle_label(place) for place in places)
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
        assert choice in ANIMALS
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
