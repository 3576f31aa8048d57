"""Describes the facts of a battle: what a page draws of any game without knowing its name."""

from typing import Literal

from api.shapes.shaped import Described


class NumberShownTold(Described):
    """A number with its name: of a unit, of a side, or of the battle."""

    name: str
    """As it stands before the number: `Points`, `Armour`."""
    value: float
    of: float | None
    """How much it can be at most; null where nothing limits it."""
    unit: str
    """What it counts, where the name does not say: `in`, `dice`."""
    main: bool
    """Whether it is the one that matters most."""


class CardShownTold(Described):
    """A card whose face the seat may know."""

    name: str
    """As a command names it."""
    says: str
    rank: str
    """Of a card of an ordinary pack, as `10` or `Q`; empty for any other card."""
    suit: Literal["", "H", "D", "S", "C"]


class HandShownTold(Described):
    """The cards that somebody holds."""

    owner: str
    seat: str
    side: str
    down: int
    """How many cards have a face that the seat may not know."""
    open: list[CardShownTold]
    """Cards that everybody knows."""
    own: list[CardShownTold]
    """Cards that the seat alone knows."""


class PileShownTold(Described):
    """A pile of cards on the table, or beside it."""

    name: str
    says: str
    count: int | None
    """Null where the seat may not know."""
    top: CardShownTold | None
    """The open card on top; null where none lies open."""
    owner: str
    side: str
    row: str
    """What it is a part of; piles of one row are laid side by side."""
    column: int
    """Its place in the row, from 1 on; piles of both sides with one number face each other."""
    result: str
    at_in: tuple[float, float] | None
    """Inches to the east and to the north; null where nobody has seen it."""
    notes: list[str]


class StatusShownTold(Described):
    """Something that is so of a unit for a while."""

    name: str
    says: str
    """As the end of a sentence on the unit: `cannot move`."""
    mark: Literal["note", "fire", "cover", "stuck", "strong", "weak", "item", "repair"]
    """Which picture it has on the piece; a note has none."""


class GaugeTold(Described):
    """How much a unit can still take."""

    value: int
    of: int
    says: str
    """What is counted: `hits`, `hit points`."""
    falls: bool
    """Whether the unit is lost at 0, and not at `of`."""


class UnitShownTold(Described):
    """One unit."""

    id: str
    name: str
    side: str
    kind: str
    """Which drawing it has."""
    says: str
    """What it is, in a word or two."""
    pieces: list[str]
    """What it is on the table."""
    stage: Literal["to_come", "in_play", "wreck", "corpse", "gone"]
    """Where it is between coming and going; of what is gone nothing lies on the table."""
    lost_to: str
    """The unit that destroyed it."""
    place: str
    """What it is in, in words; empty where it stands in the open."""
    damage: GaugeTold | None
    cards_down: int
    cards_open: list[CardShownTold]
    statuses: list[StatusShownTold]
    acting: bool
    acted: bool
    """It has done something in this turn."""
    done: bool
    """Nothing is left for it to do in this turn."""
    carried_by: str
    carries: list[str]
    value: float | None
    """Its points."""
    numbers: list[NumberShownTold]
    notes: list[str]


class SideShownTold(Described):
    """One side, or one player where each is alone."""

    name: str
    seats: list[str]
    says: str
    """What it is in this battle, as `Attacker`."""
    acting: bool
    numbers: list[NumberShownTold]
    hands: list[HandShownTold]
    notes: list[str]


class StepShownTold(Described):
    """A part of a turn, or of what comes before the first."""

    says: str
    state: Literal["done", "now", "to_come"]


class TurnShownTold(Described):
    """Where the battle stands."""

    number: int
    """0 before the first turn."""
    says: str
    """What turns are called: `Turn 3`; empty where the game knows none."""
    steps: list[StepShownTold]
    stages: list[StepShownTold]
    """The parts of the step that is now, where it has any."""


class OrderPlaceTold(Described):
    """One place in the order of play."""

    says: str
    state: Literal["done", "now", "to_come"]
    side: str
    unit: str
    """Which unit acts; empty where it is somebody's turn as a whole."""
    card: CardShownTold | None


class OrderShownTold(Described):
    """Who acts after whom."""

    places: list[OrderPlaceTold]
    down: int
    """How many more places there are that nobody knows yet."""


class ObjectiveTold(Described):
    """Something on the table that is worth having."""

    name: str
    says: str
    worth: float | None
    held_by: str
    """A side or a unit; empty while nobody has it."""


class AwaitedTold(Described):
    """Somebody who is waited for."""

    seat: str
    """Empty where the game does not tell which."""
    who: str
    says: str
    """The whole question for the seat that is asked, a few words for the others."""
    yours: bool


class SideStandingTold(Described):
    """How far one side has come on a way to win."""

    side: str
    value: float


class WayTold(Described):
    """One thing that decides this battle, and where the sides are with it."""

    says: str
    clause: str
    counts: str
    """What is counted for it; empty where nothing is."""
    goal: float | None
    """How much has to be reached; null where whoever has more is ahead."""
    standing: list[SideStandingTold]


class FactsTold(Described):
    """The state of a battle for a seat, the same in every game; what is secret is not there."""

    turn: TurnShownTold
    sides: list[SideShownTold]
    units: list[UnitShownTold]
    order: OrderShownTold
    piles: list[PileShownTold]
    objectives: list[ObjectiveTold]
    clocks: list[NumberShownTold]
    """What runs out, or counts up to an end."""
    awaited: list[AwaitedTold]
    surface: Literal["mat", "cloth", "paper"]
    """What the game is played on: ground for miniatures, a cloth for cards, a sheet to draw on."""
    notes: list[str]
    """What else is so now, as sentences."""
    winner: str
    ways: list[WayTold]
    """How this battle is won, under its options."""
