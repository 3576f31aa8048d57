"""Writes names in the letters that the kit's fonts have, which are Latin."""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from vision.kit.wanted.army import Item, piece_ids

MISSING: Final = "?"
"""For what no Latin letter stands for: Chinese, Hebrew, pictures."""

_CYRILLIC: Final = (
    "а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f "
    "х kh ц ts ч ch ш sh щ shch ы y э e ю yu я ya і i ї yi є ye ґ g ў w ђ dj ј j љ lj њ nj ћ c "
    "џ dz ѓ gj ќ kj ѕ dz"
)
_GREEK: Final = (
    "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch "
    "ψ ps ω o"
)
_LATIN: Final = "ł l đ d ħ h ŧ t ı i ŋ ng ə e ĸ k"
_SIGNS: Final = "− - ‐ - ‑ - ― - → -> ← <- ′ ' ″ \" ≤ <= ≥ >= ≈ ~ ⁄ /"


def _pairs(written: str) -> Iterator[tuple[str, str]]:
    words = written.split()
    for letter, latin in zip(words[::2], words[1::2], strict=True):
        yield letter, latin
        if letter.upper() != letter:
            yield letter.upper(), latin.capitalize()


_LETTERS: Final = {
    **dict(_pairs(f"{_CYRILLIC} {_GREEK} {_LATIN} {_SIGNS}")),
    **dict.fromkeys("ъьЪЬ", ""),
}


def printable(text: str) -> str:
    """The text in letters that the kit's fonts have.

    >>> printable("Müller"), printable("Тяжёлый танк"), printable("Łódź Ősi"), printable("虎 7")
    ('Müller', 'Tyazhyolyy tank', 'Lódz Osi', '? 7')
    """
    return "".join(_latin(letter) for letter in unicodedata.normalize("NFC", text))


def _latin(letter: str) -> str:
    if _is_there(letter):
        return letter
    if letter in _LETTERS:
        return _LETTERS[letter]
    if unicodedata.category(letter) in {"Mn", "Me", "Cf"}:
        # Accents on their own, marks of direction, joiners: nothing to be seen.
        return ""
    base = unicodedata.normalize("NFKD", letter)
    if base == letter:
        return MISSING
    return "".join(_latin(part) for part in base)


def _is_there(letter: str) -> bool:
    try:
        return bool(letter.encode("cp1252"))
    except UnicodeEncodeError:
        return False


def letters_advice(items: Sequence[Item]) -> list[str]:
    """What is printed in other letters than it is written in, and what looks alike then."""
    told = []
    for item in items:
        for field, text in (("id", item.entry.id), ("name", item.entry.name)):
            latin = printable(text)
            if latin == unicodedata.normalize("NFC", text):
                continue
            whose = "" if field == "id" else f" of {item.entry.id}"
            why = "the kit's fonts have Latin letters only"
            if MISSING in latin and MISSING not in text:
                why += f", so give it {'an id' if field == 'id' else 'a name'} in these"
            told.append(f"{item.row.at(field)}: {text!r}{whose} is printed as {latin!r}: {why}")
            if field == "id":
                break
    return [*told, *_alike(items)]


def _alike(items: Sequence[Item]) -> list[str]:
    """Ids that differ in the roster and not on paper."""
    told = []
    seen: dict[str, str] = {}
    for item in items:
        for name in piece_ids(item):
            latin = printable(name)
            other = seen.setdefault(latin, name)
            if other != name:
                told.append(
                    f"{item.row.at('id')}: {name!r} and {other!r} are both printed as {latin!r}"
                )
    return told
