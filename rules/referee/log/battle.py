"""One battle as a value: its log, folded up.

The state is the fold of the game's events that stand, and of the changes that players agreed on.
What has been taken back stays in the log and is left out of the fold. Questions are open until the
game moves on: an answer is to the state in which it was asked. A proposal stays dismissed until
something befalls its subject.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from rules.referee.log import open_disputes
from rules.referee.log.agreement_words import (
    CHANGES,
    OptionChanged,
    StateAmended,
)
from rules.referee.log.clock_state import ClockState, clock_after
from rules.referee.log.clock_words import ClockNote, PauseAsked
from rules.referee.log.dispute_words import Challenged, MeasuredAgain, Settled
from rules.referee.log.entries import START, Entry, EntryKind, Stamp, Versions, entry_id, sealed
from rules.referee.log.growing import Entries
from rules.referee.log.house_options import all_options
from rules.referee.log.house_words import (
    REFEREE_EVENTS,
    Agreed,
    AskedOfOthers,
    Objected,
    PoseDeclared,
    PoseWithdrawn,
    ProposalDismissed,
    ProposalLogged,
    TakenBack,
    refuse_shared_kinds,
)
from rules.referee.log.open_disputes import Dispute
from rules.referee.log.setup_json import read_setup, written_setup
from rules.referee.log.subjects import mentions
from rules.referee.toolkit.game import Game, Seat, Setup, State
from rules.referee.toolkit.settings import Options, Value, options_from
from rules.table.bad_input import BadInputError, on_one_line

CAMERA: Final = "camera"
"""The author of what is done by policy; nobody can sit at the table under this name."""
UMPIRE: Final = "umpire"
"""The author of the header."""
STRIDE: Final = 512
"""Entries from one milestone to the next: as many at most are folded anew when something falls."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """A question that waits for the other sides."""

    ask: str
    """The id of the entry that asks."""
    author: str
    body: AskedOfOthers
    agreed: tuple[str, ...] = ()
    """The seats that have agreed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vouched:
    """A pose that somebody vouches for."""

    author: str
    pose: PoseDeclared


@dataclass(frozen=True, slots=True, kw_only=True)
class Milestone:
    """What the first entries of a log came to."""

    entries: int
    state: State
    changed: Mapping[str, Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Battle:
    """One battle, whole."""

    game: Game
    setup: Setup
    state: State
    entries: Entries
    """The whole log, the header first."""
    fallen: frozenset[str] = frozenset()
    """The ids of events that were taken back."""
    pending: tuple[Pending, ...] = ()
    declared: tuple[Vouched, ...] = ()
    """The latest word on each piece."""
    settled: tuple[ProposalDismissed | ProposalLogged, ...] = ()
    """Proposals that need not be made again while nothing changes."""
    disputes: tuple[Dispute, ...] = ()
    """Every dispute, also those that are settled."""
    clock: ClockState = field(default_factory=ClockState)
    changed: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))
    """The options that are no longer what they were at set-up."""
    milestones: tuple[Milestone, ...] = field(default=(), compare=False, repr=False)
    """Where folding anew may begin, so that not all of a long log has to be."""

    @property
    def options(self) -> Options:
        """What is agreed now."""
        return Options(MappingProxyType({**self.setup.options.values, **self.changed}))

    @property
    def sequence(self) -> int:
        """The place of the next entry."""
        return len(self.entries)

    @property
    def head(self) -> str:
        """The hash that the next entry hangs on."""
        return self.entries[-1].hash if self.entries else START

    def seat(self, name: str) -> Seat | None:
        """The seat of that name."""
        return next((seat for seat in self.setup.seats if seat.name == name), None)

    def entry(self, name: str) -> Entry | None:
        """The entry of that id."""
        number = name.removeprefix("e")
        if len(number) > 12 or not number.isdecimal() or entry_id(int(number)) != name:
            return None
        return self.entries[int(number)] if int(number) < len(self.entries) else None

    def stands(self, entry: Entry) -> bool:
        """Whether it is an event of the game that counts, or a change to it that was agreed on."""
        return is_part(entry) and entry.id not in self.fallen

    def of_command(self, command_id: str) -> tuple[Entry, ...]:
        """What a command brought about, if it was carried out."""
        return self.entries.of_command(command_id)


def begin(game: Game, setup: Setup, *, stamp: Stamp) -> Battle:
    """A new battle; options that were not chosen get their defaults."""
    refuse_shared_kinds(game)
    _refuse_seats(setup.seats)
    options = options_from(all_options(game), setup.options.values)
    header = Entry(
        sequence=0,
        time=stamp.time,
        author=UMPIRE,
        kind=EntryKind.HEADER,
        body=written_setup(replace(setup, options=options)),
        versions=Versions(game=game.slug, rules=game.version, umpire=stamp.umpire_version),
    )
    return _begun(game, sealed(header))


