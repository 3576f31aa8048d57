"""Knows how a battle is told to somebody who was not there, a paragraph for each card.

Questions of the umpire are left out, and so is what the next sentence says again.
"""

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.events import ending, setup, turn
from rules.games.paper_tigers.saying.phrases import the_card
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.battle import Battle, body_of
from rules.referee.dice import faces
from rules.referee.log import Entry, EntryKind
from rules.referee.sentences import say

WIDTH: Final = 96
SILENT: Final = (setup.Asked, turn.Picked, turn.CardPlayed, turn.CardCame)
"""What a listener learns from what happens next."""
PARTS: Final = {
    Phase.TERRAIN: "Terrain",
    Phase.DEPLOY_FIRST: "Setting up",
    Phase.TURN_SLIPS: "Slips",
    Phase.ROLL_CARDS: "Deal",
    Phase.ASSIGN: "Cards laid",
    Phase.REPAIR: "Repairs",
    Phase.REPAIR_ROLLS: "Repairs",
    Phase.CLEAN_UP: "Kept",
    Phase.DECK_CHECK: "End of the deck",
}
"""Steps with a paragraph of their own, and what stands before it."""
OPENERS: Final = (turn.CardCame, ending.BattleEnded, turn.TurnEnded)


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


def told(battle: Battle, *, title: str, silent: tuple[type, ...] = SILENT) -> str:
    """The whole battle, without the kinds of events that a listener learns from others."""
    story = _Story()
    story.lines += [title, "=" * len(title), ""]
    story.sentences.append(say(battle, battle.entries[0]))
    story.begin("Who attacks")
    for entry in battle.entries[1:]:
        if battle.stands(entry):
            _tell(story, battle, entry=entry, silent=silent)
        elif entry.kind is EntryKind.REFEREE:
            story.sentences.append(say(battle, entry))
    story.begin("")
    return "\n".join(story.lines) + "\n"


def _tell(story: _Story, battle: Battle, *, entry: Entry, silent: tuple[type, ...]) -> None:
    body = body_of(battle.game, entry)
    if isinstance(body, turn.TurnBegan):
        story.heading(f"Turn {body.turn}")
        return
    if isinstance(body, setup.PhaseBegan):
        if body.phase in PARTS and story.head != PARTS[body.phase]:
            story.begin(PARTS[body.phase])
        elif body.phase is Phase.PICK:
            story.begin("Round")
        return
    if isinstance(body, OPENERS):
        story.begin("-" if isinstance(body, turn.CardCame) else "")
        story.head = ""
    if isinstance(body, turn.Assigned | turn.Passed) and story.head == PARTS[Phase.ASSIGN]:
        before = f"{story.sentences.pop()[:-1]}, " if story.sentences else ""
        story.sentences.append(f"{before}{_laid(body)}")
    elif isinstance(body, setup.Rolled):
        story.sentences.append(f"{body.force} rolls {faces(body.dice)}.")
    elif not isinstance(body, silent):
        if isinstance(body, turn.CardsRolled):
            story.sentences.pop()
        story.sentences.append(GAME.say(body))


def _laid(body: turn.Assigned | turn.Passed) -> str:
    """Who lays what where, in few words: there are many of these."""
    if isinstance(body, turn.Passed):
        return f"{body.force} passes."
    card = f" ({the_card(body.card)})" if body.card else ""
    return f"{body.force} on {body.unit}{card}."


def longest(lines: Iterable[str]) -> int:
    """The width of a text."""
    return max(len(line) for line in lines)


def headings(text: str) -> Iterator[str]:
    """The titles in a text."""
    lines = text.splitlines()
    for line, below in pairwise(lines):
        if below and set(below) <= {"-", "="} and len(below) == len(line):
            yield line
