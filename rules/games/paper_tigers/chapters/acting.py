"""Playing the cards of a round one after the other, and blowing the bridge (PT1-C3, J3d)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.paper_tigers.asking import GroupRoll, acting, in_front, without
from rules.games.paper_tigers.chapters.deck_end import end_if_over
from rules.games.paper_tigers.chapters.fire.firing import fire_offer
from rules.games.paper_tigers.chapters.fire.shots import check_shot
from rules.games.paper_tigers.chapters.following import card_up, played_card, unfit_to_act
from rules.games.paper_tigers.chapters.moving import move_offer
from rules.games.paper_tigers.chapters.repairs import go_on_to_repairs
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.profiles import ActionKind, difficulty
from rules.games.paper_tigers.state import Playing, State, Unit
from rules.games.paper_tigers.vocabulary import (
    UMPIRE,
    CardStep,
    Phase,
    Turned,
    needed,
    reaching,
    the_card,
)
from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.dice import DiceAsk
from rules.referee.toolkit.game import Template, Weight
from rules.referee.toolkit.phrases import capital
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.ruling import RefusedError

CHARGE_DICE = 2
"""Whatever the card's colour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Demolish:
    """PT1-J3d: the charge under the bridge is fired."""

    def ruled(self, draft: Draft) -> None:
        turned, unit = card_up(draft)
        if not unit.is_bridge:
            draft.refuse("PT1-J3d", f"The card that is up is on {unit.id}, not on the bridge.")
        draft.emit(DemolitionDeclared(bridge=unit.id, card=turned.card))


@dataclass(frozen=True, slots=True, kw_only=True)
class DemolitionRoll(GroupRoll):
    """Whether the bridge is gone."""

    purpose = "demolish"
    unit: str
    needed: int

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        del ask
        total = sum(dice)
        event = BridgeBlown(
            bridge=self.unit, total=total, difficulty=self.needed, blown=total >= self.needed
        )
        draft.emit(event)


@dataclass(frozen=True, slots=True, kw_only=True)
class BlowUp(CardStep):
    """The charge is fired."""

    def take(self, draft: Draft) -> None:
        """Ask for the roll."""
        card = played_card(draft)
        needed = difficulty(card)
        dice = DiceAsk(
            count=CHARGE_DICE,
            why=f"the charge under {self.unit} is fired with the {card.name}",
            means=reaching(
                needed, then="the bridge is gone and the battle over", otherwise="it fails"
            ),
        )
        force = draft.state.unit(self.unit).force
        roll = DemolitionRoll(dice=dice, unit=self.unit, needed=needed)
        draft.ask_roll(roll, force=force, clause="PT1-J3d")


@dataclass(frozen=True, slots=True, kw_only=True)
class DemolitionDeclared:
    """The charge under the bridge is fired."""

    clause: ClassVar[str] = "PT1-J3d"

    bridge: str
    card: str

    def after(self, state: State) -> State:
        state = acting(state, action=None, actors=(self.bridge,))
        return in_front(state, BlowUp(unit=self.bridge))

    def told(self) -> str:
        return f"The charge under {self.bridge} is lit with {the_card(self.card)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class BridgeBlown:
    """The charge was fired, and whether the bridge is gone."""

    clause: ClassVar[str] = "PT1-J3d"

    bridge: str
    total: int
    difficulty: int
    blown: bool

    def after(self, state: State) -> State:
        state = without(state, BlowUp, unit=self.bridge)
        return replace(state, bridge_gone=state.bridge_gone or self.blown)

    def told(self) -> str:
        result = "goes up" if self.blown else "still stands"
        return f"{self.bridge} {result}: {needed(self.total, self.difficulty)}."


