"""Knows how followed tags become pieces, and each piece's life."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vision.located import Fault, LocatedPiece
from vision.oddities import duplicated
from vision.piecing import Worn, pieced
from vision.placing import Placer
from vision.tracking.following import Follow
from vision.tracking.settings import DEFAULTS, TrackingSettings
from vision.tracking.track import Absence, Life, Look, Moved, Track, advanced
from vision.worn import Wearer


@dataclass(slots=True, kw_only=True, eq=False)
class Tracked:
    """One piece of the roster: its life, and how the last frame that changed it showed it."""

    wearer: Wearer
    track: Track
    located: LocatedPiece
    confirmed_s: float | None = None
    """When a frame last showed it, changed or not."""

    @property
    def id(self) -> str:
        return self.wearer.entry.id


Follows = Mapping[int, Sequence[Follow]]


class PieceBook:
    """All pieces of a battle."""

    def __init__(
        self, wearers: Sequence[Wearer], *, placer: Placer, settings: TrackingSettings = DEFAULTS
    ) -> None:
        self._placer, self._settings = placer, settings
        self.pieces = {
            wearer.entry.id: Tracked(
                wearer=wearer, track=Track(), located=pieced(wearer, (), placer=placer)
            )
            for wearer in wearers
        }
        self.of_number = {
            tag.number: wearer.entry.id
            for wearer in wearers
            for tag in wearer.tags
            if tag.is_unique
        }
        self._last_s = 0.0

    def looked(
        self,
        seconds: float,
        *,
        follows: Follows,
        touched: set[str],
        disturbed: set[str],
        bare: set[str],
    ) -> list[tuple[str, Moved]]:
        """One frame for all pieces: `touched` ones were measured anew, the others are as before.

        `disturbed` are those about which something moves, `bare` those whose place shows the table.
        """
        moves = []
        before, self._last_s = self._last_s, seconds
        for name, piece in self.pieces.items():
            if name in touched:
                piece.located = self.located(piece.wearer, follows)
            life, pose = piece.track.life, piece.located.pose
            is_quiet = name not in touched and (pose is not None) and life is Life.SETTLED
            if is_quiet:
                piece.confirmed_s = seconds
                continue
            if name in touched and life is Life.SETTLED and piece.confirmed_s == before:
                # Nobody asked it while it rested: it was seen at home until the last frame.
                rest = Look(seconds=before, pose=piece.track.pose)
                piece.track, _ = advanced(piece.track, rest, settings=self._settings)
            look = Look(
                seconds=seconds,
                pose=pose,
                is_calm=name not in disturbed,
                absence=_absence(piece.located, is_bare=name in bare),
            )
            piece.track, moved = advanced(piece.track, look, settings=self._settings)
            if pose is not None:
                piece.confirmed_s = seconds
            if moved is not None:
                moves.append((name, moved))
        return moves

    def located(self, wearer: Wearer, follows: Follows) -> LocatedPiece:
        """The piece as the tags in view have it."""
        worn, flags = [], []
        for tag in wearer.tags:
            if not tag.is_unique:
                continue
            seen = [each for each in follows.get(tag.number, ()) if each.in_view]
            worn += [Worn(tag=tag, spot=each.spot(self._placer)) for each in seen]
            if len(seen) > 1:
                flags.append(duplicated(tag.number, count=len(seen)))
        return pieced(wearer, worn, placer=self._placer, more=tuple(flags))


def _absence(located: LocatedPiece, *, is_bare: bool) -> Absence:
    if any(flag.fault is Fault.DUPLICATED for flag in located.flags):
        return Absence.DOUBLED
    return Absence.BARE if is_bare else Absence.COVERED
