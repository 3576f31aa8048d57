"""Knows what comes next for what is under way."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from rules.games.papercraft.decide import blasts, sheltering, shifting, striking, turns
from rules.games.papercraft.decide.draft import Draft
from rules.games.papercraft.vocabulary import Step, StepKind

TAKE: Final[MappingProxyType[StepKind, Callable[[Draft, Step], None]]] = MappingProxyType(
    {
        StepKind.STRIKE: striking.strike,
        StepKind.HURT: striking.hit_lands,
        StepKind.COST: shifting.pay,
        StepKind.ESCAPE: turns.ask_escape,
        StepKind.HEAL: turns.ask_song,
        StepKind.BURN: turns.ask_burn,
        StepKind.RESTLESS: turns.ask_rage,
        StepKind.SALVO: blasts.fire_salvo,
        StepKind.SALVO_DAMAGE: blasts.salvo_hurts,
        StepKind.SHIFT: shifting.aim_shift,
        StepKind.SHIFT_FAR: shifting.ask_how_far,
        StepKind.SHIFT_PUT: shifting.ask_shift,
        StepKind.CHARGE: shifting.ask_charge,
        StepKind.EJECT: sheltering.ask_eject,
        StepKind.EJECT_DAMAGE: sheltering.ask_eject_damage,
    }
)
"""Each either asks somebody or lets something have happened; both change what comes next."""


def take_step(draft: Draft) -> None:
    """Do the first of what is still to be done."""
    step = draft.state.steps[0]
    TAKE[step.kind](draft, step)
