"""What py4swiss pairs, which is held against bbpPairings by its authors."""

from py4swiss.engines.common import PairingError
from py4swiss.engines.dutch import Engine
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from api.hub.pairing.record import Entrant, RoundLine, Scoring
from tests.api.hub.random_events import Drawn


def paired(found: Drawn, *, scoring: Scoring) -> tuple[tuple[int, int], ...] | None:
    """The pairs, White first, 0 for nobody; None where it finds no way."""
    rounds = len(found.entrants[0].rounds) + (1 if found.is_last else 2)
    report = ParsedTrf(
        player_sections=[_section(each, scoring) for each in found.entrants],
        x_section=XSection(number_of_rounds=rounds, zeroed_ids=set(found.away)),
    )
    try:
        return tuple((each.white, each.black) for each in Engine.generate_pairings(report))
    except PairingError:
        return None


def _section(entrant: Entrant, scoring: Scoring) -> PlayerSection:
    return PlayerSection(
        code=PlayerCode.PLAYER,
        starting_number=entrant.number,
        points_times_ten=entrant.points(scoring),
        rank=entrant.number,
        results=[_result(each) for each in entrant.rounds],
    )


def _result(scored: RoundLine) -> RoundResult:
    return RoundResult(
        id=scored.opponent,
        color=ColorToken(scored.colour.value if scored.colour else "-"),
        result=ResultToken(scored.score.value),
    )
