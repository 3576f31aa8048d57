"""Plays like somebody who knows nothing of tactics and answers whatever is asked."""

from rules.referee.toolkit.game import State, Template
from rules.table.snapshot import Snapshot
from rules.testing.driver import Moved, Rng


def hands(state: State, template: Template, *, snapshot: Snapshot, rng: Rng) -> Moved:
    """Nobody moves anything before a camera: all is said by hand."""
    del state, template, rng
    return Moved(snapshot=snapshot)
