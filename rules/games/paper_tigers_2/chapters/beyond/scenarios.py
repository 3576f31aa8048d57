"""Plays the three scenarios that this edition adds: who attacks, where, what scores (PT2-S)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.paper_tigers.asking import GroupChoice
from rules.games.paper_tigers.chapters.arrivals import edge_gap
from rules.games.paper_tigers.chapters.beginning import BeginningRules
from rules.games.paper_tigers.chapters.deploying import DeployingRules, SetUpGround
from rules.games.paper_tigers.chapters.terrain import TerrainRules
from rules.games.paper_tigers.chapters.turns import begin_turn
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.scoring import ScoringRules
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers_2.battle_options import FOG_OF_WAR, PINCERS, RECONNAISSANCE
from rules.games.paper_tigers_2.chapters.weapons import require_apart
from rules.games.paper_tigers_2.state import (
    battle_in,
    facts_in,
    own_units,
    sheet_of,
    with_battle,
    with_facts,
)
from rules.games.paper_tigers_2.units.sheet import UnitSheet
from rules.referee.judging.deploying import DeployTest, PlaceFinding, judge_deployment
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.phrases import counted
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.settings import Options
from rules.table.edges import TableEdge, extent_from
from rules.table.snapshot import Piece, TableSize, Terrain
from rules.table.units import Inches


@dataclass(frozen=True, slots=True, kw_only=True)
class CameNear:
    """PT2-S1b: a unit was near the enemy's edge, or came home from there."""

    clause: ClassVar[str] = "PT2-S1b"

    unit: str
    home: bool = False

    def after(self, state: State) -> State:
        unit = state.unit(self.unit)
        near = with_facts(unit, returned=True) if self.home else with_facts(unit, reached=True)
        return state.with_unit(near)

    def told(self) -> str:
        if self.home:
            return f"{self.unit} is home again from the enemy's edge."
        return f"{self.unit} has come near the enemy's edge."


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainPassed:
    """PT2-S3a: the other side lays the next terrain."""

    clause: ClassVar[str] = "PT2-S3a"

    to: str
    areas: tuple[str, ...]

    def after(self, state: State) -> State:
        turns = battle_in(state).terrain_turns + 1
        return with_battle(state, terrain_turns=turns, laid_areas=self.areas)

    def told(self) -> str:
        return f"Now {self.to} lays terrain, or leaves it as it is."


@dataclass(frozen=True, slots=True, kw_only=True)
class NorthNamed:
    """PT2-S3a: which edge of the table is called North."""

    clause: ClassVar[str] = "PT2-S3a"

    edge: str

    def after(self, state: State) -> State:
        return replace(state, edge=self.edge)

    def told(self) -> str:
        return f"The {self.edge} edge is called North."


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRollsTied:
    """PT2-S3a: where both sides attack, equal rolls for cards are made once more."""

    clause: ClassVar[str] = "PT2-S3a"

    count: int

    def after(self, state: State) -> State:
        return replace(state, counts={}, rolls={})

    def told(self) -> str:
        return f"Both sides attack and both get {counted(self.count, 'card')}: roll again."


HOME_AGAIN = 5
"""PT2-S1b: points for each unit that came near the enemy's edge and back."""
BAND = Inches(6.0)
KEEP_AWAY = Inches(6.0)
"""PT2-S2c."""
THIRD = 1 / 3


def scenario(state: State) -> str:
    """Which battle is played."""
    return state.options.choice("scenario")


Armies = Mapping[str, Sequence[UnitSheet]]
"""By side, what its units can do."""


def armies_in(state: State) -> Armies:
    """The armies of a battle."""
    return {
        side: [sheet_of(unit) for unit in own_units(state) if unit.side == side]
        for side in state.sides
    }


def scouting_fault(armies: Armies, attacker: str) -> str:
    """PT2-S1a: why the armies do not fit these roles; empty when they do."""
    own = armies[attacker]
    cars = [each for each in own if each.type.endswith("armoured car")]
    jeeps = [each for each in own if each.type == "light transport"]
    if len(cars) + len(jeeps) != len(own) or abs(len(cars) - len(jeeps)) > 1:
        return f"half of {attacker}'s units are armoured cars and half light transports"
    others = [each for side, army in armies.items() if side != attacker for each in army]
    if sum(each.vehicle for each in others) > 1:
        return f"{attacker}'s enemy has one vehicle at most"
    return ""


