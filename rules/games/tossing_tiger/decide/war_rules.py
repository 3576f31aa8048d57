"""Knows what players may do in a war when they like, and what is done once it is fought."""

from types import MappingProxyType
from typing import Final

from rules.games.tossing_tiger.commands import FreeReroll, GiveUpBattle, Guess, Merge
from rules.games.tossing_tiger.decide import battles
from rules.games.tossing_tiger.decide.acting import battle_label, own_rolled, place_in
from rules.games.tossing_tiger.decide.dispatch import handle
from rules.games.tossing_tiger.decide.draft import Draft, Settle
from rules.games.tossing_tiger.decide.roosters import NOTHING
from rules.games.tossing_tiger.events.battle import (
    BaitOver,
    BattleGivenUp,
    BattleTurned,
    FinalRerollUsed,
    GuessMade,
    PilesMerged,
    Rerolled,
    RerollPassed,
)
from rules.games.tossing_tiger.events.ending import WarDecided
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import (
    ROLES,
    Ask,
    AskKind,
    Purpose,
    Result,
    Role,
    Stage,
)


def before_roll(state: State, war: War) -> bool:
    """TT-BAT-01: whether the next battle is to be rolled, and nothing of it is seen yet."""
    asks = [ask for ask in state.asks if ask.war == war.id]
    waiting = bool(asks) and all(
        ask.kind is AskKind.TURN_UP and ask.place == war.battle for ask in asks
    )
    seen = any(each.place == war.battle for each in war.log)
    return war.stage is Stage.BATTLE and waiting and not seen


def _require_window(draft: Draft, war: War, *, clause: str) -> None:
    if not before_roll(draft.state, war):
        says = "That is done before a battle, while none of its cards is turned up."
        draft.refuse(clause, says)


def _require_rule(draft: Draft, war: War, *, rule: str, clause: str) -> None:
    if war.rule != rule:
        draft.refuse(clause, "No Dawncard of this war allows that.")


@handle.register
def _give_up(body: GiveUpBattle, draft: Draft) -> None:
    """TT-OBJ-09, TT-DAWN-15."""
    war = draft.war(body.war)
    _require_rule(draft, war, rule="flee", clause="TT-OBJ-09")
    draft.require_role(war, body.role)
    _require_window(draft, war, clause="TT-BAT-01")
    if body.role in war.fought(war.battle).conceded:
        draft.refuse("TT-OBJ-09", f"Battle {war.battle} is given up already.")
    event = BattleGivenUp(war=war.id, place=war.battle, role=body.role)
    draft.emit(event, clause="TT-DAWN-15")


@handle.register
def _guess(body: Guess, draft: Draft) -> None:
    """TT-DAWN-14."""
    war = draft.war(body.war)
    _require_rule(draft, war, rule="guess", clause="TT-DAWN-14")
    draft.require_role(war, Role.ATTACKER)
    if war.guess:
        draft.refuse("TT-DAWN-14", f"It was guessed in battle {war.guess_place}: once in a war.")
    _require_window(draft, war, clause="TT-DAWN-14")
    if body.animal not in draft.state.deck.animals:
        draft.refuse("TT-DAWN-14", f"There is no {body.animal!r} in this deck.")
    event = GuessMade(war=war.id, place=war.battle, animal=body.animal)
    draft.emit(event, clause="TT-DAWN-14")


def mergeable(war: War) -> tuple[int, ...]:
    """TT-DAWN-02: places where the defender has a pile that nobody rolled."""
    return tuple(
        place
        for place in range(max(war.battle, 1), war.number + 1)
        if (pile := war.pile(Role.DEFENDER, place)) is not None and not pile.face
    )


@handle.register
def _merge(body: Merge, draft: Draft) -> None:
    """TT-DAWN-02."""
    war = draft.war(body.war)
    _require_rule(draft, war, rule="one_merge", clause="TT-DAWN-02")
    draft.require_role(war, Role.ATTACKER)
    if war.merged:
        draft.refuse("TT-DAWN-02", "Two piles were put together already: once in a war.")
    _require_window(draft, war, clause="TT-DAWN-02")
    places = mergeable(war)
    if body.first not in places or body.second not in places or body.first == body.second:
        told = ", ".join(str(place) for place in places)
        says = f"Two different unrolled piles of the defender are wanted, of those at {told}."
        draft.refuse("TT-DAWN-02", says)
    into, gone = sorted((body.first, body.second))
    draft.emit(PilesMerged(war=war.id, into=into, gone=gone), clause="TT-DAWN-02")


@handle.register
def _free_reroll(body: FreeReroll, draft: Draft) -> None:
    """TT-DAWN-03."""
    war = draft.war(body.war)
    _require_rule(draft, war, rule="one_reroll", clause="TT-DAWN-03")
    player = draft.require_role(war, body.role)
    if body.role in war.free_rerolled:
        draft.refuse("TT-DAWN-03", f"{player} has used the free reroll of this war.")
    _require_window(draft, war, clause="TT-DAWN-03")
    if battle_label(body.place) not in own_rolled(war, body.role, upto=war.battle):
        says = f"{player} has no pile that lies open at place {body.place}."
        draft.refuse("TT-DAWN-03", says)
    # Cards of the battle to come are turned up after this one; their asks come again.
    event = Rerolled(war=war.id, role=body.role, place=body.place, player=player, free=True)
    draft.emit(event, clause="TT-DAWN-03")
    owner = draft.owner(war, role=body.role, place=body.place)
    draft.ask(
        Purpose.FACE,
        kind=AskKind.TURN_UP,
        player=owner,
        clause="TT-BAT-02",
        says=f"{owner}: turn up your pile of battle {body.place}. Which card is on top?",
        war=war.id,
        role=body.role,
        place=body.place,
    )


