"""The table of one battle where no camera looks: kept in its file, moved by hand and by rulings.

What a ruling moves is committed with its events, or not at all. What hands move between rulings is
kept beside the file until it is written there.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from api.battle_files.file import BattleFile
from api.errors import UserError
from api.tables.hand import HandTable
from api.tables.held import HeldTable, RulingFollowed, read_sealed, sealed_text
from api.tables.kept import TableFiles
from api.tables.ruled import Put, followed, stands_as_ruled, still_to_place
from rules.referee.court.hidden import hidden_from
from rules.referee.log.battle import Battle, replayed
from rules.referee.toolkit.spots import RuledPlace, RuledPlaces, changed_places
from rules.table.snapshot import Health, Snapshot

KEPT_AS: Final = "table"
"""What the table is called among what the file says of itself."""
FOLDER: Final = "tables"
"""Of the files beside the battles."""

Append = Callable[[str | None], None]


class OwnTable:
    """The table of one battle. Whatever changes the battle is for its writer's thread."""

    __slots__ = ("_counted", "_places", "_ruled", "_sequence", "_to_place", "hand", "says")

    def __init__(
        self, hand: HandTable, battle: Battle, *, name: str, counted: Callable[[], int | None]
    ) -> None:
        """`counted` tells after which number its snapshots count; None while a camera looks."""
        self.hand = hand
        self._counted = counted
        self.says: tuple[str, ...] = ()
        """What the table could not take of the last ruling."""
        self._ruled = _places(battle) or {}
        self._to_place: dict[str, RuledPlace] = {}
        """Units that were ruled to stand elsewhere while a camera looks."""
        held = hand.held()
        follows = held.follows
        last = battle.sequence
        if follows is not None and follows.battle == name:
            last = min(last, follows.last)
        self._sequence = battle.sequence
        now = _places(battle)
        self._places = _standing(now) if now is not None and battle.sequence == 1 else now
        if now is not None and last < battle.sequence:
            if not stands_as_ruled(held.snapshot, now):
                self._places = _places(replayed(battle.game, battle.entries[:last]))
            self._sequence = last
            self.catch_up(battle, name=name)

    @property
    def in_play(self) -> bool:
        """Whether this is the table that counts, and nobody else sees it better."""
        return self._counted() is not None

    def is_behind(self, battle: Battle) -> bool:
        """Whether rulings were given while a camera looked, that it has not followed."""
        return self.in_play and self._places is not None and self._sequence < battle.sequence

    def latest(self) -> Snapshot:
        """The table as it is now, numbered after all that a camera has seen before."""
        counted, snapshot = self._counted(), self.hand.latest()
        if counted is None or snapshot.number > counted:
            return snapshot
        return self.hand.edit(_counted_on(counted), is_move=True).snapshot

    def catch_up(self, battle: Battle, *, name: str) -> None:
        """Move what was ruled on while somebody else kept the table."""

        def change(held: HeldTable) -> HeldTable:
            return self._followed(held, battle, name=name)

        self.hand.edit(change)
        self._done(battle)

    def commit(self, after: Battle, append: Append, *, name: str) -> None:
        """Commit a ruling with what it moves; where that fails, nothing has moved."""
        if not self.in_play or not self._moves(after):
            append(None)
            self.says = ()
            self._watch(after)
            if self.in_play:
                self._done(after)
            return
        self.hand.edit(
            lambda held: self._followed(held, after, name=name),
            commit=lambda held: append(sealed_text(held)),
        )
        self._watch(after)
        self._done(after)

    @property
    def waits_for_hands(self) -> bool:
        """Whether somebody may have to put a piece where it was ruled to stand."""
        return bool(self._to_place) and not self.in_play

    def to_place(self, seen: Snapshot) -> tuple[Put, ...]:
        """Where pieces are still to be put that a camera sees elsewhere, or not at all."""
        if self.in_play:
            return ()
        found = [(unit, still_to_place(seen, (place,))) for unit, place in self._to_place.items()]
        for unit, put in found:
            if not put:
                self._to_place.pop(unit, None)
        return tuple(each for _, put in found for each in put)

    def to_be_put(
        self, battle: Battle, table: Callable[[], Snapshot], *, seat: str
    ) -> tuple[Put, ...]:
        """The same of pieces that the seat may see; nothing while the table cannot be known."""
        if not self.waits_for_hands:
            return ()
        try:
            seen = table()
        except UserError:
            # That the table cannot be known is told by itself.
            return ()
        found = self.to_place(seen)
        if not found or battle.game.hides is None:
            return found
        hidden = hidden_from(battle, seen, seat=seat)
        return tuple(each for each in found if each["id"] not in hidden)

    def _watch(self, after: Battle) -> None:
        places = _places(after) or {}
        moved = changed_places(self._ruled, places)
        self._ruled = places
        if self.in_play:
            self._to_place.clear()
        else:
            self._to_place = {**self._to_place, **moved}

    def fold(self, file: BattleFile) -> None:
        """Write down in the battle's file what hands have moved since."""
        self.hand.fold(lambda held: file.note(KEPT_AS, sealed_text(held)))

    def found(self, file: BattleFile, battle: Battle) -> None:
        """Take over a table that was committed though the commit seemed to fail."""
        held = read_sealed(file.about().get(KEPT_AS, ""))
        if held is not None:
            self.hand.found(held)
            if held.follows is not None and held.follows.last == battle.sequence:
                self._done(battle)

    def _moves(self, after: Battle) -> bool:
        places = _places(after)
        return places is not None and bool(changed_places(self._places or {}, places))

    def _followed(self, held: HeldTable, after: Battle, *, name: str) -> HeldTable:
        moved = changed_places(self._places or {}, _places(after) or {})
        by = RulingFollowed(battle=name, last=after.sequence)
        now, self.says = followed(held, moved, roster=after.setup.roster, by=by)
        return now

    def _done(self, battle: Battle) -> None:
        self._places, self._sequence = _places(battle), battle.sequence


