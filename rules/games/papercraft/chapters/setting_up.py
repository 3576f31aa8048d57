"""Sets a battle up: the order, the edges, and units placed one each in rotation (PC-SET)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.papercraft.asks import SquareRoll
from rules.games.papercraft.chapters.moving import overlaps
from rules.games.papercraft.chapters.turn_effects import PhaseOpened
from rules.games.papercraft.chapters.turns import begin_turn
from rules.games.papercraft.draft import Draft, Trial
from rules.games.papercraft.profiles import START_ZONE
from rules.games.papercraft.state import Phase, Player, State, Unit
from rules.referee.judging.edges_kept import ZoneRule, judge_on_table, judge_zone
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.phrases import listed
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.spots import Spot, at, spot_hole, spot_of
from rules.table.edges import OPPOSITE, TableEdge
from rules.table.snapshot import Piece, PieceState


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
        draft.emit(OrderTied(players=tied, face=rolls[tied[0]][-1]))
        _ask(draft, tied)
        return True
    seats = list(rolls)
    order = sorted(rolls, key=lambda name: ([-face for face in rolls[name]], seats.index(name)))
    if state.options.choice("team_order") == "team_together":
        sides = list(dict.fromkeys(state.player(name).side for name in order))
        order.sort(key=lambda name: sides.index(state.player(name).side))
    draft.emit(OrderSet(order=tuple(order)))
    draft.emit(PhaseOpened(phase=Phase.EDGES), clause="PC-SET-09")
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
        draft.ask_roll(OrderRoll(dice=dice), player=name, clause="PC-SET-04")


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderRoll(SquareRoll):
    """When a player places units and takes turns."""

    KIND: ClassVar[str] = "order"

    def kept(self, state: State, *, player: str, dice: tuple[int, ...]) -> State:
        before = state.rolls.get(player, ())
        return replace(state, rolls={**state.rolls, player: (*before, *dice)})

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        """PC-SET-04: the order is found once everybody has rolled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderTied:
    """Equal dice for the order."""

    KIND: ClassVar[str] = "roll_tied"
    clause: ClassVar[str] = "PC-SET-04"

    players: tuple[str, ...]
    face: int

    def after(self, state: State) -> State:
        return state

    def told(self) -> str:
        return f"{listed(self.players)} have {self.face} each: they roll again."


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderSet:
    """Who goes first, and who after."""

    clause: ClassVar[str] = "PC-TRN-01"

    order: tuple[str, ...]

    def after(self, state: State) -> State:
        return replace(state, order=self.order)

    def told(self) -> str:
        return f"For placing units and for turns the order is {', '.join(self.order)}."


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
        draft.emit(PhaseOpened(phase=Phase.DEPLOY, laid=laid), clause="PC-SET-05")
        return True
    free = free_edges(state)
    if len(free) != 1:
        return False
    draft.emit(EdgeTaken(player=name, edge=free[0]))
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeEdge:
    """The edge of the table at which a player begins."""

    KIND: ClassVar[str] = "choose_edge"

    edge: TableEdge

    def ruled(self, draft: Draft) -> None:
        draft.require_phase(Phase.EDGES)
        player = draft.state.player(choosing_edge(draft.state))
        if player.seat != draft.command.author:
            draft.unless_waived("PC-SET-09", f"It is {player.name} who chooses an edge now.")
        free = free_edges(draft.state)
        if self.edge not in free:
            left = " or ".join(free)
            says = f"{player.name} may begin at the {left} edge, not {self.edge}."
            draft.unless_waived("PC-SET-09", says)
        draft.emit(EdgeTaken(player=player.name, edge=self.edge))


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeTaken:
    """At which edge a player begins."""

    KIND: ClassVar[str] = "edge_chosen"
    clause: ClassVar[str] = "PC-SET-09"

    player: str
    edge: TableEdge

    def after(self, state: State) -> State:
        return replace(state, edges={**state.edges, self.player: self.edge})

    def told(self) -> str:
        return f"{self.player} begins at the {self.edge} edge."


def edge_offers(trial: Trial) -> tuple[Template, ...]:
    """The edges that whoever comes next may begin at."""
    name = choosing_edge(trial.state)
    if not name or trial.state.player(name).seat != trial.seat:
        return ()
    edges = tuple(
        str(e) for e in free_edges(trial.state) if trial.refusal(TakeEdge(edge=e)) is None
    )
    hole = Hole(name="edge", kind="choice", allowed=edges)
    says = f"Choose the edge of the table at which {name} begins."
    return (Template(command="choose_edge", says=says, holes=(hole,)),)


def awaits_edge(state: State) -> str:
    """Who chooses an edge."""
    name = choosing_edge(state)
    return f"{name}: choose your edge of the table." if name else ""


def placing_player(state: State) -> str:
    """Whose turn it is to place a unit."""
    return state.order[state.placer] if state.order else ""


