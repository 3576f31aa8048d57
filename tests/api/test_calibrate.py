"""Tests of `umpire calibrate`: lens, table and print, their reports, and every bad input."""

import json
import math
import re
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from api.cli import run
from api.errors import ExitCode
from tests.api.setting_up import Practised
from tests.vision.picture_files import encoded, picture

Said = pytest.CaptureFixture[str]


def said(capsys: Said, *arguments: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = run(["calibrate", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def errors_told(out: str) -> dict[str, float]:
    """The expected error after each step."""
    return {
        name.strip(): float(value)
        for name, value in re.findall(r"^  (.+?)  ([\d.]+) in(?: \(.*\))?$", out, re.MULTILINE)
    }


# --- lens ------------------------------------------------------------------------------------


def test_the_lens_is_the_one_that_the_pictures_were_rendered_with(practised: Practised) -> None:
    lens = json.loads(practised.lens.read_text(encoding="utf-8"))
    assert lens["format"] == "paper-umpire/lens/1"
    assert lens["lens"]["fx"] == pytest.approx(640 / 2 / 0.600861, rel=4e-3)
    assert lens["camera"] == {"name": "", "id": "", "width": 640, "height": 480}
    assert lens["views"] == 9


def test_pictures_that_cannot_be_used_are_named(
    practised: Practised, tmp_path: Path, capsys: Said
) -> None:
    views = tmp_path / "views"
    shutil.copytree(practised.lens_views, views)
    (views / "z-empty.jpg").write_bytes(encoded(picture(640, 480), ".jpg"))
    (views / "a-cut.jpg").write_bytes(encoded(picture(640, 480), ".jpg")[:-400])
    roster = ["--kit", str(practised.roster), "-o", str(tmp_path / "lens.json")]
    code, out, _ = said(capsys, "lens", str(views), *roster)
    assert code == ExitCode.DONE
    assert out.startswith("9 of 11 pictures used; the board's corners fit to 0.")
    assert "left out: " in out
    assert "z-empty.jpg: expected the lens board with the tags" in out
    assert "a-cut.jpg: expected a whole JPEG picture of 640 x 480, got " in out
    assert "missing: " in out


def test_a_lens_without_views_is_refused(tmp_path: Path, capsys: Said) -> None:
    (tmp_path / "0.jpg").write_bytes(b"a shopping list")
    code, _, err = said(capsys, "lens", str(tmp_path), "-o", str(tmp_path / "lens.json"))
    assert (code, "0.jpg: expected a photograph" in err) == (ExitCode.BAD_INPUT, True)
    (tmp_path / "a.jpg").write_bytes(encoded(picture(), ".jpg"))
    out = ["-o", str(tmp_path / "lens.json")]
    code, _, err = said(capsys, "lens", str(tmp_path / "a.jpg"), *out)
    assert (code, "expected the lens board" in err) == (ExitCode.CANNOT_SEE, True)
    assert "without --kit a board of 4x4 tags is expected" in err
    (tmp_path / "b.jpg").write_bytes(encoded(picture(80, 60), ".jpg"))
    code, _, err = said(capsys, "lens", str(tmp_path), *out)
    assert (code, "got 80 x 60" in err) == (ExitCode.REFUSED, True)
    code, _, err = said(capsys, "lens", *out)
    assert (code, "or --camera SOURCE" in err) == (ExitCode.USAGE, True)
    code, _, err = said(capsys, "lens", "--camera", "nowhere", *out)
    assert (code, "no such source" in err) == (ExitCode.BAD_INPUT, True)
    assert not (tmp_path / "lens.json").exists()


def test_what_is_there_is_not_written_over(practised: Practised, capsys: Said) -> None:
    before = practised.lens.read_bytes()
    code, _, err = said(capsys, "lens", str(practised.lens_views), "-o", str(practised.lens))
    assert (code, "is there already" in err) == (ExitCode.USAGE, True)
    assert practised.lens.read_bytes() == before
    assert [path.name for path in practised.folder.iterdir() if path.name.startswith(".")] == []


# --- table -----------------------------------------------------------------------------------


def table(practised: Practised, capsys: Said, place: Path, *more: str) -> tuple[int, str, str]:
    given = [*more] if "--kit" in more else [*more, "--kit", str(practised.roster)]
    return said(capsys, "table", str(practised.anchors), *given, "-o", str(place), "--force")


def test_each_step_shrinks_the_error_and_is_kept_in_the_profile(
    practised: Practised, tmp_path: Path, capsys: Said
) -> None:
    place = tmp_path / "t.json"
    code, out, _ = table(
        practised, capsys, place, "--lens", str(practised.lens), "--bar", "6", "--edge", "W-E=18.1"
    )
    assert code == ExitCode.DONE
    steps = errors_told(out)
    assert list(steps) == ["1 photograph", "scale check", "3 photographs", "lens board"]
    values = list(steps.values())
    assert values[0] > 2 * values[1]
    assert values[1] > 1.1 * values[2] >= 1.1 * values[3]
    profile = json.loads(place.read_text(encoding="utf-8"))
    assert [each["step"] for each in profile["history"]] == list(steps)
    assert profile["is_lens_measured"] is True
    assert "print: " in out


def test_what_photographs_bring_is_told_also_before_the_print_is_measured(
    practised: Practised, tmp_path: Path, capsys: Said
) -> None:
    place = tmp_path / "t.json"
    code, out, _ = table(practised, capsys, place, "--json")
    assert code == ExitCode.DONE
    told = json.loads(out)
    assert (told["wrote"], told["print"]["verdict"]) == (str(place), "unchecked")
    history = json.loads(place.read_text(encoding="utf-8"))["history"]
    first, last = history[0], history[-1]
    # The print hides it in the whole error, which is why both are told.
    assert last["error_in"] > 0.8 * first["error_in"]
    assert last["but_for_print_in"] < 0.6 * first["but_for_print_in"]


def test_one_photograph_is_enough_to_begin(
    practised: Practised, tmp_path: Path, capsys: Said
) -> None:
    place = tmp_path / "one.json"
    photo = str(practised.anchors / "photo-3.jpg")
    kit = ["--kit", str(practised.folder / "kit.json")]
    code, out, _ = said(capsys, "table", photo, *kit, "-o", str(place))
    assert code == ExitCode.DONE
    assert list(errors_told(out)) == ["1 photograph"]
    assert "nobody has measured the print yet" in out
    assert "next: measure the printed scale bar" in out
    command = ["locate", str(practised.game), "--profile", str(place), "--json"]
    capsys.readouterr()
    assert run([*command, "--roster", str(practised.roster)]) == ExitCode.DONE
    (photograph,) = json.loads(capsys.readouterr().out)["photographs"]
    errors = {each["id"]: each["error_in"] for each in photograph["pieces"]}
    assert all(error > 0.02 for error in errors.values())
    for piece in photograph["pieces"]:
        x, y, _ = practised.truth()[piece["id"]]
        off = max(abs(piece["pose"]["x_in"] - x), abs(piece["pose"]["y_in"] - y))
        assert off < 3 * piece["error_in"]


def test_what_a_print_that_nobody_has_measured_leaves_open_is_three_per_cent(
    practised: Practised, tmp_path: Path, capsys: Said
) -> None:
    place = tmp_path / "t.json"
    code, out, _ = table(practised, capsys, place, "--lens", str(practised.lens))
    assert (code, "every distance may be 6 % off" in out) == (ExitCode.DONE, True)
    profile = json.loads(place.read_text(encoding="utf-8"))
    # Neither hands nor the name of a table tell how long an inch is.
    assert math.sqrt(profile["covariance"][-1][-1]) > 0.028
    code, out, _ = table(practised, capsys, place, "--lens", str(practised.lens), "--bar", "6")
    assert (code, "nobody has measured" in out) == (ExitCode.DONE, False)
    profile = json.loads(place.read_text(encoding="utf-8"))
    assert math.sqrt(profile["covariance"][-1][-1]) < 0.002


def test_a_table_of_another_size_than_told_is_noticed(
    practised: Practised, tmp_path: Path, capsys: Said
) -> None:
    code, out, _ = table(practised, capsys, tmp_path / "t.json")
    assert (code, "is the size of the table right?" in out) == (ExitCode.DONE, False)
    code, out, _ = table(practised, capsys, tmp_path / "t.json", "--table", "24x14")
    told = " ".join(out.split())
    assert code == ExitCode.DONE
    assert re.search(r"up to [3-6] in lie between .*2 \(NE corner\)", told), told
    assert "is the size of the table right?" in told


@pytest.mark.parametrize("left", [0, 3])
def test_too_few_anchors(practised: Practised, tmp_path: Path, capsys: Said, left: int) -> None:
    photo = practised.without_anchors(tmp_path / "few.jpg", but=left)
    kit = ["--kit", str(practised.roster), "-o", str(tmp_path / "t.json")]
    code, _, err = said(capsys, "table", photo, *kit)
    assert code == ExitCode.CANNOT_SEE
    assert f"{photo}: expected " in err
    assert ("got none" if left == 0 else "got 3: 0 (SW corner)") in err
    assert not (tmp_path / "t.json").exists()


def test_one_photograph_with_too_few_anchors_is_left_out(
    practised: Practised, tmp_path: Path, capsys: Said
) -> None:
    few = practised.without_anchors(tmp_path / "few.jpg", but=3)
    good = str(practised.anchors / "photo-3.jpg")
    given = ["--kit", str(practised.roster), "-o", str(tmp_path / "t.json")]
    code, out, _ = said(capsys, "table", few, good, *given)
    told = " ".join(out.split())
    assert code == ExitCode.DONE
    assert re.search(r"few.jpg: expected at least 4 anchors.*: it is left out", told), told
    assert list(errors_told(out)) == ["1 photograph"]
    code, _, err = said(capsys, "table", good, few, *given, "--force")
    assert (code, f"{few}: expected" in err) == (ExitCode.CANNOT_SEE, True)


def test_a_lens_of_another_camera_or_size(
    practised: Practised, tmp_path: Path, capsys: Said
) -> None:
    lens = json.loads(practised.lens.read_text(encoding="utf-8"))
    lens["camera"]["width"] = 1280
    (tmp_path / "lens.json").write_text(json.dumps(lens), encoding="utf-8")
    given = ["--lens", str(tmp_path / "lens.json")]
    code, _, err = table(practised, capsys, tmp_path / "t.json", *given)
    assert code == ExitCode.REFUSED
    assert "lens.camera: expected pictures of 1280 x 480 pixels, got 640 x 480" in err
    lens["lens"]["fx"] = float("nan")
    (tmp_path / "lens.json").write_text(json.dumps(lens), encoding="utf-8")
    code, _, err = table(practised, capsys, tmp_path / "t.json", *given)
    assert (code, "lens.fx" in err or "NaN" in err) == (ExitCode.BAD_INPUT, True)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"dictionary": {"name": "DICT_5X5_100"}}, "dictionary.name: expected 4x4 or 36h11"),
        ({"format": "paper-umpire/kit/9"}, "format: expected 'paper-umpire/kit/1'"),
        ({"anchors": []}, "anchors: expected one or more"),
        ({"table": {"width_in": "wide", "depth_in": 3}}, "table.width_in"),
        ({"board": {}}, "board.columns: expected this field"),
    ],
)
def test_a_kit_that_cannot_be(
    practised: Practised, tmp_path: Path, capsys: Said, changed: dict[str, Any], told: str
) -> None:
    kit = json.loads((practised.folder / "kit.json").read_text(encoding="utf-8"))
    (tmp_path / "kit.json").write_text(json.dumps({**kit, **changed}), encoding="utf-8")
    given = ["--kit", str(tmp_path / "kit.json")]
    code, _, err = table(practised, capsys, tmp_path / "t.json", *given)
    assert (code, told in err) == (ExitCode.BAD_INPUT, True), err


