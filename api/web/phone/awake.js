// Keeps the screen on while the camera runs, and lets it go dark when it does not.

export class Awake {
  constructor() {
    /** @type {WakeLockSentinel | null} */
    this.lock = null;
    this.isWanted = false;
    /** Whether one has been asked for and has not come yet. */
    this.isAsked = false;
    document.addEventListener("visibilitychange", () => void this.look());
  }

  get isHeld() {
    return this.lock !== null && !this.lock.released;
  }

  /** @param {boolean} isWanted */
  async want(isWanted) {
    this.isWanted = isWanted;
    await this.look();
  }

  /** A lock ends by itself when another page comes to the front, and has to be asked for anew. */
  async look() {
    if (!this.isWanted) {
      const held = this.lock;
      this.lock = null;
      await held?.release().catch(() => {});
    } else if (!this.isHeld && !this.isAsked && document.visibilityState === "visible" && "wakeLock" in navigator) {
      this.isAsked = true;
      this.lock = await navigator.wakeLock.request("screen").catch(() => null);
      this.isAsked = false;
      // Nobody may want it any more.
      if (!this.isWanted) await this.look();
    }
  }
}
