"""The beginning of a turn: the shuffle, how many cards, and the deal (PT1-B5, C1)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.paper_tigers.asking import GroupRoll
from rules.games.paper_tigers.chapters.arrivals import due
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.initial import is_small
from rules.games.paper_tigers.state import Pack, State
from rules.games.paper_tigers.vocabulary import UMPIRE, Phase
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.game import Template
from rules.referee.toolkit.phrases import counted
from rules.referee.toolkit.questions import Ask
from rules.referee.toolkit.tallies import Count


class TurnRules:
    """Where an edition may begin a turn otherwise."""

    def shuffler(self, state: State, *, turn: int) -> str:
        """PT1-B5: the side whose duty the shuffle of a turn is; the Defender's is the first."""
        if state.options.choice("shuffle_cadence") == "per_deck":
            return state.defender if state.run % 2 else state.attacker
        return state.defender if turn % 2 else state.attacker

    def asks_again(self, draft: Draft, *, by: str) -> bool:
        """Whether somebody is asked about the shuffle of a side before the turn goes on."""
        del draft, by
        return False

    def begins(self, draft: Draft) -> bool:
        """Whether something comes before the turn's arrivals and rolls."""
        del draft
        return False

    def rolls_again(self, draft: Draft) -> bool:
        """Whether the rolls for cards do not count and are made once more."""
        del draft
        return False

    def deal_order(self, state: State) -> tuple[str, ...]:
        """PT1-C1a: one card at a time, from the highest roller on.

        Of equal rolls the Attacker's is first. With more than two players it goes round the table
        from there (PT1-I2).
        """
        return in_turns(state)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle:
    """The draw pile has been shuffled."""

    def ruled(self, draft: Draft) -> None:
        draft.require_phase(Phase.SHUFFLE)
        side = shuffler(draft.state)
        if draft.command.author not in draft.state.seats_of(side):
            draft.unless_waived("PT1-B5", f"In turn {draft.state.turn} it is {side} who shuffles.")
        event = Shuffled(by=side, run=draft.state.run, fresh=draft.state.fresh)
        draft.emit(event, clause="PT1-B5")
        if not draft.state.edition.of(TurnRules).asks_again(draft, by=side):
            after_shuffle(draft)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """The cards have been dealt in the order that the referee named."""

    def ruled(self, draft: Draft) -> None:
        draft.require_phase(Phase.DEAL)
        state = draft.state
        again = state.options.choice("short_deal") == "reshuffle_now"
        draw = {name: pack.draw for name, pack in state.packs.items()}
        order: list[str] = []
        short: dict[str, int] = {}
        reshuffled: list[str] = []
        for name in state.edition.of(TurnRules).deal_order(state):
            pack = state.pack_of(name)
            if not draw[pack] and again and pack not in reshuffled:
                back = state.packs[pack]
                draw[pack] = len(back.discards) + back.hidden_discards
                reshuffled.append(pack)
            if draw[pack]:
                draw[pack] -= 1
                order.append(name)
            else:
                short[name] = short.get(name, 0) + 1
        missing = tuple(Count(name=name, count=count) for name, count in short.items())
        event = Dealt(order=tuple(order), short=missing, reshuffled=tuple(reshuffled))
        draft.emit(event)
        draft.begin(Phase.ASSIGN, clause="PT1-C2")


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsRoll(GroupRoll):
    """How many cards a battle group gets."""

    purpose = "cards"

    def rolled(self, draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
        small = small_game(draft.state)
        event = CardsRolled(
            force=ask.who, dice=dice, count=max(dice) if small else sum(dice), small_game=small
        )
        draft.emit(event)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan:
    """A new turn."""

    clause: ClassVar[str] = "PT1-B5"

    turn: int
    shuffler: str

    def after(self, state: State) -> State:
        return replace(
            state, turn=self.turn, round=0, sight_rolls=(), ended_packs=(), kept=(), held_settled={}
        )

    def told(self) -> str:
        duty = f"; {self.shuffler} shuffles" if self.shuffler else ""
        return f"Turn {self.turn} begins{duty}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffled:
    """The draw piles are shuffled; with a new run the discards are back in them."""

    clause: ClassVar[str] = "PT1-B5"

    by: str
    run: int
    fresh: bool = False

    def after(self, state: State) -> State:
        if not self.fresh:
            return state
        packs = {name: _gathered(pack) for name, pack in state.packs.items()}
        state = replace(state, packs=packs, run=self.run, fresh=False)
        if state.options.choice("saved_at_reshuffle") == "return":
            for force in state.forces:
                state = _returned(state, force.name)
        return state

    def told(self) -> str:
        by = self.by or "The umpire"
        if self.fresh:
            return f"{by} has shuffled the discards back in: run {self.run} of the deck begins."
        return f"{by} has shuffled the draw pile."


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsRolled:
    """How many cards a battle group gets."""

    force: str
    dice: tuple[int, ...]
    count: int
    small_game: bool = False

    @property
    def clause(self) -> str:
        return "PT1-C1c" if self.small_game else "PT1-C1"

    def after(self, state: State) -> State:
        return replace(state, counts={**state.counts, self.force: self.count})

    def told(self) -> str:
        small = ", by the higher die" if self.count < sum(self.dice) else ""
        return f"{self.force} gets {counted(self.count, 'card')}{small}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """The cards are dealt, one by one in this order."""

    clause: ClassVar[str] = "PT1-C1a"

    order: tuple[str, ...]
    short: tuple[Count, ...] = ()
    """Cards that the draw pile could not give."""
    reshuffled: tuple[str, ...] = ()
    """Packs whose discards went back in before the rest was dealt."""

    def after(self, state: State) -> State:
        """PT1-C1b: cards without faces, since nobody looks at them."""
        packs = {
            name: _gathered(pack) if name in self.reshuffled else pack
            for name, pack in state.packs.items()
        }
        hands = dict(state.hands)
        for force in self.order:
            name = state.pack_of(force)
            packs[name] = replace(packs[name], draw=packs[name].draw - 1)
            hands[force] = replace(hands[force], hidden=hands[force].hidden + 1)
        return replace(state, packs=packs, hands=hands, ended_packs=self.reshuffled)

    def told(self) -> str:
        told = [f"{_deal(self.order)}."]
        told += [
            f"The draw pile was {counted(each.count, 'card')} short for {each.name}."
            for each in self.short
        ]
        if self.reshuffled:
            told.append("On the way the discards were shuffled back in.")
        return " ".join(told)


def shuffler(state: State) -> str:
    """The side whose duty the coming shuffle is."""
    return state.edition.of(TurnRules).shuffler(state, turn=state.turn)


def begin_turn(draft: Draft) -> None:
    """The next turn, up to its shuffle where there is one."""
    turn = draft.state.turn + 1
    duty = draft.state.edition.of(TurnRules).shuffler(draft.state, turn=turn)
    draft.emit(TurnBegan(turn=turn, shuffler=duty))
    per_turn = draft.state.options.choice("shuffle_cadence") == "per_turn"
    if turn == 1 or per_turn or draft.state.fresh:
        draft.begin(Phase.SHUFFLE, clause="PT1-B5")
    else:
        after_shuffle(draft)


def after_shuffle(draft: Draft) -> None:
    """To the arrivals, where anybody is due, or at once to the rolls for cards."""
    state = draft.state
    coming = state.edition.of(TurnRules).begins(draft)
    if coming or any(due(state, force.name) for force in state.forces):
        draft.begin(Phase.ARRIVALS, clause="PT1-J1d")
    else:
        draft.begin(Phase.ROLL_CARDS, clause="PT1-C1")


def small_game(state: State) -> bool:
    """PT1-C1c, with the moment that counts as agreed (AMB1-03)."""
    if state.options.choice("small_game_basis") == "game_start":
        return state.small_game
    return is_small(state)


def roll_cards(draft: Draft) -> bool:
    """PT1-C1: ask every battle group for its roll."""
    state = draft.state
    if len(state.counts) == len(state.forces):
        if state.edition.of(TurnRules).rolls_again(draft):
            return True
        draft.begin(Phase.DEAL, clause="PT1-C1a")
        return True
    small = small_game(state)
    means = Meaning(
        when="the higher die" if small else "the total", then="that many cards from the pack"
    )
    clause = "PT1-C1c" if small else "PT1-C1"
    for force in state.forces:
        why = f"how many cards {force.name} gets"
        dice = DiceAsk(count=2, why=why, means=(means,))
        draft.ask_roll(CardsRoll(dice=dice), force=force.name, clause=clause)
    return True


def in_turns(state: State) -> tuple[str, ...]:
    """One card each, round and round, from the highest roller on."""
    names = [force.name for force in state.forces]

    def first(name: str) -> tuple[int, bool, int]:
        attacks = state.force(name).side == state.attacker
        return (-state.counts[name], not attacks, names.index(name))

    start = names.index(min(names, key=first))
    seats = names[start:] + names[:start]
    left = {name: state.counts[name] for name in names}
    order: list[str] = []
    while any(left.values()):
        for name in seats:
            if left[name]:
                left[name] -= 1
                order.append(name)
    return tuple(order)


def _gathered(pack: Pack) -> Pack:
    return Pack(draw=pack.draw + len(pack.discards) + pack.hidden_discards)


def _returned(state: State, force: str) -> State:
    name = state.pack_of(force)
    pack, hand = state.packs[name], state.hands[force]
    packs = {**state.packs, name: replace(pack, draw=pack.draw + len(hand.open))}
    return replace(state, packs=packs).with_hand(force, replace(hand, open=()))


def _deal(order: tuple[str, ...]) -> str:
    """Who was served first; how many everybody gets was told as they rolled.

    >>> _deal(("Red", "Blue", "Red", "Red")), _deal(("Red", "Red"))
    ('The cards are dealt, Red first', 'The cards are dealt')
    """
    if not order:
        return "No card is dealt"
    return "The cards are dealt" + (f", {order[0]} first" if len(set(order)) > 1 else "")


def shuffle_offers(trial: Trial) -> tuple[Template, ...]:
    """For the side on duty."""
    side = shuffler(trial.state)
    if trial.seat not in trial.state.seats_of(side):
        return ()
    told = trial.plain(Shuffle(), command="shuffle", says=f"Say that {side} has shuffled.")
    return (replace(told, forced=True),)


def deal_offers(trial: Trial) -> tuple[Template, ...]:
    """Whoever it is, the cards are dealt."""
    order = trial.state.edition.of(TurnRules).deal_order(trial.state)
    counts = ", ".join(f"{name} {order.count(name)}" for name in dict.fromkeys(order))
    says = f"The cards are dealt, {order[0]} first: {counts}."
    return (replace(trial.plain(Deal(), command="deal", says=says), forced=True),)


def awaits_shuffle(state: State) -> str:
    """The side on duty."""
    return f"{shuffler(state)}: shuffle the draw pile."


def awaits_deal(state: State) -> str:
    """Everybody."""
    counts = ", ".join(f"{name} {count}" for name, count in state.counts.items())
    return f"Everybody: deal the cards, {counts}." if counts else UMPIRE
