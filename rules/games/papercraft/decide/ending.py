"""Knows when a battle is over and who has won (PC-TRN-07, PC-AMB-17)."""

from rules.games.papercraft.battle_options.fighting import ROUNDS, SHARE
from rules.games.papercraft.commands import Concede
from rules.games.papercraft.decide.dispatch import handle
from rules.games.papercraft.decide.draft import Draft
from rules.games.papercraft.events.ending import BattleEnded, Conceded
from rules.games.papercraft.initial import points_of
from rules.games.papercraft.state import State
from rules.referee.toolkit.tallies import Count


def end_if_over(draft: Draft) -> bool:
    """Whether one side alone is left, or has destroyed enough; then the battle ends."""
    state = draft.state
    left = [side for side in state.sides if state.living(side)]
    if len(left) <= 1:
        how = "it alone has a unit left" if left else "nobody has a unit left"
        _end(draft, winner=left[0] if left else "", how=how)
        return True
    if state.options.choice("victory") != SHARE:
        return False
    share = state.options.whole("victory_share")
    done = {side: destroyed_share(state, side) for side in state.sides}
    best = max(done.values())
    if best < share:
        return False
    winners = [side for side, each in done.items() if each == best]
    how = f"{best:.0f} hundredths of the enemy's points are destroyed, {share} were needed"
    _end(draft, winner=winners[0] if len(winners) == 1 else "", how=how)
    return True


def destroyed_share(state: State, side: str) -> float:
    """How many hundredths of its enemies' points a side has seen destroyed."""
    enemies = [unit for unit in state.units.values() if unit.side != side]
    lost = [unit for unit in enemies if not unit.alive]
    return 100.0 * points_of(tuple(lost)) / max(1, points_of(tuple(enemies)))


def end_by_rounds(draft: Draft) -> bool:
    """After the agreed number of rounds the points that are left decide."""
    state = draft.state
    if state.options.choice("victory") != ROUNDS:
        return False
    if state.round < state.options.whole("rounds"):
        return False
    left = {side: points_of(state.living(side)) for side in state.sides}
    best = max(left.values())
    winners = [side for side, points in left.items() if points == best]
    how = f"round {state.round} is over"
    _end(draft, winner=winners[0] if len(winners) == 1 else "", how=how)
    return True


def _end(draft: Draft, *, winner: str, how: str) -> None:
    state = draft.state
    points = tuple(Count(name=side, count=points_of(state.living(side))) for side in state.sides)
    draft.emit(BattleEnded(winner=winner, how=how, points_left=points), clause="PC-TRN-07")


@handle.register
def _concede(body: Concede, draft: Draft) -> None:
    """Whoever gives up takes the units off; the others go on, if two sides are left."""
    del body
    for player in draft.state.players:
        if player.seat != draft.command.author:
            continue
        units = tuple(u.id for u in draft.state.army(player.name) if u.alive)
        if units:
            draft.emit(Conceded(player=player.name, units=units), clause="PC-TRN-07")
    if not draft.events:
        reason = f"{draft.command.author} has no unit left to give up."
        draft.refuse("PC-TRN-07", reason)
    end_if_over(draft)
