"""Tests that the page shows every threshold of the live table as it is."""

from pathlib import Path

from rules.table.snapshot import HealthState
from vision.tracking.settings import TrackingSettings, thresholds
from vision.tracking.track import Life

PAGE = Path(__file__).parents[3] / "docs" / "live-table.md"


def test_the_page_shows_every_threshold_as_it_is() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if "| `" in line]
    assert rows == [
        f"| `{each.name}` | {each.value:g} {each.unit} | {each.consequence} |"
        for each in thresholds()
    ]


def test_the_page_tells_every_state() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for life in Life:
        assert f"| {life.value} |" in text
    for state in set(HealthState) - {HealthState.BUSY}:
        assert f"| {state.value} |" in text


def test_every_threshold_has_a_unit_and_a_consequence() -> None:
    for each in thresholds(TrackingSettings(settle_s=0.7)):
        assert each.unit
        assert each.consequence.endswith(".")
    assert thresholds(TrackingSettings(settle_s=0.7))[0].value == 0.7
