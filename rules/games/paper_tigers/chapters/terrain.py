"""Laying out the terrain, and naming objectives (PT1-A3, A4, B2, G3)."""

import math
from dataclasses import dataclass, replace
from typing import ClassVar

import shapely

from rules.games.paper_tigers.asking import GroupChoice
from rules.games.paper_tigers.battle_options import HIGH_GROUND, WITHDRAWAL
from rules.games.paper_tigers.chapters.beginning import scenario, terrain_clause
from rules.games.paper_tigers.chapters.bonus import tell_bonus
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.measuring.scenario_ground import BigHill, judge_big_hill
from rules.games.paper_tigers.state import Objective, State
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.judging.areas import of_kinds
from rules.referee.toolkit.evidence import Measured, Outcome
from rules.referee.toolkit.game import Hole, Template, Weight
from rules.referee.toolkit.phrases import counted, ended, listed
from rules.referee.toolkit.questions import Ask
from rules.table.snapshot import Snapshot, Terrain
from rules.table.units import plain

HIGH_PRIORITY = 8
"""PT1-G3a: the suggestion for the most important feature."""
MOST_POINTS = 50
LEAST_TABLE = 36.0
"""PT1-A3, inches."""
WOODS_SIDES = (4.0, 9.0)
"""PT1-A4b, inches."""
ACCEPT, CHANGE = "accept", "change"
SUGGESTED = (2, 4, 8, 0)
"""Points that are offered: low, medium and high; 0 takes an objective back."""


