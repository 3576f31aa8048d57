"""How turns follow one another, and tokens within them (PI-TRN, PI-END)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.paper_invasion.chapters.happening import happen
from rules.games.paper_invasion.draft import Draft, triggered
from rules.games.paper_invasion.state import InvasionOutcome, State, Token
from rules.games.paper_invasion.tables import ROWS, row_of
from rules.games.paper_invasion.vocabulary import Mode, Phase, Side
from rules.games.paper_invasion.ways import duties, duty
from rules.referee.toolkit.phrases import ended


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBegan:
    """A side's turn begins; what was remembered of its last one is forgotten."""

    KIND: ClassVar[str] = "turn_began"
    clause: ClassVar[str] = "PI-TRN-01"

    side: Side
    turn: int

    def after(self, state: State) -> State:
        tokens = {
            name: replace(token, moved=False, acted=False, done=False, could_move=False)
            if token.side is self.side
            else token
            for name, token in state.tokens.items()
        }
        first = not state.in_play
        began = replace(state, phase=self.side.turn, turn=self.turn, tokens=tokens, active="")
        state = replace(began, ending=False, may_repeat=False)
        few = first and 0 < len(state.enemies) <= 2
        if few and state.options.choice("trigger_a") == "at_set_up":
            state = triggered(state, "PI-EVT-01")
        return state

    def told(self) -> str:
        return f"Turn {self.turn} is the {self.side}'."


@dataclass(frozen=True, slots=True, kw_only=True)
class SideSkipped:
    """A side misses its turn."""

    KIND: ClassVar[str] = "turn_skipped"
    clause: ClassVar[str] = "PI-TRN-08"

    side: Side
    turn: int

    def after(self, state: State) -> State:
        """PI-TRN-08. Nobody could have moved in a turn that was none, so it brings no self."""
        state = replace(state, phase=self.side.turn, turn=self.turn, active="", ending=True)
        return state.skipping(self.side, more=-1)

    def told(self) -> str:
        return f"Turn {self.turn} belongs to the {self.side}, who miss it."


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenBegan:
    """A token is on, and is finished before the next one begins."""

    clause: ClassVar[str] = "PI-TRN-02"

    token: str

    def after(self, state: State) -> State:
        """PI-AMB-16: each Enemy that begins passes the right to move the next one on."""
        count = state.activated + (state.phase is Phase.ENEMY_TURN)
        return replace(state, active=self.token, activated=count)

    def told(self) -> str:
        return f"{self.token} begins."


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenFinished:
    """A token is done for this turn."""

    clause: ClassVar[str] = "PI-TRN-02"

    token: str

    def after(self, state: State) -> State:
        token = state.tokens[self.token]
        active = "" if state.active == self.token else state.active
        return replace(state.with_token(replace(token, done=True)), active=active)

    def told(self) -> str:
        return f"{self.token} is finished."


@dataclass(frozen=True, slots=True, kw_only=True)
class SideEnded:
    """A side's turn is over."""

    KIND: ClassVar[str] = "turn_ended"
    clause: ClassVar[str] = "PI-TRN-01"

    side: Side

    def after(self, state: State) -> State:
        state = replace(state, active="", ending=True)
        if self.side is Side.HEROES:
            return state
        state = replace(state, dodging="")
        could = [token.could_move for token in state.enemies if not _new(state, token.id)]
        needs_all = state.options.choice("trigger_b") == "none_could"
        stuck = not any(could) if needs_all else not all(could)
        return triggered(state, "PI-EVT-02") if could and stuck else state

    def told(self) -> str:
        return f"The turn of the {self.side} is over."


@dataclass(frozen=True, slots=True, kw_only=True)
class GaveUp:
    """A side gives the game up."""

    clause: ClassVar[str] = "PI-END-02"

    side: Side

    def after(self, state: State) -> State:
        names = tuple(token.id for token in state.of(self.side))
        return state.without(*names)

    def told(self) -> str:
        return f"The {self.side} give up."


@dataclass(frozen=True, slots=True, kw_only=True)
class InvasionEnded:
    """The game is over, and the word it was made from is used up."""

    KIND: ClassVar[str] = "game_ended"
    winner: str
    clause: str
    how: str
    word: str = ""
    player: str = ""
    score: tuple[str, ...] = ()
    """What made the result, a line each; nothing in older logs."""

    def after(self, state: State) -> State:
        outcome = InvasionOutcome(winner=self.winner, clause=self.clause, says=self.how)
        used = state.used
        if self.word:
            used = tuple(dict.fromkeys((*used, (self.player, self.word))))
        return replace(state, outcome=outcome, phase=Phase.OVER, used=used, ask=None, due="")

    def told(self) -> str:
        word = f" {self.player} has used up the word {self.word}." if self.word else ""
        side = self.winner in set(Side)
        who = f"The {self.winner}" if side else self.winner
        verb = "win" if side or " and " in self.winner else "wins"
        told = " ".join(self.score)
        return f"{who} {verb}. {self.how}{word}{' ' if told else ''}{told}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """A token is done for this turn."""

    token: str

    def ruled(self, draft: Draft) -> None:
        token = draft.acting(self.token)
        draft.keep_to(duty(draft.state, token))
        begin_token(draft, token)
        draft.emit(TokenFinished(token=token.id))


@dataclass(frozen=True, slots=True, kw_only=True)
class EndSide:
    """The turn of a side is over."""

    KIND: ClassVar[str] = "end_turn"

    def ruled(self, draft: Draft) -> None:
        side = draft.require_turn()
        owed = duties(draft.state)
        if owed:
            told = " ".join(ended(each.reason) for each in owed[:2])
            more = f" And {len(owed) - 2} more." if len(owed) > 2 else ""
            draft.unless_waived(owed[0].clause, f"{told}{more}")
        draft.emit(SideEnded(side=side))


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggerEvent:
    """The players have a further event though none is due."""

    row: int = 0
    """Of the event table; 0 for the row of slot 4."""

    def ruled(self, draft: Draft) -> None:
        """PI-EVT-05: one event is compulsory; further ones are for the players to choose."""
        draft.require_heroes(Phase.HERO_TURN, Phase.ENEMY_TURN)
        if not 0 <= self.row <= ROWS:
            draft.refuse("PI-EVT-04", f"The event table has rows 1 to {ROWS}, not {self.row}.")
        if no_extra := why_no_extra(draft.state):
            draft.unless_waived("PI-EVT-05", no_extra)
        allowed = draft.state.options.choice("extra_events")
        why = "the players want it" if allowed == "any_time" else "it was triggered again"
        row = row_of(draft.state.event_table, self.row or draft.state.event_row.number)
        happen(draft, why=why, clause="PI-EVT-05", chosen=row)


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveUp:
    """The author's side gives the game up."""

    def ruled(self, draft: Draft) -> None:
        """Whoever plays both sides gives the Heroes up."""
        author = draft.command.author
        side = Side.HEROES if author in draft.state.seats_of(Side.HEROES) else Side.ENEMIES
        draft.emit(GaveUp(side=side))
        clause = "PI-END-02" if side is Side.HEROES else "PI-END-01"
        _over(draft, winner=side.other, clause=clause, how=f"The {side} give up.")


