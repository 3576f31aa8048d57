"""A disk that loses its power between any two operations, and with it the names not synced yet."""

from pathlib import Path

from api.files.synced import Disk


class PowerCutError(Exception):
    """Here the power fails."""


class LosingPower(Disk):
    """Goes off after so many operations; a rename whose folder was not synced is undone then."""

    def __init__(self, *, after: int) -> None:
        self._left = after
        self._open: list[tuple[Path, bytes | None]] = []
        """Names as they are on the disk, and what stands there: nothing for one that is not."""

    def write(self, place: Path, content: bytes) -> None:
        self._tick()
        super().write(place, content)

    def replace(self, fresh: Path, place: Path) -> None:
        self._tick()
        self._open.append((fresh, fresh.read_bytes()))
        self._open.append((place, place.read_bytes() if place.exists() else None))
        super().replace(fresh, place)

    def sync(self, folder: Path) -> None:
        self._tick()
        self._open = [each for each in self._open if each[0].parent != folder]

    def cut(self) -> None:
        """The power is off: what was not synced is as it was before."""
        for place, before in reversed(self._open):
            if before is None:
                place.unlink(missing_ok=True)
            else:
                place.write_bytes(before)
        self._open.clear()

    def _tick(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise PowerCutError
