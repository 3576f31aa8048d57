"""Deals cards, puts them in order, and knows when one can do nothing (PT2-B5, C2, C5, C19)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from rules.games.paper_tigers.asking import GroupChoice
from rules.games.paper_tigers.chapters.acting import ActingRules
from rules.games.paper_tigers.chapters.fire.shots import check_shot, sight_rules, targets_of
from rules.games.paper_tigers.chapters.initiative import InitiativeRules, rank
from rules.games.paper_tigers.chapters.laying import LayingRules
from rules.games.paper_tigers.chapters.turns import Shuffled, after_shuffle, in_turns
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import Turned
from rules.games.paper_tigers_2.battle_options import FOG_OF_WAR
from rules.games.paper_tigers_2.chapters.acting import (
    Action,
    CardColourRules,
    intents,
    weapon_offers,
)
from rules.games.paper_tigers_2.chapters.close_combat import check_enemy_near
from rules.games.paper_tigers_2.chapters.weapons import likeliest, weapons_of
from rules.games.paper_tigers_2.state import CLOSE, NO, YES, facts_in, sheet_of
from rules.referee.judging.sure_lines import sure_lines, surely_beyond
from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.game import Template
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.ruling import RefusedError

SIGHT: Final = "PT2-D8"
NEAR: Final = "PT2-D27"
TWO: Final = 2
"""The height of a two is 0; as a number it is 2."""


def deal_order(state: State) -> tuple[str, ...]:
    """PT2-C2: in turn, or the higher roller all at once, where that is agreed (AMB2-04)."""
    if state.options.choice("deal_mode") == "alternate":
        return in_turns(state)
    names = [force.name for force in state.forces]

    def first(name: str) -> tuple[int, bool, int]:
        attacks = state.force(name).side == state.attacker
        return (-state.counts[name], not attacks, names.index(name))

    return tuple(name for name in sorted(names, key=first) for _ in range(state.counts[name]))


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleAgain(GroupChoice):
    """PT2-B5: whether the other player shuffles as well."""

    purpose = "amended"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        if choice == YES:
            side = draft.state.force(ask.who).side
            draft.emit(Shuffled(by=side, run=draft.state.run), clause="PT2-B5")
        after_shuffle(draft)


def ask_to_shuffle(draft: Draft, *, by: str) -> bool:
    """Ask the player on the other side, where there is one."""
    other = draft.state.other_side(by)
    if draft.state.solo:
        return False
    draft.ask(
        ShuffleAgain(choices=(YES, NO)),
        force=draft.state.forces_of(other)[0].name,
        clause="PT2-B5",
        says=f"{by} has shuffled: does {other} shuffle once more?",
    )
    return True


class SequelLaying(LayingRules):
    """Who lays cards, on whom, and what for."""

    def unfit_for_card(self, unit: Unit) -> tuple[str, str] | None:
        """PT2-C6, I4c: without a radio one card is the most."""
        if not unit.is_bridge and sheet_of(unit).has("no radio") and unit.cards:
            return "PT2-I4c", f"{unit.id} has no radio and takes one card in a turn."
        return None

    def may_repair(self, unit: Unit) -> bool:
        """PT2-C20, I4n: an immobile unit has something to repair though it has no hit."""
        return not unit.is_bridge and facts_in(unit).immobile and not unit.destroyed

    def first_side(self, state: State) -> str:
        """PT2-C5: the Attacker lays first; in the fog of war the higher card roller (PT2-S3)."""
        if state.options.choice("scenario") != FOG_OF_WAR:
            if state.options.choice("assign_first") == "attacker" or not state.counts:
                return state.attacker
        elif not state.counts:
            return state.attacker
        best = min(
            state.forces,
            key=lambda force: (-state.counts.get(force.name, 0), force.side != state.attacker),
        )
        return best.side


class SequelInitiative(InitiativeRules):
    """What open cards are for, and when they are played."""

    def intents(self, state: State, turned: Turned) -> tuple[str, ...]:
        return intents(state, turned)

    def in_order(self, state: State) -> tuple[Turned, ...]:
        """PT2-C14: by each card; PT2-C19: by the sum of a unit's open cards, where agreed."""
        if state.options.choice("two_card_initiative") == "per_card":
            return super().in_order(state)

        def key(turned: Turned) -> tuple[object, ...]:
            own = [card_from(each.card) for each in state.queue if each.unit == turned.unit]
            best = min(own, key=rank)
            total = sum(card.height + TWO for card in own)
            return (-total, rank(best), turned.unit, rank(card_from(turned.card)))

        return tuple(sorted(state.queue, key=key))


class SequelActing(ActingRules):
    """Which cards may go unused."""

    def is_idle(self, draft: Draft, turned: Turned) -> bool:
        """Whether none of the actions is left that a unit's card is for, or was bound to."""
        unit = draft.state.unit(turned.unit)
        if CardColourRules().unfit_to_act(unit) is not None:
            return True
        actions = (turned.intent,) if turned.intent else intents(draft.state, turned)
        return not any(_is_possible(draft, unit, action=action) for action in actions)

    def fire_offers(self, trial: Trial, unit: Unit, *, card: str) -> tuple[Template, ...]:
        """With each of its weapons."""
        return weapon_offers(trial, unit, card=card)


def _is_possible(draft: Draft, unit: Unit, *, action: str) -> bool:
    if action == Action.SUPPORT:
        # Whoever cannot or will not call may always let it be.
        return False
    if CardColourRules().unfit_for_action(draft.state, unit, action=action) is not None:
        return False
    if action in {Action.MOVE, Action.TAKE_COVER}:
        return True
    if action == Action.FIRE:
        return any(
            _passes(partial(check_shot, draft, unit, target=other))
            for other in _perhaps_in_sight(draft, unit)
        )
    return any(
        _passes(partial(check_enemy_near, draft, unit, target=other.id))
        for other in _perhaps_near(draft, unit)
    )


def _perhaps_near(draft: Draft, unit: Unit) -> list[Unit]:
    """Whoever may be close enough to attack; the surely far are left out unless that is waived."""
    enemies = [other for other in targets_of(draft.state, unit) if other.side != unit.side]
    if NEAR in draft.command.waives:
        return enemies
    agreed = draft.agreed
    return [
        other
        for other in enemies
        if not surely_beyond(draft.table, (unit.id, other.id), limit=CLOSE, agreed=agreed)
    ]


def _perhaps_in_sight(draft: Draft, unit: Unit) -> list[Unit]:
    """Whoever may be fired at but for the line, those first whose line is the likeliest clear.

    Lines that are surely blocked are left out, unless that is to be waived, or a friend may spot.
    """
    targets = targets_of(draft.state, unit)
    indirect = any(weapon.indirect for weapon in weapons_of(unit))
    if not targets or indirect or SIGHT in draft.command.waives:
        return targets
    names = [target.id for target in targets]
    lines = sure_lines(draft.table, unit.id, targets=names, rules=sight_rules(draft))
    return likeliest(targets, lines)


def _passes(check: Callable[[], object]) -> bool:
    try:
        check()
    except RefusedError:
        return False
    return True
