"""How a game is told to somebody who was not there, a paragraph for each turn's tokens."""

import textwrap
from dataclasses import dataclass, field
from typing import Final

from rules.games.paper_invasion import GAME
from rules.games.paper_invasion.asks import HeroesAsked
from rules.games.paper_invasion.chapters.boarding import BoardTaken
from rules.games.paper_invasion.chapters.happening import EventHappened
from rules.games.paper_invasion.chapters.naming import DiceTaken, WordTaken
from rules.games.paper_invasion.chapters.turns import (
    InvasionEnded,
    SideBegan,
    SideEnded,
    SideSkipped,
    TokenBegan,
    TokenFinished,
)
from rules.referee.court.sentences import say
from rules.referee.log.battle import Battle, body_of
from rules.referee.log.entries import EntryKind

WIDTH: Final = 96
SILENT: Final = (TokenBegan, TokenFinished, SideEnded, HeroesAsked)
"""What a listener learns from what happens next."""
OPENERS: Final = (
    WordTaken,
    DiceTaken,
    BoardTaken,
    EventHappened,
    InvasionEnded,
)


@dataclass(slots=True)
class _Story:
    """Paragraphs as they grow."""

    lines: list[str] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)

    def begin(self) -> None:
        """Close the paragraph."""
        if self.sentences:
            text = " ".join(self.sentences)
            self.lines += textwrap.wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
        self.sentences = []


def told(battle: Battle, *, title: str) -> str:
    """The whole game."""
    story = _Story(lines=[title, "=" * len(title), ""])
    story.sentences.append(say(battle, battle.entries[0]))
    for entry in battle.entries[1:]:
        if not battle.stands(entry):
            if entry.kind is EntryKind.REFEREE:
                story.sentences.append(say(battle, entry))
            continue
        body = body_of(battle.game, entry)
        if isinstance(body, SideBegan | SideSkipped):
            story.begin()
            head = f"Turn {body.turn}: {body.side}"
            missed = " miss it" if isinstance(body, SideSkipped) else ""
            story.lines += ["", f"{head}{missed}", "-" * len(f"{head}{missed}")]
        elif isinstance(body, TokenBegan):
            story.begin()
        elif not isinstance(body, SILENT):
            if isinstance(body, OPENERS):
                story.begin()
            story.sentences.append(GAME.say(body))
    story.begin()
    return "\n".join(story.lines) + "\n"
