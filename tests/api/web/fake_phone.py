"""A server that lets phones in on this computer, and a browser whose camera is a rendered film."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from socket import socket

import cv2
import httpx2
import uvicorn
from fastapi import FastAPI
from playwright.sync_api import BrowserType, Page

from api.access.hosts import Hosts
from api.access.joining import server_config
from api.app import Parts, create_app
from api.battles.kept_states import KeptStates
from api.battles.surroundings import BattleSurroundings
from api.cameras.desk import CameraDesk
from api.files.table_file import DEFAULT_EXAMPLE, example_text, parse_snapshot
from api.phones.phone import Phone
from api.tables.hand import HandTable
from rules.table.snapshot import HealthState
from vision.synthetic.described.packaged import packaged_scene
from vision.synthetic.described.scene import TableScene
from vision.synthetic.render import Renderer

HOME = "127.0.0.1"
PICTURES = 3
RATE_HZ = 10
PATIENCE_S = 240.0
"""For a machine that does much else besides."""
AWAKE = """
  window.held = { now: 0, ever: 0 };
  const request = async () => {
    window.held.now += 1; window.held.ever += 1;
    return { released: false, async release() { this.released = true; window.held.now -= 1; } };
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""
NO_SOCKET = """
  window.WebSocket = class {
    constructor() { setTimeout(() => this.onclose?.({ code: 1006 }), 5); }
    close() {} send() {}
  };
"""


def film(scene: TableScene, place: Path, *, rate_hz: int = RATE_HZ) -> None:
    """The scene as an uncompressed film, at a pace that a busy machine keeps up with."""
    renderer = Renderer(scene, quality="fast")
    size = f"W{scene.camera.width} H{scene.camera.height}"
    with place.open("wb") as file:
        file.write(f"YUV4MPEG2 {size} F{rate_hz}:1 Ip A1:1 C420jpeg\n".encode())
        for step in range(PICTURES):
            planes = cv2.cvtColor(renderer.frame(step).picture, cv2.COLOR_BGR2YUV_I420)
            file.write(b"FRAME\n" + planes.tobytes())


def scene() -> TableScene:
    return packaged_scene("skirmish")


@contextmanager
def letting_phones_in(folder: Path) -> Iterator[tuple[FastAPI, str]]:
    """A whole server in a thread, and the address that its code leads to."""
    table = HandTable(parse_snapshot(example_text(DEFAULT_EXAMPLE), origin="test"))
    around = BattleSurroundings(
        folder=folder / "battles",
        games=dict,
        table=table.latest,
        now=lambda: "2026-11-23T19:00:00Z",
        umpire_version="test",
        states=KeptStates(None),
    )
    with socket() as listener:
        listener.bind((HOME, 0))
        listener.listen(64)
        port = int(listener.getsockname()[1])
        hosts = Hosts(port)
        app = create_app(Parts(table=table, hosts=hosts, around=around, addresses=lambda: (HOME,)))
        server = uvicorn.Server(server_config(app, is_first=True))
        running = threading.Thread(target=lambda: server.run(sockets=[listener]))
        running.start()
        try:
            yield app, f"http://{HOME}:{port}"
        finally:
            server.should_exit = True
            running.join()


@contextmanager
def phone(kind: BrowserType, chromium: Path, place: Path, *scripts: str) -> Iterator[Page]:
    """A browser of its own, whose camera shows the film for ever."""
    camera = f"--use-file-for-fake-video-capture={place}"
    asked = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", camera]
    own = kind.launch(executable_path=str(chromium), args=asked)
    try:
        # As somebody who taps the warning away.
        page = own.new_context(ignore_https_errors=True).new_page()
        page.set_default_timeout(PATIENCE_S * 1000)
        for script in scripts:
            page.add_init_script(script)
        yield page
    finally:
        own.close()


def until(page: Page, holds: Callable[[], object], *, said: str) -> None:
    """Wait for what happens on the server, while the page goes on."""
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, said
        page.wait_for_timeout(100)


def small(whole: TableScene) -> TableScene:
    """Enough to send pictures of, where nothing is measured."""
    return replace(whole, camera=replace(whole.camera, width=640, height=360))


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """A server and a phone that has scanned its code."""

    app: FastAPI
    page: Page

    @property
    def desk(self) -> CameraDesk:
        desk: CameraDesk = self.app.state.door.desk()
        return desk

    @property
    def phone(self) -> Phone:
        found: Phone = self.app.state.phones.room.phones()[0]
        return found

    @property
    def state(self) -> HealthState:
        running = self.desk.running
        return HealthState.LOST if running is None else running.latest().health.state

    def comes_in(self, host: str) -> None:
        """Scan, go on past the warning, and start: three taps."""
        token = {"authorization": f"Bearer {self.app.state.grants.host_token}"}
        told = httpx2.post(f"{host}/api/v1/phones/codes", json={}, headers=token, timeout=120)
        assert told.status_code == 201, told.text
        self.page.goto(told.json()["url"])
        onward = self.page.locator("#onward[href^=https]")
        onward.click()
        self.page.get_by_role("button", name="Start the camera").click()
        until(self.page, self.opened, said="the phone is not the camera")

    def opened(self) -> bool:
        running = self.desk.running
        return running is not None and running.identity is not None
