"""Knows how what happens before the first turn is told."""

from types import MappingProxyType
from typing import Final

from rules.games.paper_invasion.events import setup as happened
from rules.games.paper_invasion.saying.dispatch import say
from rules.games.paper_invasion.vocabulary import Control, Slots, Way
from rules.referee.toolkit.phrases import capital, counted, ended, listed

WAYS: Final = MappingProxyType(
    {Way.PLAIN: "", Way.REVERSED: " backwards", Way.FROM_THIRD: " from its third letter"}
)
CONTROLS: Final = MappingProxyType(
    {
        Control.PLAYER: "Their players move the Enemies.",
        Control.SCRIPT: "The umpire moves the Enemies, by its script.",
        Control.ALTERNATING: "The players take turns at moving the Enemies.",
    }
)


@say.register
def _theme(event: happened.ThemeChosen) -> str:
    theme = f"The theme is {event.theme}" if event.theme else "There is no theme"
    mode = str(event.mode).replace("_", "-")
    names = f"{event.hero_name} against {event.enemy_name}"
    return f"{theme}: {names}, {mode}."


@say.register
def _remembered(event: happened.WordsRemembered) -> str:
    what = counted(len(event.words), "word")
    return f"{event.player} has used {what} in earlier games: {listed(event.words)}."


@say.register
def _table(event: happened.TableReplaced) -> str:
    names = listed(row.name for row in event.rows)
    return f"An own table counts for the {event.table}: {names}."


@say.register
def _word(event: happened.WordTaken) -> str:
    how = WAYS[event.way]
    return (
        f"{event.player} takes {event.word}{how}: {event.working}. "
        f"{_consequences(event.slots, vault=event.vault, event=event.event)}"
    )


@say.register
def _dice(event: happened.DiceTaken) -> str:
    dice = ", ".join(str(digit) for digit in event.slots.digits)
    told = _consequences(event.slots, vault=event.vault, event=event.event)
    return f"{event.player} rolls {dice}. {told}"


def _consequences(slots: Slots, *, vault: str, event: str) -> str:
    heroes = "1 Hero" if slots.heroes == 1 else f"{slots.heroes} Heroes"
    return (
        f"{heroes}, {slots.enemies} Enemies, vault {slots.vault_row} {vault}, event "
        f"{slots.event_row} {event}, {counted(slots.rooms, 'room')}; {slots.first} begin."
    )


@say.register
def _board(event: happened.BoardTaken) -> str:
    source = "the umpire's layout" if event.source == "starter" else "a board that was drawn"
    rooms, walls = counted(len(event.board.rooms), "room"), counted(len(event.board.walls), "wall")
    told = f"On the table is {source} with {rooms} and {walls}."
    for doubt in event.doubts:
        told += f" To look at: {doubt.subject}, {ended(doubt.says)}"
    return told


@say.register
def _mended(event: happened.BoardMended) -> str:
    return capital(ended(event.what))


@say.register
def _confirmed(event: happened.BoardConfirmed) -> str:
    rooms, walls = counted(event.rooms, "room"), counted(event.walls, "wall")
    return f"The board is right: {rooms}, {walls}."


@say.register
def _heroes(event: happened.HeroesPlaced) -> str:
    whose = f" of {event.owner}" if event.owner else ""
    verb = "begins" if len(event.tokens) == 1 else "begin"
    return f"{listed(event.tokens)}{whose} {verb} in {event.room}."


@say.register
def _enemy(event: happened.EnemyPlaced) -> str:
    return f"{event.token} stands at {event.zone}, outside of {event.room}."


@say.register
def _vault(event: happened.VaultPlaced) -> str:
    return f"The vault is in {event.room}."


@say.register
def _event(event: happened.EventPlaced) -> str:
    return f"The event marker is in {event.room}."


@say.register
def _control(event: happened.ControlSet) -> str:
    return CONTROLS[event.control]
