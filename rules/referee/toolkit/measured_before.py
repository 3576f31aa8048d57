"""What was measured on a moment, for whoever tries many commands on it."""

from collections import deque
from typing import Any, Final

from rules.table.snapshot import Snapshot


class MeasuredBefore:
    """What rulings of one battle on one snapshot have measured, for whoever tries many of them.

    While everybody stands where he stands, and nothing else has changed that measurements depend
    on, nothing is measured twice.
    """

    __slots__ = ("_lately", "_tables", "after")

    def __init__(self) -> None:
        self.after: Any = None
        """The state that the last ruling came to, so that its events need not happen again."""
        self._lately: deque[tuple[object, _OnTable]] = deque(maxlen=_LATELY)
        self._tables: list[_OnTable] = []

    def of(self, standing: object) -> "_OnTable | None":
        """What was found lately while everybody stood so: the very same object."""
        return next((found for stood, found in self._lately if stood is standing), None)

    def kept(self, standing: object, *, table: Snapshot, judged_by: object) -> "_OnTable":
        """The same as before on an equal table, else a new one."""
        found = next((each for each in self._tables if each[:2] == (table, judged_by)), None)
        if found is None:
            found = (table, judged_by, {})
            self._tables.append(found)
        self._lately.append((standing, found))
        return found


_LATELY: Final = 16
_OnTable = tuple[Snapshot, object, dict[tuple[object, ...], object]]
"""A table, what measurements depend on besides, and what was measured."""
