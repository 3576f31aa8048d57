"""Theme, own tables and the word: how a game is named and numbered (PI-OBJ, PI-SLOT)."""

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar, Final

from rules.games.paper_invasion.draft import Draft, Trial, pick
from rules.games.paper_invasion.slots import (
    FACES,
    PLACES,
    dice_fault,
    foreign_letters,
    plain_letters,
    six_letters,
    slots_of,
    working,
)
from rules.games.paper_invasion.state import State
from rules.games.paper_invasion.tables import row_of, rows_fault
from rules.games.paper_invasion.vocabulary import Mode, Phase, Row, Side, Slots, TableName, Way
from rules.referee.toolkit.game import Hole, Template, Weight
from rules.referee.toolkit.phrases import counted, listed


@dataclass(frozen=True, slots=True, kw_only=True)
class ThemeChosen:
    """What the game is about and who plays together is agreed."""

    clause: ClassVar[str] = "PI-OBJ-02"

    theme: str
    mode: Mode
    hero_name: str
    enemy_name: str

    def after(self, state: State) -> State:
        return replace(
            state,
            theme=self.theme,
            mode=self.mode,
            hero_name=self.hero_name,
            enemy_name=self.enemy_name,
            phase=Phase.WORD,
        )

    def told(self) -> str:
        theme = f"The theme is {self.theme}" if self.theme else "There is no theme"
        mode = str(self.mode).replace("_", "-")
        names = f"{self.hero_name} against {self.enemy_name}"
        return f"{theme}: {names}, {mode}."


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsRemembered:
    """A player's words of earlier games are known."""

    clause: ClassVar[str] = "PI-SLOT-01"

    player: str
    words: tuple[str, ...]

    def after(self, state: State) -> State:
        fresh = [(self.player, word) for word in self.words]
        return replace(state, used=tuple(dict.fromkeys((*state.used, *fresh))))

    def told(self) -> str:
        what = counted(len(self.words), "word")
        return f"{self.player} has used {what} in earlier games: {listed(self.words)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class TableReplaced:
    """A table of the players' own counts."""

    @property
    def clause(self) -> str:
        return "PI-VAULT-04" if self.table is TableName.VAULT else "PI-EVT-07"

    table: TableName
    rows: tuple[Row, ...]

    def after(self, state: State) -> State:
        if self.table is TableName.VAULT:
            return replace(state, vault_table=self.rows)
        return replace(state, event_table=self.rows)

    def told(self) -> str:
        names = listed(row.name for row in self.rows)
        return f"The players' own table counts for the {self.table}: {names}."


