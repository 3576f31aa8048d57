"""Finds the roll that a battle waits for, which dice in the tray can answer."""

from dataclasses import dataclass

from api.battles.acting import FALLEN
from rules.referee.log.battle import Battle, ended
from rules.referee.log.entries import EntryKind
from rules.referee.odds.chances import asks_of
from rules.referee.toolkit.dice import DicePart
from rules.referee.toolkit.questions import DiceQuestion


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRoll:
    """Dice that one seat is asked for."""

    key: str
    """Its name; after something was taken back the same question is another roll."""
    seat: str
    ask: int
    count: int
    kind: str
    """Of the command that answers it."""
    parts: tuple[DicePart, ...]
    """What the dice are for, where that is not the same for all of them."""
    after: int
    """How many events there were when it was found."""

    @property
    def counts(self) -> tuple[int, ...]:
        """How many dice are for each thing."""
        return tuple(part.count for part in self.parts)

    def command(self, dice: tuple[int, ...]) -> dict[str, object]:
        """The command that answers it with these dice."""
        return {"kind": self.kind, "ask": self.ask, "dice": list(dice)}


def open_roll(battle: Battle) -> OpenRoll | None:
    """The first roll that somebody is asked for; where two seats roll, they roll in this order."""
    if ended(battle) is not None:
        return None
    for ask in asks_of(battle.game, battle.state):
        question = ask.question
        if isinstance(question, DiceQuestion):
            fallen = sum(
                entry.kind is EntryKind.REFEREE and entry.body.get("kind") == FALLEN
                for entry in battle.entries
            )
            return OpenRoll(
                key=f"{ask.seat} {ask.id} {question.dice.count} {fallen}",
                seat=ask.seat,
                ask=ask.id,
                count=question.dice.count,
                kind=question.answered_by,
                parts=question.parts,
                after=battle.sequence,
            )
    return None
