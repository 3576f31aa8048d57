// Shows the set-up as a row of parts; each is a module of its own that shows itself when it is due.

import { make } from "../app/elements.js";
import { PutBackPart } from "../back/put_back_part.js";
import { CameraPart } from "../camera/camera_part.js";
import { TerrainPart } from "../outline/terrain_part.js";
import { agreedPart } from "./agreed.js";
import { dicePart } from "./dice_part.js";
import { PiecesPart } from "./pieces_part.js";
import { PlayersPart } from "./players.js";

/** How long the quick parts wait for the slow ones when the set-up of a battle is opened, in milliseconds. */
const TOGETHER = 1000;

/**
 * @typedef {object} Part
 * @property {string} title
 * @property {HTMLElement} element
 * @property {() => void | Promise<void>} refresh called when the set-up is opened or has changed
 * @property {() => boolean} isDue whether it concerns whoever looks
 */

export class SetupScreen {
  /** @param {HTMLElement} host @param {import("../app/shell.js").Context} context */
  constructor(host, context) {
    this.context = context;
    /** @type {Part[]} */
    this.parts = [
      new PlayersPart(context),
      new PiecesPart(context),
      new PutBackPart(context),
      new CameraPart(context),
      new TerrainPart(context),
      dicePart(context),
      agreedPart(context),
    ];
    this.sections = this.parts.map((part) => make("section", { class: "card" }, make("h2", {}, part.title), part.element));
    this.nothing = make("p", { class: "faint" }, "The host sets the table up.");
    /** The battle it was opened for. @type {string | null} */
    this.of = null;
    /** Until this is done no part is shown. @type {Promise<unknown> | null} */
    this.together = null;
    host.append(...this.sections, this.nothing);
    context.places.on(() => this.refresh());
    context.store.on(["battle", "me", "state", "byHand"], () => this.refresh());
    // While nobody looked, or there was no line, nothing was asked.
    context.store.on(["link"], () => context.store.now.link === "live" && this.refresh());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.refresh());
  }

  refresh() {
    if (this.context.places.place !== "setup") return;
    const looks = this.parts.filter((part) => part.isDue()).map((part) => part.refresh());
    const { battle } = this.context.store.now;
    if (battle === this.of) {
      this.show();
      return;
    }
    this.of = battle;
    for (const each of [...this.sections, this.nothing]) each.hidden = true;
    // A part that came above another one would push it from under a finger.
    this.together = Promise.race([Promise.allSettled(looks), new Promise((done) => setTimeout(done, TOGETHER))]);
    void this.together.then(() => {
      this.together = null;
      this.show();
    });
  }

  show() {
    if (this.together) return;
    const due = this.parts.map((part) => part.isDue());
    this.sections.forEach((section, index) => (section.hidden = !due[index]));
    this.nothing.hidden = due.includes(true);
  }
}
