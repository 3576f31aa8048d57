"""Plays what players of the second edition do at the table: as in the basic game, and more."""

import math
from dataclasses import dataclass, replace
from typing import Final

from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.tests.armies import box
from rules.games.paper_tigers.tests.players import INWARD, on_edge
from rules.games.paper_tigers.tests.players import Players as BasicPlayers
from rules.games.paper_tigers.vocabulary import Phase
from rules.games.paper_tigers_2.battle_options import FOG_OF_WAR, PINCERS
from rules.games.paper_tigers_2.chapters.beyond.coming_down import PutDownAt
from rules.games.paper_tigers_2.chapters.recovery import MoveBack
from rules.games.paper_tigers_2.state import battle_in, own_units
from rules.referee.toolkit.game import Template
from rules.referee.toolkit.spots import Spot
from rules.table.edges import TableEdge
from rules.table.snapshot import PieceState, Snapshot
from rules.table.units import Degrees, Inches
from rules.testing.driver import Moved, Rng


@dataclass(frozen=True, slots=True, kw_only=True)
class Players(BasicPlayers):
    """The same hands, which also attack at close quarters and fall back."""

    def __call__(self, state: State, template: Template, *, snapshot: Snapshot, rng: Rng) -> Moved:
        """What they do before they ask for this."""
        snapshot = self._put_back(state, snapshot)
        asked = [ask.question for ask in state.asks]
        if template.command == "move_done":
            back = next((q for q in asked if isinstance(q, MoveBack)), None)
            if back is not None:
                unit = state.unit(back.unit)
                return self._falls_back(state, template, unit=unit, snapshot=snapshot, rng=rng)
        if template.command == "drop_at":
            return self._drops(snapshot, rng=rng)
        landing = any(isinstance(question, PutDownAt) for question in asked)
        if template.command == "place" and landing:
            return self._lands(state, template, snapshot=snapshot, rng=rng)
        if template.command == "turn_up" and state.phase is Phase.ARRIVALS:
            return Moved(snapshot=self._waiting_at_edges(state, snapshot, rng=rng))
        scenario = state.options.choice("scenario")
        if template.command == "terrain_done" and scenario == FOG_OF_WAR:
            return Moved(snapshot=self._more_terrain(state, snapshot, rng=rng))
        moved = BasicPlayers.__call__(self, state, template, snapshot=snapshot, rng=rng)
        if template.command == "choose_edge" and scenario == PINCERS:
            return replace(moved, snapshot=self._on_flanks(state, moved))
        return moved

    def _put_back(self, state: State, snapshot: Snapshot) -> Snapshot:
        """PT2-D38: attackers that have to go back are put where they came from."""
        battle = battle_in(state)
        if battle.combat is not None or not self.camera or not state.turn:
            return snapshot
        placing = {getattr(ask.question, "unit", "") for ask in state.asks}
        for unit in own_units(state):
            if unit.spot is None or unit.aboard or unit.destroyed or unit.id in placing:
                continue
            piece = snapshot.piece(unit.pieces[0])
            if len(unit.pieces) > 1 or piece.pose is None or piece.state is not PieceState.SEEN:
                continue
            here, there = (piece.pose.x, piece.pose.y), (unit.spot.x_in, unit.spot.y_in)
            if math.dist(here, there) > 0.5:
                heading = unit.spot.heading_deg
                snapshot = self.standing(snapshot, piece.id, at=there, heading=heading)
        return snapshot

    def _drops(self, snapshot: Snapshot, *, rng: Rng) -> Moved:
        """Anywhere but at the very edge, any way round."""
        del self
        spot = Spot(
            x_in=Inches(round(rng.uniform(12, 36), 2)),
            y_in=Inches(round(rng.uniform(12, 36), 2)),
            heading_deg=Degrees(float(rng.randrange(0, 360, 45))),
        )
        return Moved(snapshot=snapshot, values={"at": spot})

    def _lands(self, state: State, template: Template, *, snapshot: Snapshot, rng: Rng) -> Moved:
        """Where the umpire has said, nearly always."""
        drop = battle_in(state).drop
        assert drop is not None
        at = (drop.point.x_in + rng.choice((0.0, 0.0, 0.2, 2.0)), drop.point.y_in)
        return self._put(
            state, template, at=at, heading=drop.point.heading_deg, snapshot=snapshot, rng=rng
        )

    def _waiting_at_edges(self, state: State, snapshot: Snapshot, *, rng: Rng) -> Snapshot:
        """Units to come are put down along some edge, in the hope of the right card."""
        waiting = [unit for unit in own_units(state) if unit.spot is None and not unit.destroyed]
        for unit in waiting:
            edge = rng.choice(list(TableEdge))
            at = on_edge(edge, along=rng.uniform(2.0, 46.0), depth=2.0)
            for name in unit.pieces:
                snapshot = self.standing(snapshot, name, at=at, heading=INWARD[edge])
        return snapshot

    def _more_terrain(self, state: State, snapshot: Snapshot, *, rng: Rng) -> Snapshot:
        """One kind of terrain more, for a while."""
        del self
        count = len(snapshot.terrain)
        if count >= 6 or len(state.areas) != count or rng.random() < 0.3:
            return snapshot
        kind = rng.choice(("woods", "building", "hill"))
        more = box(f"T{count}", kind, at=(8.0 + 6.0 * count, 16.0 + 2.0 * count), size=(4, 4))
        terrain = (*snapshot.terrain, more)
        return replace(snapshot, terrain=terrain, number=snapshot.number + 1)

    def _on_flanks(self, state: State, moved: Moved) -> Snapshot:
        """PT2-S2c: the Attacker's units by turns on either flank."""
        snapshot = moved.snapshot
        edge = TableEdge(str(moved.values["edge"]))
        flanks = (
            (TableEdge.WEST, TableEdge.EAST)
            if edge in {TableEdge.SOUTH, TableEdge.NORTH}
            else (TableEdge.SOUTH, TableEdge.NORTH)
        )
        for k, unit in enumerate(state.living(state.attacker)):
            flank = flanks[k % 2]
            at = on_edge(flank, along=22.0 + 4.0 * k, depth=2.0)
            snapshot = self.standing(snapshot, unit.pieces[0], at=at, heading=INWARD[flank])
        return snapshot

    def _falls_back(
        self, state: State, template: Template, *, unit: Unit, snapshot: Snapshot, rng: Rng
    ) -> Moved:
        """Straight away from the nearest enemy, or not at all."""
        assert unit.spot is not None
        enemies = [
            other.spot
            for other in own_units(state)
            if other.side != unit.side and other.spot is not None and not other.destroyed
        ]
        x, y = unit.spot.x_in, unit.spot.y_in
        far = 6.0 if enemies and rng.random() < 0.6 else 0.0
        angle = 0.0
        if enemies:
            near = min(enemies, key=lambda spot: math.dist((spot.x_in, spot.y_in), (x, y)))
            angle = math.atan2(y - near.y_in, x - near.x_in)
        at = (x + far * math.cos(angle), y + far * math.sin(angle))
        heading = unit.spot.heading_deg
        return self._put(state, template, at=at, heading=heading, snapshot=snapshot, rng=rng)


hands: Final = Players()
told: Final = Players(camera=False)
blurred: Final = Players(sigma=0.05, spread=3.6)
