"""A ruling on a table that several cameras see keeps a picture from each of them."""

import asyncio
import json
import zipfile
from pathlib import Path

import pytest

from api.battle_files.file import Picture
from api.battles.opening import open_battle
from api.cli import run
from api.errors import ExitCode
from api.review.evidence.evidence import evidence_data, evidence_of
from api.review.pictures.caught import Caught, Still, of_one_moment, read_marks
from api.review.pictures.keeper import PictureKeeper
from api.review.pictures.stills import covered, picture_of
from api.review.record.archive import Archive
from api.review.record.looking import looking_at
from api.tables.hand import HandTable
from rules.registry import games
from tests.api.review.battle_files import TIGERS, battle_file
from tests.api.review.test_stills import CARD, TANK, Ruled, above, seen, white
from tests.api.server.serving import problem, served
from tests.api.server.test_hand_table import first

NAMES = ("south", "north")
SHOT = 64


def shot() -> Caught:
    """South, whose picture is shown first, saw the tank; north saw the card, too."""
    north = Caught(
        grey=white() // 2,
        jpeg=None,
        model=above(),
        snapshot=seen(TANK, CARD),
        camera=NAMES[1],
        sees=frozenset({"T1", "Card"}),
    )
    return Caught(
        grey=white(),
        jpeg=None,
        model=above(),
        snapshot=seen(TANK, CARD),
        camera=NAMES[0],
        sees=frozenset({"T1"}),
        others=(north,),
    )


@pytest.fixture
def place(tmp_path: Path) -> Path:
    found = battle_file(tmp_path / "evening.battle", TIGERS, lines=75)
    file = open_battle(found, stamp="now").file
    caught = shot()
    for each in (*caught.others, caught):
        file.add_picture(picture_of(each, (), sequence=SHOT, still=Still()))
    file.close()
    return found


def test_a_ruling_keeps_the_picture_of_each_camera(tmp_path: Path) -> None:
    async def play() -> tuple[Picture, ...]:
        ruled = Ruled(tmp_path / "b.battle")
        keeper = PictureKeeper(shot)
        keeper.attend(ruled.session)
        await ruled.roll(0)
        await keeper.settled()
        found = await ruled.session.read(
            lambda file: of_one_moment(Archive(file.rows).pictures_of(1))
        )
        await ruled.session.close()
        return found

    pictures = asyncio.run(play())
    marks = [read_marks(each) or {} for each in pictures]
    assert [each["camera"] for each in marks] == list(NAMES)
    assert [each["sees"] for each in marks] == [["T1"], ["Card", "T1"]]
    assert [each["cameras"] for each in marks] == [2, 1]
    # In play nothing is said of a card.
    assert [(read_marks(covered(each)) or {})["sees"] for each in pictures] == [["T1"], ["T1"]]


def test_the_evidence_names_the_cameras_and_a_bundle_holds_all_pictures(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with looking_at(place) as found:
        told = evidence_data(evidence_of(found.battle, found.archive, sequence=SHOT))
    assert (told["picture"], told["cameras"]) == (True, list(NAMES))
    out = place.with_name("shot.zip")
    assert run(["evidence", "bundle", str(place), f"e{SHOT}", "-o", str(out)]) == ExitCode.DONE
    with zipfile.ZipFile(out) as archive:
        names = set(archive.namelist())
        assert {"picture.jpg", "picture-2.jpg", "picture-marks.json"} <= names
        second = json.loads(archive.read("picture-2-marks.json"))
        page = archive.read("read-me.html").decode()
    assert second["camera"] == "north"
    assert "What the camera south saw" in page
    assert "What the camera north saw" in page
    assert "It saw Card, T1." in page
    capsys.readouterr()
    assert run(["evidence", "check", str(out)]) == ExitCode.DONE
    assert "with its picture" in capsys.readouterr().out


def test_each_picture_is_served(place: Path) -> None:
    with served(HandTable(first()), place.parent, games=games) as server:
        path = f"/api/v1/battles/evening/review/evidence/{SHOT}"
        marks = [server.get(f"{path}/marks?camera={camera}").json() for camera in (0, 1)]
        assert [each["camera"] for each in marks] == list(NAMES)
        contents = [server.get(f"{path}/picture.jpg?camera={camera}").content for camera in (0, 1)]
        assert contents[0] != contents[1]
        missing = server.get(f"{path}/picture.jpg?camera=2")
        assert problem(missing, 404)["detail"] == f"no picture of camera 3 was kept for e{SHOT}"


def test_an_older_picture_of_one_camera_is_no_other_camera(place: Path) -> None:
    alone = Caught(grey=white(), jpeg=None, model=above(), snapshot=seen(TANK))
    file = open_battle(place, stamp="now").file
    file.add_picture(picture_of(alone, (), sequence=SHOT, still=Still()))
    assert len(of_one_moment(Archive(file.rows).pictures_of(SHOT))) == 1
    file.close()
