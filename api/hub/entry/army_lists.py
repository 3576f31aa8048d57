"""Has the army builder look at a player's list."""

from collections.abc import Mapping, Sequence

from api.armies.building import ArmyWanted, build
from api.hub.event.deeds import ListHandedIn, ListsWanted
from api.hub.event.state import EventRefusedError
from rules.referee.log.house_options import all_options
from rules.referee.toolkit.armies import ordered_from
from rules.referee.toolkit.game import Game
from rules.table.bad_input import BadInputError

SIDE = "Red"
"""Which one has no bearing on what an army costs."""


def game_with_lists(games: Mapping[str, Game], slug: str) -> Game:
    """The game that an event asks lists for."""
    found = games.get(slug)
    if found is None or found.muster is None:
        known = ", ".join(each for each, game in sorted(games.items()) if game.muster is not None)
        raise EventRefusedError(f"army lists: expected one of {known}, got {slug!r}")
    return found


def usual_total(game: Game) -> int | None:
    """How many points an army may cost unless something else is agreed; None without a limit."""
    found = {each.name: each.default for each in all_options(game)}.get(game.total_option)
    return found if isinstance(found, int) else None


def checked_list(
    game: Game, wanted: ListsWanted, *, player: int, units: Sequence[str]
) -> ListHandedIn:
    """What the army costs, and what the rules say against it; a unit that the game does not have
    is refused at once.
    """
    lines = tuple(each.strip() for each in units if each.strip())
    ordered = tuple(ordered_from(each, game.fieldable) for each in lines)
    try:
        built = build(game, [ArmyWanted(side=SIDE, units=ordered)], total=wanted.total)
    except BadInputError as error:
        says = str(error).removeprefix("armies[1].")
        raise EventRefusedError(f"army list: {says}") from error
    (army,) = built.armies
    return ListHandedIn(
        number=player,
        game=game.slug,
        units=lines,
        points=army.worth,
        faults=tuple(each.says for each in army.faults),
    )
