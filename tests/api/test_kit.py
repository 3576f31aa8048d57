"""What a person meets who types `umpire kit`: pages, a plan, a scale, plain complaints."""

import json
import subprocess
import sys
from pathlib import Path

import cv2
import pypdfium2
import pytest

from api.cli import run
from api.errors import ExitCode
from api.files.roster_file import roster_names, roster_text
from tests.api.umpire import environment
from tests.vision.kit.kits import rasterised, sample
from tests.vision.kit.photographs import PER_IN, Photo, photograph
from vision.kit.pages.printing import kit_pages, kit_pdf
from vision.kit.paper.sheets import A4
from vision.kit.wanted.kinds import Group

TANK = '[[piece]]\nid = "T1"\nkind = "tank"\nfootprint = "rectangle 3.3 x 1.6"\n'


@pytest.fixture
def roster(tmp_path: Path) -> Path:
    place = tmp_path / "army.toml"
    place.write_text(TANK + "tag_heights_in = [1.1]\n", encoding="utf-8")
    return place


def pages_of(place: Path) -> int:
    document = pypdfium2.PdfDocument(place.read_bytes())
    count = len(document)
    document.close()
    return count


def test_a_roster_becomes_a_pdf(
    roster: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = tmp_path / "kit.pdf"
    assert run(["kit", str(roster), "-o", str(made)]) == ExitCode.DONE
    told = capsys.readouterr()
    assert pages_of(made) == 5
    assert told.out.startswith("5 pages of A4, 9 to cut out, 39 tags of DICT_4X4_250\n")
    assert "1080p over 36 x 36 in, leaning up to 30 degrees: 28.8 px per inch" in told.out
    assert "page 5       units" in told.out
    assert "umpire kit check PHOTO" in told.out
    assert told.err == f"umpire: wrote {made}\n"


def test_options_may_come_first_and_print_may_be_said(roster: Path, tmp_path: Path) -> None:
    for index, words in enumerate((["kit"], ["kit", "print"])):
        made = tmp_path / f"{index}.pdf"
        assert run([*words, "-o", str(made), "--only", "units", str(roster)]) == ExitCode.DONE
        assert pages_of(made) == 1


def test_the_pdf_is_named_after_the_roster_and_never_written_over_unasked(
    roster: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["kit", str(roster), "--only", "units"]) == ExitCode.DONE
    before = (tmp_path / "army.pdf").read_bytes()
    assert run(["kit", str(roster)]) == ExitCode.USAGE
    assert "army.pdf is there already" in capsys.readouterr().err
    assert (tmp_path / "army.pdf").read_bytes() == before
    assert run(["kit", str(roster), "--force"]) == ExitCode.DONE
    assert (tmp_path / "army.pdf").read_bytes() != before


def test_letter_paper_and_a_better_camera(
    roster: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--paper", "letter", "--camera", "4k", "--table", "72x48"]
    arguments += ["--dictionary", "36h11", "-o", str(tmp_path / "a.pdf")]
    assert run(["kit", str(roster), *arguments]) == ExitCode.DONE
    told = capsys.readouterr().out
    assert "pages of Letter" in told
    assert "DICT_APRILTAG_36h11" in told
    assert "4K over 72 x 48 in" in told


def test_a_coarse_camera_is_warned_of(
    roster: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = ["-o", str(tmp_path / "a.pdf")]
    assert run(["kit", str(roster), "--table", "72x48", *made]) == ExitCode.DONE
    assert "note: a 4K camera is recommended over 72 x 48 in" in capsys.readouterr().err


def test_a_leaning_camera_gets_larger_tags_and_is_told_what_it_costs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "army.toml"
    squad = '[[piece]]\nid = "S"\nkind = "squad"\nfootprint = "rectangle 2.2 x 1.5"\n'
    place.write_text("[kit]\ntilt = 50\n" + squad, encoding="utf-8")
    made = ["-o", str(tmp_path / "a.pdf"), "--replace"]
    assert run(["kit", str(place), *made]) == ExitCode.DONE
    told = capsys.readouterr()
    assert "leaning up to 50 degrees" in told.out
    assert "as the camera leans 50 degrees, instead of 2.25: about " in told.err
    assert "hang the camera higher: leaning 30 degrees tags of 0.73 in are enough" in told.err
    # An option comes first.
    assert run(["kit", str(place), *made, "--tilt", "0"]) == ExitCode.DONE
    told = capsys.readouterr()
    assert "1080p over 36 x 36 in: 28.8 px per inch, so a tag should be 0.73 in" in told.out
    assert "note:" not in told.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--paper", "a5"], "--paper: expected a4 or letter, got 'a5'"),
        (["--camera", "good"], "--camera: expected one of 720p"),
        (["--table", "large"], "--table: expected WIDTHxDEPTH"),
        (["--tilt", "80"], "--tilt: expected 0 to 60 degrees from straight above, got '80'"),
        (["--tilt", "much"], "--tilt: expected 0 to 60 degrees"),
        (["--dictionary", "5x5"], "--dictionary: expected 4x4 or 36h11"),
        (["--only", "hats"], "--only: expected guide, scale, board"),
        (["--only", "cards"], "expected something to print, got no page for --only cards"),
    ],
)
def test_options_that_do_not_fit(
    roster: Path, words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["kit", str(roster), *words]) == ExitCode.USAGE
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("a.toml", b"", "line 1: expected a roster, got an empty file"),
        ("a.toml", (TANK + TANK).encode(), "line 6, id: expected an id of its own, got 'T1'"),
        ("a.toml", TANK.replace("tank", "tnak").encode(), "line 3, kind: expected one of"),
        ("a.toml", (TANK + "tags = [999]\n").encode(), "line 5, tags: expected 0 to 249"),
        ("a.toml", (TANK + "tag_size_in = 2\n").encode(), "line 5, tag_size_in: expected a tag"),
        ("a.toml", ('[kit]\npaper = "a5"\n' + TANK).encode(), "[kit]: paper: expected a4"),
        ("a.toml", ("[kit]\ntilt = 70\n" + TANK).encode(), "[kit]: tilt: expected 0 to 60 degrees"),
        ("a.toml", ("[kit]\ntilt = []\n" + TANK).encode(), "line 2, tilt: expected a number"),
        ("a.csv", b"id,kind,footprint,name\nT,tank,disc 2,Fl\xe4\n", "line 2, name: expected text"),
        ("a.csv", b"", "line 1: expected a roster, got an empty file"),
    ],
)
def test_a_bad_roster_is_told_by_file_line_and_field(
    tmp_path: Path, name: str, data: bytes, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / name
    place.write_bytes(data)
    assert run(["kit", str(place), "-o", str(tmp_path / "kit.pdf")]) == ExitCode.BAD_INPUT
    error = capsys.readouterr().err
    assert error.startswith(f"umpire: {place}")
    assert told in error
    assert not (tmp_path / "kit.pdf").exists()


def test_a_roster_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["kit", str(tmp_path / "nothing.toml")]) == ExitCode.BAD_INPUT
    assert "cannot be read: No such file or directory" in capsys.readouterr().err


