"""Sets up moments of a battle of Paper Tigers, with little to type."""

from dataclasses import replace
from typing import Any

from rules.games.paper_tigers.battle_options import OPTIONS
from rules.games.paper_tigers.phases import BASIC
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import Force, Hand, Pack, State, Unit
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.toolkit.questions import Ask, Question
from rules.referee.toolkit.settings import options_from
from rules.referee.toolkit.spots import Spot
from rules.table.units import Degrees, Inches

HOST = Force(name="Red", seat="Host", side="red", pack="pack")
GUEST = Force(name="Blue", seat="Guest", side="blue", pack="pack")


def spot(x: float, y: float, heading: float = 0.0) -> Spot:
    return Spot(x_in=Inches(x), y_in=Inches(y), heading_deg=Degrees(heading))


def unit(name: str, *, blue: bool = False, kind: UnitKind = UnitKind.TANK, **more: Any) -> Unit:
    """A tank of Red's at the table's (10, 10), unless told otherwise."""
    force = GUEST if blue else HOST
    given: dict[str, Any] = {"pieces": (name,), "spot": spot(10, 10), "length": Inches(3.0)}
    return Unit(id=name, force=force.name, side=force.side, kind=kind, **{**given, **more})


def battle(*units: Unit, chosen: dict[str, object] | None = None, **more: Any) -> State:
    """Red attacks Blue; the first turn's cards are being played."""
    options = options_from(OPTIONS, chosen or {})
    given: dict[str, Any] = {
        "forces": (HOST, GUEST),
        "hands": {"Red": Hand(), "Blue": Hand()},
        "packs": {"pack": Pack()},
        "edition": BASIC,
        "phase": Phase.ACT,
        "attacker": "red",
        "turn": 1,
    }
    return State(options=options, units={each.id: each for each in units}, **{**given, **more})


def ask(question: Question, *, blue: bool = False, **more: Any) -> Ask:
    force = GUEST if blue else HOST
    made = Ask(
        id=1, seat=force.seat, who=force.name, clause="PT1-C3", says="Choose.", question=question
    )
    return replace(made, **more)


def about(ask: Ask) -> Any:
    """What is asked, with the fields that its kind of question has."""
    return ask.question
