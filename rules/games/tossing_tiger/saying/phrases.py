"""Knows the turns of phrase that many of the umpire's sentences share."""

from rules.games.tossing_tiger.animals import ANIMALS
from rules.games.tossing_tiger.vocabulary import Result
from rules.referee.toolkit.phrases import counted


def called(animal: str) -> str:
    """What people call an animal.

    >>> called("redpanda"), called("somebody")
    ('Red Panda', 'somebody')
    """
    return ANIMALS[animal].name if animal in ANIMALS else animal


def a(animal: str) -> str:
    """An animal with its article.

    >>> a("redpanda"), a("unicorn")
    ('a Red Panda', 'a Unicorn')
    """
    return f"a {called(animal)}"


def battles(places: tuple[int, ...]) -> str:
    """Places as one says them.

    >>> battles((1,)), battles((1, 2, 3))
    ('battle 1', 'battles 1, 2 and 3')
    """
    *most, last = (str(place) for place in places)
    return f"battles {', '.join(most)} and {last}" if most else f"battle {last}"


def won(result: str) -> str:
    """Who won a battle.

    >>> won("attacker"), won("both"), won("none"), won("")
    ('the attacker', 'both', 'nobody', 'it does not count')
    """
    told = {
        Result.ATTACKER: "the attacker",
        Result.DEFENDER: "the defender",
        Result.BOTH: "both",
        Result.NONE: "nobody",
    }
    return told[Result(result)] if result else "it does not count"


def piles(count: int) -> str:
    return counted(count, "pile")