def replayed(game: Game, entries: Sequence[Entry]) -> Battle:
    """The battle that a log tells of, without a camera."""
    if not entries or entries[0].kind is not EntryKind.HEADER:
        got = entries[0].kind if entries else "nothing"
        raise BadInputError("e0", expected="a header", got=got)
    try:
        return applied(_begun(game, entries[0]), entries[1:])
    except (LookupError, AssertionError, StopIteration) as error:
        # Sealed afresh after it was forged: every line is whole, and yet it tells of no battle.
        raise BadInputError(
            "log", expected="events that follow from one another", got=f"one that does not: {error}"
        ) from error


def _begun(game: Game, header: Entry) -> Battle:
    _check_versions(game, header)
    setup = read_setup(game, header.body, where=header.id)
    return Battle(game=game, setup=setup, state=game.initial(setup), entries=Entries((header,)))


def applied(battle: Battle, entries: Iterable[Entry]) -> Battle:
    """The battle after these entries; those that it has already are passed over."""
    fresh = tuple(_fresh(battle, entries))
    bodies = tuple(body_of(battle.game, entry) for entry in fresh)
    book = replace(battle, entries=battle.entries.plus(fresh))
    for entry, body in zip(fresh, bodies, strict=True):
        if entry.kind is EntryKind.REFEREE:
            book = _noted(book, entry, body=body)
        elif book.pending or book.settled:
            book = _moved_on(book, (body,))
    # Compared by what they hold, two sets of many would take longer than all else.
    if book.fallen is not battle.fallen:
        first = min(int(each.removeprefix("e")) for each in book.fallen - battle.fallen)
        sound = tuple(each for each in book.milestones if each.entries <= first)
        return folded(replace(book, milestones=sound))
    return _went_on(book, zip(fresh, bodies, strict=True))


def is_part(entry: Entry) -> bool:
    """Whether the state depends on an entry while it stands."""
    return entry.kind is EntryKind.EVENT or entry.body.get("kind") in CHANGES


def body_of(game: Game, entry: Entry) -> object:
    """What an entry says, as the game's or the referee's own value."""
    words = game.events if entry.kind is EntryKind.EVENT else REFEREE_EVENTS
    return words.read(entry.body, entry.id)


def ended(battle: Battle) -> str | None:
    """How the battle ended, or None while it goes on."""
    return None if battle.game.result is None else battle.game.result(battle.state)


def awaits(battle: Battle) -> str:
    """What the game waits for and from whom."""
    return "" if battle.game.awaits is None else battle.game.awaits(battle.state)


def folded(battle: Battle, *, held: Mapping[str, Value] = MappingProxyType({})) -> Battle:
    """The battle with its state worked out anew; the options in `held` stay what they are."""
    nothing: Mapping[str, Value] = MappingProxyType({})
    milestone = battle.milestones[-1] if battle.milestones and not held else None
    if milestone is None:
        setup = replace(
            battle.setup, options=Options(MappingProxyType({**battle.setup.options.values, **held}))
        )
        milestone = Milestone(entries=0, state=battle.game.initial(setup), changed=nothing)
        battle = replace(battle, setup=setup, milestones=())
    begun = replace(battle, state=milestone.state, changed=milestone.changed)
    told = (
        (entry, body_of(battle.game, entry) if battle.stands(entry) else None)
        for entry in battle.entries[milestone.entries :]
    )
    return _went_on(begun, told, held=held)


def _went_on(
    battle: Battle,
    told: Iterable[tuple[Entry, object]],
    *,
    held: Mapping[str, Value] = MappingProxyType({}),
) -> Battle:
    """The battle with its state after entries, of which those that do not stand change nothing."""
    state, changed, milestones = battle.state, battle.changed, battle.milestones
    for entry, body in told:
        if body is not None and is_part(entry):
            match body:
                case OptionChanged(option=name):
                    if name not in held:
                        changed = _changed(battle.game, changed, body=body)
                        agreed = Options(
                            MappingProxyType({**battle.setup.options.values, **changed})
                        )
                        state = battle.game.under(state, agreed)
                case StateAmended():
                    state = _amended(battle.game, state, body=body)
                case _:
                    state = battle.game.evolve(state, body)
        if (entry.sequence + 1) % STRIDE == 0 and not held:
            milestones = (
                *milestones,
                Milestone(entries=entry.sequence + 1, state=state, changed=changed),
            )
    return replace(battle, state=state, changed=changed, milestones=milestones)


def _changed(
    game: Game, changed: Mapping[str, Value], *, body: OptionChanged
) -> Mapping[str, Value]:
    option = next(each for each in all_options(game) if each.name == body.option)
    return MappingProxyType({**changed, body.option: option.from_text(body.value, body.option)})


def _amended(game: Game, state: State, *, body: StateAmended) -> State:
    row = game.row(body.what)
    if row is None:
        known = ", ".join(each.name for each in game.amendable)
        raise BadInputError(f"{game.slug}.amendable", expected=body.what, got=known or "none")
    return row.amended(state, body.of, text=body.value)


