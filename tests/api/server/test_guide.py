"""The guide is served to anybody, without a token: its pages, their pictures, and nothing else."""

import json
from collections.abc import Iterator

import pytest

from api.files.table_file import parse_snapshot
from api.tables.hand import HandTable
from tests.api.server.serving import Served, served
from tests.api.umpire import disc, table


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    first = parse_snapshot(json.dumps(table(disc("C1", 10, 10))), origin="test")
    with served(HandTable(first), tmp_path_factory.mktemp("guide")) as server:
        yield server


@pytest.mark.parametrize(
    ("address", "media_type", "said"),
    [
        ("/guide/", "text/html; charset=utf-8", b"<h1"),
        ("/guide/phone.html", "text/html; charset=utf-8", b'aria-current="page"'),
        ("/guide/guide.css", "text/css; charset=utf-8", b"var(--paper)"),
        ("/guide/guide.js", "text/javascript; charset=utf-8", b"search.json"),
        ("/guide/pictures/near.svg", "image/svg+xml", b"<svg"),
        ("/guide/playing/shot.jpg", "image/jpeg", b"JFIF"),
    ],
)
def test_the_guide_needs_no_token(
    server: Served, address: str, media_type: str, said: bytes
) -> None:
    answer = server.ask("GET", address, token="")
    assert (answer.status_code, answer.headers["content-type"]) == (200, media_type)
    assert said in answer.content


def test_its_short_address_leads_to_it(server: Served) -> None:
    answer = server.ask("GET", "/guide", token="", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, "/guide/")


@pytest.mark.parametrize(
    "address", ["/guide/none.html", "/guide/..%2Findex.html", "/guide/cli.md", "/guide/playing"]
)
def test_nothing_else_is_in_it(server: Served, address: str) -> None:
    assert server.ask("GET", address, token="").status_code == 404


def test_a_link_may_lead_to_a_page_of_it_from_anywhere(server: Served) -> None:
    visit = {"sec-fetch-site": "cross-site", "sec-fetch-dest": "document"}
    assert server.ask("GET", "/guide/phone.html", headers=visit).status_code == 200
    assert server.ask("GET", "/guide/guide.css", headers=visit).status_code == 403
