"""What the open cards are for, and in which order they are played (PT1-C3a, C3c, I3)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar, Final

from rules.games.paper_tigers.asking import GroupChoice, GroupRoll, RollTied
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.profiles import ActionKind
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.vocabulary import Phase, Turned, the_card
from rules.referee.toolkit.cards import Card, Suit, card_from
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.phrases import listed
from rules.referee.toolkit.questions import Ask

_SUITS = (Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES, Suit.CLUBS)
INTENTS: Final = MappingProxyType(
    {"fire": "will fire with", "move": "will move with", "decline": "will not use"}
)


class InitiativeRules:
    """Where an edition may use open cards otherwise."""

    def intents(self, state: State, turned: Turned) -> tuple[str, ...]:
        """What a card may be bound to as it is turned up."""
        del state, turned
        return tuple(str(kind) for kind in ActionKind)

    def in_order(self, state: State) -> tuple[Turned, ...]:
        """The open cards as they are played."""
        return in_order(state.queue, suits_count=suits_decide(state))


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentChoice(GroupChoice):
    """What a card is bound to, said as it is turned up."""

    purpose = "intent"
    unit: str
    card: str

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        draft.emit(IntentChosen(card=self.card, unit=self.unit, intent=choice))


@dataclass(frozen=True, slots=True, kw_only=True)
class TieRoll(GroupRoll):
    """PT1-I3: both sides roll for equal cards of two packs."""

    purpose = "tie"
    side: str

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        """Both sides' rolls, once both are in."""
        del ask, dice
        state = draft.state
        if any(isinstance(other.question, TieRoll) for other in state.asks):
            return
        group = tied(state)
        totals = {
            state.force(force).side: sum(rolled)
            for force, rolled in state.rolls.items()
            if force in {turned.force for turned in group}
        }
        if len(set(totals.values())) == 1:
            draft.emit(RollTied(total=next(iter(totals.values()))), clause="PT1-I3")
            return
        for side, total in totals.items():
            own = [turned for turned in group if state.force(turned.force).side == side]
            event = TieRolled(
                side=side,
                cards=tuple(turned.card for turned in own),
                units=tuple(turned.unit for turned in own),
                total=total,
            )
            draft.emit(event)


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentChosen:
    """What a card will be used for, said as it was turned."""

    clause: ClassVar[str] = "PT1-C3c"

    card: str
    unit: str
    intent: str

    def after(self, state: State) -> State:
        queue = tuple(
            replace(each, intent=self.intent)
            if (each.card, each.unit) == (self.card, self.unit)
            else each
            for each in state.queue
        )
        return replace(state, queue=queue)

    def told(self) -> str:
        will = INTENTS.get(self.intent, f"will {self.intent.replace('_', ' ')} with")
        return f"{self.unit} {will} {the_card(self.card)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class TieRolled:
    """What a side rolled for equal cards of two packs."""

    clause: ClassVar[str] = "PT1-I3"

    side: str
    cards: tuple[str, ...]
    """The cards of that side that it counts for."""
    units: tuple[str, ...]
    total: int

    def after(self, state: State) -> State:
        meant = tuple(zip(self.cards, self.units, strict=True))
        queue = tuple(
            replace(each, tie_roll=self.total) if (each.card, each.unit) in meant else each
            for each in state.queue
        )
        return replace(state, queue=queue, rolls={})

    def told(self) -> str:
        cards = [
            f"{the_card(card)} on {unit}" for card, unit in zip(self.cards, self.units, strict=True)
        ]
        what = f" for {listed(cards)}" if cards else ""
        return f"{self.side} has {self.total}{what}."


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueFormed:
    """In which order the cards that lie open are played."""

    clause: ClassVar[str] = "PT1-C3a"

    order: tuple[Turned, ...]

    def after(self, state: State) -> State:
        return replace(state, queue=self.order, round=state.round + 1)

    def told(self) -> str:
        if not self.order:
            return "No card lies open."
        order = ", then ".join(f"{each.unit} with {the_card(each.card)}" for each in self.order)
        return f"The order is {order}."


