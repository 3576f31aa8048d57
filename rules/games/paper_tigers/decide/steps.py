"""Knows what comes next for the card that is being played."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.decide import aboard, demolition, firing, following, moving, saving
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.vocabulary import Step, StepKind

TAKE: Final[MappingProxyType[StepKind, Callable[[Draft, Step], None]]] = MappingProxyType(
    {
        StepKind.AIM: firing.aim,
        StepKind.SAVE: saving.save,
        StepKind.GET_OFF: aboard.get_off,
        StepKind.PUT_DOWN: aboard.put_down,
        StepKind.WRECK: saving.settle_wreck_step,
        StepKind.ROLL_MOVE: moving.roll_move,
        StepKind.FINISH_MOVE: moving.finish_move,
        StepKind.DEMOLISH: demolition.roll_demolition,
        StepKind.FOLLOW: following.ask_followers,
    }
)
"""Each either asks somebody or lets something have happened; both change what comes next."""


def take_step(draft: Draft) -> None:
    """Do the first of what is still to be done."""
    step = draft.state.steps[0]
    take = draft.state.stages.rulings.steps.get(step.key)
    if take is None:
        TAKE[step.kind](draft, step)
    else:
        take(draft, step)
