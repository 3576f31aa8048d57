"""Every number of a report is in the log, counted here once more without our own code.

The log is read as plain JSON: no game, no fold and no chronicle has a part in what is expected.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from api.battle_files.schema import connect
from api.cli import run
from api.review.exports.as_data import report_data
from api.review.pages.page import report_page
from api.review.pages.page_numbers import correction_rows
from api.review.record.looking import looking_at
from api.review.story.report_data import Report, report_of
from rules.referee.toolkit.tallies import Scored
from tests.api.review.battle_files import CRAFT, SEQUEL, TIGERS, battle_file, write_battle

FOUR = ("paper_tigers", "four_players")
WHICH = [TIGERS, CRAFT, SEQUEL, FOUR]
Json = dict[str, Any]


@cache
def told(which: tuple[str, str], folder: Path) -> tuple[list[Json], Json, str]:
    """The log as JSON, the report as data, and its page."""
    place = folder / f"{which[1]}.battle"
    if not place.exists():
        battle_file(place, which)
    rows = connect(place).execute("SELECT line FROM events ORDER BY sequence")
    log = [json.loads(row[0]) for row in rows]
    with looking_at(place) as found:
        report: Report = report_of(found.battle, found.about)
        page = report_page(report, found.archive.snapshot_before)
    return log, report_data(report), page


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reports")


@pytest.fixture(params=WHICH, ids=lambda each: each[1])
def case(request: pytest.FixtureRequest, folder: Path) -> tuple[list[Json], Json, str]:
    return told(request.param, folder)


def of_kind(log: list[Json], *kinds: str) -> Iterator[Json]:
    return (event for event in log if event["body"].get("kind") in kinds)


def test_what_it_is_about(case: tuple[list[Json], Json, str]) -> None:
    log, data, page = case
    about = data["about"]
    assert about["events"] == len(log)
    assert about["head"] == log[-1]["hash"]
    assert (about["began"], about["ended"]) == (log[0]["time"], log[-1]["time"])
    assert [each["name"] for each in about["seats"]] == [s["name"] for s in log[0]["body"]["seats"]]
    assert about["head"] in page
    assert f"{len(log):,}" in page


def test_result_and_points(case: tuple[list[Json], Json, str]) -> None:
    log, data, page = case
    (end,) = of_kind(log, "battle_ended")
    counts = end["body"].get("totals") or end["body"]["points_left"]
    assert data["points"] == {each["name"]: each["count"] for each in counts}
    assert data["result"] in page
    for side, points in data["points"].items():
        assert f"<b>{points:g}</b> {side}" in page


def test_dice(case: tuple[list[Json], Json, str]) -> None:
    log, data, _ = case
    thrown = [
        (event["body"].get("force") or event["body"]["player"], die)
        for event in of_kind(log, "rolled")
        for die in event["body"]["dice"]
    ]
    faces = Counter(die for _, die in thrown)
    (whole, *others) = data["dice"]
    assert whole["by"] == ""
    assert whole["count"] == len(thrown)
    assert whole["faces"] == [faces[face] for face in range(1, 7)]
    assert whole["mean"] == pytest.approx(sum(die for _, die in thrown) / len(thrown))
    assert {each["by"]: each["count"] for each in others} == Counter(by for by, _ in thrown)
    strays = (whole["mean"] - 3.5) / (35 / 12 / len(thrown)) ** 0.5
    assert whole["strays"] == pytest.approx(strays)


def test_cards(case: tuple[list[Json], Json, str]) -> None:
    log, data, _ = case
    cards = [face for event in of_kind(log, "turned_up") for face in event["body"]["faces"]]
    cards += [event["body"]["card"] for event in of_kind(log, "repair_turned")]
    if not cards:
        assert data["cards"] == []
        return
    ranks = {name: at for at, name in enumerate((*"23456789", "10", *"JQKA"), 2)}
    whole = data["cards"][0]
    assert whole["count"] == len(cards)
    assert whole["red"] == sum(card[-1] in "HD" for card in cards)
    mean = sum(ranks[card[:-1]] for card in cards) / len(cards)
    assert whole["mean_height"] == pytest.approx(mean)


def test_losses_and_fates(case: tuple[list[Json], Json, str]) -> None:
    log, data, page = case
    lost = {e["body"]["unit"]: e["body"]["by"] for e in of_kind(log, "destroyed", "died")}
    assert {each["unit"]: each["by"] for each in data["losses"]} == lost
    armies = {each["unit"]: each for units in data["armies"].values() for each in units}
    assert {name for name, each in armies.items() if each["lost"]} == set(lost)
    for each in data["losses"]:
        by = f" to {lost[each['unit']]}" if lost[each["unit"]] else ""
        assert f"lost in turn {each['turn']}{by}<" in page


def test_fire(case: tuple[list[Json], Json, str]) -> None:
    log, data, page = case
    shots = list(of_kind(log, "shot", "struck", "hit_rolled"))
    assert [each["event"] for each in data["fire"]] == [event["id"] for event in shots]
    for each, event in zip(data["fire"], shots, strict=True):
        body = event["body"]
        hit = body.get("hit", body.get("success", body.get("hits", 0) > 0))
        assert (each["unit"], each["target"], each["hit"]) == (body["unit"], body["target"], hit)
    hits = sum(each["hit"] for each in data["fire"])
    assert f"{len(shots)} attacks, {hits} hits." in page


def test_turns(case: tuple[list[Json], Json, str]) -> None:
    log, data, page = case
    begun = [e["body"].get("round") or e["body"]["turn"] for e in of_kind(log, "turn_began")]
    told_turns = [each["turn"] for each in data["turns"]]
    assert told_turns == [0, *dict.fromkeys(begun)]
    for one, other in zip(data["turns"], data["turns"][1:], strict=False):
        assert int(other["first"][1:]) == int(one["last"][1:]) + 1
    assert data["turns"][-1]["last"] == log[-1]["id"]
    for each in data["turns"]:
        assert f'id="turn-{each["turn"]}"' in page


def test_measurements_and_accuracy(case: tuple[list[Json], Json, str]) -> None:
    log, data, page = case
    kept = [(event, found) for event in log for found in event["evidence"]]
    assert len(data["measurements"]) == len(kept)
    for row, (event, found) in zip(data["measurements"], kept, strict=True):
        assert (row["event"], row["clause"]) == (event["id"], event["clause"])
        for name in ("value", "limit", "margin", "sigma", "bound"):
            assert row[f"{name}_in"] == found.get(name)
        assert (row["what"], row["answer"], row["why"]) == (
            found["what"],
            found["answer"],
            found["why"],
        )
    answers = Counter(found["answer"] for _, found in kept)
    assert data["accuracy"]["answers"] == {
        name: answers[name] for name in data["accuracy"]["answers"]
    }
    errors = [2 * found["sigma"] for _, found in kept if found.get("sigma")]
    assert data["accuracy"]["typical_error_in"] == (median(errors) if errors else None)
    vouched = sum(bool(found.get("declared")) for _, found in kept)
    assert data["accuracy"]["vouched"] == vouched
    margins = [abs(found["margin"]) for _, found in kept if found.get("margin") is not None]
    by_event = {(r["event"], r["margin_in"]) for r in data["measurements"]}
    assert len(data["closest"]) == min(12, len(margins))
    assert any((data["closest"][0], sign * min(margins)) in by_event for sign in (1, -1)), data[
        "closest"
    ][0]
    assert f"All {len(kept):,} measurements" in page


def test_clauses_and_options(case: tuple[list[Json], Json, str]) -> None:
    log, data, page = case
    counts = Counter(event["clause"] for event in log if event["clause"])
    assert {each["id"]: each["events"] for each in data["clauses"]} == counts
    assert all(each["says"] for each in data["clauses"])
    chosen = log[0]["body"]["options"]
    for each in data["options"]:
        assert each["name"] in chosen
        assert each["name"] in page


def test_trails(case: tuple[list[Json], Json, str]) -> None:
    log, data, _ = case
    by_id = {event["id"]: event for event in log}
    moved = [event for event in of_kind(log, "moved") if not event["body"].get("aboard")]
    for event in moved:
        spot = event["body"]["spot"]
        trail = data["trails"][event["body"]["unit"]]
        assert any(
            (each["x_in"], each["y_in"]) == (spot["x_in"], spot["y_in"]) for each in trail
        ), event["id"]
    for trail in data["trails"].values():
        assert all(each["event"] in by_id for each in trail)


class Tags(HTMLParser):
    """Which elements a page has, and what it fetches."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: Counter[str] = Counter()
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.opened[tag] += 1
        self.fetched += [value or "" for name, value in attrs if name in {"src", "href"}]