# --- after the last battle -----------------------------------------------------------------------


def close(draft: Draft, war: War) -> None:
    """What is still done before anybody takes anything; then the war is decided."""
    if not war.stopped:
        if battles.roll(draft, war) or _free(draft, war) or _final(draft, war):
            return
        war = draft.state.war(war.id)
    if war.rule == "bait_and_switch" and not war.bait_done:
        _bait(draft, war)
        return
    decide_war(draft, war)


def _free(draft: Draft, war: War) -> bool:
    """TT-DAWN-03: whoever has not rolled again is asked a last time."""
    if war.rule != "one_reroll":
        return False
    for role in ROLES:
        piles = own_rolled(war, role, upto=war.number)
        if role not in war.free_rerolled and piles:
            _ask_reroll(draft, war, role=role, piles=piles, clause="TT-DAWN-03")
            return True
    return False


def _final(draft: Draft, war: War) -> bool:
    """TT-DAWN-07."""
    if war.rule != "final_reroll" or war.final_done:
        return False
    last = draft.scene(war.id).results()[-1]
    piles: tuple[str, ...] = ()
    role = Role.ATTACKER
    if last is not None and last.is_sole:
        role = Role(last.value)
        piles = own_rolled(war, role, upto=war.number)
    if not piles:
        draft.emit(FinalRerollUsed(war=war.id), clause="TT-DAWN-07")
        return True
    _ask_reroll(draft, war, role=role, piles=piles, clause="TT-DAWN-07")
    return True


def _ask_reroll(draft: Draft, war: War, *, role: Role, piles: tuple[str, ...], clause: str) -> None:
    player = draft.state.speaker(war.party(role)).name
    draft.ask(
        Purpose.FINAL_REROLL,
        player=player,
        clause=clause,
        says=f"{player}: do you roll one of your piles again before it is decided?",
        choices=(NOTHING, *piles),
        war=war.id,
        role=role,
    )


def settle_final_reroll(draft: Draft, ask: Ask, *, choice: str) -> None:
    war = draft.state.war(ask.war)
    is_free = war.rule == "one_reroll"
    if not is_free:
        draft.emit(FinalRerollUsed(war=war.id), clause="TT-DAWN-07")
    elif choice == NOTHING:
        draft.emit(RerollPassed(war=war.id, role=ask.role), clause="TT-DAWN-03")
    if choice != NOTHING:
        event = Rerolled(
            war=war.id, role=ask.role, place=place_in(choice), player=ask.player, free=is_free
        )
        draft.emit(event, clause=ask.clause)


def _bait(draft: Draft, war: War) -> None:
    """TT-DAWN-09."""
    won, other = _won_and_not(draft, war)
    if not won or not other:
        draft.emit(BaitOver(war=war.id), clause="TT-DAWN-09")
        return
    player = draft.state.speaker(war.attacker).name
    draft.ask(
        Purpose.BAIT,
        player=player,
        clause="TT-DAWN-09",
        says=f"{player}: which won battle do you give away, to win another one instead?",
        choices=(NOTHING, *won),
        war=war.id,
    )


def _won_and_not(draft: Draft, war: War) -> tuple[tuple[str, ...], tuple[str, ...]]:
    results = draft.scene(war.id).results()
    counted = [(at, each) for at, each in enumerate(results, start=1) if each is not None]
    won = tuple(battle_label(at) for at, each in counted if each.won_by(Role.ATTACKER))
    other = tuple(battle_label(at) for at, each in counted if not each.won_by(Role.ATTACKER))
    return won, other


def settle_bait(draft: Draft, ask: Ask, *, choice: str) -> None:
    war = draft.state.war(ask.war)
    if choice == NOTHING:
        draft.emit(BaitOver(war=war.id), clause="TT-DAWN-09")
        return
    _, other = _won_and_not(draft, war)
    event = BattleTurned(war=war.id, place=place_in(choice), result=Result.DEFENDER)
    draft.emit(event, clause="TT-DAWN-09")
    draft.choose(
        Purpose.CATCH,
        settle=settle_catch,
        player=ask.player,
        clause="TT-DAWN-09",
        says=f"{ask.player}: which battle do you win instead?",
        choices=other,
        war=war.id,
    )


def settle_catch(draft: Draft, ask: Ask, *, choice: str) -> None:
    event = BattleTurned(war=ask.war, place=place_in(choice), result=Result.ATTACKER)
    draft.emit(event, clause="TT-DAWN-09")
    draft.emit(BaitOver(war=ask.war), clause="TT-DAWN-09")


def decide_war(draft: Draft, war: War) -> None:
    """TT-WAR-01, TT-WAR-02."""
    scene = draft.scene(war.id)
    event = WarDecided(
        war=war.id,
        results=tuple("" if each is None else str(each) for each in scene.results()),
        attacker_won=scene.won(Role.ATTACKER),
        defender_won=scene.won(Role.DEFENDER),
        winners=scene.overall(),
        bonus=scene.bonus(),
        why=war.stopped,
    )
    draft.emit(event, clause="TT-WAR-02")


SETTLES: Final = MappingProxyType[Purpose, Settle](
    {
        Purpose.FINAL_REROLL: settle_final_reroll,
        Purpose.BAIT: settle_bait,
        Purpose.CATCH: settle_catch,
    }
)
