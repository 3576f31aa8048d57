"""Everything that is true in a game; tokens stand in rooms, not at points."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from rules.games.paper_invasion.board import FloorPlan
from rules.games.paper_invasion.tables import EVENTS, VAULT, row_of
from rules.games.paper_invasion.vocabulary import (
    EnemyControl,
    Form,
    Mode,
    Phase,
    ReadingDoubt,
    Row,
    Side,
    Slots,
)
from rules.referee.toolkit.game import Seat
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.settings import Options


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """PI-OBJ-03: one H, P or O."""

    id: str
    form: Form
    place: str
    """A room, or a zone outside."""
    attached: str = ""
    """PI-SET-06: the room whose outer wall an Enemy outside stands at."""
    owner: str = ""
    """Of a Hero: the player whose it is, where each plays for oneself."""
    moved: bool = False
    acted: bool = False
    done: bool = False
    """PI-TRN-02: it is finished this turn, or waits for its side's next one."""
    could_move: bool = False
    """PI-EVT-02: whether it moved or had a legal Move at any moment of this turn."""
    looted: int = 0
    """The turn in which it took the vault item."""

    @property
    def side(self) -> Side:
        return Side.ENEMIES if self.form is Form.ENEMY else Side.HEROES


@dataclass(frozen=True, slots=True, kw_only=True)
class InvasionOutcome:
    """How a game ended."""

    winner: str
    """A side, or the player who is left."""
    clause: str
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """One moment of a game."""

    options: Options
    seats: tuple[Seat, ...]
    pieces: Mapping[str, str]
    """PI-GEO-10: the kind of each tagged piece of the roster that the game knows, by its id."""
    phase: Phase = Phase.THEME
    mode: Mode = Mode.SOLO
    theme: str = ""
    hero_name: str = "Hero"
    enemy_name: str = "Enemy"
    control: EnemyControl = EnemyControl.PLAYER
    used: tuple[tuple[str, str], ...] = ()
    """PI-SLOT-01: players, each with a word that is used up."""
    word: str = ""
    player: str = ""
    """Whose word it was."""
    slots: Slots | None = None
    vault_table: tuple[Row, ...] = VAULT
    event_table: tuple[Row, ...] = EVENTS
    board: FloorPlan | None = None
    doubts: tuple[ReadingDoubt, ...] = ()
    tokens: Mapping[str, Token] = field(default_factory=lambda: MappingProxyType({}))
    names: tuple[str, ...] = ()
    """Of all tokens that there have been: nobody gets the name of a dead one."""
    dealt: int = 0
    """PI-SET-05: how many Enemies were dealt to the sides of the board."""
    vault_room: str = ""
    event_room: str = ""
    looted: bool = False
    item_spent: bool = False
    turn: int = 0
    active: str = ""
    """The token that has begun and is not finished."""
    activated: int = 0
    """How many tokens have begun in all Enemy turns: whose turn it is to move one."""
    ending: bool = False
    """The turn is over, but for what it brings."""
    heroes_skip: int = 0
    enemies_skip: int = 0
    dodging: str = ""
    """PI-V-7: "all" or the holder, from the item's use to the end of the next Enemy turn."""
    removed: bool = False
    due: str = ""
    """The clause of an event that is to happen before anything else."""
    events: int = 0
    """How many there have been."""
    came: bool = False
    """PI-EVT-05: whether the compulsory one was among them."""
    happening: str = ""
    """The name of the last one."""
    may_repeat: bool = False
    """PI-EVT-05: a trigger has come again, so the players may have another event."""
    ask: Ask | None = None
    asked: int = 0
    outcome: InvasionOutcome | None = None

    @property
    def map(self) -> FloorPlan:
        """The board, once there is one."""
        assert self.board is not None
        return self.board

    @property
    def numbers(self) -> Slots:
        """The slots, once a word was taken."""
        assert self.slots is not None
        return self.slots

    @property
    def side(self) -> Side:
        """Whose turn it is."""
        return Side.ENEMIES if self.phase is Phase.ENEMY_TURN else Side.HEROES

    @property
    def in_play(self) -> bool:
        """Whether turns are taken."""
        return self.phase in {Phase.HERO_TURN, Phase.ENEMY_TURN}

    @property
    def heroes(self) -> tuple[Token, ...]:
        """PI-OBJ-03: all H and P."""
        return self.of(Side.HEROES)

    @property
    def enemies(self) -> tuple[Token, ...]:
        """All O."""
        return self.of(Side.ENEMIES)

    @property
    def vault_row(self) -> Row:
        """PI-VAULT-01: what lies in the vault."""
        return row_of(self.vault_table, self.numbers.vault_row)

    @property
    def event_row(self) -> Row:
        """PI-EVT-04: what happens."""
        return row_of(self.event_table, self.numbers.event_row)

    @property
    def automatic(self) -> bool:
        """PI-EN-04: whether the umpire moves the Enemies."""
        return self.control is EnemyControl.SCRIPT

    def of(self, side: Side) -> tuple[Token, ...]:
        """The tokens of a side, in the order in which they came."""
        return tuple(token for token in self.tokens.values() if token.side is side)

    def at(self, place: str, side: Side) -> tuple[Token, ...]:
        """The tokens of a side in a place."""
        return tuple(token for token in self.of(side) if token.place == place)

    def skips(self, side: Side) -> int:
        """PI-TRN-08: how many turns a side is going to miss."""
        return self.heroes_skip if side is Side.HEROES else self.enemies_skip

    def skipping(self, side: Side, *, more: int) -> "State":
        """The state in which a side misses so many turns more, or fewer."""
        if side is Side.HEROES:
            return replace(self, heroes_skip=self.heroes_skip + more)
        return replace(self, enemies_skip=self.enemies_skip + more)

    def seats_of(self, side: Side) -> tuple[str, ...]:
        """Who plays a side; where nobody came for it, everybody does."""
        playing = tuple(seat.name for seat in self.seats if side in seat.sides)
        return playing or tuple(seat.name for seat in self.seats)

    def with_token(self, token: Token) -> "State":
        """The state with one token changed or added."""
        return replace(self, tokens={**self.tokens, token.id: token})

    def without(self, *names: str) -> "State":
        """The state without some tokens."""
        return replace(
            self, tokens={name: each for name, each in self.tokens.items() if name not in names}
        )

    def used_by(self, player: str) -> tuple[str, ...]:
        """The words that a player may not take again."""
        return tuple(word for name, word in self.used if name == player)
