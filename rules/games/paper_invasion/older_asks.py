"""Reads what was asked for in logs of format 1, where one bag of fields held every question."""

from collections.abc import Mapping

from rules.table.files.strict_json import mapping, string

Body = Mapping[str, object]

TURNING = "sleeper_awakens"
"""The event that turns a Hero; each other one that asks for a token takes it off the board."""


def upgraded(body: Body) -> Body:
    """An `asked` event as it is written today; one that is so already stays as it is."""
    ask = mapping(body.get("ask"), "ask")
    if "question" in ask:
        return body
    kept = {name: ask[name] for name in ("id", "seat", "clause", "says") if name in ask}
    return {**body, "ask": {**kept, "who": "", "question": _question(ask)}}


def _question(ask: Body) -> Body:
    kind, effect = string(ask.get("kind"), "ask.kind"), ask.get("effect", "")
    choices = ask.get("choices", [])
    if kind == "add_room":
        return {"kind": "new_room", "walls": choices}
    if kind == "choose":
        which = "which_turns" if effect == TURNING else "which_is_lost"
        return {"kind": which, "choices": choices}
    return {"kind": "by_hand", "effect": effect}
