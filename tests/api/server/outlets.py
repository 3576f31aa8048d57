"""Every address at which the server can be asked for something, for tests of secrets."""

from tests.api.server.serving import Served

_addresses: list[tuple[str, frozenset[str]]] = []
"""With the questions of each; the same for every server."""


def readable(server: Served, *, holes: dict[str, str], asked: dict[str, str]) -> list[str]:
    """All that can be read, so that a new address is looked at as soon as it is there.

    `holes` fills what an address leaves open; of `asked` each gets the questions that it knows.
    """
    if not _addresses:
        described = server.get("/api/v1/openapi.json", token="").json()["paths"]
        _addresses.extend(
            (path, frozenset(each["name"] for each in methods["get"].get("parameters", ())))
            for path, methods in described.items()
            if "get" in methods and not path.endswith((".mjpeg", "openapi.json"))
        )
    assert len(_addresses) > 45
    found = []
    for path, names in _addresses:
        query = "&".join(f"{name}={value}" for name, value in asked.items() if name in names)
        whole = path.format(**holes)
        found.append(f"{whole}?{query}" if query else whole)
    return found
