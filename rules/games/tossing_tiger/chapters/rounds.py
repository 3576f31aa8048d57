"""Players sit down, somebody begins, opponents are named, and rounds follow each other."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from rules.games.tossing_tiger.animals import PACKAGE
from rules.games.tossing_tiger.draft import Draft, Trial
from rules.games.tossing_tiger.initial import DEALT
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import OneOf, Phase, SeatEdge, WarStage
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.package_data import packed_toml
from rules.referee.toolkit.phrases import counted, listed
from rules.referee.toolkit.questions import Ask, is_dealt, was_tossed

MOST_AT_AN_EDGE: Final = 6
PARTS: Final = packed_toml(PACKAGE, "parts.toml")
"""What is told as each part begins: of the game, and of a war."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartBegan:
    """Another part of the game."""

    KIND: ClassVar[str] = "phase_began"
    phase: Phase
    names: tuple[str, ...] = ()

    def after(self, state: State) -> State:
        return replace(state, phase=self.phase)

    def told(self) -> str:
        return str(PARTS["phase"][self.phase])


@dataclass(frozen=True, slots=True, kw_only=True)
class StageBegan:
    """Another part of a war."""

    war: int
    stage: WarStage

    def after(self, state: State) -> State:
        war = replace(state.war(self.war), stage=self.stage)
        return state.with_war(replace(war, built=()) if self.stage is WarStage.BUILD else war)

    def told(self) -> str:
        return str(PARTS["stage"][self.stage])


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """A player sits at that edge, and has been dealt six cards."""

    edge: SeatEdge
    player: str = ""
    """For whom, where one seat plays for several."""

    def ruled(self, draft: Draft) -> None:
        """TT-SET-01, TT-SET-02, TT-GEO-01."""
        state = draft.state
        if state.phase is not Phase.SETUP:
            draft.refuse("TT-SET-02", "The cards were dealt already.")
        mine = [player for player in state.players if player.seat == draft.command.author]
        waiting = [player for player in mine if player.edge is None]
        if mine and not waiting:
            draft.refuse("TT-SET-02", f"{draft.command.author} has taken six cards already.")
        named = [player for player in waiting if self.player in {"", player.name}]
        if not named:
            who = listed(player.name for player in waiting)
            draft.refuse("TT-SET-02", f"{draft.command.author} may get ready: {who}.")
        sitting = sum(player.edge is self.edge for player in state.players)
        if sitting >= MOST_AT_AN_EDGE:
            says = f"The {self.edge} edge has room for {counted(MOST_AT_AN_EDGE, 'player')}."
            draft.unless_waived("TT-GEO-01", says)
        draft.emit(SatDown(player=named[0].name, edge=self.edge, cards=DEALT))


@dataclass(frozen=True, slots=True, kw_only=True)
class SatDown:
    """A player has six cards and sits at an edge."""

    clause: ClassVar[str] = "TT-SET-02"
    player: str
    edge: SeatEdge
    cards: int

    def after(self, state: State) -> State:
        players = tuple(
            replace(each, edge=self.edge) if each.name == self.player else each
            for each in state.players
        )
        state = replace(state, players=players, draw=state.draw - self.cards)
        return state.with_hand(self.player, self.cards)

    def told(self) -> str:
        return f"{self.player} sits in the {self.edge}, with {counted(self.cards, 'card')}."


def seats_offered(trial: Trial) -> Iterator[Template]:
    """The seats that somebody may take."""
    edges = (Hole(name="edge", kind="choice", allowed=tuple(map(str, SeatEdge))),)
    for player in trial.state.players:
        if player.seat == trial.seat and player.edge is None:
            taken = "is dealt" if is_dealt(trial.state.options) else "has taken"
            says = f"{player.name} {taken} six cards, and sits at this edge of the table."
            yield Template(command="ready", says=says, fixed={"player": player.name}, holes=edges)


def seats_awaited(state: State) -> str:
    waiting = [player.name for player in state.players if player.edge is None]
    told = "sit down" if is_dealt(state.options) else "sit down, take six cards, and say so"
    return f"{listed(waiting)}: {told}."


def begin(draft: Draft) -> bool:
    """TT-SET-04: once everybody has six cards, somebody is to begin."""
    state = draft.state
    if any(player.edge is None for player in state.players):
        return False
    draft.emit(PartBegan(phase=Phase.START), clause="TT-SET-03")
    player = state.players[0].name
    says = "Who begins? Let chance decide, or agree."
    draft.choose(WhoBegins(choices=state.parties), player=player, clause="TT-SET-04", says=says)
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class WhoBegins(OneOf):
    KIND: ClassVar[str] = "starter"
    by_chance: ClassVar[bool] = True

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        draft.emit(StarterSet(player=choice, tossed=was_tossed(draft.command)), clause=ask.clause)
        begin_round(draft, choice)


