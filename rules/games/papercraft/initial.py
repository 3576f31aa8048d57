"""Begins a battle: from rosters, the seats and the options to the first state."""

from types import MappingProxyType
from typing import Final

from rules.games.papercraft.armies import limit_faults
from rules.games.papercraft.catalogue import CATALOGUE, listed_as, square_of, text_of
from rules.games.papercraft.profiles import Fate
from rules.games.papercraft.state import Player, State, Unit
from rules.referee.toolkit.game import Setup
from rules.table.bad_input import BadInputError
from rules.table.files.printed import PAPERS, TERRAIN
from rules.table.roster import Entry

MARKERS: Final = frozenset({"marker", "objective", "smoke", "wreck"})
"""Pieces that are no units."""
MOST_EDGES: Final = 4
DEATHS: Final = frozenset({Fate.CORPSE, Fate.RUBBLE, Fate.REMOVED})


def initial(setup: Setup) -> State:
    """The state before anybody is ready."""
    entries = [
        entry for entry in setup.roster.entries if entry.kind not in MARKERS | TERRAIN | PAPERS
    ]
    players = _players(entries, setup=setup)
    units = {entry.id: _unit(entry, players=players, setup=setup) for entry in entries}
    state = State(options=setup.options, players=players, units=MappingProxyType(units))
    for player in players:
        _require_legal(state, player)
    _require_edges(state)
    return state


def _players(entries: list[Entry], *, setup: Setup) -> tuple[Player, ...]:
    """PC-OBJ-09, PC-TEAM-01: one for each army, in the order of the seats."""
    sides = dict.fromkeys(entry.side for entry in entries)
    if "" in sides:
        nobody = next(entry for entry in entries if not entry.side)
        raise BadInputError(f"{nobody.id}.side", expected="a side", got="nothing")
    if len(sides) < 2:
        got = ", ".join(sides) or "none"
        raise BadInputError("roster", expected="units of two sides or more", got=got)
    setup.require_sides(sides)
    found = {_player_name(entry, setup=setup): entry.side for entry in entries}
    totals = {name: _total(name, entries=entries, setup=setup) for name in found}
    made = [
        Player(name=name, seat=_seat(name, side=side, setup=setup), side=side, total=totals[name])
        for name, side in found.items()
    ]
    order = [seat.name for seat in setup.seats]
    return tuple(sorted(made, key=lambda player: order.index(player.seat)))


def _player_name(entry: Entry, *, setup: Setup) -> str:
    """Whose unit it is: the seat named in the roster, or whoever plays for its side."""
    playing = [seat.name for seat in setup.seats if entry.side in seat.sides]
    named = text_of(entry, "player")
    if not playing:
        raise BadInputError("seats", expected=f"somebody who plays for {entry.side}", got="nobody")
    if len(playing) == 1 and not named:
        return entry.side
    if named not in playing and not (len(playing) == 1 and named == entry.side):
        raise BadInputError(
            f"{entry.id}.player", expected="one of " + ", ".join(playing), got=repr(named)[:60]
        )
    return named


def _seat(name: str, *, side: str, setup: Setup) -> str:
    playing = [seat.name for seat in setup.seats if side in seat.sides]
    return name if name in playing else playing[0]


def _total(name: str, *, entries: list[Entry], setup: Setup) -> int:
    """PC-ARM-01: the Army Total that was agreed for a player."""
    own = [entry for entry in entries if _player_name(entry, setup=setup) == name]
    said = {value for entry in own if (value := entry.extra.get("army_total"))}
    if len(said) > 1:
        got = " and ".join(str(each) for each in sorted(said, key=str))
        raise BadInputError(
            f"{own[0].id}.army_total", expected=f"one Army Total for {name}", got=got
        )
    found = next(iter(said), None)
    return found if isinstance(found, int) else setup.options.whole("army_total")


def _unit(entry: Entry, *, players: tuple[Player, ...], setup: Setup) -> Unit:
    listed = listed_as(entry, CATALOGUE)
    profile = listed.profile
    width, depth = square_of(entry, profile=profile, options=setup.options)
    if setup.options.flag("official_game") and profile.testing:
        raise BadInputError(
            f"{entry.id}.unit_type",
            expected="a unit for official games",
            got=f"{profile.name}, which is still being tested",
        )
    name = _player_name(entry, setup=setup)
    player = next(each for each in players if each.name == name)
    return Unit(
        id=entry.id,
        player=player.name,
        side=player.side,
        profile=profile,
        hp=profile.hp,
        width=width,
        depth=depth,
        death=_death(entry),
    )


def _death(entry: Entry) -> Fate | None:
    text = text_of(entry, "death")
    if text and text not in DEATHS:
        expected = "one of " + ", ".join(sorted(DEATHS))
        raise BadInputError(f"{entry.id}.death", expected=expected, got=repr(text)[:60])
    return Fate(text) if text else None


def _require_legal(state: State, player: Player) -> None:
    """PC-ARM-02 and what abilities say of an army."""
    army = state.army(player.name)
    points = points_of(army)
    if points > player.total:
        raise BadInputError(
            f"roster, army of {player.name}",
            expected=f"at most {player.total} points",
            got=f"{points}, which is {points - player.total} too many",
        )
    for _, wrong in limit_faults({unit.id: unit.profile for unit in army}):
        raise wrong.inside(f"roster, army of {player.name}")


def points_of(army: tuple[Unit, ...]) -> int:
    """What units are worth together."""
    return sum(unit.profile.points for unit in army)


def _require_edges(state: State) -> None:
    """PC-SET-09: no more beginners than the table has edges."""
    sharing = state.options.choice("edge_plan") == "team_mates_share"
    needed = len(state.sides) if sharing else len(state.players)
    if needed > MOST_EDGES:
        raise BadInputError(
            "roster", expected=f"at most {MOST_EDGES} who begin at an edge each", got=f"{needed}"
        )
