"""Knows which function each kind of command is handed to."""

from functools import singledispatch

from rules.games.paper_invasion.decide.draft import Draft


@singledispatch
def handle(body: object, draft: Draft) -> None:
    """Work a command out; its kind chooses the function."""
    draft.refuse(draft.clause, f"Paper Invasion knows no command {type(body).__name__}.")
