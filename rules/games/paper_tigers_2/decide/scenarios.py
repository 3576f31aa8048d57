"""Knows the three scenarios that this edition adds: who attacks, where, what scores (PT2-S)."""

from collections.abc import Mapping

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.turns import begin_turn
from rules.games.paper_tigers.decide.zones_held import edge_gap
from rules.games.paper_tigers.measuring.sighting import range_of
from rules.games.paper_tigers.measuring.zones import (
    DeployTest,
    Edge,
    PlaceFinding,
    extent_from,
    judge_deployment,
)
from rules.games.paper_tigers.state import State
from rules.games.paper_tigers.vocabulary import Ask, AskKind, Purpose
from rules.games.paper_tigers_2.battle_options import FOG_OF_WAR, PINCERS, RECONNAISSANCE
from rules.games.paper_tigers_2.fitting import armies_in, scouting_fault
from rules.games.paper_tigers_2.outside_events import CameNear, NorthNamed, TerrainPassed
from rules.games.paper_tigers_2.state import battle_in, own_units
from rules.games.paper_tigers_2.vocabulary import Topic
from rules.table.measuring.ranges import Metric
from rules.table.snapshot import Terrain
from rules.table.units import Inches, plain

HOME_AGAIN = 5
"""PT2-S1b: points for each unit that came near the enemy's edge and back."""
BAND = Inches(6.0)
KEEP_AWAY = Inches(6.0)
"""PT2-S2c."""
THIRD = 1 / 3


def scenario(state: State) -> str:
    """Which battle is played."""
    return state.options.choice("scenario")


def attacker(state: State, high: str) -> str:
    """PT2-S1a: in a reconnaissance the army that can scout attacks, where only one can."""
    low = state.other_side(high)
    if scenario(state) != RECONNAISSANCE or not scouting_fault(armies_in(state), high):
        return high
    return high if scouting_fault(armies_in(state), low) else low


def extra_points(state: State) -> Mapping[str, int]:
    """PT2-S1b: for scouts that came home."""
    if scenario(state) != RECONNAISSANCE or not state.attacker:
        return {}
    home = [unit for unit in own_units(state) if unit.side == state.attacker and unit.returned]
    return {state.attacker: HOME_AGAIN * len(home)}


def look_at_edges(draft: Draft) -> bool:
    """PT2-S1b: note which of the Attacker's units rest near the one edge and then the other."""
    state = draft.state
    if scenario(state) != RECONNAISSANCE or not state.edge:
        return False
    far, own = Edge(state.edge), Edge(state.edge).opposite
    for unit in own_units(state):
        if unit.side != state.attacker or not unit.in_play or unit.aboard or unit.returned:
            continue
        home = unit.reached
        piece = draft.table.piece(unit.id)
        if piece.pose is None:
            continue
        gap = edge_gap(piece, edge=own if home else far, table=draft.table.table)
        if gap <= BAND + draft.tolerance.courtesy:
            draft.emit(CameNear(unit=unit.id, home=home), clause="PT2-S1b")
            return True
    return False


def flanks(edge: Edge) -> tuple[Edge, Edge]:
    """The edges on either side of the one that the Defender sits at."""
    return (Edge.WEST, Edge.EAST) if edge in {Edge.SOUTH, Edge.NORTH} else (Edge.SOUTH, Edge.NORTH)


