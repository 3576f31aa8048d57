"""Brings airborne units to the ground: crashes, hits and losses (PT2-K3b to K3f)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final

import shapely

from rules.games.paper_tigers.asking import without
from rules.games.paper_tigers.chapters.fire.saving import destroy
from rules.games.paper_tigers.chapters.riding import PlaceQuestion
from rules.games.paper_tigers.draft import Draft
from rules.games.paper_tigers.ground import landed
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers_2.chapters.carrying import areas_of, too_much
from rules.games.paper_tigers_2.chapters.throwing import HandStep
from rules.games.paper_tigers_2.chapters.weapons import SUPPORT_WEAPONS
from rules.games.paper_tigers_2.state import (
    CONTACT,
    Drop,
    drop_in,
    sheet_of,
    with_battle,
    with_facts,
)
from rules.referee.toolkit.phrases import counted, ended
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.spots import Spot, at, spot_of
from rules.table.outlines.outline import farthest
from rules.table.outlines.unit_table import reference_of
from rules.table.units import Inches, plain

NOWHERE: Final = "nowhere, beyond the table"
DEADLY: Final = frozenset({"water", "river", "woods", "building", "town"})
"""PT2-K3f."""


def _down(state: State, name: str, *, spot: Spot) -> State:
    """The state with a unit and whoever it carries on the ground."""
    state = without(state, ComeDown, unit=name)
    for each in (name, *state.passengers_of(name)):
        unit = replace(state.unit(each), spot=spot)
        state = state.with_unit(with_facts(unit, landing=""))
    return with_battle(state, drop=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Crashed:
    """PT2-K3f: a landing in water, woods, a house or beyond the table."""

    clause: ClassVar[str] = "PT2-K3f"

    unit: str
    into: str
    spot: Spot

    def after(self, state: State) -> State:
        return _down(state, self.unit, spot=self.spot)

    def told(self) -> str:
        where = "beyond the table" if self.into == NOWHERE else f"into {self.into}"
        return f"{self.unit} crashes {where}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Landed:
    """A unit is down."""

    unit: str
    spot: Spot
    vouched: int = -1
    ask_id: int = 0
    hits: int = 0
    lost: str = ""
    """PT2-K3e: the weapon or the load that is gone."""

    @property
    def clause(self) -> str:
        return "PT2-K3e" if self.hits else "PT2-K3b"

    def after(self, state: State) -> State:
        state = _down(state, self.unit, spot=self.spot)
        unit = replace(state.unit(self.unit), vouched=self.vouched, hits=self.hits)
        if self.lost and sheet_of(unit).infantry:
            unit = with_facts(unit, unarmed=True)
        return state.with_unit(unit)

    def told(self) -> str:
        hits = f" with {counted(self.hits, 'hit')}" if self.hits else ""
        its = "its " if self.lost.split(" and ")[0] in SUPPORT_WEAPONS else ""
        lost = f" and loses {its}{self.lost}" if self.lost else ""
        return f"{self.unit} is down{hits}{lost}, {at(self.spot)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class ComeDown(HandStep):
    """PT2-K3f: the end in water, woods or a house; or a wait for the model to be put there."""

    def take(self, draft: Draft) -> None:
        unit = draft.state.unit(self.unit)
        drop = drop_in(draft.state)
        into = _crash(draft, drop)
        drop = replace(drop, point=_whole_on_table(draft, unit, point=drop.point))
        if into:
            draft.emit(Crashed(unit=unit.id, into=into, spot=drop.point))
            for name in draft.state.passengers_of(unit.id):
                # Nobody gets off what has gone up in pieces.
                destroy(draft, name, by="")
            destroy(draft, unit.id, by="")
            return
        draft.ask(
            PutDownAt(unit=unit.id),
            force=unit.force,
            clause="PT2-K3b",
            says=f"Put {unit.id} down, {at(drop.point)}.",
        )


def _crash(draft: Draft, drop: Drop) -> str:
    """What a landing ends in: deadly ground at any point that counts, or beyond the table."""
    rest = shapely.Point(drop.point.x_in, drop.point.y_in)
    path: shapely.Geometry = rest
    whole = draft.state.options.choice("landing_test") == "touchdown_and_slide"
    if whole and drop.touched is not None:
        start = (drop.touched.x_in, drop.touched.y_in)
        path = shapely.LineString([start, (drop.point.x_in, drop.point.y_in)])
    for area in areas_of(draft.snapshot, DEADLY):
        if shapely.intersects(path, shapely.Polygon(area.outline)):
            return f"{area.kind} {area.id}"
    size = draft.snapshot.table
    table = shapely.box(0.0, 0.0, size.width, size.depth)
    return "" if shapely.covers(table, rest) else NOWHERE


def _whole_on_table(draft: Draft, unit: Unit, *, point: Spot) -> Spot:
    """The point, or the nearest one at which no part of the model hangs over the edge."""
    size, reach = draft.snapshot.table, farthest(draft.table.piece(unit.id).footprint)
    x = min(max(reach, point.x_in), size.width - reach)
    y = min(max(reach, point.y_in), size.depth - reach)
    return replace(point, x_in=Inches(round(x, 2)), y_in=Inches(round(y, 2)))


@dataclass(frozen=True, slots=True, kw_only=True)
class PutDownAt(PlaceQuestion):
    """A unit stands where it came down, with what the landing has cost it."""

    purpose = "amended"

    def shown(self) -> Mapping[str, object]:
        return {"unit": self.unit, "inches": CONTACT}

    def placed(self, draft: Draft, ask: Ask, *, unit: Unit, to: Spot | None) -> None:
        drop = drop_in(draft.state)
        piece = landed(draft, unit, to=to)
        spot = spot_of(piece)
        if spot is None:
            draft.refuse("PT2-K3b", f"Nobody sees where {unit.id} stands: say where it is.")
        here = reference_of(piece)
        point = _whole_on_table(draft, unit, point=drop.point)
        off = math.dist((float(here[0]), float(here[1])), (point.x_in, point.y_in))
        says = f"{unit.id} stands {plain(Inches(off))} in from where it came down"
        found = too_much(draft, unit, value=off, limit=CONTACT, clause="PT2-K3b", says=says)
        seen = draft.hold("PT2-K3b", found.outcome, says=ended(found.says), found=found.measured)
        event = Landed(
            unit=unit.id,
            spot=spot,
            vouched=draft.snapshot.number if to is not None else -1,
            ask_id=ask.id,
            hits=_hits(draft, drop),
            lost=_lost(draft, unit, drop=drop),
        )
        draft.emit(event, evidence=(seen,))
        if drop.ones > 1 and sheet_of(unit).has("glider"):
            for name in draft.state.passengers_of(unit.id):
                if draft.state.unit(name).kind != "squad":
                    destroy(draft, name, by="")
        if event.hits >= unit.profile.destroyed_at:
            destroy(draft, unit.id, by="")


def _hits(draft: Draft, drop: Drop) -> int:
    """PT2-K3e: each 1 is a hit; of more than one, one stays where that is agreed (AMB2-35)."""
    if drop.ones < 2:
        return drop.ones
    return 2 if draft.state.options.choice("landing_two_hits") == "destroyed" else 1


def _lost(draft: Draft, unit: Unit, *, drop: Drop) -> str:
    """PT2-K3e: what more than one hit costs besides."""
    if drop.ones < 2:
        return ""
    if sheet_of(unit).infantry:
        lost = [weapon.name for weapon in sheet_of(unit).weapons if weapon.name in SUPPORT_WEAPONS]
        return " and ".join(lost)
    load = [
        name
        for name in draft.state.passengers_of(unit.id)
        if draft.state.unit(name).kind != "squad"
    ]
    return " and ".join(load)
