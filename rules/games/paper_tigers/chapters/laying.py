"""Laying cards on units, passing, and turning up what lies face down (PT1-A2, C2 to C5)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from rules.games.paper_tigers.asking import ShownAsk
from rules.games.paper_tigers.chapters.arrivals import due
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.profiles import MOST_CARDS
from rules.games.paper_tigers.state import Force, Slot, State, Unit
from rules.games.paper_tigers.vocabulary import Never, Phase, Unfit, awaited, the_card
from rules.referee.toolkit.cards import card_from
from rules.referee.toolkit.game import Hole, Template, Weight
from rules.referee.toolkit.phrases import counted
from rules.referee.toolkit.questions import Ask, Question
from rules.referee.toolkit.ruling import unit_hole
from rules.table.bad_input import BadInputError


class LayingRules:
    """Where an edition may have cards laid otherwise."""

    def unfit_for_card(self, unit: Unit) -> Unfit | None:
        """Why a unit can take no card that the basic rules would let it take."""
        del unit
        return None

    def may_repair(self, unit: Unit) -> bool:
        """Whether a unit without a hit has something else to repair."""
        del unit
        return False

    def first_side(self, state: State) -> str:
        """The side that lays the first card, in this step of the turn."""
        if state.phase is not Phase.ASSIGN or state.options.choice("assign_first") == "attacker":
            return state.attacker
        return min(state.forces, key=partial(by_roll, state)).side


@dataclass(frozen=True, slots=True, kw_only=True)
class Assign:
    """One card laid on a unit: a face-down one of this turn, or a saved one by its name."""

    unit: str
    card: str = ""

    def ruled(self, draft: Draft) -> None:
        draft.require_phase(Phase.ASSIGN)
        unit = draft.own_unit(self.unit)
        require_turn(draft, unit.force)
        draft.hold_fit(unfits_for_card(draft.state, unit))
        require_card(draft, unit.force, card=self.card, clause="PT1-C2")
        clause = "PT1-J3d" if unit.is_bridge else "PT1-C5b" if self.card else "PT1-C2"
        draft.emit(Assigned(force=unit.force, unit=unit.id, card=self.card), clause=clause)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """No more cards in this step."""

    force: str = ""
    """For which battle group, where one seat has several."""

    def ruled(self, draft: Draft) -> None:
        """PT1-C2b: nobody has to lay a card."""
        draft.require_phase(Phase.ASSIGN, Phase.REPAIR, Phase.ARRIVALS)
        force = self.force or _passing(draft)
        if force not in {each.name for each in draft.state.forces}:
            draft.refuse(draft.clause, f"There is no battle group called {force!r}.")
        draft.own_force(force)
        if force in draft.state.passed:
            draft.refuse(draft.clause, f"{force} has passed already.")
        match draft.state.phase:
            case Phase.ASSIGN:
                require_turn(draft, force)
            case Phase.REPAIR if not may_repair(draft.state, force):
                draft.unless_waived("PT1-C4", f"It is not {force}'s turn to repair.")
            case Phase.ARRIVALS if not due(draft.state, force):
                draft.refuse("PT1-J1d", f"No unit of {force} is due this turn.")
        draft.emit(Passed(force=force), clause=draft.clause)


@dataclass(frozen=True, slots=True, kw_only=True)
class Assigned:
    """A card was laid on a unit; a face-down one has no name."""

    force: str
    unit: str
    card: str = ""

    @property
    def clause(self) -> str:
        return "PT1-C5b" if self.card else "PT1-C2"

    def after(self, state: State) -> State:
        unit = state.unit(self.unit)
        unit = replace(unit, cards=(*unit.cards, Slot(card=self.card)), had_card=True)
        hand = state.hands[self.force].without(self.card)
        return laying(state.with_unit(unit).with_hand(self.force, hand), self.force)

    def told(self) -> str:
        return f"{self.force} lays {the_card(self.card)} on {self.unit}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A battle group lays no more cards in this step, or brings no unit on in this turn."""

    force: str

    def after(self, state: State) -> State:
        return replace(state, passed=(*state.passed, self.force), laid=(*state.laid, self.force))

    def told(self) -> str:
        return f"{self.force} passes."


@dataclass(frozen=True, slots=True, kw_only=True)
class NowhereToLay:
    """A battle group has cards left, and no unit that can take one in this step."""

    clause: ClassVar[str] = "PT1-C2"

    force: str
    cards: int

    def after(self, state: State) -> State:
        return replace(state, stuck=(*state.stuck, self.force))

    def told(self) -> str:
        left = counted(self.cards, "card")
        return f"{self.force} has {left} left and no unit that can take one: it lays no more."


