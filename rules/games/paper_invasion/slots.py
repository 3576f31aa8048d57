"""How six one-digit numbers are made from a word or from dice (PI-SLOT), and shows how."""

import re
import unicodedata
from types import MappingProxyType
from typing import Final

from rules.games.paper_invasion.vocabulary import Slots, Way

PLACES: Final = 6
"""PI-OBJ-04: how many slots make a game."""
FEWEST_FOR_THIRD: Final = 3
"""Letters that a word needs to be read from the third one on."""
FACES: Final = (6, 10)
"""PI-SLOT-07: the dice that may be used instead of a word."""
WRITTEN: Final = MappingProxyType(
    {"æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ı": "i", "ŋ": "n", "ĸ": "k"}
)
"""Latin letters that are no other letter with a mark on it, as one writes them without."""


def plain_letters(word: str) -> str:
    """PI-SLOT-02: the letters of a word without accents, spaces and signs.

    >>> plain_letters("Ångström's"), plain_letters("Straße 7"), plain_letters("Ærø")
    ('angstroms', 'strasse', 'aero')
    """
    return "".join(map(_plain, unicodedata.normalize("NFKD", word.casefold())))


def _plain(letter: str) -> str:
    """A letter from a to z for each that is one with a mark on it, or is written with them."""
    found = re.fullmatch("LATIN SMALL LETTER ([A-Z])( WITH .*)?", unicodedata.name(letter, ""))
    return found[1].lower() if found else WRITTEN.get(letter, "")


def foreign_letters(word: str) -> str:
    """The letters of a word that no place from A to Z belongs to, each once.

    >>> foreign_letters("Ωmega"), foreign_letters("Þór's 2")
    ('Ω', '')
    """
    kinds = {"Ll", "Lu", "Lt", "Lo"}
    found = (each for each in word if unicodedata.category(each) in kinds)
    return "".join(dict.fromkeys(each for each in found if not plain_letters(each)))


def six_letters(word: str, way: Way = Way.PLAIN) -> str:
    """The letters that fill the six places; nothing where the word has none, or too few.

    >>> six_letters("jinx"), six_letters("undead", Way.REVERSED)
    ('jinxji', 'daednu')
    >>> six_letters("undead", Way.FROM_THIRD), six_letters("ox", Way.FROM_THIRD)
    ('deadde', '')
    """
    letters = plain_letters(word)
    if way is Way.REVERSED:
        letters = letters[::-1]
    if way is Way.FROM_THIRD:
        letters = letters[FEWEST_FOR_THIRD - 1 :]
    return (letters * PLACES)[:PLACES] if letters else ""


def letter_value(letter: str, *, keep_10: bool = False) -> int:
    """PI-SLOT-03 and -04: the place in the alphabet, its digits added up to one digit.

    >>> [letter_value(each) for each in "aklzs"]
    [1, 2, 3, 8, 1]
    >>> letter_value("s", keep_10=True)
    10
    """
    place = ord(letter) - ord("a") + 1
    once = sum(int(digit) for digit in str(place))
    return once if keep_10 else (place - 1) % 9 + 1


def slots_of(word: str, way: Way = Way.PLAIN, *, keep_10: bool = False) -> Slots:
    """The slots of a word that has letters.

    >>> slots_of("cantankerous").digits
    (3, 1, 5, 2, 1, 5)
    """
    letters = six_letters(word, way)
    return Slots(digits=tuple(letter_value(each, keep_10=keep_10) for each in letters))


def working(word: str, way: Way = Way.PLAIN, *, keep_10: bool = False) -> str:
    """How each letter came to its number, for whoever wants to check it.

    >>> working("jinx")
    'J 10 1+0 = 1, I 9, N 14 1+4 = 5, X 24 2+4 = 6, J 10 1+0 = 1, I 9'
    >>> working("s"), working("s", keep_10=True)[:14]
    ('S 19 1+9 = 10, 1+0 = 1, ...', 'S 19 1+9 = 10,')
    """
    letters = six_letters(word, way)
    told = [_letter_working(each, keep_10=keep_10) for each in letters]
    if len(set(letters)) == 1:
        return f"{told[0]}, ..."
    return ", ".join(told)


def _letter_working(letter: str, *, keep_10: bool) -> str:
    place = ord(letter) - ord("a") + 1
    if place < 10:
        return f"{letter.upper()} {place}"
    tens, ones = divmod(place, 10)
    once = f"{letter.upper()} {place} {tens}+{ones} = {tens + ones}"
    return f"{once}, 1+0 = 1" if tens + ones == 10 and not keep_10 else once


def dice_fault(dice: tuple[int, ...], *, faces: int) -> str | None:
    """Why these cannot be six slots (PI-SLOT-07), or None.

    >>> dice_fault((1, 2, 3, 4, 5, 6), faces=6)
    >>> dice_fault((1, 0, 3, 4, 5, 6), faces=10)
    'die 2 shows 0: roll it again until it shows 1 to 9'
    """
    if faces not in FACES:
        return f"expected dice with 6 or 10 faces, got {faces}"
    if len(dice) != PLACES:
        return f"expected {PLACES} dice, got {len(dice)}"
    most = 6 if faces == FACES[0] else 9
    for place, face in enumerate(dice, start=1):
        if faces == FACES[1] and face == 0:
            return f"die {place} shows 0: roll it again until it shows 1 to 9"
        if not 1 <= face <= most:
            return f"expected faces from 1 to {most}, got {face}"
    return None
