"""Knows whether a command would be accepted, by trying it."""

from rules.games.paper_invasion.commands import SetControl
from rules.games.paper_invasion.decide.dispatch import handle
from rules.games.paper_invasion.decide.draft import Draft
from rules.games.paper_invasion.state import State
from rules.games.paper_invasion.vocabulary import Control, Side
from rules.referee.toolkit.game import Command, Hole, Refusal, Template
from rules.referee.toolkit.ruling import RefusedError
from rules.table.snapshot import Snapshot


class Trial:
    """One moment of a game, in which one seat's commands are tried; nothing comes of it."""

    __slots__ = ("seat", "snapshot", "state")

    def __init__(self, state: State, *, snapshot: Snapshot, seat: str) -> None:
        self.state = state
        self.snapshot = snapshot
        self.seat = seat

    @property
    def for_heroes(self) -> bool:
        """Whether this seat plays for the Heroes."""
        return self.seat in self.state.seats_of(Side.HEROES)

    @property
    def for_enemies(self) -> bool:
        """Whether this seat plays for the Enemies."""
        return self.seat in self.state.seats_of(Side.ENEMIES)

    def refusal(self, body: object) -> Refusal | None:
        """Why a command would be refused, or None."""
        command = Command(author=self.seat, body=body)
        draft = Draft(self.state, command=command, snapshot=self.snapshot)
        try:
            handle(body, draft)
        except RefusedError as refused:
            return refused.refusal
        return None

    @property
    def always(self) -> tuple[Template, ...]:
        """Who moves the Enemies, and giving up."""
        give_up = Template(command="give_up", says="Give the game up.")
        return (*self._control(), give_up)

    def _control(self) -> tuple[Template, ...]:
        others = tuple(each for each in Control if each is not self.state.control)
        if self.refusal(SetControl(control=others[0])) is not None:
            return ()
        hole = Hole(name="control", kind="choice", allowed=tuple(str(each) for each in others))
        says = "Say who moves the Enemies: their players, the umpire's script, or all in turn."
        return (Template(command="set_control", says=says, holes=(hole,)),)
