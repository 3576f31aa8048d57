"""Tells of a battle afterwards what Paper Tigers II adds to the basic game."""

from dataclasses import replace

from rules.games.paper_tigers.chronicle import CHRONICLE as BASIC
from rules.games.paper_tigers.chronicle import told as basic_told
from rules.games.paper_tigers_2.chapters.blows import Struck
from rules.games.paper_tigers_2.chapters.hits import WeaponFired
from rules.referee.toolkit.chronicle import Attacked, Told


def told(body: object) -> tuple[Told, ...]:
    """What an event tells."""
    match body:
        case WeaponFired():
            return (Attacked(unit=body.unit, target=body.target, hit=body.hits > 0),)
        case Struck():
            return (Attacked(unit=body.unit, target=body.target, hit=body.success),)
    return basic_told(body)


CHRONICLE = replace(
    BASIC,
    tells=told,
    quiet=BASIC.quiet | {"thrown"},
    opens=BASIC.opens | {"support_called", "close_combat_declared", "cover_declared"},
)
