// Gets a drawn sheet onto the page: photographed, uploaded, seen by the camera, or drawn here.

import { button, make, replace } from "../app/elements.js";

/** @typedef {(filling: Record<string, unknown>, picture: Shown | null) => void} Fill */
/** @typedef {{width_in: number, depth_in: number, margin_in: number}} Shown the extent of the picture */

// A telephone's photograph has more pixels than a pencil line needs; the way to the umpire is short.
const LONGEST_PX = 3200;
const QUALITY = 0.92;
/** One room in the middle of the sheet, to be cut up by lines. */
const EMPTY_ROOM = [[0.9, 0.9], [9.1, 0.9], [9.1, 5.1], [0.9, 5.1]];

export class SheetReader {
  /** @param {{context: import("../app/shell.js").Context, fill: Fill}} parts */
  constructor({ context, fill }) {
    this.context = context;
    this.fill = fill;
    this.told = make("p", { role: "status", class: "faint" });
    this.file = make("input", {
      type: "file",
      accept: "image/*",
      "data-key": "sheet-photo",
      onchange: () => void this.photographed(),
    });
    this.element = make("div", { class: "sheet-reader" });
    this.render();
  }

  render() {
    const isHost = this.context.store.now.me?.role === "host";
    replace(
      this.element,
      isHost && make("label", {}, "A photograph of the sheet", this.file),
      isHost && make("p", { class: "faint" }, "The whole sheet with its four corner tags, in good light. Nothing else has to be measured."),
      make(
        "div",
        { class: "choices" },
        isHost && button("Read it by the camera", () => void this.seen(), { "data-key": "sheet-camera" }),
        button("Draw it here", () => this.drawn(), { "data-key": "sheet-draw" }),
      ),
      isHost ? null : make("p", { class: "faint" }, "The host can also photograph a sheet that was drawn by hand."),
      this.told,
    );
  }

  get path() {
    return `/battles/${encodeURIComponent(this.context.store.now.battle)}/drawn-sheet`;
  }

  async photographed() {
    const [file] = this.file.files ?? [];
    if (!file) return;
    await this.read(async () => this.context.requests.upload(`${this.path}/readings`, await shrunk(file)));
    this.file.value = "";
  }

  async seen() {
    await this.read(() => this.context.requests.post(`${this.path}/readings/camera`, undefined));
  }

  /** @param {() => Promise<any>} ask */
  async read(ask) {
    this.say("Reading the sheet …");
    this.element.inert = true;
    const { battle } = this.context.store.now;
    try {
      const { sheet, margin_in, filling } = await ask();
      this.say("");
      // It is given at once, and in no other battle.
      if (battle !== this.context.store.now.battle) return;
      this.fill(filling, { width_in: sheet.width_in, depth_in: sheet.depth_in, margin_in });
    } catch (failure) {
      this.say(`Not read: ${failure instanceof Error ? failure.message : String(failure)}`, true);
    } finally {
      this.element.inert = false;
    }
  }

  drawn() {
    this.say("");
    this.fill({ rooms: [{ name: "a", outline: EMPTY_ROOM }] }, null);
  }

  /** @param {string} text @param {boolean} [isTrouble] */
  say(text, isTrouble = false) {
    this.told.textContent = text;
    this.told.className = isTrouble ? "trouble" : "faint";
  }
}

/** The picture upright and not larger than is needed. @param {File} file */
async function shrunk(file) {
  let picture;
  try {
    picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    throw new Error("the browser cannot open this file as a picture; take it as JPEG or PNG");
  }
  const share = Math.min(1, LONGEST_PX / Math.max(picture.width, picture.height));
  const canvas = make("canvas", { width: Math.round(picture.width * share), height: Math.round(picture.height * share) });
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  /** @type {Blob | null} */
  const made = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  if (!made) throw new Error("the browser could not make a JPEG of it");
  return made;
}
