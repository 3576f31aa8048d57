// Opens the rear camera, holds it fast where it can be held, and reads back what it does.

/** @typedef {"locked" | "asked" | "cannot"} How */
/** @typedef {{focus: How, exposure: How, white_balance: How}} Locks */

const WANTED = {
  audio: false,
  video: {
    facingMode: { ideal: "environment" },
    width: { ideal: 1920 },
    height: { ideal: 1080 },
    frameRate: { ideal: 30 },
  },
};
/** Until focus and light have settled; a lens that is locked sooner stays wrong. */
const SETTLING_MS = 1500;
/** By name, the mode's property and the value that is held with it. */
const CONTROLS = /** @type {const} */ ([
  ["focus", "focusMode", "focusDistance"],
  ["exposure", "exposureMode", "exposureTime"],
  ["white_balance", "whiteBalanceMode", "colorTemperature"],
]);

export class Lens {
  /** @param {HTMLVideoElement} video */
  constructor(video) {
    this.video = video;
    /** @type {MediaStreamTrack | null} */
    this.track = null;
    /** @type {Locks} */
    this.locks = { focus: "cannot", exposure: "cannot", white_balance: "cannot" };
    this.isRefused = false;
    /** What is asked to be held again, by name: as when the umpire was set up. @type {Record<string, number>} */
    this.wanted = {};
    /** At what each was locked; a camera that was taken away goes back there. @type {Record<string, number>} */
    this.kept = {};
    this.isSettled = false;
    /** Counts how often it was opened: a camera that comes late, when another was asked for, is let go. */
    this.tries = 0;
  }

  async open() {
    this.close();
    const tried = (this.tries += 1);
    try {
      const stream = await navigator.mediaDevices.getUserMedia(WANTED);
      if (tried !== this.tries) {
        for (const each of stream.getTracks()) each.stop();
        return;
      }
      this.track = stream.getVideoTracks()[0] ?? null;
      this.video.srcObject = stream;
      await this.video.play();
      this.isRefused = false;
    } catch (failure) {
      this.isRefused = failure instanceof DOMException && failure.name === "NotAllowedError";
      throw failure;
    }
    const track = this.track;
    this.isSettled = false;
    setTimeout(() => {
      if (track !== this.track) return;
      this.isSettled = true;
      void this.hold();
    }, SETTLING_MS);
  }

  /** Hold these values from now on; with none any more, settle anew. @param {[string, number][]} hold */
  async want(hold) {
    const before = JSON.stringify(this.wanted);
    this.wanted = Object.fromEntries(hold);
    if (JSON.stringify(this.wanted) === before) return;
    if (!hold.length) {
      this.kept = {};
      await this.open();
    } else if (this.isSettled) await this.hold();
  }

  close() {
    this.track?.stop();
    this.track = null;
    this.video.srcObject = null;
  }

  /** Ask for everything to be held as it was, or else as it is now; what the browser does not offer is not asked. */
  async hold() {
    const track = this.track;
    if (!track || track.readyState !== "live") return;
    const can = /** @type {any} */ (track.getCapabilities?.() ?? {});
    for (const [name, mode, value] of CONTROLS) {
      if (!can[mode]?.includes?.("manual")) continue;
      const now = /** @type {any} */ (track.getSettings());
      const at = this.wanted[name] ?? this.kept[name] ?? now[value];
      const held = { [mode]: "manual", ...(at === undefined ? {} : { [value]: at }) };
      try {
        await track.applyConstraints(/** @type {any} */ ({ advanced: [held] }));
      } catch {
        // What comes of it is read back.
      }
    }
    this.readBack();
    this.kept = { ...this.held, ...this.kept };
  }

  /** At what each is locked, as the camera itself says. @returns {Record<string, number>} */
  get held() {
    const now = /** @type {any} */ (this.track?.getSettings() ?? {});
    const locked = CONTROLS.filter(([name, , value]) => this.locks[name] === "locked" && Number.isFinite(now[value]));
    return Object.fromEntries(locked.map(([name, , value]) => [name, now[value]]));
  }

  /** What is held now, as the camera itself says. */
  readBack() {
    const track = this.track;
    if (!track) return this.locks;
    const can = /** @type {any} */ (track.getCapabilities?.() ?? {});
    const now = /** @type {any} */ (track.getSettings());
    for (const [name, mode] of CONTROLS) {
      const offered = Boolean(can[mode]?.includes?.("manual"));
      this.locks[name] = !offered ? "cannot" : now[mode] === "manual" ? "locked" : "asked";
    }
    return this.locks;
  }

  /** Which lens it is, and at which zoom: a calibration is good for these alone. */
  get told() {
    const now = /** @type {any} */ (this.track?.getSettings() ?? {});
    return {
      lens: (this.track?.label || "camera").slice(0, 80),
      zoom: typeof now.zoom === "number" ? now.zoom : null,
      width: this.video.videoWidth,
      height: this.video.videoHeight,
    };
  }
}
