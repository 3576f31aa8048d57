"""Tests that a drawn sheet is read over HTTP: as a photograph that is sent, and by the camera."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from api.cameras.choices import CameraChoice, Kind
from api.cameras.desk import CameraDesk
from api.tables.hand import HandTable
from rules.registry import games
from rules.table.snapshot import Snapshot, TableSize
from rules.table.units import Inches
from tests.api.server.serving import Served, problem, served
from tests.api.server.shown_camera import ShownCamera
from tests.vision.sheets.drawn import BOX, line, sheet_with
from tests.vision.sheets.test_tokens import lying
from vision.camera.source import Identity

HERE = CameraChoice(id="device-0", kind=Kind.DEVICE, name="Webcam", source="0")
PATH = "/api/v1/battles/battle1/drawn-sheet"
EMPTY = Snapshot(table=TableSize(width=Inches(24.0), depth=Inches(24.0)))


@pytest.fixture(scope="module")
def picture() -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Two rooms in a row."""
    return sheet_with(line(*BOX, BOX[0]), line((5.0, 1.5), (5.0, 4.5))).sheet.photograph()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(HandTable(EMPTY), tmp_path, games=games) as found:
        begun = found.post("/api/v1/samples/paper-invasion/battle", {"alone": True})
        assert begun.status_code == 201, begun.text
        yield found


def sent(
    server: Served,
    content: bytes,
    *,
    kind: str = "image/jpeg",
    path: str = PATH,
    token: str | None = None,
) -> Any:
    headers = {"content-type": kind}
    return server.ask("POST", f"{path}/readings", content=content, headers=headers, token=token)


def encoded(picture: Any, ending: str = ".jpg") -> bytes:
    done, data = cv2.imencode(ending, picture)
    assert done
    return bytes(data.tobytes())


def command(server: Served, number: int, body: dict[str, Any]) -> Any:
    sending = {"id": f"phone-{number:03}", "seat": "Fox", "command": body}
    return server.post("/api/v1/battles/battle1/commands", sending).json()


