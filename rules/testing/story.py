"""Tells a battle to somebody who was not there, in paragraphs that the game cuts.

Questions of the umpire are left out, and so is what the next sentence says again.
"""

import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from rules.referee.court.sentences import say
from rules.referee.log.battle import Battle, body_of
from rules.referee.log.entries import EntryKind

WIDTH: Final = 96


@dataclass(slots=True)
class Story:
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


def told_story(
    battle: Battle, *, title: str, first: str, tell: Callable[[Story, object], None]
) -> str:
    """The whole battle: `first` stands before its first paragraph, `tell` adds each event."""
    story = Story()
    story.lines += [title, "=" * len(title), ""]
    story.sentences.append(say(battle, battle.entries[0]))
    story.begin(first)
    for entry in battle.entries[1:]:
        if entry.kind is EntryKind.REFEREE:
            story.sentences.append(say(battle, entry))
        elif battle.stands(entry):
            tell(story, body_of(battle.game, entry))
    story.begin("")
    return "\n".join(story.lines) + "\n"
