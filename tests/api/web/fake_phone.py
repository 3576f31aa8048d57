"""What a phone of the tests films, and what its browser lacks or has."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from benchmarks.live.phone_stage import write_film
from vision.synthetic.described.packaged import packaged_scene
from vision.synthetic.described.scene import TableScene
from vision.synthetic.render import Renderer

PICTURES = 3
RATE_HZ = 10
"""A pace that a busy machine keeps up with."""
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
NO_WORKER = "delete globalThis.VideoFrame;"
"""The page itself has to encode what it sends."""


def film(scene: TableScene, place: Path) -> None:
    """The scene as a film."""
    write_film(place, _pictures(scene), rate_hz=RATE_HZ)


def _pictures(scene: TableScene) -> Iterator[NDArray[Any]]:
    renderer = Renderer(scene, quality="fast")
    for step in range(PICTURES):
        yield renderer.frame(step).picture


def scene() -> TableScene:
    return packaged_scene("skirmish")


def small(whole: TableScene) -> TableScene:
    """Enough to send pictures of, where nothing is measured."""
    return replace(whole, camera=replace(whole.camera, width=640, height=360))
