"""Knows who goes first, and from which edge (PC-SET-04, PC-SET-09)."""

from rules.games.papercraft.commands import ChooseEdge
from rules.games.papercraft.decide.dispatch import handle
from rules.games.papercraft.decide.draft import Draft
from rules.games.papercraft.events.setup import EdgeChosen, OrderSet, PhaseBegan, RollTied
from rules.games.papercraft.measuring.zones import OPPOSITE
from rules.games.papercraft.state import Player, State
from rules.games.papercraft.vocabulary import Phase, Purpose, TableEdge
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.table.snapshot import PieceState


def contenders(state: State) -> tuple[Player, ...]:
    """Players who still have a unit; the others wait for nothing."""
    return tuple(
        player for player in state.players if any(unit.alive for unit in state.army(player.name))
    )


def roll_order(draft: Draft) -> bool:
    """Ask for the dice of all, and again for those of equal ones; then set the order."""
    state = draft.state
    players = contenders(state)
    rolls = {player.name: state.rolls.get(player.name, ()) for player in players}
    if not any(rolls.values()):
        _ask(draft, tuple(rolls))
        return True
    tied = _tied(rolls) if state.options.choice("order_tie") == "reroll" else ()
    if tied:
        draft.emit(RollTied(players=tied, face=rolls[tied[0]][-1]), clause="PC-SET-04")
        _ask(draft, tied)
        return True
    seats = list(rolls)
    order = sorted(rolls, key=lambda name: ([-face for face in rolls[name]], seats.index(name)))
    if state.options.choice("team_order") == "team_together":
        sides = list(dict.fromkeys(state.player(name).side for name in order))
        order.sort(key=lambda name: sides.index(state.player(name).side))
    draft.emit(OrderSet(order=tuple(order)), clause="PC-TRN-01")
    draft.emit(PhaseBegan(phase=Phase.EDGES), clause="PC-SET-09")
    return True


def _tied(rolls: dict[str, tuple[int, ...]]) -> tuple[str, ...]:
    """The first players whose dice are all equal."""
    for name, dice in rolls.items():
        same = tuple(other for other, thrown in rolls.items() if thrown == dice)
        if len(same) > 1 and same[0] == name:
            return same
    return ()


def _ask(draft: Draft, names: tuple[str, ...]) -> None:
    for name in names:
        dice = DiceAsk(
            count=1,
            why=f"when {name} places units and takes turns",
            means=(
                Meaning(when="the higher die", then="the earlier"),
                Meaning(when="equal dice", then="those players roll again"),
            ),
        )
        draft.ask_roll(Purpose.ORDER, player=name, clause="PC-SET-04", dice=dice)


def choosing_edge(state: State) -> str:
    """The first in the order who has no edge yet; nobody is an empty name."""
    return next((name for name in state.order if name not in state.edges), "")


def free_edges(state: State) -> tuple[TableEdge, ...]:
    """The edges that the next to choose may have."""
    name = choosing_edge(state)
    if not name:
        return ()
    side = state.player(name).side
    if state.options.choice("edge_plan") == "team_mates_share":
        shared = [edge for other, edge in state.edges.items() if state.player(other).side == side]
        if shared:
            return (shared[0],)
        beginners = len(state.sides)
    else:
        beginners = len(state.players)
    taken = set(state.edges.values())
    if beginners == 2 and taken:
        return (OPPOSITE[next(iter(taken))],)
    return tuple(edge for edge in TableEdge if edge not in taken)


def take_edges(draft: Draft) -> bool:
    """An edge that nobody has a choice about is taken by itself; then units are placed."""
    state = draft.state
    name = choosing_edge(state)
    if not name:
        seen = {p.id for p in draft.snapshot.pieces if p.state is PieceState.SEEN}
        laid = tuple(unit for unit in state.units if unit in seen)
        draft.emit(PhaseBegan(phase=Phase.DEPLOY, laid=laid), clause="PC-SET-05")
        return True
    free = free_edges(state)
    if len(free) != 1:
        return False
    draft.emit(EdgeChosen(player=name, edge=free[0]), clause="PC-SET-09")
    return True


@handle.register
def _choose_edge(body: ChooseEdge, draft: Draft) -> None:
    draft.require_phase(Phase.EDGES)
    player = draft.state.player(choosing_edge(draft.state))
    if player.seat != draft.command.author:
        draft.refuse("PC-SET-09", f"It is {player.name} who chooses an edge now.")
    free = free_edges(draft.state)
    if body.edge not in free:
        left = " or ".join(free)
        draft.refuse("PC-SET-09", f"{player.name} may begin at the {left} edge, not {body.edge}.")
    draft.emit(EdgeChosen(player=player.name, edge=body.edge), clause="PC-SET-09")
