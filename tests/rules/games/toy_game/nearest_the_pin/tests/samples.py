"""The tables that Nearest the Pin is tried on, and how tokens are flicked there."""

from dataclasses import replace

from rules.referee.toolkit.game import Seat, Setup, State, Template
from rules.referee.toolkit.settings import options_from
from rules.table.files.roster_files import roster_from_csv
from rules.table.snapshot import Covariance, Piece, Pose, SharedError, Snapshot, TableSize
from rules.table.units import Inches
from rules.testing.driver import Moved, Rng, Sample
from tests.rules.games.toy_game.nearest_the_pin.state import OPTIONS

ROSTER = """\
id,side,kind,footprint,tags
PIN,,marker,disc 0.2,1
R1,red,figure,disc 1,2
B1,blue,figure,disc 1,3
"""
PIN = (18.0, 18.0)
SIDE = 36.0
"""Of the table, in inches."""


def setup(*seats: Seat, **options: float) -> Setup:
    return Setup(
        seats=seats or (Seat(name="Host", sides=("red",)), Seat(name="Guest", sides=("blue",))),
        roster=roster_from_csv(ROSTER),
        options=options_from(OPTIONS, options),
    )


def placed(snapshot: Snapshot, token: str, *, at: tuple[float, float]) -> Snapshot:
    """The table after a token came to lie there."""
    before = snapshot.piece(token)
    covariance = before.pose.covariance if before.pose else Covariance()
    x, y = (Inches(min(max(each, 0.0), SIDE)) for each in at)
    return snapshot.moved(replace(before, pose=Pose(x=x, y=y, covariance=covariance)))


def beginning(sigma: float = 0.0) -> Snapshot:
    """Both tokens at the southern edge."""
    places = {"PIN": PIN, "R1": (12.0, 1.0), "B1": (24.0, 1.0)}
    error = Covariance(xx=sigma**2, yy=sigma**2)
    return Snapshot(
        table=TableSize(width=Inches(SIDE), depth=Inches(SIDE)),
        pieces=tuple(
            Piece(
                id=each.id,
                footprint=each.footprint,
                side=each.side,
                kind=each.kind,
                pose=Pose(
                    x=Inches(places[each.id][0]), y=Inches(places[each.id][1]), covariance=error
                ),
            )
            for each in roster_from_csv(ROSTER).entries
        ),
        shared=SharedError(scale=0.002 if sigma else 0.0),
    )


def flick(state: State, template: Template, *, snapshot: Snapshot, rng: Rng) -> Moved:
    """The token whose turn it is slides to somewhere near the pin."""
    if template.command != "flick" or state.next_token is None:
        return Moved(snapshot=snapshot)
    spot = (rng.gauss(PIN[0], 0.5), rng.gauss(PIN[1], 0.5))
    return Moved(snapshot=placed(snapshot, state.next_token, at=spot))


ALONE = Seat(name="Host", sides=("red", "blue"))

SAMPLES = (
    Sample(name="two players", setup=setup(), snapshot=beginning(0.2), mover=flick),
    Sample(name="alone", setup=setup(ALONE), snapshot=beginning(0.2), mover=flick),
    Sample(name="sharp eyes", setup=setup(furthest_in=1.0), snapshot=beginning(), mover=flick),
)
