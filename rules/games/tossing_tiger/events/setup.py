"""Knows what can have happened up to the first battle of a war."""

from dataclasses import dataclass

from rules.games.tossing_tiger.vocabulary import Ask, Edge, Lane, Phase, Purpose, Role, Spot, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The umpire waits for somebody."""

    ask: Ask


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A question is answered."""

    ask_id: int
    player: str
    choice: str
    purpose: Purpose


@dataclass(frozen=True, slots=True, kw_only=True)
class SatDown:
    """A player has six cards and sits at an edge."""

    player: str
    edge: Edge
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseBegan:
    """Another part of the game."""

    phase: Phase
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StarterSet:
    """Who begins."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegan:
    """TT-TRN-01, TT-SIM-01, TT-FT-02: a turn, or a round of wars."""

    round: int
    player: str
    """Whose turn it is, or who starts the round; the attacking team."""
    waiting: tuple[str, ...]
    """Whoever may still be in a war of this round, in order."""
    arbiter: str = ""
    """TT-SIM-02."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WarDeclared:
    """One player, or team, attacks another."""

    war: int
    attacker: str
    defender: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberSaid:
    """How many piles each side makes."""

    war: int
    number: int
    least: int
    """Cards that a pile has to have."""
    with_dawncard: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DawncardLaid:
    """TT-DJ-02: a Rooster lies open at place 1."""

    war: int
    player: str
    card: str
    rule: str
    change: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyPlaceSet:
    """TT-DAWN-01: where the defender lays no pile."""

    war: int
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StageBegan:
    """Another part of a war."""

    war: int
    stage: Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class PilesBuilt:
    """Piles are made, shuffled, and lie face down."""

    war: int
    role: Role
    places: tuple[int, ...]
    sizes: tuple[int, ...]
    owners: tuple[str, ...]
    ask_id: int = 0
    again: bool = False
    """Unrolled piles were made anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsSeen:
    """Two rows lie there, pile against pile."""

    war: int
    ask_id: int
    attacking: tuple[Spot, ...] = ()
    """By place; empty where nobody looked but the players."""
    defending: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneMarked:
    """Where a war is fought."""

    war: int
    lane: Lane


@dataclass(frozen=True, slots=True, kw_only=True)
class AnimalNamed:
    """For the war rule."""

    war: int
    animal: str
    rule: str
