"""Knows the clauses that a battle of this edition cites: its own, and those it takes over."""

from types import MappingProxyType
from typing import Final

from rules.referee.toolkit.clauses import Clauses, clauses_of

AMENDED: Final = clauses_of("rules.games.paper_tigers")
OWN: Final = clauses_of("rules.games.paper_tigers_2")

CLAUSES: Final = Clauses(MappingProxyType({**OWN.by_id, **AMENDED.by_id}))
"""This edition's own first; what it leaves as it was keeps the number of the basic game."""