def test_the_page_needs_nothing_else(case: tuple[list[Json], Json, str]) -> None:
    _, data, page = case
    tags = Tags()
    tags.feed(page)
    assert tags.opened["script"] == 0
    assert all(each.startswith("#") for each in tags.fetched), tags.fetched
    # A map for every turn, the trails and the fire.
    assert page.count('class="map"') == len(data["turns"]) + 2
    ids = re.findall(r' id="([^"]+)"', page)
    for each in tags.fetched:
        assert each[1:] in ids, each


def test_what_was_taken_back_counts_nowhere(tmp_path: Path) -> None:
    script = (
        (Path(__file__).parents[3] / "rules/games/paper_tigers/tests/golden")
        .joinpath("two_players_withdrawal.script.jsonl")
        .read_text(encoding="utf-8")
        .splitlines()
    )
    shot = next(at for at, line in enumerate(script) if '"fire"' in line)
    opening = json.loads(script[0])
    opening["options"] = {**opening.get("options", {}), "take_back": "free"}
    place = tmp_path / "b.battle"
    write_battle(place, [json.dumps(opening), *script[1 : shot + 2]])
    rows = [json.loads(r[0]) for r in connect(place).execute("SELECT line FROM events ORDER BY 1")]
    rows.sort(key=lambda event: event["sequence"])
    (hit,) = of_kind(rows, "shot")
    rolled = [e["id"] for e in of_kind(rows, "rolled") if e["causes"] == hit["causes"]]
    back = {"seat": "Red", "command": {"kind": "take_back", "entry": hit["id"]}}
    again = tmp_path / "again.battle"
    write_battle(again, [json.dumps(opening), *script[1 : shot + 2], json.dumps(back)])
    with looking_at(again) as found:
        data = report_data(report_of(found.battle, found.about))
    assert data["fire"] == []
    everything = sum(len(event["body"]["dice"]) for event in of_kind(rows, "rolled"))
    fallen = sum(len(e["body"]["dice"]) for e in of_kind(rows, "rolled") if e["id"] in rolled)
    assert data["dice"][0]["count"] == everything - fallen
    assert [each["kind"] for each in data["corrections"]] == ["taken_back"]


