"""Lets a unit fly straight over its enemies and attack each on the way (PC-ABL-10)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.papercraft.abilities import ABILITIES, Effect, ability_of
from rules.games.papercraft.chapters.damage import hurt
from rules.games.papercraft.chapters.hits import AttackUnderway
from rules.games.papercraft.chapters.moving import PutQuestion, move_of, stands_free, stands_still
from rules.games.papercraft.draft import Draft
from rules.games.papercraft.measuring.pieces import in_the_way
from rules.games.papercraft.state import State, Unit, UnitStep
from rules.referee.judging.shifts import measured_move
from rules.referee.judging.sliding import crossed_by, judge_way
from rules.referee.toolkit.findings import judged
from rules.referee.toolkit.phrases import counted, listed
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.spots import Spot
from rules.table.moves.fronts import FrontMetric, move_between
from rules.table.snapshot import Piece
from rules.table.units import Inches, plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Fly(UnitStep):
    """PC-ABL-10: wait until the unit stands where its flight ends."""

    ends_with_unit: ClassVar[bool] = True

    ability: str

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        inches = Inches((unit.profile.movement or 0.0) / 2)
        told = f"Move {unit.id} straight by up to {plain(inches)} in"
        draft.ask(
            FlightQuestion(unit=unit.id, ability=self.ability, inches=inches),
            clause="PC-ABL-10",
            says=f"{told}; it attacks each enemy on the way.",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FlightQuestion(PutQuestion):
    """Where a flight ends."""

    KIND: ClassVar[str] = "charge"

    ability: str

    def put(self, draft: Draft, ask: Ask, *, end: Piece, spot: Spot) -> None:
        """PC-ABL-10: straight, no farther than half its Movement, ending clear of all."""
        unit = draft.state.unit(self.unit)
        assert unit.spot is not None
        pair, agreed = (draft.ruled(end, spot=unit.spot), end), draft.agreed_on_moves
        metric = FrontMetric(draft.state.options.choice("move_metric"))
        found = measured_move(
            draft.table,
            pair,
            move=move_between(draft.table, pair, metric=metric),
            walked=0.0,
            allowance=self.inches,
            doubt=agreed.doubt,
        )
        evidence = draft.held(judged("PC-ABL-10", found, says=found.why, agreed=agreed))
        targets: tuple[str, ...] = ()
        if not stands_still(unit, end=end):
            stands_free(draft, unit, end=end, table=draft.table)
            _require_free_flight(draft, unit, pair=pair, left=self.inches)
            targets = _flown_over(draft, unit, pair=pair)
        ability = ABILITIES[self.ability]
        attack = unit.profile.attacks[0].id if unit.profile.attacks else ""
        event = Charged(
            unit=unit.id,
            ability=ability.id,
            spot=spot,
            length=evidence.value or Inches(0.0),
            targets=targets if attack else (),
            attack=attack,
            cost_hp=ability.cost_hp,
            vouched=draft.vouched(end),
            ask_id=ask.id,
        )
        draft.emit(event, evidence=(evidence,))


def _flown_over(draft: Draft, unit: Unit, *, pair: tuple[Piece, Piece]) -> tuple[str, ...]:
    """PC-ABL-10: the enemies on the way."""
    enemies = [
        draft.table.piece(each.id)
        for each in draft.state.units.values()
        if each.alive and each.on_table and draft.state.enemies(unit, each)
    ]
    return crossed_by(draft.table, pair, others=enemies, overlap=draft.length("overlap_in"))


def _require_free_flight(
    draft: Draft, unit: Unit, *, pair: tuple[Piece, Piece], left: Inches
) -> None:
    """What it flies over: enemies, but no building unless it may, and nothing else in its way."""
    state, table = draft.state, draft.table
    ghost = ability_of(unit.profile, Effect.PASS_ENEMIES)
    over_buildings = ghost is None or ghost.over_buildings
    clauses = {
        name: clause
        for name, clause in in_the_way(state, unit, table=table).items()
        if name not in state.units
        or not state.unit(name).alive
        or not state.enemies(unit, state.unit(name))
        or (state.unit(name).is_building and not over_buildings)
    }
    for finding in judge_way(move_of(draft, pair, clauses=clauses, left=left, detours=False)):
        draft.held(finding)


@dataclass(frozen=True, slots=True, kw_only=True)
class Charged:
    """PC-ABL-10: where a unit has flown, and whom it attacks on the way."""

    clause: ClassVar[str] = "PC-ABL-10"

    unit: str
    ability: str
    spot: Spot
    length: Inches
    targets: tuple[str, ...]
    attack: str
    cost_hp: int
    vouched: int = -1
    ask_id: int = 0

    def after(self, state: State) -> State:
        """PC-ABL-10: an attack on each enemy on the way, each with its price."""
        state = state.closed(self.ask_id).without(Fly, self.unit)
        unit = state.unit(self.unit)
        made = tuple((self.attack, target) for target in self.targets)
        moved = unit.moved or self.length > state.options.number("moved_threshold_in")
        flown = replace(
            unit, spot=self.spot, vouched=self.vouched, moved=moved, attacks=(*unit.attacks, *made)
        )
        steps = [
            step
            for target in self.targets
            for step in (
                AttackUnderway(unit=self.unit, target=target, attack=self.attack),
                PayForAttack(unit=self.unit, hp=self.cost_hp),
            )
        ]
        return state.with_unit(flown).with_next(*steps)

    def told(self) -> str:
        price = counted(len(self.targets), "attack")
        return (
            f"{self.unit} flies {plain(self.length)} in over {listed(self.targets)}: {price}, "
            f"{self.cost_hp} HP each."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PayForAttack(UnitStep):
    """PC-ABL-10: what each attack of a flight costs."""

    ends_with_unit: ClassVar[bool] = True
    settled_by_damage: ClassVar[bool] = True

    hp: int

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        if draft.state.is_decided and draft.phase.goes_on is not None:
            # PC-TRN-07: the attack has won the battle, and nobody pays for it any more.
            draft.phase.goes_on(draft)
            return
        why = "the price of an attack in flight"
        hurt(draft, unit, amount=self.hp, by=unit.id, why=why, clause="PC-ABL-10", settles=True)
