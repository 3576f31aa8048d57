"""Runs a game at a terminal, from the first choice to its end."""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from api.errors import ExitCode, UserError
from api.files.games import games
from api.playing.filling import BackError, Filler, can_be_filled
from api.playing.kept import KeptBattle, OpenChoice
from api.playing.memory import remember, remembered
from api.playing.screen import GoneError, Screen
from api.terminal.output import Output
from api.wording import nearest_spelling, squeezed
from rules.referee.court.asking import Ruling
from rules.referee.log.battle import awaits
from rules.referee.log.house_options import all_options
from rules.referee.toolkit.dice import FACES
from rules.referee.toolkit.game import Game, Setup
from rules.referee.toolkit.settings import Option, options_from
from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import parse

PLAYER: Final = "Host"
HELP: Final = (
    "a number does it; u takes the last thing back, m lists what players may change together, "
    "s shows the table, ? shows this, q leaves"
)
MOST_GIVEN: Final = 2_000_000
"""Characters of a command from a file; a drawn board takes a fiftieth of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayAsked:
    """What was typed."""

    game: str
    players: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    battle: Path | None = None
    give: Path | None = None
    as_json: bool = False
    """Whether a program is told at the end what came of it; the talk goes aside then."""


def play_at_desk(output: Output, asked: PlayAsked) -> ExitCode:
    """Play until the game is over or the player leaves."""
    game = _game(asked.game)
    given = None if asked.give is None else _given(asked.give, game)
    kept, goes_on = _kept(game, asked)
    screen = Screen(output, aside=asked.as_json)
    desk = Desk(kept, screen=screen, place=asked.battle, given=given)
    try:
        desk.play(goes_on=goes_on)
        if asked.as_json:
            place = None if asked.battle is None else str(asked.battle)
            told = {"game": game.slug, "events": kept.battle.sequence, "battle": place}
            output.deed("", as_json=True, **told, over=kept.over)
    finally:
        kept.close()
    return ExitCode.DONE


def _game(typed: str) -> Game:
    """The game of that name, however its words are joined."""
    slug = typed.strip().lower().replace("-", "_").replace(" ", "_")
    found = games().get(slug)
    playable = [name.replace("_", "-") for name, each in games().items() if each.unmeasured]
    if found is None:
        message = f"expected one of {', '.join(playable)}, got {typed!r}"
        message += _hint(slug, tuple(games()))
        raise UserError(message, ExitCode.USAGE)
    if found.unmeasured is None:
        message = (
            f"{found.title} measures its table, so a keyboard is not enough: use `umpire serve`; "
            f"at a terminal there is {', '.join(playable) or 'no game yet'}"
        )
        raise UserError(message, ExitCode.USAGE)
    return found


def _hint(typed: str, known: tuple[str, ...]) -> str:
    near = nearest_spelling(typed, known)
    return "" if near is None else f"; did you mean {near}?"


def _kept(game: Game, asked: PlayAsked) -> tuple[KeptBattle, bool]:
    """The battle, and whether it was there already."""
    if asked.battle is not None and asked.battle.exists():
        if asked.players or asked.options:
            message = f"{asked.battle} goes on as it was agreed: leave out --player and --option"
            raise UserError(message, ExitCode.USAGE)
        return KeptBattle.again(game, asked.battle), True
    assert game.unmeasured is not None
    kept = KeptBattle.new(game, _setup(game, asked), place=asked.battle)
    for seat, body in remembered(game):
        if kept.battle.seat(seat) is not None:
            # A refusal now is nothing that this game needs to know.
            kept.give(seat, body)
    return kept, False


def _setup(game: Game, asked: PlayAsked) -> Setup:
    assert game.unmeasured is not None
    setup = game.unmeasured(asked.players or (PLAYER,))
    chosen = {**setup.options.values, **_options(game, asked.options)}
    try:
        options = options_from(all_options(game), chosen, where="--option")
    except BadInputError as complaint:
        raise UserError(squeezed(str(complaint)), ExitCode.USAGE) from complaint
    return Setup(seats=setup.seats, roster=setup.roster, options=options)


def _options(game: Game, typed: Sequence[str]) -> dict[str, object]:
    known = {option.name: option for option in all_options(game)}
    found: dict[str, object] = {}
    for text in typed:
        name, sign, value = text.partition("=")
        if not sign or name not in known:
            message = f"--option: expected NAME=VALUE with a name from `umpire games {game.slug}`"
            told = f"{message}, got {text!r}{_hint(name, tuple(known))}"
            raise UserError(told, ExitCode.USAGE)
        found[name] = _value(known[name], value)
    return found


def _value(option: Option, text: str) -> object:
    if isinstance(option.default, str):
        return text
    try:
        value: object = json.loads(text)
    except json.JSONDecodeError:
        return text
    return float(value) if isinstance(option.default, float) and type(value) is int else value


def _given(place: Path, game: Game) -> Mapping[str, object]:
    """A command from a file, as `umpire sheet --board` writes one."""
    try:
        text = place.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as failure:
        raise UserError(f"{place}: cannot be read: {failure}", ExitCode.BAD_INPUT) from failure
    if len(text) > MOST_GIVEN:
        message = f"{place}: expected at most {MOST_GIVEN:,} characters"
        raise UserError(message, ExitCode.BAD_INPUT)
    try:
        value = parse(text, what=str(place))
        game.commands.read(value, str(place))
    except BadInputError as complaint:
        raise UserError(squeezed(str(complaint)), ExitCode.BAD_INPUT) from complaint
    assert isinstance(value, dict)
    return value


class Desk:
    """One game at one terminal."""

    def __init__(
        self,
        kept: KeptBattle,
        *,
        screen: Screen,
        place: Path | None,
        given: Mapping[str, object] | None,
    ) -> None:
        self._kept = kept
        self._screen = screen
        self._place = place
        self._given = given
        self._together = False
        self._shown: tuple[str, ...] = ()
        self._filler = Filler(game=kept.battle.game, screen=screen, roll=_rolled)

    def play(self, *, goes_on: bool) -> None:
        """Until the end, or until the player leaves."""
        game = self._kept.battle.game
        self._screen.say(f"{game.title}: {game.says}", style="bold")
        if goes_on:
            self._screen.say(f"Going on with {self._place}.")
        self._show()
        try:
            while self._kept.over is None:
                self._try_given()
                if not self._turn():
                    self._leave()
                    return
        except GoneError:
            self._leave()
            return
        self._show()
        self._screen.say(f"The game is over. {self._kept.over}", style="bold")
        remember(game, self._kept.battle.state)

    def _leave(self) -> None:
        kept = f"It goes on with --battle {self._place}." if self._place else "It was not kept."
        self._screen.say(f"You leave the game. {kept}")

    def _turn(self) -> bool:
        """One choice; false when the player leaves."""
        found = self._kept.choices(together=self._together)
        self._together = False
        offered = [choice for choice in found if can_be_filled(choice.template)]
        choices = [choice for choice in offered if choice.template.refusal is None]
        if self._in_words() != self._shown:
            self._show()
        self._screen.say()
        self._screen.say(awaits(self._kept.battle), style="bold")
        self._list(offered)
        text = self._screen.ask(HELP).strip().lower()
        match text:
            case "q":
                return False
            case "s" | "":
                self._show()
            case "?":
                self._screen.say(HELP)
            case "u":
                self._undo()
            case "m":
                self._together = True
            case _ if text.isdecimal() and 1 <= int(text) <= len(choices):
                self._choose(choices[int(text) - 1])
            case _:
                wanted = f"a number from 1 to {len(choices)}, or u, m, s, ?, q"
                self._screen.say(f"expected {wanted}; got {text!r}")
        return True

    def _list(self, offered: Sequence[OpenChoice]) -> None:
        """The offers, numbered; what is not possible now has its reason instead of a number."""
        several, number = len(self._kept.battle.setup.seats) > 1, 0
        for choice in offered:
            who = f"{choice.who}: " if several else ""
            refusal = choice.template.refusal
            if refusal is None:
                number += 1
                self._screen.say(f"  {number:>3}  {who}{choice.template.says}")
            else:
                said = f"    -  {who}{choice.template.says} {refusal.full}"
                self._screen.say(said, style="dim")

    def _choose(self, choice: OpenChoice) -> None:
        try:
            body = self._filler.filled(choice.template)
        except BackError:
            return
        self._given_by(choice.seat, body)

    def _given_by(self, seat: str, body: dict[str, object]) -> None:
        """Give a command, and ask whether each rule that refuses it is overlooked this once."""
        ruling = self._kept.give(seat, body)
        self._tell(ruling)
        clauses: list[str] = []
        while ruling.refusal is not None and ruling.refusal.waivable:
            if self._screen.ask("y lets it pass together, anything else leaves it").strip() != "y":
                return
            clauses.append(ruling.refusal.clause)
            asked = {"kind": "override", "clause": clauses[0], "command": body}
            ruling = self._kept.give(seat, {**asked, "also": clauses[1:]})
            self._tell(ruling)

    def _undo(self) -> None:
        ruling = self._kept.undo()
        if ruling is None:
            self._screen.say("there is nothing to take back")
            return
        self._tell(ruling)

    def _tell(self, ruling: Ruling) -> None:
        if ruling.refusal is not None:
            said = f"refused ({ruling.refusal.clause}): {ruling.refusal.full}"
            self._screen.say(said, style="red")
        for line in ruling.says:
            self._screen.say(line)

    def _try_given(self) -> None:
        """Give the command from the file as soon as the game is ready for it."""
        if self._given is None:
            return
        kind = self._given["kind"]
        for choice in self._kept.choices():
            if choice.template.command == kind:
                body, self._given = dict(self._given), None
                self._given_by(choice.seat, body)
                return

    def _show(self) -> None:
        self._shown = self._in_words()
        for line in self._shown:
            self._screen.say(line)

    def _in_words(self) -> tuple[str, ...]:
        """What lies on the table, as lines."""
        battle = self._kept.battle
        if battle.game.in_words is None:
            return ()
        return battle.game.in_words(battle.state, battle.setup.seats[0].name)


def _rolled(count: int) -> tuple[int, ...]:
    """Dice that nobody can foresee."""
    return tuple(secrets.randbelow(FACES) + 1 for _ in range(count))