def unfits_for_card(state: State, unit: Unit) -> Iterator[Unfit]:
    """Every reason why a unit can take no card now."""
    if unit.destroyed:
        yield Never("PT1-D2i", f"{unit.id} is destroyed.")
    if unit.is_bridge:
        if state.bridge_gone:
            yield Never("PT1-J3d", "The bridge is gone.")
        if unit.cards:
            yield "PT1-J3d", "The bridge has its card already: one, not more."
        return
    if unit.spot is None:
        yield Never("PT1-J1d", f"{unit.id} is not on the table yet.")
    if unit.hits:
        yield "PT1-C2a-x", f"{unit.id} is damaged: it takes no action cards until it recovers."
    if len(unit.cards) >= MOST_CARDS:
        yield "PT1-C2a", f"{unit.id} has {MOST_CARDS} cards already, which is the most."
    if unfit := state.edition.of(LayingRules).unfit_for_card(unit):
        yield unfit


def can_lay(state: State, force: Force) -> bool:
    """Whether a battle group has a card and a unit for it."""
    return bool(state.hands[force.name].count) and any(
        not any(unfits_for_card(state, unit))
        for unit in state.units.values()
        if unit.force == force.name
    )


def next_to_lay(state: State) -> str:
    """The battle group whose turn it is to lay a card; empty when the step is over."""
    able = [
        force for force in state.forces if force.name not in state.passed and can_lay(state, force)
    ]
    if not able:
        return ""
    if state.solo:
        # PT1-H2: the side that rolled higher lays all of its cards first.
        return min(able, key=partial(by_roll, state)).name
    return alternating(state, able)


def by_roll(state: State, force: Force) -> tuple[int, bool]:
    """The smaller, the earlier: whoever rolled more cards, and of equal rolls the Attacker."""
    return (-state.counts.get(force.name, 0), force.side != state.attacker)


def alternating(state: State, able: list[Force]) -> str:
    """Side by side in turn, the Attacker's first; within a side as they sit."""
    last = state.laid[-1] if state.laid else ""
    side = (
        state.other_side(state.force(last).side)
        if last
        else state.edition.of(LayingRules).first_side(state)
    )
    candidates = [force for force in able if force.side == side] or able
    side = candidates[0].side
    names = [force.name for force in state.forces_of(side)]
    before = [name for name in state.laid if name in names]
    start = names.index(before[-1]) + 1 if before else 0
    turn = names[start:] + names[:start]
    return min(candidates, key=lambda force: turn.index(force.name)).name


def look_who_lays(draft: Draft) -> bool:
    """Tell whoever has nowhere to lay a card; go on when nobody can or wants to lay another."""
    state = draft.state
    for force in state.forces:
        cards = state.hands[force.name].count
        over = force.name in (*state.passed, *state.stuck) or can_lay(state, force)
        if cards and not over:
            draft.emit(NowhereToLay(force=force.name, cards=cards))
            return True
    if next_to_lay(state):
        return False
    draft.begin(Phase.PICK, clause="PT1-C3")
    return True


def repairable(state: State, force: str) -> tuple[Unit, ...]:
    """Damaged units of a battle group that have no repair card yet."""
    return tuple(
        unit
        for unit in state.units.values()
        if unit.force == force and unit.repair is None and needs_repair(state, unit)
    )


def needs_repair(state: State, unit: Unit) -> bool:
    """Whether a repair card can do a unit any good."""
    return unit.damaged or state.edition.of(LayingRules).may_repair(unit)


def able_to_repair(state: State) -> list[Force]:
    """Battle groups that have a card, and a unit to repair with it."""
    return [
        force
        for force in state.forces
        if force.name not in state.passed
        and state.hands[force.name].count
        and repairable(state, force.name)
    ]


def may_repair(state: State, force: str) -> bool:
    """Whether it is a battle group's turn to lay a repair card."""
    able = able_to_repair(state)
    if force not in {each.name for each in able}:
        return False
    if state.options.choice("recovery_order") == "simultaneous":
        return True
    return alternating(state, able) == force


def _passing(draft: Draft) -> str:
    """The battle group of the author whose turn it is."""
    state = draft.state
    mine = [force.name for force in state.forces if force.seat == draft.command.author]
    if state.phase is Phase.ASSIGN and next_to_lay(state) in mine:
        return next_to_lay(state)
    if state.phase is Phase.REPAIR:
        mine = [name for name in mine if may_repair(state, name)] or mine
    if state.phase is Phase.ARRIVALS:
        mine = [name for name in mine if due(state, name) and name not in state.passed] or mine
    return mine[0]


