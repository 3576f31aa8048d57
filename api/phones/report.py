"""Reads what a phone says of itself: its lens, what it could lock, and what is wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from rules.table.bad_input import BadInputError
from rules.table.files.strict_json import Fields, flag, mapping, number, parse, string

LONGEST: Final = 4000
LONGEST_LENS: Final = 80
LOCKS: Final = ("focus", "exposure", "white_balance")
MOST_HELD: Final = 1e6
LOCKED, ASKED, CANNOT = "locked", "asked", "cannot"
_HOW: Final = frozenset({LOCKED, ASKED, CANNOT})
TROUBLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "": "",
        "hidden": "another page or app is in front on the phone: bring the camera's page back",
        "muted": "a call or another app on the phone has its camera: end that",
        "ended": "the phone has given up its camera: tap Start again on it",
        "frozen": "the phone's camera gives no new picture: tap Start again on it",
        "turned": "the phone was turned: turn it back as it was when it was measured",
        "refused": "the phone was not allowed to use its camera: allow it in the browser",
    }
)
"""What a phone may say is wrong, and what the host is told of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneReport:
    """A phone as it sees itself."""

    lens: str
    zoom: float | None
    width: int
    height: int
    trouble: str = ""
    is_awake: bool = False
    """Whether its screen is held awake."""
    tilt_deg: float | None = None
    """How far it leans from looking straight down, where it can tell."""
    locks: Mapping[str, str] = field(default_factory=dict)
    held: Mapping[str, float] = field(default_factory=dict)
    """At what each is locked, in the browser's own measures."""

    @property
    def unlocked(self) -> tuple[str, ...]:
        """What the phone changes by itself, as far as is known."""
        return tuple(each for each in LOCKS if self.locks.get(each) != LOCKED)


def phone_report(text: str) -> PhoneReport:
    """A BadInputError says what is wrong with it."""
    if len(text) > LONGEST:
        raise BadInputError("report", expected=f"at most {LONGEST} letters", got=f"{len(text)}")
    fields = Fields(parse(text, what="report"), "")
    lens = _plain(fields.must("lens", string))
    zoom = fields.may("zoom", _number_if_any, default=None)
    tilt = fields.may("tilt_deg", _number_if_any, default=None)
    trouble = fields.may("trouble", string, default="")
    if trouble not in TROUBLES:
        raise BadInputError("trouble", expected=", ".join(TROUBLES), got=f"{trouble[:20]!r}")
    unsaid: Mapping[str, object] = {}
    held = Fields(dict(fields.may("locks", mapping, default=unsaid)), "locks")
    locks = {each: held.may(each, string, default=CANNOT) for each in LOCKS}
    for each, how in locks.items():
        if how not in _HOW:
            raise BadInputError(f"locks.{each}", expected=", ".join(_HOW), got=f"{how[:20]!r}")
    at = Fields(dict(fields.may("held", mapping, default=unsaid)), "held")
    values = {each: at.may(each, _number_if_any, default=None) for each in LOCKS}
    return PhoneReport(
        lens=lens,
        zoom=None if zoom is None else round(zoom, 2),
        width=_side(fields.must("width", number)),
        height=_side(fields.must("height", number)),
        trouble=trouble,
        is_awake=fields.may("awake", flag, default=False),
        tilt_deg=tilt if tilt is not None and 0 <= tilt <= 180 else None,
        locks=MappingProxyType(locks),
        held=MappingProxyType(
            {
                each: value
                for each, value in values.items()
                if value is not None and locks[each] == LOCKED and 0 <= value <= MOST_HELD
            }
        ),
    )


def _number_if_any(value: object, where: str) -> float | None:
    return None if value is None else number(value, where)


def _plain(text: str) -> str:
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(shown.split())[:LONGEST_LENS]


def _side(value: float) -> int:
    return int(min(max(value, 0.0), 20_000.0))
