"""Knows how units come onto the table in the fog of war: by a card for the edge (PT2-S3b)."""

import math
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.decide.beginning import hold_to_ground
from rules.games.paper_tigers.decide.dispatch import handle
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.placing import spot_of
from rules.games.paper_tigers.decide.zones_held import edge_gap
from rules.games.paper_tigers.events.setup import PhaseBegan
from rules.games.paper_tigers.measuring.sighting import range_of
from rules.games.paper_tigers.measuring.zones import Edge, extent_from, judge_deployment
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.state import Unit as BasicUnit
from rules.games.paper_tigers.vocabulary import Ask, AskKind, Phase, Purpose, UnitSpot
from rules.games.paper_tigers_2.battle_options import FOG_OF_WAR
from rules.games.paper_tigers_2.commands import Enter
from rules.games.paper_tigers_2.decide.scenarios import BAND, scenario
from rules.games.paper_tigers_2.outside_events import ArrivalsOpened, Entered, EntryCard
from rules.games.paper_tigers_2.state import Unit, battle_in, own_units
from rules.games.paper_tigers_2.vocabulary import Topic
from rules.referee.toolkit.cards import Suit, card_from
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.phrases import ended
from rules.table.measuring.ranges import Metric
from rules.table.units import Inches, plain

A_FOOT: Final = Inches(12.0)
"""PT2-S3b: so far from enemies who are at that edge already."""
AROUND: Final = (Edge.NORTH, Edge.EAST, Edge.SOUTH, Edge.WEST)
BY_SUIT: Final = MappingProxyType({Suit.SPADES: 0, Suit.CLUBS: 1, Suit.HEARTS: 2, Suit.DIAMONDS: 3})
"""North, East, South, West, counted round from the edge that is called North."""


def edge_named(card: str, *, north: Edge) -> Edge:
    """The edge that a card stands for.

    >>> edge_named("JC", north=Edge.NORTH), edge_named("JC", north=Edge.EAST)
    (<Edge.EAST: 'east'>, <Edge.SOUTH: 'south'>)
    """
    return AROUND[(AROUND.index(north) + BY_SUIT[card_from(card).suit]) % 4]


def comes_by_itself(state: State, unit: BasicUnit) -> bool:
    """Whether a unit comes by a card, or out of the air, and not at its side's own edge."""
    if not isinstance(unit, Unit):
        return False
    carrier = state.units.get(unit.aboard)
    flies = isinstance(carrier, Unit) and carrier.landing == "in_air"
    return scenario(state) == FOG_OF_WAR or unit.landing == "in_air" or flies


def waiting(state: State, force: str) -> tuple[Unit, ...]:
    """Units of a battle group that are still to come onto the table."""
    return tuple(
        unit
        for unit in own_units(state)
        if unit.force == force and unit.spot is None and not unit.destroyed
    )


def most_now(state: State, force: str) -> int:
    """PT2-S3b: a third of all its units, rounded up, less those that have come in this turn."""
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
    """Whether anybody comes onto the table by cards in this turn."""
    if scenario(draft.state) != FOG_OF_WAR:
        return False
    draft.emit(ArrivalsOpened(turn=draft.state.turn), clause="PT2-S3b")
    return bool(still_entering(draft.state))


def look_for_entries(draft: Draft) -> bool | None:
    """Ask for the cards; wait for whoever has one; then go on."""
    if scenario(draft.state) != FOG_OF_WAR:
        return False
    forces = still_entering(draft.state)
    if not forces:
        draft.emit(PhaseBegan(phase=Phase.ROLL_CARDS), clause="PT1-C1")
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
            Purpose.AMENDED,
            topic=str(Topic.ENTRY_CARD),
            kind=AskKind.TURN_UP,
            force=force,
            clause="PT2-S3b",
            says=f"Turn up the top card of the pile: it names the edge for {force}.",
            cards=1,
        )
        asked = True
    if asked:
        return True
    if not any(force in have for force in forces):
        # No card is left to name an edge.
        draft.emit(PhaseBegan(phase=Phase.ROLL_CARDS), clause="PT1-C1")
        return True
    return None


