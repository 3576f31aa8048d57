"""Knows how a battle is agreed on before any die is rolled: armies, totals and the table."""

from collections.abc import Iterator
from typing import Final

from rules.games.papercraft.commands import Muster
from rules.games.papercraft.decide.dispatch import handle
from rules.games.papercraft.decide.draft import Draft
from rules.games.papercraft.events.setup import ArmiesAgreed, Mustered, PhaseBegan
from rules.games.papercraft.initial import points_of
from rules.games.papercraft.state import Player, State
from rules.games.papercraft.vocabulary import Phase
from rules.referee.toolkit.phrases import listed
from rules.referee.toolkit.tallies import Count
from rules.table.snapshot import Snapshot
from rules.table.units import plain

CROWDED: Final = 700
"""PC-SET-02: points of a side above which a table of three feet square is too small."""
CROWDED_TABLE: Final = 36.0


@handle.register
def _muster(body: Muster, draft: Draft) -> None:
    draft.require_phase(Phase.MUSTER)
    state = draft.state
    player = _who(draft, body)
    if player.name in state.ready:
        draft.refuse("PC-ARM-01", f"{player.name} is ready already; the others are waited for.")
    event = Mustered(
        player=player.name, points=points_of(state.army(player.name)), total=player.total
    )
    draft.emit(event, clause="PC-ARM-02")
    if len(draft.state.ready) < len(state.players):
        return
    totals = tuple(Count(name=side, count=side_total(state, side)) for side in state.sides)
    warnings = tuple(warnings_of(state, draft.snapshot))
    draft.emit(ArmiesAgreed(totals=totals, warnings=warnings), clause="PC-TEAM-02")
    draft.emit(PhaseBegan(phase=Phase.ORDER), clause="PC-SET-04")


def _who(draft: Draft, body: Muster) -> Player:
    own = [each for each in draft.state.players if each.seat == draft.command.author]
    named = [each for each in own if each.name == body.player]
    if body.player and not named:
        draft.refuse("PC-OBJ-09", f"{draft.command.author} does not play {body.player!r}.")
    waiting = [each for each in own if each.name not in draft.state.ready]
    return (named or waiting or own)[0]


def side_total(state: State, side: str) -> int:
    """The Army Totals of a team together."""
    return sum(player.total for player in state.players_of(side))


def warnings_of(state: State, snapshot: Snapshot) -> Iterator[str]:
    """What everybody who gets ready accepts with it."""
    totals = {side: side_total(state, side) for side in state.sides}
    most = max(totals.values())
    for side, total in totals.items():
        if total < most:
            yield f"{side}'s Army Totals are {most - total} points short of the other's"
    for unit in state.units.values():
        if unit.profile.testing:
            yield f"{unit.id} is a {unit.profile.name}, a unit that is still being tested"
    yield from _table_warnings(state, snapshot)


def _table_warnings(state: State, snapshot: Snapshot) -> Iterator[str]:
    """PC-SET-02 and PC-AMB-01."""
    options, table = state.options, snapshot.table
    agreed = (options.number("table_w_in"), options.number("table_d_in"))
    if (table.width, table.depth) != agreed:
        yield (
            f"the table is {plain(table.width)} by {plain(table.depth)} in, "
            f"{plain(agreed[0])} by {plain(agreed[1])} in were agreed"
        )
    crowded = [side for side in state.sides if points_of(state.living(side)) > CROWDED]
    if crowded and max(table.width, table.depth) <= CROWDED_TABLE:
        yield (
            f"{listed(crowded)} has more than {CROWDED} points, which is much for a table of "
            f"{plain(table.width)} by {plain(table.depth)} in"
        )
