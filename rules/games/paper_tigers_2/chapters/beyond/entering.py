"""Brings units onto the table in the fog of war: by a card for the edge (PT2-S3b)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar, Final

from rules.games.paper_tigers.chapters.arrivals import ArrivalRules, edge_gap
from rules.games.paper_tigers.chapters.laying import GroupFaces
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.ground import hold_to_ground
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import Phase, UnitSpot, the_card
from rules.games.paper_tigers_2.battle_options import FOG_OF_WAR
from rules.games.paper_tigers_2.chapters.beyond.scenarios import BAND, scenario
from rules.games.paper_tigers_2.chapters.weapons import require_apart
from rules.games.paper_tigers_2.state import battle_in, facts_in, own_units, with_battle
from rules.referee.judging.deploying import judge_deployment
from rules.referee.toolkit.cards import Suit, card_from
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.phrases import ended, listed, verb
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.spots import spot_of
from rules.table.edges import TableEdge, extent_from
from rules.table.units import Inches


@dataclass(frozen=True, slots=True, kw_only=True)
class ComeOn:
    """PT2-S3b: units come onto the table at the edge that the card names; nobody when empty."""

    KIND: ClassVar[str] = "enter"

    units: tuple[str, ...] = ()
    force: str = ""
    """For which battle group, where one seat has several."""

    def ruled(self, draft: Draft) -> None:
        draft.require_phase(Phase.ARRIVALS)
        force = self._force(draft)
        edges = dict(battle_in(draft.state).entry_cards)
        if force not in edges:
            draft.refuse("PT2-S3b", f"No card has named an edge for {force} yet.")
        if force not in still_entering(draft.state):
            draft.unless_waived("PT2-S3b", f"No unit of {force} may come onto the table now.")
        if not self.units:
            draft.emit(CameOn(force=force, spots=()))
            return
        units = [draft.own_unit(name) for name in dict.fromkeys(self.units)]
        able = {unit.id for unit in waiting(draft.state, force)}
        for unit in units:
            if unit.id not in able:
                draft.refuse("PT2-S3b", f"{unit.id} is not one of {force}'s units still to come.")
        apart = draft.state.options.choice("s3_card_scope") == "per_unit"
        most = 1 if apart else most_now(draft.state, force)
        if len(units) > most:
            reason = f"{force} brings on {most} at most now, not {len(units)}."
            draft.unless_waived("PT2-S3b", reason)
        edge = TableEdge(edges[force])
        spots, evidence = [], []
        for unit in units:
            evidence += _judged(draft, unit, edge=edge)
            spot = spot_of(draft.table.piece(unit.id))
            if spot is None:
                draft.refuse("PT2-S3b", f"{unit.id} is not on the table; nobody sees it.")
            spots.append(UnitSpot(unit=unit.id, spot=spot))
        evidence += hold_to_ground(draft, units)
        event = CameOn(force=force, spots=tuple(spots), done=not apart)
        draft.emit(event, evidence=evidence)

    def _force(self, draft: Draft) -> str:
        """The battle group that is named, or the author's first that may bring on units."""
        open_ = (draft.state.force(name) for name in still_entering(draft.state))
        own = (force.name for force in open_ if force.seat == draft.command.author)
        named = self.force or next(own, "")
        if named not in {force.name for force in draft.state.forces}:
            draft.refuse("PT2-S3b", f"No unit of {draft.command.author} may come on now.")
        draft.own_force(named)
        return named


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrivalsOpened:
    """PT2-S3b: units may come onto the table this turn."""

    clause: ClassVar[str] = "PT2-S3b"

    turn: int

    def after(self, state: State) -> State:
        return with_battle(state, entry_cards=(), entered=(), came_on=())

    def told(self) -> str:
        return f"Units may come onto the table in turn {self.turn}."


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryCard:
    """PT2-S3b: the card that names an edge for a battle group."""

    clause: ClassVar[str] = "PT2-S3b"

    force: str
    card: str
    edge: str
    ask_id: int = 0

    def after(self, state: State) -> State:
        state = drawn(state, self.force, card=self.card)
        others = _other_cards(state, self.force)
        return with_battle(state, entry_cards=(*others, (self.force, self.edge)))

    def told(self) -> str:
        return f"{self.force} turns up {the_card(self.card)}: the {self.edge} edge."


