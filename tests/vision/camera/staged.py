"""A camera that lives by a clock of the tests, and fails as it is told."""

from dataclasses import dataclass, field, replace

import numpy as np

from rules.table.snapshot import HealthState
from vision.camera.errands.errand import Errand
from vision.camera.health import Measures
from vision.camera.keeper import CameraLook, Keeper
from vision.camera.messages import Ended, Failed, Message, Opened, Started
from vision.camera.ring import Published
from vision.camera.source import Frame, Identity
from vision.camera.timeouts import Timeouts

TICK_S = 0.02
START_S = 0.5
"""What a process takes to start on a slow computer."""
RATE_HZ = 30.0
STILL = {"stalls", "blocks"}
WELL = Measures(dark=20.0, light=220.0, blur_px=1.0, digest=0)
CAMERA = Identity(name="Desk camera", id="usb-desk-1", width=640, height=480, is_live=True)
OTHER = replace(CAMERA, name="Door camera", id="usb-door-2")
BLOCK = np.full((480, 640), 100, np.uint8)


@dataclass(slots=True)
class Now:
    """The time, as the test has it."""

    seconds: float = 1000.0

    def __call__(self) -> float:
        return self.seconds


@dataclass(slots=True)
class Device:
    """What is plugged in, and what is wrong with it."""

    now: Now
    fault: str = ""
    identity: Identity = CAMERA
    workers: "list[StagedWorker]" = field(default_factory=list)

    def launch(self) -> "StagedWorker":
        """As the launcher of real processes does."""
        self.workers.append(StagedWorker(self))
        return self.workers[-1]


class StagedWorker:
    """Does what a process would have done by now; what has hung once never comes back."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.born_s = device.now()
        self.is_killed = False
        self._step = "starting"
        self._dead = ""
        self._is_stuck = False
        self._newest: Published | None = None
        self._opened_s = self._changed_s = 0.0
        self._turn = 0
        self.errands: list[tuple[int, Errand | None]] = []
        self._leaked = 100_000_000

    def messages(self) -> list[Message]:
        assert not self.is_killed, "a process that was ended was asked again"
        fault = self.device.fault
        age_s = self.device.now() - self.born_s
        if fault in {"crashes", "crashes at once"} and age_s > START_S / 2:
            self._dead = "was ended by SIGSEGV"
        if self._dead or age_s < START_S:
            return []
        if self._step == "starting":
            self._step = "opening"
            return [Started()]
        self._is_stuck = self._is_stuck or fault in {"open hangs", "stopped", "blocks"}
        if self._is_stuck:
            return []
        if self._step == "opening":
            return [self._open()]
        return self._run(fault) if self._step == "running" else []

    def _open(self) -> Message:
        match self.device.fault:
            case "absent" | "unplugged":
                return Failed(state=HealthState.LOST, note="is it plugged in?")
            case "busy":
                return Failed(state=HealthState.BUSY, note="used by another program")
            case "another camera":
                self._step = "waiting"
                return Opened(identity=OTHER)
            case "another size":
                self._step = "waiting"
                return Opened(identity=replace(CAMERA, width=800, height=600))
        self._step = "waiting"
        return Opened(identity=self.device.identity)

    def _run(self, fault: str) -> list[Message]:
        if fault == "unplugged":
            return [Failed(state=HealthState.LOST, note="no more pictures come")]
        if fault == "another size":
            return [Failed(state=HealthState.LOST, note="the picture has changed its size")]
        if fault == "throws":
            return [Failed(state=HealthState.LOST, note="RuntimeError: driver", is_fault=True)]
        if fault == "ends":
            return [Ended()]
        if fault == "leaks":
            self._leaked += 100_000_000
        return []

    def ending(self) -> str | None:
        return self._dead or None

    def admit(self, identity: Identity) -> None:
        assert identity == self.device.identity
        self._step, self._opened_s = "running", self.device.now()

    def follow(self, number: int, errand: Errand | None) -> None:
        self.errands.append((number, errand))

    def newest(self, *, after: int) -> Published | None:
        if self._step == "running" and not self._is_stuck and self.device.fault not in STILL:
            self._show()
        newest = self._newest
        return None if newest is None or newest.turn <= after else newest

    def _show(self) -> None:
        now = self.device.now()
        number = int((now - self._opened_s) * RATE_HZ)
        if self._newest is not None and number <= self._newest.frame.number:
            return
        fault = self.device.fault
        # A third of the numbers is never handed over.
        if fault == "loses" and number % 3 == 0:
            return
        measures = {
            "black": replace(WELL, dark=0.0, light=9.0),
            "white": replace(WELL, dark=250.0, light=255.0),
            "covered": replace(WELL, dark=100.0, light=104.0),
            "out of focus": replace(WELL, blur_px=6.0),
            "without edges": replace(WELL, blur_px=float("nan")),
        }.get(fault, WELL)
        if fault != "repeats":
            self._changed_s = now
        self._turn += 1
        frame = Frame(
            number=number,
            seconds=now - self._opened_s,
            name=f"frame {number}",
            grey=BLOCK,
            captured_s=now,
        )
        self._newest = Published(
            frame=frame, measures=measures, changed_s=self._changed_s, turn=self._turn
        )

    @property
    def arrived(self) -> int:
        return self._turn

    @property
    def memory_bytes(self) -> int:
        return self._leaked

    def wait(self, most_s: float) -> None:
        self.device.now.seconds += most_s

    def kill(self) -> None:
        self.is_killed = True


@dataclass(slots=True)
class Watch:
    """A keeper, its device, and every look at it."""

    device: Device
    keeper: Keeper
    looks: list[tuple[float, CameraLook]] = field(default_factory=list)

    @classmethod
    def begun(cls, *, timeouts: Timeouts | None = None, fault: str = "") -> "Watch":
        device = Device(Now(), fault=fault)
        keeper = Keeper(device.launch, clock=device.now, timeouts=timeouts)
        return cls(device, keeper)

    def run(self, seconds: float) -> list[CameraLook]:
        """Look fifty times a second, and hold every look to what a look may claim."""
        looks = []
        for _ in range(round(seconds / TICK_S)):
            self.device.now.seconds += TICK_S
            look = self.keeper.look()
            if look.ruling_frame is not None:
                assert look.age_s is not None
                assert -0.1 <= look.age_s <= 0.5
            looks.append(look)
            self.looks.append((self.device.now(), look))
        return looks

    @property
    def alive(self) -> list[StagedWorker]:
        return [worker for worker in self.device.workers if not worker.is_killed]