def rank(card: Card) -> tuple[int, int]:
    """The smaller, the earlier: height first, then hearts, diamonds, spades, clubs.

    >>> cards = ["QS", "KC", "10D", "QH"]
    >>> sorted(cards, key=lambda card: rank(card_from(card)))
    ['KC', 'QH', 'QS', '10D']
    """
    return (-card.height, _SUITS.index(card.suit))


def in_order(queue: Iterable[Turned], *, suits_count: bool = True) -> tuple[Turned, ...]:
    """Open cards as they are played."""

    def key(turned: Turned) -> tuple[int, int, int, int]:
        card = card_from(turned.card)
        height, suit = rank(card)
        if suits_count:
            return (height, suit, -turned.tie_roll, 0)
        return (height, 0 if card.red else 1, -turned.tie_roll, suit)

    return tuple(sorted(queue, key=key))


def suits_decide(state: State) -> bool:
    """AMB1-41: with two packs suits may count for nothing between the sides."""
    return len(state.packs) == 1 or state.options.choice("multi_deck_tie") == "suit_then_dice"


def tied(state: State) -> tuple[Turned, ...]:
    """PT1-I3: the highest open cards of both sides that only dice can put in order."""
    if len(state.packs) == 1:
        return ()
    groups: dict[tuple[object, ...], list[Turned]] = {}
    for turned in state.queue:
        card = card_from(turned.card)
        same: tuple[object, ...] = (card.height, card.red)
        if suits_decide(state):
            same = (card.height, card.suit)
        groups.setdefault(same, []).append(turned)
    for _, group in sorted(groups.items(), key=lambda pair: -card_from(pair[1][0].card).height):
        sides = {state.force(turned.force).side for turned in group}
        rolls = {turned.tie_roll for turned in group}
        if len(sides) > 1 and len(rolls) == 1:
            return tuple(group)
    return ()


def put_in_order(draft: Draft) -> bool:
    """Ask what the open cards are for, and for dice where they tie; then say their order."""
    state = draft.state
    if state.options.choice("action_choice_time") == "on_reveal":
        unbound = [each for each in state.queue if not each.intent and not _is_bridge(state, each)]
        for turned in unbound:
            _ask_intent(draft, turned)
        if unbound:
            return True
    group = tied(state)
    if group:
        _ask_tie(draft, group)
        return True
    draft.emit(QueueFormed(order=state.edition.of(InitiativeRules).in_order(state)))
    draft.begin(Phase.ACT, clause="PT1-C3d")
    return True


def _is_bridge(state: State, turned: Turned) -> bool:
    return state.unit(turned.unit).is_bridge


def _ask_intent(draft: Draft, turned: Turned) -> None:
    choices = draft.state.edition.of(InitiativeRules).intents(draft.state, turned)
    draft.ask(
        IntentChoice(unit=turned.unit, card=turned.card, choices=choices),
        force=turned.force,
        clause="PT1-C3c",
        says=f"{turned.unit} has turned up the {card_from(turned.card).name}: {_either(choices)}?",
    )


def _either(choices: tuple[str, ...]) -> str:
    """Choices as one asks for them.

    >>> _either(("fire", "move")), _either(("fire", "move", "take_cover"))
    ('fire or move', 'fire, move or take cover')
    """
    *most, last = (choice.replace("_", " ") for choice in choices)
    return f"{', '.join(most)} or {last}" if most else last


def _ask_tie(draft: Draft, group: tuple[Turned, ...]) -> None:
    """PT1-I3: the sides roll for equal cards of two packs."""
    state = draft.state
    cards = " and ".join(card_from(turned.card).name for turned in group)
    means = (
        Meaning(when="the higher total", then="that side's card is played first"),
        Meaning(when="equal totals", then="both roll again"),
    )
    for side in state.sides:
        dice = DiceAsk(count=2, why=f"{side} for who comes first, {cards}", means=means)
        force = next(t.force for t in group if state.force(t.force).side == side)
        draft.ask_roll(TieRoll(dice=dice, side=side), force=force, clause="PT1-I3")
