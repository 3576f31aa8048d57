"""Lets turns follow one another until the battle is over, and says who has won (PC-TRN)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.papercraft.asks import about
from rules.games.papercraft.chapters.turn_effects import PhaseOpened, due_at_start
from rules.games.papercraft.draft import Draft, Trial
from rules.games.papercraft.initial import points_of
from rules.games.papercraft.options import ROUNDS
from rules.games.papercraft.profiles import Fate
from rules.games.papercraft.state import Outcome, Phase, State, Status, StatusKind, Unit
from rules.referee.toolkit.chronicle import Counted
from rules.referee.toolkit.game import Template, Weight
from rules.referee.toolkit.phrases import ended, listed
from rules.referee.toolkit.tallies import Count
from rules.table.units import Inches


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerTurnBegan:
    """A player's turn begins; what was remembered of the last one is forgotten."""

    KIND: ClassVar[str] = "turn_began"
    clause: ClassVar[str] = "PC-TRN-04"

    player: str
    turn: int
    round: int

    def after(self, state: State) -> State:
        """PC-TRN-04: what was remembered of the last turn is forgotten."""
        turns = {**state.turns, self.player: state.turns.get(self.player, 0) + 1}
        for unit in state.army(self.player):
            fresh = replace(
                unit,
                start=unit.spot,
                walked=Inches(0.0),
                moved=False,
                attacks=(),
                ability_used=False,
            )
            state = state.with_unit(fresh)
        state = _power_over(state, player=self.player, turn=turns[self.player])
        state = replace(
            state,
            active=self.player,
            turn=self.turn,
            round=self.round,
            turns=turns,
            phase=Phase.TURN_START,
        )
        return replace(state, steps=due_at_start(state))

    def told(self) -> str:
        return f"Turn {self.turn}, in round {self.round}, is {self.player}'s."


def _power_over(state: State, *, player: str, turn: int) -> State:
    """PC-ABL-08, where it lasts until the next turn of whoever doubled a bonus."""
    if state.options.choice("power_duration") != "until_own_turn":
        return state

    def lasts(_: Unit, status: Status) -> bool:
        own = state.unit(status.by).player == player
        return status.kind is not StatusKind.EMPOWERED or not own or status.turn > turn

    return _with_lasting(state, lasts)


def _with_lasting(state: State, lasts: Callable[[Unit, Status], bool]) -> State:
    """The state with those of all statuses that last."""
    units = {
        unit.id: replace(unit, statuses=tuple(s for s in unit.statuses if lasts(unit, s)))
        for unit in state.units.values()
    }
    return replace(state, units=units)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSkipped:
    """A player without a living unit has no turn."""

    clause: ClassVar[str] = "PC-TRN-06"

    player: str
    round: int

    def after(self, state: State) -> State:
        return replace(state, active=self.player, round=self.round, phase=Phase.TURN_END, steps=())

    def told(self) -> str:
        return f"{self.player} has no unit left and is skipped."


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerTurnEnded:
    """A player's turn is over."""

    KIND: ClassVar[str] = "turn_ended"
    clause: ClassVar[str] = "PC-TRN-03"

    player: str

    def after(self, state: State) -> State:
        """What counted this turn of the player is over."""
        turn = state.turns.get(self.player, 0)
        lasting = state.options.choice("power_duration") == "until_own_turn"

        def lasts(unit: Unit, status: Status) -> bool:
            if status.kind is StatusKind.EMPOWERED:
                return lasting
            return unit.player != self.player or status.turn > turn

        return _with_lasting(state, lasts)

    def told(self) -> str:
        return f"The turn of {self.player} is over."


def begin_turn(draft: Draft, player: str, *, wraps: bool) -> None:
    """PC-TRN-04: a player's turn begins."""
    state = draft.state
    event = PlayerTurnBegan(player=player, turn=state.turn + 1, round=state.round + int(wraps))
    draft.emit(event)


def open_movement(draft: Draft) -> bool:
    """Once all that a turn begins with is done, units move."""
    if not end_if_over(draft):
        draft.emit(PhaseOpened(phase=Phase.MOVE), clause="PC-TRN-02")
    return True


def leave_turn(draft: Draft) -> bool:
    """A player whose last unit is gone has nothing left to do in a turn of that player's own."""
    if end_if_over(draft):
        return True
    if any(unit.alive for unit in draft.state.army(draft.state.active)):
        return False
    draft.emit(PhaseOpened(phase=Phase.TURN_END), clause="PC-TRN-06")
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn:
    """The turn is over."""

    def ruled(self, draft: Draft) -> None:
        draft.require_turn(Phase.ATTACK)
        draft.emit(PhaseOpened(phase=Phase.TURN_END), clause="PC-TRN-03")


def go_on(draft: Draft) -> bool:
    """PC-TRN-01: the next in the order; whoever has no unit left is skipped (PC-TRN-06)."""
    if end_if_over(draft):
        return True
    state = draft.state
    if any(unit.alive for unit in state.army(state.active)):
        draft.emit(PlayerTurnEnded(player=state.active))
        state = draft.state
    place = state.order.index(state.active) + 1
    wraps = place == len(state.order)
    if wraps and end_by_rounds(draft):
        return True
    following = state.order[place % len(state.order)]
    if any(unit.alive for unit in state.army(following)):
        begin_turn(draft, following, wraps=wraps)
    else:
        draft.emit(TurnSkipped(player=following, round=state.round + int(wraps)))
    return True


