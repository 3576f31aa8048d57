"""A connection to the live socket: who it is, and what it watches."""

from collections.abc import Callable
from dataclasses import dataclass, field

from api.access.grants import TokenHolder
from api.battles.session import Session
from api.live.offering import OptionsDue
from api.live.watcher import Watcher


@dataclass(slots=True, eq=False)
class Subscription:
    """A watcher and what it watches."""

    watcher: Watcher
    identity: TokenHolder
    caller: str
    session: Session | None = None
    seat: str = ""
    options: OptionsDue | None = None
    """Of whoever wants to be told what may be asked for."""
    by_hand: bool = False
    """Whether it was last told of a table that the battle has for itself."""
    number: int = 0
    """Which connection it is; none is used twice while it lasts."""
    stop: Callable[[], None] = field(default=lambda: None)
