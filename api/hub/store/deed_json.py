"""Deeds as text, and back."""

from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from api.hub.event.deeds import Deed

_ADAPTER: TypeAdapter[Deed] = TypeAdapter(Annotated[Deed, Field(discriminator="kind")])


class DeedTextError(ValueError):
    """What is kept is no deed that this hub knows."""


def written_deed(deed: Deed) -> str:
    return _ADAPTER.dump_json(deed).decode()


def deed_value(deed: Deed) -> dict[str, Any]:
    """As what JSON can hold."""
    found: dict[str, Any] = _ADAPTER.dump_python(deed, mode="json")
    return found


def read_deed(text: str) -> Deed:
    try:
        return _ADAPTER.validate_json(text)
    except ValidationError as error:
        raise DeedTextError(f"record of an event: expected a deed, got {text[:80]!r}") from error
