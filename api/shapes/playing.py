"""Describes what is played with: events, refusals, options with their holes, proposals, dice."""

from typing import Any, Literal

from api.answers.wire import PointIn
from api.shapes.shaped import Described
from rules.table.verdict import Answer


class MeasuredTold(Described):
    """One measurement that a ruling rests on; what there was nothing of is left out."""

    what: str
    """What was measured, in a word: range, sight, move, gap, inside."""
    answer: Answer
    why: str
    """The obstacle or the doubt, in words; empty where there is none to name."""
    snapshot: int
    """The number of the snapshot that it was measured on."""
    value: float | None = None
    """Inches."""
    limit: float | None = None
    """Inches."""
    margin: float | None = None
    """Inches by which the limit is kept; below zero, by which it is missed."""
    sigma: float | None = None
    """One standard error, in inches."""
    bound: float | None = None
    """How large the doubt is, in inches."""
    courtesy: float | None = None
    """Inches past the limit that the players overlook by agreement."""
    declared: list[str] | None = None
    """Pieces that a player vouched for."""
    line: list[PointIn] | None = None
    """The line or way that it was measured along."""
    blockers: list[str] | None = None


class RuledTold(Described):
    """An event that a command brought about."""

    sequence: int
    """Its place in the log, from 0 on, without a gap."""
    id: str
    """What players call it: `e41`."""
    time: str
    author: str
    """The seat, or `camera`."""
    kind: Literal["header", "event", "referee"]
    """The begin of the log, an event of the game's, or one of the referee's own."""
    clause: str
    says: str
    """The event as a sentence, the same for everybody."""
    evidence: list[MeasuredTold]


class EventTold(RuledTold):
    """One event of the log, as anybody may know it. What it holds beside is not told."""

    ruling: str
    """The first event that the same command has led to: all of one command are one ruling."""
    quiet: bool
    """Whether what it says is clear from what follows."""
    headline: int
    """Its rank among what could head its ruling: the largest is told first; 0 for most events."""
    dice: list[int]
    """What was rolled, where this event is a roll."""
    may_fall: bool
    """Whether the battle depends on it, so that it can be taken back."""
    taken_back: bool


class EventsTold(Described):
    """Some events of the log, the oldest first."""

    events: list[EventTold]
    last: int
    """The sequence of the last of them: ask again with `after` set to it."""
    more: bool
    """Whether there are more already."""


class RefusalTold(Described):
    """Why a command is not accepted; nothing has changed."""

    clause: str
    reason: str
    """A sentence for the player, with what was expected and what there is."""
    remedy: str = ""
    """What would do instead, in a sentence; empty where the reason says it, or nothing would."""
    waivable: bool
    """Whether the players may agree to let it pass, with `override`."""
    evidence: list[MeasuredTold]


class RefusedTold(RefusalTold):
    """A refusal that was just given."""

    kept: str = ""
    """What it is called where it is kept, as `r3`; empty where it rests on no measurement."""


class RefusalKeptTold(RefusalTold):
    """A refusal by measuring that is kept with the battle."""

    name: str
    number: int
    time: str
    seat: str
    after: int
    """The sequence of the last event when it was given."""
    dispute: str
    """The event that disputes it; empty where nobody has."""


class HoleTold(Described):
    """One open place of an option, and what may fill it.

    `kind` says what goes in: `unit` a piece's id, `units` a list of them, `area` an area's; `dice`
    a number from 1 to 6, or a list of `count` of them; `card` a card's name, `cards` a list of
    `count`, `piles` a list of such lists; `pose` an object with `x_in`, `y_in` and `heading_deg`;
    `choice` one of `allowed`; `count` a whole number; `line` points in inches; `sheet` the reading
    of a drawn sheet; `text` words.
    """

    name: str
    """The field of the command that it fills."""
    kind: str
    allowed: list[Any]
    """Values that are accepted with the other holes at their first one; empty where anything of
    the kind may be."""
    greyed: dict[str, str]
    """Values that somebody might expect here, each with the reason why it is not accepted."""
    optional: bool
    """Whether the field may be left out."""
    count: int
    """How many dice, cards or units."""
    by_chance: bool
    """Whether a toss of the referee's among the allowed values may choose."""


class KeepsNearTold(Described):
    """Whom a unit has to end its move near to, edge to edge."""

    unit: str
    within_in: float


