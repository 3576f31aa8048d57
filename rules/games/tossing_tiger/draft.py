"""A ruling in the making: what it asks of players, and what has happened so far."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Final

from rules.games.tossing_tiger.results import WarScene
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import OfCard, OneOf, Phase, Role, place_of, war_of
from rules.referee.toolkit.chapters import PhaseRow
from rules.referee.toolkit.game import Command
from rules.referee.toolkit.questions import Ask, AskMade, Question
from rules.referee.toolkit.ruling import Ruling
from rules.referee.toolkit.vocabulary import kind_of
from rules.table.snapshot import Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerAsked(AskMade):
    """The umpire waits for somebody."""

    KIND: ClassVar[str] = "asked"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerChose:
    """A question is answered."""

    KIND: ClassVar[str] = "chosen"
    ask_id: int
    player: str
    choice: str
    purpose: str

    def after(self, state: State) -> State:
        return state.answered(self.ask_id)

    def told(self) -> str:
        return f"{self.player} answers: {self.choice.replace('_', ' ')}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One moment of a game, in which a seat looks for what it may ask for."""

    state: State
    snapshot: Snapshot
    seat: str


class Draft(Ruling[State]):
    """One ruling in the making; what each phase does is handed to it."""

    __slots__ = ("_phases",)

    def __init__(
        self,
        state: State,
        *,
        command: Command,
        snapshot: Snapshot,
        phases: Mapping[Phase, PhaseRow],
    ) -> None:
        super().__init__(state, command=command, snapshot=snapshot)
        self._phases = phases

    @property
    def phase(self) -> PhaseRow:
        """What is said of the phase that the game is in."""
        return self._phases[self.state.phase]

    def war(self, number: int) -> War:
        """A war that a command names, if it goes on."""
        found = next((war for war in self.state.going if war.id == number), None)
        if found is None:
            self.refuse("TT-OBJ-05", f"There is no war {number} going on.")
        return found

    def scene(self, number: int) -> WarScene:
        """The war as it is now, with its deck and options."""
        state = self.state
        return WarScene(war=state.war(number), deck=state.deck, options=state.options)

    def owner(self, at: OfCard) -> str:
        """TT-BAT-04, TT-FT-06: who chooses for a card: the player who supplied its pile."""
        war = self.state.war(at.war)
        pile = war.pile(at.role, at.place)
        return self.state.speaker(war.party(at.role)).name if pile is None else pile.owner

    def under_rule(self, number: int, role: Role, *, rule: str, clause: str) -> tuple[War, str]:
        """The war whose Dawncard allows it, and the player of that side who speaks for it."""
        war = self.war(number)
        if war.rule != rule:
            self.unless_waived(clause, "No Dawncard of this war allows that.")
        members = self.state.members(war.party(role))
        mine = [member.name for member in members if member.seat == self.command.author]
        if not mine:
            says = f"{war.party(role)} is the {role} in this war, not {self.command.author}."
            self.refuse("TT-OBJ-06", says)
        return war, mine[0]

    def open_ask(self, command: str, number: int, *, unasked: str = "No question is open") -> Ask:
        """The ask that the author answers: the one named, or that of the earliest battle."""
        fitting = [ask for ask in self.state.asks if ask.question.answered_by == command]
        # TT-DAWN-03: a pile that is rolled again for free is turned up before the battle to come.
        fitting.sort(key=lambda ask: (war_of(ask), place_of(ask)[1]))
        told = (self.phase.clause, unasked)
        return self.answered(fitting, number, unasked=told, who=lambda ask: ask.who)

    def ask(self, question: Question, *, player: str, clause: str, says: str) -> None:
        """Wait for something from a player."""
        self.emit(PlayerAsked(ask=self._asking(question, player, clause=clause, says=says)))

    def choose(self, question: OneOf, *, player: str, clause: str, says: str) -> None:
        """Ask, unless there is one answer only: then it is given at once."""
        asking = self._asking(question, player, clause=clause, says=says)
        if len(question.choices) == 1:
            question.chosen(self, asking, choice=question.choices[0])
        else:
            self.emit(PlayerAsked(ask=asking))

    def _asking(self, question: Question, player: str, *, clause: str, says: str) -> Ask:
        """An ask that nobody was given yet."""
        return Ask(
            id=self.state.asked + 1,
            seat=self.state.player(player).seat,
            who=player,
            clause=clause,
            says=says,
            question=question,
        )

    def chosen(self, ask: Ask, *, choice: str) -> None:
        """A question was answered."""
        purpose = kind_of(ask.question)
        event = PlayerChose(ask_id=ask.id, player=ask.who, choice=choice, purpose=purpose)
        self.emit(event, clause=ask.clause)


# --- older logs ----------------------------------------------------------------------------------

_CHOICE: Final = ("choices",)
_OF_WAR: Final = ("choices", "war")
_OF_SIDE: Final = ("choices", "war", "role")
_OF_CARD: Final = ("choices", "war", "role", "place")
FIELDS: Final = MappingProxyType[str, tuple[str, ...]](
    {
        **dict.fromkeys(("starter", "opponent"), _CHOICE),
        **dict.fromkeys(("number", "dawncard", "name", "bait", "catch", "penalty"), _OF_WAR),
        **dict.fromkeys(("empty", "final_reroll", "bonus"), _OF_SIDE),
        "pocket": (*_OF_CARD, "taken"),
        "build": ("war", "role", "count"),
        "rebuild": ("war", "role", "place", "count"),
        "rows": ("war",),
        "face": ("war", "role", "place"),
        "show": ("count",),
    }
)
"""By what a question was for: what it depends on, where that is not a card at its place."""
LEFT_OUT: Final = MappingProxyType[str, object](
    {"choices": [], "war": 0, "role": "attacker", "place": 0, "count": 0}
)
"""What was not written because it was so by default."""


def with_question(body: Mapping[str, object]) -> Mapping[str, object]:
    """An `asked` event as it is written today: older logs had one bag of fields for every ask."""
    ask = body.get("ask")
    if not isinstance(ask, Mapping) or "purpose" not in ask:
        return body
    purpose = str(ask["purpose"])
    question: dict[str, object] = {"kind": purpose}
    for name in FIELDS.get(purpose, _OF_CARD):
        before = "count" if name == "taken" else name
        question[name] = ask.get(before, LEFT_OUT[before])
    kept = {name: ask[name] for name in ("id", "seat", "clause", "says") if name in ask}
    return {**body, "ask": {**kept, "who": ask.get("player"), "question": question}}
