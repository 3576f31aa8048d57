"""A hub that does one deed after another, again where the database is gone, until it is killed.

Run as a program: address, the first number, the last number. It says each number that is kept.
"""

import sys
import time
from contextlib import closing

from api.hub.event import acts
from api.hub.event.deeds import Deed
from api.hub.event.state import EventState
from api.hub.store.database import HubDatabase, StoreGoneError
from api.hub.store.keeping import DeedStamp, EventsKept
from api.hub.store.opening import open_database

AGAIN_SECONDS = 0.05


def other_way(state: EventState) -> Deed:
    """Somebody withdraws, or returns: a deed that is done twice would be refused."""
    is_gone = state.player(1).has_withdrawn
    return acts.returned(state, 1) if is_gone else acts.withdrew(state, 1)


def reached(address: str) -> HubDatabase:
    while True:
        try:
            return open_database(address)
        except StoreGoneError:
            time.sleep(AGAIN_SECONDS)


def main(address: str, first: int, last: int) -> None:
    with closing(reached(address)) as database:
        kept = EventsKept(database)
        number = first
        while number <= last:
            stamp = DeedStamp(id=f"deed-{number}", who="hub", at="2026-11-24T18:00:00Z")
            try:
                kept.do("cup", decide=other_way, stamp=stamp)
            except StoreGoneError:
                time.sleep(AGAIN_SECONDS)
                continue
            sys.stdout.write(f"{number}\n")
            sys.stdout.flush()
            number += 1


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
