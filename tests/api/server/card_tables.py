"""A war of cards on a server, with cards lying open on its table that nobody may see.

Battle 1 is rolled on both sides. In front of a player a hand lies open to the camera, somebody
looks at the top of a pile that is not rolled yet, and a card is covered that the camera has read.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from api.battle_files.file import BattleFile, CommandRecord
from rules.games.tossing_tiger import GAME
from rules.games.tossing_tiger.chapters.battles import PileToTurn, TurnUpPile
from rules.games.tossing_tiger.chapters.layout import RowsLaid, RowsToLay
from rules.games.tossing_tiger.tests.card_table import Place, backs, card, hidden, laid
from rules.games.tossing_tiger.tests.war_play import Table
from rules.games.tossing_tiger.vocabulary import Role
from rules.referee.court.asking import ask
from rules.referee.log.battle import Battle, applied, begin
from rules.referee.log.entries import Stamp
from rules.referee.toolkit.game import Command
from rules.referee.toolkit.settings import Options
from rules.table.roster import Roster
from rules.table.snapshot import Piece, Snapshot
from tests.api.server.serving import Served

NAME = "war"
STAMP = Stamp(time="2026-11-21T19:00:00Z", command_id="begin", umpire_version="test")
MINE: tuple[Place, ...] = ((6.0, 8.0), (12.0, 8.0), (18.0, 8.0))
THEIRS: tuple[Place, ...] = ((6.0, 16.0), (12.0, 16.0), (18.0, 16.0))
ROLLED = ("B-crane-1", "B-mantis-1")
WORLDS = (
    ("B-crane-2", "B-dragon-1", "B-monkey-1", "B-panda-2"),
    ("B-turtle-1", "B-tiger-3", "B-leopard-2", "B-mantis-2"),
)
"""Cards that nobody may see: two of a hand, one that a pile shows, one that is covered again."""


class Recorded(Table):
    """A game that keeps what was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[tuple[str, object]] = []

    def give(self, author: str, body: object, **more: Any) -> Any:
        events = super().give(author, body, **more)
        self.given.append((author, body))
        return events


@dataclass(slots=True)
class ShownTable:
    """A table that a test changes."""

    snapshot: Snapshot
    listeners: list[Callable[[], None]] = field(default_factory=list)

    def latest(self) -> Snapshot:
        return self.snapshot

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    def takes(self, roster: Roster) -> bool:
        del roster
        return True

    def show(self, snapshot: Snapshot) -> None:
        self.snapshot = replace(snapshot, number=self.snapshot.number + 1)
        for listener in tuple(self.listeners):
            listener()


def secret_cards(names: tuple[str, ...]) -> tuple[Piece, ...]:
    """Where nobody but one player should see them."""
    first, second, looked_at, covered = names
    return (
        card(first, (2.0, 2.0)),
        card(second, (4.6, 2.0)),
        card(looked_at, MINE[2]),
        hidden(card(covered, (30.0, 20.0))),
    )


def before_rows(names: tuple[str, ...]) -> Snapshot:
    """Both rows as they were laid, and a hand held too high."""
    return laid(*backs(*MINE, *THEIRS), *secret_cards(names)[:2])


def in_battle(names: tuple[str, ...]) -> Snapshot:
    """Battle 1 as it is rolled, with everything that is nobody else's business."""
    rolled = (card(name, at) for name, at in zip(ROLLED, (MINE[0], THEIRS[0]), strict=True))
    return laid(*rolled, *backs(MINE[1], *THEIRS[1:]), *secret_cards(names), number=3)


def war_until_rows() -> Battle:
    """Three piles for each, made and laid, and the umpire not told yet."""
    table = Recorded().sit()
    assert isinstance(table, Recorded)
    table.answer("3")
    table.lay(2, 2, 2)
    table.lay(2, 2, 2)
    # All that may be told of odds is told, and no card may be in it.
    options = Options({**table.setup.options.values, "odds": "all"})
    battle = begin(GAME, replace(table.setup, options=options), stamp=STAMP)
    for number, (author, body) in enumerate(table.given):
        stamp = replace(STAMP, command_id=f"recorded-{number}")
        command = Command(author=author, body=GAME.commands.write(body))
        ruling = ask(battle, command, snapshot=laid(), stamp=stamp)
        assert ruling.refusal is None, ruling.refusal
        battle = applied(battle, ruling.entries)
    return battle


def keep(folder: Path, battle: Battle) -> None:
    """The battle in a file, where a server finds it."""
    folder.mkdir(exist_ok=True)
    file = BattleFile.create(
        folder / f"{NAME}.battle", battle.entries[0], about={"title": NAME, "game": GAME.slug}
    )
    file.append(battle.entries[1:], sent=CommandRecord(id="recorded", asked=""))
    file.close()


def rows_laid(server: Served, battle: Battle, *, tokens: Mapping[str, str]) -> None:
    """Say that both rows lie; the table of that moment is kept as evidence."""
    found = next(each for each in battle.state.asks if isinstance(each.question, RowsToLay))
    _said(server, RowsLaid(ask=found.id), token=tokens[found.seat], name="rows-laid")


def rolled(server: Served, *, tokens: Mapping[str, str]) -> None:
    """Battle 1, as it lies."""
    for number in range(2):
        state = server.app.state.shelf._opening[NAME].result().battle.state  # noqa: SLF001
        asked = next(each for each in state.asks if isinstance(each.question, PileToTurn))
        name = ROLLED[0 if asked.question.role is Role.ATTACKER else 1]
        body = TurnUpPile(card=name, ask=asked.id)
        _said(server, body, token=tokens[asked.seat], name=f"turn-up-{number}")


def _said(server: Served, body: object, *, token: str, name: str) -> None:
    sent = {"id": name, "command": GAME.commands.write(body)}
    told = server.post(f"/api/v1/battles/{NAME}/commands", sent, token=token)
    assert told.status_code == 200, told.text
    assert told.json()["accepted"], told.text
