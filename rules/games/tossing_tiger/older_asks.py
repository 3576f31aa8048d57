"""Reads the questions of older logs, in which every ask had all fields that any of them needs."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_CHOICE: Final = ("choices",)
_OF_WAR: Final = ("choices", "war")
_OF_SIDE: Final = ("choices", "war", "role")
_OF_CARD: Final = ("choices", "war", "role", "place")
FIELDS: Final = MappingProxyType[str, tuple[str, ...]](
    {
        **dict.fromkeys(("starter", "opponent"), _CHOICE),
        **dict.fromkeys(("number", "dawncard", "name", "bait", "catch", "penalty"), _OF_WAR),
        **dict.fromkeys(("empty", "final_reroll", "bonus"), _OF_SIDE),
        "pocket": (*_OF_CARD, "taken"),
        "build": ("war", "role", "count"),
        "rebuild": ("war", "role", "place", "count"),
        "rows": ("war",),
        "face": ("war", "role", "place"),
        "show": ("count",),
    }
)
"""By what a question was for: what it depends on, where that is not a card at its place."""
LEFT_OUT: Final = MappingProxyType[str, object](
    {"choices": [], "war": 0, "role": "attacker", "place": 0, "count": 0}
)
"""What was not written because it was so by default."""


def with_question(body: Mapping[str, object]) -> Mapping[str, object]:
    """An `asked` event as it is written today."""
    ask = body.get("ask")
    if not isinstance(ask, Mapping) or "purpose" not in ask:
        return body
    purpose = str(ask["purpose"])
    question: dict[str, object] = {"kind": purpose}
    for name in FIELDS.get(purpose, _OF_CARD):
        before = "count" if name == "taken" else name
        question[name] = ask.get(before, LEFT_OUT[before])
    kept = {name: ask[name] for name in ("id", "seat", "clause", "says") if name in ask}
    return {**body, "ask": {**kept, "who": ask.get("player"), "question": question}}
