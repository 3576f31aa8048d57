"""Tests of cases that are kept of battles: they run, are small, and nobody is named in them."""

import json
import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from api.corpus.adding import case_text, moment_of
from api.errors import UserError
from api.files.table_file import example_text, parse_snapshot
from api.review.record.archive import AskedCommand
from api.review.record.looking import looking_at
from api.tables.hand import HandTable
from rules.corpus.cases import CaseRuling, JudgedCase, book_of, packed_language
from rules.corpus.judging import departures
from rules.corpus.plain_tables import plain_table
from rules.corpus.refereed import refereed
from rules.corpus.smallest import fewest
from rules.registry import game, games
from rules.table.bad_input import BadInputError
from rules.table.files.snapshot_json import read_snapshot, snapshot_from_json
from tests.api.review.battle_files import CRAFT, SEQUEL, TIGERS, battle_file
from tests.api.server.serving import served
from tests.api.server.test_playing import seen
from tests.api.umpire import umpire_here
from tests.api.web.browsing import DUEL, duel_table

ROOMS = ("paper_invasion", "one_against_one")
SMASH = "e64"
"""H3 smashes a wall of the board with two rooms."""
DEPLOYING = (
    ("Host", {"kind": "roll", "dice": [6, 3]}),
    ("Guest", {"kind": "roll", "dice": [2, 3]}),
    ("Host", {"kind": "terrain_done"}),
    ("Guest", {"kind": "choose", "choice": "accept"}),
    ("Guest", {"kind": "choose_edge", "edge": "south"}),
    ("Guest", {"kind": "deploy_done"}),
)
"""A duel up to a tank that stands too far from its edge."""
BEFORE = {"the board has 2 rooms", "the wall a|out-S is double", "H3 is in a", "H3 has begun"}


def kept(place: Path, name: str) -> tuple[str, JudgedCase]:
    """The case of a moment as TOML, and as it reads back."""
    with looking_at(place) as found:
        text = case_text(moment_of(found.battle, found.archive, name=name), found.battle.game)
        slug = found.battle.game.slug
    files = {f"{slug}/kept/mine.toml": text}
    (case,) = book_of(game(slug), packed_language(slug), files=files).cases
    return text, case


def faults(case: JudgedCase) -> tuple[str, ...]:
    """Where this program rules otherwise than a case."""
    found, language = game(case.game), packed_language(case.game)
    answer = refereed(case, found, language=language)
    told = departures(case, answer, language=language, clauses=found.clauses)
    return tuple(each.told() for each in told)


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return battle_file(tmp_path_factory.mktemp("kept") / "rooms.battle", ROOMS)


def test_an_event_is_kept_with_what_its_ruling_hangs_on_and_no_more(rooms: Path) -> None:
    text, case = kept(rooms, SMASH)
    assert faults(case) == ()
    assert set(case.said_before) > BEFORE
    assert len(case.said_before) == len(BEFORE) + 1, "an Enemy, or the game would be over"
    assert (case.options, case.table, case.roster) == ({"seal_outer": True}, None, ())
    assert case.steps[0].clauses == ("PI-HERO-03",)
    assert "the wall a|out-S is single" in text
    assert "Host" not in text
    assert "Guest" not in text


def test_nothing_that_is_left_can_be_left_out(rooms: Path) -> None:
    _, case = kept(rooms, SMASH)
    found, language = game(case.game), packed_language(case.game)
    whole = refereed(case, found, language=language).steps[0]
    for fact in case.before:
        fewer = replace(case, before=tuple(each for each in case.before if each != fact))
        try:
            left = refereed(fewer, found, language=language).steps[0]
        except (BadInputError, KeyError):
            continue
        assert (left.ruling, left.clauses) != (whole.ruling, whole.clauses), fact


def test_units_and_players_of_a_measured_game_lose_their_names(tmp_path: Path) -> None:
    _, case = kept(battle_file(tmp_path / "craft.battle", CRAFT), "e114")
    assert faults(case) == ()
    assert [row["id"] for row in case.roster] == ["R1", "B1"]
    assert case.steps[0].says == "R1 attacks B1 with knife"
    assert case.steps[0].measured[0].what == "range"
    assert {seat.name for seat in case.seats} == {
        side for seat in case.seats for side in seat.sides
    }


@pytest.mark.parametrize(("name", "told"), [("e0", "no command brought"), ("e9999", "up to e")])
def test_what_cannot_be_kept_is_told(rooms: Path, name: str, told: str) -> None:
    with pytest.raises(UserError, match=told):
        kept(rooms, name)


