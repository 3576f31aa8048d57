"""Lets phones in as cameras over HTTP, at the host's wish; they come by a door of their own."""

from typing import Annotated

import segno
from fastapi import APIRouter, Body, Path, Request
from pydantic import BaseModel, ConfigDict, Field

from api.access.admission import AdmittingRoute
from api.access.joining import NoNetworkError
from api.cameras.phone_choices import phone_choice
from api.errors import ProblemError
from api.phones.door import PhoneDoor
from api.phones.entering import CODE_S
from api.phones.phone import Phone

router = APIRouter(prefix="/api/v1", tags=["cameras"], route_class=AdmittingRoute)


class PhoneTold(BaseModel):
    """A phone that was let in once; `camera` is what to open it by."""

    phone: str
    camera: str
    name: str
    shown: str
    """Stands on the phone, too."""
    here: bool
    lens: str
    zoom: float | None
    width: int | None
    height: int | None
    unlocked: list[str]
    """What the phone may change by itself: focus, exposure, white balance."""
    is_awake: bool
    tilt_deg: float | None
    trouble: str
    pictures: int


class PhonesNow(BaseModel):
    """Whether phones may come in, where, and which are known."""

    open: bool
    address: str
    addresses: list[str]
    fingerprint: str
    """Of the authority that a phone may trust (SHA-256)."""
    phones: list[PhoneTold]


class PhoneCodeWanted(BaseModel):
    """On which address of this computer phones may come in; left out, on the likeliest."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_extra={"examples": [{}]})

    address: Annotated[str | None, Field(max_length=45)] = None


class PhoneCode(BaseModel):
    """A code to be scanned by one phone, once. It leads to a page that says what comes next."""

    url: str
    secure_url: str
    """The camera's page itself, for a phone that trusts this computer already."""
    qr_svg: str
    seconds: float
    """How long it may be scanned."""
    fingerprint: str


@router.get("/phones", operation_id="phones")
async def phones(request: Request) -> PhonesNow:
    """The phones that are known as cameras, and how each of them is."""
    return _now(request.app.state.phones)


@router.post("/phones/codes", operation_id="show_phone_code", status_code=201)
async def show_phone_code(
    request: Request, wanted: Annotated[PhoneCodeWanted, Body()]
) -> PhoneCode:
    """Open the phones' door, if it is not, and show a code that lets one phone in."""
    door: PhoneDoor = request.app.state.phones
    try:
        now = await door.open(wanted.address)
    except NoNetworkError as failure:
        raise ProblemError(
            409, kind="no-network", title="No network", detail=str(failure)
        ) from failure
    code = door.room.entry.new_code()
    url = f"{now.hall_url}#{code}"
    return PhoneCode(
        url=url,
        secure_url=f"{now.secure_url}#{code}",
        qr_svg=segno.make(url, error="m").svg_inline(scale=4, border=4),
        seconds=CODE_S,
        fingerprint=now.fingerprint,
    )


@router.delete("/phones/door", operation_id="close_phone_door")
async def close_phone_door(request: Request) -> PhonesNow:
    """Let no more phones in, and cut off those that are here."""
    door: PhoneDoor = request.app.state.phones
    await door.close()
    return _now(door)


@router.delete("/phones/{phone}", operation_id="forget_phone")
async def forget_phone(request: Request, phone: Annotated[str, Path(max_length=40)]) -> PhonesNow:
    """Let this phone in no more until it scans a code again."""
    door: PhoneDoor = request.app.state.phones
    if not door.room.forget(phone):
        raise ProblemError(
            404, kind="unknown-phone", title="Unknown phone", detail="there is no such phone here"
        )
    return _now(door)


def _now(door: PhoneDoor) -> PhonesNow:
    now = door.now
    return PhonesNow(
        open=now is not None,
        address="" if now is None else now.address,
        addresses=list(door.addresses()),
        fingerprint="" if now is None else now.fingerprint,
        phones=[_told(each) for each in door.room.phones()],
    )


def _told(phone: Phone) -> PhoneTold:
    report = phone.report
    return PhoneTold(
        phone=phone.known.id,
        camera=phone_choice(phone.known).id,
        name=phone.known.name,
        shown=phone.known.shown,
        here=phone.is_here,
        lens="" if report is None else report.lens,
        zoom=None if report is None else report.zoom,
        width=None if report is None else report.width,
        height=None if report is None else report.height,
        unlocked=[] if report is None else list(report.unlocked),
        is_awake=report is not None and report.is_awake,
        tilt_deg=None if report is None else report.tilt_deg,
        trouble=phone.trouble,
        pictures=phone.pictures,
    )