def first_held(file: BattleFile, *, name: str, laid: Callable[[], HeldTable]) -> HeldTable:
    """The table that a file has; of an older file, as it stood at its last ruling.

    Before tables were kept with their battles, one lay in the folder: `laid`, which is taken by
    the battle that it followed, and by one that nothing was measured in yet.
    """
    kept = read_sealed(file.about().get(KEPT_AS, ""))
    if kept is not None:
        return kept
    common = laid()
    if common.follows is not None and common.follows.battle == name:
        return common
    seen = file.last_seen()
    if seen is None:
        return HeldTable(snapshot=common.snapshot, locked=common.locked)
    sequence, snapshot = seen
    return replace(unwatched(snapshot), follows=RulingFollowed(battle=name, last=sequence))


def unwatched(snapshot: Snapshot) -> HeldTable:
    """What a camera saw, as a table that nobody watches."""
    return HeldTable(snapshot=replace(snapshot, health=Health()))


def beside(folder: Path, name: str, *, entries: int | None = None) -> TableFiles:
    """Where the moves of a battle's table are kept until its file has them."""
    place = folder / FOLDER
    place.mkdir(exist_ok=True, mode=0o700)
    return TableFiles(place / f"{name}.json", entries=entries)


def _places(battle: Battle) -> RuledPlaces | None:
    told = battle.game.ruled_places
    return None if told is None else told(battle.state)


def _standing(places: RuledPlaces) -> RuledPlaces:
    """Without those that the battle begins without: the first ruling takes off what lies there."""
    return {unit: place for unit, place in places.items() if place.spot is not None}


def _counted_on(number: int) -> Callable[[HeldTable], HeldTable]:
    def change(held: HeldTable) -> HeldTable:
        snapshot = held.snapshot
        after = max(number + 1, snapshot.number)
        return replace(held, snapshot=replace(snapshot, number=after))

    return change