def test_without_opencv_or_reportlab_the_rest_still_runs() -> None:
    told = "import sys, api.commands.kit; print({'cv2', 'reportlab'} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", told], env=environment(), capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"


def test_without_a_word_it_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["kit"]) == ExitCode.USAGE
    told = capsys.readouterr().out
    assert all(word in told for word in ("print", "describe", "check", "example"))
    assert run(["kit", "--help"]) == ExitCode.DONE


def test_describe_tells_programs_and_people(
    roster: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["kit", "describe", str(roster), "--json"]) == ExitCode.DONE
    told = json.loads(capsys.readouterr().out)
    assert told["format"] == "paper-umpire/kit/1"
    assert told["pieces"][0]["faces"][0]["tags"][0]["height_in"] == 1.1
    assert run(["kit", "describe", str(roster)]) == ExitCode.DONE
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "DICT_4X4_250: 250 ids"
    assert lines[1].split() == ["0-7", "anchors"]
    assert lines[2].split() == ["20", "T1:", "tank,", "0.9", "in"]


@pytest.mark.parametrize("name", roster_names())
def test_the_examples_are_rosters(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / f"{name}.toml"
    assert run(["kit", "example", name, "-o", str(place)]) == ExitCode.DONE
    assert run(["kit", "describe", str(place)]) == ExitCode.DONE
    told = capsys.readouterr()
    assert "note:" not in told.err
    assert place.read_text(encoding="utf-8") == roster_text(name)


def test_the_examples_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["kit", "example", "--list"]) == ExitCode.DONE
    assert capsys.readouterr().out.split() == list(roster_names())
    assert run(["kit", "example", "papercrft"]) == ExitCode.USAGE
    assert "Did you mean papercraft?" in capsys.readouterr().err


def photo(folder: Path, seen: Photo) -> str:
    kit = sample("papercraft")
    pages = kit_pages(kit, paper=A4, name="any", only=[Group.SCALE])
    page = rasterised(kit_pdf(kit, pages, name="any"), dpi=PER_IN)[0]
    place = folder / "photo.jpg"
    cv2.imwrite(str(place), photograph(page, at=pages[0].placed[0].at, photo=seen))
    return str(place)


@pytest.mark.long
def test_check_says_the_true_scale(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["kit", "check", photo(tmp_path, Photo())]) == ExitCode.DONE
    assert ": good, within 0.5%" in capsys.readouterr().out
    small = photo(tmp_path, Photo(scale=(0.96, 0.96)))
    assert run(["kit", "check", small]) == ExitCode.DONE
    assert capsys.readouterr().out.startswith("96.0% of the true size: print again at 100 %")
    assert run(["kit", "check", small, "--json"]) == ExitCode.DONE
    told = json.loads(capsys.readouterr().out)
    assert told["scale"] == pytest.approx(0.96, rel=0.001)
    assert told["good"] is False


def test_check_says_what_it_cannot_see(
    tmp_path: Path, roster: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["kit", "check", photo(tmp_path, Photo(card=None))]) == ExitCode.CANNOT_SEE
    assert "no card on its outline" in capsys.readouterr().err
    assert run(["kit", "check", str(roster)]) == ExitCode.BAD_INPUT
    assert "expected a photograph (JPEG, PNG" in capsys.readouterr().err
    assert run(["kit", "check", str(tmp_path / "none.jpg")]) == ExitCode.BAD_INPUT


def test_a_deck_is_dealt_anew_from_a_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    decks = [tmp_path / f"{name}.toml" for name in ("one", "again", "other")]
    for place, seed in zip(decks, ("7", "7", "8"), strict=True):
        words = ["kit", "example", "tossing-tiger", "--seed", seed, "-o", str(place)]
        assert run(words) == ExitCode.DONE
    texts = [place.read_text(encoding="utf-8") for place in decks]
    assert texts[0] == texts[1] != texts[2]
    assert texts[0].count("[[piece]]") == 111
    capsys.readouterr()
    assert run(["kit", "example", "papercraft", "--seed", "7"]) == ExitCode.USAGE
    assert "expected a game whose cards are random (tossing-tiger), got 'papercraft'" in (
        capsys.readouterr().err
    )
