"""A server that lets phones in on this computer, and a browser whose camera is a rendered film."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from socket import socket

import cv2
import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Browser, Page

from api.access.hosts import Hosts
from api.access.joining import server_config
from api.app import Parts, create_app
from api.battles.kept_states import KeptStates
from api.battles.surroundings import BattleSurroundings
from api.files.table_file import DEFAULT_EXAMPLE, example_text, parse_snapshot
from api.tables.hand import HandTable
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


def film(scene: TableScene, place: Path) -> None:
    """The scene as an uncompressed film, at a pace that a busy machine keeps up with."""
    renderer = Renderer(scene, quality="fast")
    size = f"W{scene.camera.width} H{scene.camera.height}"
    with place.open("wb") as file:
        file.write(f"YUV4MPEG2 {size} F{RATE_HZ}:1 Ip A1:1 C420jpeg\n".encode())
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
def phone(browser: Browser, chromium: Path, place: Path, *scripts: str) -> Iterator[Page]:
    """A browser of its own, whose camera shows the film for ever."""
    camera = f"--use-file-for-fake-video-capture={place}"
    asked = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", camera]
    own = browser.browser_type.launch(executable_path=str(chromium), args=asked)
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