def settle_entry_card(draft: Draft, ask: Ask, *, faces: tuple[str, ...]) -> None:
    """The edge that a card names."""
    edge = edge_named(faces[0], north=Edge(draft.state.edge))
    event = EntryCard(force=ask.force, card=faces[0], edge=str(edge), ask_id=ask.id)
    draft.emit(event, clause="PT2-S3b")


@handle.register
def _enter(body: Enter, draft: Draft) -> None:
    draft.require_phase(Phase.ARRIVALS)
    force = _force(draft, body)
    edges = dict(battle_in(draft.state).entry_cards)
    if force not in still_entering(draft.state) or force not in edges:
        draft.refuse("PT2-S3b", f"No unit of {force} may come onto the table now.")
    if not body.units:
        draft.emit(Entered(force=force, spots=()), clause="PT2-S3b")
        return
    units = [draft.own_unit(name) for name in dict.fromkeys(body.units)]
    able = {unit.id for unit in waiting(draft.state, force)}
    for unit in units:
        if unit.id not in able:
            draft.refuse("PT2-S3b", f"{unit.id} is not one of {force}'s units still to come.")
    apart = draft.state.options.choice("s3_card_scope") == "per_unit"
    most = 1 if apart else most_now(draft.state, force)
    if len(units) > most:
        draft.refuse("PT2-S3b", f"{force} brings on {most} at most now, not {len(units)}.")
    edge = Edge(edges[force])
    spots, evidence = [], []
    for unit in units:
        evidence += _judged(draft, unit, edge=edge)
        spot = spot_of(draft.table.piece(unit.id))
        if spot is None:
            draft.refuse("PT2-S3b", f"{unit.id} is not on the table; nobody sees it.")
        spots.append(UnitSpot(unit=unit.id, spot=spot))
    evidence += hold_to_ground(draft, units)
    event = Entered(force=force, spots=tuple(spots), done=not apart)
    draft.emit(event, clause="PT2-S3b", evidence=evidence)


def _force(draft: Draft, body: Enter) -> str:
    named = body.force or next(
        (
            name
            for name in still_entering(draft.state)
            if draft.state.force(name).seat == draft.command.author
        ),
        "",
    )
    if named not in {force.name for force in draft.state.forces}:
        draft.refuse("PT2-S3b", f"No unit of {draft.command.author} may come on now.")
    draft.own_force(named)
    return named


def _judged(draft: Draft, unit: BasicUnit, *, edge: Edge) -> list[Measured]:
    """Whole within six inches of the edge, and a foot from enemies who are there already."""
    table = draft.table
    found = judge_deployment(
        table,
        unit.id,
        edge=edge,
        share=BAND / extent_from(edge, table.table),
        tolerance=draft.tolerance,
        doubt=draft.doubt,
    )
    evidence = [draft.hold("PT2-S3b", found.outcome, says=ended(found.says), found=found.measured)]
    for enemy in own_units(draft.state):
        if enemy.side == unit.side or not enemy.in_play or enemy.aboard:
            continue
        piece = table.piece(enemy.id)
        if piece.pose is None or edge_gap(piece, edge=edge, table=table.table) > BAND:
            continue
        _, gap = range_of(
            table,
            (unit.id, enemy.id),
            limit=A_FOOT,
            metric=Metric.EDGE,
            tolerance=draft.tolerance,
            doubt=draft.doubt,
            reaches="entry",
        )
        if gap.value is not None and gap.value < A_FOOT - draft.tolerance.courtesy:
            draft.unless_waived(
                "PT2-S3b",
                f"{enemy.id} is at the {edge} edge already, {plain(gap.value)} in from {unit.id}: "
                f"come on {plain(A_FOOT)} in to its left or right.",
                evidence=(gap,),
            )
    return evidence


def may_enter(state: State, force: str) -> tuple[Unit, ...]:
    """Whoever a battle group may bring on now; nobody while its card is not turned up."""
    if state.phase is not Phase.ARRIVALS or scenario(state) != FOG_OF_WAR:
        return ()
    has_card = force in dict(battle_in(state).entry_cards)
    return waiting(state, force) if has_card and force in still_entering(state) else ()
