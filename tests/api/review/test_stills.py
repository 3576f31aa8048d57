"""Pictures of rulings are bounded, covered in play, and never hold a ruling up."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from api.battle_files.file import BattleFile, Picture
from api.battles.own_table import OwnTable
from api.battles.session import Session
from api.drawing.canvas import Bytes
from api.review.pictures.averaging import averaged
from api.review.pictures.caught import Caught, Still, read_marks
from api.review.pictures.keeper import MOST_WAITING, PictureKeeper
from api.review.pictures.stills import MOST_BYTES, covered, picture_of
from api.tables.hand import HandTable
from calibration.camera_model import CameraModel, Stand
from calibration.lens import Lens
from rules.referee.log.battle import begin
from rules.referee.toolkit.evidence import Measured
from rules.table.bad_input import BadInputError
from rules.table.snapshot import Covariance, Piece, PieceState, Pose, Snapshot
from rules.table.units import Degrees, Inches
from rules.table.verdict import Answer
from tests.factories import SIDE, piece, rectangle, table
from tests.rules.referee.counting_game import COUNTING, setup, stamp

WIDTH, HEIGHT = 960, 540
LINE = ((Inches(5.0), Inches(5.0)), (Inches(15.0), Inches(5.0)))
FOUND = Measured(what="range", answer=Answer.YES, why="near", snapshot=7, line=LINE)


def above(side: float = SIDE) -> CameraModel:
    """A camera straight above the middle, which sees the table and the floor around it."""
    turn = np.diag([1.0, -1.0, -1.0])
    eye = np.array([side / 2, side / 2, 60.0])
    lens = Lens(width=WIDTH, height=HEIGHT, fx=600.0, fy=600.0, cx=479.5, cy=269.5)
    return CameraModel(lens=lens, stand=Stand(rotation=turn, shift=-turn @ eye))


def seen(*pieces: Piece) -> Snapshot:
    return table(*pieces, side=SIDE)


CARD = piece("Card", (10.0, 5.0), footprint=rectangle(3.5, 2.5), kind="card")
TANK = piece("T1", (15.0, 5.0), footprint=rectangle(2.0, 1.0))


def caught(grey: Bytes, *pieces: Piece) -> Caught:
    return Caught(grey=grey, jpeg=None, model=above(), snapshot=seen(*pieces))


def image_of(picture: Picture) -> Bytes:
    found = cv2.imdecode(np.frombuffer(picture.content, np.uint8), cv2.IMREAD_COLOR)
    assert found is not None
    return found.astype(np.uint8)


def white() -> Bytes:
    return np.full((HEIGHT, WIDTH), 255, np.uint8)


def test_a_picture_of_noise_stays_within_the_bound() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (1080, 1920), dtype=np.uint8)
    picture = picture_of(caught(noise), (), sequence=1, still=Still())
    assert len(picture.content) <= MOST_BYTES
    marks = read_marks(picture)
    assert marks is not None
    assert tuple(marks["size"]) == image_of(picture).shape[1::-1]


def test_marks_are_where_the_camera_sees_things() -> None:
    picture = picture_of(caught(white(), TANK), (FOUND,), sequence=3, still=Still())
    marks = read_marks(picture)
    assert marks is not None
    # Sixty inches above, 600 pixels of focal length: ten pixels an inch, y downwards.
    x, y = np.array(marks["pieces"][0]["outline"]).mean(axis=0)
    assert (x, y) == pytest.approx((480 - 30, 270 + 130), abs=1.0)
    assert marks["lines"][0]["points"] == [
        pytest.approx([349.5, 399.5], abs=0.6),
        pytest.approx([449.5, 399.5], abs=0.6),
    ]
    half = picture_of(caught(white(), TANK), (FOUND,), sequence=3, still=Still(width=480))
    small = read_marks(half)
    assert small is not None
    assert np.array(small["pieces"][0]["outline"]).mean(axis=0) == pytest.approx((225, 200), abs=1)


def test_in_play_cards_and_everything_beside_the_table_are_covered() -> None:
    picture = picture_of(caught(white(), CARD, TANK), (FOUND,), sequence=3, still=Still())
    shown = covered(picture)
    image = image_of(shown)
    assert image.shape[0] < HEIGHT / 2, "it is cut to the sight line"
    marks = read_marks(shown)
    assert marks is not None
    assert marks["cropped"] is True
    assert [each["id"] for each in marks["pieces"]] == ["T1"]
    whole = read_marks(picture)
    assert whole is not None
    shift = np.array(whole["lines"][0]["points"][0]) - np.array(marks["lines"][0]["points"][0])
    card = np.array(next(each for each in whole["pieces"] if each["card"])["outline"]) - shift
    left, top = np.maximum(card.min(axis=0), 0).astype(int)
    right, bottom = card.max(axis=0).astype(int)
    assert image[top:bottom, left:right].max() < 40, "the card can be read"
    x, y = np.array(marks["pieces"][0]["outline"]).mean(axis=0).astype(int)
    assert image[y, x].min() > 200, "the tank cannot be seen"


def test_the_floor_beside_the_table_is_never_shown() -> None:
    edge = Measured(
        what="edge",
        answer=Answer.YES,
        why="",
        snapshot=7,
        line=((Inches(0.5), Inches(5.0)), (Inches(3.0), Inches(5.0))),
    )
    shown = covered(picture_of(caught(white()), (edge,), sequence=3, still=Still()))
    image = image_of(shown)
    marks = read_marks(shown)
    assert marks is not None
    table_left = min(x for x, _ in marks["table"])
    assert table_left > 20
    assert image[:, : int(table_left) - 8].max() < 40
    assert image[image.shape[0] // 2, int(table_left) + 20].min() > 200


@pytest.mark.parametrize("marks", ["", "{", "[]", "null", '{"pieces": []}'])
def test_a_picture_that_nobody_can_place_is_not_shown_in_play(marks: str) -> None:
    content = bytes(cv2.imencode(".jpg", white())[1])
    shown = covered(Picture(sequence=1, media_type="image/jpeg", content=content, marks=marks))
    assert image_of(shown).max() < 10


class Ruled:
    """A battle with one measured ruling after the other, before a camera or on its own table."""

    def __init__(self, place: Path, *, counted: int | None = None) -> None:
        battle = begin(COUNTING, setup(), stamp=stamp("begin"))
        file = BattleFile.create(place, battle.entries[0], about={"id": "b"})
        hand = HandTable(seen(piece("C1")))
        self.session = Session(
            name="b",
            own=OwnTable(hand, battle, name="b", counted=lambda: counted),
            title="",
            file=file,
            battle=battle,
            table=lambda: seen(piece("C1")),
            now=lambda: "2026-11-21T19:00:00Z",
            umpire_version="test",
        )

    async def roll(self, number: int) -> None:
        author = ("Red", "Blue")[number % 2]
        answer = await self.session.submit(
            author=author, command_id=f"roll-{number:04}", body={"kind": "roll", "die": 1}
        )
        assert answer.refusal is None


def test_every_ruling_gets_its_picture_and_the_profile_it_was_measured_with(
    tmp_path: Path,
) -> None:
    async def play() -> list[Any]:
        ruled = Ruled(tmp_path / "b.battle")
        shot = Caught(
            grey=white(), jpeg=None, model=above(), snapshot=seen(TANK), profile=b'{"p": 1}'
        )
        keeper = PictureKeeper(lambda: shot, still=Still(most=2))
        keeper.attend(ruled.session)
        for number in range(3):
            await ruled.roll(number)
            await keeper.settled()
        found = await ruled.session.read(
            lambda file: (
                file.rows("SELECT sequence FROM pictures ORDER BY id"),
                file.rows("SELECT since FROM calibrations"),
            )
        )
        await ruled.session.close()
        return list(found)

    pictures, profiles = asyncio.run(play())
    assert [row[0] for row in pictures] == [3, 5], "the oldest has gone"
    assert [row[0] for row in profiles] == [1]


def test_a_picture_never_holds_a_ruling_up(tmp_path: Path) -> None:
    """No thread is left to pack any; the rulings go on, and only so many pictures wait."""
    gate = threading.Event()

    async def play() -> int:
        ruled = Ruled(tmp_path / "b.battle")
        shot = caught(white(), TANK)
        keeper = PictureKeeper(lambda: shot)
        keeper.attend(ruled.session)
        loop = asyncio.get_running_loop()
        blocked = [loop.run_in_executor(None, gate.wait) for _ in range(64)]
        for number in range(MOST_WAITING + 3):
            await ruled.roll(number)
        left_out = keeper.left_out
        gate.set()
        await asyncio.gather(*blocked)
        await keeper.settled()
        await ruled.session.close()
        return left_out

    assert asyncio.run(play()) == 3


def test_without_a_camera_nothing_is_kept(tmp_path: Path) -> None:
    async def play() -> list[Any]:
        ruled = Ruled(tmp_path / "b.battle")
        keeper = PictureKeeper(lambda: None)
        keeper.attend(ruled.session)
        await ruled.roll(0)
        await keeper.settled()
        found = await ruled.session.read(lambda file: file.rows("SELECT id FROM pictures"))
        await ruled.session.close()
        return found

    assert asyncio.run(play()) == []


def test_a_battle_on_its_own_table_has_none_of_what_the_camera_sees(tmp_path: Path) -> None:
    async def play(counted: int | None) -> list[Any]:
        ruled = Ruled(tmp_path / f"{counted}.battle", counted=counted)
        keeper = PictureKeeper(lambda: caught(white(), TANK))
        keeper.attend(ruled.session)
        await ruled.roll(0)
        await keeper.settled()
        found = await ruled.session.read(lambda file: file.rows("SELECT id FROM pictures"))
        await ruled.session.close()
        return list(found)

    assert asyncio.run(play(None)) != []
    assert asyncio.run(play(3)) == []


def look(x: float, *, number: int, heading: float = 0.0, sigma: float = 0.05) -> Snapshot:
    placed = piece("T1", (x, 10.0), heading=heading, sigma=sigma, heading_sigma=1.0)
    return Snapshot(table=seen().table, pieces=(placed,), number=number)


def test_many_looks_become_one_with_a_smaller_error() -> None:
    rng = np.random.default_rng(2)
    looks = [look(10 + float(rng.normal(0, 0.03)), number=n) for n in range(20)]
    found = averaged(looks).pieces[0].pose
    assert found is not None
    xs = [each.pieces[0].pose.x for each in looks if each.pieces[0].pose is not None]
    assert found.x == pytest.approx(np.mean(xs))
    scatter = float(np.var(xs, ddof=1))
    assert found.covariance.xx == pytest.approx(0.05**2 - scatter * (1 - 1 / 20))
    # What the looks have in common stays: y did not scatter at all.
    assert found.covariance.yy == pytest.approx(0.05**2)


def test_looks_at_a_table_that_stays_the_same_gain_nothing() -> None:
    looks = [look(10.0, number=n) for n in range(5)]
    pose = looks[0].pieces[0].pose
    found = averaged(looks).pieces[0].pose
    assert found is not None
    assert pose is not None
    assert found.covariance.xx == pytest.approx(pose.covariance.xx)


def test_an_error_never_becomes_less_than_none() -> None:
    looks = [look(10 + 0.05 * (n % 2), number=n, sigma=0.001) for n in range(8)]
    found = averaged(looks).pieces[0].pose
    assert found is not None
    matrix = found.covariance
    assert matrix.xx >= 0
    assert matrix.xx * matrix.yy - matrix.xy**2 >= 0


def test_headings_on_both_sides_of_north_are_near_one_another() -> None:
    looks = [look(10.0, number=1, heading=359.0), look(10.0, number=2, heading=1.0)]
    found = averaged(looks).pieces[0].pose
    assert found is not None
    assert found.heading % 360 == pytest.approx(0.0, abs=1e-9)


def test_hands_are_noticed() -> None:
    with pytest.raises(BadInputError, match="expected hands off the table, got a piece that st"):
        averaged([look(10.0, number=1), look(10.5, number=2)])
    moving = Piece(
        id="T1",
        footprint=TANK.footprint,
        state=PieceState.MOVING,
        pose=Pose(
            x=Inches(1),
            y=Inches(1),
            heading=Degrees(0),
            covariance=Covariance.round(Inches(0.1), Degrees(1)),
        ),
    )
    now = Snapshot(table=seen().table, pieces=(moving,))
    with pytest.raises(BadInputError, match="a piece being moved"):
        averaged([now, now])
    with pytest.raises(BadInputError, match="at least one look"):
        averaged([])
