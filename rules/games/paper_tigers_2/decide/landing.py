"""Knows how airborne units come down: card, point, drift, slide, crashes and losses (PT2-K3)."""

import math
from dataclasses import replace
from types import MappingProxyType
from typing import Final

import shapely

from rules.games.paper_tigers.commands import Place
from rules.games.paper_tigers.decide.aboard import landed
from rules.games.paper_tigers.decide.dispatch import handle
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.placing import spot_of
from rules.games.paper_tigers.decide.saving import destroy
from rules.games.paper_tigers.measuring.journey import farthest
from rules.games.paper_tigers.measuring.unit_table import reference_of
from rules.games.paper_tigers.profiles import difficulty
from rules.games.paper_tigers.vocabulary import Ask, AskKind, Phase, Purpose, Step
from rules.games.paper_tigers_2.commands import DropAt
from rules.games.paper_tigers_2.decide.entering import look_for_entries, open_arrivals
from rules.games.paper_tigers_2.decide.throwing import thrown
from rules.games.paper_tigers_2.decide.water import too_much
from rules.games.paper_tigers_2.decide.weapons import SUPPORT_WEAPONS
from rules.games.paper_tigers_2.outside_events import (
    Crashed,
    Drifted,
    DropNamed,
    DropRolled,
    Landed,
    LandingCard,
    Slid,
)
from rules.games.paper_tigers_2.state import Drop, Unit, battle_in, own_units, unit_in
from rules.games.paper_tigers_2.vocabulary import CONTACT, Topic
from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.phrases import ended
from rules.referee.toolkit.spots import Spot
from rules.table.units import Degrees, Inches, plain

DEADLY: Final = frozenset({"water", "river", "woods", "building", "town"})
"""PT2-K3f."""
SLIDE_DICE: Final = 3
WAYS: Final = MappingProxyType({f"{degrees} degrees": degrees for degrees in range(0, 360, 15)})
"""Where to a unit may drift: 0 is east, 90 north."""


def in_air(draft: Draft, force: str = "") -> tuple[Unit, ...]:
    """Units still to land, of one battle group or of all; what a glider carries comes with it."""
    return tuple(
        unit
        for unit in own_units(draft.state)
        if unit.landing == "in_air"
        and not unit.aboard
        and not unit.destroyed
        and force in {"", unit.force}
    )


def turn_begins(draft: Draft) -> bool:
    """PT2-K1, S3b: whether anybody lands, or comes on by a card, in this turn."""
    return open_arrivals(draft) or bool(in_air(draft))


def look_for_landings(draft: Draft) -> bool | None:
    """Ask for the cards of the landings, wait for the points, and then for other arrivals."""
    flying = in_air(draft)
    if not flying:
        return look_for_entries(draft)
    have = {force for force, _ in battle_in(draft.state).landing_cards}
    missing = [name for name in dict.fromkeys(unit.force for unit in flying) if name not in have]
    for force in missing:
        draft.ask(
            Purpose.AMENDED,
            topic=str(Topic.LANDING_CARD),
            kind=AskKind.TURN_UP,
            force=force,
            clause="PT2-K3",
            says=f"Turn up the top card of the pile: it is the Difficulty of {force}'s landings.",
            cards=1,
        )
    return True if missing else None


def settle_landing_card(draft: Draft, ask: Ask, *, faces: tuple[str, ...]) -> None:
    """The Difficulty of a battle group's landings."""
    event = LandingCard(force=ask.force, card=faces[0], ask_id=ask.id)
    draft.emit(event, clause="PT2-K3")


@handle.register
def _drop_at(body: DropAt, draft: Draft) -> None:
    draft.require_phase(Phase.ARRIVALS)
    unit = draft.own_unit(body.unit)
    if unit.id not in {each.id for each in in_air(draft)}:
        draft.refuse("PT2-K3a", f"{unit.id} has not to land.")
    draft.require_on_table(unit, body.at)
    draft.emit(DropNamed(unit=unit.id, at=body.at), clause="PT2-K3a")


def _drop(draft: Draft) -> Drop:
    found = battle_in(draft.state).drop
    assert found is not None
    return found


def roll_drop(draft: Draft, step: Step) -> None:
    """PT2-K3a: two dice on a red card, three on a black one."""
    unit = unit_in(draft.state, step.unit)
    card = card_from(dict(battle_in(draft.state).landing_cards)[unit.force])
    needed = difficulty(card)
    dice = DiceAsk(
        count=2 if card.red else 3,
        why=f"{unit.id} lands with the {card.name}",
        means=(
            Meaning(when=f"{needed} or more", then="it comes down on its point"),
            Meaning(when="less", then=f"it drifts {needed} in"),
            Meaning(when="each 1", then="a hit"),
        ),
    )
    faces = thrown(draft, step, dice=dice, force=unit.force, clause="PT2-K3a")
    if faces is None:
        return
    total = sum(faces)
    event = DropRolled(
        unit=unit.id, dice=faces, total=total, difficulty=needed, on_point=total >= needed
    )
    draft.emit(event, clause="PT2-K3b" if event.on_point else "PT2-K3c")


