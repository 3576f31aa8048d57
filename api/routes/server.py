"""What the server tells of itself: that it is there, and what may be asked of it."""

from typing import Any, Literal

from fastapi import APIRouter, FastAPI, Request
from pydantic import BaseModel, ConfigDict

from api.access.admission import AdmittingRoute
from api.shapes.openapi import completed
from api.shapes.socket import described_socket
from api.version import version

router = APIRouter(tags=["server"], route_class=AdmittingRoute)


class ServerHealth(BaseModel):
    """That the server is there, and which one it is."""

    # The name that programs know the shape by.
    __qualname__ = "Health"
    model_config = ConfigDict(title="Health")

    status: Literal["ok"] = "ok"
    version: str


@router.get("/healthz", operation_id="health")
def health() -> ServerHealth:
    """That the server is there."""
    return ServerHealth(version=version())


@router.get("/api/v1/openapi.json", operation_id="openapi")
def openapi(request: Request) -> dict[str, Any]:
    """What may be asked, with tags, examples and stable operation ids."""
    app: FastAPI = request.app
    if app.openapi_schema is None:
        completed(app.openapi())
    return app.openapi()


@router.get("/api/v1/asyncapi.json", operation_id="asyncapi")
def asyncapi() -> dict[str, Any]:
    """What is said on the live socket, by whom, and how it ends."""
    return described_socket()
