"""Tries the page in a browser that nobody sees, where there is one."""

import json
import os
import re
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Timer
from typing import Any, Final

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from api.smoke.program import FailedStepError, Program
from api.wording import counted

BROWSERS: Final = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "microsoft-edge",
)
LONGEST_S: Final = 90.0
"""How long the page may take on a computer that does much beside."""
_ADVICE: Final = "open the page by hand: what does the browser's console say?"
_LISTENS: Final = re.compile(r"DevTools listening on ws://([^/]+)/")
_LOOKED: Final = """
new Promise((done) => {
  let got = "";
  const look = () => {
    const root = document.documentElement;
    // A page that has only begun to come has none.
    const missing = TITLES.find((each) => !root?.textContent.includes(each));
    const isLive = root?.outerHTML.includes('data-link="live"');
    got = !isLive ? "a page that is not connected" : missing ? `no battle '${missing}'` : "";
    if (got === "") done(got);
  };
  const all = { attributes: true, characterData: true, childList: true, subtree: true };
  new MutationObserver(look).observe(document, all);
  look();
  setTimeout(() => done(got), LONGEST);
})
"""
"""Ends as soon as the page shows everything, and otherwise with what it does not show."""


def browser() -> str | None:
    """The browser that is tried; None where there is none that runs without a window."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def open_page(
    program: Program,
    address: str,
    *,
    found: str,
    titles: Sequence[str],
    longest_s: float = LONGEST_S,
) -> str:
    """The page connects and lists every battle."""
    looked = _LOOKED.replace("TITLES", json.dumps(list(titles)))
    looked = looked.replace("LONGEST", str(round(1000 * longest_s)))
    try:
        with _blank_page(program, found) as line:
            _asked(line, "Page.navigate", url=address)
            asked = {"expression": looked, "awaitPromise": True, "returnByValue": True}
            told = _asked(line, "Runtime.evaluate", longest_s=longest_s + LONGEST_S, **asked)
    except (OSError, TimeoutError, WebSocketException) as failure:
        message = f"{found}: expected the page, got {str(failure) or 'no answer'}"
        raise FailedStepError(message, advice=_ADVICE) from failure
    got = told.get("result", {}).get("value")
    if not isinstance(got, str):
        got = "a page that went elsewhere"
    if got:
        message = f"{found}: expected a live page with every battle, got {got}"
        raise FailedStepError(message, advice=_ADVICE)
    return f"live in {os.path.basename(found)}, with {counted(len(titles), 'battle')}"


@contextmanager
def _blank_page(program: Program, found: str) -> Iterator[ClientConnection]:
    """An empty page of the browser, and the line over which it is told what to do."""
    # A browser that is run by root refuses its sandbox.
    alone = ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
    command = [found, "--headless=new", "--disable-gpu", "--remote-debugging-port=0", *alone]
    command += [f"--user-data-dir={program.folder / 'browser'}", "about:blank"]
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    hung = Timer(LONGEST_S, process.kill)
    hung.start()
    try:
        assert process.stderr is not None
        said = (line.decode("utf-8", errors="replace") for line in process.stderr)
        listens = next((told for line in said if (told := _LISTENS.search(line))), None)
        hung.cancel()
        if listens is None:
            raise OSError("a browser that does not start")
        asked = urllib.request.Request(f"http://{listens[1]}/json/new?about:blank", method="PUT")
        with urllib.request.urlopen(asked, timeout=LONGEST_S) as answer:
            page = json.loads(answer.read())["webSocketDebuggerUrl"]
        with connect(page, open_timeout=LONGEST_S) as line:
            yield line
    finally:
        hung.cancel()
        process.kill()
        process.communicate()


def _asked(
    line: ClientConnection, method: str, *, longest_s: float = LONGEST_S, **asked: object
) -> dict[str, Any]:
    """What the page answers; what it tells besides is left alone."""
    line.send(json.dumps({"id": 1, "method": method, "params": asked}))
    while True:
        told: dict[str, Any] = json.loads(line.recv(timeout=longest_s))
        if told.get("id") == 1:
            found: dict[str, Any] = told.get("result", {})
            return found