def tied_for_cards(draft: Draft) -> bool:
    """PT2-S3a: whether both sides rolled the same where neither of them defends."""
    counts = draft.state.counts
    if scenario(draft.state) != FOG_OF_WAR:
        return False
    best = {
        max(counts[each.name] for each in draft.state.forces_of(side)) for side in draft.state.sides
    }
    if len(best) > 1:
        return False
    draft.emit(CardRollsTied(count=best.pop()))
    return True


def look_at_edges(draft: Draft) -> bool:
    """PT2-S1b: note which of the Attacker's units rest near the one edge and then the other."""
    state = draft.state
    if scenario(state) != RECONNAISSANCE or not state.edge:
        return False
    far, own = TableEdge(state.edge), TableEdge(state.edge).opposite
    for unit in own_units(state):
        if unit.side != state.attacker or not unit.in_play or unit.aboard:
            continue
        if facts_in(unit).returned:
            continue
        home = facts_in(unit).reached
        piece = draft.table.piece(unit.id)
        if piece.pose is None:
            continue
        gap = edge_gap(piece, edge=own if home else far, table=draft.table.table)
        if gap <= BAND + draft.agreed.tolerance.courtesy:
            draft.emit(CameNear(unit=unit.id, home=home))
            return True
    return False


class ScoutingBeginning(BeginningRules):
    """Who attacks in a reconnaissance."""

    def attacker(self, state: State, high: str) -> str:
        """PT2-S1a: in a reconnaissance the army that can scout attacks, where only one can."""
        low = state.other_side(high)
        if scenario(state) != RECONNAISSANCE or not scouting_fault(armies_in(state), high):
            return high
        return high if scouting_fault(armies_in(state), low) else low

    def both_attack(self, state: State) -> bool:
        """PT2-S3a: nobody defends in the fog of war."""
        return scenario(state) == FOG_OF_WAR

    def dice(self, state: State, usual: DiceAsk, *, side: str) -> DiceAsk:
        """PT2-S3a: where both attack, who lays terrain first."""
        if not self.both_attack(state):
            return usual
        means = (
            Meaning(when="the higher total", then="lays terrain first"),
            Meaning(when="the lower total", then="lays it after that"),
            *usual.means[2:],
        )
        return replace(usual, why=f"whether {side} lays terrain first", means=means)


class ScoutingScores(ScoringRules):
    """What units are worth, and scouts that come home."""

    def points(self, unit: Unit, options: Options) -> int:
        """PT2-G2, S2d, S3c: as it was worked out from its line in the army list."""
        del options
        return 0 if unit.is_bridge else unit.profile.points

    def extra(self, state: State) -> Mapping[str, int]:
        """PT2-S1b: for scouts that came home."""
        if scenario(state) != RECONNAISSANCE or not state.attacker:
            return {}
        own = [unit for unit in own_units(state) if unit.side == state.attacker]
        home = [unit for unit in own if facts_in(unit).returned]
        return {state.attacker: HOME_AGAIN * len(home)}


class PincersDeploying(DeployingRules):
    """Where the pincers begin."""

    def zones(
        self, draft: Draft, side: str, *, units: list[str], ground: SetUpGround
    ) -> tuple[str, tuple[PlaceFinding, ...]]:
        """PT2-S2b, S2c: the Attacker of the pincers begins on both flanks, the Defender as ever."""
        state = draft.state
        if scenario(state) != PINCERS or side != state.attacker:
            return super().zones(draft, side, units=units, ground=ground)
        west, east = flanks(TableEdge(state.edge))
        found, counts = [], dict.fromkeys((west, east), 0)
        for name in units:
            piece = draft.table.piece(name)
            near = _nearer(piece, flanks=(west, east), table=draft.table.table)
            counts[near] += 1
            found.append(
                judge_deployment(
                    draft.table,
                    name,
                    edge=near,
                    share=_share(draft, near),
                    test=DeployTest(state.options.choice("deploy_test")),
                    agreed=draft.agreed,
                )
            )
            _keep_away(draft, name)
        if abs(counts[west] - counts[east]) > 1:
            told = " and ".join(f"{count} at the {flank} edge" for flank, count in counts.items())
            draft.unless_waived(
                "PT2-S2c", f"Half of {side}'s units begin on each flank, not {told}."
            )
        return "PT2-S2c", tuple(found)


