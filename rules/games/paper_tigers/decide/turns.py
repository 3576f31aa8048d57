"""Knows how a turn begins: whose shuffle, who arrives, how many cards, and in which order."""

from rules.games.paper_tigers.commands import Arrive, Deal, Shuffle
from rules.games.paper_tigers.decide.beginning import hold_to_ground
from rules.games.paper_tigers.decide.dispatch import handle
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.decide.zones_held import judge_arrival
from rules.games.paper_tigers.events.setup import PhaseBegan
from rules.games.paper_tigers.events.turn import Arrived, CardsRolled, Dealt, Shuffled, TurnBegan
from rules.games.paper_tigers.initial import is_small
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import Ask, Phase, Purpose
from rules.referee.toolkit.dice import DiceAsk, Meaning
from rules.referee.toolkit.tallies import Count


def shuffler(state: State) -> str:
    """PT1-B5: the side whose duty the coming shuffle is; the Defender's is the first."""
    if (own := state.stages.rulings.shuffler) is not None:
        return own(state)
    if state.options.choice("shuffle_cadence") == "per_deck":
        return state.defender if state.run % 2 else state.attacker
    return state.defender if state.turn % 2 else state.attacker


def begin_turn(draft: Draft) -> None:
    """The next turn, up to its shuffle where there is one."""
    turn = draft.state.turn + 1
    draft.emit(TurnBegan(turn=turn, shuffler=_duty(draft.state, turn)), clause="PT1-B5")
    per_turn = draft.state.options.choice("shuffle_cadence") == "per_turn"
    if turn == 1 or per_turn or draft.state.fresh:
        draft.emit(PhaseBegan(phase=Phase.SHUFFLE), clause="PT1-B5")
    else:
        _go_on(draft)


def _go_on(draft: Draft) -> None:
    """To the arrivals, where anybody is due, or at once to the rolls for cards."""
    state = draft.state
    first = state.stages.rulings.turn_begins
    coming = first is not None and first(draft)
    if coming or any(due(state, force.name) for force in state.forces):
        draft.emit(PhaseBegan(phase=Phase.ARRIVALS), clause="PT1-J1d")
    else:
        draft.emit(PhaseBegan(phase=Phase.ROLL_CARDS), clause="PT1-C1")


def _duty(state: State, turn: int) -> str:
    if (own := state.stages.rulings.shuffler) is not None:
        return own(state)
    if state.options.choice("shuffle_cadence") == "per_deck":
        return shuffler(state)
    return state.defender if turn % 2 else state.attacker


@handle.register
def _shuffle(body: Shuffle, draft: Draft) -> None:
    del body
    draft.require_phase(Phase.SHUFFLE)
    side = shuffler(draft.state)
    if draft.command.author not in draft.state.seats_of(side):
        draft.refuse("PT1-B5", f"In turn {draft.state.turn} it is {side} who shuffles.")
    event = Shuffled(by=side, run=draft.state.run, fresh=draft.state.fresh)
    draft.emit(event, clause="PT1-B5")
    _go_on(draft)


def due(state: State, force: str) -> tuple[Unit, ...]:
    """PT1-J1d: units of a battle group that may come onto the table now."""
    other = state.stages.rulings.comes_by_itself
    return tuple(
        unit
        for unit in state.units.values()
        if unit.force == force
        and not (other is not None and other(state, unit))
        and unit.arrives
        and unit.arrives <= state.turn
        and unit.spot is None
        and not unit.destroyed
    )


def look_for_arrivals(draft: Draft) -> bool:
    """Go on when nobody is due who has not come or been held back."""
    state = draft.state
    if any(due(state, f.name) for f in state.forces if f.name not in state.passed):
        return False
    draft.emit(PhaseBegan(phase=Phase.ROLL_CARDS), clause="PT1-C1")
    return True


@handle.register
def _arrive(body: Arrive, draft: Draft) -> None:
    del body
    draft.require_phase(Phase.ARRIVALS)
    for force in draft.state.forces:
        units = due(draft.state, force.name)
        if force.seat == draft.command.author and units and force.name not in draft.state.passed:
            spots, evidence = judge_arrival(draft, units)
            evidence += hold_to_ground(draft, units)
            event = Arrived(force=force.name, spots=spots)
            draft.emit(event, clause="PT1-J1d", evidence=evidence)
            return
    draft.refuse("PT1-J1d", f"No unit of {draft.command.author} is due in this turn.")


def small_game(state: State) -> bool:
    """PT1-C1c, with the moment that counts as agreed (AMB1-03)."""
    if state.options.choice("small_game_basis") == "game_start":
        return state.small_game
    return is_small(state)


def roll_cards(draft: Draft) -> bool:
    """PT1-C1: ask every battle group for its roll."""
    state = draft.state
    if len(state.counts) == len(state.forces):
        draft.emit(PhaseBegan(phase=Phase.DEAL), clause="PT1-C1a")
        return True
    small = small_game(state)
    means = Meaning(
        when="the higher die" if small else "the total", then="that many cards from the pack"
    )
    clause = "PT1-C1c" if small else "PT1-C1"
    for force in state.forces:
        why = f"how many cards {force.name} gets"
        dice = DiceAsk(count=2, why=why, means=(means,))
        draft.ask_roll(Purpose.CARDS, force=force.name, clause=clause, dice=dice)
    return True


def settle_cards(draft: Draft, ask: Ask, *, dice: tuple[int, ...]) -> None:
    """How many cards a roll brings."""
    small = small_game(draft.state)
    event = CardsRolled(
        force=ask.force,
        dice=dice,
        count=max(dice) if small else sum(dice),
        small_game=small,
    )
    draft.emit(event, clause="PT1-C1c" if small else "PT1-C1")


def deal_order(state: State) -> tuple[str, ...]:
    """PT1-C1a: one card at a time from the highest roller on; equal rolls: the Attacker's first.

    With more than two players it goes round the table from there (PT1-I2).
    """
    if (own := state.stages.rulings.deal_order) is not None:
        return own(state)
    return in_turns(state)


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


@handle.register
def _deal(body: Deal, draft: Draft) -> None:
    del body
    draft.require_phase(Phase.DEAL)
    state = draft.state
    again = state.options.choice("short_deal") == "reshuffle_now"
    draw = {name: pack.draw for name, pack in state.packs.items()}
    order: list[str] = []
    short: dict[str, int] = {}
    reshuffled: list[str] = []
    for name in deal_order(state):
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
    draft.emit(event, clause="PT1-C1a")
    draft.emit(PhaseBegan(phase=Phase.ASSIGN), clause="PT1-C2")
