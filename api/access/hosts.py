"""Lists the names under which the server may be addressed: exact hosts, and their origins.

A page on the internet can make a browser call this computer under a name of its own (DNS
rebinding); the Host header gives it away. It can call it under the right name too; then the Origin
header and `Sec-Fetch-Site` do.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal

LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")

Header = tuple[bytes, bytes]


@dataclass(slots=True)
class Hosts:
    """The names that are ours at present; more are added while players may join."""

    port: int
    joined: frozenset[str] = field(default_factory=frozenset)
    scheme: Literal["http", "https"] = "http"

    @property
    def names(self) -> frozenset[str]:
        """The values of the Host header that mean this server.

        >>> sorted(Hosts(8765).names)
        ['127.0.0.1:8765', '[::1]:8765', 'localhost:8765']
        """
        every = (*LOOPBACK, *self.joined)
        with_port = {f"{name}:{self.port}" for name in every}
        # Browsers leave the port out where it is the usual one.
        is_usual = self.port == (443 if self.scheme == "https" else 80)
        return frozenset(with_port | set(every)) if is_usual else frozenset(with_port)

    @property
    def origins(self) -> frozenset[str]:
        """The values of the Origin header of our own page."""
        return frozenset(f"{self.scheme}://{name}" for name in self.names)


def fault_of(headers: Iterable[Header], hosts: Hosts, *, is_socket: bool, is_page: bool) -> str:
    """What is foreign about a request, as the kind of a problem; nothing if it is our own page's.

    `is_page` is for the page itself, to which a link may lead from anywhere.
    """
    found: dict[bytes, list[str]] = {}
    for name, value in headers:
        found.setdefault(name.lower(), []).append(value.decode("latin-1").lower())
    if [name in hosts.names for name in found.get(b"host", [])] != [True]:
        return "foreign-host"
    origins = found.get(b"origin", [])
    if is_socket and not origins:
        return "foreign-origin"
    if origins and [origin in hosts.origins for origin in origins] != [True]:
        return "foreign-origin"
    site = found.get(b"sec-fetch-site", ["same-origin"])
    if site not in (["same-origin"], ["none"]):
        is_visit = found.get(b"sec-fetch-dest") == ["document"] and is_page
        return "" if is_visit else "foreign-origin"
    return ""
