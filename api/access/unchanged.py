"""Tells whoever has the latest answer already that it is the same, without sending it again."""

from hashlib import blake2b
from http import HTTPStatus
from typing import Final

from fastapi import Request, Response

JSON: Final = "application/json"
TAG_BYTES: Final = 12


def unless_same(request: Request, answered: Response) -> Response:
    """The answer with its tag, or nothing but the tag where it is what the request has.

    A tag is made of the bytes of the answer, so it can never stand for another one.
    """
    is_asked = request.method == "GET" and answered.status_code == HTTPStatus.OK
    if not is_asked or answered.media_type != JSON or not answered.body:
        return answered
    tag = f'"{blake2b(answered.body, digest_size=TAG_BYTES).hexdigest()}"'
    answered.headers["etag"] = tag
    if tag not in _held(request.headers.get("if-none-match", "")):
        return answered
    return Response(status_code=HTTPStatus.NOT_MODIFIED, headers={"etag": tag})


def _held(header: str) -> frozenset[str]:
    """The tags that are named; a weak one counts as well.

    >>> sorted(_held('"a", W/"b"'))
    ['"a"', '"b"']
    """
    return frozenset(each.strip().removeprefix("W/") for each in header[:1000].split(","))
