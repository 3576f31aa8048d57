"""Tests that a kit is measured by the table that it was printed for, on whatever table it lies."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from api.cli import run
from api.errors import ExitCode, UserError
from api.files.roster_file import parse_army
from api.kit.for_profile import kit_for_profile
from api.kit.work import AS_WRITTEN, planned_kit
from calibration.anchors import anchors_of
from calibration.lens import Lens
from calibration.seen import SeenTag
from calibration.table.anchor_size import misprinted
from rules.table.snapshot import TableSize
from rules.table.units import Inches
from tests.api.setting_up import Practised, small_roster
from tests.vision.measured import ABOVE, exact_profile
from vision.kit.designs.anchors import anchor_size
from vision.kit.making import Kit

Said = pytest.CaptureFixture[str]
PLAYED = TableSize(width=Inches(72.0), depth=Inches(48.0))


def kit_by(size: float, *, table: str | None = None) -> Kit:
    """The kit of a roster for 18 x 14 in whose profile, of 72 x 48 in, has such anchors."""
    army = parse_army(small_roster().encode(), origin="a.toml", is_csv=False)
    profile = exact_profile()
    layout = replace(profile.calibrated.layout, size=size)
    profile = replace(profile, table=PLAYED, calibrated=replace(profile.calibrated, layout=layout))
    chosen = replace(AS_WRITTEN, table=table)
    return kit_for_profile(army, chosen, roster="a.toml", profile=profile, origin="t.json")


def test_the_anchors_of_the_profile_tell_which_table_the_kit_was_printed_for() -> None:
    own, large = anchor_size(kit_by_any("18x14").view), anchor_size(kit_by_any("72x48").view)
    assert own < 0.8 * large
    assert kit_by(own).view.table.width == 18.0
    assert kit_by(large).view.table.width == 72.0
    with pytest.raises(UserError, match=r"a.toml: the anchors of t.json are 0.7 in wide.*\[kit\]"):
        kit_by(0.7)
    with pytest.raises(UserError, match="--printed-table"):
        kit_by(own, table="72x48")


def kit_by_any(table: str) -> Kit:
    army = parse_army(small_roster().encode(), origin="a.toml", is_csv=False)
    return planned_kit(army, replace(AS_WRITTEN, table=table), roster="a.toml")


@pytest.mark.parametrize("share", [0.65, 0.9, 1.0, 1.15])
def test_anchors_that_all_look_of_another_size_are_noticed(share: float) -> None:
    profile, told = exact_profile(), 0.9
    model = profile.calibrated.model
    rng = np.random.default_rng(4)
    anchors = anchors_of(profile.table)
    tags = []
    for anchor in anchors:
        half, by_hand = share * told / 2, rng.normal(0.0, 0.1, 2)
        square = np.array([[-half, half], [half, half], [half, -half], [-half, -half]])
        middle = np.array([anchor.x, anchor.y]) + by_hand
        corners = np.column_stack([square + middle, np.zeros(4)])
        seen = SeenTag(number=anchor.number, corners=model.pixels(corners), covariance=np.eye(8))
        tags.append(seen)
    plain = Lens(
        width=ABOVE.width,
        height=ABOVE.height,
        fx=1.2 * model.lens.fx,
        fy=1.2 * model.lens.fx,
        cx=model.lens.cx,
        cy=model.lens.cy,
    )
    for lens in (model.lens, plain):
        off = misprinted([tuple(tags)], anchors=anchors, lens=lens, size=told, placed=0.1)
        if share == 1.0:
            assert off is None
        else:
            assert off == pytest.approx(share - 1, abs=0.02)


def table(practised: Practised, capsys: Said, place: Path, *more: str) -> tuple[int, str]:
    capsys.readouterr()
    command = ["calibrate", "table", str(practised.anchors), *more, "-o", str(place), "--force"]
    return run(command), capsys.readouterr().err


@pytest.mark.parametrize(("share", "told"), [(1.54, "3. % too small"), (0.65, "5. % too large")])
def test_a_kit_that_was_printed_for_another_table_is_asked_for(
    practised: Practised, tmp_path: Path, capsys: Said, share: float, told: str
) -> None:
    kit = json.loads((practised.folder / "kit.json").read_text(encoding="utf-8"))
    for anchor in kit["anchors"]:
        anchor["size_in"] *= share
    (tmp_path / "kit.json").write_text(json.dumps(kit), encoding="utf-8")
    given = ["--kit", str(tmp_path / "kit.json"), "--bar", "6"]
    code, err = table(practised, capsys, tmp_path / "t.json", *given)
    assert code == ExitCode.REFUSED
    assert re.search(told, " ".join(err.split())), err
    for each in ("--printed-table", "--table", "18 x 14 in"):
        assert each in " ".join(err.split()), err
    assert not (tmp_path / "t.json").exists()


def test_the_table_beside_a_kit_file_is_the_one_that_is_played_on(
    practised: Practised, tmp_path: Path, capsys: Said
) -> None:
    kit = json.loads((practised.folder / "kit.json").read_text(encoding="utf-8"))
    kit["table"] |= {"width_in": 36.0, "depth_in": 28.0}
    (tmp_path / "kit.json").write_text(json.dumps(kit), encoding="utf-8")
    place, given = tmp_path / "t.json", ["--kit", str(tmp_path / "kit.json")]
    code, err = table(practised, capsys, place, *given)
    assert (code, "too large" in err) == (ExitCode.REFUSED, True)
    code, _ = table(practised, capsys, place, *given, "--table", "18x14")
    assert code == ExitCode.DONE
    profile = json.loads(place.read_text(encoding="utf-8"))
    assert (profile["table"]["width_in"], profile["table"]["depth_in"]) == (18.0, 14.0)
    code, err = table(practised, capsys, place, *given, "--printed-table", "18x14")
    assert (code, "a kit file says what was printed" in err) == (ExitCode.USAGE, True)
