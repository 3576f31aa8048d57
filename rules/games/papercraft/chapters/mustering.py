"""Agrees on armies, totals and the table before any die is rolled (PC-ARM, PC-TEAM)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from rules.games.papercraft.chapters.turn_effects import PhaseOpened
from rules.games.papercraft.draft import Draft, Trial
from rules.games.papercraft.initial import points_of
from rules.games.papercraft.state import Phase, Player, State
from rules.referee.toolkit.game import Template
from rules.referee.toolkit.phrases import capital, counted, ended, listed
from rules.referee.toolkit.tallies import Count
from rules.table.snapshot import Snapshot
from rules.table.units import plain

CROWDED: Final = 700
"""PC-SET-02: points of a side above which a table of three feet square is too small."""
CROWDED_TABLE: Final = 36.0


@dataclass(frozen=True, slots=True, kw_only=True)
class GetReady:
    """A player has seen the armies and the table, and is ready to play with them."""

    KIND: ClassVar[str] = "muster"

    player: str = ""
    """For whom, where one seat plays for several."""

    def ruled(self, draft: Draft) -> None:
        """PC-ARM-01 and PC-TEAM-02: once all are ready, the order is rolled for."""
        draft.require_phase(Phase.MUSTER)
        state = draft.state
        player = self._who(draft)
        if player.name in state.ready:
            draft.refuse("PC-ARM-01", f"{player.name} is ready already; the others are waited for.")
        points = points_of(state.army(player.name))
        draft.emit(ArmyReady(player=player.name, points=points, total=player.total))
        if len(draft.state.ready) < len(state.players):
            return
        totals = tuple(Count(name=side, count=side_total(state, side)) for side in state.sides)
        warnings = tuple(warnings_of(state, draft.snapshot))
        draft.emit(ArmiesAgreed(totals=totals, warnings=warnings))
        draft.emit(PhaseOpened(phase=Phase.ORDER), clause="PC-SET-04")

    def _who(self, draft: Draft) -> Player:
        own = [each for each in draft.state.players if each.seat == draft.command.author]
        named = [each for each in own if each.name == self.player]
        if self.player and not named:
            draft.refuse("PC-OBJ-09", f"{draft.command.author} does not play {self.player!r}.")
        waiting = [each for each in own if each.name not in draft.state.ready]
        return (named or waiting or own)[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyReady:
    """A player is ready."""

    KIND: ClassVar[str] = "mustered"
    clause: ClassVar[str] = "PC-ARM-02"

    player: str
    points: int
    total: int
    """The Army Total."""

    def after(self, state: State) -> State:
        return replace(state, ready=(*state.ready, self.player))

    def told(self) -> str:
        worth = f"{self.points} of {counted(self.total, 'point')}"
        return f"{self.player} is ready with an army of {worth}."


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmiesAgreed:
    """All are ready; what is unusual about armies or table stands in the warnings."""

    clause: ClassVar[str] = "PC-TEAM-02"

    totals: tuple[Count, ...]
    """The Army Totals of each side."""
    warnings: tuple[str, ...] = ()

    def after(self, state: State) -> State:
        return state

    def told(self) -> str:
        told = ", ".join(f"{each.name} {each.count}" for each in self.totals)
        return " ".join(
            (
                f"The Army Totals are {told or 'none'}.",
                *(capital(ended(each)) for each in self.warnings),
            )
        )


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
            yield f"{unit.id} ({unit.profile.name}) is still being tested"
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


def muster_offers(trial: Trial) -> tuple[Template, ...]:
    """To say that one is ready, with what everybody accepts by that."""
    if trial.refusal(GetReady()) is not None:
        return ()
    waiting = [
        player
        for player in trial.state.players
        if player.seat == trial.seat and player.name not in trial.state.ready
    ]
    player = waiting[0]
    points = points_of(trial.state.army(player.name))
    warnings = " ".join(capital(ended(each)) for each in warnings_of(trial.state, trial.snapshot))
    says = f"Say that {player.name} is ready, with {points} of {player.total} points."
    told = f"{says} Note: {warnings}" if warnings else says
    return (Template(command="muster", says=told, fixed={"player": player.name}, verb="Ready"),)


def awaits_muster(state: State) -> str:
    """Who is not ready yet."""
    waiting = [each.name for each in state.players if each.name not in state.ready]
    return f"{listed(waiting)}: look at armies and table, and say that you are ready."
