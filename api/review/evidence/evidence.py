"""Gathers the evidence of one ruling: numbers, line, table, options, versions, picture."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from api.battle_files.file import Picture
from api.review.evidence.sensitivity import RuleReading, RulingChange, changes_of, readings_of
from api.review.pictures.caught import camera_of, of_one_moment
from api.review.record.archive import Archive, KeptProfile
from api.review.record.rulings import Case, case_of, contrasts, judged
from rules.referee.court.sentences import say
from rules.referee.log.battle import Battle
from rules.referee.log.drafts import REFEREE_CLAUSES
from rules.referee.log.house_options import all_options
from rules.referee.toolkit.book.clauses import Clauses
from rules.referee.toolkit.evidence import Measured


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Everything that one ruling was judged by."""

    case: Case
    says: tuple[str, ...]
    pictures: tuple[Picture, ...]
    """Of one moment: of the camera, or of each of several; the first is shown first."""
    profile: KeptProfile | None
    changes: tuple[RulingChange, ...]
    readings: tuple[RuleReading, ...]
    same: bool
    """Whether it is ruled the same again by the version that is installed."""

    @property
    def measured(self) -> tuple[Measured, ...]:
        """What was measured for it."""
        return tuple(found for entry in self.case.entries for found in entry.measured)


def evidence_of(battle: Battle, archive: Archive, *, sequence: int) -> Evidence:
    """The evidence of a ruling; a BadInputError says what of it was not kept."""
    case = case_of(battle, archive, sequence=sequence)
    return Evidence(
        case=case,
        says=tuple(say(battle, entry) for entry in case.entries),
        pictures=of_one_moment(archive.pictures_of(case.number)),
        profile=archive.profile_of(case.number),
        changes=changes_of(case),
        readings=readings_of(case),
        same=not contrasts(case, judged(case)),
    )


def evidence_data(found: Evidence, *, hidden: AbstractSet[str] = frozenset()) -> dict[str, Any]:
    """The evidence as JSON, without what a seat may keep from others: the command itself.

    Nothing is said of `hidden` pieces either.
    """
    case = found.case
    first = case.entries[0]
    clauses = list(dict.fromkeys(entry.clause for entry in case.entries))
    books = (case.before.game.clauses, REFEREE_CLAUSES)
    schema = {option.name: option for option in all_options(case.before.game)}
    return {
        "events": [entry.id for entry in case.entries],
        "event": f"e{case.number}",
        "time": first.time,
        "author": first.author,
        "says": list(found.says),
        "clauses": [{"id": each, "says": _said(each, books)} for each in clauses],
        "measured": [dict(each) for entry in case.entries for each in entry.evidence],
        "snapshot": case.snapshot.number,
        "options": {
            name: value
            for name, value in case.before.options.values.items()
            if schema[name].ambiguity or value != schema[name].default
        },
        "versions": {
            "game": first.versions.game,
            "rules": first.versions.rules,
            "umpire": first.versions.umpire,
            "log": first.versions.log,
        },
        "profile": None if found.profile is None else found.profile.digest,
        "picture": bool(found.pictures),
        "cameras": [name for each in found.pictures if (name := camera_of(each))],
        "same_again": found.same,
        "would_change": [_change_data(each) for each in found.changes if each.thing not in hidden],
        "readings": [_reading_data(each) for each in found.readings],
    }


def _change_data(change: RulingChange) -> dict[str, Any]:
    return {
        "thing": change.thing,
        "terrain": change.is_terrain,
        "direction": change.direction,
        "inches": round(change.inches, 3),
        "then": change.then,
        "says": change.says,
    }


def _reading_data(reading: RuleReading) -> dict[str, Any]:
    return {
        "option": reading.option,
        "ambiguity": reading.ambiguity,
        "says": reading.says,
        "value": reading.value,
        "agreed": reading.agreed,
        "then": reading.then,
        "differs": reading.differs,
    }


def _said(clause: str, books: tuple[Clauses, ...]) -> str:
    return next((book[clause].says for book in books if clause in book), "")
