"""Knows what a unit may do with the card that is up: by its colour and by what the unit is."""

from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.decide.declaring import card_up, hold_actors
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.following import unfit_to_act as basic_unfit
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.state import Unit as BasicUnit
from rules.games.paper_tigers.vocabulary import Turned
from rules.games.paper_tigers_2.decide.moving import unfit_for_move
from rules.games.paper_tigers_2.pools import is_banned
from rules.games.paper_tigers_2.reckoning import colour_of, held
from rules.games.paper_tigers_2.state import Unit, unit_in
from rules.games.paper_tigers_2.vocabulary import Action
from rules.referee.toolkit.cards import Card, card_from

DOES: Final = MappingProxyType(
    {
        Action.FIRE: "fires",
        Action.MOVE: "moves",
        Action.CLOSE_COMBAT: "attacks at close quarters",
        Action.TAKE_COVER: "takes cover",
        Action.SUPPORT: "calls support",
    }
)


def menu(card: Card) -> tuple[Action, ...]:
    """PT2-C11 to C13: what a card of this colour is for."""
    last = Action.CLOSE_COMBAT if card.red else Action.TAKE_COVER
    return (Action.FIRE, Action.MOVE, last)


def intents(state: State, turned: Turned) -> tuple[str, ...]:
    """What may be said as a card is turned up, where that is agreed."""
    card = card_from(turned.card)
    calls = card.rank == "A" and state.options.flag("support")
    actions = (*menu(card), *((Action.SUPPORT,) if calls else ()))
    return tuple(str(action) for action in actions)


def require_card_for(draft: Draft, action: Action) -> tuple[Turned, Unit]:
    """The card that waits and its unit, if the author may take this action with it."""
    turned, basic = card_up(draft)
    if basic.is_bridge:
        draft.refuse("PT1-J3d", "The card on the bridge is for blowing it up, or goes unused.")
    unit = unit_in(draft.state, basic.id)
    if turned.intent and turned.intent != action:
        bound = turned.intent.replace("_", " ")
        draft.refuse("PT2-C11", f"{unit.id}'s card was bound to {bound} when it was turned up.")
    if unfit := basic_unfit(unit):
        draft.refuse(*unfit)
    hold_actors(draft, (unit.id,), action=action)
    return turned, unit


def unfit_for_action(state: State, unit: BasicUnit, *, action: str) -> tuple[str, str] | None:
    """The clause and reason why a unit cannot take this action with the card that is up."""
    playing = state.playing
    if playing is None or not isinstance(unit, Unit):
        return None
    card = card_from(playing.turned.card)
    does = DOES[Action(action)]
    if action == Action.CLOSE_COMBAT and not card.red:
        return "PT2-D27", f"{unit.id} has the {card.name}: close combat takes a red card."
    if action == Action.TAKE_COVER and card.red:
        return "PT2-D21", f"{unit.id} has the {card.name}: cover is taken with a black card."
    banning = is_banned(str(action), held(unit.own), situation=colour_of(card))
    if banning:
        colour = "red" if card.red else "black"
        return (
            banning[0].clause,
            f"{unit.id} never {does} on a {colour} card: {banning[0].name}.",
        )
    if action == Action.CLOSE_COMBAT:
        return _unfit_to_attack(unit)
    if action == Action.TAKE_COVER and unit.aboard:
        return "PT2-F2", f"{unit.id} is aboard {unit.aboard} and cannot take cover."
    return unfit_for_move(state, unit) if action == Action.MOVE else None


def _unfit_to_attack(unit: Unit) -> tuple[str, str] | None:
    if unit.kind == "gun":
        return "PT2-D27", f"{unit.id} is a gun, and guns only defend themselves at close quarters."
    if unit.aboard:
        return "PT2-F2", f"{unit.id} is aboard {unit.aboard} and cannot attack."
    if unit.immobile or unit.own.has("landing craft") or unit.own.has("glider"):
        return "PT2-D28", f"{unit.id} cannot get to anybody to attack."
    return None


def unfit_for_card(unit: BasicUnit) -> tuple[str, str] | None:
    """PT2-C6, I4c: without a radio one card is the most."""
    if isinstance(unit, Unit) and unit.own.has("no radio") and unit.cards:
        return "PT2-I4c", f"{unit.id} has no radio and takes one card in a turn."
    return None


def unfit_to_act(unit: BasicUnit) -> tuple[str, str] | None:
    """PT2-I4c: without a radio one action is the most."""
    if isinstance(unit, Unit) and unit.own.has("no radio") and unit.actions:
        return "PT2-I4c", f"{unit.id} has no radio and has acted in this turn."
    return None
