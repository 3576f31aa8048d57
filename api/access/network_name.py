"""Announces a name for this computer on its own network, so that nobody types an address.

It is multicast DNS: what is sent stays on the network that players are let in from, says the name
and where it leads, and ends with a goodbye. Nothing is ever asked of the internet.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

LOG: Final = logging.getLogger("umpire")
NAMES: Final = ("umpire", *(f"umpire-{number}" for number in range(2, 10)))
"""The first that nobody else on the network has is taken."""
PATIENCE_MS: Final = 400
"""How long another computer of that name is waited for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncedName:
    """A name that leads here until it is ended."""

    name: str
    """As it is typed: `umpire.local`."""
    end: Callable[[], Awaitable[None]]


Announcer = Callable[[str, int], Awaitable[AnnouncedName | None]]
"""Told an address of this computer and the port; None where the network does not take a name."""


async def no_name(_address: str, _port: int) -> None:
    """Announces nothing."""


async def announced(address: str, port: int) -> AnnouncedName | None:
    """Announce a name; what keeps it from being announced keeps nobody out."""
    try:
        from zeroconf import Error, IPVersion, NonUniqueNameException
        from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf
    except ImportError as failure:
        LOG.warning("no name is announced on the network: %s", failure)
        return None
    try:
        network = AsyncZeroconf(interfaces=[address], ip_version=IPVersion.V4Only)
    except OSError as failure:
        LOG.warning("no name is announced on the network: %s", failure)
        return None
    try:
        name = await _free_name(network, address=address)
        info = AsyncServiceInfo(
            "_http._tcp.local.",
            f"Paper Umpire ({name})._http._tcp.local.",
            parsed_addresses=[address],
            port=port,
            server=f"{name}.local.",
        )
        telling = await network.async_register_service(info, allow_name_change=True)
    except (OSError, Error, NonUniqueNameException) as failure:
        LOG.warning("no name is announced on the network: %s", failure)
        await network.async_close()
        return None

    async def end() -> None:
        await telling
        await network.async_unregister_all_services()
        await network.async_close()

    return AnnouncedName(name=f"{name}.local", end=end)


async def _free_name(network: "AsyncZeroconf", *, address: str) -> str:
    # It is there for everybody, and only its list of names leaves it out.
    from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]

    for name in NAMES:
        asked = AddressResolverIPv4(f"{name}.local.")
        is_taken = await asked.async_request(network.zeroconf, PATIENCE_MS)
        # This computer may be called so by itself.
        if not is_taken or address in asked.parsed_addresses():
            return name
    raise OSError("every name for an umpire is taken on this network")