def next_placer(draft: Draft) -> bool:
    """PC-SET-06: whoever has nothing left is skipped; once nobody has, the first turn begins."""
    state = draft.state
    if not any(state.to_place(name) for name in state.order):
        begin_turn(draft, state.order[0], wraps=True)
        return True
    name = placing_player(state)
    if state.to_place(name):
        return False
    draft.emit(PlayerSkipped(player=name))
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceSquare:
    """A unit has been put down in its start zone: where it is seen, or where the player says."""

    KIND: ClassVar[str] = "place"

    unit: str
    to: Spot | None = None

    def ruled(self, draft: Draft) -> None:
        """PC-SET-05: one unit at a time, in the order."""
        draft.require_phase(Phase.DEPLOY)
        unit = draft.known_unit(self.unit)
        name = placing_player(draft.state)
        if unit.spot is not None or not unit.alive:
            draft.refuse("PC-SET-05", f"{unit.id} has been placed already.")
        if draft.state.player(name).seat != draft.command.author:
            draft.unless_waived("PC-SET-05", f"It is {name}'s turn to place a unit.")
        if unit.player != name:
            says = f"{unit.id} is {unit.player}'s; it is {name}'s turn to place."
            draft.unless_waived("PC-SET-05", says)
        draft.require_on_table(unit, self.to)
        _require_alone(draft, unit)
        piece = draft.table.piece(unit.id)
        if self.to is not None:
            piece = draft.worded(piece, to=self.to)
        spot = spot_of(piece)
        if spot is None:
            reason = f"Nobody sees {unit.id} on the table: put it down, or say where it stands."
            draft.refuse("PC-ARM-05", reason)
        evidence = _held_to(draft, unit, piece=piece)
        event = Placed(unit=unit.id, player=name, spot=spot, vouched=draft.vouched(piece))
        draft.emit(event, evidence=evidence)


def _require_alone(draft: Draft, unit: Unit) -> None:
    """PC-SET-05: one new square at a time; those that lay there from the start are not new."""
    waiting = {each.id for each in draft.state.units.values() if each.spot is None}
    waiting -= {unit.id, *draft.state.laid}
    seen = [
        piece.id
        for piece in draft.snapshot.pieces
        if piece.id in waiting and piece.state is PieceState.SEEN
    ]
    if seen:
        reason = f"{seen[0]} was laid on the table too; one unit is placed at a time."
        draft.unless_waived("PC-SET-05", reason)


def _held_to(draft: Draft, unit: Unit, *, piece: Piece) -> list[Measured]:
    """PC-SET-07 and SET-08: in the zone, on the table, on nobody."""
    rule = ZoneRule(draft.state.options.choice("zone_rule"))
    edge = draft.state.edges[unit.player]
    zone = judge_zone(
        draft.table,
        piece,
        clause="PC-SET-07",
        edge=edge,
        deep=START_ZONE,
        rule=rule,
        agreed=draft.agreed,
    )
    evidence = [draft.held(zone)]
    evidence.append(
        draft.held(judge_on_table(draft.table, piece, clause="PC-MOV-09", agreed=draft.agreed))
    )
    others = [u.id for u in draft.state.units.values() if u.on_table and u.id != unit.id]
    for found in overlaps(
        draft, piece, table=draft.table, below=dict.fromkeys(others, "PC-SET-08")
    ):
        draft.held(found)
    return evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A unit stands in its start zone."""

    clause: ClassVar[str] = "PC-SET-05"

    unit: str
    player: str
    spot: Spot
    vouched: int = -1

    def after(self, state: State) -> State:
        unit = replace(state.unit(self.unit), spot=self.spot, vouched=self.vouched)
        state = state.with_unit(unit)
        return replace(state, placer=(state.placer + 1) % len(state.order))

    def told(self) -> str:
        return f"{self.player} places {self.unit}, {at(self.spot)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSkipped:
    """A player has nothing left to place."""

    clause: ClassVar[str] = "PC-SET-06"

    player: str

    def after(self, state: State) -> State:
        return replace(state, placer=(state.placer + 1) % len(state.order))

    def told(self) -> str:
        return f"{self.player} has nothing left to place and is skipped."


def placing_offers(trial: Trial) -> tuple[Template, ...]:
    """One for each unit that is left; those that are seen to stand well need no place."""
    name = placing_player(trial.state)
    if trial.state.player(name).seat != trial.seat:
        return ()
    return tuple(_place_one(trial, unit) for unit in trial.state.to_place(name))


def _place_one(trial: Trial, unit: Unit) -> Template:
    seen = any(p.id == unit.id and p.state is PieceState.SEEN for p in trial.snapshot.pieces)
    stands = seen and trial.refusal(PlaceSquare(unit=unit.id)) is None
    edge = trial.state.edges[unit.player]
    return Template(
        command="place",
        says=f"Place {unit.id}, {unit.profile.name}, within 10 in of the {edge} edge.",
        fixed={"unit": unit.id},
        holes=(spot_hole(optional=stands),),
    )


def awaits_place(state: State) -> str:
    """Who places a unit."""
    name = placing_player(state)
    if not name:
        return ""
    return f"{name}: place a unit within 10 in of the {state.edges.get(name, '')} edge."