@pytest.mark.parametrize(
    ("edge", "told"),
    [
        ("SW-SE", "two anchors and inches, as SW-SE=35.9"),
        ("SW-XX=3", "anchors by SW, SE, NE, NW, S, E, N, W or number"),
        ("SW-SW=3", "two different anchors"),
        ("SW-SE=46", "about 18"),
    ],
)
def test_an_edge_that_makes_no_sense(
    practised: Practised, tmp_path: Path, capsys: Said, edge: str, told: str
) -> None:
    code, _, err = table(practised, capsys, tmp_path / "t.json", "--edge", edge)
    assert (code, told in err) == (ExitCode.USAGE, True), err


# --- print -----------------------------------------------------------------------------------


@pytest.mark.parametrize("bar", ["6.07", "5.93", "5.9"])
def test_a_print_that_is_a_per_cent_off_is_never_measured_with(
    practised: Practised, tmp_path: Path, capsys: Said, bar: str
) -> None:
    code, out, _ = said(capsys, "scale", "--bar", bar)
    assert (code, "print it again at 100 %" in out) == (ExitCode.REFUSED, True)
    assert out.startswith("refuse: ")
    code, _, err = table(practised, capsys, tmp_path / "t.json", "--bar", bar)
    assert (code, "print it again at 100 %" in err) == (ExitCode.REFUSED, True)
    assert not (tmp_path / "t.json").exists()