def end_if_over(draft: Draft) -> bool:
    """Whether one side alone is left, or has destroyed enough; then the battle ends."""
    state = draft.state
    if not state.is_decided:
        return False
    winners = list(left := state.sides_left)
    how = "it alone has a unit left" if left else "nobody has a unit left"
    if len(left) > 1:
        share = state.options.whole("victory_share")
        best = max(map(state.destroyed_share, state.sides))
        winners = [side for side in state.sides if state.destroyed_share(side) == best]
        how = f"{best:.0f} % of the enemy's points are destroyed, {share} % were needed"
    _end(draft, winners=winners, how=how)
    return True


def end_by_rounds(draft: Draft) -> bool:
    """After the agreed number of rounds the points that are left decide."""
    state = draft.state
    if state.options.choice("victory") != ROUNDS or state.round < state.options.whole("rounds"):
        return False
    left = {side: points_of(state.living(side)) for side in state.sides}
    best = max(left.values())
    winners = [side for side, points in left.items() if points == best]
    _end(draft, winners=winners, how=f"round {state.round} is over")
    return True


def _end(draft: Draft, *, winners: list[str], how: str) -> None:
    """PC-TRN-07: the battle is over; several who have done as well have drawn it."""
    state = draft.state
    points = tuple(Count(name=side, count=points_of(state.living(side))) for side in state.sides)
    score = tuple(
        UnitWorth(unit=unit.id, side=unit.side, points=unit.profile.points, lost=not unit.alive)
        for unit in state.units.values()
    )
    winner = winners[0] if len(winners) == 1 else ""
    draft.emit(BattleDecided(winner=winner, how=how, points_left=points, score=score))


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitWorth:
    """What a unit adds to the score: to what is left of its side, or to what that has lost."""

    unit: str
    side: str
    points: int
    lost: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleDecided:
    """Who has won, and how."""

    KIND: ClassVar[str] = "battle_ended"
    clause: ClassVar[str] = "PC-TRN-07"

    winner: str
    how: str
    points_left: tuple[Count, ...] = ()
    """By side, what its living units are worth."""
    score: tuple[UnitWorth, ...] = ()
    """What makes these points; logs that are older have none of it."""

    def after(self, state: State) -> State:
        outcome = Outcome(winner=self.winner, how=self.how, says=self.told())
        return replace(state, phase=Phase.ENDED, outcome=outcome, asks=(), steps=())

    @property
    def recalled(self) -> Counted:
        return Counted(points={each.name: float(each.count) for each in self.points_left})

    def _of(self, side: str) -> str:
        """The units that a side has left, each with what it is worth."""
        units = [each for each in self.score if each.side == side and not each.lost]
        return f" ({listed([f'{each.unit} {each.points}' for each in units])})" if units else ""

    def told(self) -> str:
        left = ", ".join(
            f"{each.name} {each.count}{self._of(each.name)}" for each in self.points_left
        )
        points = f" Points left: {left}." if left else ""
        lost = [f"{each.unit} {each.points}" for each in self.score if each.lost]
        points += f" Lost: {listed(lost)}." if lost else ""
        if not self.winner:
            return f"The battle is drawn: {ended(self.how)}{points}"
        return f"{self.winner} wins: {ended(self.how)}{points}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConcedeArmy:
    """A player gives the battle up; the units are taken off."""

    KIND: ClassVar[str] = "concede"

    def ruled(self, draft: Draft) -> None:
        """PC-TRN-07: the units are taken off; the others go on, if two sides are left."""
        for player in draft.state.players:
            if player.seat != draft.command.author:
                continue
            units = tuple(u.id for u in draft.state.army(player.name) if u.alive)
            if units:
                draft.emit(Conceded(player=player.name, units=units))
        if not draft.events:
            draft.refuse("PC-TRN-07", f"{draft.command.author} has no unit left to give up.")
        end_if_over(draft)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conceded:
    """A player has given up."""

    clause: ClassVar[str] = "PC-TRN-07"

    player: str
    units: tuple[str, ...]
    """Those that were still alive, and are taken off."""

    def after(self, state: State) -> State:
        """The units of whoever gives up are taken off, and nothing waits for them any more."""
        gone = set(self.units)
        for name in self.units:
            state = state.let_go(name, *(each.id for each in state.held(name)))
            unit = state.unit(name)
            unit = replace(unit, fate=Fate.REMOVED, spot=None, inside="", hp=0, statuses=())
            state = state.with_unit(unit)
        steps = tuple(step for step in state.steps if not gone.intersection(step.about))
        asks = tuple(
            ask
            for ask in state.asks
            if ask.who != self.player and not gone.intersection(about(ask))
        )
        return replace(state, asks=asks, steps=steps)

    def told(self) -> str:
        units = f"; {listed(self.units)} are taken off" if self.units else ""
        return f"{self.player} gives up{units}."


def concede_offer(trial: Trial) -> tuple[Template, ...]:
    """Giving up, for whoever has something to give up."""
    own = [player for player in trial.state.players if player.seat == trial.seat]
    if not any(unit.alive for player in own for unit in trial.state.army(player.name)):
        return ()
    says = "Give the battle up."
    return (Template(command="concede", says=says, verb="Give up", weight=Weight.GRAVE),)
