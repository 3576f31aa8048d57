"""Reads what older logs asked: one bag of fields for every purpose, where now each is a question.

By the purpose, or the topic of an edition, a table says which question it was, and under which name
each of its fields stood in the bag.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from rules.games.paper_tigers.chapters.acting import DemolitionRoll
from rules.games.paper_tigers.chapters.beginning import ColumnRoll, SidesRoll
from rules.games.paper_tigers.chapters.deck_end import HolderChoice, PlayOnChoice
from rules.games.paper_tigers.chapters.fire.saving import SaveRoll, WreckChoice
from rules.games.paper_tigers.chapters.fire.shelter import CoverChoice
from rules.games.paper_tigers.chapters.fire.shots import FireRoll, SightRoll
from rules.games.paper_tigers.chapters.following import FollowQuestion
from rules.games.paper_tigers.chapters.initiative import IntentChoice, TieRoll
from rules.games.paper_tigers.chapters.keeping import KeptFaces
from rules.games.paper_tigers.chapters.moving import MoveRoll
from rules.games.paper_tigers.chapters.picking import PickedFaces
from rules.games.paper_tigers.chapters.repairs import RecoveryRoll, RepairFaces
from rules.games.paper_tigers.chapters.riding import DismountRoll, GetOffChoice, PutDownQuestion
from rules.games.paper_tigers.chapters.terrain import TerrainChoice
from rules.games.paper_tigers.chapters.turns import CardsRoll
from rules.games.paper_tigers.chapters.walking import MoveQuestion
from rules.referee.toolkit.vocabulary import Upgrade, fields_of, kind_of

_EMPTY: Final[Mapping[str, object]] = MappingProxyType(
    {"unit": "", "other": "", "number": 0, "cards": 0, "inches": 0.0, "choices": []}
)
"""What an older log left out of the bag."""
_SAME: Final = ("dice", "choices", "unit", "cards", "inches")
"""Fields that have kept their names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Older:
    """What a purpose is asked with now, and the older name of each field that has another now."""

    question: type
    renamed: Mapping[str, str]


def was(question: type, **renamed: str) -> Older:
    """An older ask, with what its fields were called where they have other names now."""
    return Older(question=question, renamed=MappingProxyType(renamed))


OLDER: Final[Mapping[str, Older]] = MappingProxyType(
    {
        "sides": was(SidesRoll, side="other"),
        "column": was(ColumnRoll, side="other"),
        "cards": was(CardsRoll),
        "tie": was(TieRoll, side="other"),
        "sight": was(SightRoll, target="other"),
        "fire": was(FireRoll, target="other", needed="number"),
        "save": was(SaveRoll, by="other", armour="number"),
        "move": was(MoveRoll, needed="number"),
        "dismount": was(DismountRoll, carrier="other"),
        "demolish": was(DemolitionRoll, needed="number"),
        "recover": was(RecoveryRoll, needed="number"),
        "terrain": was(TerrainChoice),
        "cover": was(CoverChoice, area="other"),
        "wreck": was(WreckChoice),
        "get_off": was(GetOffChoice, carrier="other"),
        "intent": was(IntentChoice, card="other"),
        "play_on": was(PlayOnChoice),
        "held": was(HolderChoice, area="other"),
        "picked": was(PickedFaces),
        "repair": was(RepairFaces),
        "kept": was(KeptFaces),
        "finish_move": was(MoveQuestion),
        "put_down": was(PutDownQuestion, carrier="other"),
        "follow": was(FollowQuestion),
    }
)


def upgrade_by(table: Mapping[str, Older]) -> Upgrade:
    """How the older asks of an edition are read."""

    def upgrade(body: Mapping[str, object]) -> Mapping[str, object]:
        ask: Any = body.get("ask")
        if not isinstance(ask, Mapping) or "purpose" not in ask:
            return body
        older = table[str(ask.get("topic") or ask["purpose"])]
        told = {**_EMPTY, **ask}
        names = [*_SAME, *older.renamed]
        fields = {field.name for field in fields_of(older.question)}
        known = [name for name in names if name in fields]
        question = {name: told[older.renamed.get(name, name)] for name in known}
        return {
            **body,
            "ask": {
                **{name: ask[name] for name in ("id", "seat", "clause", "says")},
                "who": ask["force"],
                "question": {"kind": kind_of(older.question), **question},
            },
        }

    return upgrade


upgrade: Final = upgrade_by(OLDER)
