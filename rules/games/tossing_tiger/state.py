"""Everything that is true in a game, but for where things lie and what nobody has turned up.

No face that is hidden stands here: a hand, a pile and the draw pile are numbers of cards.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from rules.games.tossing_tiger.deck import Deck
from rules.games.tossing_tiger.vocabulary import (
    LEAST,
    BattleFate,
    CardAt,
    FreeTalk,
    Lane,
    OfCard,
    Phase,
    Pile,
    PileSpot,
    Role,
    RolledAnimal,
    SeatEdge,
    Take,
    Taught,
    WarStage,
)
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.settings import Options

Row = tuple[Pile | None, ...]
"""By place; None where there is no pile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Whoever has a hand of cards."""

    name: str
    seat: str
    team: str
    """TT-FT-01; a player without a team is one alone."""
    edge: SeatEdge | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class War:
    """TT-OBJ-05: all battles of one turn."""

    id: int
    attacker: str
    """A player; with teams, a team."""
    defender: str
    stage: WarStage = WarStage.NUMBER
    number: int = 0
    least: int = LEAST
    """TT-FT-05: cards that a pile has to have."""
    dawncard: str = ""
    rule: str = ""
    """TT-DJ-03."""
    change: str = ""
    """TT-DJ-05."""
    animal: str = ""
    """The one that was named for the rule."""
    empty_place: int = 0
    """TT-DAWN-01."""
    attacking: Row = ()
    defending: Row = ()
    built: tuple[Role, ...] = ()
    battles: tuple[BattleFate, ...] = ()
    battle: int = 0
    """The one that is fought."""
    rerolls: int = 0
    """TT-AMB-10: in this battle."""
    log: tuple[RolledAnimal, ...] = ()
    guess: str = ""
    """TT-DAWN-14: the animal; it stays when it was made."""
    guess_place: int = 0
    merged: bool = False
    free_rerolled: tuple[Role, ...] = ()
    declined: tuple[str, ...] = ()
    """TT-HI-03: players who have."""
    taught: tuple[Taught, ...] = ()
    bonus: int = 1
    """Piles for the overall winner, before anything multiplies it."""
    stopped: str = ""
    """Why it ended early."""
    winner: Role | None = None
    """TT-RC-01."""
    no_winner: bool = False
    final_done: bool = False
    bait_done: bool = False
    told: tuple[str, ...] = ()
    """The results as they were told last."""
    results: tuple[str, ...] = ()
    """Once it is decided."""
    winners: tuple[Role, ...] = ()
    decided: bool = False
    piles_due: Mapping[Role, int] = field(default_factory=lambda: MappingProxyType({}))
    """TT-SPO-03: whole piles that a side has coming."""
    takes: tuple[Take, ...] = ()
    penalties: tuple[str, ...] = ()
    """TT-FT-08: teams that still owe a card."""
    lane: Lane | None = None
    spots: Mapping[Role, tuple[PileSpot, ...]] = field(default_factory=lambda: MappingProxyType({}))

    def row(self, role: Role) -> Row:
        return self.attacking if role is Role.ATTACKER else self.defending

    def party(self, role: Role) -> str:
        return self.attacker if role is Role.ATTACKER else self.defender

    def pile(self, role: Role, place: int) -> Pile | None:
        """The pile at a place; one without any card is none."""
        row = self.row(role)
        found = row[place - 1] if 1 <= place <= len(row) else None
        return None if found is None or not (found.size or found.face) else found

    def laid(self, role: Role, place: int) -> Pile:
        """The pile that lies at a place."""
        pile = self.row(role)[place - 1]
        assert pile is not None
        return pile

    def face(self, role: Role, place: int) -> str:
        pile = self.pile(role, place)
        return "" if pile is None else pile.face

    def piles(self, *roles: Role) -> Iterator[tuple[CardAt, Pile]]:
        """The piles of these sides, or of both; the attacker's stand first."""
        for role in roles or Role:
            for place in range(1, self.number + 1):
                if (pile := self.pile(role, place)) is not None:
                    yield CardAt(war=self.id, role=role, place=place), pile

    def spot(self, role: Role, place: int) -> PileSpot | None:
        """Where the camera saw a pile being laid."""
        spots = self.spots.get(role, ())
        return spots[place - 1] if place <= len(spots) else None

    def with_pile(self, role: Role, place: int, *, pile: Pile | None) -> "War":
        row = list(self.row(role))
        row[place - 1] = pile
        return self.with_row(role, tuple(row))

    def with_row(self, role: Role, row: Row) -> "War":
        if role is Role.ATTACKER:
            return replace(self, attacking=row)
        return replace(self, defending=row)

    def fought(self, place: int) -> BattleFate:
        return self.battles[place - 1] if place <= len(self.battles) else BattleFate()

    def with_battle(self, place: int, **changes: object) -> "War":
        """With something else said of a battle."""
        battles = [*self.battles, *(BattleFate() for _ in range(self.number - len(self.battles)))]
        battles[place - 1] = replace(self.fought(place), **changes)  # type: ignore[arg-type]
        return replace(self, battles=tuple(battles))

    @property
    def is_over(self) -> bool:
        return self.stage is WarStage.OVER


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a game ended."""

    winners: tuple[str, ...]
    how: str
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """One moment of a game."""

    options: Options
    deck: Deck
    """The cards that are played with."""
    players: tuple[Player, ...]
    """Clockwise."""
    phase: Phase = Phase.SETUP
    asks: tuple[Ask, ...] = ()
    asked: int = 0
    hands: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    draw: int = 0
    discards: int = 0
    destroyed: tuple[str, ...] = ()
    """TT-OBJ-10: faces of cards that left the game; one that nobody saw is an empty text."""
    war_pile: int = 0
    starter: str = ""
    """Whoever starts this round; the attacking team."""
    round: int = 0
    waiting: tuple[str, ...] = ()
    """TT-SIM-01: not in a war of this round yet."""
    wars: tuple[War, ...] = ()
    """Of this round."""
    war_count: int = 0
    talks: tuple[FreeTalk, ...] = ()
    shown: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """TT-HI-02: points by player."""
    shown_hands: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    stopped: bool = False
    """TT-AMB-01, TT-FT-09: nothing but the end comes now."""
    outcome: Outcome | None = None

    @property
    def together(self) -> bool:
        return self.options.flag("fight_together")

    @property
    def teams(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(player.team for player in self.players))

    @property
    def shown_cards(self) -> tuple[str, ...]:
        return tuple(card for cards in self.shown_hands.values() for card in cards)

    @property
    def talking(self) -> tuple[str, ...]:
        """TT-ANI-18: teams that may talk freely now."""
        return tuple(dict.fromkeys(talk.party for talk in self.talks))

    @property
    def parties(self) -> tuple[str, ...]:
        """Whoever fights wars: teams, or players."""
        return self.teams if self.together else tuple(player.name for player in self.players)

    def player(self, name: str) -> Player:
        return next(player for player in self.players if player.name == name)

    def members(self, party: str) -> tuple[Player, ...]:
        """The players of a team, or the one of that name."""
        if self.together:
            return tuple(player for player in self.players if player.team == party)
        return (self.player(party),)

    def seats(self, war: War) -> frozenset[str]:
        """The seats of those who fight in a war."""
        parties = (war.attacker, war.defender)
        return frozenset(each.seat for party in parties for each in self.members(party))

    def speaker(self, party: str) -> Player:
        """Who answers for a party: its only player, or the first of the team."""
        return self.members(party)[0]

    def war(self, number: int) -> War:
        return next(war for war in self.wars if war.id == number)

    def with_war(self, war: War) -> "State":
        return replace(self, wars=tuple(war if war.id == each.id else each for each in self.wars))

    def with_changed_pile(self, at: OfCard, **changes: object) -> "State":
        """With something changed about one of the piles of a war."""
        war = self.war(at.war)
        pile = replace(war.laid(at.role, at.place), **changes)  # type: ignore[arg-type]
        return self.with_war(war.with_pile(at.role, at.place, pile=pile))

    def answered(self, ask_id: int) -> "State":
        """Without the question that was answered; 0 for none."""
        return replace(self, asks=tuple(ask for ask in self.asks if ask.id != ask_id))

    def with_hand(self, player: str, count: int) -> "State":
        """TT-OBJ-02: a hand that has so many cards more, or fewer."""
        hands = {**self.hands, player: self.hands.get(player, 0) + count}
        return replace(self, hands=MappingProxyType(hands))

    @property
    def going(self) -> tuple[War, ...]:
        """Wars that are not over."""
        return tuple(war for war in self.wars if not war.is_over)

    @property
    def lying(self) -> tuple[Pile, ...]:
        """Every pile of a war that goes on."""
        rows = (war.row(role) for war in self.going for role in Role)
        return tuple(pile for row in rows for pile in row if pile is not None)

    def owned(self, player: str) -> int:
        """Every card of a player: in hand, and in piles."""
        in_piles = sum(pile.size for pile in self.lying if pile.owner == player)
        return self.hands.get(player, 0) + in_piles

    @property
    def face_up(self) -> tuple[str, ...]:
        """Every card that lies open in a war."""
        return tuple(pile.face for pile in self.lying if pile.face)

    @property
    def all_cards(self) -> int:
        """TT-SET-03: wherever they are; it never changes."""
        owned = sum(self.owned(player.name) for player in self.players)
        return owned + self.draw + self.discards + len(self.destroyed) + self.war_pile

    def can_show(self, face: str) -> bool:
        """Whether a pile may still show that card, or a card of that animal."""
        gone = (*self.destroyed, *self.face_up)
        if face in self.deck.cards:
            if face in gone:
                return False
        elif face not in self.deck.animals:
            return False
        animal = self.deck.animal(face)
        left = self.deck.copies(animal) - sum(self.deck.animal(each) == animal for each in gone)
        return left > 0
