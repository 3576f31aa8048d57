"""The guide's table of limits says what the code says."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from api import app, roller
from api.access import body, connection, grants, guard, share
from api.battles import evidence_picture, shelf, surroundings
from api.files import roster_file, scene_file, table_file
from api.live import hub, watcher
from api.review.folder import receiving
from api.routes import live
from api.routes.battles import battles
from rules.table import shapes
from rules.table.files import bounded, roster_files, strict_csv
from tests.api.umpire import REPOSITORY
from vision.pictures import photograph, unfolding
from vision.synthetic.described import scene_toml

GUIDE: Final = REPOSITORY / "docs" / "security.md"
LIMITS: Final[Mapping[str, tuple[float, ...]]] = MappingProxyType(
    {
        "head of a request": (connection.HEAD_BYTES, connection.HEAD_SECONDS),
        "connections": (connection.MOST_OF_ONE_ADDRESS, connection.MOST_CONNECTIONS),
        "requests of one token": (
            app.REQUESTS_PER_SECOND,
            app.REQUESTS_AT_ONCE,
            share.MOST_AT_ONCE,
        ),
        "requests without a token": (guard.SHARING,),
        "body": (body.MOST_BYTES, guard.BODY_SECONDS),
        "body with a whole table or roster": (body.MOST_BYTES_OF_TABLES,),
        "body of whoever is not the host, but for a photograph in a dispute": (body.MOST_BYTES,),
        "JSON of a body": (body.DEEPEST, body.MOST_VALUES),
        "photograph that is sent": (
            body.MOST_BYTES_OF_PICTURES,
            guard.PHOTOGRAPH_SECONDS,
            share.MOST_PHOTOGRAPHS,
        ),
        "battle file that is sent": (receiving.MOST_BYTES, receiving.CHUNK_SECONDS),
        "picture": (
            photograph.MOST_PIXELS,
            unfolding.EVERY_FILE,
            unfolding.SHORT,
            unfolding.PIXELS_A_BYTE,
        ),
        "picture in a battle file": (evidence_picture.MOST_PIXELS,),
        "sockets": (hub.MOST_OF_ONE_TOKEN, hub.MOST_OF_ONE_CALLER, hub.MOST_SOCKETS),
        "words on a socket": (live.MOST_LETTERS, live.HELLO_SECONDS),
        "waiting for a slow watcher": (watcher.MOST_EVENTS, live.SEND_SECONDS),
        "promised rolls": (roller.MOST_OPEN_OF_ONE, roller.MOST_OPEN, roller.OPEN_SECONDS / 60),
        "tokens": (grants.MOST_GRANTS, grants.HOURS),
        "battles": (surroundings.MOST_OPEN, shelf.IDLE_SECONDS / 60),
        "battles in a list": (battles.MOST_LISTED,),
        "table in a file": (table_file.MOST_BYTES,),
        "roster in a file": (roster_file.MOST_BYTES, roster_files.MOST_ENTRIES),
        "JSON of a file": (bounded.MOST_LEVELS, bounded.MOST_VALUES),
        "TOML": (bounded.MOST_LEVELS, bounded.MOST_TOML_VALUES, bounded.MOST_NAMES),
        "scene": (scene_file.MOST_BYTES, scene_toml.MOST_VALUES),
        "lines of a text": (bounded.MOST_LINES,),
        "columns of a CSV file": (strict_csv.MOST_COLUMNS,),
        "rows of a unit list": (strict_csv.MOST_ROWS,),
        "outline": (shapes.MOST_CORNERS,),
    }
)


def rows() -> dict[str, tuple[str, str]]:
    """What the guide says: how much, and what one is told, by what is limited."""
    table = GUIDE.read_text(encoding="utf-8").partition("\n## Limits\n")[2].partition("\n## ")[0]
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in table.splitlines()
        if line.startswith("|")
    ][2:]
    return {what: (much, told) for what, much, told in cells}


def numbers(text: str) -> tuple[float, ...]:
    return tuple(float(each.replace(",", "")) for each in re.findall(r"\d[\d,]*(?:\.\d+)?", text))


def test_every_limit_in_the_guide_is_the_one_in_the_code() -> None:
    told = {what: numbers(much) for what, (much, _) in rows().items()}
    assert told == {what: tuple(map(float, found)) for what, found in LIMITS.items()}


def test_the_guide_says_what_one_is_told() -> None:
    for what, (_, told) in rows().items():
        assert re.match(r"(`[0-9]{3,4}`|a message|nothing|one waits)", told), what
