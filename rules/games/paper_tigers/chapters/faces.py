"""Turning cards up: the faces of those that were lying face down (PT1-A2, C3, C4, C5)."""

from dataclasses import dataclass

from rules.games.paper_tigers.asking import ShownAsk
from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.state import State
from rules.referee.toolkit.cards import PACK_NAMES, card_from
from rules.referee.toolkit.game import Hole, Template
from rules.referee.toolkit.questions import Ask, Question
from rules.table.bad_input import BadInputError


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
        faces = unseen_faces(trial.state, trial.state.pack_of(ask.who))
        holes = (Hole(name="cards", kind="cards", allowed=faces, count=self.cards),)
        return Template(command="turn_up", says=ask.says, fixed={"ask": ask.id}, holes=holes)


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
                f"{question.cards} cards are to be turned up, not {len(self.cards)}. {ask.says}",
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
    if str(card) not in unseen_faces(draft.state, draft.state.pack_of(ask.who)):
        draft.refuse("PT1-A2", f"The {card.name} has been seen since the pack was last made whole.")
    return str(card)


def unseen_faces(state: State, pack: str) -> tuple[str, ...]:
    """Those that nobody has seen since the pack was last made whole (PT1-A2)."""
    forces = [force.name for force in state.forces if force.pack == pack]
    seen = {
        *state.packs[pack].discards,
        *(card for name in forces for card in state.hands[name].open),
        *(turned.card for turned in state.queue if turned.force in forces),
        *(
            slot.card
            for unit in state.units.values()
            if unit.force in forces
            for slot in (*unit.cards, *((unit.repair,) if unit.repair else ()))
        ),
    }
    if state.playing is not None and state.playing.turned.force in forces:
        seen.add(state.playing.turned.card)
    return tuple(name for name in PACK_NAMES if name not in seen)