def agreed_on(asking: Json, folder: Path) -> Report:
    """The report of a battle in which Red asks for this at once, and Blue agrees."""
    golden = Path(__file__).parents[3] / "rules/games/paper_tigers/tests/golden"
    script = golden.joinpath("two_players_withdrawal.script.jsonl").read_text("utf-8").splitlines()
    first = next(at for at, line in enumerate(script) if '"snapshot"' in line) + 1
    place, again = folder / "b.battle", folder / "again.battle"
    lines = [*script[:first], json.dumps({"seat": "Red", "command": asking})]
    write_battle(place, lines)
    with looking_at(place) as found:
        ask = found.battle.entries[-1].id
    agreeing = {"seat": "Blue", "command": {"kind": "agree", "ask": ask}}
    write_battle(again, [*lines, json.dumps(agreeing)])
    with looking_at(again) as found:
        return report_of(found.battle, found.about)


def page_of(report: Report, folder: Path) -> str:
    with looking_at(folder / "again.battle") as found:
        return report_page(report, found.archive.snapshot_before)


def test_what_players_changed_together_and_what_makes_the_score_are_told(tmp_path: Path) -> None:
    asking = {"kind": "change_option", "option": "take_back", "value": "free", "reason": "slips"}
    report = agreed_on(asking, tmp_path)
    parts = (Scored(side="Red", what="T9 destroyed", points=3.0),)
    report = replace(report, parts=parts)
    page, data = page_of(report, tmp_path), report_data(report)
    assert [each["kind"] for each in data["corrections"]][-1] == "option_changed"
    assert "From here on take_back is free, not ask (slips)" in page
    assert ("take_back", "free; at first ask") in {each[:2] for each in report.chosen}
    assert data["score"] == [{"side": "Red", "what": "T9 destroyed", "points": 3.0}]
    assert "What makes the score" in page
    assert "T9 destroyed" in page


def test_what_players_amended_is_marked_in_the_report(tmp_path: Path) -> None:
    asking = {"kind": "amend_state", "what": "hits", "of": "R1", "value": "1", "reason": "smoke"}
    report = agreed_on(asking, tmp_path)
    page, data = page_of(report, tmp_path), report_data(report)
    kinds = [each["kind"] for each in data["corrections"]]
    assert kinds == ["amendment_asked", "agreed", "state_amended"]
    # A reader knows when something was, and no number of the log.
    asked = data["corrections"][0]
    assert f"agrees to {asked['event']}" in data["corrections"][1]["says"]
    rows = correction_rows(report)
    assert re.fullmatch(r"\d\d:\d\d", rows[0][0])
    assert "agrees to \N{LEFT DOUBLE QUOTATION MARK}Red asks to amend" in rows[1][-1]
    assert not re.search(r"\be\d+\b", re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL))
    amended = data["corrections"][-1]["says"]
    assert "R1 has 1 hit" in amended
    assert "smoke" in amended
    assert amended in page
    assert amended in {row[-1] for row in correction_rows(report)}


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ([], 2, "say where the page goes"),
        (["-o", "out.docx"], 2, "expected a name that ends with .html, .pdf or .json"),
        (["-o", "there.html"], 2, "is there already"),
    ],
)
def test_the_command_says_what_it_needs(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    *,
    arguments: list[str],
    code: int,
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    battle_file(tmp_path / "b.battle", lines=30)
    (tmp_path / "there.html").write_text("mine")
    assert run(["report", "b.battle", *arguments]) == code
    assert said in capsys.readouterr().err
    assert (tmp_path / "there.html").read_text() == "mine"


def test_the_command_writes_a_page_and_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = battle_file(tmp_path / "b.battle", lines=60)
    assert run(["report", str(place), "-o", str(tmp_path / "out.html")]) == 0
    assert (tmp_path / "out.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    capsys.readouterr()
    assert run(["report", str(place), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == "paper-umpire/report/1"
