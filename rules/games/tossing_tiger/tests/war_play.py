"""Plays a war for a test: hands of a size, cards turned up as they are written, answers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any, Final, TypeVar

from rules.games.tossing_tiger import GAME
from rules.games.tossing_tiger.chapters.animal_actions import BattleToPeekAt
from rules.games.tossing_tiger.chapters.battles import PileToTurn, TurnUpPile
from rules.games.tossing_tiger.chapters.layout import RowsLaid, RowsToLay
from rules.games.tossing_tiger.chapters.opening import HowManyPiles, WhichDawncard
from rules.games.tossing_tiger.chapters.piles import LayPiles, PilesToMake
from rules.games.tossing_tiger.chapters.rounds import Ready
from rules.games.tossing_tiger.deck import ROSTER_SCHEMA, STARTER, roster_toml
from rules.games.tossing_tiger.initial import OPTIONS
from rules.games.tossing_tiger.results import WarScene
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import Phase, Result, Role, SeatEdge, place_of
from rules.referee.toolkit.game import Command, Event, Refusal, Seat, Setup, Template
from rules.referee.toolkit.questions import Ask, ChoiceQuestion, Choose, Question
from rules.referee.toolkit.settings import options_from
from rules.table.files.printed import PRINTING
from rules.table.files.roster_files import roster_from_toml
from rules.table.roster import Roster
from rules.table.snapshot import Snapshot, TableSize
from rules.table.units import Inches

EMPTY: Final = Snapshot(table=TableSize(width=Inches(36.0), depth=Inches(24.0)), number=1)
NAMES: Final = ("Host", "Guest", "Stranger", "Rangers", "Raiders", "Scouts", "Riders")
SHORT: Final = MappingProxyType(
    {
        Result.ATTACKER: "A",
        Result.DEFENDER: "D",
        Result.BOTH: "BOTH",
        Result.NONE: "NONE",
        None: "-",
    }
)
EVERYTHING: Final[Mapping[str, Any]] = MappingProxyType({"more_animals": True, "dawndojo": True})

_Question = TypeVar("_Question", bound=Question)


def sitting(count: int, *, teams: Sequence[str] = ()) -> tuple[Seat, ...]:
    """So many players; with teams, the side of each."""
    sides = teams or NAMES
    return tuple(Seat(name=NAMES[at], sides=(sides[at],)) for at in range(count))


def setup(seats: tuple[Seat, ...], *, roster: Roster | None = None, **options: Any) -> Setup:
    return Setup(
        seats=seats,
        roster=Roster(entries=()) if roster is None else roster,
        options=options_from(OPTIONS, options),
    )


class Table:
    """A game as it is played; every command has to be accepted unless a refusal is asked for."""

    def __init__(
        self,
        *,
        players: int = 2,
        teams: Sequence[str] = (),
        starter: str = "",
        roster: Roster | None = None,
        edges: Sequence[SeatEdge] = (
            SeatEdge.SOUTH,
            SeatEdge.NORTH,
            SeatEdge.WEST,
            SeatEdge.EAST,
            SeatEdge.WEST,
        ),
        **options: Any,
    ) -> None:
        self.setup = setup(sitting(players, teams=teams), roster=roster, **options)
        self.state: State = GAME.initial(self.setup)
        self.snapshot = EMPTY
        self.events: list[Event] = []
        self.starter = starter or self.state.players[0].name
        if self.state.together:
            self.starter = starter or self.state.teams[0]
        self.edges = edges

    # --- commands --------------------------------------------------------------------------------

    def refused(self, author: str, body: object) -> Refusal:
        """A command that is not accepted."""
        decision = GAME.decide(self.state, Command(author=author, body=body), self.snapshot)
        assert isinstance(decision, Refusal), decision
        return decision

    def give(
        self, author: str, body: object, *, waives: frozenset[str] = frozenset()
    ) -> tuple[Event, ...]:
        """A command that is accepted."""
        command = Command(author=author, body=body, waives=waives)
        decision = GAME.decide(self.state, command, self.snapshot)
        assert not isinstance(decision, Refusal), decision
        cards = self.state.all_cards
        for event in decision:
            self.state = GAME.evolve(self.state, event.body)
        assert self.state.all_cards == cards
        self.events += decision
        return decision

    def amend(self, name: str, of: str, *, text: str) -> None:
        """Something that all have agreed on."""
        row = GAME.row(name)
        assert row is not None
        assert of in row.holder.names(self.state)
        value = row.domain.parse(text)
        row.domain.require(self.state, value)
        assert not row.check(self.state, value, name=of)
        cards = self.state.all_cards
        self.state = row.amended(self.state, of, text=text)
        assert self.state.all_cards == cards
        assert row.written(self.state, of) == text

    def let_pass(self, author: str, body: object, clause: str) -> tuple[Event, ...]:
        """A command that a rule refuses, and that all let pass."""
        refused = self.refused(author, body)
        assert (refused.clause, refused.waivable) == (clause, True), refused
        return self.give(author, body, waives=frozenset({clause}))

    def sit(self) -> "Table":
        """Everybody is dealt six cards, and somebody begins."""
        for player, edge in zip(self.state.players, self.edges, strict=False):
            self.give(player.seat, Ready(edge=edge, player=player.name))
        if self.state.phase is Phase.START:
            self.answer(self.starter)
        return self

    def with_hands(self, *hands: int) -> "Table":
        """Hands of another size; the draw pile has the rest."""
        counts = dict(zip(self.state.hands, hands, strict=True))
        draw = self.state.draw + sum(self.state.hands.values()) - sum(hands)
        self.state = replace(self.state, hands=MappingProxyType(counts), draw=draw)
        return self

    # --- asks ------------------------------------------------------------------------------------

    @property
    def asks(self) -> tuple[Ask, ...]:
        return self.state.asks

    @property
    def places(self) -> list[tuple[Role, int]]:
        """The side and the place that each open question is about."""
        return [place_of(ask) for ask in self.asks]

    @property
    def roles(self) -> list[Role]:
        """The side that each open question is about."""
        return [role for role, _ in self.places]

    def asked(self, kind: type[Question]) -> Ask:
        """The open question of that kind."""
        found = [ask for ask in self.state.asks if isinstance(ask.question, kind)]
        assert found, f"expected {kind} asked, got {[ask.says for ask in self.state.asks]}"
        return found[0]

    def question(self, kind: type[_Question]) -> _Question:
        """What is asked for in it."""
        found = self.asked(kind).question
        assert isinstance(found, kind)
        return found

    def questions(self, kind: type[_Question]) -> list[tuple[Ask, _Question]]:
        """Every open question of that kind."""
        return [(each, each.question) for each in self.asks if isinstance(each.question, kind)]

    def answer(self, choice: str, kind: type[Question] | None = None) -> tuple[Event, ...]:
        """An answer to the first question, or to one of a kind."""
        choosing = [ask for ask in self.asks if isinstance(ask.question, ChoiceQuestion)]
        assert choosing, f"expected a question, got {[ask.says for ask in self.asks]}"
        ask = choosing[0] if kind is None else self.asked(kind)
        return self.give(ask.seat, Choose(choice=choice, ask=ask.id))

    def lay(self, *sizes: int, role: Role | None = None, owners: tuple[str, ...] = ()) -> None:
        """Piles of these sizes, for the first who is asked, or for a side."""
        asked = self.questions(PilesToMake)
        ask = next(ask for ask, question in asked if role in {None, question.role})
        self.give(ask.seat, LayPiles(sizes=sizes, ask=ask.id, owners=owners))

    def rows(self) -> None:
        ask = self.asked(RowsToLay)
        self.give(ask.seat, RowsLaid(ask=ask.id))

    def turn(self, role: Role, card: str, *, place: int = 0) -> tuple[Event, ...]:
        """A pile of a side shows a card: the first that is asked for, or that of a battle."""
        ask = next(
            ask
            for ask, asked in self.questions(PileToTurn)
            if asked.role is role and place in {0, asked.place}
        )
        return self.give(ask.seat, TurnUpPile(card=card, ask=ask.id))

    def roll(self, attacking: str, defending: str) -> "Table":
        """Both piles of a battle are turned up; monkeys look at whatever comes first."""
        for role, card in ((Role.ATTACKER, attacking), (Role.DEFENDER, defending)):
            if any(asked.role is role for _, asked in self.questions(PileToTurn)):
                self.turn(role, card)
        while peeks := self.questions(BattleToPeekAt):
            self.answer(peeks[0][1].choices[0], BattleToPeekAt)
        return self

    # --- wars ------------------------------------------------------------------------------------

    def war_of(self, number: int, *, hands: tuple[int, ...] = (), dawncard: str = "") -> "Table":
        """Two players up to the first battle of a war, with so many piles each."""
        self.sit()
        self.with_hands(*(hands or (4 * number,) * 2))
        said = f"{number} with a Dawncard" if dawncard else str(number)
        if isinstance(self.asks[0].question, HowManyPiles):
            self.answer(said)
        if dawncard:
            self.answer(dawncard, WhichDawncard)
        self.build()
        return self

    def build(self) -> None:
        """Piles as even as they can be, and the rows laid."""
        while self.asks and isinstance(self.asks[0].question, PilesToMake):
            ask = self.asks[0]
            seat = ask.seat
            found = [t for t in self.offers(seat) if t.fixed.get("ask") == ask.id]
            values: dict[str, Any] = {hole.name: hole.allowed[0] for hole in found[0].holes}
            self.give(seat, LayPiles(ask=ask.id, **values))
        self.rows()

    def offers(self, seat: str) -> tuple[Template, ...]:
        """What a seat may ask for."""
        return GAME.options(self.state, self.snapshot, seat)

    @property
    def war(self) -> War:
        return self.state.wars[-1]

    @property
    def scene(self) -> WarScene:
        return WarScene(war=self.war, deck=self.state.deck, options=self.state.options)

    @property
    def results(self) -> list[str]:
        """By battle: A, D, BOTH, NONE, or - for what does not count or is not rolled."""
        if self.war.decided:
            return [SHORT[Result(each) if each else None] for each in self.war.results]
        return [SHORT[each] for each in self.scene.results()]

    def happened(self, kind: type) -> list[Any]:
        """Every event of a kind, so far."""
        return [event.body for event in self.events if isinstance(event.body, kind)]

    def said(self) -> list[str]:
        return [GAME.say(event.body) for event in self.events]


def war(
    number: int,
    *pairs: tuple[str, str],
    hands: tuple[int, ...] = (),
    dawncard: str = "",
    options: Mapping[str, Any] = MappingProxyType({"more_animals": True}),
) -> Table:
    """A war of two players, with the first battles rolled; nothing is answered."""
    table = Table(**options).war_of(number, hands=hands, dawncard=dawncard)
    for pair in pairs:
        table.roll(*pair)
    return table


def dawn(
    number: int,
    *pairs: tuple[str, str],
    rule: str = "",
    change: str = "",
    hands: tuple[int, ...] = (),
    options: Mapping[str, Any] = EVERYTHING,
) -> Table:
    """A war that opens with a Dawncard of that rule or change; its battle 1 is against a crane."""
    roster = deck_roster(rule or "guess", change or "rooster_count")
    table = Table(roster=roster, **options)
    table.war_of(number, hands=hands, dawncard=DAWNCARD)
    for pair in pairs:
        table.roll(*pair)
    return table


DAWNCARD: Final = "D-rooster-01"


@cache
def deck_roster(rule: str, change: str) -> Roster:
    """The starter deck, whose first Rooster has that rule and that change."""
    card = replace(STARTER.cards[DAWNCARD], dawn=rule, change=change)
    deck = replace(STARTER, cards=MappingProxyType({**STARTER.cards, DAWNCARD: card}))
    return roster_from_toml(roster_toml(deck), columns=ROSTER_SCHEMA, others=PRINTING)
