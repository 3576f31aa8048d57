"""What a person meets who types `umpire kit keep`: a roster that remembers its tags."""

import json
from pathlib import Path

import pypdfium2
import pytest

from api.cli import run
from api.errors import ExitCode
from api.files.roster_file import roster_names, roster_text
from tests.often import often

TANK = '[[piece]]\nid = "T1"\nkind = "tank"\nfootprint = "rectangle 3.3 x 1.6"\n'


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    place = tmp_path / "army.toml"
    place.write_bytes(TANK.encode())
    return place


@pytest.mark.parametrize("name", often(roster_names(), quick=roster_names()[::3]))
def test_a_kept_roster_prints_the_same(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "army.toml"
    place.write_text(roster_text(name), encoding="utf-8")

    def told() -> object:
        assert run(["kit", "describe", str(place), "--json"]) == ExitCode.DONE
        return json.loads(capsys.readouterr().out)

    before = told()
    assert run(["kit", "keep", str(place)]) == ExitCode.DONE
    capsys.readouterr()
    assert told() == before


def test_a_name_with_a_space_can_be_typed_as_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "my army.toml"
    place.write_text(TANK, encoding="utf-8")
    assert run(["kit", str(place), "-o", str(tmp_path / "a.pdf")]) == ExitCode.DONE
    assert f"umpire kit keep '{place}'" in capsys.readouterr().out


def test_a_second_time_there_is_nothing_to_write(
    roster: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["kit", "keep", str(roster)]) == ExitCode.DONE
    assert "kept 1 tag of 1 piece:" in capsys.readouterr().err
    once = roster.read_bytes()
    assert run(["kit", "keep", str(roster)]) == ExitCode.DONE
    assert roster.read_bytes() == once
    assert "names every tag already" in capsys.readouterr().err


def test_printing_says_how_to_keep_the_tags(
    roster: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = ["kit", str(roster), "-o", str(tmp_path / "a.pdf"), "--replace", "--only", "units"]
    assert run(printed) == ExitCode.DONE
    assert f"umpire kit keep {roster}" in capsys.readouterr().out
    assert run(["kit", "keep", str(roster)]) == ExitCode.DONE
    capsys.readouterr()
    assert run(printed) == ExitCode.DONE
    assert "kit keep" not in capsys.readouterr().out


def test_it_can_be_written_elsewhere_but_not_over_other_work(roster: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    before = roster.read_bytes()
    assert run(["kit", "keep", str(roster), "-o", str(other)]) == ExitCode.DONE
    assert roster.read_bytes() == before
    assert b"[kit.tags]" in other.read_bytes()
    assert run(["kit", "keep", str(roster), "-o", str(other)]) == ExitCode.USAGE


def test_a_csv_roster_becomes_toml(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place, made = tmp_path / "army.csv", tmp_path / "army.toml"
    place.write_text(
        'id,name,kind,footprint,count\nS1,"Rifles, two",squad,disc 2.4,2\n', encoding="utf-8"
    )
    assert run(["kit", "keep", str(place)]) == ExitCode.USAGE
    assert f"umpire kit keep {place} -o army.toml" in capsys.readouterr().err
    assert run(["kit", "keep", str(place), "-o", str(made)]) == ExitCode.DONE
    text = made.read_text(encoding="utf-8")
    assert 'name = "Rifles, two"' in text
    assert text.endswith("S1-1 = [20, 21]\nS1-2 = [22, 23]\n")


def test_a_roster_written_in_another_way_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "army.toml"
    text = f"[kit]\ntags = {{ T9 = [30] }}\n{TANK}"
    place.write_text(text, encoding="utf-8")
    assert run(["kit", "keep", str(place)]) == ExitCode.BAD_INPUT
    assert place.read_text(encoding="utf-8") == text
    assert "expected [kit], [[piece]] and [kit.tags]" in capsys.readouterr().err


def test_line_ends_and_byte_order_mark_stay(tmp_path: Path) -> None:
    place = tmp_path / "army.toml"
    before = b"\xef\xbb\xbf" + TANK.replace("\n", "\r\n").encode()
    place.write_bytes(before)
    assert run(["kit", "keep", str(place)]) == ExitCode.DONE
    after = place.read_bytes()
    assert after.startswith(before)
    assert after.count(b"\n") == after.count(b"\r\n")


def test_a_flood_of_notes_is_cut_short(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "army.toml"
    place.write_text("".join(TANK.replace("T1", f"T{i}") for i in range(90)), encoding="utf-8")
    assert run(["kit", str(place), "-o", str(tmp_path / "a.pdf"), "--only", "units"]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 22
    assert lines[-1] == "umpire: note: 70 more, all of which `umpire kit describe --json` lists"


def test_a_slip_says_which_unit_it_is_for(tmp_path: Path) -> None:
    place, made = tmp_path / "army.toml", tmp_path / "a.pdf"
    place.write_text('[[piece]]\nid = "T7 slip"\nkind = "slip"\n', encoding="utf-8")
    assert run(["kit", str(place), "-o", str(made), "--only", "slips"]) == ExitCode.DONE
    document = pypdfium2.PdfDocument(made.read_bytes())
    text = document[0].get_textpage().get_text_range()
    document.close()
    assert "T7 slip" in text
