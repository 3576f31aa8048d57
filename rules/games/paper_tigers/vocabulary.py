"""Knows the words of the game that commands, events and state share."""

from dataclasses import dataclass
from enum import StrEnum

from rules.referee.toolkit.dice import DiceAsk
from rules.referee.toolkit.spots import Spot
from rules.table.units import Inches


class Phase(StrEnum):
    """Where a battle stands."""

    ROLL_SIDES = "roll_sides"
    TERRAIN = "terrain"
    DEPLOY_FIRST = "deploy_first"
    DEPLOY_SECOND = "deploy_second"
    TURN_SLIPS = "turn_slips"
    SHUFFLE = "shuffle"
    ARRIVALS = "arrivals"
    ROLL_CARDS = "roll_cards"
    DEAL = "deal"
    ASSIGN = "assign"
    PICK = "pick"
    ACT = "act"
    REPAIR = "repair"
    REPAIR_ROLLS = "repair_rolls"
    CLEAN_UP = "clean_up"
    DECK_CHECK = "deck_check"
    ENDED = "ended"


class AskKind(StrEnum):
    """With which command an ask is answered."""

    ROLL = "roll"
    CHOOSE = "choose"
    TURN_UP = "turn_up"
    MOVE = "move"
    PLACE = "place"
    FOLLOW = "follow"


class Purpose(StrEnum):
    """What an ask is for."""

    SIDES = "sides"
    COLUMN = "column"
    CARDS = "cards"
    TIE = "tie"
    SIGHT = "sight"
    FIRE = "fire"
    SAVE = "save"
    MOVE = "move"
    DISMOUNT = "dismount"
    DEMOLISH = "demolish"
    RECOVER = "recover"
    TERRAIN = "terrain"
    COVER = "cover"
    WRECK = "wreck"
    GET_OFF = "get_off"
    INTENT = "intent"
    PLAY_ON = "play_on"
    HELD = "held"
    PICKED = "picked"
    REPAIR = "repair"
    KEPT = "kept"
    FINISH_MOVE = "finish_move"
    PUT_DOWN = "put_down"
    FOLLOW = "follow"
    AMENDED = "amended"
    """For something that only an edition knows which amends this game: its topic says what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Something that the referee waits for from one seat, said in full."""

    id: int
    seat: str
    force: str
    kind: AskKind
    purpose: Purpose
    clause: str
    says: str
    unit: str = ""
    other: str = ""
    """Whoever else it is about: the target, the carrier, the area."""
    dice: DiceAsk | None = None
    choices: tuple[str, ...] = ()
    cards: int = 0
    """How many faces to tell."""
    inches: Inches = Inches(0.0)
    """How far, for moves and for what is put down."""
    number: int = 0
    """The total to reach, or how many of the dice are armour."""
    topic: str = ""
    """What it is about where only an amending edition knows; empty in this one."""

    @property
    def key(self) -> str:
        """Who settles it: the topic, where there is one, or the purpose."""
        return self.topic or str(self.purpose)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitSpot:
    """Where one unit stands."""

    unit: str
    spot: Spot
    vouched: int = -1
    """The snapshot that it was typed in over; -1 where the camera saw it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Follower:
    """A unit that does as the card's user does, and at whom it fires."""

    unit: str
    target: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """A card that lies face up to act, and for whom."""

    card: str
    unit: str
    force: str
    intent: str = ""
    """What its owner has bound it to, where that is chosen as the card is turned."""
    tie_roll: int = 0
    """PT1-I3: what its side rolled against an equal card of the other pack."""


class StepKind(StrEnum):
    """What is still to be done for the card that is being played."""

    AIM = "aim"
    SAVE = "save"
    GET_OFF = "get_off"
    """Passengers leave; optional where the carrier lets them stay."""
    PUT_DOWN = "put_down"
    WRECK = "wreck"
    ROLL_MOVE = "roll_move"
    FINISH_MOVE = "finish_move"
    DEMOLISH = "demolish"
    FOLLOW = "follow"
    AMENDED = "amended"
    """Something that only an amending edition does: its topic says what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing still to be done."""

    kind: StepKind
    unit: str
    other: str = ""
    number: int = 0
    flag: bool = False
    """AIM: the line is in doubt. GET_OFF: they may stay. SAVE: hit as a passenger."""
    card: str = ""
    topic: str = ""
    """What is to be done where only an amending edition knows; empty in this one."""
    weapon: str = ""
    """With what is fired, where an edition tells weapons apart."""
    dice: tuple[int, ...] = ()
    """Dice that wait to be settled."""
    names: tuple[str, ...] = ()
    """Whoever else it is about."""

    @property
    def key(self) -> str:
        """Who does it: the topic, where there is one, or the kind."""
        return self.topic or str(self.kind)
