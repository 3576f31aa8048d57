"""Knows how what the referee asks for becomes templates."""

from rules.games.papercraft.commands import PutDown
from rules.games.papercraft.offering.trial import Trial, spot_hole
from rules.games.papercraft.vocabulary import Ask, AskKind
from rules.referee.game import Hole, Template


def answer_offers(trial: Trial) -> tuple[Template, ...]:
    """One template for each ask that this seat owes an answer to."""
    return tuple(_answer(trial, ask) for ask in trial.state.asks if ask.seat == trial.seat)


def _answer(trial: Trial, ask: Ask) -> Template:
    match ask.kind:
        case AskKind.ROLL:
            count = ask.dice.count if ask.dice is not None else 1
            holes = (Hole(name="dice", kind="dice", count=count),)
            return Template(command="roll", says=ask.says, fixed={"ask": ask.id}, holes=holes)
        case AskKind.CHOOSE:
            holes = (Hole(name="choice", kind="choice", allowed=ask.choices),)
            return Template(command="choose", says=ask.says, fixed={"ask": ask.id}, holes=holes)
        case AskKind.PUT:
            stands = trial.refusal(PutDown(unit=ask.unit)) is None
            return Template(
                command="put_down",
                says=ask.says,
                fixed={"unit": ask.unit},
                holes=(spot_hole(optional=stands),),
            )
