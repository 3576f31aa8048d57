"""The camera in play is refined by the pieces at rest, between rulings and never during one."""

import asyncio
import math
import threading
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from api.battles.session import Session
from api.cameras.choices import CameraChoice, Kind
from api.cameras.desk import CameraDesk
from api.cameras.refining import Refined, Refining, RefiningDesk, is_at_work
from api.tables.camera import CameraTable
from api.tables.hand import HandTable
from rules.table.files.snapshot_json import written_snapshot
from rules.table.snapshot import PieceState, Snapshot
from tests.api.server.serving import Served, served
from tests.api.server.shown_camera import ShownCamera
from tests.api.server.test_hand_table import first
from tests.api.setting_up import Practised
from vision.camera.source import Bytes, Identity
from vision.camera.stills import read_still

WEBCAM = Identity(name="Webcam", id="1234", width=640, height=480, is_live=True)
HERE = CameraChoice(id="device-0", kind=Kind.DEVICE, name="Webcam", source="0")
HZ = 30.0
UNTIL_SETTLED = 25
ALL_OF_IT = 3
"""Pieces of the army that is practised with."""


class Played:
    """A server whose table was measured by one photograph, and nothing of the lens."""

    def __init__(self, server: Served, *, folder: Path, practised: Practised) -> None:
        self.server, self.camera, self._now = server, ShownCamera(WEBCAM), 0.0
        self.desk = CameraDesk(
            server.app.state.table,
            folder=folder,
            keep=lambda _opens, _expected: self.camera,
            found=lambda _given: (HERE,),
            clock=lambda: self._now,
        )
        server.app.state.door.put(self.desk)
        self._game = read_still(practised.game).grey
        self._turn = count()
        self.opened: list[Session] = []
        self.refining = RefiningDesk(
            server.app.state.door,
            opened=lambda: self.opened,
            refining=Refining(least=ALL_OF_IT, again_s=0.0),
        )
        roster = practised.roster.read_text(encoding="utf-8")
        self._step("PUT", "/setup/roster", {"roster_toml": roster})
        self._step("PUT", "/camera", {"camera": "device-0"})
        self._step("POST", "/setup/table")
        self._show(read_still(max(practised.anchors.glob("*.jpg"))).grey)
        self._step("POST", "/setup/table/photographs")
        self._step("PUT", "/setup/print", {"bar_in": 6.0})
        self._step("POST", "/setup/table/solve")
        self._step("POST", "/setup/use")
        self.show_game(times=UNTIL_SETTLED)

    def _step(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        more: dict[str, Any] = {} if body is None else {"json": body}
        answer = self.server.ask(method, f"/api/v1{path}", **more)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    @property
    def table(self) -> CameraTable:
        found = self.desk.table.current
        assert isinstance(found, CameraTable)
        return found

    def _show(self, grey: Bytes) -> None:
        turn = next(self._turn)
        noise = np.random.default_rng(turn).integers(-1, 2, grey.shape, dtype=np.int16)
        noisy = np.clip(grey.astype(np.int16) + noise, 0, 255).astype(np.uint8)
        self._now = turn / HZ
        self.camera.show(noisy, seconds=self._now)

    def show_game(self, *, times: int) -> None:
        for _ in range(times):
            self._show(self._game)

    def looks(self) -> bool:
        """Whether it is refined; a busy computer may need a second moment."""
        return any(self.look() for _ in range(5))

    def look(self) -> bool:
        """What the desk makes of this moment, while the camera goes on."""
        over = threading.Event()

        def go_on() -> None:
            while not over.wait(1 / HZ):
                self.show_game(times=1)

        going = threading.Thread(target=go_on)
        going.start()
        try:
            return asyncio.run(self.refining.look())
        finally:
            over.set()
            going.join()


@pytest.fixture
def played(tmp_path: Path, practised: Practised) -> Iterator[Played]:
    with served(HandTable(first()), tmp_path) as server:
        yield Played(server, folder=tmp_path / "cameras", practised=practised)


def test_pieces_at_rest_refine_the_camera_and_change_nothing_that_was(
    played: Played, practised: Practised
) -> None:
    before, was = played.table.latest(), played.table.profile
    written = written_snapshot(before)
    happened = played.table.happened()
    assert played.looks()
    played.show_game(times=1)
    assert {each.state for each in played.table.latest().pieces} == {PieceState.SEEN}
    played.show_game(times=UNTIL_SETTLED)
    assert played.table.happened() == happened
    profile, now = played.table.profile, played.table.latest()
    assert profile.refined.startswith("refined by 3 pieces at rest: ")
    assert now.health.note == profile.refined
    assert written_snapshot(before) == written
    assert off(now, practised) < off(before, practised)
    kept = played.desk.kept.profile(profile.camera)
    assert kept is not None
    assert kept.refined == profile.refined
    (within,) = [step.within_95_in for step in profile.history if step.within_95_in]
    assert within[1] <= 0.9 * within[0]
    assert was.refined == ""
    # Nothing new has come to rest.
    assert not played.look()


def off(table: Snapshot, practised: Practised) -> float:
    """How far pieces lie from where they really do, root mean square in inches."""
    found = {each.id: each.pose for each in table.pieces if each.pose is not None}
    truth = practised.truth()
    assert set(found) == set(truth)
    far = [math.dist((found[name].x, found[name].y), truth[name][:2]) for name in truth]
    return float(np.sqrt(np.square(far).mean()))


def test_nothing_is_refined_while_anybody_is_asked_or_disputes(played: Played) -> None:
    battle = SimpleNamespace(pending=(), disputes=(SimpleNamespace(is_open=True),))
    played.opened.append(
        cast("Session", SimpleNamespace(is_busy=False, by_hand=None, battle=battle))
    )
    assert not played.look()
    assert played.table.profile.refined == ""
    battle.disputes[0].is_open = False
    assert played.looks()


@pytest.mark.parametrize(
    ("is_busy", "pending", "is_disputed", "is_at"),
    [
        (False, (), False, False),
        (True, (), False, True),
        (False, ("who saves?",), False, True),
        (False, (), True, True),
    ],
)
def test_a_battle_is_at_work_while_it_waits(
    is_busy: bool, pending: tuple[str, ...], is_disputed: bool, is_at: bool
) -> None:
    disputes = (SimpleNamespace(is_open=is_disputed),)
    battle = SimpleNamespace(pending=pending, disputes=disputes)
    session = cast("Session", SimpleNamespace(is_busy=is_busy, battle=battle))
    assert is_at_work(session) is is_at


def test_a_dispute_that_begins_while_it_is_solved_keeps_the_calibration(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    disputed = SimpleNamespace(pending=(), disputes=(SimpleNamespace(is_open=True),))
    found = Refining.found

    def solved(self: Refining, desk: CameraDesk) -> Refined | None:
        better = found(self, desk)
        assert better is not None
        played.opened.append(
            cast("Session", SimpleNamespace(is_busy=False, by_hand=None, battle=disputed))
        )
        return better

    monkeypatch.setattr(Refining, "found", solved)
    assert not played.look()
    assert played.table.profile.refined == ""


def test_what_was_measured_anew_meanwhile_stays(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, solved = Refining.found, []

    def measured_anew(self: Refining, desk: CameraDesk) -> Refined | None:
        better = found(self, desk)
        if better is not None:
            desk.solve_table()
            solved.append(desk.table_step)
        return better

    monkeypatch.setattr(Refining, "found", measured_anew)
    while not solved:
        assert not played.look()
    (step,) = solved
    assert step is not None
    assert step.done is not None
    assert step.done.profile.refined == ""
    kept = played.desk.kept.profile(step.done.profile.camera)
    assert kept is not None
    assert kept.history == step.done.profile.history
    assert played.table.profile.refined == ""


def test_photographs_of_another_calibration_are_not_used(played: Played) -> None:
    profile = played.table.profile
    played.desk.kept.keep_profile(replace(profile, history=profile.history[:-1]))
    assert not played.looks()
    played.desk.kept.keep_profile(profile)
    assert played.looks()
