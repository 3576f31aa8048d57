"""Knows how a war goes on, battle by battle: cards are turned up, and act."""

from rules.games.tossing_tiger.animals import ANIMALS, WHEN_ROLLED, Effect
from rules.games.tossing_tiger.commands import TurnUp
from rules.games.tossing_tiger.decide import acting
from rules.games.tossing_tiger.decide.dispatch import handle
from rules.games.tossing_tiger.decide.draft import Draft
from rules.games.tossing_tiger.decide.roosters import DONE_WHEN_ROLLED
from rules.games.tossing_tiger.events.battle import BattleBegan, GuessRight, TurnedUp
from rules.games.tossing_tiger.events.ending import WarStopped
from rules.games.tossing_tiger.events.setup import StageBegan
from rules.games.tossing_tiger.results import ROOSTER
from rules.games.tossing_tiger.state import War
from rules.games.tossing_tiger.vocabulary import ROLES, Ask, AskKind, Purpose, Role, Stage

ENOUGH_LOST = 2
"""TT-DAWN-06."""


def fight(draft: Draft, war: War) -> None:
    """The next thing that happens in the battles of a war."""
    if war.stopped:
        draft.emit(StageBegan(war=war.id, stage=Stage.CLOSING), clause="TT-WAR-01")
    elif not war.battle:
        _begin(draft, war, place=1)
    elif not (roll(draft, war) or _stops(draft, war)):
        if war.battle < war.number:
            _begin(draft, war, place=war.battle + 1)
        else:
            draft.emit(StageBegan(war=war.id, stage=Stage.CLOSING), clause="TT-WAR-01")


def _begin(draft: Draft, war: War, *, place: int) -> None:
    draft.emit(BattleBegan(war=war.id, place=place), clause="TT-BAT-02")
    if place > 1 and war.rule == "multi_stage":
        draft.emit(StageBegan(war=war.id, stage=Stage.BUILD), clause="TT-DAWN-08")


def roll(draft: Draft, war: War) -> bool:
    """TT-BAT-02, TT-BAT-03: whatever is to be turned up, or done, up to this battle."""
    for place in range(1, war.battle + 1):
        if to_turn(war, place):
            _ask_faces(draft, war, place=place)
            return True
    if _two_roosters(draft, war):
        return True
    for place in range(1, war.battle + 1):
        for role in ROLES:
            pile = war.pile(role, place)
            if pile is not None and pile.face and not pile.acted:
                acting.act(draft, war, role=role, place=place)
                return True
    return False


def to_turn(war: War, place: int) -> tuple[Role, ...]:
    """The sides whose pile at a place shows nothing yet."""
    fought = war.fought(place)
    if fought.is_out or fought.fixed is not None:
        return ()
    piles = {role: war.pile(role, place) for role in ROLES}
    return tuple(role for role, pile in piles.items() if pile is not None and not pile.face)


def _ask_faces(draft: Draft, war: War, *, place: int) -> None:
    for role in to_turn(war, place):
        player = draft.owner(war, role=role, place=place)
        draft.ask(
            Purpose.FACE,
            kind=AskKind.TURN_UP,
            player=player,
            clause="TT-BAT-02",
            says=f"{player}: turn up your pile of battle {place}. Which card is on top?",
            war=war.id,
            role=role,
            place=place,
        )


@handle.register
def _turn_up(body: TurnUp, draft: Draft) -> None:
    """TT-OBJ-01, TT-GEO-02: a card of this deck that lies nowhere else."""
    ask = draft.open_ask(AskKind.TURN_UP, body.ask)
    if body.card not in draft.state.deck.cards and body.card not in ANIMALS:
        draft.refuse("TT-OBJ-01", f"There is no card {body.card!r} in this deck. {ask.says}")
    if not draft.state.can_show(body.card):
        draft.refuse("TT-OBJ-01", why_not_shown(draft, body.card))
    turn(draft, ask, card=body.card)


def why_not_shown(draft: Draft, card: str) -> str:
    """Why no pile can show a card now."""
    state = draft.state
    if card in state.destroyed:
        return f"{card} has left the game."
    if card in state.face_up:
        return f"{card} lies open already."
    return f"No {state.deck.animal(card)} is left that this pile could show."


def turn(draft: Draft, ask: Ask, *, card: str) -> None:
    """A pile shows a card."""
    war = draft.state.war(ask.war)
    animal = draft.state.deck.animal(card)
    event = TurnedUp(
        war=war.id, role=ask.role, place=ask.place, player=ask.player, card=card, animal=animal,
        does_nothing=_does_nothing(draft, war, ask=ask, animal=animal), ask_id=ask.id,
    )  # fmt: skip
    draft.emit(event, clause="TT-BAT-02")
    is_guessed = (war.guess_place, war.guess) == (ask.place, animal)
    if is_guessed and ask.role is Role.DEFENDER and not war.fought(ask.place).is_guessed:
        right = GuessRight(war=war.id, place=ask.place, animal=animal)
        draft.emit(right, clause="TT-DAWN-14")


def _does_nothing(draft: Draft, war: War, *, ask: Ask, animal: str) -> bool:
    """Whether nothing is to be done as this card is rolled."""
    pile = war.pile(ask.role, ask.place)
    if (pile is not None and pile.quiet) or war.fought(ask.place).conceded:
        return True
    return not acting.may_be_declined(draft, war, animal=animal) and has_nothing_to_do(war, animal)


def has_nothing_to_do(war: War, animal: str) -> bool:
    """Whether an animal's card does nothing at the moment that it is rolled."""
    effects = [each for each in ANIMALS[animal].effects if each in WHEN_ROLLED]
    if effects == [Effect.ROOSTER_CHANGE]:
        return war.change not in DONE_WHEN_ROLLED
    return not effects


# --- what ends a war early -----------------------------------------------------------------------


def _two_roosters(draft: Draft, war: War) -> bool:
    """TT-RC-01, TT-AMB-21."""
    if war.change != "rooster_always_win" or war.stopped:
        return False
    first = {
        role: next(
            (at for at, each in enumerate(war.log) if (each.role, each.animal) == (role, ROOSTER)),
            None,
        )
        for role in ROLES
    }
    mine, theirs = (first[role] for role in ROLES)
    if mine is None or theirs is None:
        return False
    same = war.log[mine].place == war.log[theirs].place
    how = draft.state.options.choice("double_rooster")
    if how == "same_battle" and not same:
        return False
    second = Role.DEFENDER if same or theirs > mine else Role.ATTACKER
    nobody = how == "nobody_wins"
    event = WarStopped(
        war=war.id,
        why="both sides have rolled a Rooster",
        winner=None if nobody else second,
        no_winner=nobody,
    )
    draft.emit(event, clause="TT-RC-01")
    return True


def _stops(draft: Draft, war: War) -> bool:
    """TT-DAWN-06."""
    if war.rule != "early_stop" or war.battle == war.number:
        return False
    scene = draft.scene(war.id)
    for role in ROLES:
        lost = [each for each in scene.results() if each is not None and scene.lost(role, each)]
        if len(lost) >= ENOUGH_LOST:
            why = f"{war.party(role)} has lost {ENOUGH_LOST} battles"
            draft.emit(WarStopped(war=war.id, why=why), clause="TT-DAWN-06")
            return True
    return False
