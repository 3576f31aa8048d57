"""The options that every battle has, whatever its game."""

from typing import Final

from rules.referee.log.clock_state import CLOCK_OPTIONS
from rules.referee.log.open_disputes import DEPENDANTS, EVERYTHING, FREEZES, LIMIT
from rules.referee.toolkit.game import Game
from rules.referee.toolkit.settings import Option
from rules.table.bad_input import BadInputError

FREE: Final = "free"
ASK: Final = "ask"
AGREEMENT: Final = "agreement"
NEVER: Final = "never"
OFF: Final = "off"
OWN: Final = "own"
ALL: Final = "all"
ODDS: Final = "odds"
TRAY: Final = "tray"
WAIT: Final = "wait"
AT_ONCE: Final = "at_once"

HOUSE_OPTIONS: Final = (
    Option(
        name="take_back",
        default=ASK,
        choices=(FREE, ASK),
        says="Whether the other side has to agree before something is taken back.",
    ),
    Option(
        name="override",
        default=AGREEMENT,
        choices=(AGREEMENT, NEVER),
        says="Whether the players may agree to let pass what a rule refuses.",
    ),
    Option(
        name=LIMIT,
        default=3,
        most=99,
        says="How many rulings a seat may dispute; a dispute that is won costs none.",
    ),
    Option(
        name=FREEZES,
        default=DEPENDANTS,
        choices=(DEPENDANTS, EVERYTHING),
        says="What waits while a ruling is disputed: what depends on it, or the whole game.",
    ),
    Option(
        name=ODDS,
        default=OFF,
        choices=(OFF, OWN, ALL),
        says="Whether a seat is told how likely what follows is: never, before its own rolls and "
        "commands, or before everybody's rolls.",
    ),
    Option(
        name=TRAY,
        default=ASK,
        choices=(ASK, WAIT, AT_ONCE),
        says="What is done with dice that the camera reads in the tray: the seat that rolls is "
        "asked, or they count by themselves, after two seconds without an objection or at once.",
    ),
    *CLOCK_OPTIONS,
)
CARDS: Final = "cards"
PRINTED: Final = "printed"
DEALT: Final = "dealt"
DEALING_OPTION: Final = Option(
    name=CARDS,
    default=PRINTED,
    choices=(PRINTED, DEALT),
    says="Whether you play with printed cards, or the umpire deals them in an order it promised.",
    fixed="The cards are in play.",
)
"""Of every game that has cards."""
POLICIES: Final = ("accept", "ask", "log", "ignore")


def proposal_options(game: Game) -> tuple[Option, ...]:
    """One policy for each kind of thing that the camera may propose in this game."""
    return tuple(
        Option(
            name=policy_name(kind.name),
            default=kind.policy,
            choices=POLICIES,
            says=f"What is done when the camera proposes this: {kind.says}",
        )
        for kind in game.proposal_kinds
    )


def policy_name(kind: str) -> str:
    """The option that holds the policy for a kind of proposal."""
    return f"on_{kind}"


def all_options(game: Game) -> tuple[Option, ...]:
    """The options of a battle of this game: the referee's, the camera's and the game's own."""
    dealing = (DEALING_OPTION,) if game.dealing is not None else ()
    options = (*HOUSE_OPTIONS, *dealing, *proposal_options(game), *game.option_schema)
    names = [option.name for option in options]
    doubled = sorted({name for name in names if names.count(name) > 1})
    if doubled:
        raise BadInputError(game.slug, expected="each option once", got=f"{doubled[0]} twice")
    return options
