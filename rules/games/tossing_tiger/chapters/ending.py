"""When a game is over, and who has won it (TT-END, TT-HI, TT-FT-09 and 10)."""

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar, Final

from rules.games.tossing_tiger.chapters.rounds import PartBegan
from rules.games.tossing_tiger.draft import Draft, Trial
from rules.games.tossing_tiger.state import Outcome, State
from rules.games.tossing_tiger.vocabulary import Phase, answer_to
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.phrases import capital, counted, ended, listed
from rules.referee.toolkit.questions import Ask, Question
from rules.referee.toolkit.tallies import Count

FEW, FEW_TOGETHER = 1, 2
"""TT-END-01, TT-FT-10: a hand of so many cards or fewer ends the game."""
WAR_PILE_FULL: Final = 10
"""TT-FT-09."""


def is_over(state: State) -> bool:
    """TT-END-01, TT-FT-09, TT-FT-10: whether no further war is fought."""
    few = FEW_TOGETHER if state.together else FEW
    exhausted = any(state.owned(player.name) <= few for player in state.players)
    return exhausted or (state.together and state.war_pile >= WAR_PILE_FULL)


def conclude(draft: Draft) -> bool:
    """The game is over: who has won, after hands were shown where they decide it."""
    state = draft.state
    if state.together:
        return _teams(draft)
    if state.options.flag("highscore"):
        return _after_scan(draft, tuple(player.name for player in state.players))
    leaders, most = _most({player.name: state.owned(player.name) for player in state.players})
    how = f"with {counted(most, 'card')} in hand"
    if len(leaders) > 1 and state.options.choice("end_tie") == "most_strengths":
        return _after_scan(draft, leaders)
    if len(leaders) > 1 and state.options.choice("end_tie") == "last_attacker":
        last = state.wars[-1].attacker if state.wars else ""
        if last in leaders:
            leaders, how = (last,), f"{how}, as the last attacker of those"
    return _end(draft, leaders, how=how, clause="TT-END-02")


def _most(counts: dict[str, int]) -> tuple[tuple[str, ...], int]:
    """Whoever has most, and how many that are."""
    most = max(counts.values())
    return tuple(name for name, count in counts.items() if count == most), most


def end_without_number(draft: Draft, *, how: str) -> None:
    """TT-AMB-19: no number is legal, so that most cards win."""
    winners, _ = _most(_totals(draft.state))
    _end(draft, winners, how=f"{how}; most cards win", clause="TT-FT-05")


def _end(draft: Draft, winners: tuple[str, ...], *, how: str, clause: str) -> bool:
    totals = tuple(Count(name=name, count=count) for name, count in _totals(draft.state).items())
    draft.emit(GameEnded(winners=winners, how=how, totals=totals), clause=clause)
    return True


