"""A ruling of Nearest the Pin in the making, and whose turn it is."""

from typing import Any

from rules.referee.toolkit.game import Command, Decision
from rules.referee.toolkit.ruling import Ruling
from rules.table.snapshot import Snapshot
from tests.rules.games.toy_game.nearest_the_pin.state import State


class Draft(Ruling[State]):
    """One ruling in the making."""

    __slots__ = ()

    def require_turn(self, token: str, *, rolling: bool) -> None:
        """NP-1, NP-4: refuse whoever may not flick this token, or roll for it, at this moment."""
        state, author = self.state, self.command.author
        clause = "NP-4" if rolling else "NP-1"
        if state.is_over:
            self.refuse(clause, "The game is over.")
        found = state.token(token)
        if found is None:
            known = ", ".join(each.id for each in state.tokens)
            self.refuse(clause, f"Expected one of {known}, got {token}.")
        if not state.plays(author, found.side):
            self.refuse(clause, f"{token} is not {author}'s token.")
        if token != state.next_token:
            self.refuse(clause, f"It is the turn of {state.next_token}.")
        if rolling != bool(state.rolling):
            do = "rolled for" if state.rolling else "flicked"
            self.refuse(clause, f"{token} is to be {do}.")


def decide(state: State, command: Command, snapshot: Snapshot) -> Decision:
    """What comes of a command: its own `ruled` says."""
    body: Any = command.body
    return Draft(state, command=command, snapshot=snapshot).decided(body.ruled)
