"""The table's end: carries its log to the hub while there is one, and never holds the table up."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from api.battle_files.chain import LogLine
from api.hub.intake.continuing import MOST_LINES
from api.hub.intake.logs import Parcel, Receipt

FIRST_WAIT_SECONDS = 1.0
LONGEST_WAIT_SECONDS = 30.0


class NoHubError(Exception):
    """The hub could not be reached, or gave no answer; it may have the parcel or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CourierState:
    """What the table's page says of the hub."""

    delivered: int
    """Lines that the hub is known to have."""
    is_reached: bool
    refused: str = ""


class Courier:
    """Carries one battle's log. Whoever runs it calls `step` and waits as long as it says."""

    def __init__(
        self,
        battle: str,
        *,
        log: Callable[[int], Sequence[LogLine]],
        send: Callable[[Parcel], Receipt],
    ) -> None:
        self._battle = battle
        self._log = log
        self._send = send
        self._wait = FIRST_WAIT_SECONDS
        self.state = CourierState(delivered=0, is_reached=True)

    def step(self) -> float:
        """Send what the hub does not have yet; how many seconds to wait before the next step.

        The hub's receipt says from where on: a table that starts anew sends from the beginning,
        and a hub that was put back from a backup is sent what it has lost.
        """
        if self.state.refused:
            return LONGEST_WAIT_SECONDS
        lines = tuple(self._log(self.state.delivered)[:MOST_LINES])
        if not lines:
            return FIRST_WAIT_SECONDS
        try:
            receipt = self._send(Parcel(battle=self._battle, lines=lines))
        except NoHubError:
            self.state = CourierState(delivered=self.state.delivered, is_reached=False)
            wait, self._wait = self._wait, min(2 * self._wait, LONGEST_WAIT_SECONDS)
            return wait
        self._wait = FIRST_WAIT_SECONDS
        self.state = CourierState(delivered=receipt.lines, is_reached=True, refused=receipt.refused)
        is_behind = receipt.lines <= lines[-1].sequence or len(lines) == MOST_LINES
        return 0.0 if is_behind else FIRST_WAIT_SECONDS