@dataclass(frozen=True, slots=True, kw_only=True)
class CameOn:
    """PT2-S3b: units have come onto the table."""

    KIND: ClassVar[str] = "entered"
    clause: ClassVar[str] = "PT2-S3b"

    force: str
    spots: tuple[UnitSpot, ...]
    done: bool = True
    """No more of them this turn."""
    no_card: bool = False
    """No card was left to name an edge."""

    def after(self, state: State) -> State:
        for each in self.spots:
            unit = state.unit(each.unit)
            state = state.with_unit(replace(unit, spot=each.spot, vouched=each.vouched))
        battle = battle_in(state)
        came = (*battle.came_on, *(each.unit for each in self.spots))
        done = (*battle.entered, self.force) if self.done else battle.entered
        cards = _other_cards(state, self.force)
        return with_battle(state, entry_cards=cards, came_on=came, entered=done)

    def told(self) -> str:
        if not self.spots:
            why = ": no card is left to name an edge" if self.no_card else ""
            return f"No unit of {self.force} comes onto the table{why}."
        names = [each.unit for each in self.spots]
        return f"{listed(names)} of {self.force} {verb(names, 'come')} onto the table."


A_FOOT: Final = Inches(12.0)
"""PT2-S3b: so far from enemies who are at that edge already."""
AROUND: Final = (TableEdge.NORTH, TableEdge.EAST, TableEdge.SOUTH, TableEdge.WEST)
BY_SUIT: Final = MappingProxyType({Suit.SPADES: 0, Suit.CLUBS: 1, Suit.HEARTS: 2, Suit.DIAMONDS: 3})
"""North, East, South, West, counted round from the edge that is called North."""


def edge_named(card: str, *, north: TableEdge) -> TableEdge:
    """The edge that a card stands for.

    >>> edge_named("JC", north=TableEdge.NORTH), edge_named("JC", north=TableEdge.EAST)
    (<TableEdge.EAST: 'east'>, <TableEdge.SOUTH: 'south'>)
    """
    return AROUND[(AROUND.index(north) + BY_SUIT[card_from(card).suit]) % 4]


def drawn(state: State, force: str, *, card: str) -> State:
    """The state after the top card of a pile was turned up and went to the discards."""
    name = state.pack_of(force)
    pack = state.packs[name]
    packs = {**state.packs, name: replace(pack, draw=pack.draw - 1)}
    return replace(state, packs=packs).discarding(force, card)


def _other_cards(state: State, force: str) -> tuple[tuple[str, str], ...]:
    """The cards of all other battle groups for the edge of this turn."""
    return tuple(each for each in battle_in(state).entry_cards if each[0] != force)


def is_in_air(unit: Unit) -> bool:
    """Whether a unit is still to land; once it has, it plays as any other (PT2-K4)."""
    return facts_in(unit).landing == "in_air"


class CardArrivals(ArrivalRules):
    """Who comes onto the table in another way than by its own edge."""

    def comes_by_itself(self, state: State, unit: Unit) -> bool:
        """Whether a unit comes by a card, or out of the air, and not at its side's own edge."""
        if unit.is_bridge:
            return False
        carrier = state.units.get(unit.aboard)
        flies = carrier is not None and not carrier.is_bridge and is_in_air(carrier)
        return scenario(state) == FOG_OF_WAR or is_in_air(unit) or flies


def waiting(state: State, force: str) -> tuple[Unit, ...]:
    """Units of a battle group that are still to come onto the table."""
    return tuple(
        unit
        for unit in own_units(state)
        if unit.force == force and unit.spot is None and not unit.destroyed
    )


def most_now(state: State, force: str) -> int:
    """PT2-S3b: a third of all its units, rounded up, less those that have come this turn."""
    count = sum(unit.force == force for unit in own_units(state))
    came = [name for name in battle_in(state).came_on if state.unit(name).force == force]
    return math.ceil(count / 3) - len(came)


