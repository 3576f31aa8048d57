"""Knows what the armies of a roster cost, and which rules about armies they are against."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.games.papercraft.abilities import Effect, abilities_of
from rules.games.papercraft.catalogue import CATALOGUE, armies
from rules.games.papercraft.profiles import Profile
from rules.games.papercraft.roster_units import listed_as, text_of
from rules.games.papercraft.squares import kind_fault, square_of
from rules.referee.toolkit.armies import Mustered, Ordered, Remark, complaint, over_total, reckoned
from rules.referee.toolkit.package_data import packed_text
from rules.referee.toolkit.settings import Options
from rules.table.bad_input import BadInputError
from rules.table.files.printed import PAPERS, TERRAIN
from rules.table.roster import Entry

TOTAL: Final = "PC-ARM-02"
LISTED: Final = "PC-ARM-03"


def ready_armies() -> Mapping[str, tuple[Ordered, ...]]:
    """The umpire's own demonstration armies, as one orders them."""
    lists = armies(packed_text("rules.games.papercraft", "armies_starter.csv"), CATALOGUE)
    return MappingProxyType(
        {
            name.replace("_", " "): tuple(
                Ordered(unit=unit, count=army.count(unit)) for unit in dict.fromkeys(army)
            )
            for name, army in lists.items()
        }
    )


def muster(
    entries: Sequence[Entry], options: Options, *, total: int | None = None
) -> tuple[Mustered, ...]:
    """The army of each player, by the side where a roster names no player."""
    units = [entry for entry in entries if entry.kind not in TERRAIN | PAPERS]
    owners = dict.fromkeys((text_of(entry, "player") or entry.side, entry.side) for entry in units)
    return tuple(
        _mustered(
            [e for e in units if (text_of(e, "player") or e.side, e.side) == (name, side)],
            name=name, options=options, total=total,
        )
        for name, side in owners
    )  # fmt: skip


def _mustered(
    units: Sequence[Entry], *, name: str, options: Options, total: int | None
) -> Mustered:
    points, faults = reckoned(
        units, lambda e: listed_as(e, CATALOGUE).profile.points, clause=LISTED
    )
    known = {e.id: listed_as(e, CATALOGUE).profile for e in units if e.id in points}
    agreed = _total(units, options=options, total=total)
    return Mustered(
        name=name,
        side=units[0].side,
        points=points,
        total=agreed,
        faults=(
            *faults,
            *over_total(points, total=agreed, clause=TOTAL),
            *(complaint(error, clause=clause) for clause, error in limit_faults(known)),
            *_own(units, known=known, options=options),
        ),
        notes=tuple(
            Remark(clause="PC-ARM-07", unit=unit, says=f"{each.name} is still being tested.")
            for unit, each in known.items()
            if each.testing
        ),
    )


def _profile(entry: Entry) -> Profile:
    return listed_as(entry, CATALOGUE).profile


def _total(units: Sequence[Entry], *, options: Options, total: int | None) -> int:
    """PC-ARM-01: what the roster says, what is asked for, or what is agreed on."""
    said = next((value for entry in units if (value := entry.extra.get("army_total"))), None)
    if isinstance(said, int):
        return said
    return total if total is not None else options.whole("army_total")


def _own(
    units: Sequence[Entry], *, known: Mapping[str, Profile], options: Options
) -> Iterator[Remark]:
    """What is wrong with single units: those for official games only, and their squares."""
    for entry in units:
        profile = known.get(entry.id)
        if profile is None:
            continue
        if options.flag("official_game") and profile.testing:
            says = f"{profile.name} is still being tested, and the battle is an official one."
            yield Remark(clause="PC-ARM-07", unit=entry.id, says=says)
        wrong = kind_fault(entry, profile=profile)
        if wrong is not None:
            yield complaint(wrong, clause="PC-ARM-05", unit=entry.id)
            continue
        try:
            square_of(entry, profile=profile, options=options)
        except BadInputError as error:
            yield complaint(error, clause="PC-ARM-05", unit=entry.id)


def limit_faults(army: Mapping[str, Profile]) -> Iterator[tuple[str, BadInputError]]:
    """Of what an army may have only so many, and has more; each by its clause."""
    limited: dict[str, list[str]] = {}
    most: dict[str, int] = {}
    clauses: dict[str, str] = {}
    for unit, profile in army.items():
        for each in abilities_of(profile):
            if each.effect is Effect.LIMIT:
                limited.setdefault(each.name, []).append(unit)
                most[each.name], clauses[each.name] = each.most, each.clause
    for name, units in limited.items():
        if len(units) > most[name]:
            expected = f"at most {most[name]} unit with {name}"
            yield clauses[name], BadInputError("", expected=expected, got=" and ".join(units))