def test_the_command_adds_to_a_file_that_runs(rooms: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    for name in (SMASH, "e37"):
        done = umpire_here("corpus", "add", str(rooms), name, "--to", str(mine))
        assert done.returncode == 0, done.stderr
    again = umpire_here("corpus", "add", str(rooms), SMASH, "--to", str(mine))
    assert again.returncode == 3
    assert "the same twice" in again.stderr
    run = umpire_here("corpus", "run", "paper_invasion", "--from", str(mine), "--json")
    found = json.loads(run.stdout)
    assert (run.returncode, found["cases"], found["differ"]) == (0, 2, [])


def test_a_game_without_facts_says_so(rooms: Path) -> None:
    with looking_at(rooms) as found:
        battle = replace(found.battle, game=replace(found.battle.game, fact_table=None))
        with pytest.raises(BadInputError, match="Paper Invasion, which has none yet"):
            moment_of(battle, found.archive, name=SMASH)


def test_large_parts_are_left_out_first() -> None:
    tried: list[tuple[int, ...]] = []

    def holds(kept: tuple[int, ...]) -> bool:
        tried.append(kept)
        return {3, 71} <= set(kept)

    assert fewest(tuple(range(128)), holds=holds) == (3, 71)
    assert len(tried) < 40


def test_the_host_keeps_a_case_over_http_and_nobody_else(rooms: Path, tmp_path: Path) -> None:
    shutil.copyfile(rooms, tmp_path / "evening.battle")
    asked = "/api/v1/battles/evening/review/evidence/64/case.toml"
    with served(HandTable(seen()), tmp_path, games=games) as server:
        told = server.get(asked)
        theirs = server.get(asked, token=server.invite("evening", seat="Guest"))
        none = server.get(asked.replace("64", "0"))
    assert told.status_code == 200
    assert told.text == kept(rooms, SMASH)[0]
    assert "evening-e64.toml" in told.headers["content-disposition"]
    assert theirs.status_code == 403
    assert none.status_code == 422


def test_a_table_is_written_short_and_reads_as_it_was() -> None:
    snapshot = parse_snapshot(example_text("river-crossing"), origin="test")
    again = read_snapshot(plain_table(snapshot), "table")
    assert [each.id for each in again.terrain] == [each.id for each in snapshot.terrain]
    for one, other in zip(again.pieces, snapshot.pieces, strict=True):
        assert one.footprint == other.footprint
        assert (one.pose is None) == (other.pose is None)
        if one.pose is not None and other.pose is not None:
            assert one.pose.x == pytest.approx(other.pose.x, abs=0.01)
            assert one.pose.covariance.xx == pytest.approx(other.pose.covariance.xx)


def test_a_roll_that_was_waited_for_is_kept_with_the_commands_that_led_to_it(
    tmp_path: Path,
) -> None:
    place = battle_file(tmp_path / "craft.battle", CRAFT)
    with looking_at(place) as found:
        asked = [each for each in found.archive.commands() if isinstance(each, AskedCommand)]
    rolled = next(each for each in asked if each.first > 114 and each.command["kind"] == "roll")
    text, case = kept(place, f"e{rolled.first}")
    assert faults(case) == ()
    *leading, shown = case.steps
    assert [step.ruling for step in leading] == [CaseRuling.ASKS] * len(leading)
    assert leading[0].says == "R1 attacks B1 with knife"
    assert shown.says.startswith("the dice are ")
    assert text.count("[[case.step]]") == len(case.steps) < 4


@pytest.mark.parametrize(
    "which",
    [
        ("paper_invasion", "alone"),
        ("tossing_tiger", "duel"),
        TIGERS,
        CRAFT,
        pytest.param(SEQUEL, marks=pytest.mark.long),
    ],
)
@pytest.mark.soak
def test_nearly_all_commands_can_be_kept(
    tmp_path: Path,
    which: tuple[str, str],
    rng_seed: int,
    soak_count: Callable[[int, int], int],
) -> None:
    place = battle_file(tmp_path / "battle.battle", which)
    with looking_at(place) as found:
        known = found.battle.game.commands.kinds
        asked = [each for each in found.archive.commands() if isinstance(each, AskedCommand)]
    ruled = [each for each in asked if each.command["kind"] in known]
    count = min(soak_count(1, 60), len(ruled))
    unsaid = []
    for each in random.Random(rng_seed).sample(ruled, count):
        try:
            _, case = kept(place, f"e{each.first}")
        except UserError as error:
            unsaid.append(str(error))
        else:
            assert faults(case) == (), each
    assert len(unsaid) <= max(1, count // 10)
    assert all("facts do not say enough" in each or "a sentence for" in each for each in unsaid)


@pytest.mark.long
def test_a_dispute_is_kept_as_what_it_is_about(tmp_path: Path) -> None:
    battle_file(tmp_path / "evening.battle", TIGERS, lines=75)
    review = "/api/v1/battles/evening/review/evidence"
    with served(HandTable(seen()), tmp_path, games=games) as server:

        def done(number: int, **command: str) -> str:
            """The last event of what Blue does."""
            sent = {"id": f"dispute-{number}", "seat": "Blue", "command": command}
            told = server.post("/api/v1/battles/evening/commands", sent).json()
            assert told["accepted"], told
            return str(told["events"][-1]["id"])

        dispute = done(1, kind="challenge", entry="e64", reason="It was further.")
        settled = done(2, kind="settle", dispute=dispute, outcome="stands")
        texts = {
            server.get(f"{review}/{sequence}/case.toml").text
            for sequence in (64, int(dispute[1:]), int(settled[1:]))
        }
    (text,) = texts
    assert 'clause = "PT1-D2a"' in text
    assert "R1 fires at B1" in text


def test_a_refusal_that_is_disputed_is_kept_as_refused(tmp_path: Path) -> None:
    with served(
        HandTable(snapshot_from_json(json.dumps(duel_table()))), tmp_path, games=games
    ) as server:
        battle = f"/api/v1/battles/{server.post('/api/v1/battles', DUEL).json()['id']}"
        *_, told = [
            server.post(
                f"{battle}/commands",
                {"id": f"command-{number}", "seat": seat, "command": command},
            ).json()
            for number, (seat, command) in enumerate(DEPLOYING)
        ]
        assert told["refusal"]["kept"] == "r1"
        asked = {"id": "challenge-1", "seat": "Guest"}
        disputed = server.post(f"{battle}/refusals/1/challenge", asked).json()
        name = disputed["events"][0]["id"]
        found = server.get(f"{battle}/review/evidence/{name[1:]}/case.toml")
    assert found.status_code == 200, found.text
    assert 'ruling = "refused"' in found.text
    assert "Guest" not in found.text
    text, case = kept(next(tmp_path.glob("*.battle")), "r1")
    assert text.replace("r1", name) == found.text
    assert faults(case) == ()
