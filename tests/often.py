"""Parameters of which `make test` takes some, and `make long` the others."""

from collections.abc import Container, Iterable

import pytest


def often(all_of: Iterable[object], *, quick: Container[object]) -> list[object]:
    """Those that are not quick are long; what takes several parameters comes as a tuple."""
    return [
        pytest.param(
            *(each if isinstance(each, tuple) else (each,)),
            marks=() if each in quick else pytest.mark.long,
        )
        for each in all_of
    ]