def _new(state: State, token: str) -> bool:
    """PI-TRN-07: whether it has come this turn, in which it could not have moved."""
    found = state.tokens[token]
    return found.done and found.moved and found.acted and not found.could_move


def begin_token(draft: Draft, token: Token) -> None:
    """PI-TRN-02: the one before is finished first, and has nothing left that it must do."""
    state = draft.state
    if state.active == token.id or token.side is not state.side:
        return
    if state.active and not state.options.flag("interleave"):
        before = state.tokens[state.active]
        owed = duty(state, before)
        if owed is not None:
            said = f"{before.id} finishes first. {ended(owed.reason)}"
            draft.unless_waived("PI-TRN-02", said)
        draft.emit(TokenFinished(token=before.id))
    draft.emit(TokenBegan(token=token.id))


def why_no_extra(state: State) -> str | None:
    """Why the players cannot have another event now."""
    allowed = state.options.choice("extra_events")
    if allowed == "none":
        return "It was agreed that there are no further events."
    if allowed == "on_trigger" and not state.came:
        return "The event of this game has not come yet; it comes by itself."
    if allowed == "on_trigger" and not state.may_repeat:
        return "Another event may be had in the turn in which it is triggered again."
    return None


def next_turn(draft: Draft) -> None:
    """PI-TRN-08: the other side's turn, unless it misses it."""
    state = draft.state
    side = state.side.other
    if state.skips(side):
        draft.emit(SideSkipped(side=side, turn=state.turn + 1))
    else:
        draft.emit(SideBegan(side=side, turn=state.turn + 1))


def first_turn(draft: Draft) -> None:
    """PI-SET-09."""
    draft.emit(SideBegan(side=draft.state.numbers.first, turn=1), clause="PI-SET-09")


def end_if_over(draft: Draft) -> bool:
    """PI-END: whether one side has nobody left, or one player is the last."""
    state = draft.state
    if state.outcome is not None:
        return True
    if not state.in_play:
        return False
    if not state.heroes:
        _over(draft, winner=Side.ENEMIES, clause="PI-END-02", how="No Hero is left.")
    elif not state.enemies:
        how = f"No Enemy is left, and {_heroes(len(state.heroes))} alive."
        _over(draft, winner=_winners(state), clause="PI-END-01", how=how)
    elif survivor := _last_survivor(state):
        how = f"Only {survivor} has a Hero left."
        _over(draft, winner=survivor, clause="PI-END-01", how=how)
    return draft.state.outcome is not None


def _heroes(count: int) -> str:
    return "1 Hero is" if count == 1 else f"{count} Heroes are"


def _winners(state: State) -> str:
    """PI-AMB-23: all Heroes' players, or those of them who have one left."""
    shared = state.mode is not Mode.CUT_THROAT or state.options.choice("mode") == "no_attacks"
    if shared:
        return Side.HEROES
    return " and ".join(dict.fromkeys(token.owner for token in state.heroes))


def _last_survivor(state: State) -> str:
    if state.mode is not Mode.CUT_THROAT or state.options.choice("mode") != "last_survivor":
        return ""
    owners = tuple(dict.fromkeys(token.owner for token in state.heroes))
    began = min(state.numbers.heroes, len(state.seats_of(Side.HEROES)))
    return owners[0] if len(owners) == 1 and began > 1 else ""


def _over(draft: Draft, *, winner: str, clause: str, how: str) -> None:
    state = draft.state
    draft.emit(
        InvasionEnded(
            winner=winner,
            clause=clause,
            how=how,
            word=state.word,
            player=state.player,
            score=_score(state),
        )
    )


def _score(state: State) -> tuple[str, ...]:
    """What is left on the board, and what the game had: all that the result hangs on."""
    if state.slots is None or not state.turn:
        return ()
    heroes, enemies = (len(tuple(state.of(side))) for side in Side)
    item = "used" if state.item_spent else "not used" if state.looted else "never looted"
    return (
        f"Heroes: {heroes} left of {state.numbers.heroes}.",
        f"Enemies: {enemies} left, {state.numbers.enemies} at the start.",
        f"Turns: {state.turn}; events: {state.events}; the {state.vault_row.name} was {item}.",
    )