def test_a_print_that_is_a_little_off_is_warned_of(capsys: Said) -> None:
    code, out, _ = said(capsys, "scale", "--bar", "5.975", "--json")
    value = json.loads(out)
    assert (code, value["verdict"], value["may_measure"]) == (ExitCode.DONE, "warn", True)
    assert value["format"] == "paper-umpire/print-scale/1"
    code, out, _ = said(capsys, "scale", "--bar", "6.0")
    assert (code, out.startswith("ok: ")) == (ExitCode.DONE, True)


def test_a_bar_in_other_units_and_no_bar_at_all(capsys: Said, tmp_path: Path) -> None:
    code, _, err = said(capsys, "scale", "--bar", "15.24")
    assert (code, "looks like centimetres" in err) == (ExitCode.USAGE, True)
    code, _, err = said(capsys, "scale")
    assert (code, "--bar INCHES, --card PHOTO" in err) == (ExitCode.USAGE, True)
    (tmp_path / "a.jpg").write_bytes(encoded(picture(), ".jpg"))
    code, _, err = said(capsys, "scale", "--card", str(tmp_path / "a.jpg"))
    assert (code, "of the six tags" in err) == (ExitCode.CANNOT_SEE, True)


def test_an_edge_finds_a_wrong_print_too(
    practised: Practised, tmp_path: Path, capsys: Said
) -> None:
    given = ["--lens", str(practised.lens), "--edge", "SW-SE=18.9"]
    code, _, err = table(practised, capsys, tmp_path / "t.json", *given)
    assert (code, "table edge" in err) == (ExitCode.REFUSED, True), err


