"""Holds what an edition of the game rules otherwise: its table of phases, and rules by chapter.

A chapter keeps the points at which an edition may answer differently as methods of one small class,
with the basic answers. An edition extends those classes and hands their values over here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeVar

from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.toolkit.chapters import PhaseRow

_Rules = TypeVar("_Rules")


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """One edition of the game."""

    phases: Mapping[Phase, PhaseRow]
    rules: tuple[object, ...] = ()
    """At most one value for each chapter whose rules differ."""
    restated: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """By clause, the edition's own number for what it says, where it has one."""

    def of(self, chapter: type[_Rules]) -> _Rules:
        """The rules of a chapter: this edition's, or the basic ones."""
        return next((own for own in self.rules if isinstance(own, chapter)), None) or chapter()

    def cited(self, clause: str) -> str:
        """The number under which this edition has a clause."""
        return self.restated.get(clause, clause)
