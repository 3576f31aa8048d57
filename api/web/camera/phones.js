// Lets a phone in as the camera: a code to scan, and how each phone that is known does.

import { button, drawingFrom, make, replace } from "../app/elements.js";

/**
 * @typedef {object} PhoneTold
 * @property {string} phone
 * @property {string} camera
 * @property {string} name
 * @property {string} shown
 * @property {boolean} here
 * @property {string} lens
 * @property {string[]} unlocked
 * @property {string} trouble
 * @property {boolean} is_awake
 * @property {number | null} tilt_deg
 * @typedef {{open: boolean, fingerprint: string, phones: PhoneTold[]}} PhonesNow
 */

const LOOK_MS = 1000;

export class PhonesPart {
  /** @param {Pick<import("./camera_part.js").Doing, "requests" | "act">} doing */
  constructor({ requests, act }) {
    this.requests = requests;
    this.act = act;
    this.code = make("div", { class: "phone-code", hidden: true });
    this.list = make("ul", { class: "phones" });
    this.opens = button("Use a phone", () => void this.act(() => this.ask()), { "data-key": "use-a-phone" });
    this.element = make("div", { class: "phone-camera" }, this.opens, this.code, this.list);
    /** Phones that were here when the code was shown. @type {Set<string>} */
    this.before = new Set();
    /** Counts the codes that were shown: only for the last one a phone is waited for. */
    this.waited = 0;
    this.looked = -LOOK_MS;
    /** Counts what was asked: an older list does not take the place of a newer one. */
    this.looks = 0;
  }

  /** Open the door, and show the code. */
  async ask() {
    const now = /** @type {PhonesNow} */ (await this.requests.get("/phones"));
    this.before = new Set(now.phones.filter(({ here }) => here).map(({ phone }) => phone));
    const told = await this.requests.post("/phones/codes", {});
    replace(
      this.code,
      make("p", {}, "Scan this with the phone that is to be the camera. It must be in the same network as this computer."),
      make("div", { class: "qr", role: "img", "aria-label": "The code to scan" }, drawingFrom(told.qr_svg)),
      make("p", { class: "faint" }, "Or type ", make("code", {}, told.url)),
      make("details", {}, make("summary", {}, "Is it really this computer?"), make("p", {}, "A phone that shows the umpire's certificate shows this fingerprint (SHA-256):"), make("p", {}, make("code", { class: "fingerprint" }, told.fingerprint))),
      button("Let no more phones in", () => void this.act(() => this.close()), { class: "quiet" }),
    );
    this.code.hidden = false;
    void this.wait((this.waited += 1));
  }

  async close() {
    this.waited += 1;
    this.code.hidden = true;
    await this.requests.remove("/phones/door");
  }

  /** Until a phone has come in by the code, or nobody looks any more. @param {number} mine */
  async wait(mine) {
    while (mine === this.waited && this.element.isConnected) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      const now = /** @type {PhonesNow | null} */ (await this.requests.get("/phones").catch(() => null));
      if (mine !== this.waited || !now?.phones.some(({ phone, here }) => here && !this.before.has(phone))) continue;
      this.waited += 1;
      this.code.hidden = true;
      // Whatever it opened is shown as any other camera is.
      await this.act(async () => {});
    }
  }

  /** @param {import("./steps.js").CameraNow} camera */
  async show(camera) {
    if (performance.now() - this.looked < LOOK_MS) return;
    this.looked = performance.now();
    const look = (this.looks += 1);
    const now = /** @type {PhonesNow} */ (await this.requests.get("/phones"));
    if (look !== this.looks) return;
    replace(this.list, ...now.phones.map((each) => this.row(each, camera.camera === each.camera)));
  }

  /** Whatever somebody did to a phone is shown at once. @param {() => Promise<unknown>} work */
  change(work) {
    return this.act(async () => {
      await work();
      this.looked = -LOOK_MS;
    });
  }

  /** @param {PhoneTold} phone @param {boolean} isCamera */
  row(phone, isCamera) {
    const open = button("Use it", () => void this.change(() => this.requests.put("/camera", { camera: phone.camera })), { class: "quiet" });
    const forget = button("Forget it", () => void this.change(() => this.requests.remove(`/phones/${phone.phone}`)), { class: "quiet" });
    return make(
      "li",
      { "data-phone": phone.phone },
      make("strong", {}, `${phone.name} (${phone.shown})`),
      make("span", {}, ` ${phoneWords(phone)} `),
      phone.here && !isCamera && open,
      forget,
    );
  }
}

/** How a phone does, in a sentence. @param {Pick<PhoneTold, "here" | "trouble" | "unlocked" | "is_awake" | "tilt_deg">} phone */
export function phoneWords({ here, trouble, unlocked, is_awake, tilt_deg }) {
  if (!here) return "is not here.";
  if (trouble) return `${trouble.charAt(0).toUpperCase()}${trouble.slice(1)}.`;
  const free = unlocked.map((each) => each.replace("_", " "));
  return [
    free.length ? `Not locked: ${free.join(", ")}.` : "Focus, exposure and white balance are locked.",
    is_awake ? "" : "Its screen may go dark.",
    tilt_deg !== null && tilt_deg > 10 ? `It leans by ${tilt_deg}°.` : "",
  ].filter(Boolean).join(" ");
}
