"""Knows how a game is named and numbered: theme, own tables, and the word (PI-OBJ, PI-SLOT)."""

from rules.games.paper_invasion.commands import (
    ChooseTheme,
    RememberWords,
    SetControl,
    TakeDice,
    TakeWord,
    UseTable,
)
from rules.games.paper_invasion.decide.dispatch import handle
from rules.games.paper_invasion.decide.draft import Draft
from rules.games.paper_invasion.events.setup import (
    ControlSet,
    DiceTaken,
    TableReplaced,
    ThemeChosen,
    WordsRemembered,
    WordTaken,
)
from rules.games.paper_invasion.slots import (
    dice_fault,
    plain_letters,
    six_letters,
    slots_of,
    working,
)
from rules.games.paper_invasion.tables import row_of, rows_fault
from rules.games.paper_invasion.vocabulary import Control, Mode, Phase, Side, Slots, TableName, Way
from rules.referee.toolkit.phrases import listed

LONGEST = 60
"""Characters of a word, a theme or a name."""
MOST_WORDS = 5_000


@handle.register
def _theme(body: ChooseTheme, draft: Draft) -> None:
    draft.require_phase(Phase.THEME)
    draft.require_heroes()
    playing = draft.state.seats_of(Side.HEROES)
    if body.mode is Mode.SOLO and len(playing) > 1:
        said = f"{listed(playing)} play the Heroes: choose cooperative or cut_throat."
        draft.refuse("PI-OBJ-01", said)
    if body.mode is not Mode.SOLO and len(playing) < 2:
        draft.refuse("PI-OBJ-01", f"{playing[0]} plays the Heroes alone: choose solo.")
    names = (body.theme, body.hero_name, body.enemy_name)
    if any(len(name) > LONGEST for name in names):
        said = f"A theme and a name have at most {LONGEST} characters."
        draft.refuse("PI-OBJ-02", said)
    event = ThemeChosen(
        theme=body.theme.strip(),
        mode=body.mode,
        hero_name=body.hero_name.strip() or "Hero",
        enemy_name=body.enemy_name.strip() or "Enemy",
    )
    draft.emit(event, clause="PI-OBJ-02")


@handle.register
def _remember(body: RememberWords, draft: Draft) -> None:
    """What a player brings along from earlier games."""
    draft.require_phase(Phase.THEME, Phase.WORD)
    draft.require_heroes()
    words = tuple(dict.fromkeys(filter(None, map(plain_letters, body.words))))
    author = draft.command.author
    fresh = tuple(word for word in words if word not in draft.state.used_by(author))
    if not fresh:
        draft.refuse("PI-SLOT-01", "None of that is a word that the umpire does not know already.")
    if len(fresh) > MOST_WORDS or any(len(word) > LONGEST for word in fresh):
        said = f"At most {MOST_WORDS} words of up to {LONGEST} letters are remembered."
        draft.refuse("PI-SLOT-01", said)
    draft.emit(WordsRemembered(player=author, words=fresh), clause="PI-SLOT-01")


@handle.register
def _table(body: UseTable, draft: Draft) -> None:
    """PI-VAULT-04, PI-EVT-07: before the word, so that nobody knows yet which row it will be."""
    clause = "PI-VAULT-04" if body.table is TableName.VAULT else "PI-EVT-07"
    draft.require_phase(Phase.THEME, Phase.WORD)
    draft.require_heroes()
    if fault := rows_fault(body.rows):
        draft.refuse(clause, f"A table has rows 1 to 9, each once; got {fault}.")
    if any(not row.name.strip() for row in body.rows):
        draft.refuse(clause, "Each row of a table has a name.")
    rows = tuple(sorted(body.rows, key=lambda row: row.number))
    draft.emit(TableReplaced(table=body.table, rows=rows), clause=clause)


@handle.register
def _word(body: TakeWord, draft: Draft) -> None:
    draft.require_phase(Phase.WORD)
    draft.require_heroes()
    author, word = draft.command.author, plain_letters(body.word)
    if len(body.word) > LONGEST:
        draft.refuse("PI-SLOT-01", f"A word has at most {LONGEST} characters.")
    if not word:
        draft.refuse("PI-SLOT-02", f"{body.word!r} has no letter from A to Z to count with.")
    if word in draft.state.used_by(author):
        said = f"{author} has used {word!r} in this game or an earlier one: take another word."
        draft.refuse("PI-SLOT-01", said)
    letters = six_letters(word, body.way)
    if not letters:
        said = f"{word!r} has no third letter to begin with."
        draft.refuse("PI-SLOT-06", said)
    keep = draft.state.options.choice("slot_reduce") == "keep_10"
    slots = slots_of(word, body.way, keep_10=keep)
    vault, event = _rows(draft, slots)
    draft.emit(
        WordTaken(
            player=author,
            word=word,
            way=body.way,
            letters=letters,
            slots=slots,
            working=working(word, body.way, keep_10=keep),
            vault=vault,
            event=event,
        ),
        clause="PI-SLOT-05" if body.way is Way.PLAIN else "PI-SLOT-06",
    )


def _rows(draft: Draft, slots: Slots) -> tuple[str, str]:
    """The names of the rows that the slots point to."""
    vault = row_of(draft.state.vault_table, slots.vault_row)
    event = row_of(draft.state.event_table, slots.event_row)
    return vault.name, event.name


@handle.register
def _dice(body: TakeDice, draft: Draft) -> None:
    draft.require_phase(Phase.WORD)
    draft.require_heroes()
    if fault := dice_fault(body.dice, faces=body.faces):
        draft.refuse("PI-SLOT-07", f"Those cannot be the six slots: {fault}.")
    slots = Slots(digits=body.dice)
    vault, event = _rows(draft, slots)
    taken = DiceTaken(player=draft.command.author, slots=slots, vault=vault, event=event)
    draft.emit(taken, clause="PI-SLOT-07")


@handle.register
def _control(body: SetControl, draft: Draft) -> None:
    """PI-EN-04: the automatic Enemies can be switched on and off at any time."""
    playing = draft.state.seats_of(Side.ENEMIES)
    if draft.command.author not in playing:
        draft.refuse("PI-EN-04", f"{listed(playing)} play the Enemies and say who moves them.")
    if body.control is draft.state.control:
        draft.refuse("PI-EN-04", f"The Enemies are moved that way already: {body.control}.")
    if draft.state.active and draft.state.side is Side.ENEMIES:
        # Half a token's turn by one hand and half by the other is nobody's.
        draft.refuse("PI-TRN-02", f"{draft.state.active} has begun: finish it first.")
    draft.emit(ControlSet(control=Control(body.control)), clause="PI-EN-04")
