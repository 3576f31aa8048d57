"""A war goes on, battle by battle: cards are turned up, and act (TT-BAT)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.games.tossing_tiger.animals import ANIMALS, CardEffect, a, called, free_talk, has
from rules.games.tossing_tiger.chapters.acting import may_be_declined
from rules.games.tossing_tiger.chapters.animal_actions import act, has_nothing_to_do
from rules.games.tossing_tiger.chapters.roosters import WarStopped
from rules.games.tossing_tiger.chapters.rounds import StageBegan
from rules.games.tossing_tiger.draft import Draft, Trial
from rules.games.tossing_tiger.results import ROOSTER
from rules.games.tossing_tiger.state import State, War
from rules.games.tossing_tiger.vocabulary import (
    CardAt,
    FreeTalk,
    OfCard,
    Role,
    RolledAnimal,
    WarStage,
    answer_to,
    fought,
    war_of,
)
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.phrases import capital
from rules.referee.toolkit.questions import Ask, Question

ENOUGH_LOST = 2
"""TT-DAWN-06."""


def fight(draft: Draft, war: War) -> None:
    """The next thing that happens in the battles of a war."""
    if not war.stopped:
        if not war.battle:
            _begin(draft, war, place=1)
            return
        if roll(draft, war) or _stops(draft, war):
            return
        if war.battle < war.number:
            _begin(draft, war, place=war.battle + 1)
            return
    draft.emit(StageBegan(war=war.id, stage=WarStage.CLOSING), clause="TT-WAR-01")


def _begin(draft: Draft, war: War, *, place: int) -> None:
    draft.emit(BattleBegan(war=war.id, place=place))
    if place > 1 and war.rule == "multi_stage":
        draft.emit(StageBegan(war=war.id, stage=WarStage.BUILD), clause="TT-DAWN-08")


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleBegan:
    """The next battle is to be rolled."""

    clause: ClassVar[str] = "TT-BAT-02"
    war: int
    place: int

    def after(self, state: State) -> State:
        return state.with_war(replace(state.war(self.war), battle=self.place, rerolls=0))

    def told(self) -> str:
        return f"Battle {self.place}."


def roll(draft: Draft, war: War) -> bool:
    """TT-BAT-02, TT-BAT-03: whatever is to be turned up, or done, up to this battle."""
    for place in range(1, war.battle + 1):
        if sides := to_turn(war, place):
            for role in sides:
                ask_face(draft, war, role=role, place=place)
            return True
    if _tells(draft, war) or _two_roosters(draft, war):
        return True
    for at, pile in sorted(war.piles(), key=lambda found: found[0].place):
        if at.place <= war.battle and pile.face and not pile.acted:
            act(draft, at)
            return True
    return False


def _tells(draft: Draft, war: War) -> bool:
    """TT-RES-04: after a battle, and after whatever changed one, it is said who wins now."""
    scene = draft.scene(war.id)
    results = tuple("" if each is None else str(each) for each in scene.results())
    before = (*war.told, *("",) * (len(results) - len(war.told)))
    changed = tuple(at for at in range(1, len(results) + 1) if results[at - 1] != before[at - 1])
    if not changed:
        return False
    mine, theirs = (scene.won(role) for role in Role)
    draft.emit(
        WarStands(
            war=war.id, results=results, changed=changed, attacker_won=mine, defender_won=theirs
        )
    )
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class WarStands:
    """Who wins now, as the cards lie."""

    clause: ClassVar[str] = "TT-RES-04"
    war: int
    results: tuple[str, ...]
    """By place; empty for what is not rolled yet, or does not count."""
    changed: tuple[int, ...]
    """The battles of which something else was told before, or nothing."""
    attacker_won: int
    defender_won: int

    def after(self, state: State) -> State:
        return state.with_war(replace(state.war(self.war), told=self.results))

    def told(self) -> str:
        each = "; ".join(fought(self.results[at - 1], at) for at in self.changed)
        sides = ((self.attacker_won, Role.ATTACKER), (self.defender_won, Role.DEFENDER))
        (fewer, _), (more, ahead) = sorted(sides)
        how = (
            f"the {ahead} leads, {more} to {fewer}" if more > fewer else f"it is {more} to {fewer}"
        )
        return f"{capital(each)}. As the cards lie now, {how}."


def to_turn(war: War, place: int) -> tuple[Role, ...]:
    """The sides whose pile at a place shows nothing yet."""
    piles = [(at, pile) for at, pile in war.piles() if at.place == place]
    return tuple(at.role for at, pile in piles if not pile.face and war.fought(place).is_open)


def ask_face(draft: Draft, war: War, *, role: Role, place: int) -> None:
    question = PileToTurn(war=war.id, role=role, place=place)
    player = draft.owner(question)
    says = f"{player}: turn up your pile of battle {place}. Which card is on top?"
    draft.ask(question, player=player, clause="TT-BAT-02", says=says)


@dataclass(frozen=True, slots=True, kw_only=True)
class PileToTurn(Question, OfCard):
    KIND: ClassVar[str] = "face"
    answered_by: ClassVar[str] = "turn_up"
    war: int
    role: Role
    place: int

    def offer(self, trial: Trial, ask: Ask) -> Template:
        state = trial.state
        faces = tuple(name for name in state.deck.animals if state.can_show(name))
        return answer_to(ask, Hole(name="card", kind="card", allowed=faces))


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnUpPile:
    """The card on top of a pile: a card by its id, or its animal."""

    KIND: ClassVar[str] = "turn_up"
    card: str
    ask: int = 0

    def ruled(self, draft: Draft) -> None:
        """TT-OBJ-01, TT-GEO-02: a card of this deck that lies nowhere else."""
        ask = draft.open_ask("turn_up", self.ask, unasked="No card is to be turned up")
        if self.card not in draft.state.deck.cards and self.card not in ANIMALS:
            draft.refuse("TT-OBJ-01", f"There is no card {self.card!r} in this deck. {ask.says}")
        if not draft.state.can_show(self.card):
            draft.refuse("TT-OBJ-01", _why_not_shown(draft.state, self.card))
        assert isinstance(ask.question, PileToTurn)
        _turn(draft, ask.question, ask=ask, card=self.card)


def _why_not_shown(state: State, card: str) -> str:
    """Why no pile can show a card now."""
    if card in state.destroyed:
        return f"{card} has left the game."
    if card in state.face_up:
        return f"{card} lies open already."
    return f"No {state.deck.animal(card)} is left that this pile could show."


def _turn(draft: Draft, turned: PileToTurn, *, ask: Ask, card: str) -> None:
    """A pile shows a card."""
    war, place, animal = draft.state.war(turned.war), turned.place, draft.state.deck.animal(card)
    nothing = _does_nothing(draft, turned, animal=animal)
    told = {"player": ask.who, "card": card, "animal": animal}
    draft.emit(PileTurnedUp(**turned.here, **told, does_nothing=nothing, ask_id=ask.id))
    is_guessed = (war.guess_place, war.guess) == (place, animal)
    if is_guessed and turned.role is Role.DEFENDER and not war.fought(place).is_guessed:
        draft.emit(GuessRight(war=war.id, place=place, animal=animal))


def _does_nothing(draft: Draft, turned: PileToTurn, *, animal: str) -> bool:
    """Whether nothing is to be done as this card is rolled."""
    war = draft.state.war(turned.war)
    pile = war.pile(turned.role, turned.place)
    if (pile is not None and pile.quiet) or war.fought(turned.place).conceded:
        return True
    return not may_be_declined(draft, war, animal=animal) and has_nothing_to_do(war, animal)


@dataclass(frozen=True, slots=True, kw_only=True)
class PileTurnedUp(CardAt):
    """TT-BAT-02: a pile shows a card."""

    KIND: ClassVar[str] = "turned_up"
    clause: ClassVar[str] = "TT-BAT-02"
    player: str
    card: str
    animal: str
    does_nothing: bool
    """Whether there is nothing to be done as it is rolled."""
    ask_id: int = 0

    def after(self, state: State) -> State:
        state = state.answered(self.ask_id)
        war = state.war(self.war)
        rolled = RolledAnimal(role=self.role, animal=self.animal, place=self.place)
        pile = war.laid(self.role, self.place).hidden()
        pile = replace(pile, face=self.card, acted=self.does_nothing)
        war = replace(war, log=(*war.log, rolled))
        # TT-ANI-18: a team talks until a later battle is rolled, be it one of the next war.
        at = (self.war, self.place)
        talks = [talk for talk in state.talks if (talk.war, talk.place) >= at]
        if has(self.animal, CardEffect.FREE_TALK):
            party = war.party(self.role)
            talks.append(FreeTalk(party=party, war=self.war, place=self.place))
        state = replace(state, talks=tuple(talks))
        return state.with_war(war.with_pile(self.role, self.place, pile=pile))

    def told(self) -> str:
        talks = has(self.animal, CardEffect.FREE_TALK)
        told = " " + free_talk(self.player) if talks else ""
        return f"{self.player} rolls {a(self.animal)} in battle {self.place}.{told}"


@dataclass(frozen=True, slots=True, kw_only=True)
class GuessRight:
    """What was guessed came up."""

    clause: ClassVar[str] = "TT-DAWN-14"
    war: int
    place: int
    animal: str

    def after(self, state: State) -> State:
        return state.with_war(state.war(self.war).with_battle(self.place, is_guessed=True))

    def told(self) -> str:
        animal = called(self.animal)
        return f"{animal} it is: the attacker wins battle {self.place} by the guess."


def before_roll(state: State, war: War) -> bool:
    """TT-BAT-01: whether the next battle is to be rolled, and nothing of it is seen yet."""
    asked = [ask.question for ask in state.asks if war_of(ask) == war.id]
    waiting = bool(asked) and all(
        isinstance(each, PileToTurn) and each.place == war.battle for each in asked
    )
    seen = any(each.place == war.battle for each in war.log)
    return war.stage is WarStage.BATTLE and waiting and not seen


def require_window(draft: Draft, war: War, *, clause: str) -> None:
    if before_roll(draft.state, war):
        return
    says = "That is done before a battle, while none of its cards is turned up."
    if war.stage is WarStage.BATTLE:
        draft.unless_waived(clause, says)
    else:
        draft.refuse(clause, says)


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveUpBattle:
    """TT-OBJ-09: a player loses the next battle on purpose."""

    war: int
    role: Role

    def ruled(self, draft: Draft) -> None:
        """TT-OBJ-09, TT-DAWN-15."""
        war, _ = draft.under_rule(self.war, self.role, rule="flee", clause="TT-OBJ-09")
        require_window(draft, war, clause="TT-BAT-01")
        if self.role in war.fought(war.battle).conceded:
            draft.refuse("TT-OBJ-09", f"Battle {war.battle} is given up already.")
        draft.emit(BattleGivenUp(war=war.id, place=war.battle, role=self.role))


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleGivenUp:
    """TT-OBJ-09."""

    clause: ClassVar[str] = "TT-DAWN-15"
    war: int
    place: int
    role: Role

    def after(self, state: State) -> State:
        war = state.war(self.war)
        conceded = (*war.fought(self.place).conceded, self.role)
        return state.with_war(replace(war.with_battle(self.place, conceded=conceded), bonus=0))

    def told(self) -> str:
        return f"The {self.role} gives battle {self.place} up; there is no bonus in this war."


def _two_roosters(draft: Draft, war: War) -> bool:
    """TT-RC-01, TT-AMB-21."""
    if war.change != "rooster_always_win" or war.stopped:
        return False
    roosters = [each for each in war.log if each.animal == ROOSTER]
    first = {each.role: each for each in reversed(roosters)}
    if len(first) < len(Role):
        return False
    same = first[Role.ATTACKER].place == first[Role.DEFENDER].place
    how = draft.state.options.choice("double_rooster")
    if how == "same_battle" and not same:
        return False
    second = Role.DEFENDER if same else roosters[0].role.other
    nobody, why = how == "nobody_wins", "both sides have rolled a Rooster"
    winner = None if nobody else second
    event = WarStopped(war=war.id, why=why, winner=winner, no_winner=nobody)
    draft.emit(event, clause="TT-RC-01")
    return True


def _stops(draft: Draft, war: War) -> bool:
    if war.rule != "early_stop" or war.battle == war.number:
        return False
    scene = draft.scene(war.id)
    for role in Role:
        lost = [each for each in scene.results() if each is not None and scene.lost(role, each)]
        if len(lost) >= ENOUGH_LOST:
            why = f"{war.party(role)} has lost {ENOUGH_LOST} battles"
            draft.emit(WarStopped(war=war.id, why=why), clause="TT-DAWN-06")
            return True
    return False
