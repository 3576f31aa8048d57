"""Knows how a battle is told to somebody who was not there, a paragraph for each attack.

Questions of the umpire are left out, and so is what the next sentence says again.
"""

import textwrap
from dataclasses import dataclass, field
from typing import Final

from rules.games.papercraft import GAME
from rules.games.papercraft.events import ability, attack, ending, setup, turn
from rules.games.papercraft.vocabulary import Phase
from rules.referee.battle import Battle, body_of
from rules.referee.dice import faces
from rules.referee.log import Entry, EntryKind
from rules.referee.sentences import say

WIDTH: Final = 96
SILENT: Final = (setup.Asked, setup.Chosen, turn.TurnEnded)
"""What a listener learns from what happens next."""
OPENERS: Final = (attack.AttackDeclared, ability.AbilityUsed, ending.BattleEnded)
PARTS: Final = {
    Phase.ORDER: "Order",
    Phase.EDGES: "Edges",
    Phase.DEPLOY: "Placed",
    Phase.MOVE: "Moves",
}
"""Steps with a paragraph of their own, and what stands before it."""


@dataclass(slots=True)
class _Story:
    """Paragraphs as they grow."""

    lines: list[str] = field(default_factory=list)
    head: str = ""
    sentences: list[str] = field(default_factory=list)

    def begin(self, head: str) -> None:
        """Close the paragraph and begin another; it is only told when something is in it."""
        if self.sentences:
            lead = f"{self.head}: " if self.head else ""
            text = lead + " ".join(self.sentences)
            self.lines += textwrap.wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
        self.head, self.sentences = head, []

    def heading(self, text: str) -> None:
        """A title between paragraphs."""
        self.begin("")
        self.lines += ["", text, "-" * len(text)]


def told(battle: Battle, *, title: str) -> str:
    """The whole battle."""
    story = _Story()
    story.lines += [title, "=" * len(title), ""]
    story.sentences.append(say(battle, battle.entries[0]))
    story.begin("Armies")
    for entry in battle.entries[1:]:
        if battle.stands(entry):
            _tell(story, battle, entry=entry)
        elif entry.kind is EntryKind.REFEREE:
            story.sentences.append(say(battle, entry))
    story.begin("")
    return "\n".join(story.lines) + "\n"


def _tell(story: _Story, battle: Battle, *, entry: Entry) -> None:
    body = body_of(battle.game, entry)
    if isinstance(body, turn.TurnBegan):
        story.heading(f"Round {body.round}, turn {body.turn}: {body.player}")
    elif isinstance(body, setup.PhaseBegan):
        story.begin(PARTS.get(body.phase, ""))
    elif isinstance(body, setup.Rolled):
        story.sentences.append(f"{body.player} rolls {faces(body.dice)}.")
    elif not isinstance(body, SILENT):
        if isinstance(body, OPENERS):
            story.begin("-")
            story.head = ""
        story.sentences.append(GAME.say(body))
