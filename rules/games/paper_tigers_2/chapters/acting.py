"""Says what a unit may do with the card that is up: by its colour and by what the unit is."""

from dataclasses import replace
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.chapters.fire.firing import fire_offer, firing_followers
from rules.games.paper_tigers.chapters.fire.shots import targets_of
from rules.games.paper_tigers.chapters.following import (
    ActorRules,
    card_up,
    hold_actors,
    require_action,
    unfits_to_act,
)
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.profiles import ActionKind
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import Never, Turned, Unfit
from rules.games.paper_tigers_2.chapters.moving import unfit_for_move
from rules.games.paper_tigers_2.chapters.weapons import aimed_at, weapons_of
from rules.games.paper_tigers_2.state import facts_in, own_units, sheet_of
from rules.games.paper_tigers_2.units.catalogue import Weapon
from rules.games.paper_tigers_2.units.pools import is_banned
from rules.games.paper_tigers_2.units.unit_dice import colour_of, held
from rules.referee.toolkit.cards import Card, card_from
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.ruling import mildest, unit_hole


class Action(StrEnum):
    """What a unit may do with a card."""

    FIRE = "fire"
    MOVE = "move"
    CLOSE_COMBAT = "close_combat"
    TAKE_COVER = "take_cover"
    SUPPORT = "support"


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
    turned, unit = card_up(draft)
    if unit.is_bridge:
        draft.refuse("PT1-J3d", "The card on the bridge is for blowing it up, or goes unused.")
    if turned.intent and turned.intent != action:
        bound = turned.intent.replace("_", " ")
        draft.unless_waived(
            "PT2-C11", f"{unit.id}'s card was bound to {bound} when it was turned up."
        )
    draft.hold_fit(unfits_to_act(unit))
    hold_actors(draft, (unit.id,), action=action)
    return turned, unit


class CardColourRules(ActorRules):
    """Who may act, and how, by the colour of its card and by what it is."""

    def unfit_to_act(self, unit: Unit) -> Unfit | None:
        """PT2-I4c: without a radio one action is the most."""
        if not unit.is_bridge and sheet_of(unit).has("no radio") and unit.actions:
            return "PT2-I4c", f"{unit.id} has no radio and has acted this turn."
        return None

    def unfit_for_action(self, state: State, unit: Unit, *, action: str) -> Unfit | None:
        """The clause and reason why a unit cannot take this action with the card that is up."""
        playing = state.playing
        if playing is None or unit.is_bridge:
            return None
        card = card_from(playing.turned.card)
        does = DOES[Action(action)]
        if action == Action.CLOSE_COMBAT and not card.red:
            return "PT2-D27", f"{unit.id} has the {card.name}: close combat takes a red card."
        if action == Action.TAKE_COVER and card.red:
            return "PT2-D21", f"{unit.id} has the {card.name}: cover is taken with a black card."
        banning = is_banned(str(action), held(sheet_of(unit)), situation=colour_of(card))
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


def _unfit_to_attack(unit: Unit) -> Unfit | None:
    if unit.aboard:
        # It has no place of its own to attack from, and to go back to.
        return Never("PT2-F2", f"{unit.id} is aboard {unit.aboard} and cannot attack.")
    if unit.kind == "gun":
        return "PT2-D27", f"{unit.id} is a gun, and guns only defend themselves at close quarters."
    if (
        facts_in(unit).immobile
        or sheet_of(unit).has("landing craft")
        or sheet_of(unit).has("glider")
    ):
        return "PT2-D28", f"{unit.id} cannot get to anybody to attack."
    return None


def enemies_of(state: State, unit: Unit) -> list[str]:
    """Enemies on the table, in the order of the battle."""
    return [
        other.id
        for other in own_units(state)
        if other.side != unit.side and not other.destroyed and other.spot is not None
    ]


def may_strike(draft: Draft, unit: Unit) -> bool:
    """AMB2-28: whether a damaged unit fights back."""
    return not unit.hits or draft.state.options.flag("cc_damaged_strikes_back")


def weapon_offers(trial: Trial, unit: Unit, *, card: str) -> tuple[Template, ...]:
    """PT2-H9b: each weapon with the targets that it may be fired at, the others greyed by it."""
    enemies, arms = targets_of(trial.state, unit), weapons_of(unit)
    ready = trial.keeps(partial(require_action, action=ActionKind.FIRE))
    if not ready or not enemies or not arms:
        return (fire_offer(trial, unit, card=card),)
    made = [_weapon_offer(trial, unit, weapon=each, enemies=enemies, card=card) for each in arms]
    followers: tuple[Hole, ...] = ()
    if any(offer.refusal is None for offer in made):
        followers = firing_followers(trial, unit)
    return tuple(
        offer if offer.refusal else replace(offer, unit=unit.id, holes=(*offer.holes, *followers))
        for offer in made
    )


def _weapon_offer(
    trial: Trial, unit: Unit, *, weapon: Weapon, enemies: list[Unit], card: str
) -> Template:
    says = f"{unit.id} fires its {weapon.name} with the {card}."
    found = {
        target.id: trial.refused(partial(aimed_at, unit=unit, target=target, weapon=weapon.name))
        for target in enemies
    }
    allowed = tuple(name for name, refusal in found.items() if refusal is None)
    fixed: dict[str, object] = {"weapon": weapon.name}
    if not allowed:
        fixed["target"], refusal = mildest(found.items())
        return Template(command="fire", says=says, fixed=fixed, refusal=refusal, unit=unit.id)
    greyed = {name: refusal.reason for name, refusal in found.items() if refusal is not None}
    hole, deed = unit_hole("target", allowed, greyed=greyed), "Fire {weapon} at {target}"
    return Template(command="fire", says=says, fixed=fixed, holes=(hole,), unit=unit.id, deed=deed)
