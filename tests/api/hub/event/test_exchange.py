"""Report files: what is written is read again, by us and by another program."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from api.hub.event.exchange import (
    EventReport,
    ExchangeFileError,
    ReportedPlayer,
    read_report,
    report_of,
    written_report,
)
from api.hub.event.state import event_of
from api.hub.pairing.dutch import paired_by_dutch
from api.hub.pairing.record import Colour, Entrant, Scoring
from conftest import SoakCount
from tests.api.hub.event.events import deeds_by_chance


def report_by_chance(chance: Random) -> EventReport:
    players, rounds = chance.randint(4, 12), chance.randint(1, 5)
    found = report_of(event_of(deeds_by_chance(chance, players=players, rounds=rounds)))
    return replace(
        found,
        rounds=rounds + 1,
        scoring=chance.choice([Scoring(), Scoring(win=30, draw=10, bye=30, full_bye=30)]),
        initial=chance.choice(list(Colour)),
        apart=frozenset({frozenset({1, 2})}) if chance.random() < 0.5 else frozenset(),
    )


@pytest.mark.soak
def test_what_is_written_is_read_again(rng_seed: int, soak_count: SoakCount) -> None:
    chance = Random(rng_seed)
    for _ in range(soak_count(20, 2_000)):
        report = report_by_chance(chance)
        assert read_report(written_report(report)) == report


@pytest.mark.soak
def test_another_program_reads_it_and_pairs_the_same(
    rng_seed: int, soak_count: SoakCount, tmp_path: Path
) -> None:
    engine = pytest.importorskip("py4swiss.engines.dutch", exc_type=ImportError).Engine
    parser = pytest.importorskip("py4swiss.trf", exc_type=ImportError).TrfParser
    chance = Random(rng_seed + 1)
    compared = 0
    for _ in range(soak_count(10, 500)):
        report = report_by_chance(chance)
        entrants = [each.entrant for each in report.players]
        ours = paired_by_dutch(
            entrants,
            scoring=report.scoring,
            away=report.away,
            forbidden=report.apart,
            is_last_round=True,
            initial=report.initial,
        )
        if ours.concessions:
            continue
        (tmp_path / "event.trf").write_text(written_report(report))
        theirs = engine.generate_pairings(parser.parse(tmp_path / "event.trf"))
        byes = tuple((each, 0) for each in ours.byes)
        assert tuple((each.white, each.black) for each in theirs) == (*ours.pairs, *byes)
        compared += 1
    assert compared


def line_of(number: object, *, name: str = "Ada", rating: str = "", rounds: str = "") -> str:
    """A player as another program writes them, by the columns of the format."""
    head = f"001 {number:>4} m gm {name:<33} {rating:>4} XYZ"
    return f"{head:<80} 0.0    1  {rounds}"


def test_a_file_of_another_program() -> None:
    lines = [
        "012 Open",
        line_of(1, name="Doe, Jane", rating="2410", rounds="   2 w 1     3 b D"),
        line_of(2, name="Roe, Richard", rounds="   1 b 0"),
        line_of(3, name="Poe, Ed", rating="1999", rounds="0000 - U     1 w D"),
        "999 whatever",
    ]
    found = read_report("\r\n".join(lines))
    assert (found.name, found.rounds) == ("Open", 2)
    assert [each.name for each in found.players] == ["Doe, Jane", "Roe, Richard", "Poe, Ed"]
    assert [each.rating for each in found.players] == [2410, 0, 1999]
    signs = ["".join(line.score.value for line in each.entrant.rounds) for each in found.players]
    assert signs == ["1=", "0Z", "U="]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (line_of("x"), "line 1, starting number: expected a whole number"),
        (line_of(2), r"starting numbers: expected 1 to 1, got \[2\]"),
        (line_of(1, rounds="   7 w 1"), "player 1, round 1: expected to be the opponent"),
        (line_of(1, rounds="   7 w ?"), "line 1, round 1: expected a result"),
        (line_of(1, rounds="0000 - 1"), "line 1, round 1: expected a result"),
        ("XXP 1", "XXP: expected two players"),
        ("XXR many", "XXR: expected a whole number, got 'many'"),
        ("9" * 2_000_001, "report file: expected 2,000,000 signs at most"),
    ],
    ids=["number", "gap", "opponent", "sign", "alone", "pair", "rounds", "long"],
)
def test_a_broken_file_is_refused(text: str, says: str) -> None:
    with pytest.raises(ExchangeFileError, match=says):
        read_report(text)


def test_an_event_without_players_is_a_file_too() -> None:
    empty = EventReport(name="Cup", rounds=3, players=())
    assert read_report(written_report(empty)) == empty
    long_name = ReportedPlayer(entrant=Entrant(number=1), name="x" * 50)
    cut = read_report(written_report(EventReport(name="Cup", rounds=3, players=(long_name,))))
    assert cut.players[0].name == "x" * 33