class TerrainRules:
    """Where an edition may have terrain laid otherwise."""

    def placer(self, state: State) -> str:
        """PT1-B2: the Attacker, but where a scenario gives it to the Defender (PT1-J2a, J3a)."""
        return state.defender if scenario(state) in {HIGH_GROUND, WITHDRAWAL} else state.attacker

    def hold(self, draft: Draft) -> None:
        """Refuse terrain that the edition does not allow."""

    def goes_further(self, draft: Draft) -> bool:
        """Whether terrain goes on to be laid by the other side."""
        del draft
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class NameObjective:
    """An area that is worth points at the end of a deck; 0 points take it back."""

    area: str
    points: int
    held_by: str = ""
    """The side that holds it from the start."""

    def ruled(self, draft: Draft) -> None:
        _require_placer(draft)
        _area(draft, self.area)
        if not 0 <= self.points <= MOST_POINTS:
            draft.refuse(
                "PT1-G3a", f"An objective is worth 0 to {MOST_POINTS} points, not {self.points}."
            )
        if self.held_by and self.held_by not in draft.state.sides:
            draft.refuse("PT1-G3c", f"{self.held_by!r} is not a side of this battle.")
        event = ObjectiveNamed(area=self.area, points=self.points, held_by=self.held_by)
        draft.emit(event)


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainDone:
    """All terrain is placed."""

    def ruled(self, draft: Draft) -> None:
        side = _require_placer(draft)
        state, table = draft.state, draft.snapshot
        state.edition.of(TerrainRules).hold(draft)
        warnings = [*_table_warnings(table), *_woods_warnings(table)]
        hill = river = bridge = ""
        evidence: list[Measured] = []
        if scenario(state) == HIGH_GROUND:
            found, big = _big_hill(draft)
            hill = found.id
            evidence.append(big.place.measured)
            warnings += [big.warning] if big.warning else []
        if scenario(state) == WITHDRAWAL:
            river, bridge = _river_and_bridge(draft)
        event = TerrainPlaced(
            by=side,
            areas=tuple(area.id for area in table.terrain),
            warnings=tuple(ended(each) for each in warnings),
            big_hill=hill,
            river=river,
            bridge=bridge,
        )
        draft.emit(event, clause=terrain_clause(state), evidence=evidence)
        if hill or bridge:
            held = ObjectiveNamed(
                area=hill or bridge, points=HIGH_PRIORITY, held_by=draft.state.defender
            )
            draft.emit(held, clause="PT1-J2a" if hill else "PT1-J3c")
        if state.solo:
            _go_on(draft)
            return
        other = state.other_side(side)
        draft.ask(
            TerrainChoice(choices=(ACCEPT, CHANGE)),
            force=state.forces_of(other)[0].name,
            clause="PT1-A4a",
            says=f"{side} has placed the terrain: does {other} agree to it?",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainChoice(GroupChoice):
    """The other side accepts the terrain, or has it changed."""

    purpose = "terrain"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        """The other side agrees, or terrain is open again."""
        if choice == CHANGE:
            side = draft.state.force(ask.who).side
            draft.emit(TerrainReopened(by=side))
            return
        _go_on(draft)


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveNamed:
    """An area that is worth points."""

    clause: ClassVar[str] = "PT1-G3a"

    area: str
    points: int
    held_by: str = ""

    def after(self, state: State) -> State:
        others = tuple(each for each in state.objectives if each.area != self.area)
        if not self.points:
            return replace(state, objectives=others)
        new = Objective(area=self.area, points=self.points, held_by=self.held_by)
        return replace(state, objectives=(*others, new))

    def told(self) -> str:
        if not self.points:
            return f"{self.area} is no longer worth points."
        held = f", and {self.held_by} holds it from the start" if self.held_by else ""
        return f"{self.area} is worth {counted(self.points, 'point')}{held}."


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainPlaced:
    """All terrain is in place; what is unusual about it stands in the warnings."""

    by: str
    areas: tuple[str, ...]
    warnings: tuple[str, ...] = ()
    big_hill: str = ""
    river: str = ""
    bridge: str = ""

    def after(self, state: State) -> State:
        return replace(
            state, areas=self.areas, big_hill=self.big_hill, river=self.river, bridge=self.bridge
        )

    def told(self) -> str:
        count = len(self.areas)
        told = [
            f"{self.by} has laid out {counted(count, 'area')}: {listed(self.areas)}."
            if count
            else f"{self.by} leaves the table bare."
        ]
        if self.big_hill:
            told.append(f"The hill to fight over is {self.big_hill}.")
        if self.river:
            told.append(f"The river is {self.river}.")
        if self.bridge:
            told.append(f"The only bridge is {self.bridge}.")
        return " ".join([*told, *(ended(each) for each in self.warnings if each.strip())])


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainReopened:
    """The other side does not agree to the terrain as it lies."""

    clause: ClassVar[str] = "PT1-A4a"

    by: str

    def after(self, state: State) -> State:
        return replace(state, areas=(), big_hill="", river="", bridge="")

    def told(self) -> str:
        return f"{self.by} does not agree to the terrain: it is open again."


def terrain_placer(state: State) -> str:
    """Who lays the terrain."""
    return state.edition.of(TerrainRules).placer(state)


def _require_placer(draft: Draft) -> str:
    draft.require_phase(Phase.TERRAIN)
    side = terrain_placer(draft.state)
    if draft.command.author not in draft.state.seats_of(side):
        draft.unless_waived(terrain_clause(draft.state), f"It is {side} who places the terrain.")
    return side


def _area(draft: Draft, name: str) -> Terrain:
    areas = {area.id: area for area in draft.snapshot.terrain}
    if name not in areas:
        known = ", ".join(areas) or "none"
        draft.refuse("PT1-G3a", f"There is no area {name!r} on the table; there are: {known}.")
    return areas[name]


def _go_on(draft: Draft) -> None:
    if draft.state.edition.of(TerrainRules).goes_further(draft):
        return
    tell_bonus(draft)
    draft.begin(Phase.DEPLOY_FIRST, clause="PT1-B3")


def _table_warnings(table: Snapshot) -> list[str]:
    size = table.table
    if min(size.width, size.depth) >= LEAST_TABLE:
        return []
    return [f"The table is {plain(size.width)} by {plain(size.depth)} in: small, for a quick game"]


def _woods_warnings(table: Snapshot) -> list[str]:
    least, most = WOODS_SIDES
    warnings = []
    for area in of_kinds(table.terrain, {"woods"}):
        box = shapely.get_coordinates(shapely.oriented_envelope(shapely.Polygon(area.outline)))
        sides = sorted(math.dist(box[k], box[k + 1]) for k in (0, 1))
        if sides[0] < least or sides[1] > most:
            warnings.append(
                f"Woods {area.id} is {plain(sides[0])} by {plain(sides[1])} in; "
                f"{plain(least)} to {plain(most)} is usual"
            )
    return warnings


def _big_hill(draft: Draft) -> tuple[Terrain, BigHill]:
    """PT1-J2a: the hill that is fought over, the largest that lies near enough to the middle."""
    hills = of_kinds(draft.snapshot.terrain, {"hill"})
    if not hills:
        draft.refuse("PT1-J2a", "This battle needs a large hill near the middle of the table.")
    judged = [
        (hill, judge_big_hill(draft.snapshot, hill, agreed=draft.agreed))
        for hill in sorted(hills, key=lambda hill: -shapely.Polygon(hill.outline).area)
    ]
    near = [pair for pair in judged if pair[1].place.outcome is not Outcome.BROKEN]
    hill, found = (near or judged)[0]
    draft.hold("PT1-J2a", found.place.outcome, says=found.place.says, found=found.place.measured)
    return hill, found


def _river_and_bridge(draft: Draft) -> tuple[str, str]:
    """PT1-J3a and J3b."""
    rivers = of_kinds(draft.snapshot.terrain, {"river"})
    bridges = of_kinds(draft.snapshot.terrain, {"bridge"})
    if not rivers:
        draft.refuse("PT1-J3a", "This battle needs a river across the table.")
    if len(bridges) != 1:
        draft.refuse("PT1-J3b", f"This battle needs one bridge; there are {len(bridges)}.")
    bridge = bridges[0].id
    if bridge in draft.state.units:
        # PT1-J3d: its charge takes a card under the bridge's own name.
        draft.refuse("PT1-J3b", f"Bridge {bridge} has the name of a unit: call it something else.")
    return rivers[0].id, bridge


def terrain_offers(trial: Trial) -> tuple[Template, ...]:
    """For the side that lays the terrain."""
    if trial.seat not in trial.state.seats_of(terrain_placer(trial.state)):
        return ()
    done = trial.plain(TerrainDone(), command="terrain_done", says="Confirm the terrain as laid.")
    areas = tuple(area.id for area in trial.snapshot.terrain)
    if not areas:
        return (done,)
    name = Template(
        command="name_objective",
        says="Name an area that is worth points at the end of a deck.",
        holes=(
            Hole(name="area", kind="area", allowed=areas),
            Hole(name="points", kind="count", allowed=SUGGESTED),
            Hole(name="held_by", kind="choice", allowed=trial.state.sides, optional=True),
        ),
        weight=Weight.PLAIN,
    )
    return (name, done)


def awaits_terrain(state: State) -> str:
    """Whoever lays the terrain."""
    return f"{terrain_placer(state)}: see that the terrain is laid out, and say so."
