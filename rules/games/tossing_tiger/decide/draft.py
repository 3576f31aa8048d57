"""Knows the ruling that is being worked out: events so far, and the state after them."""

from types import MappingProxyType
from typing import Final, Protocol

from rules.games.tossing_tiger.change import evolve
from rules.games.tossing_tiger.events.setup import Asked, Chosen
from rules.games.tossing_tiger.results import Scene
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import Ask, AskKind, Phase, Purpose, Role
from rules.referee.toolkit.ruling import Ruling

PHASE_CLAUSES: Final = MappingProxyType(
    {
        Phase.SETUP: "TT-SET-02",
        Phase.START: "TT-SET-04",
        Phase.PAIRING: "TT-TRN-02",
        Phase.WAR: "TT-TRN-01",
        Phase.SCAN: "TT-HI-02",
        Phase.ENDED: "TT-END-01",
    }
)
"""The clause that says what happens in a phase, and with it what does not."""
NOTHING_ASKED: Final = MappingProxyType(
    {
        AskKind.CHOOSE: "No question is open",
        AskKind.TURN_UP: "No card is to be turned up",
        AskKind.LAY: "No piles are to be made",
        AskKind.ROWS: "No rows are to be laid",
        AskKind.SHOW: "No hand is to be shown",
    }
)
"""What is told to somebody who answers what nobody has asked."""


class Settle(Protocol):
    """What the answer to a question brings."""

    def __call__(self, draft: "Draft", ask: Ask, *, choice: str) -> None: ...


class Draft(Ruling[State]):
    """One ruling in the making."""

    __slots__ = ()

    def evolved(self, body: object) -> State:
        return evolve(self.state, body)

    @property
    def clause(self) -> str:
        """What says what may happen now."""
        return PHASE_CLAUSES[self.state.phase]

    def war(self, number: int) -> War:
        """A war that a command names, if it goes on."""
        for war in self.state.going:
            if war.id == number:
                return war
        self.refuse("TT-OBJ-05", f"There is no war {number} going on.")
        raise AssertionError

    def scene(self, number: int) -> Scene:
        """The war as it is now, with its deck and options."""
        return Scene(war=self.state.war(number), deck=self.state.deck, options=self.state.options)

    def owner(self, war: War, *, role: Role, place: int) -> str:
        """TT-BAT-04, TT-FT-06: who chooses for a card: the player who supplied its pile."""
        pile = war.pile(role, place)
        return self.state.speaker(war.party(role)).name if pile is None else pile.owner

    def require_role(self, war: War, role: Role) -> str:
        """The first player of a side for whom the author may speak."""
        members = self.state.members(war.party(role))
        mine = [member.name for member in members if member.seat == self.command.author]
        if not mine:
            says = f"{war.party(role)} is the {role} in this war, not {self.command.author}."
            self.refuse("TT-OBJ-06", says)
        return mine[0]

    def open_ask(self, kind: AskKind, number: int) -> Ask:
        """The ask that the author answers: the one named, or the first of that kind."""
        fitting = [ask for ask in self.state.asks if ask.kind is kind]
        unasked = (self.clause, NOTHING_ASKED[kind])
        return self.answered(fitting, number, unasked=unasked, who=lambda ask: ask.player)

    def ask(
        self,
        purpose: Purpose,
        *,
        player: str,
        clause: str,
        says: str,
        kind: AskKind = AskKind.CHOOSE,
        choices: tuple[str, ...] = (),
        war: int = 0,
        role: Role = Role.ATTACKER,
        place: int = 0,
        count: int = 0,
    ) -> Ask:
        """Wait for something from a player."""
        made = self.asking(
            purpose, player=player, clause=clause, says=says, kind=kind, choices=choices, war=war,
            role=role, place=place, count=count,
        )  # fmt: skip
        self.emit(Asked(ask=made), clause=clause)
        return made

    def asking(
        self, purpose: Purpose, *, player: str, clause: str, says: str, **rest: object
    ) -> Ask:
        """An ask that nobody was given yet."""
        kind = rest.pop("kind", AskKind.CHOOSE)
        return Ask(
            id=self.state.asked + 1,
            seat=self.state.player(player).seat,
            player=player,
            kind=kind,  # type: ignore[arg-type]
            purpose=purpose,
            clause=clause,
            says=says,
            **rest,  # type: ignore[arg-type]
        )

    def choose(
        self,
        purpose: Purpose,
        *,
        settle: "Settle",
        player: str,
        clause: str,
        says: str,
        choices: tuple[str, ...],
        war: int = 0,
        role: Role = Role.ATTACKER,
        place: int = 0,
        count: int = 0,
    ) -> None:
        """Ask, unless there is one answer only: then it is given at once."""
        asking = self.asking if len(choices) == 1 else self.ask
        made = asking(
            purpose, player=player, clause=clause, says=says, choices=choices, war=war, role=role,
            place=place, count=count,
        )  # fmt: skip
        if len(choices) == 1:
            settle(self, made, choice=choices[0])

    def chosen(self, ask: Ask, choice: str) -> None:
        """A question was answered."""
        event = Chosen(ask_id=ask.id, player=ask.player, choice=choice, purpose=ask.purpose)
        self.emit(event, clause=ask.clause)
