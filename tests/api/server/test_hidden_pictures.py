"""No picture shows a card while a battle is played that hides some."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from api.battle_files.file import Picture
from api.cameras.desk import CameraDesk
from api.tables.hand import HandTable
from rules.games.tossing_tiger import GAME
from tests.api.server import card_tables
from tests.api.server.card_tables import NAME
from tests.api.server.serving import Served, counting_games, served
from tests.api.server.shown_camera import ShownCamera
from tests.api.server.test_camera_table import CAMERA, GIVEN
from tests.api.server.test_hand_table import first
from tests.vision.measured import (
    exact_profile,
    grey_of,
    layout_of,
    rendered,
    table_scene,
    thing,
)
from vision.detector import Detector
from vision.locating.place_error import EXACT
from vision.pipeline import Pipeline
from vision.sighting import Grey
from vision.tags.tag_family import TagFamily

CARD = thing("B-crane-1", 20, at=(8.0, 4.5, 30.0))
FAMILY = TagFamily.of(exact_profile().dictionary)
RAW = ("/camera/still.jpg", "/table/from-above.jpg?per_in=60", "/camera/stream.mjpeg?frames=1")
"""Pictures in which a tag can be read if they are sharp."""
PICTURES = (
    *RAW,
    "/table/view.jpg",
    "/table/view.mjpeg?frames=1",
    "/cameras/given-1/thumbnail.jpg",
)
BATTLE = f"/api/v1/battles/{NAME}"


def over_a_table(server: Served, folder: Path) -> None:
    """A camera over a table on which one card lies, its face up."""
    camera = ShownCamera(CAMERA)
    desk = CameraDesk(
        server.app.state.table,
        folder=folder / "cameras",
        keep=lambda _opens, _expected: camera,
        found=lambda _given: (GIVEN,),
    )
    server.app.state.door.put(desk)
    desk.open_table(GIVEN, Pipeline(exact_profile(), tag_layout=layout_of(CARD), care=EXACT))
    picture = grey_of(rendered(table_scene(CARD)))
    for turn in range(4):
        noise = np.random.default_rng(turn).integers(0, 3, picture.shape, dtype=np.uint8)
        now = desk.table.current.now()  # type: ignore[attr-defined]
        camera.show(cv2.add(picture, noise).astype(np.uint8), seconds=now)


def unpacked(content: bytes) -> Grey:
    """The picture of a file, or the first of a stream."""
    start = content.index(b"\xff\xd8")
    found = cv2.imdecode(np.frombuffer(content[start:], np.uint8), cv2.IMREAD_GRAYSCALE)
    assert found is not None
    return np.asarray(found, dtype=np.uint8)


def read(server: Served, path: str) -> set[int]:
    """The tags that can be read in a picture."""
    told = server.get(f"/api/v1{path}")
    assert told.status_code == 200, told.text
    return {each.number for each in Detector(FAMILY).sightings(unpacked(told.content))}


@pytest.fixture
def war(tmp_path: Path) -> Iterator[Served]:
    """A war of cards under a camera."""
    card_tables.keep(tmp_path, card_tables.war_until_rows())
    with served(HandTable(first()), tmp_path, games=lambda: {GAME.slug: GAME}) as server:
        # It is open once it can be asked for.
        assert server.get(BATTLE).status_code == 200
        over_a_table(server, tmp_path)
        yield server


def agree(server: Served) -> None:
    """Every seat allows whole pictures."""
    for seat in ("Host", "Guest"):
        told = server.post(f"{BATTLE}/review/whole-pictures", {"seat": seat, "whole": True})
        assert told.status_code == 200, told.text


def test_without_hidden_cards_pictures_are_sharp(tmp_path: Path) -> None:
    with served(HandTable(first()), tmp_path, games=counting_games) as server:
        over_a_table(server, tmp_path)
        assert [path for path in RAW if 20 not in read(server, path)] == []


def test_no_tag_can_be_read_in_a_picture_while_cards_are_hidden(war: Served) -> None:
    assert [path for path in PICTURES if read(war, path)] == []
    why = war.get("/api/v1/camera/still.jpg").headers["x-blurred"]
    assert why == "blurred: a battle with hidden cards is played"
    agree(war)
    assert "x-blurred" not in war.get("/api/v1/camera/still.jpg").headers
    assert [path for path in RAW if 20 not in read(war, path)] == []


def test_what_the_camera_makes_of_a_hidden_card_is_not_told(war: Served) -> None:
    seen = war.get("/api/v1/table/seen")
    assert seen.json()["by"] == "camera"
    assert "B-crane-1" not in seen.text
    assert "B-crane-1" not in war.get("/api/v1/table").text
    # It is read all the same: the rules need to know.
    assert [each.id for each in war.app.state.table.latest().pieces] == ["B-crane-1"]


def test_a_picture_kept_as_evidence_is_black_until_all_agree(war: Served) -> None:
    sharp = grey_of(rendered(table_scene(CARD)))
    _, jpeg = cv2.imencode(".jpg", sharp)
    picture = Picture(sequence=1, media_type="image/jpeg", content=jpeg.tobytes(), marks="")
    session = war.client.portal.call(war.app.state.shelf.session, NAME)  # type: ignore[union-attr]
    war.client.portal.call(session.read, lambda file: file.add_picture(picture))  # type: ignore[union-attr]
    path = f"{BATTLE}/review/evidence/1/picture.jpg"
    assert unpacked(war.get(path).content).max() == 0
    assert war.get(f"{BATTLE}/review/evidence/1/marks").json() is None
    agree(war)
    assert unpacked(war.get(path).content).max() > 200
