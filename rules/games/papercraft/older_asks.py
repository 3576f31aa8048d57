"""Reads what was asked for in logs of format 1, where one bag of fields held every question."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.table.files.strict_json import mapping, string

Body = Mapping[str, object]

NAMES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "order": (),
        "hit": ("unit", "target"),
        "guard": ("unit", "attacker"),
        "parry": ("unit", "attacker"),
        "hold": ("unit", "target"),
        "type": ("unit", "target"),
        "damage": ("unit", "target"),
        "escape": ("unit",),
        "heal": ("unit",),
        "burn": ("unit",),
        "restless": ("unit",),
        "salvo": ("unit",),
        "salvo_damage": ("unit", "target"),
        "shift_hit": ("unit", "target"),
        "shift_guard": ("unit", "caster"),
        "shift_far": ("unit", "target"),
        "shift": ("unit", "caster"),
        "charge": ("unit", "ability"),
        "eject": ("unit", "building"),
        "eject_damage": ("unit", "building"),
    }
)
"""By the purpose of an ask, which is the kind of its question now, what the question calls the
unit and whoever else it was about."""


def upgraded(body: Body) -> Body:
    """An `asked` event as it is written today; one that is so already stays as it is."""
    ask = mapping(body.get("ask"), "ask")
    if "purpose" not in ask:
        return body
    purpose = string(ask["purpose"], "ask.purpose")
    given = (ask.get("unit", ""), ask.get("other", ""))
    question = {"kind": purpose, **dict(zip(NAMES.get(purpose, ()), given, strict=False))}
    question |= {name: ask[name] for name in ("dice", "choices") if ask.get(name)}
    if ask.get("kind") == "put_down":
        question["inches"] = ask.get("inches", 0.0)
    kept = {name: ask[name] for name in ("id", "seat", "clause", "says") if name in ask}
    return {**body, "ask": {**kept, "who": ask.get("player", ""), "question": question}}
