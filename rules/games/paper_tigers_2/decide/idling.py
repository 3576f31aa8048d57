"""Knows when a unit can do nothing at all with its card, so that nobody can make it act."""

from collections.abc import Callable
from functools import partial
from typing import Final

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.firing import no_target, sight_rules
from rules.games.paper_tigers.measuring.sure_lines import sure_lines, surely_beyond
from rules.games.paper_tigers.state import Unit as BasicUnit
from rules.games.paper_tigers.vocabulary import Turned
from rules.games.paper_tigers_2.decide.acting import intents, unfit_for_action, unfit_to_act
from rules.games.paper_tigers_2.decide.close_combat import check_enemy_near
from rules.games.paper_tigers_2.decide.weapons import check_shot, likeliest, weapons_of
from rules.games.paper_tigers_2.state import unit_in
from rules.games.paper_tigers_2.vocabulary import CLOSE, Action
from rules.referee.toolkit.ruling import RefusedError

SIGHT: Final = "PT1-D2a"
NEAR: Final = "PT2-D27"


def is_idle(draft: Draft, turned: Turned) -> bool:
    """Whether none of the actions is left that a unit's card is for, or was bound to."""
    unit = draft.state.unit(turned.unit)
    if unfit_to_act(unit) is not None:
        return True
    actions = (turned.intent,) if turned.intent else intents(draft.state, turned)
    return not any(_is_possible(draft, unit, action=action) for action in actions)


def _is_possible(draft: Draft, unit: BasicUnit, *, action: str) -> bool:
    if action == Action.SUPPORT:
        # Whoever cannot or will not call may always let it be.
        return False
    if unfit_for_action(draft.state, unit, action=action) is not None:
        return False
    if action in {Action.MOVE, Action.TAKE_COVER}:
        return True
    if action == Action.FIRE:
        return any(
            _passes(partial(check_shot, draft, unit, target=other))
            for other in _perhaps_in_sight(draft, unit)
        )
    others = _perhaps_near(draft, unit)
    leader = unit_in(draft.state, unit.id)
    return any(
        _passes(partial(check_enemy_near, draft, leader, target=other.id)) for other in others
    )


def _perhaps_near(draft: Draft, unit: BasicUnit) -> list[BasicUnit]:
    """Whoever may be close enough to attack; the surely far are left out unless that is waived."""
    enemies = [other for other in _targets(draft, unit) if other.side != unit.side]
    if NEAR in draft.command.waives:
        return enemies
    tolerance, doubt = draft.tolerance, draft.doubt
    return [
        other
        for other in enemies
        if not surely_beyond(
            draft.table, (unit.id, other.id), limit=CLOSE, tolerance=tolerance, doubt=doubt
        )
    ]


def _targets(draft: Draft, unit: BasicUnit) -> list[BasicUnit]:
    """Whoever may be a target, wherever it stands."""
    state = draft.state
    return [o for o in state.units.values() if no_target(state, unit, target=o) is None]


def _perhaps_in_sight(draft: Draft, unit: BasicUnit) -> list[BasicUnit]:
    """Whoever may be fired at but for the line, those first whose line is the likeliest clear.

    Lines that are surely blocked are left out, unless that is to be waived, or a friend may spot.
    """
    targets = _targets(draft, unit)
    indirect = any(weapon.indirect for weapon in weapons_of(unit_in(draft.state, unit.id)))
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