def _fresh(battle: Battle, entries: Iterable[Entry]) -> Iterable[Entry]:
    place, head = battle.sequence, battle.head
    for entry in entries:
        if entry.sequence < battle.sequence:
            if battle.entries[entry.sequence] != entry:
                raise BadInputError(entry.id, expected="the entry of the log", got="another one")
            continue
        if entry.sequence != place or entry.previous != head:
            raise BadInputError(
                entry.id,
                expected=f"{entry_id(place)} after {head}",
                got=f"{entry.id} after {entry.previous}",
            )
        if entry.kind is EntryKind.HEADER:
            raise BadInputError(entry.id, expected="one header", got="another one")
        _check_versions(battle.game, entry)
        place, head = place + 1, entry.hash
        yield entry


def _check_versions(game: Game, entry: Entry) -> None:
    """A log of earlier rules is replayed as it was played; one of later rules is not understood."""
    made = entry.versions
    if made.game != game.slug or not 1 <= made.rules <= game.version:
        raise BadInputError(
            f"{entry.id}.versions",
            expected=f"{game.slug} with version {game.version} of its rules, or an earlier one",
            got=f"{made.game} with version {made.rules}",
        )


def _moved_on(battle: Battle, bodies: Iterable[object]) -> Battle:
    """Open questions lapse, and what befell a subject opens its proposals again."""
    told = tuple(bodies) if battle.settled else ()
    left = tuple(
        each for each in battle.settled if not any(mentions(body, each.subject) for body in told)
    )
    if not battle.pending and len(left) == len(battle.settled):
        return battle
    return replace(battle, pending=(), settled=left)


def _noted(battle: Battle, entry: Entry, *, body: object) -> Battle:
    """The battle after a word of the referee's own."""
    match body:
        case _ if isinstance(body, AskedOfOthers):
            asked = Pending(ask=entry.id, author=entry.author, body=body)
            return replace(battle, pending=(*battle.pending, asked))
        case Agreed(ask=ask):
            pending = tuple(
                replace(each, agreed=(*each.agreed, entry.author)) if each.ask == ask else each
                for each in battle.pending
            )
            return replace(battle, pending=pending)
        case Objected(ask=ask):
            left = tuple(each for each in battle.pending if each.ask != ask)
            return replace(battle, pending=left)
        case OptionChanged() | StateAmended():
            return _moved_on(battle, (body,))
        case _ if isinstance(body, ClockNote):
            return _timed(battle, clock_after(battle.clock, body, time=entry.time))
        case TakenBack(entries=names):
            lost = tuple(_lost(battle, name, before=entry) for name in names)
            left_over = _moved_on(battle, (body_of(battle.game, each) for each in lost))
            ids = frozenset(each.id for each in lost)
            disputes = open_disputes.fallen(left_over.disputes, ids)
            return replace(left_over, fallen=battle.fallen | ids, disputes=disputes)
        case Challenged() | MeasuredAgain() | Settled():
            told = open_disputes.noted(battle.disputes, body, entry=entry.id, author=entry.author)
            pending = () if isinstance(body, Settled) else battle.pending
            return replace(battle, disputes=told, pending=pending)
        case PoseDeclared(piece=piece):
            others = _others_declared(battle, piece)
            vouched = Vouched(author=entry.author, pose=body)
            return replace(battle, declared=(*others, vouched))
        case PoseWithdrawn(piece=piece):
            return replace(battle, declared=_others_declared(battle, piece))
        case ProposalDismissed(proposal=proposal) | ProposalLogged(proposal=proposal):
            rest = tuple(each for each in battle.settled if each.proposal != proposal)
            return replace(battle, settled=(*rest, body))
    return battle


def _timed(battle: Battle, clock: ClockState) -> Battle:
    """The battle with another clock; a pause is no longer asked for once there is one."""
    asked = battle.pending
    if clock.is_paused:
        asked = tuple(each for each in asked if not isinstance(each.body, PauseAsked))
    return replace(battle, clock=clock, pending=asked)


def _others_declared(battle: Battle, piece: str) -> tuple[Vouched, ...]:
    return tuple(each for each in battle.declared if each.pose.piece != piece)


def _lost(battle: Battle, name: str, *, before: Entry) -> Entry:
    entry = battle.entry(name)
    if entry is None or entry.sequence >= before.sequence or not battle.stands(entry):
        raise BadInputError(
            f"{before.id}.entries", expected="earlier events that stand", got=repr(name)
        )
    return entry


def _refuse_seats(seats: tuple[Seat, ...]) -> None:
    names = [seat.name for seat in seats]
    for index, name in enumerate(names):
        where = f"seats[{index}].name"
        on_one_line(name, where)
        if not name.strip() or name in {CAMERA, UMPIRE} or names.index(name) != index:
            raise BadInputError(where, expected="a name of its own", got=repr(name))
    if not any(seat.sides for seat in seats):
        raise BadInputError("seats", expected="at least one seat with a side", got=repr(names))
