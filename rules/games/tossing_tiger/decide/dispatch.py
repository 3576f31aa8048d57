"""Knows which function each kind of command is handed to."""

from functools import singledispatch

from rules.games.tossing_tiger.decide.draft import Draft


@singledispatch
def handle(body: object, draft: Draft) -> None:
    """Work a command out; its kind chooses the function."""
    draft.refuse("TT-TRN-01", f"This game knows no command {type(body).__name__}.")
