"""Sends what is the same for everybody in fewer bytes, to whoever can unfold it.

Answers that hold anything of a battle are sent as they are: how long a secret gets when it is
folded together with what somebody sends would tell of it.
"""

import gzip
from functools import lru_cache
from typing import Final

from fastapi import Request, Response

WORTH: Final = 500
"""Bytes; less is hardly less when it is folded."""


def folded(request: Request, content: bytes, *, media_type: str) -> Response:
    """Some content that nobody has to hide, folded where the request says that it may be."""
    headers = {"vary": "accept-encoding"}
    taken = {
        each.strip().partition(";")[0]
        for each in request.headers.get("accept-encoding", "")[:200].split(",")
    }
    if "gzip" in taken and len(content) >= WORTH:
        content = _folded(content)
        headers["content-encoding"] = "gzip"
    return Response(content, media_type=media_type, headers=headers)


@lru_cache(maxsize=256)
def _folded(content: bytes) -> bytes:
    return gzip.compress(content, compresslevel=9, mtime=0)
