"""How a game begins: from the seats, the roster and the options to the first state."""

from types import MappingProxyType
from typing import Final

from rules.games.paper_invasion.state import State
from rules.games.paper_invasion.tables import PACKAGE
from rules.games.paper_invasion.vocabulary import EnemyControl, Side
from rules.referee.toolkit.game import Seat, Setup
from rules.referee.toolkit.settings import options_from, packed_options
from rules.table.bad_input import BadInputError
from rules.table.roster import Roster

OPTIONS: Final = packed_options(PACKAGE, "options.toml")
"""What players may agree on before a game, with a default for each (PI-AMB)."""
KINDS: Final = frozenset({"hero", "enemy", "vault", "event", "wall_strip", "game_sheet"})
"""PI-GEO-10: what a roster may have on the table; anything else is none of this game's."""


def initial(setup: Setup) -> State:
    """The state before a theme is chosen."""
    seats = tuple(
        Seat(name=seat.name, sides=tuple(_side(each, seat.name) for each in seat.sides))
        for seat in setup.seats
    )
    if not any(Side.HEROES in seat.sides for seat in seats):
        raise BadInputError("seats", expected=f"somebody who plays {Side.HEROES}", got="nobody")
    pieces = {entry.id: entry.kind for entry in setup.roster.entries if entry.kind in KINDS}
    return State(
        options=setup.options,
        seats=seats,
        pieces=MappingProxyType(pieces),
        control=EnemyControl(setup.options.choice("enemy_control")),
    )


def _side(name: str, seat: str) -> str:
    found = next((side for side in Side if side.lower() == name.strip().lower()), None)
    if found is None:
        raise BadInputError(f"seats.{seat}", expected=" or ".join(Side), got=repr(name)[:60])
    return found


def unmeasured(players: tuple[str, ...]) -> Setup:
    """A game without a camera: one player against the umpire's Enemies, or several together."""
    alone = len(players) == 1
    seats = tuple(Seat(name=name, sides=(Side.HEROES, Side.ENEMIES)) for name in players)
    control = EnemyControl.SCRIPT if alone else EnemyControl.ALTERNATING
    options = options_from(OPTIONS, {"enemy_control": str(control)})
    return Setup(seats=seats, roster=Roster(entries=()), options=options)