@pytest.mark.long
def test_a_step_brings_what_was_promised_of_it(
    practised: Practised, tmp_path: Path, capsys: Said
) -> None:
    first, then = tmp_path / "first.json", tmp_path / "then.json"
    _, before, _ = table(practised, capsys, first, "--lens", str(practised.lens))
    for sentence, given in (
        ("measure the printed scale bar and type its length in", ("--bar", "6.0")),
        ("measure an edge of the table with a tape", ("--edge", "SW-SE=18")),
    ):
        (promised,) = re.findall(rf"next: {sentence}.*?: [\d.]+ in -> about ([\d.]+) in", before)
        _, out, _ = table(practised, capsys, then, "--lens", str(practised.lens), *given)
        assert list(errors_told(out).values())[-1] == pytest.approx(float(promised), rel=0.12)
        assert f"next: {sentence}" not in out


@pytest.mark.long
def test_an_edge_and_the_bar_together_count_for_no_more_than_they_are(
    practised: Practised, tmp_path: Path, capsys: Said
) -> None:
    def known_of_the_scale(*given: str) -> float:
        """What a calibration knows of the print's size: one by the square of its error."""
        place = tmp_path / f"{len(given)}-{given[0][2:]}.json"
        code, _, err = table(practised, capsys, place, "--lens", str(practised.lens), *given)
        assert code == ExitCode.DONE, err
        last = json.loads(place.read_text(encoding="utf-8"))["covariance"][-1][-1]
        return 1.0 / float(last)

    bar, edge = ("--bar", "6.0"), ("--edge", "SW-SE=18")
    both = known_of_the_scale(*bar, *edge)
    alone = known_of_the_scale(*bar) + known_of_the_scale(*edge)
    # Each alone has the guess of an unmeasured print in it, which is worth little beside them.
    assert 0.9 * alone < both < alone


# --- reports ---------------------------------------------------------------------------------


def test_reports_need_nothing_but_themselves(practised: Practised) -> None:
    names = {path.name for path in practised.report.iterdir()}
    assert names == {
        "lens.html",
        "coverage.svg",
        "residuals.svg",
        "table.html",
        "anchors.svg",
        "error.svg",
        "history.svg",
    }
    for place in practised.report.iterdir():
        text = place.read_text(encoding="utf-8")
        assert "prefers-color-scheme: dark" in text
        assert "<script" not in text
        assert set(re.findall(r"https?://[^\"' ]+", text)) <= {"http://www.w3.org/2000/svg"}
        if place.suffix == ".svg":
            assert ET.fromstring(text).tag.endswith("svg")


def test_the_table_report_tells_what_the_profile_has(practised: Practised) -> None:
    text = (practised.report / "table.html").read_text(encoding="utf-8")
    profile = json.loads(practised.profile.read_text(encoding="utf-8"))
    for step in profile["history"]:
        assert step["step"] in text
    for name in ("SW corner", "N middle"):
        assert name in text
    assert "a camera that does not tell its name, 640 x 480" in text
