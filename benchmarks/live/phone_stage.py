"""A server that lets phones in on this computer, and a browser whose camera is a film."""

import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from socket import socket
from typing import Any, Final

import cv2
import httpx2
import uvicorn
from fastapi import FastAPI
from numpy.typing import NDArray
from playwright.sync_api import BrowserType, Page, sync_playwright

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

HOME: Final = "127.0.0.1"
PATIENCE_S: Final = 240.0
"""For a machine that does much else besides."""


def write_film(place: Path, pictures: Iterable[NDArray[Any]], *, rate_hz: int) -> None:
    """An uncompressed film of pictures in colour, all of one size."""
    with place.open("wb") as file:
        for number, picture in enumerate(pictures):
            height, width = picture.shape[:2]
            if number == 0:
                head = f"YUV4MPEG2 W{width} H{height} F{rate_hz}:1 Ip A1:1 C420jpeg\n"
                file.write(head.encode())
            file.write(b"FRAME\n" + cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420).tobytes())


@contextmanager
def serving_here(made: Callable[[int], uvicorn.Config]) -> Iterator[int]:
    """Serve beside this thread what is made for a port of this computer, which is given."""
    with socket() as listener:
        listener.bind((HOME, 0))
        listener.listen(64)
        port = int(listener.getsockname()[1])
        server = uvicorn.Server(made(port))
        running = threading.Thread(target=lambda: server.run(sockets=[listener]))
        running.start()
        try:
            yield port
        finally:
            server.should_exit = True
            running.join()


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
    apps: list[FastAPI] = []

    def made(port: int) -> uvicorn.Config:
        parts = Parts(table=table, hosts=Hosts(port), around=around, addresses=lambda: (HOME,))
        apps.append(create_app(parts))
        return server_config(apps[0], is_first=True)

    with serving_here(made) as port:
        yield apps[0], f"http://{HOME}:{port}"


@contextmanager
def phone(kind: BrowserType, chromium: Path, place: Path, *scripts: str) -> Iterator[Page]:
    """A browser of its own, whose camera shows the film for ever."""
    own = kind.launch(executable_path=str(chromium), args=_fake_camera(place))
    try:
        # As somebody who taps the warning away.
        page = own.new_context(ignore_https_errors=True).new_page()
        page.set_default_timeout(PATIENCE_S * 1000)
        for script in scripts:
            page.add_init_script(script)
        yield page
    finally:
        own.close()


@dataclass(frozen=True, slots=True)
class PhoneBrowser:
    """A phone's browser in a process of its own, driven only while somebody taps."""

    port: int

    @contextmanager
    def driven(self) -> Iterator[Page]:
        """Its page, which goes on by itself afterwards."""
        with sync_playwright() as playwright:
            browser = playwright.chromium.connect_over_cdp(f"http://{HOME}:{self.port}")
            page = browser.contexts[0].pages[0]
            page.set_default_timeout(PATIENCE_S * 1000)
            yield page
            # Only lets go of it: the browser is nobody's child here.
            browser.close()


@contextmanager
def phone_browser(chromium: Path, folder: Path, place: Path) -> Iterator[PhoneBrowser]:
    """Such a browser, whose camera shows the film for ever and which minds no certificate."""
    command = [str(chromium), "--headless", "--no-sandbox", "--ignore-certificate-errors"]
    command += [*_fake_camera(place), f"--user-data-dir={folder}", "--remote-debugging-port=0"]
    told = folder / "DevToolsActivePort"
    with subprocess.Popen(
        [*command, "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as running:
        try:
            deadline = time.monotonic() + PATIENCE_S
            while not (told.exists() and told.read_text()):
                assert running.poll() is None, "the browser has ended"
                assert time.monotonic() < deadline, "the browser does not start"
                time.sleep(0.05)
            yield PhoneBrowser(int(told.read_text().split()[0]))
        finally:
            running.terminate()


def _fake_camera(place: Path) -> list[str]:
    camera = f"--use-file-for-fake-video-capture={place}"
    return ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", camera]


def until(page: Page, holds: Callable[[], object], *, said: str) -> None:
    """Wait for what happens on the server, while the page goes on."""
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, said
        page.wait_for_timeout(100)


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
        self.starts()

    def starts(self) -> None:
        """Start the camera on its page."""
        self.page.get_by_role("button", name="Start the camera").click()
        until(self.page, self.opened, said="the phone is not the camera")

    def opened(self) -> bool:
        running = self.desk.running
        return running is not None and running.identity is not None