class ActingRules:
    """Where an edition may let more cards go unused."""

    def is_idle(self, draft: Draft, turned: Turned) -> bool:
        """Whether a unit can do nothing with its card, so that it may go unused in any battle."""
        del draft, turned
        return False

    def fire_offers(self, trial: Trial, unit: Unit, *, card: str) -> tuple[Template, ...]:
        """How a unit may fire with its card."""
        return (fire_offer(trial, unit, card=card),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decline:
    """The card goes unused."""

    def ruled(self, draft: Draft) -> None:
        turned, unit = card_up(draft)
        idle = unfit_to_act(unit) is not None or _bound_in_vain(draft, turned, unit=unit)
        if not idle and not unit.is_bridge:
            idle = draft.state.edition.of(ActingRules).is_idle(draft, turned)
        if not draft.state.options.flag("allow_decline") and not idle and not unit.is_bridge:
            says = f"A turned card has to be used in this battle: {unit.id} acts."
            draft.unless_waived("PT1-C3c", says)
        draft.emit(Declined(unit=unit.id, card=turned.card))


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCame:
    """The next card in the order is to be played."""

    clause: ClassVar[str] = "PT1-C3d"

    card: str
    unit: str
    force: str

    def after(self, state: State) -> State:
        first = state.queue[0]
        assert (first.card, first.unit) == (self.card, self.unit)
        return replace(state, queue=state.queue[1:], playing=Playing(turned=first))

    def told(self) -> str:
        return f"{capital(the_card(self.card))} comes up: {self.unit} of {self.force} acts."


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined:
    """A card went unused."""

    clause: ClassVar[str] = "PT1-C3c"

    unit: str
    card: str

    def after(self, state: State) -> State:
        state = state.discarding(state.unit(self.unit).force, self.card)
        return replace(state, playing=None)

    def told(self) -> str:
        return f"{self.unit} lets {the_card(self.card)} go unused."


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlayed:
    """Everything that a card brought is done."""

    clause: ClassVar[str] = "PT1-C3"

    unit: str
    card: str

    def after(self, state: State) -> State:
        playing = state.playing
        for name in playing.actors if playing is not None else ():
            unit = state.unit(name)
            state = state.with_unit(replace(unit, actions=unit.actions + 1))
        state = state.discarding(state.unit(self.unit).force, self.card)
        return replace(state, playing=None, cover_settled=())

    def told(self) -> str:
        return f"{self.unit} is done with {the_card(self.card)}."


def _bound_in_vain(draft: Draft, turned: Turned, *, unit: Unit) -> bool:
    """Whether the card was bound to fire, and there is nobody to fire at."""
    if turned.intent != ActionKind.FIRE:
        return False
    for target in draft.state.units.values():
        try:
            check_shot(draft, unit, target=target)
        except RefusedError:
            continue
        return False
    return True


def play_next(draft: Draft) -> bool:
    """Close the card that is done, or open the next; go back to the picks after the last."""
    state = draft.state
    if state.playing is not None:
        if not state.playing.actors:
            return False
        turned = state.playing.turned
        draft.emit(CardPlayed(unit=turned.unit, card=turned.card))
        end_if_over(draft)
        return True
    if state.queue:
        first = state.queue[0]
        draft.emit(CardCame(card=first.card, unit=first.unit, force=first.force))
        return True
    if any(unit.cards for unit in state.units.values()):
        draft.begin(Phase.PICK, clause="PT1-C3e")
    else:
        go_on_to_repairs(draft)
    return True


def acting_offers(trial: Trial) -> tuple[Template, ...]:
    """Fire, move or decline with the card that waits; blow the bridge if it lies there."""
    playing = trial.state.playing
    if playing is None or playing.actors:
        return ()
    unit = trial.state.unit(playing.turned.unit)
    if unit.force not in {force.name for force in trial.forces}:
        return ()
    card = card_from(playing.turned.card).name
    says = f"Let the {card} of {unit.id} go unused."
    unused = trial.plain(Decline(), command="decline", says=says)
    decline = replace(unused, weight=Weight.PLAIN, unit=unit.id)
    if unit.is_bridge:
        says = f"Fire the charge under {unit.id} with the {card}."
        return (trial.plain(Demolish(), command="demolish", says=says), decline)
    return (
        *trial.state.edition.of(ActingRules).fire_offers(trial, unit, card=card),
        move_offer(trial, unit, card=card),
        decline,
    )


def awaits_action(state: State) -> str:
    """The owner of the card that is up."""
    playing = state.playing
    if playing is None or playing.action is not None or playing.actors:
        return UMPIRE
    turned = playing.turned
    card = the_card(turned.card)
    unit = state.units.get(turned.unit)
    if unit is not None and unit.is_bridge:
        return f"{turned.force}: light the charge under {turned.unit} with {card}."
    bound = f"is to {turned.intent}" if turned.intent else "may fire or move"
    return f"{turned.force}: {turned.unit} {bound} with {card}."
