"""Holds the shapes of this edition's questions: about a unit alone, or a unit and another."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.games.paper_tigers.asking import GroupChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitChoice(GroupChoice):
    """A choice for one unit."""

    purpose = "amended"
    unit: str

    def shown(self) -> Mapping[str, object]:
        return {"unit": self.unit}


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetedChoice(UnitChoice):
    """A choice for a unit that attacks another."""

    target: str

    def shown(self) -> Mapping[str, object]:
        return {"unit": self.unit, "other": self.target}


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackedChoice(UnitChoice):
    """A choice about a unit under attack from another."""

    by: str

    def shown(self) -> Mapping[str, object]:
        return {"unit": self.unit, "other": self.by}