def _totals(state: State) -> dict[str, int]:
    return {
        party: sum(state.owned(member.name) for member in state.members(party))
        for party in state.parties
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """Who has won."""

    winners: tuple[str, ...]
    how: str
    totals: tuple[Count, ...]

    def after(self, state: State) -> State:
        outcome = Outcome(winners=self.winners, how=self.how, says=self.told())
        return replace(state, phase=Phase.ENDED, outcome=outcome, asks=())

    def told(self) -> str:
        counts = ", ".join(f"{each.name} {each.count}" for each in self.totals)
        left = f" Cards: {counts}." if self.totals else ""
        if not self.winners:
            return f"Nobody wins: {ended(self.how)}{left}"
        verb = "wins" if len(self.winners) == 1 else "share the win"
        return f"{capital(listed(self.winners))} {verb}, {ended(self.how)}{left}"


def _teams(draft: Draft) -> bool:
    """TT-FT-09, TT-FT-10, TT-AMB-25."""
    state = draft.state
    larger, most = _most(_totals(state))
    exhausted = tuple(
        dict.fromkeys(p.team for p in state.players if state.owned(p.name) <= FEW_TOGETHER)
    )
    full = state.war_pile >= WAR_PILE_FULL
    pile_first = state.options.choice("ft_end_order") == "war_pile_first"
    if full and (pile_first or not exhausted):
        how = f"with {counted(most, 'card')}, as the war pile has {state.war_pile}"
        return _end(draft, larger, how=how, clause="TT-FT-09")
    if len(exhausted) == 1:
        winners = tuple(team for team in state.teams if team not in exhausted)
        how = f"as {exhausted[0]} has a hand of {FEW_TOGETHER} cards or fewer"
        return _end(draft, winners, how=how, clause="TT-FT-10")
    how = f"with {counted(most, 'card')}, as both teams have such a hand"
    return _end(draft, larger, how=how, clause="TT-FT-10")


def _after_scan(draft: Draft, names: tuple[str, ...]) -> bool:
    """TT-HI-01, TT-HI-02, TT-AMB-02: whether hands are to be shown now, or have decided it."""
    state = draft.state
    if state.phase is not Phase.SCAN:
        draft.emit(PartBegan(phase=Phase.SCAN, names=names), clause="TT-HI-02")
        for name in names:
            _ask_hand(draft, name)
        return True
    if any(name not in state.shown for name in names):
        return False
    high = state.options.flag("highscore")
    points = {name: state.shown[name] if high else -state.shown[name] for name in names}
    winners, best = _most(points)
    told = ", ".join(f"{name} {points[name]}" for name in names)
    what = "points" if high else "strengths"
    clause = "TT-HI-02" if high else "TT-END-02"
    return _end(draft, winners, how=f"with {best} {what} ({told})", clause=clause)


def _ask_hand(draft: Draft, name: str) -> None:
    count = draft.state.hands[name]
    if not count:
        draft.emit(HandShown(player=name, cards=(), points=0), clause="TT-HI-02")
        return
    says = f"{name}: show your {counted(count, 'card')}."
    question = HandToShow(count=count)
    draft.ask(question, player=name, clause="TT-HI-02", says=says)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandToShow(Question):
    KIND: ClassVar[str] = "show"
    answered_by: ClassVar[str] = "show_hand"
    count: int

    def offer(self, trial: Trial, ask: Ask) -> Template:
        state = trial.state
        cards = tuple(name for name in state.deck.cards if can_be_shown(state, name))
        return answer_to(ask, Hole(name="cards", kind="cards", allowed=cards, count=self.count))


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowHand:
    """TT-HI-02: the cards in a hand, by their ids."""

    cards: tuple[str, ...]
    ask: int = 0

    def ruled(self, draft: Draft) -> None:
        ask = draft.open_ask("show_hand", self.ask, unasked="No hand is to be shown")
        assert isinstance(ask.question, HandToShow)
        state, count, player = draft.state, ask.question.count, ask.who
        if len(self.cards) != count:
            got = counted(len(self.cards), "card")
            draft.refuse("TT-HI-02", f"{player} has {count} in hand, not {got}.")
        odd = [card for card in self.cards if not can_be_shown(state, card)]
        twice = [card for card in self.cards if self.cards.count(card) > 1]
        if odd or twice:
            told = listed(dict.fromkeys(odd or twice))
            draft.refuse("TT-HI-02", f"These cannot be in that hand: {told}.")
        points = points_of(state, self.cards)
        event = HandShown(player=player, cards=self.cards, points=points, ask_id=ask.id)
        draft.emit(event, clause="TT-HI-01")


@dataclass(frozen=True, slots=True, kw_only=True)
class HandShown:
    """TT-HI-02."""

    player: str
    cards: tuple[str, ...]
    points: int
    ask_id: int = 0

    def after(self, state: State) -> State:
        state = state.answered(self.ask_id)
        shown = MappingProxyType({**state.shown, self.player: self.points})
        return replace(state, shown=shown, shown_cards=(*state.shown_cards, *self.cards))

    def told(self) -> str:
        return f"{self.player} shows {counted(len(self.cards), 'card')}, worth {self.points}."


def points_of(state: State, cards: tuple[str, ...]) -> int:
    """TT-HI-01: minus one for each printed strength."""
    return -sum(len(state.deck.strengths.get(state.deck.animal(card), ())) for card in cards)


def can_be_shown(state: State, card: str) -> bool:
    """Whether a hand may hold a card of this deck."""
    return card in state.deck.cards and card not in state.shown_cards and state.can_show(card)