def still_entering(state: State) -> tuple[str, ...]:
    """Battle groups that may bring on units now."""
    done = battle_in(state).entered
    return tuple(
        force.name
        for force in state.forces
        if force.name not in done and waiting(state, force.name) and most_now(state, force.name) > 0
    )


def open_arrivals(draft: Draft) -> bool:
    """Whether anybody comes onto the table by cards this turn."""
    if scenario(draft.state) != FOG_OF_WAR:
        return False
    draft.emit(ArrivalsOpened(turn=draft.state.turn))
    return bool(still_entering(draft.state))


def look_for_entries(draft: Draft) -> bool | None:
    """Ask for the cards; wait for whoever has one; then go on."""
    if scenario(draft.state) != FOG_OF_WAR:
        return False
    forces = still_entering(draft.state)
    if not forces:
        draft.begin(Phase.ROLL_CARDS, clause="PT1-C1")
        return True
    have = {force for force, _ in battle_in(draft.state).entry_cards}
    left = {name: pack.draw for name, pack in draft.state.packs.items()}
    asked = False
    for force in forces:
        pack = draft.state.pack_of(force)
        if force in have or not left[pack]:
            continue
        # Two may not turn up the last card of a pile.
        left[pack] -= 1
        draft.ask(
            EntryCardUp(cards=1),
            force=force,
            clause="PT2-S3b",
            says=f"Turn up the top card of the pile: it names the edge for {force}.",
        )
        asked = True
    if asked:
        return True
    if not any(force in have for force in forces):
        for force in forces:
            draft.emit(CameOn(force=force, spots=(), no_card=True))
        draft.begin(Phase.ROLL_CARDS, clause="PT1-C1")
        return True
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryCardUp(GroupFaces):
    """The edge that a card names."""

    purpose = "amended"

    def shown(self) -> Mapping[str, object]:
        return {"cards": self.cards}

    def turned_up(self, draft: Draft, ask: Ask, *, faces: tuple[str, ...]) -> None:
        edge = edge_named(faces[0], north=TableEdge(draft.state.edge))
        event = EntryCard(force=ask.who, card=faces[0], edge=str(edge), ask_id=ask.id)
        draft.emit(event)


def _judged(draft: Draft, unit: Unit, *, edge: TableEdge) -> list[Measured]:
    """Whole within six inches of the edge, and a foot from enemies who are there already."""
    table = draft.table
    found = judge_deployment(
        table, unit.id, edge=edge, share=BAND / extent_from(edge, table.table), agreed=draft.agreed
    )
    evidence = [draft.hold("PT2-S3b", found.outcome, says=ended(found.says), found=found.measured)]
    for enemy in own_units(draft.state):
        if enemy.side == unit.side or not enemy.in_play or enemy.aboard:
            continue
        piece = table.piece(enemy.id)
        if piece.pose is None or edge_gap(piece, edge=edge, table=table.table) > BAND:
            continue
        says = f"{enemy.id} is at the {edge} edge already, {{gap}} in from {unit.id}: come on "
        says += "{least} in to its left or right."
        require_apart(draft, (unit.id, enemy.id), least=A_FOOT, clause="PT2-S3b", says=says)
    return evidence


def may_enter(state: State, force: str) -> tuple[Unit, ...]:
    """Whoever a battle group may bring on now; nobody while its card is not turned up."""
    if state.phase is not Phase.ARRIVALS or scenario(state) != FOG_OF_WAR:
        return ()
    has_card = force in dict(battle_in(state).entry_cards)
    return waiting(state, force) if has_card and force in still_entering(state) else ()


def entry_offers(trial: Trial, force: str) -> tuple[Template, ...]:
    """Units that a battle group may bring on by its card."""
    entering = may_enter(trial.state, force)
    if not entering:
        return ()
    ready = [unit for unit in entering if _stands(trial, unit)]
    hole = Hole(name="units", kind="unit", allowed=((), *((unit.id,) for unit in ready)))
    says = f"Units of {force} come onto the table, or nobody does."
    return (Template(command="enter", says=says, fixed={"force": force}, holes=(hole,)),)


def _stands(trial: Trial, unit: Unit) -> bool:
    """Whether a unit has been put where it may come on."""
    return trial.refusal(ComeOn(units=(unit.id,), force=unit.force)) is None