def test_what_is_read_fills_the_command_that_takes_a_board(server: Served, picture: Any) -> None:
    assert server.get(f"{PATH}/picture.jpg").status_code == 204
    told = sent(server, encoded(picture)).json()
    assert [room["name"] for room in told["rooms"]] == ["a", "b"]
    assert told["doubts"] == []
    for number, body in enumerate(
        (
            {"kind": "choose_theme"},
            {"kind": "take_word", "word": "undead"},
            {"kind": "take_board", **told["filling"]},
            {"kind": "confirm_board"},
        )
    ):
        answer = command(server, number, body)
        assert answer["accepted"], answer
    seen = server.get(f"{PATH}/picture.jpg")
    above = cv2.imdecode(np.frombuffer(seen.content, np.uint8), cv2.IMREAD_COLOR)
    assert above is not None
    high, wide = above.shape[:2]
    # The area with its margin, as wide and deep as it is printed.
    shape = (10.0 + 2 * told["margin_in"]) / (6.0 + 2 * told["margin_in"])
    assert wide / high == pytest.approx(shape, rel=0.01)
    # In the middle of the sheet runs the wall between the rooms.
    column = above[round(high / 2) - 40 : round(high / 2) + 40, :, 0].mean(axis=0)
    assert abs(int(column[wide // 4 : 3 * wide // 4].argmin()) + wide // 4 - wide // 2) < 8


def test_what_is_no_photograph_of_the_sheet_is_refused(server: Served, picture: Any) -> None:
    png = encoded(picture, ".png")
    assert sent(server, png, kind="image/png").status_code == 200
    told = problem(sent(server, b"{}", kind="application/json"), 415)
    assert "image/jpeg or image/png" in told["detail"]
    assert "photograph" in problem(sent(server, b"nonsense"), 422)["detail"]
    assert "whole" in problem(sent(server, png[: len(png) // 2], kind="image/png"), 422)["detail"]
    blank = encoded(np.full((400, 600, 3), 200, np.uint8))
    assert "show the whole sheet" in problem(sent(server, blank), 409)["detail"]
    long = problem(sent(server, bytes(20_000_001)), 413)
    assert "20,000,000" in long["detail"]
    assert "an empty file" in problem(sent(server, b""), 422)["detail"]


def test_only_the_host_photographs_and_only_a_game_with_a_sheet(
    server: Served, picture: Any
) -> None:
    player = server.invite("battle1", "Fox")
    assert sent(server, encoded(picture[:40, :40]), token=player).status_code == 403
    assert server.get(f"{PATH}/picture.jpg", token=player).status_code == 403
    server.post("/api/v1/samples/papercraft/battle", {"alone": True})
    other = PATH.replace("battle1", "battle2")
    told = problem(sent(server, encoded(picture), path=other), 409)
    assert told["detail"] == "Papercraft is not played on a drawn sheet"


def opened(server: Served, folder: Path, size: tuple[int, int]) -> ShownCamera:
    """A camera that is open and shows what a test puts before it."""
    camera = ShownCamera(Identity(name="Webcam", id="1", width=size[0], height=size[1]))
    desk = CameraDesk(
        server.app.state.table,
        folder=folder / "cameras",
        keep=lambda *_: camera,
        found=lambda _given: (HERE,),
    )
    server.app.state.door.put(desk)
    desk.open(HERE)
    return camera


def test_the_open_camera_reads_it_too(server: Served, picture: Any, tmp_path: Path) -> None:
    path = f"{PATH}/readings/camera"
    assert "choose one first" in problem(server.ask("POST", path), 409)["detail"]
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    opened(server, tmp_path, (grey.shape[1], grey.shape[0])).show(grey, seconds=1.0)
    told = server.ask("POST", path).json()
    assert [room["name"] for room in told["rooms"]] == ["a", "b"]
    assert server.get(f"{PATH}/picture.jpg").headers["content-type"] == "image/jpeg"


def test_the_camera_proposes_who_stands_where_by_the_sheets_tags_alone(
    server: Served, tmp_path: Path
) -> None:
    bodies: tuple[dict[str, Any], ...] = (
        {"kind": "choose_theme"},
        {"kind": "take_dice", "dice": [2, 1, 1, 1, 3, 1]},
        {"kind": "take_board"},
        {"kind": "confirm_board"},
    )
    for number, body in enumerate(bodies):
        assert command(server, number, body)["accepted"]
    assert "choose one first" in problem(server.ask("POST", f"{PATH}/watch"), 409)["detail"]
    grey = lying(spots={"H-1": (2.6, 4.6), "H-2": (7.1, 4.9)}).grey()
    camera = opened(server, tmp_path, (grey.shape[1], grey.shape[0]))
    assert server.ask("POST", f"{PATH}/watch").json()["is_table"] is True

    def proposed() -> list[str]:
        return [each["says"] for each in server.get("/api/v1/battles/battle1/proposals").json()]

    camera.show(grey, seconds=1.0)
    assert proposed() == [], "what one picture shows may still be in a hand"
    camera.show(grey, seconds=2.0)
    assert proposed() == ["H-1 is put down in a.", "H-2 is put down in b."]
    first = server.get("/api/v1/battles/battle1/proposals").json()[0]["id"]
    accepted = server.post(
        f"/api/v1/battles/battle1/proposals/{first}/accept", {"id": "phone-100", "seat": "Fox"}
    ).json()
    assert accepted["accepted"], accepted
    told = server.get("/api/v1/battles/battle1").json()["view"]["state"]["tokens"]
    assert [(each["id"], each["place"]) for each in told] == [("H-1", "a")]
    # The sheet is covered: nothing is proposed by what was seen before.
    camera.show(np.full_like(grey, 90), seconds=3.0)
    assert proposed() == []
    health = server.get("/api/v1/table").json()["health"]
    assert health["state"] == "stale"
    assert "show the whole sheet" in health["note"]
    assert server.ask("DELETE", "/api/v1/setup/use").status_code == 200
