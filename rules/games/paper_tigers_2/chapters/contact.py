"""Brings attackers beside those they attack, whose friends may help (PT2-D28, D35)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.paper_tigers.asking import without
from rules.games.paper_tigers.chapters.riding import PlaceQuestion
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.ground import landed, move_rules
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers_2.asking import AttackedChoice
from rules.games.paper_tigers_2.chapters.acting import may_strike
from rules.games.paper_tigers_2.chapters.blows import BlowLost, Strike
from rules.games.paper_tigers_2.chapters.throwing import HandStep
from rules.games.paper_tigers_2.chapters.weapons import is_within
from rules.games.paper_tigers_2.state import (
    CONTACT,
    HELP,
    NOBODY,
    combat_in,
    own_units,
    with_combat,
)
from rules.referee.judging.moves import judge_standing
from rules.referee.judging.sighting import range_of
from rules.referee.toolkit.game import Template
from rules.referee.toolkit.phrases import ended
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.spots import Spot, at, spot_of
from rules.table.measuring.ranges import Metric
from rules.table.snapshot import Piece, Snapshot
from rules.table.units import Inches

MOST_HELPERS = 2
ANYWHERE = Inches(100.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakOff:
    """An attacker that cannot get beside its target gives the attack up."""

    unit: str

    def ruled(self, draft: Draft) -> None:
        unit = draft.own_unit(self.unit)
        for ask in draft.state.asks:
            question = ask.question
            if isinstance(question, PutBeside) and question.unit == unit.id:
                draft.emit(BrokeOff(unit=unit.id, target=question.target, ask_id=ask.id))
                return
        draft.refuse("PT2-D28", f"{unit.id} is not on its way to attack anybody.")


@dataclass(frozen=True, slots=True, kw_only=True)
class HelperNamed:
    """PT2-D35: a friend of the target helps it; nobody, and no more, when it is empty."""

    clause: ClassVar[str] = "PT2-D35"

    unit: str

    def after(self, state: State) -> State:
        combat = combat_in(state)
        if self.unit:
            return with_combat(state, helpers=(*combat.helpers, self.unit))
        state = without(state, CallHelpers, unit=combat.target)
        return with_combat(state, named=True)

    def told(self) -> str:
        if self.unit:
            return f"{self.unit} helps to defend."
        return "Nobody more helps to defend."


@dataclass(frozen=True, slots=True, kw_only=True)
class InContact:
    """An attacker stands beside what it attacks."""

    clause: ClassVar[str] = "PT2-D28"

    unit: str
    spot: Spot
    vouched: int = -1
    ask_id: int = 0

    def after(self, state: State) -> State:
        state = without(state, GetClose, unit=self.unit)
        unit = replace(state.unit(self.unit), spot=self.spot, vouched=self.vouched)
        return state.with_unit(unit)

    def told(self) -> str:
        return f"{self.unit} is in contact, {at(self.spot)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokeOff:
    """An attacker has not got beside its target, and attacks nobody."""

    clause: ClassVar[str] = "PT2-D28"

    unit: str
    target: str
    ask_id: int = 0

    def after(self, state: State) -> State:
        state = without(state, GetClose, unit=self.unit)
        state = without(state, Strike, unit=self.unit)
        return with_combat(state, broke_off=(*combat_in(state).broke_off, self.unit))

    def told(self) -> str:
        return f"{self.unit} does not reach {self.target} and gives up."


@dataclass(frozen=True, slots=True, kw_only=True)
class CallHelpers(HandStep):
    """PT2-D35: up to two friends of the target within three inches help, one after the other."""

    by: str

    def take(self, draft: Draft) -> None:
        combat = combat_in(draft.state)
        target = draft.state.unit(self.unit)
        able = [
            unit.id
            for unit in own_units(draft.state)
            if unit.side == target.side
            and unit.id not in {target.id, *combat.helpers}
            and unit.in_play
            and not unit.aboard
            and may_strike(draft, unit)
            and is_within(draft, (target.id, unit.id), limit=HELP)
        ]
        if not able or len(combat.helpers) >= MOST_HELPERS:
            draft.emit(HelperNamed(unit=""))
            return
        draft.ask(
            WhoHelps(unit=target.id, by=self.by, choices=(*able, NOBODY)),
            force=target.force,
            clause="PT2-D35",
            says=f"Who helps {target.id} against {self.by}?",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class WhoHelps(AttackedChoice):
    """A friend that helps, or nobody more."""

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        del ask
        draft.emit(HelperNamed(unit="" if choice == NOBODY else choice))


@dataclass(frozen=True, slots=True, kw_only=True)
class GetClose(HandStep):
    """PT2-D28: wait until the attacker stands beside its target."""

    target: str

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        if unit.destroyed or draft.state.unit(self.target).destroyed:
            draft.emit(BlowLost(unit=unit.id, target=self.target), clause="PT2-D28")
            return
        draft.ask(
            PutBeside(unit=unit.id, target=self.target),
            force=unit.force,
            clause="PT2-D28",
            says=f"Put {unit.id} beside {self.target}, which it attacks.",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PutBeside(PlaceQuestion):
    """An attacker stands where it attacks: beside its target, on ground that bears it."""

    purpose = "amended"
    target: str

    def shown(self) -> Mapping[str, object]:
        return {"unit": self.unit, "other": self.target, "inches": CONTACT}

    def placed(self, draft: Draft, ask: Ask, *, unit: Unit, to: Spot | None) -> None:
        piece = landed(draft, unit, to=to)
        spot = spot_of(piece)
        if spot is None:
            draft.refuse("PT2-D28", f"Nobody sees where {unit.id} stands: say where it is.")
        table = _with(draft.table, piece)
        outcome, found = range_of(
            table,
            (unit.id, self.target),
            limit=CONTACT,
            metric=Metric.EDGE,
            agreed=draft.agreed,
            reaches="contact",
        )
        evidence = [draft.hold("PT2-D28", outcome, says=ended(found.why), found=found)]
        rules = move_rules(draft, unit, allowance=ANYWHERE)
        evidence += [
            draft.hold(each.clause, each.outcome, says=ended(each.says), found=each.measured)
            for each in judge_standing(table, piece, rules=rules)
        ]
        event = InContact(
            unit=unit.id,
            spot=spot,
            vouched=draft.snapshot.number if to is not None else -1,
            ask_id=ask.id,
        )
        draft.emit(event, evidence=evidence)


def _with(table: Snapshot, piece: Piece) -> Snapshot:
    """The table with one piece where it stands now."""
    return replace(
        table, pieces=tuple(piece if each.id == piece.id else each for each in table.pieces)
    )


def breaking_off(state: State, seat: str) -> tuple[Template, ...]:
    """For whoever is to be put beside its target, and may find no way there."""
    ways = [ask.question for ask in state.asks if ask.seat == seat]
    return tuple(
        Template(
            command="break_off",
            says=f"{way.unit} gives up the attack on {way.target}.",
            fixed={"unit": way.unit},
        )
        for way in ways
        if isinstance(way, PutBeside)
    )