def ask_drift(draft: Draft, step: Step) -> None:
    """PT2-K3c: the opponent says which way."""
    unit = unit_in(draft.state, step.unit)
    enemy = draft.state.other_side(unit.side)
    draft.ask(
        Purpose.AMENDED,
        topic=str(Topic.DRIFT),
        kind=AskKind.CHOOSE,
        force=draft.state.forces_of(enemy)[0].name,
        clause="PT2-K3c",
        says=f"{unit.id} drifts {_drop(draft).reach} in: which way, 0 for east and 90 for north?",
        unit=unit.id,
        choices=tuple(WAYS),
    )


def settle_drift(draft: Draft, ask: Ask, *, choice: str) -> None:
    """Where to it is blown."""
    drop, degrees = _drop(draft), WAYS[choice]
    to = _shifted(drop.point, far=drop.reach, degrees=degrees)
    if draft.state.options.choice("slide_heading") == "drift":
        to = replace(to, heading_deg=Degrees(float(degrees)))
    draft.emit(Drifted(unit=ask.unit, to=to), clause="PT2-K3c")


def _shifted(spot: Spot, *, far: float, degrees: float) -> Spot:
    angle = math.radians(degrees)
    return replace(
        spot,
        x_in=Inches(round(spot.x_in + far * math.cos(angle), 2)),
        y_in=Inches(round(spot.y_in + far * math.sin(angle), 2)),
    )


def slide(draft: Draft, step: Step) -> None:
    """PT2-K3d: a glider slides on along its heading."""
    unit = unit_in(draft.state, step.unit)
    dice = DiceAsk(
        count=SLIDE_DICE,
        why=f"how far {unit.id} slides",
        means=(Meaning(when="the total", then="inches, straight ahead"),),
    )
    faces = thrown(draft, step, dice=dice, force=unit.force, clause="PT2-K3d")
    if faces is None:
        return
    point = _drop(draft).point
    to = _shifted(point, far=sum(faces), degrees=point.heading_deg)
    draft.emit(Slid(unit=unit.id, dice=faces, to=to), clause="PT2-K3d")


def come_down(draft: Draft, step: Step) -> None:
    """PT2-K3f: the end in water, woods or a house; or a wait for the model to be put there."""
    unit = unit_in(draft.state, step.unit)
    drop = _drop(draft)
    into = _crash(draft, drop)
    drop = replace(drop, point=_whole_on_table(draft, unit, point=drop.point))
    if into:
        draft.emit(Crashed(unit=unit.id, into=into, spot=drop.point), clause="PT2-K3f")
        for name in draft.state.passengers_of(unit.id):
            # Nobody gets off what has gone up in pieces.
            destroy(draft, name, by="")
        destroy(draft, unit.id, by="")
        return
    where = f"{plain(drop.point.x_in)} in east and {plain(drop.point.y_in)} in north"
    draft.ask(
        Purpose.AMENDED,
        topic=str(Topic.LAND),
        kind=AskKind.PLACE,
        force=unit.force,
        clause="PT2-K3b",
        says=f"Put {unit.id} down at {where}.",
        unit=unit.id,
        inches=CONTACT,
    )


def _crash(draft: Draft, drop: Drop) -> str:
    """What a landing ends in: deadly ground at any point that counts, or beyond the table."""
    rest = shapely.Point(drop.point.x_in, drop.point.y_in)
    path: shapely.Geometry = rest
    whole = draft.state.options.choice("landing_test") == "touchdown_and_slide"
    if whole and drop.touched is not None:
        start = (drop.touched.x_in, drop.touched.y_in)
        path = shapely.LineString([start, (drop.point.x_in, drop.point.y_in)])
    for area in draft.snapshot.terrain:
        kind = area.kind.strip().casefold()
        if kind in DEADLY and shapely.intersects(path, shapely.Polygon(area.outline)):
            return f"{area.kind} {area.id}"
    size = draft.snapshot.table
    table = shapely.box(0.0, 0.0, size.width, size.depth)
    return "" if shapely.covers(table, rest) else "nowhere, beyond the table"


def _whole_on_table(draft: Draft, unit: Unit, *, point: Spot) -> Spot:
    """The point, or the nearest one at which no part of the model hangs over the edge."""
    size, reach = draft.snapshot.table, farthest(draft.table.piece(unit.id).footprint)
    x = min(max(reach, point.x_in), size.width - reach)
    y = min(max(reach, point.y_in), size.depth - reach)
    return replace(point, x_in=Inches(round(x, 2)), y_in=Inches(round(y, 2)))


def settle_land(draft: Draft, ask: Ask, *, body: Place) -> None:
    """A unit stands where it came down, with what the landing has cost it."""
    unit = unit_in(draft.state, ask.unit)
    drop = _drop(draft)
    piece = landed(draft, unit, to=body.to)
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
        vouched=draft.snapshot.number if body.to is not None else -1,
        ask_id=ask.id,
        hits=_hits(draft, drop),
        lost=_lost(draft, unit, drop=drop),
    )
    draft.emit(event, clause="PT2-K3e" if event.hits else "PT2-K3b", evidence=(seen,))
    if drop.ones > 1 and unit.own.has("glider"):
        for name in draft.state.passengers_of(unit.id):
            if unit_in(draft.state, name).kind != "squad":
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
    if unit.own.infantry:
        lost = [weapon.name for weapon in unit.own.weapons if weapon.name in SUPPORT_WEAPONS]
        return " and ".join(lost)
    load = [
        name
        for name in draft.state.passengers_of(unit.id)
        if unit_in(draft.state, name).kind != "squad"
    ]
    return " and ".join(load)
