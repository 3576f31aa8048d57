"""Knows how what the umpire asks for becomes templates."""

from rules.games.paper_invasion.offering.trial import Trial
from rules.games.paper_invasion.vocabulary import Ask, AskKind, Side, WallState
from rules.referee.toolkit.answers import choice_offer
from rules.referee.toolkit.game import Hole, Template

MOST_SET = 9


def answer_offers(trial: Trial) -> tuple[Template, ...]:
    """What the open question is answered with, for whoever plays for the Heroes."""
    ask = trial.state.ask
    if ask is None or not trial.for_heroes:
        return ()
    match ask.kind:
        case AskKind.CHOOSE:
            return (choice_offer(ask),)
        case AskKind.ADD_ROOM:
            return (_room(ask),)
    return (*_by_hand(trial), Template(command="applied", says="All of that is applied."))


def _room(ask: Ask) -> Template:
    holes = (
        Hole(name="beyond", kind="choice", allowed=ask.choices),
        Hole(name="outline", kind="area", optional=True),
    )
    return Template(command="add_room", says=ask.says, holes=holes)


def _by_hand(trial: Trial) -> tuple[Template, ...]:
    """PI-EVT-07: walls and counts, which the umpire keeps for the players."""
    state = trial.state
    places = state.map.names
    counts = tuple(range(MOST_SET + 1))
    found = [
        Template(
            command="set_tokens",
            says=f"Set how many {side} are in a room.",
            fixed={"side": str(side)},
            holes=(
                Hole(name="place", kind="choice", allowed=places),
                Hole(name="count", kind="count", allowed=counts),
            ),
        )
        for side in Side
    ]
    for kind in WallState:
        walls = tuple(wall.id for wall in state.map.walls if wall.state is not kind)
        if walls:
            found.append(
                Template(
                    command="set_wall",
                    says=f"Make a wall {kind}.",
                    fixed={"state": str(kind)},
                    holes=(Hole(name="wall", kind="choice", allowed=walls),),
                )
            )
    return tuple(found)
