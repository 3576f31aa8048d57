"""What players may agree on before a game, with a default for each."""

from typing import Final

from rules.games.tossing_tiger.animals import PACKAGE, CardSet
from rules.referee.toolkit.settings import Options, packed_options
from rules.table.bad_input import BadInputError


OPTIONS: Final = packed_options(PACKAGE, "options.toml")


def sets_of(options: Options) -> tuple[CardSet, ...]:
    """TT-SET-05: the cards that are played with."""
    switched = (
        (CardSet.ZOO, "more_animals"),
        (CardSet.FIGHT_TOGETHER, "fight_together"),
        (CardSet.DAWNDOJO, "dawndojo"),
    )
    return (CardSet.BASE, *(each for each, name in switched if options.flag(name)))


def require_together(options: Options) -> None:
    """Refuse variants that cannot be played in one game, and say why."""
    if not options.flag("fight_together"):
        return
    if options.flag("simulwars"):
        raise BadInputError(
            "options.simulwars",
            expected="false with fight_together: teams fight one war a round, and pairs several",
            got="true",
        )
    if options.flag("highscore"):
        raise BadInputError(
            "options.highscore",
            expected="false with fight_together: teams count cards, and no single hand",
            got="true",
        )
