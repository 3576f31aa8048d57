"""Plays the second edition on a small table in tests: units, cards, and who asks what.

Host plays Red, who attacks from the north; Guest plays Blue, who defends the south.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.games.paper_tigers.chapters.initiative import in_order
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import Hand, Pack, Slot, State, Unit
from rules.games.paper_tigers.tests.battles import GUEST as BLUE
from rules.games.paper_tigers.tests.battles import HOST as RED
from rules.games.paper_tigers.tests.battles import spot
from rules.games.paper_tigers.tests.table_play import Battle as BasicBattle
from rules.games.paper_tigers.tests.table_play import all_of, ruling, the
from rules.games.paper_tigers.vocabulary import Phase, Turned
from rules.games.paper_tigers_2 import GAME
from rules.games.paper_tigers_2.battle_options import OPTIONS
from rules.games.paper_tigers_2.phases import EDITION
from rules.games.paper_tigers_2.state import BattleFacts, UnitFacts, facts_in, sheet_of
from rules.games.paper_tigers_2.tests.armies import line, outline_of
from rules.games.paper_tigers_2.units.catalogue import Sort, modifiers
from rules.games.paper_tigers_2.units.sheet import (
    Order,
    UnitSheet,
    entry_of,
    find_historical,
    kind_of_type,
    order_of,
    with_extra,
)
from rules.referee.toolkit.dice import DiceAsk
from rules.referee.toolkit.game import Seat, Setup
from rules.referee.toolkit.settings import Options, options_from
from rules.table.roster import Entry as Line
from rules.table.roster import Roster
from rules.table.shapes import Disc, Footprint, Rectangle
from rules.table.snapshot import Piece, PieceState, Pose, Terrain
from rules.table.units import Degrees, Inches
from tests.factories import Corner, piece, table

__all__ = [
    "GUEST",
    "HOST",
    "Battle",
    "Put",
    "acting",
    "agreed",
    "all_of",
    "ending_turn",
    "entry",
    "lines",
    "model",
    "new_battle",
    "picking",
    "put",
    "ruling",
    "started",
    "the",
]

HOST, GUEST = "Host", "Guest"
SIDE = 48.0
EMPTY = Hand()


def agreed(**chosen: object) -> Options:
    """Options with their defaults but for these."""
    return options_from(OPTIONS, chosen)


def entry(kind: str, *traits: str, improved: bool = False, **chosen: object) -> UnitSheet:
    """A unit of a type with modifiers."""
    found = [modifiers()[name] for name in traits]
    flames = "flamethrower" in traits
    order = Order(
        type=kind,
        improved=improved,
        advantages=tuple(m.name for m in found if m.sort is Sort.ADVANTAGE),
        disadvantages=tuple(m.name for m in found if m.sort is Sort.DISADVANTAGE),
        extras=tuple(
            m.name
            for m in found
            if m.sort not in {Sort.ADVANTAGE, Sort.DISADVANTAGE} and m.name != "flamethrower"
        ),
    )
    made = entry_of(order, options=agreed(**chosen))
    return with_extra(made, "flamethrower") if flames else made


def model(
    name: str, nation: str = "", *, extras: tuple[str, ...] = (), **chosen: object
) -> UnitSheet:
    """A historical unit."""
    found = find_historical(name, nation=nation, where="test")
    return entry_of(order_of(found, extras=extras), options=agreed(**chosen))


@dataclass(frozen=True, slots=True, kw_only=True)
class Put:
    """One unit on the table, and the piece that the camera sees."""

    unit: Unit
    piece: Piece


def put(
    name: str,
    at: Corner,
    *,
    kind: str = "medium tank",
    traits: Sequence[str] = (),
    improved: bool = False,
    as_model: str = "",
    nation: str = "",
    blue: bool = False,
    heading: float = 0.0,
    sigma: float = 0.0,
    seen: PieceState = PieceState.SEEN,
    cards: Sequence[str] = (),
    footprint: Footprint | None = None,
    chosen: Mapping[str, object] | None = None,
    **more: Any,
) -> Put:
    """A unit of one piece; cards by their faces, an empty one for a card lying face down."""
    given = dict(chosen or {})
    if as_model:
        made = model(as_model, nation, extras=tuple(traits), **given)
        kind = made.type
    else:
        made = entry(kind, *traits, improved=improved, **given)
    outline = footprint or outline_of(kind)
    length = outline.length if isinstance(outline, Rectangle) else 0.0
    length = 2 * outline.radius if isinstance(outline, Disc) else length
    force = BLUE if blue else RED
    fields: dict[str, Any] = {
        "cards": tuple(Slot(card=card) for card in cards),
        "had_card": bool(cards),
        "spot": spot(*at, heading),
        "pieces": (name,),
        **more,
    }
    facts = {each.name for each in dataclasses.fields(UnitFacts)}
    extra = UnitFacts(**{name: fields.pop(name) for name in facts & set(fields)})
    unit = Unit(
        id=name,
        force=force.name,
        side=force.side,
        kind=UnitKind(kind_of_type(Order(type=kind))),
        entry=made,
        length=Inches(length),
        extra=extra,
        **fields,
    )
    shown = piece(name, at, heading=heading, footprint=outline, sigma=sigma, state=seen)
    return Put(unit=unit, piece=shown)


class Battle(BasicBattle):
    """A battle in the middle of things."""

    def own(self, name: str) -> Unit:
        """A unit."""
        return self.state.unit(name)

    def facts(self, name: str) -> UnitFacts:
        """What this edition keeps of a unit."""
        return facts_in(self.own(name))

    def sheet(self, name: str) -> UnitSheet:
        """What a unit can do."""
        return sheet_of(self.own(name))

    @property
    def question(self) -> Any:
        """The first open question."""
        return self.state.asks[0].question

    @property
    def choices(self) -> tuple[str, ...]:
        """What the first open question may be answered with."""
        choices: tuple[str, ...] = self.question.choices
        return choices

    @property
    def parts_asked(self) -> list[tuple[int, str]]:
        """What the dice of the first open question are for, where that is more than one thing."""
        return [(part.count, part.what) for part in self.question.parts]

    @property
    def asked_dice(self) -> int:
        """How many dice the first open ask wants."""
        dice: DiceAsk = self.question.dice
        return dice.count

    @property
    def says(self) -> str:
        """What the first open ask says."""
        return self.state.asks[0].says


def started(
    *units: Put,
    phase: Phase,
    terrain: Sequence[Terrain] = (),
    chosen: Mapping[str, object] | None = None,
    side: float = SIDE,
    **more: Any,
) -> Battle:
    """A battle at any phase; `more` are fields of the state."""
    given: dict[str, Any] = {
        "forces": (RED, BLUE),
        "hands": {"Red": EMPTY, "Blue": EMPTY},
        "packs": {"pack": Pack()},
        "attacker": "red",
        "turn": 1,
        "edge": "south",
        "phase": phase,
        "areas": tuple(area.id for area in terrain),
        **more,
    }
    state = State(
        options=agreed(**dict(chosen or {})),
        edition=EDITION,
        extra=BattleFacts(),
        units={each.unit.id: each.unit for each in units},
        **given,
    )
    return Battle(state, table(*(each.piece for each in units), terrain=terrain, side=side))


def acting(*units: Put, cards: Mapping[str, str | Sequence[str]], **more: Any) -> Battle:
    """Cards lie open, by unit, and the first of them is to be played."""
    owners = {each.unit.id: each.unit.force for each in units}
    queue = [
        Turned(card=card, unit=name, force=owners[name])
        for name, faces in cards.items()
        for card in ([faces] if isinstance(faces, str) else faces)
    ]
    given: dict[str, Any] = {
        "phase": Phase.ACT,
        "queue": in_order(queue),
        "counts": {"Red": 7, "Blue": 7},
        **more,
    }
    marked = [
        replace(each, unit=replace(each.unit, had_card=each.unit.had_card or each.unit.id in cards))
        for each in units
    ]
    return started(*marked, **given)


def picking(*units: Put, **more: Any) -> Battle:
    """Cards lie on units; everybody picks one."""
    return started(*units, **{"phase": Phase.PICK, "counts": {"Red": 7, "Blue": 7}, **more})


def ending_turn(*units: Put, red: Hand = EMPTY, blue: Hand = EMPTY, **more: Any) -> Battle:
    """All cards are played; whoever has damaged units may repair."""
    hands = {"Red": red, "Blue": blue}
    return started(*units, **{"phase": Phase.REPAIR, "hands": hands, **more})


def new_battle(
    red: Sequence[Line],
    blue: Sequence[Line],
    *,
    terrain: Sequence[Terrain] = (),
    seats: Sequence[Seat] = (
        Seat(name=HOST, sides=("Red",)),
        Seat(name=GUEST, sides=("Blue",)),
    ),
    **options: object,
) -> Battle:
    """A battle before its first roll; Red waits along the north edge and Blue along the south."""
    setup = Setup(
        seats=tuple(seats), roster=Roster(entries=(*red, *blue)), options=agreed(**options)
    )
    pieces = []
    for lines, y, heading in ((red, SIDE - 3.0, 270.0), (blue, 3.0, 90.0)):
        for k, each in enumerate(lines):
            pose = Pose(x=Inches(4.0 + 4.5 * k), y=Inches(y), heading=Degrees(heading))
            pieces.append(
                Piece(
                    id=each.id, footprint=each.footprint, pose=pose, side=each.side, kind=each.kind
                )
            )
    return Battle(GAME.initial(setup), table(*pieces, terrain=terrain, side=SIDE))


def lines(side: str, *kinds: str) -> list[Line]:
    """Lines of an army list by types: R1, R2 ... or B1, B2 ..."""
    return [line(f"{side[0]}{k}", side=side, kind=kind) for k, kind in enumerate(kinds, 1)]


def weapon_names(made: UnitSheet) -> list[str]:
    """What a unit can fire, in its sheet's order."""
    return [weapon.name for weapon in made.weapons]
