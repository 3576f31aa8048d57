"""Holds everything that is true in a battle of Paper Tigers, but for where things stand."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from rules.games.paper_tigers.profiles import PROFILES, ActionKind, Profile, UnitKind
from rules.games.paper_tigers.vocabulary import CardStep, Edition, Phase, Turned
from rules.referee.toolkit.cards import PACK_NAMES
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.settings import Options
from rules.referee.toolkit.spots import Spot
from rules.table.units import Inches


@dataclass(frozen=True, slots=True, kw_only=True)
class Force:
    """A battle group: units and a hand of cards that one seat commands (PT1-I2)."""

    name: str
    seat: str
    side: str
    pack: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A card on a unit: face down and unknown, or with its face."""

    card: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """What a game moves and shoots."""

    id: str
    force: str
    side: str
    kind: UnitKind
    entry: Profile | None = None
    """What this very unit can do, where it differs from its kind."""
    pieces: tuple[str, ...]
    length: Inches
    """From front to back."""
    arrives: int = 0
    """The turn in which it comes onto the table; 0 for the start."""
    hits: int = 0
    cards: tuple[Slot, ...] = ()
    had_card: bool = False
    """PT1-E3: a card was laid on it this turn."""
    actions: int = 0
    follows: str = ""
    """PT1-E4: whom it has followed this turn."""
    aboard: str = ""
    in_area: str = ""
    """The house that it is in on a player's word."""
    spot: Spot | None = None
    """Where it was last ruled to stand; None while it is not on the table."""
    vouched: int = -1
    """The snapshot that its spot was typed in over; the camera's next word counts again."""
    destroyed: bool = False
    burning: bool = False
    destroyed_by: str = ""
    """The unit that did it."""
    repair: Slot | None = None
    extra: object | None = None
    """What an edition keeps of it besides."""

    @property
    def profile(self) -> Profile:
        return self.entry or PROFILES[self.kind]

    @property
    def damaged(self) -> bool:
        return not self.destroyed and 0 < self.hits < self.profile.destroyed_at

    @property
    def in_play(self) -> bool:
        """Alive and on the table, aboard something or on its own."""
        return not self.destroyed and (self.spot is not None or self.kind is UnitKind.BRIDGE)

    @property
    def is_bridge(self) -> bool:
        return self.kind is UnitKind.BRIDGE


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A battle group's pool of cards."""

    hidden: int = 0
    """Dealt this turn, face down, known to nobody."""
    open: tuple[str, ...] = ()
    """PT1-C5b: saved in earlier turns, known to all."""

    @property
    def count(self) -> int:
        return self.hidden + len(self.open)

    def without(self, card: str) -> "Hand":
        """Without a card: a saved one by its name, or one that nobody knows."""
        if card:
            return replace(self, open=tuple(each for each in self.open if each != card))
        return replace(self, hidden=self.hidden - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """A pack of cards, but for those in hands and on units."""

    draw: int = 52
    discards: tuple[str, ...] = ()
    hidden_discards: int = 0
    """Discarded without anybody having seen their faces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Objective:
    """An area that is worth points (PT1-G3)."""

    area: str
    points: int
    held_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing:
    """The card that is being played, and who acts with it."""

    turned: Turned
    action: ActionKind | None = None
    actors: tuple[str, ...] = ()
    """The card's user and its followers, once they are declared."""
    failed: bool = False
    """The user's roll failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slips:
    """PT1-H4: a side that begins as slips of paper."""

    side: str
    blanks: int
    left_off: int
    spots: Mapping[str, Spot] = field(default_factory=lambda: MappingProxyType({}))
    turned: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a battle ended."""

    winner: str
    how: str
    marginal: bool
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """One moment of a battle."""

    options: Options
    edition: Edition = field(compare=False)
    forces: tuple[Force, ...]
    """In the order in which they sit."""
    units: Mapping[str, Unit]
    slip_pieces: tuple[str, ...] = ()
    hands: Mapping[str, Hand]
    packs: Mapping[str, Pack]
    solo: bool = False
    phase: Phase = Phase.ROLL_SIDES
    asks: tuple[Ask, ...] = ()
    asked: int = 0
    """How many asks there have been: their ids count up."""
    steps: tuple[CardStep, ...] = ()
    """What is still to be done for the card being played; the first comes next."""
    attacker: str = ""
    edge: str = ""
    """The Defender's own edge."""
    objectives: tuple[Objective, ...] = ()
    big_hill: str = ""
    river: str = ""
    bridge: str = ""
    bridge_gone: bool = False
    captured_by: str = ""
    areas: tuple[str, ...] = ()
    columns: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """PT1-J1b: each side's roll for its column."""
    slips: Slips | None = None
    turn: int = 0
    run: int = 1
    fresh: bool = False
    """A new run begins: the next shuffle puts the discards back."""
    ended_packs: tuple[str, ...] = ()
    """Packs that ran out and were reshuffled in the middle of this turn's deal."""
    small_game: bool = False
    """PT1-C1c: both sides began with fewer than five units."""
    counts: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """Cards that each battle group rolled this turn."""
    rolls: Mapping[str, tuple[int, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Dice of a roll that several battle groups make together, as far as they are in."""
    passed: tuple[str, ...] = ()
    stuck: tuple[str, ...] = ()
    """The battle groups that were told that no unit of theirs can take a card in this step."""
    laid: tuple[str, ...] = ()
    """The battle groups that have laid a card or passed in this step, in order."""
    picks: Mapping[str, tuple[int, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """By unit, the cards that are to be turned up in this round."""
    round: int = 0
    """The round of picks this turn."""
    queue: tuple[Turned, ...] = ()
    """Cards that lie open, waiting for their turn."""
    playing: Playing | None = None
    sight_rolls: tuple[tuple[str, str, bool], ...] = ()
    """Doubtful lines that a die has settled this turn."""
    cover_settled: tuple[tuple[str, str, bool], ...] = ()
    """For the hit being taken: areas that a unit was said to be in, or not."""
    held_settled: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """By objective, the side that holds it at this end of a deck, where the players had to say."""
    kept: tuple[str, ...] = ()
    """Battle groups whose cards lie open at the end of this turn."""
    outcome: Outcome | None = None
    standby: Mapping[str, Unit] = field(default_factory=lambda: MappingProxyType({}))
    """PT1-G3c: units that are in the battle only where their side may add points."""
    bonus: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """By side, the points that it may still add."""
    extra: object | None = None
    """What an edition keeps of the battle besides."""

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(force.side for force in self.forces))

    @property
    def defender(self) -> str:
        return self.other_side(self.attacker)

    def other_side(self, side: str) -> str:
        """The enemy of a side."""
        return next(each for each in self.sides if each != side)

    def force(self, name: str) -> Force:
        """A battle group by its name."""
        return next(force for force in self.forces if force.name == name)

    def forces_of(self, side: str) -> tuple[Force, ...]:
        """A side's battle groups in their order."""
        return tuple(force for force in self.forces if force.side == side)

    def seats_of(self, side: str) -> tuple[str, ...]:
        """Who plays for a side."""
        return tuple(dict.fromkeys(force.seat for force in self.forces_of(side)))

    def unit(self, name: str) -> Unit:
        """A unit by its id."""
        return self.units[name]

    def living(self, side: str) -> tuple[Unit, ...]:
        """A side's units that are not destroyed, on the table or still to come."""
        return tuple(
            unit
            for unit in self.units.values()
            if unit.side == side and not unit.destroyed and not unit.is_bridge
        )

    def passenger_of(self, carrier: str) -> str:
        """Who is aboard a unit, or towed by it; nobody is an empty name."""
        return next((unit.id for unit in self.units.values() if unit.aboard == carrier), "")

    def passengers_of(self, carrier: str) -> tuple[str, ...]:
        """All who are aboard a unit, or towed by it: one, but where an edition allows more."""
        return tuple(unit.id for unit in self.units.values() if unit.aboard == carrier)

    @property
    def followers_late(self) -> bool:
        """AMB1-28: followers are named once the leader has rolled, or is done altogether."""
        return (
            self.options.choice("followers_declared") == "after_roll"
            or self.options.choice("chain_measured") == "after_leader"
        )

    def pack_of(self, force: str) -> str:
        """The pack that a battle group draws from."""
        return self.force(force).pack

    def unseen_faces(self, pack: str) -> tuple[str, ...]:
        """The faces that nobody has seen since the pack was last made whole (PT1-A2)."""
        forces = [force.name for force in self.forces if force.pack == pack]
        seen = {
            *self.packs[pack].discards,
            *(card for name in forces for card in self.hands[name].open),
            *(turned.card for turned in self.queue if turned.force in forces),
            *(
                slot.card
                for unit in self.units.values()
                if unit.force in forces
                for slot in (*unit.cards, *((unit.repair,) if unit.repair else ()))
            ),
        }
        if self.playing is not None and self.playing.turned.force in forces:
            seen.add(self.playing.turned.card)
        return tuple(name for name in PACK_NAMES if name not in seen)

    def with_unit(self, unit: Unit) -> "State":
        """The state with one unit changed."""
        return replace(self, units={**self.units, unit.id: unit})

    def with_hand(self, force: str, hand: Hand) -> "State":
        """The state with one hand changed."""
        return replace(self, hands={**self.hands, force: hand})

    def discarding(self, force: str, *cards: str) -> "State":
        """The state after cards of a battle group went to their discards; nameless ones unseen."""
        name = self.pack_of(force)
        pack = self.packs[name]
        known = tuple(card for card in cards if card)
        pack = replace(
            pack,
            discards=(*pack.discards, *known),
            hidden_discards=pack.hidden_discards + len(cards) - len(known),
        )
        return replace(self, packs={**self.packs, name: pack})