@dataclass(frozen=True, slots=True, kw_only=True)
class WordTaken:
    """A word was taken, and its slots were worked out."""

    @property
    def clause(self) -> str:
        return "PI-SLOT-05" if self.way is Way.PLAIN else "PI-SLOT-06"

    player: str
    word: str
    way: Way
    letters: str
    slots: Slots
    working: str
    vault: str
    event: str

    def after(self, state: State) -> State:
        return replace(
            state, word=self.word, player=self.player, slots=self.slots, phase=Phase.BOARD
        )

    def told(self) -> str:
        how = WAYS[self.way]
        return (
            f"{self.player} takes {self.word}{how}: {self.working}. "
            f"{_consequences(self.slots, vault=self.vault, event=self.event)}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceTaken:
    """Dice were taken in place of a word."""

    clause: ClassVar[str] = "PI-SLOT-07"

    player: str
    slots: Slots
    vault: str
    event: str

    def after(self, state: State) -> State:
        return replace(state, player=self.player, slots=self.slots, phase=Phase.BOARD)

    def told(self) -> str:
        dice = ", ".join(str(digit) for digit in self.slots.digits)
        told = _consequences(self.slots, vault=self.vault, event=self.event)
        return f"{self.player} rolls {dice}. {told}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseTheme:
    """What the game is about, and who plays together."""

    theme: str = ""
    mode: Mode = Mode.SOLO
    hero_name: str = ""
    enemy_name: str = ""

    def ruled(self, draft: Draft) -> None:
        draft.require_heroes(Phase.THEME)
        playing = draft.state.seats_of(Side.HEROES)
        if self.mode is Mode.SOLO and len(playing) > 1:
            said = f"{listed(playing)} play the Heroes: choose cooperative or cut-throat."
            draft.unless_waived("PI-OBJ-01", said)
        if self.mode is not Mode.SOLO and len(playing) < 2:
            said = f"{playing[0]} plays the Heroes alone: choose solo."
            draft.unless_waived("PI-OBJ-01", said)
        names = (self.theme, self.hero_name, self.enemy_name)
        if any(len(name) > LONGEST for name in names):
            said = f"A theme and a name have at most {LONGEST} characters."
            draft.refuse("PI-OBJ-02", said)
        heroes, enemies = self.hero_name.strip() or "Hero", self.enemy_name.strip() or "Enemy"
        theme = self.theme.strip()
        draft.emit(ThemeChosen(theme=theme, mode=self.mode, hero_name=heroes, enemy_name=enemies))


@dataclass(frozen=True, slots=True, kw_only=True)
class RememberWords:
    """Words that the author has used in earlier games."""

    words: tuple[str, ...]

    def ruled(self, draft: Draft) -> None:
        """What a player brings along from earlier games."""
        draft.require_heroes(Phase.THEME, Phase.WORD)
        words = tuple(dict.fromkeys(filter(None, map(plain_letters, self.words))))
        author = draft.command.author
        fresh = tuple(word for word in words if word not in draft.state.used_by(author))
        if not fresh:
            said = "None of that is a word that the umpire does not know already."
            draft.refuse("PI-SLOT-01", said)
        if len(fresh) > MOST_WORDS or any(len(word) > LONGEST for word in fresh):
            said = f"At most {MOST_WORDS} words of up to {LONGEST} letters are remembered."
            draft.refuse("PI-SLOT-01", said)
        draft.emit(WordsRemembered(player=author, words=fresh))


@dataclass(frozen=True, slots=True, kw_only=True)
class UseTable:
    """A table of the players' own in place of one of the game's: nine rows."""

    table: TableName
    rows: tuple[Row, ...]

    def ruled(self, draft: Draft) -> None:
        """PI-VAULT-04, PI-EVT-07: before the word, so that nobody knows which row it will be."""
        clause = "PI-VAULT-04" if self.table is TableName.VAULT else "PI-EVT-07"
        draft.require_heroes(Phase.THEME, Phase.WORD)
        if fault := rows_fault(self.rows):
            draft.refuse(clause, f"A table has rows 1 to 9, each once; got {fault}.")
        if any(not row.name.strip() for row in self.rows):
            draft.refuse(clause, "Each row of a table has a name.")
        rows = tuple(sorted(self.rows, key=lambda row: row.number))
        draft.emit(TableReplaced(table=self.table, rows=rows))


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeWord:
    """The word that the game is made from."""

    word: str
    way: Way = Way.PLAIN

    def ruled(self, draft: Draft) -> None:
        draft.require_heroes(Phase.WORD)
        author, word = draft.command.author, plain_letters(self.word)
        if len(self.word) > LONGEST:
            draft.refuse("PI-SLOT-01", f"A word has at most {LONGEST} characters.")
        if foreign := foreign_letters(self.word):
            alien = f"{self.word!r} has {listed(foreign)}, which has no place from A to Z"
            draft.unless_waived("PI-SLOT-02", f"{alien}: write the word with the letters that do.")
        if not word:
            draft.refuse("PI-SLOT-02", f"{self.word!r} has no letter from A to Z to count with.")
        if word in draft.state.used_by(author):
            said = f"{author} has used {word!r} in this game or an earlier one: take another word."
            draft.unless_waived("PI-SLOT-01", said)
        letters = six_letters(word, self.way)
        if not letters:
            draft.refuse("PI-SLOT-06", f"{word!r} has no third letter to begin with.")
        keep = draft.state.options.choice("slot_reduce") == "keep_10"
        slots = slots_of(word, self.way, keep_10=keep)
        vault, event = _rows(draft, slots)
        draft.emit(
            WordTaken(
                player=author,
                word=word,
                way=self.way,
                letters=letters,
                slots=slots,
                working=working(word, self.way, keep_10=keep),
                vault=vault,
                event=event,
            ),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeDice:
    """Six dice in place of a word."""

    dice: tuple[int, ...]
    faces: int = 6

    def ruled(self, draft: Draft) -> None:
        draft.require_heroes(Phase.WORD)
        if fault := dice_fault(self.dice, faces=self.faces):
            draft.refuse("PI-SLOT-07", f"Those cannot be the six slots: {fault}.")
        slots = Slots(digits=self.dice)
        vault, event = _rows(draft, slots)
        author = draft.command.author
        draft.emit(DiceTaken(player=author, slots=slots, vault=vault, event=event))


LONGEST = 60
"""Characters of a word, a theme or a name."""


MOST_WORDS = 5_000


def _rows(draft: Draft, slots: Slots) -> tuple[str, str]:
    """The names of the rows that the slots point to."""
    vault = row_of(draft.state.vault_table, slots.vault_row)
    event = row_of(draft.state.event_table, slots.event_row)
    return vault.name, event.name


def theme_offers(trial: Trial) -> tuple[Template, ...]:
    """What the game is about, and words from earlier games."""
    if not trial.for_heroes:
        return ()
    alone = len(trial.state.seats_of(Side.HEROES)) < 2
    modes = (Mode.SOLO,) if alone else (Mode.COOPERATIVE, Mode.CUT_THROAT)
    holes = (
        Hole(name="theme", kind="text", optional=True),
        *pick("mode", map(str, modes)),
        Hole(name="hero_name", kind="text", optional=True),
        Hole(name="enemy_name", kind="text", optional=True),
    )
    says = "Choose what the game is about, who plays together, and what you call both sides."
    return (Template(command="choose_theme", says=says, holes=holes), MEMORY)


def word_offers(trial: Trial) -> tuple[Template, ...]:
    """A word or dice, and words from earlier games."""
    return (*NUMBERS, MEMORY) if trial.for_heroes else ()


MEMORY: Final = Template(
    command="remember_words",
    says="Say which words you have played before.",
    holes=(Hole(name="words", kind="text"),),
    weight=Weight.PLAIN,
)
NUMBERS: Final = (
    Template(
        command="take_word",
        says="Take a word, one that suits the theme and that you have not used before.",
        holes=(
            Hole(name="word", kind="text"),
            Hole(name="way", kind="choice", allowed=tuple(map(str, Way)), optional=True),
        ),
    ),
    Template(
        command="take_dice",
        says="Roll six dice in place of a word: with 6 faces, or with 10 and no 0.",
        holes=(
            Hole(name="dice", kind="dice", count=PLACES),
            Hole(name="faces", kind="choice", allowed=FACES, optional=True),
        ),
    ),
)
WAYS: Final = MappingProxyType(
    {Way.PLAIN: "", Way.REVERSED: " backwards", Way.FROM_THIRD: " from its third letter"}
)


def _consequences(slots: Slots, *, vault: str, event: str) -> str:
    heroes = "1 Hero" if slots.heroes == 1 else f"{slots.heroes} Heroes"
    return (
        f"{heroes}, {slots.enemies} Enemies, vault {slots.vault_row} {vault}, event "
        f"{slots.event_row} {event}, {counted(slots.rooms, 'room')}; {slots.first} begin."
    )
