"""Knows what the server tells of itself: that it is there, and what may be asked of it."""

from typing import Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel

from api.access.admission import AdmittingRoute
from api.version import version

router = APIRouter(tags=["server"], route_class=AdmittingRoute)


class Health(BaseModel):
    """That the server is there, and which one it is."""

    status: Literal["ok"] = "ok"
    version: str


@router.get("/healthz", operation_id="health")
def health() -> Health:
    """That the server is there."""
    return Health(version=version())


@router.get("/api/v1/openapi.json", operation_id="openapi")
def openapi(request: Request) -> dict[str, Any]:
    """What may be asked, with tags, examples and stable operation ids."""
    described: dict[str, Any] = request.app.openapi()
    return described
