"""Says of battles what each is and who has won how often, and finds those looked for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from rules.referee.log.battle import Battle, ended

SEARCHED: Final = 200
"""Letters of a search; nobody types more than that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibrarySeat:
    """A seat of a battle."""

    name: str
    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleSummary:
    """A battle in a list."""

    name: str
    """Its file without the ending."""
    id: str
    title: str
    game: str
    game_title: str
    began: str
    last: str
    events: int
    players: tuple[LibrarySeat, ...]
    result: str
    """Nothing while it goes on."""
    winner: str
    head: str
    header: str
    """The hash of its first event: whatever has it is the same battle."""

    @property
    def is_over(self) -> bool:
        return bool(self.result)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """A file that cannot be read as a battle, and why."""

    name: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which battles somebody looks for; an empty field admits all."""

    text: str = ""
    game: str = ""
    player: str = ""
    since: str = ""
    """A date; battles that began on it are in."""
    until: str = ""


@dataclass(slots=True, kw_only=True)
class Total:
    """How somebody, or an army, has fared."""

    name: str
    battles: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    unfinished: int = 0


@dataclass(slots=True, kw_only=True)
class Totals:
    """How everybody has fared."""

    players: dict[str, Total] = field(default_factory=dict)
    armies: dict[str, Total] = field(default_factory=dict)
    """By game and side."""


def summary_of(name: str, battle: Battle, *, about: dict[str, str]) -> BattleSummary:
    """A battle in a few words."""
    chronicle = battle.game.chronicle
    return BattleSummary(
        name=name,
        id=about.get("id", name),
        title=about.get("title", ""),
        game=battle.game.slug,
        game_title=battle.game.title,
        began=battle.entries[0].time,
        last=battle.entries[-1].time,
        events=battle.sequence,
        players=tuple(LibrarySeat(name=s.name, sides=s.sides) for s in battle.setup.seats),
        result=ended(battle) or "",
        winner="" if chronicle is None else chronicle.winner(battle.state),
        head=battle.head,
        header=battle.entries[0].hash,
    )


def matching(summaries: Iterable[BattleSummary], wanted: Wanted) -> list[BattleSummary]:
    """Those that somebody looks for."""
    return [each for each in summaries if _fits(each, wanted)]


def _fits(found: BattleSummary, wanted: Wanted) -> bool:
    names = [player.name.casefold() for player in found.players]
    everything = " ".join(
        (found.name, found.id, found.title, found.game, found.game_title, found.result, *names)
    ).casefold()
    began = found.began[:10]
    return (
        all(word in everything for word in wanted.text[:SEARCHED].casefold().split())
        and wanted.game in {"", found.game}
        and (not wanted.player or wanted.player.casefold() in names)
        and (not wanted.since or began >= wanted.since)
        and (not wanted.until or began <= wanted.until)
    )


def totals_of(summaries: Sequence[BattleSummary]) -> Totals:
    """Battles, wins, losses and draws of each player and each army; a battle counts once."""
    totals = Totals()
    for each in {one.header: one for one in sorted(summaries, key=lambda s: s.events)}.values():
        sides = dict.fromkeys(side for player in each.players for side in player.sides)
        for player in each.players:
            if player.sides:
                total = totals.players.setdefault(player.name, Total(name=player.name))
                both = set(player.sides) == set(sides) and len(sides) > 1
                _count(total, each, sides=() if both else player.sides)
        for side in sides:
            name = f"{each.game_title}: {side}"
            _count(totals.armies.setdefault(name, Total(name=name)), each, sides=(side,))
    return totals


def _count(total: Total, battle: BattleSummary, *, sides: tuple[str, ...]) -> None:
    total.battles += 1
    if not battle.is_over:
        total.unfinished += 1
    elif not battle.winner or not sides:
        # Whoever plays both sides neither wins nor loses.
        total.drawn += 1
    elif battle.winner in sides:
        total.won += 1
    else:
        total.lost += 1
