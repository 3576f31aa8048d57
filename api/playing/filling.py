"""Asks at a terminal for what an offer leaves open, and reads the answers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from api.playing.screen import Screen
from api.wording import shortened
from rules.referee.toolkit.dice import FACES
from rules.referee.toolkit.game import Game, Hole, Template
from rules.referee.toolkit.vocabulary import reader_of, written
from rules.table.bad_input import BadInputError

MEASURED: Final = frozenset({"pose", "area", "line", "sheet"})
"""What only a table or a picture can fill."""
BACK: Final = "b"
BACK_IN_FULL: Final = "back"
"""What turns back where `b` is an answer, as a room's letter is."""
ROLL: Final = "r"
Roll = Callable[[int], tuple[int, ...]]
"""So many dice, thrown by the program at the player's wish."""


class BackError(Exception):
    """The player wants to choose something else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filler:
    """Asks for the holes of a template."""

    game: Game
    screen: Screen
    roll: Roll

    def filled(self, template: Template) -> dict[str, object]:
        """The command with everything in it, as JSON; a BackError where the player turns back."""
        values: dict[str, object] = {name: written(value) for name, value in template.fixed.items()}
        for hole in template.holes:
            if hole.kind in MEASURED and hole.optional:
                continue
            value = self._asked(template, hole)
            if value is not None:
                values[hole.name] = value
        return {"kind": template.command, **values}

    def _asked(self, template: Template, hole: Hole) -> object:
        if hole.kind == "dice":
            return self._dice(hole)
        if hole.allowed:
            return self._picked(template, hole)
        if hole.kind in MEASURED:
            self.screen.say(f"{hole.name} is a place on the table: that needs a camera or a page.")
            raise BackError
        return self._typed(template, hole)

    def _dice(self, hole: Hole) -> object:
        what = "die" if hole.count == 1 else f"{hole.count} dice"
        prompt = f"{what}, with spaces between; {ROLL} rolls them, {BACK} goes back"
        while True:
            text = self._line(prompt)
            if text == ROLL:
                thrown = self.roll(hole.count)
                self.screen.say(f"rolled {' '.join(str(face) for face in thrown)}")
                return list(thrown)
            parts = text.replace(",", " ").split()
            if len(parts) == hole.count and all(part.isdecimal() for part in parts):
                return [int(part) for part in parts]
            self.screen.say(f"expected {hole.count} numbers from 1 to {FACES}, got {text!r}")

    def _picked(self, template: Template, hole: Hole) -> object:
        several = _takes_several(self.game, template, hole=hole)
        if len(hole.allowed) == 1 and not hole.optional:
            only = written(hole.allowed[0])
            return [only] if several and not isinstance(only, list) else only
        if all(isinstance(each, int) for each in hole.allowed):
            return self._number(hole)
        for number, value in enumerate(hole.allowed, start=1):
            self.screen.say(f"  {number:>3}  {shortened(str(written(value)), 60)}")
        for value, why in hole.greyed.items():
            self.screen.say(f"    -  {value}: {why}")
        most = hole.count if several else 1
        prompt = f"{_plain(hole.name)}: a number or what stands beside it"
        prompt += f", or up to {most} with spaces" if most > 1 else ""
        prompt += "; nothing to leave it out" if hole.optional else ""
        back = BACK_IN_FULL if BACK in _shown(hole.allowed) else BACK
        while True:
            text = self._line(f"{prompt}; {back} goes back", blank=hole.optional, back=back)
            if not text:
                return None
            found = _numbered(text, hole.allowed, most=most)
            if found is None:
                wanted = f"1 to {len(hole.allowed)}, or one of the words"
                self.screen.say(f"expected {wanted}, got {text!r}")
                continue
            return found if several else found[0]

    def _number(self, hole: Hole) -> object:
        """A number is typed as what it is, not as its place in a list."""
        wanted = ", ".join(str(each) for each in hole.allowed)
        while True:
            prompt = f"{_plain(hole.name)} ({wanted}); {BACK} goes back"
            text = self._line(prompt, blank=hole.optional)
            if not text:
                return None
            if text.isdecimal() and int(text) in hole.allowed:
                return int(text)
            self.screen.say(f"expected one of {wanted}, got {text!r}")

    def _typed(self, template: Template, hole: Hole) -> object:
        several = _takes_several(self.game, template, hole=hole)
        prompt = _plain(hole.name) + (", with commas between" if several else "")
        prompt += "; nothing to leave it out" if hole.optional else ""
        while True:
            text = self._line(f"{prompt}; {BACK} goes back", blank=hole.optional)
            if not text:
                return None
            if several:
                return [part.strip() for part in text.split(",") if part.strip()]
            kind, told = _type_of(self.game, template, hole=hole), ""
            for made in (text, _as_number(text)):
                try:
                    return written(reader_of(kind)(made, hole.name))
                except BadInputError as complaint:
                    told = str(complaint)
            # Only this is asked for again: what was answered before it stands.
            self.screen.say(told)

    def _line(self, prompt: str, *, blank: bool = False, back: str = BACK) -> str:
        while True:
            text = self.screen.ask(prompt).strip()
            if text in {back, BACK_IN_FULL}:
                raise BackError
            if text or blank:
                return text
            self.screen.say(f"expected something, got nothing; {back} goes back")


def can_be_filled(template: Template) -> bool:
    """Whether a hole can be filled at a keyboard alone."""
    return all(
        hole.optional or hole.allowed or hole.kind not in MEASURED for hole in template.holes
    )


def _numbered(text: str, allowed: Sequence[object], *, most: int) -> list[object] | None:
    """What the numbers stand for; None where they stand for nothing, or for too many things."""
    parts = text.replace(",", " ").split()
    if not 1 <= len(parts) <= most or len(set(parts)) < len(parts):
        return None
    shown = _shown(allowed)
    by_word = {word: number for number, word in enumerate(shown, start=1)}
    numbers = [int(p) if p.isdecimal() else by_word.get(p.casefold(), 0) for p in parts]
    if not all(1 <= number <= len(allowed) for number in numbers):
        return None
    if len(set(numbers)) < len(numbers):
        return None
    return [written(allowed[number - 1]) for number in numbers]


def _shown(allowed: Sequence[object]) -> list[str]:
    """The answers as they stand in the list."""
    return [str(written(value)).casefold() for value in allowed]


def _takes_several(game: Game, template: Template, *, hole: Hole) -> bool:
    return "tuple" in str(_type_of(game, template, hole=hole))


def _type_of(game: Game, template: Template, *, hole: Hole) -> object:
    kind = game.commands.kinds.get(template.command)
    if kind is None:
        return str
    return next(each.type for each in game.commands.fields(kind) if each.name == hole.name)


def _as_number(text: str) -> object:
    try:
        return int(text)
    except ValueError:
        return text


def _plain(name: str) -> str:
    return name.replace("_", " ")