def zones(
    draft: Draft, side: str, *, units: list[str]
) -> tuple[str, tuple[PlaceFinding, ...]] | None:
    """PT2-S2c: the Attacker of the pincers begins on both flanks."""
    state = draft.state
    if scenario(state) != PINCERS or side != state.attacker:
        return None
    west, east = flanks(Edge(state.edge))
    found, counts = [], dict.fromkeys((west, east), 0)
    for name in units:
        piece = draft.table.piece(name)
        near = min(
            counts, key=lambda flank: edge_gap(piece, edge=flank, table=draft.table.table)
        ) if piece.pose is not None else west  # fmt: skip
        counts[near] += 1
        found.append(
            judge_deployment(
                draft.table,
                name,
                edge=near,
                share=_share(draft, near),
                test=DeployTest(state.options.choice("deploy_test")),
                tolerance=draft.tolerance,
                doubt=draft.doubt,
            )
        )
        _keep_away(draft, name)
    if abs(counts[west] - counts[east]) > 1:
        told = " and ".join(f"{count} at the {flank} edge" for flank, count in counts.items())
        draft.refuse("PT2-S2c", f"Half of {side}'s units begin on each flank, not {told}.")
    return "PT2-S2c", tuple(found)


def _share(draft: Draft, edge: Edge) -> float:
    deep = draft.state.options.number("s2_flank_depth_in")
    return deep / extent_from(edge, draft.table.table) if deep else THIRD


def _keep_away(draft: Draft, name: str) -> None:
    for enemy in own_units(draft.state):
        if enemy.side == draft.state.attacker or enemy.spot is None or enemy.aboard:
            continue
        _, found = range_of(
            draft.table,
            (name, enemy.id),
            limit=KEEP_AWAY,
            metric=Metric.EDGE,
            tolerance=draft.tolerance,
            doubt=draft.doubt,
            reaches="the start",
        )
        if found.value is not None and found.value < KEEP_AWAY - draft.tolerance.courtesy:
            draft.unless_waived(
                "PT2-S2c",
                f"{name} begins {plain(found.value)} in from {enemy.id}, and at least "
                f"{plain(KEEP_AWAY)} in are asked.",
                evidence=(found,),
            )


def terrain_side(state: State) -> str:
    """PT2-S3a: in the fog of war the sides lay terrain in turn, the higher roller first."""
    from_basic = scenario(state) in {"high_ground", "withdrawal"}
    if scenario(state) == FOG_OF_WAR:
        return state.defender if battle_in(state).terrain_turns % 2 else state.attacker
    return state.defender if from_basic else state.attacker


def _new_areas(draft: Draft) -> list[Terrain]:
    """Terrain that was laid since it last went over to the other side."""
    laid = battle_in(draft.state).laid_areas
    return [area for area in draft.snapshot.terrain if area.id not in laid]


def hold_terrain(draft: Draft) -> None:
    """PT2-S3a: whether terrain may be laid so, before anybody is asked to accept it."""
    if scenario(draft.state) != FOG_OF_WAR:
        return
    new = _new_areas(draft)
    step = draft.state.options.choice("s3_terrain_step")
    kinds = {area.kind.strip().casefold() for area in new}
    if step == "kind" and len(kinds) > 1:
        told = " and ".join(sorted(kinds))
        draft.refuse("PT2-S3a", f"One kind of terrain is laid in one go, not {told}.")
    if step == "piece" and len(new) > 1:
        draft.refuse("PT2-S3a", f"One piece of terrain is laid in one go, not {len(new)}.")


def terrain_done(draft: Draft) -> bool:
    """What comes after terrain that both accept, before anybody sets up."""
    state = battle_in(draft.state)
    if scenario(state) != FOG_OF_WAR:
        return False
    new = _new_areas(draft)
    if new:
        side = state.other_side(terrain_side(state))
        draft.emit(TerrainPassed(to=side, areas=state.areas), clause="PT2-S3a")
        return True
    draft.ask(
        Purpose.AMENDED,
        topic=str(Topic.NORTH),
        kind=AskKind.CHOOSE,
        force=state.forces_of(state.defender)[0].name,
        clause="PT2-S3a",
        says="The terrain is laid. Which edge of the table is called North?",
        choices=tuple(str(edge) for edge in Edge),
    )
    return True


def settle_north(draft: Draft, ask: Ask, *, choice: str) -> None:
    """Nobody sets up in the fog of war: the first turn begins."""
    del ask
    draft.emit(NorthNamed(edge=choice), clause="PT2-S3a")
    begin_turn(draft)
