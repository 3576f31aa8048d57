// Makes this phone the umpire's camera: opens it, shows how it does, and heals what interrupts it.

import { button, make } from "../app/elements.js";
import { Awake } from "./awake.js";
import { PhoneKey } from "./key.js";
import { Lens } from "./lens.js";
import { Line } from "./line.js";
import { lockWords, tiltOf, troubleOf } from "./pace.js";
import { Sender } from "./sender.js";

const LOOK_MS = 500;
const TELL_MS = 1000;
/** So long after it was tried, a camera that was lost is tried again. */
const AGAIN_MS = 2000;
/** @type {Record<string, string>} */
const TROUBLES = {
  hidden: "This page has to stay in front.",
  muted: "A call or another app has the camera. It goes on when that ends.",
  ended: "The camera was taken away. Trying again.",
  frozen: "The camera gives no picture. Trying again.",
  refused: "The browser may not use the camera. Allow it in the browser's settings, then start again.",
};

class PhonePage {
  /** @param {HTMLElement} main @param {string} code */
  constructor(main, code) {
    this.code = code;
    this.video = make("video", { muted: true, playsinline: true, "aria-label": "What this phone sees" });
    this.video.muted = true;
    this.lens = new Lens(this.video);
    this.awake = new Awake();
    this.state = make("p", { class: "state", role: "status" });
    this.note = make("p", { class: "note" });
    this.placing = make("p", { class: "placing" });
    this.level = make("p", { class: "level faint" });
    this.locks = make("p", { class: "faint" });
    this.who = make("p", { class: "faint" });
    this.start = button("Start the camera", () => void this.begin(), { class: "go" });
    this.frame = make("div", { class: "frame", hidden: true }, this.video, make("div", { class: "corners", "aria-hidden": "true" }));
    main.append(
      make("p", {}, "Mount the phone so that it sees the whole table, from above and as straight down as you can."),
      this.start, this.frame, this.state, this.note, this.placing, this.level, this.locks, this.who,
    );
    /** @type {number | null} */
    this.tilt = null;
    this.tried = 0;
    this.told = "";
    this.toldAt = 0;
    /** @type {Line | null} */
    this.line = null;
    /** @type {Sender | null} */
    this.sender = null;
  }

  async begin() {
    this.start.disabled = true;
    try {
      await askForLevel();
      await this.lens.open();
    } catch (failure) {
      this.start.disabled = false;
      put(this.state, TROUBLES[this.lens.isRefused ? "refused" : ""] ?? `The camera does not open: ${failure instanceof Error ? failure.message : failure}`);
      return;
    }
    this.start.hidden = true;
    this.frame.hidden = false;
    await this.awake.want(true);
    addEventListener("deviceorientation", (event) => {
      this.tilt = tiltOf(event.beta, event.gamma);
    });
    document.addEventListener("visibilitychange", () => void this.look());
    addEventListener("pagehide", () => void this.awake.want(false));
    this.line = new Line(await PhoneKey.own(), {
      code: this.code,
      name: nameOf(navigator.userAgent),
      onWanted: (wanted) => this.wants(wanted),
      onState: (says) => put(this.state, says),
      onIn: ({ name, shown }) => put(this.who, `Here this phone is ${name} (${shown}).`),
    });
    this.sender = new Sender(this.video, this.line);
    setInterval(() => void this.look(), LOOK_MS);
    void this.sender.run();
    void this.line.run();
    await this.look();
  }

  /** @param {import("./line.js").Wanted} wanted */
  wants(wanted) {
    if (this.sender) this.sender.wanted = wanted;
    if (wanted.sends) void this.lens.want(wanted.hold).catch(() => {});
    const words = wanted.sends ? (wanted.state === "live" ? "The umpire sees the table." : "") : "Waiting.";
    if (!this.trouble) put(this.state, words);
    put(this.note, capitalised(wanted.note));
    put(this.placing, capitalised(wanted.placing));
    document.body.dataset.state = wanted.state;
  }

  get trouble() {
    const track = this.lens.track;
    return troubleOf({
      isRefused: this.lens.isRefused,
      isHidden: document.visibilityState !== "visible",
      hasEnded: !track || track.readyState !== "live",
      isMuted: Boolean(track?.muted),
      sinceFrameMs: performance.now() - (this.sender?.seen ?? performance.now()),
    });
  }

  /** See how the camera is, heal it where that can be done, and say so to the umpire. */
  async look() {
    const { trouble } = this;
    if (this.sender) this.sender.isHeldBack = trouble !== "";
    // While nobody can see the page no picture is due, and none is missed.
    if (this.sender && (trouble === "hidden" || trouble === "muted")) this.sender.seen = performance.now();
    if (trouble) put(this.state, TROUBLES[trouble] ?? trouble);
    const now = performance.now();
    if ((trouble === "ended" || trouble === "frozen") && now - this.tried > AGAIN_MS) {
      this.tried = now;
      void this.lens.open().catch(() => {});
    }
    if (!trouble) void this.awake.look();
    if (!trouble && this.video.paused) void this.video.play().catch(() => {});
    const locks = this.lens.readBack();
    put(this.locks, lockWords(locks));
    put(this.level, this.tilt === null ? "" : this.tilt < 3 ? "Level." : `Leans by ${this.tilt}°.`);
    const told = JSON.stringify({ ...this.lens.told, trouble, awake: this.awake.isHeld, tilt_deg: this.tilt, locks, held: this.lens.held });
    if (told === this.told && now - this.toldAt < TELL_MS) return;
    this.told = told;
    this.toldAt = now;
    await this.line?.tell(told).catch(() => {});
  }
}

/** Some phones want to be asked before they tell how they lie. */
async function askForLevel() {
  const asks = /** @type {any} */ (globalThis.DeviceOrientationEvent)?.requestPermission;
  if (typeof asks === "function") await asks.call(globalThis.DeviceOrientationEvent).catch(() => "denied");
}

/** What a phone may be called until somebody knows better. @param {string} agent */
function nameOf(agent) {
  const android = /Android[^;]*; ([^;)]+?)(?: Build|\))/.exec(agent)?.[1];
  if (android && android !== "K") return android;
  if (/iPhone/.test(agent)) return "iPhone";
  if (/iPad/.test(agent)) return "iPad";
  return /Android/.test(agent) ? "Android phone" : "Phone";
}

/** @param {HTMLElement} element @param {string} text */
function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {string} text */
function capitalised(text) {
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const code = location.hash.slice(1);
// What is behind the # is good once, and has no business in the history.
if (code) history.replaceState(null, "", location.pathname);
const main = document.getElementById("phone");
if (main) new PhonePage(main, code);
