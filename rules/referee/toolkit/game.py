"""A game as the referee sees it: a few pure functions and data in one frozen value."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, is_dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from rules.referee.dealing.rules_of_dealing import Dealing
from rules.referee.facts.battle import Facts
from rules.referee.toolkit.amending import Amendable
from rules.referee.toolkit.armies import Fieldable, Muster, Ordered
from rules.referee.toolkit.book.clauses import Clauses
from rules.referee.toolkit.book.explaining import Explanation
from rules.referee.toolkit.chronicle import Chronicle
from rules.referee.toolkit.evidence import Measured
from rules.referee.toolkit.measured_before import MeasuredBefore
from rules.referee.toolkit.settings import Option, Options
from rules.referee.toolkit.vocabulary import Vocabulary
from rules.referee.toolkit.what_counts import KeepsNear, UnitCounts
from rules.table.bad_input import BadInputError
from rules.table.roster import Column, Roster
from rules.table.snapshot import Snapshot
from rules.table.units import Inches

State = Any
"""A game's own frozen state; the referee hands it on and never looks inside."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One place at the table: who sits there, and for which side."""

    name: str
    sides: tuple[str, ...]
    """The sides it plays for: one, or both when somebody plays alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What a battle begins with."""

    seats: tuple[Seat, ...]
    roster: Roster
    options: Options

    def require_sides(self, sides: Collection[str]) -> None:
        """Refuse a seat that plays for nobody: a side without units has no say in anything."""
        for sitting in self.seats:
            strange = [side for side in sitting.sides if side not in sides]
            if strange:
                raise BadInputError(
                    f"seats.{sitting.name}",
                    expected="sides of the roster: " + ", ".join(sides),
                    got=repr(strange[0])[:60],
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Something that somebody asks the referee for."""

    author: str
    body: object
    """One of the game's commands."""
    waives: frozenset[str] = frozenset()
    """Clauses that all sides have agreed to overlook this once."""
    before: MeasuredBefore | None = field(default=None, compare=False, repr=False)
    """What need not be measured again, where many commands are tried on one moment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that has happened, and what it was judged by."""

    body: object
    """One of the game's events."""
    clause: str
    evidence: tuple[Measured, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A command that is not accepted; nothing has changed."""

    clause: str
    reason: str
    """A sentence for the player, with expected and got where there is a limit."""
    evidence: tuple[Measured, ...] = ()
    waivable: bool = False
    """Whether the players may agree to let it pass: a rule forbids it, and it makes sense."""
    remedy: str = field(default="", compare=False)
    """What would do instead, in a sentence; the referee adds it where the refusal is told."""

    @property
    def full(self) -> str:
        """The reason, and what would do instead where that is known."""
        return f"{self.reason} {self.remedy}".rstrip()


Decision = tuple[Event, ...] | Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Hole:
    """One open place in a template, and what may fill it."""

    name: str
    """The field of the command that it fills."""
    kind: str
    """unit, units (several), dice, card, cards, piles (lists of cards, as long as another hole's
    sizes say), pose, choice, count, area, line (on the sheet that is played on), sheet (one drawn
    by hand: a reading fills `rooms`, `walls` and `doubts` of the command), text: which widget a
    page shows."""
    allowed: tuple[object, ...] = ()
    """The values that are accepted with the other holes at their first allowed value."""
    greyed: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Values that somebody might expect here, each with the reason that it is not accepted."""
    optional: bool = False
    count: int = 1
    """How many dice, cards or units."""
    by_chance: bool = False
    """Whether a toss among the allowed values is as good as a choice."""


class Weight(StrEnum):
    """How much an offer matters now: what a page puts first, and what it asks twice about."""

    MAIN = "main"
    """What the game waits for."""
    PLAIN = "plain"
    """Possible now, beside what is waited for."""
    QUIET = "quiet"
    """Possible at any time, and seldom what is waited for."""
    GRAVE = "grave"
    """It ends the battle, so nobody is to do it by a slip of the hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveReach:
    """How far a unit may go with an offer, from where it stands; ways round and what ends a move
    early are for the ruling.
    """

    unit: str
    x: Inches
    y: Inches
    limit: Inches
    stops: tuple[str, ...] = ()
    """The areas that end its move; the referee fills in this and what follows from what counts."""
    entry: Inches | None = None
    """How deep its leading edge may go into one; None where it may go as deep as it likes."""
    lead: Inches = Inches(0.0)
    """How far that lies ahead of its middle."""
    near: KeepsNear | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A command that may be given now, but for its holes."""

    command: str
    """The kind of the command."""
    says: str
    """What it does, or what it is asked for, in a sentence."""
    fixed: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    holes: tuple[Hole, ...] = ()
    refusal: Refusal | None = None
    """Set when the command is shown greyed: expected here, and not possible for this reason."""
    weight: Weight = Weight.MAIN
    verb: str = ""
    """What its button says, where that is not the command's own name."""
    deed: str = ""
    """The same once it is filled in, its holes and fixed fields in braces: `Fire at {target}`."""
    unit: str = ""
    """Who acts with it, where no field of the command says so."""
    by_drag: bool = False
    """Whether it is begun by moving the unit's piece."""
    forced: bool = False
    """Whether nothing is chosen with it, as in rolling and dealing: the umpire may do it for those
    who have agreed to that.
    """
    each: bool = False
    """Whether one press may give it for unit after unit: nobody learns anything in between."""
    reach: MoveReach | None = None
    help: Explanation | None = None
    """What it is for, told to a newcomer; the referee adds it where the offer is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Something on the table that is not as the game has it."""

    subject: str
    """The unit or piece; only what depends on it waits."""
    kind: str
    says: str
    remedies: tuple[object, ...] = ()
    """Commands that settle it, the likeliest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighted:
    """What the camera believes has happened, as a command nobody has given yet."""

    kind: str
    subject: str
    seat: str
    """In whose name it would be done."""
    says: str
    command: object | None = None
    evidence: tuple[Measured, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalKind:
    """A kind of thing that the camera may propose, and what is done with it unless agreed."""

    name: str
    says: str
    policy: str = "ask"


Fact = Mapping[str, object]
"""One thing that is so in a judged case: its kind under `fact`, and what it says of whom."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FactTable:
    """How a game's state and the facts of judged cases turn into one another."""

    begin: Callable[[Setup, tuple[Fact, ...]], "State | Refusal"]
    """The state in which these facts are so, and everything else is as at any table; or why nobody
    may begin such a battle."""
    told: Callable[[State], tuple[Fact, ...]]
    """Every fact that is so in a state."""
    asks: Callable[[State], tuple[Any, ...]]
    """Every `Ask` that is open."""
    commands: Mapping[str, Mapping[str, object]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    """The commands of cases that are called otherwise here; `{name}` stands for what is said."""
    own: frozenset[str] = frozenset()
    """Facts named as a row of `Game.amendable` that it sets and tells by itself all the same."""
    rows: Mapping[str, tuple[str, str]] = field(default_factory=lambda: MappingProxyType({}))
    """Facts that are set through a row of another name, or of somebody who is called otherwise: the
    row, and whose it is, as `{role} {battle} of war 1`."""
    laid: Callable[[State, Snapshot], State] = lambda state, _: state
    """The state with its units where they lie on the table, before rows set facts."""
    follows: Callable[[State, Snapshot], State] = lambda state, _: state
    """What follows of the facts on this table, once those that rows set are so, too."""
    sees: Callable[[State, Snapshot], tuple[Fact, ...]] = lambda _state, _snapshot: ()
    """What the camera makes of the table, in facts that none of the state's are."""


Initial = Callable[[Setup], State]
Decide = Callable[[State, Command, Snapshot], Decision]
Evolve = Callable[[State, object], State]
Offer = Callable[[State, Snapshot, str], tuple[Template, ...]]
Say = Callable[[object], str]
View = Callable[[State, str], Mapping[str, object]]
ReadUnits = Callable[[Mapping[str, str]], tuple[Fieldable, ...]]


def _nothing_different(state: State, snapshot: Snapshot) -> tuple[Difference, ...]:
    del state, snapshot
    return ()


def _nothing_sighted(state: State, snapshot: Snapshot) -> tuple[Sighted, ...]:
    del state, snapshot
    return ()


def _rests_on_nothing(state: State, command: Command, difference: Difference) -> bool:
    del state, command, difference
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """An event that says who is what, as the attacker: sentences after it tell the name instead."""

    event: str
    """Its kind; each role is a field of it."""
    roles: tuple[str, ...]
    of: str
    """A field that it has in common with the events whose roles it gives."""


def keeps_options(state: State) -> bool:
    """Whether a state is a dataclass that holds the options of its battle as they are."""
    return is_dataclass(state) and isinstance(getattr(state, "options", None), Options)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A rule system, whole."""

    slug: str
    title: str
    version: int
    """Of its rules: one more whenever a ruling becomes another one. Events of earlier versions are
    replayed as they stand; what is judged again is judged by this version, and told so."""
    says: str
    """What it is, in a sentence."""
    option_schema: tuple[Option, ...]
    roster_schema: tuple[Column, ...] = ()
    commands: Vocabulary
    events: Vocabulary
    clauses: Clauses
    initial: Initial
    decide: Decide
    evolve: Evolve
    options: Offer
    """What this seat may ask for now: templates with holes."""
    say: Say
    cast: Roles | None = None
    view: View
    hides: Callable[[State, Snapshot, str], frozenset[str]] | None = None
    """The pieces that a seat may not be shown; a spectator is a seat that nobody has. None where
    whatever lies on the table is there for all to see."""
    differences: Callable[[State, Snapshot], tuple[Difference, ...]] = _nothing_different
    rests_on: Callable[[State, Command, Difference], bool] = _rests_on_nothing
    """Whether a command depends on a difference whose subject it does not name."""
    sighted: Callable[[State, Snapshot], tuple[Sighted, ...]] = _nothing_sighted
    proposal_kinds: tuple[ProposalKind, ...] = ()
    awaits: Callable[[State], str] | None = None
    """What the game waits for and from whom, in one sentence."""
    result: Callable[[State], str | None] | None = None
    """How it ended, or None while it goes on."""
    unmeasured: Callable[[tuple[str, ...]], Setup] | None = None
    """The set-up for these players without a camera; None where places have to be measured."""
    in_words: Callable[[State, str], tuple[str, ...]] | None = None
    """What a seat may know, as lines for a terminal, where there is no picture."""
    carried_over: Callable[[State], tuple[tuple[str, object], ...]] | None = None
    """What a game that is over leaves behind for the next: seats, each with a command."""
    sheet: Callable[[State], str] | None = None
    """What only the software keeps of the units, as a text to print; nothing secret is in it."""
    fieldable: tuple[Fieldable, ...] = ()
    """What armies are put together from, where the game has lists of units."""
    muster: Muster | None = None
    """What armies cost and what is wrong with them; whoever has units to field has this."""
    total_option: str = ""
    """The option that says how many points an army may cost, where the game has one."""
    ready_armies: Mapping[str, tuple[Ordered, ...]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    """Armies that can be taken as they are, by name."""
    read_units: ReadUnits | None = None
    """A player's own lists, from the texts of files by what each holds; refuses bad ones."""
    dealt: Callable[[int], str] | None = None
    """A roster that is dealt anew from a seed, as TOML, where what is printed is random."""
    dealing: Dealing | None = None
    """How the umpire deals its cards, for a battle with nothing printed; None where it has none."""
    fact_table: FactTable | None = None
    """What judged cases are built and compared by; without it the corpus has none of the game."""
    quiet: frozenset[str] = frozenset()
    """Kinds of events that a ruling leaves out, as those of a chronicle: what follows says it."""
    headlines: tuple[str, ...] = ()
    """Kinds of events that are told first of a ruling; of several the one that stands first."""
    chronicle: Chronicle | None = None
    """What it tells of a battle afterwards; without it a report has no turns, dice or points."""
    amendable: tuple[Amendable, ...] = ()
    """What of its state the players may amend together."""
    ruled_places: Callable[[State], Mapping[str, Any]] | None = None
    """Where its state has each unit, as a `RuledPlace` by unit, for a table without a camera."""
    what_counts: Callable[[State, Snapshot, str], UnitCounts | None] | None = None
    """What counts on the maps of a unit, by the rules that its commands are held to; None for a
    unit that has none. Without it maps show what every table has: sight, range and a plain way."""
    facts: Callable[[State, str], Facts] | None = None
    """What a seat may know, typed, for pages to draw; None leaves it to the referee."""
    other_options: Callable[[State, Options], State] | None = None
    """The state under other options; None where it keeps them as its field `options`."""

    def under(self, state: State, options: Options) -> State:
        """The state once other options were agreed on."""
        if self.other_options is not None:
            return self.other_options(state, options)
        return replace(state, options=options) if keeps_options(state) else state

    def takes_other_options(self, state: State) -> bool:
        """Whether its own options can change in mid-battle."""
        return self.other_options is not None or keeps_options(state)

    def row(self, name: str) -> Amendable | None:
        """What may be amended under this name."""
        return next((each for each in self.amendable if each.name == name), None)

    def __post_init__(self) -> None:
        names: list[str] = [option.name for option in self.option_schema]
        doubled = sorted({name for name in names if names.count(name) > 1})
        if doubled:
            raise BadInputError(self.slug, expected="each option once", got=f"{doubled[0]} twice")
        rows = [each.name for each in self.amendable]
        if len(set(rows)) != len(rows):
            raise BadInputError(self.slug, expected="each amendable row once", got=f"{rows}")
