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
    /** What is waited for before any part is shown. @type {{looks: number, isLate: boolean} | null} */
    this.together = null;
    host.append(...this.sections, this.nothing);
    context.places.on(() => this.refresh());
    context.store.on(["battle", "me", "state", "byHand", "own"], () => this.refresh());
    // While nobody looked, or there was no line, nothing was asked.
    context.store.on(["link"], () => context.store.now.link === "live" && this.refresh());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.refresh());
  }

  refresh() {
    if (this.context.places.place !== "setup") return;
    const { battle } = this.context.store.now;
    if (battle !== this.of) this.begin(battle);
    const looks = this.parts.filter((part) => part.isDue()).map((part) => part.refresh());
    const { together } = this;
    if (together) {
      together.looks += 1;
      void Promise.allSettled(looks).then(() => {
        together.looks -= 1;
        this.show();
      });
    }
    this.show();
  }

  /** Show nothing of it for a while: a part that came above another one would push it from under a finger.
   * @param {string} battle
   */
  begin(battle) {
    this.of = battle;
    for (const each of [...this.sections, this.nothing]) each.hidden = true;
    /** @type {NonNullable<SetupScreen["together"]>} */
    const mine = { looks: 0, isLate: false };
    this.together = mine;
    setTimeout(() => {
      mine.isLate = true;
      this.show();
    }, TOGETHER);
  }

  /** Whether it may still turn out that more parts are due, or one that is due has no answer yet. */
  get isWaiting() {
    const { together } = this;
    if (!together || together.isLate) return false;
    const { me, battle, state, own } = this.context.store.now;
    const isKnown = me && (!battle || state) && (me.role !== "player" || own);
    return !isKnown || together.looks > 0;
  }

  show() {
    if (this.isWaiting) return;
    this.together = null;
    const due = this.parts.map((part) => part.isDue());
    this.sections.forEach((section, index) => (section.hidden = !due[index]));
    this.nothing.hidden = due.includes(true);
  }
}
