"""Knows how what the referee asks for becomes templates."""

from rules.games.papercraft.commands import PutDown
from rules.games.papercraft.offering.trial import Trial
from rules.games.papercraft.vocabulary import Ask, AskKind
from rules.referee.toolkit.answers import choice_offer, roll_offer
from rules.referee.toolkit.game import Template
from rules.referee.toolkit.spots import spot_hole


def answer_offers(trial: Trial) -> tuple[Template, ...]:
    """One template for each ask that this seat owes an answer to."""
    return tuple(_answer(trial, ask) for ask in trial.state.asks if ask.seat == trial.seat)


def _answer(trial: Trial, ask: Ask) -> Template:
    match ask.kind:
        case AskKind.ROLL:
            return roll_offer(ask)
        case AskKind.CHOOSE:
            return choice_offer(ask)
        case AskKind.PUT:
            stands = trial.refusal(PutDown(unit=ask.unit)) is None
            return Template(
                command="put_down",
                says=ask.says,
                fixed={"unit": ask.unit},
                holes=(spot_hole(optional=stands),),
            )