@dataclass(frozen=True, slots=True, kw_only=True)
class StarterSet:
    """Who begins."""

    clause: ClassVar[str] = "TT-SET-04"
    player: str
    tossed: bool = False

    def after(self, state: State) -> State:
        return replace(state, starter=self.player)

    def told(self) -> str:
        return f"{'A toss decides: ' if self.tossed else ''}{self.player} begins."


def begin_round(draft: Draft, starter: str) -> None:
    """TT-TRN-01, TT-SIM-01, TT-SIM-02, TT-FT-02: the players in order, from whoever starts."""
    state = draft.state
    clause, arbiter = "TT-FT-02" if state.together else "TT-TRN-01", ""
    at = state.parties.index(starter)
    waiting = (*state.parties[at:], *state.parties[:at])
    if state.options.flag("simulwars"):
        clause = "TT-SIM-01"
        if len(waiting) % 2:
            clause, arbiter = "TT-SIM-02", starter
            waiting = waiting[1:]
    number = state.round + 1
    event = RoundBegan(round=number, player=starter, waiting=waiting, arbiter=arbiter)
    draft.emit(event, clause=clause)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegan:
    """TT-TRN-01, TT-SIM-01, TT-FT-02: a turn, or a round of wars."""

    round: int
    player: str
    """Whose turn it is, or who starts the round; the attacking team."""
    waiting: tuple[str, ...]
    """Whoever may still be in a war of this round, in order."""
    arbiter: str = ""
    """TT-SIM-02."""

    def after(self, state: State) -> State:
        state = replace(state, round=self.round, starter=self.player, waiting=self.waiting)
        return replace(state, wars=(), phase=Phase.PAIRING)

    def told(self) -> str:
        arbiter = f" {self.arbiter} sits out, and may be the arbiter." if self.arbiter else ""
        return f"Round {self.round} starts with {self.player}.{arbiter}"


def next_round(draft: Draft) -> None:
    """TT-TRN-01, TT-SIM-04, TT-FT-02: the next player clockwise, or the other team."""
    names = draft.state.parties
    begin_round(draft, names[(names.index(draft.state.starter) + 1) % len(names)])


def pair(draft: Draft) -> bool:
    """TT-TRN-02, TT-SIM-01: opponents are named until everybody who can has one."""
    state = draft.state
    if state.asks:
        return False
    several = state.options.flag("simulwars")
    if (state.wars and not several) or len(state.waiting) < 2:
        draft.emit(PartBegan(phase=Phase.WAR), clause="TT-TRN-02")
        return True
    attacker, *others = state.waiting
    player = state.speaker(attacker).name
    says = f"{attacker} attacks: name the opponent."
    question = WhichOpponent(choices=tuple(others))
    draft.choose(question, player=player, clause="TT-SIM-01" if several else "TT-TRN-02", says=says)
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class WhichOpponent(OneOf):
    KIND: ClassVar[str] = "opponent"

    def chosen(self, draft: Draft, ask: Ask, *, choice: str) -> None:
        number, attacker = draft.state.war_count + 1, draft.state.waiting[0]
        event = WarDeclared(war=number, attacker=attacker, defender=choice)
        draft.emit(event, clause=ask.clause)


@dataclass(frozen=True, slots=True, kw_only=True)
class WarDeclared:
    """One player, or team, attacks another."""

    war: int
    attacker: str
    defender: str

    def after(self, state: State) -> State:
        war = War(id=self.war, attacker=self.attacker, defender=self.defender)
        taken = {self.attacker, self.defender}
        waiting = tuple(name for name in state.waiting if name not in taken)
        return replace(state, wars=(*state.wars, war), war_count=self.war, waiting=waiting)

    def told(self) -> str:
        return f"{self.attacker} attacks {self.defender}."


@dataclass(frozen=True, slots=True, kw_only=True)
class HandAmended:
    """The players agreed; in older logs, as all else is now amended by the referee."""

    KIND: ClassVar[str] = "amended"
    clause: ClassVar[str] = "TT-OBJ-02"
    player: str
    hand: int

    def after(self, state: State) -> State:
        """A card too many or too few in a hand was counted wrong on the draw pile."""
        change_by = self.hand - state.hands[self.player]
        return replace(state.with_hand(self.player, change_by), draw=state.draw - change_by)

    def told(self) -> str:
        return f"Agreed: {self.player} has {counted(self.hand, 'card')} in hand."
