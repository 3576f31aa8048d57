"""Knows which square a unit of a roster has to have (PC-ARM-05)."""

from rules.games.papercraft.catalogue import SQUARES
from rules.games.papercraft.profiles import SecondaryType, UnitProfile, plain_word
from rules.referee.toolkit.settings import Options
from rules.table.bad_input import BadInputError
from rules.table.roster import Entry
from rules.table.shapes import Rectangle
from rules.table.units import Inches, plain


def kind_fault(entry: Entry, *, profile: UnitProfile) -> BadInputError | None:
    """Why the kind of a piece is not that of its unit, or None."""
    if plain_word(entry.kind) == profile.secondary:
        return None
    expected = f"{profile.secondary}, as {profile.name} is"
    return BadInputError(f"{entry.id}.kind", expected=expected, got=repr(entry.kind)[:60])


def square_of(entry: Entry, *, profile: UnitProfile, options: Options) -> tuple[Inches, Inches]:
    """PC-ARM-05: the square has the size of its secondary type, its front as agreed."""
    square = SQUARES[profile.secondary]
    wide, deep = square.width, square.depth
    allowed = [(wide, deep)]
    if profile.secondary is SecondaryType.INFANTRY:
        front = options.choice("infantry_front")
        allowed = {
            "long_side": [(wide, deep)],
            "short_side": [(deep, wide)],
            "per_unit": [(wide, deep), (deep, wide)],
        }[front]
    outline = entry.footprint
    if isinstance(outline, Rectangle) and (outline.width, outline.length) in allowed:
        return outline.width, outline.length
    expected = " or ".join(f"rectangle {plain(d)} x {plain(w)}" for w, d in allowed)
    got = f"{outline}"
    if isinstance(outline, Rectangle):
        got = f"rectangle {plain(outline.length)} x {plain(outline.width)}"
    raise BadInputError(
        f"{entry.id}.footprint", expected=f"{expected}, depth by front, of {profile.secondary}",
        got=got,
    )  # fmt: skip
