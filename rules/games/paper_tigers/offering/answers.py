"""Knows how what the referee asks for becomes templates."""

import math

from rules.games.paper_tigers.commands import MoveDone, Place
from rules.games.paper_tigers.decide.aboard import no_ride
from rules.games.paper_tigers.decide.faces import unseen
from rules.games.paper_tigers.decide.following import unfit_to_follow
from rules.games.paper_tigers.offering.acting import follower_hole
from rules.games.paper_tigers.offering.trial import Trial
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import Unit
from rules.games.paper_tigers.vocabulary import Ask, AskKind
from rules.referee.toolkit.answers import choice_offer, roll_offer
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.spots import spot_hole
from rules.referee.toolkit.trial import unit_hole
from rules.table.snapshot import Terrain

NEAR = 3.0
"""Inches beyond what a unit may move within which a carrier or a house is worth naming."""


def answer_offers(trial: Trial) -> tuple[Template, ...]:
    """One template for each ask that this seat owes an answer to."""
    return tuple(_answer(trial, ask) for ask in trial.state.asks if ask.seat == trial.seat)


def _answer(trial: Trial, ask: Ask) -> Template:
    match ask.kind:
        case AskKind.ROLL:
            return roll_offer(ask)
        case AskKind.CHOOSE:
            return choice_offer(ask)
        case AskKind.TURN_UP:
            faces = unseen(trial.state, trial.state.pack_of(ask.force))
            holes = (Hole(name="cards", kind="cards", allowed=faces, count=ask.cards),)
            return Template(command="turn_up", says=ask.says, fixed={"ask": ask.id}, holes=holes)
        case AskKind.MOVE:
            return _move(trial, ask)
        case AskKind.PLACE:
            return _place(trial, ask)
        case AskKind.FOLLOW:
            return _follow(trial, ask)


def _move(trial: Trial, ask: Ask) -> Template:
    """Where the unit stands will do when it may stand there; otherwise a place is asked for."""
    unit = trial.state.unit(ask.unit)
    stands = trial.refusal(MoveDone(unit=unit.id)) is None
    holes = [spot_hole(optional=stands)]
    if stands:
        holes += _rides(trial, unit, ask=ask)
        holes += _houses(trial, unit, ask=ask)
    return Template(command="move_done", says=ask.says, fixed={"unit": unit.id}, holes=tuple(holes))


def _rides(trial: Trial, unit: Unit, *, ask: Ask) -> list[Hole]:
    carriers = [
        other
        for other in trial.state.units.values()
        if other.id != unit.id
        and not other.destroyed
        and no_ride(trial.state, unit, carrier=other) is None
        and _apart(unit, other) <= ask.inches + other.length + unit.length + NEAR
    ]
    tries = [(other.id, MoveDone(unit=unit.id, aboard=other.id)) for other in carriers]
    allowed, greyed = trial.sorted_out(tries)
    return [unit_hole("aboard", allowed, greyed=greyed, optional=True)] if carriers else []


def _apart(one: Unit, other: Unit) -> float:
    if one.spot is None or other.spot is None:
        return math.inf
    return math.dist((one.spot.x_in, one.spot.y_in), (other.spot.x_in, other.spot.y_in))


def _houses(trial: Trial, unit: Unit, *, ask: Ask) -> list[Hole]:
    if unit.kind is not UnitKind.SQUAD:
        return []
    houses = [
        area
        for area in trial.snapshot.terrain
        if area.kind.strip().casefold() == "building" and _reach(unit, area) <= ask.inches + NEAR
    ]
    tries = [(area.id, MoveDone(unit=unit.id, in_area=area.id)) for area in houses]
    allowed, greyed = trial.sorted_out(tries)
    hole = Hole(name="in_area", kind="area", allowed=allowed, greyed=greyed, optional=True)
    return [hole] if houses else []


def _reach(unit: Unit, area: Terrain) -> float:
    if unit.spot is None:
        return math.inf
    here = (unit.spot.x_in, unit.spot.y_in)
    return min(math.dist(here, corner) for corner in area.outline)


def _place(trial: Trial, ask: Ask) -> Template:
    stands = trial.refusal(Place(unit=ask.unit)) is None
    return Template(
        command="place",
        says=ask.says,
        fixed={"unit": ask.unit},
        holes=(spot_hole(optional=stands),),
    )


def _follow(trial: Trial, ask: Ask) -> Template:
    playing = trial.state.playing
    assert playing is not None
    assert playing.action is not None
    hole = follower_hole(
        trial,
        [
            unit.id
            for unit in trial.state.units.values()
            if unfit_to_follow(trial.state, unit, leader=ask.unit) is None and unit.id != ask.unit
        ],
        leader=ask.unit,
        action=playing.action,
    )
    return Template(command="follow", says=ask.says, holes=(hole,))
