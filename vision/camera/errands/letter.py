"""Brings things of any size to another process, which reads them when it comes to it.

What does not fit into a pipe stops whoever sends it until it is read, and a process that hangs in a
driver reads nothing: so the pipe only says where the letter lies.
"""

import copyreg
import io
import pickle
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing.shared_memory import SharedMemory
from types import MappingProxyType
from typing import Any, Self

from vision.camera.source import SourceError


def _closed(content: dict[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(content)


class _Pickler(pickle.Pickler):
    """Python itself cannot pickle a mapping that nobody may change."""

    dispatch_table = {  # noqa: RUF012 - the base class wants it so
        **copyreg.dispatch_table,
        MappingProxyType: lambda proxy: (_closed, (dict(proxy),)),
    }


def packed(thing: object) -> bytes:
    """As bytes, which ``pickle.loads`` unpacks in a process of the same program.

    >>> pickle.loads(packed(MappingProxyType({"a": 1})))
    mappingproxy({'a': 1})
    """
    buffer = io.BytesIO()
    _Pickler(buffer, protocol=pickle.HIGHEST_PROTOCOL).dump(thing)
    return buffer.getvalue()


class Letter:
    """Lies in shared memory until it is closed, read or not."""

    def __init__(self, memory: SharedMemory, *, size: int) -> None:
        self._memory, self.size = memory, size
        self._is_closed = False

    @classmethod
    def written(cls, thing: object) -> Self:
        """A SourceError says that there is no room."""
        data = packed(thing)
        try:
            memory = SharedMemory(create=True, size=len(data))
        except OSError as failure:
            told = f"no shared memory for what the camera's process is to do: {failure.strerror}"
            raise SourceError(told) from failure
        assert memory.buf is not None
        memory.buf[: len(data)] = data
        return cls(memory, size=len(data))

    @property
    def name(self) -> str:
        return self._memory.name

    @staticmethod
    def read(name: str, *, size: int) -> object:
        """What is in it; a FileNotFoundError says that it was closed already."""
        memory = SharedMemory(name=name)
        try:
            assert memory.buf is not None
            return pickle.loads(bytes(memory.buf[:size]))
        finally:
            memory.close()

    def close(self) -> None:
        """Take it back; a second call does nothing."""
        if self._is_closed:
            return
        self._is_closed = True
        self._memory.close()
        with suppress(FileNotFoundError):
            self._memory.unlink()