class ReachTold(Described):
    """How far a unit may go with an offer. Ways round and what ends a move early are for the
    ruling.
    """

    unit: str
    x_in: float
    """From here, inches."""
    y_in: float
    limit_in: float
    stops: list[str]
    """The areas that end its move."""
    entry_in: float | None
    """How deep its leading edge may go into one; null where it may go as deep as it likes."""
    lead_in: float
    """How far that lies ahead of its middle."""
    near: KeepsNearTold | None
    """Null where it follows nobody."""


class HelpTold(Described):
    """What an offer is for, told to a newcomer."""

    says: str
    clause: str
    choices: dict[str, str]
    """By the value that is chosen, what comes of it."""


class OfferTold(Described):
    """A command that may be given now, but for its holes.

    The command is `{"kind": command, **fixed}` with a value for each hole.
    """

    command: str
    """The kind of the command: `GET /games/{slug}/commands` has its schema."""
    says: str
    fixed: dict[str, Any]
    """Fields of the command that are settled already."""
    holes: list[HoleTold]
    refusal: RefusalTold | None
    """Set where it is shown greyed: expected here, and not possible for this reason."""
    weight: Literal["main", "plain", "quiet", "grave"]
    """What the game waits for, what is possible beside it, or at any time, or ends the battle."""
    verb: str
    """What a button for it says; empty where the command's own name will do."""
    deed: str
    """The same once it is filled in, with its holes and fixed fields in braces: `Fire at {target}`;
    empty where the verb will do."""
    unit: str
    """Who acts with it, where no field says so."""
    by_drag: bool
    """Whether it is begun by moving the unit's piece."""
    forced: bool
    """Whether nothing is chosen with it, as in rolling and dealing."""
    each: bool
    """Whether one press may give it for one unit after the other."""
    reach: ReachTold | None
    """Set where a piece is moved with it."""
    help: HelpTold | None
    """Null where the game explains nothing."""


class ProposalTold(Described):
    """What the camera believes has happened, until somebody accepts or rejects it."""

    id: str
    kind: str
    subject: str
    """The unit or piece."""
    seat: str
    """In whose name it would be done."""
    says: str
    policy: str
    """What the players agreed to do with its kind: accept, ask, log or ignore."""
    can_be_done: bool
    """Whether accepting it gives a command."""
    evidence: list[MeasuredTold]


class PromiseTold(Described):
    """A roll that the referee has bound itself to."""

    digest: str
    """What it is called, and what it is held to afterwards."""
    nonce: str
    what: str
    """What the roll is for."""
    asked: str
    """`2 dice`, or `1 from among Fox Owl` for a toss."""


class RollTold(PromiseTold):
    """What came up, with all that it takes to check it."""

    seed: str
    contribution: str
    results: list[str]


class TrayTold(Described):
    """What the camera reads of the roll that a battle waits for."""

    seat: str
    """Who is to roll."""
    ask: int
    """The question that the dice answer."""
    count: int
    phase: Literal["unseen", "before", "open", "rolling", "unsure", "read"]
    """`before`: dice lie there that were not thrown for this roll; `open`: it may be rolled."""
    says: str
    """The same in plain words, with what is in doubt."""
    dice: list[int] | None
    """What came up, smallest first; where dice are for two things, those for the first of them come
    before the others. Only what is `sure` may be relied on."""
    sure: bool
    others: list[list[int]]
    """What the dice may show instead, the likeliest first."""
    accepts_in_s: float | None
    """How long from now until the dice count by themselves; null where they wait for their seat."""
    held: bool
    """Whether somebody objects to their counting by themselves."""


class TrayNowTold(Described):
    """The tray, as far as a battle waits for dice and one is in view."""

    tray: TrayTold | None


class ShownNumberTold(Described):
    """How often one number was shown to the umpire, by what it made of it."""

    face: int
    right: int
    unsure: int
    wrong: int


class DiceLessonTold(Described):
    """How far the umpire knows the dice of this table."""

    says: str
    is_over: bool
    """From then on rolls of other dice are asked about."""
    numbers: list[ShownNumberTold]


class RollOfCommandTold(Described):
    """A roll that went into a command."""

    command: str
    """The id of the command."""
    rolled_by: str
    roll: RollTold


class RollsTold(Described):
    """Every roll of the referee's in a battle."""

    promised: list[PromiseTold]
    """Those that wait."""
    rolled: list[RollOfCommandTold]
    unused: list[RollTold]
    """Rolls whose command was refused all the same."""
