"""Finds the samples: armies that come with the umpire or with a game, ready to be played at once.

A sample is a roster that names its game. The same text prints its kit, sets up a camera and begins
a battle; where nothing is printed its pieces are laid out as hands would lay them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Final

import shapely

from api.armies.grounds import GroundSet, grounds_of, renamed_beside
from api.armies.players import ANIMALS
from api.errors import ExitCode, UserError
from api.files.games import package_of
from api.files.roster_file import roster_names, roster_text
from api.kit.kit_in_use import KitInUse, kit_in_use
from rules.referee.log.house_options import all_options
from rules.referee.toolkit.game import Game, Seat, Setup
from rules.referee.toolkit.settings import options_from
from rules.table.outlines.outline import place
from rules.table.roster import Entry, Roster
from rules.table.shapes import Point
from rules.table.snapshot import Piece, Pose, Snapshot, Terrain
from rules.table.units import Degrees, Inches
from vision.kit.battle import battle_roster
from vision.kit.describe import described
from vision.kit.wanted.kinds import Group
from vision.staging.places import StandingPiece, lined_up

FOLDER: Final = "samples"
_SEATS: Final = ANIMALS[:4]
_SEED: Final = 1
_SET_UP: Final = frozenset({Group.UNITS, Group.TERRAIN})


@dataclass(frozen=True, kw_only=True)
class Sample:
    """One army of each side, and the game that it is for."""

    name: str
    game: Game
    kit: KitInUse

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """In the order of the roster."""
        entries = battle_roster(self.kit.kit).entries
        return tuple(dict.fromkeys(each.side for each in entries if each.side))

    def setup(self, *, is_alone: bool = False) -> Setup:
        """A battle with the game's usual options, and what its ground needs agreed; alone, one seat
        plays all sides.
        """
        columns = {column.name for column in self.game.roster_schema}
        entries = (_of_game(each, columns) for each in battle_roster(self.kit.kit).entries)
        roster = Roster(entries=tuple(entries))
        if not self.sides and self.game.unmeasured is not None:
            # Cards and tokens belong to no side; the game knows who sits down to them.
            sitting = self.game.unmeasured(_SEATS[: 1 if is_alone else 2])
            return replace(sitting, roster=roster)
        seats = tuple(
            Seat(name=name, sides=(side,)) for name, side in zip(_SEATS, self.sides, strict=False)
        )
        if is_alone or not seats:
            seats = (Seat(name=_SEATS[0], sides=self.sides),)
        return Setup(
            seats=seats,
            roster=roster,
            options=options_from(all_options(self.game), self._agreed),
        )

    def table(self) -> Snapshot:
        """Each side in its zone and looking at the other, terrain between them."""
        size = self.kit.printed.table
        known = {each.id: each for each in battle_roster(self.kit.kit).entries}
        stands, _ = lined_up(self._standing(), seed=_SEED)
        pieces = [
            _piece(stand, known[stand.piece["id"]])
            for stand in stands
            if stand.piece["group"] == Group.UNITS
        ]
        areas = [
            _area(stand, known[stand.piece["id"]])
            for stand in stands
            if stand.piece["group"] == Group.TERRAIN
        ]
        return Snapshot(table=size, pieces=tuple(pieces), terrain=tuple(areas) or self._laid())

    def _laid(self) -> tuple[Terrain, ...]:
        """The ground as it lies there, in names that no piece has."""
        taken = frozenset(each.id for each in battle_roster(self.kit.kit).entries)
        laid = self._ground.laid(table=self.kit.printed.table, seed=_SEED) if self._ground else ()
        return renamed_beside(laid, taken=taken)

    @property
    def _agreed(self) -> Mapping[str, object]:
        """Whoever plays a sample has agreed that its ground counts."""
        return self._ground.options if self._ground else {}

    @cached_property
    def _ground(self) -> GroundSet | None:
        """What the game brings, for a kit without terrain: what counts by itself before what has to
        be agreed, then what is drawn for a table of that size before what is scattered.
        """
        if any(each["group"] == Group.TERRAIN for each in self._standing()["pieces"]):
            return None
        size = self.kit.printed.table
        brought = grounds_of(self.game.slug)
        fits = [each for each in brought if each.is_random or each.table == size]
        return min(fits, key=_rank, default=None)

    def _standing(self) -> dict[str, Any]:
        """The kit without what stays in its box at first: cards, slips and markers."""
        told = described(self.kit.kit)
        return {**told, "pieces": [each for each in told["pieces"] if each["group"] in _SET_UP]}


def _rank(ground: GroundSet) -> tuple[bool, bool, float]:
    """The most open one is the first to be played on: nobody is shut in by its walls."""
    covered = sum(shapely.Polygon(each.outline).area for each in ground.terrain)
    return bool(ground.options), ground.is_random, covered if ground.options else 0.0


def samples(games: Mapping[str, Game]) -> tuple[Sample, ...]:
    """The samples of known games: those of the umpire, and those in the folders of the games."""
    found = [_sample(name, roster_text(name), games=games) for name in roster_names()]
    for slug in games:
        found += [_sample(name, text, games=games) for name, text in _of_folder(slug)]
    return tuple(each for each in found if each is not None)


def sample_named(name: str, games: Mapping[str, Game]) -> Sample | None:
    """The sample of that name, if there is one."""
    return next((each for each in samples(games) if each.name == name), None)


def _sample(name: str, text: str, *, games: Mapping[str, Game]) -> Sample | None:
    kit = _kit(text, name=name)
    game = games.get(kit.game)
    return None if game is None else Sample(name=name, game=game, kit=kit)


_kit = lru_cache(maxsize=64)(kit_in_use)
"""A kit takes a tenth of a second to plan, and the texts do not change."""


def _of_folder(slug: str) -> list[tuple[str, str]]:
    try:
        folder = resources.files(package_of(slug)) / FOLDER
        if not folder.is_dir():
            return []
        files = sorted(folder.iterdir(), key=lambda each: each.name)
        return [
            (f"{slug}-{each.name.removesuffix('.toml')}", each.read_text(encoding="utf-8"))
            for each in files
            if each.name.endswith(".toml")
        ]
    except ModuleNotFoundError:
        # A game that a test has made brings none.
        return []
    except (OSError, UnicodeDecodeError) as failure:
        raise UserError(f"{slug}/{FOLDER}: {failure}", ExitCode.BAD_INPUT) from failure


def _of_game(entry: Entry, columns: set[str]) -> Entry:
    """Without columns that only other games ask for."""
    extra = {name: value for name, value in entry.extra.items() if name in columns}
    return replace(entry, extra=MappingProxyType(extra))


def _piece(stand: StandingPiece, entry: Entry) -> Piece:
    pose = Pose(
        x=Inches(round(stand.x, 3)),
        y=Inches(round(stand.y, 3)),
        heading=Degrees(round(stand.heading, 1)),
    )
    return Piece(
        id=entry.id, footprint=entry.footprint, pose=pose, side=entry.side, kind=entry.kind
    )


def _area(stand: StandingPiece, entry: Entry) -> Terrain:
    laid = place(_piece(stand, entry))
    ring = list(stand.outline.exterior.coords)[:-1] if laid.radius else laid.corners.tolist()
    outline: tuple[Point, ...] = tuple(
        (Inches(round(float(x), 3)), Inches(round(float(y), 3))) for x, y in ring
    )
    height = Inches(float(stand.piece["height_in"]))
    return Terrain(id=entry.id, kind=entry.kind, outline=outline, height=height)