class FogTerrain(TerrainRules):
    """How terrain is laid in turn in the fog of war."""

    def placer(self, state: State) -> str:
        """PT2-S3a: in the fog of war the sides lay terrain in turn, the higher roller first."""
        if scenario(state) != FOG_OF_WAR:
            return super().placer(state)
        return state.defender if battle_in(state).terrain_turns % 2 else state.attacker

    def hold(self, draft: Draft) -> None:
        """PT2-S3a: whether terrain may be laid so, before anybody is asked to accept it."""
        if scenario(draft.state) != FOG_OF_WAR:
            return
        new = _new_areas(draft)
        step = draft.state.options.choice("s3_terrain_step")
        kinds = {area.kind.strip().casefold() for area in new}
        if step == "kind" and len(kinds) > 1:
            told = " and ".join(sorted(kinds))
            draft.unless_waived("PT2-S3a", f"One kind of terrain is laid in one go, not {told}.")
        if step == "piece" and len(new) > 1:
            draft.unless_waived(
                "PT2-S3a", f"One piece of terrain is laid in one go, not {len(new)}."
            )

    def goes_further(self, draft: Draft) -> bool:
        """What comes after terrain that both accept, before anybody sets up."""
        state = draft.state
        if scenario(state) != FOG_OF_WAR:
            return False
        new = _new_areas(draft)
        if new:
            side = state.other_side(self.placer(state))
            draft.emit(TerrainPassed(to=side, areas=state.areas))
            return True
        draft.ask(
            WhichNorth(choices=tuple(str(edge) for edge in TableEdge)),
            force=state.forces_of(state.defender)[0].name,
            clause="PT2-S3a",
            says="The terrain is laid. Which edge of the table is called North?",
        )
        return True


def flanks(edge: TableEdge) -> tuple[TableEdge, TableEdge]:
    """The edges on either side of the one that the Defender sits at."""
    return (
        (TableEdge.WEST, TableEdge.EAST)
        if edge in {TableEdge.SOUTH, TableEdge.NORTH}
        else (TableEdge.SOUTH, TableEdge.NORTH)
    )


def _nearer(piece: Piece, *, flanks: tuple[TableEdge, TableEdge], table: TableSize) -> TableEdge:
    """The flank that a unit begins on; the first for one that nobody sees."""
    if piece.pose is None:
        return flanks[0]
    return min(flanks, key=lambda flank: edge_gap(piece, edge=flank, table=table))


def _share(draft: Draft, edge: TableEdge) -> float:
    deep = draft.state.options.number("s2_flank_depth_in")
    return deep / extent_from(edge, draft.table.table) if deep else THIRD


def _keep_away(draft: Draft, name: str) -> None:
    for enemy in own_units(draft.state):
        if enemy.side == draft.state.attacker or enemy.spot is None or enemy.aboard:
            continue
        says = f"{name} begins {{gap}} in from {enemy.id}, and at least {{least}} in are asked."
        require_apart(draft, (name, enemy.id), least=KEEP_AWAY, clause="PT2-S2c", says=says)


def _new_areas(draft: Draft) -> list[Terrain]:
    """Terrain that was laid since it last went over to the other side."""
    laid = battle_in(draft.state).laid_areas
    return [area for area in draft.snapshot.terrain if area.id not in laid]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhichNorth(GroupChoice):
    """Nobody sets up in the fog of war: the first turn begins."""

    purpose = "amended"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        draft.emit(NorthNamed(edge=choice))
        begin_turn(draft)