def require_card(draft: Draft, force: str, *, card: str, clause: str) -> None:
    """Refuse a card that the hand does not hold; saved ones have their names (PT1-C5b)."""
    hand = draft.state.hands[force]
    if card and card not in hand.open:
        saved = ", ".join(hand.open) or "none"
        draft.refuse(clause, f"{force} has saved no {card}; saved cards: {saved}.")
    if not card and not hand.hidden:
        draft.refuse(clause, f"{force} has no face-down card left.")


def require_turn(draft: Draft, force: str) -> None:
    """Refuse a card that is laid, or a pass, out of turn."""
    turn = next_to_lay(draft.state)
    if force in draft.state.passed:
        draft.unless_waived("PT1-C2", f"{force} has passed and lays no more cards in this step.")
    if turn and turn != force:
        clause = "PT1-H2" if draft.state.solo else "PT1-C2"
        draft.unless_waived(clause, f"It is {turn}'s turn to lay a card, not {force}'s.")


def laying(state: State, force: str) -> State:
    """The state after a battle group laid a card; with passes that bind nobody all may again."""
    final = state.options.flag("assign_pass_is_final")
    return replace(state, laid=(*state.laid, force), passed=state.passed if final else ())


def card_hole(trial: Trial, force: Force) -> Hole:
    """A face-down card, which has no name, or a saved one."""
    hand = trial.state.hands[force.name]
    hidden = ("",) if hand.hidden else ()
    return Hole(name="card", kind="card", allowed=(*hidden, *hand.open))


def _laid(trial: Trial, force: Force) -> tuple[Template, ...]:
    if next_to_lay(trial.state) != force.name:
        return ()
    hole = card_hole(trial, force)
    card = str(hole.allowed[0])
    units = [unit for unit in trial.state.units.values() if unit.force == force.name]
    allowed, greyed = trial.sorted_out((u.id, Assign(unit=u.id, card=card)) for u in units)
    says = f"{force.name} lays a card on a unit."
    holes = (unit_hole("unit", allowed, greyed=greyed), hole)
    deed = "Lay a card on {unit}"
    lay = Template(command="assign", says=says, holes=holes, each=True, deed=deed)
    return (lay, pass_offer(trial, force, what="lays no more cards."))


def assign_offers(trial: Trial) -> tuple[Template, ...]:
    """A card for a unit, or a pass."""
    return tuple(each for force in trial.forces for each in _laid(trial, force))


def pass_offer(trial: Trial, force: Force, *, what: str) -> Template:
    """No more cards in this step."""
    return Template(
        command="pass",
        says=f"{force.name} {what}",
        fixed={"force": force.name},
        refusal=trial.refusal(Pass(force=force.name)),
        weight=Weight.PLAIN,
    )


def awaits_cards(state: State) -> str:
    """Whoever lays the next card."""
    force = next_to_lay(state)
    return awaited((force,) if force else (), "lay a card on a unit, or pass")


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupFaces(Question, ShownAsk):
    """Cards that a battle group is asked to turn up."""

    answered_by = "turn_up"
    cards: int
    """How many."""

    def turned_up(self, draft: Draft, ask: Ask, *, faces: tuple[str, ...]) -> None:
        """What their faces bring."""
        raise NotImplementedError

    def offered(self, trial: Trial, ask: Ask) -> Template:
        """So many of the faces that nobody has seen."""
        faces = trial.state.unseen_faces(trial.state.pack_of(ask.who))
        holes = (Hole(name="cards", kind="cards", allowed=faces, count=self.cards),)
        return Template(
            command="turn_up", says=ask.says, fixed={"ask": ask.id}, holes=holes, forced=True
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnUp:
    """The faces of cards that were lying face down, in the order that the ask names."""

    cards: tuple[str, ...]
    ask: int = 0

    def ruled(self, draft: Draft) -> None:
        ask = draft.open_ask("turn_up", self.ask)
        question = ask.question
        assert isinstance(question, GroupFaces)
        if len(self.cards) != question.cards:
            draft.refuse(
                ask.clause,
                f"It takes {counted(question.cards, 'card')}, not {len(self.cards)}. {ask.says}",
            )
        faces = tuple(_face(draft, ask, text=text) for text in self.cards)
        doubled = [face for place, face in enumerate(faces) if face in faces[:place]]
        if doubled:
            draft.refuse("PT1-A2", f"The {card_from(doubled[0]).name} cannot be there twice.")
        question.turned_up(draft, ask, faces=faces)


def _face(draft: Draft, ask: Ask, *, text: str) -> str:
    """A face that can be under a card lying face down."""
    try:
        card = card_from(text)
    except BadInputError as error:
        draft.refuse("PT1-A2", f"Expected {error.expected}, got {error.got}.")
    if str(card) not in draft.state.unseen_faces(draft.state.pack_of(ask.who)):
        draft.refuse("PT1-A2", f"The {card.name} has been seen since the pack was last made whole.")
    return str(card)
