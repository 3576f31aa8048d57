"""Tests that a phone is held as it was calibrated, and that what does not go back is named."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from api.phones.held import held_health, hold_of, kept_controls
from api.phones.report import PhoneReport, phone_report
from calibration.profile_json import profile_from_json, profile_to_json
from rules.table.snapshot import Health, HealthState
from tests.vision.measured import exact_profile
from vision.camera.source import Identity

FOX = Identity(name="Fox", id="phone 1 back", width=1280, height=720, is_live=True)
HELD = {"focus": 0.35, "exposure": 333.0, "white_balance": 4500.0}
HOLD = tuple(HELD.items())


def holding(**changed: float) -> PhoneReport:
    return PhoneReport(
        lens="back", zoom=None, width=1280, height=720, held=MappingProxyType({**HELD, **changed})
    )


def test_what_is_locked_is_kept_with_the_profile_and_asked_for_again() -> None:
    camera = replace(FOX, controls=kept_controls(holding())).as_camera()
    kept = profile_from_json(profile_to_json(replace(exact_profile(), camera=camera))).camera
    assert hold_of(kept, now=FOX) == HOLD
    assert hold_of(kept, now=replace(FOX, id="phone 2 back")) == ()
    assert hold_of(kept, now=replace(FOX, id="phone 1 back zoom 2")) == ()
    assert hold_of(None, now=FOX) == ()


def test_what_a_browser_rounds_is_as_it_was() -> None:
    rounded = holding(focus=0.353, exposure=330.0)
    assert held_health(rounded, hold=HOLD) == Health()
    assert held_health(None, hold=()) == Health()


@pytest.mark.parametrize("report", [None, holding(focus=0.5)])
def test_with_its_focus_elsewhere_a_phone_is_not_measured_by(report: PhoneReport | None) -> None:
    health = held_health(report, hold=HOLD)
    assert health.state is HealthState.WRONG_CAMERA
    assert "focus is not as when this phone was calibrated" in health.note


def test_other_light_is_named_and_measured_all_the_same() -> None:
    health = held_health(holding(exposure=100.0, white_balance=3000.0), hold=HOLD)
    assert health.state is HealthState.LIVE
    assert health.note.startswith("exposure and white balance: not as when")


def test_a_value_counts_only_where_it_is_locked_and_could_be_one() -> None:
    told = phone_report(
        '{"lens": "back", "width": 1, "height": 1, "locks": {"focus": "locked", '
        '"exposure": "asked", "white_balance": "locked"}, '
        '"held": {"focus": 0.4, "exposure": 3, "white_balance": -5}}'
    )
    assert dict(told.held) == {"focus": 0.4}
