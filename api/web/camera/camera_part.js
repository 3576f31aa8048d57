// Shows the set-up of a camera as a list of steps, one of them open, with the picture above it.

import { make } from "../app/elements.js";
import { Trouble } from "../app/trouble.js";
import { armyStep } from "./army_step.js";
import { anchorsStep } from "./anchors_step.js";
import { goesBy } from "./goes_by.js";
import { checkStep } from "./check_step.js";
import { chooseStep } from "./choose_step.js";
import { lensStep } from "./lens_step.js";
import { LivePicture } from "./live_picture.js";
import { missingPart } from "./missing.js";
import { isMoving, stepsOf } from "./steps.js";
import { useStep } from "./use_step.js";

/** @typedef {import("./steps.js").Told} Told */
/** @typedef {import("./steps.js").StepName} StepName */
/** @typedef {{element: HTMLElement, show: (told: Told) => void | Promise<void>}} StepView */
/**
 * @typedef {object} Doing What a step may do.
 * @property {import("../app/request.js").Requests} requests
 * @property {(work: () => Promise<unknown>, says?: string) => Promise<void>} act
 * @property {(text: string) => void} fail
 * @property {() => Promise<void>} pictured waits, a while at most, until the camera shows something
 */

const PAUSE_MS = 600;
const PATIENCE = 30;
/** Pauses for a camera that has never shown anything: a busy computer takes a minute to draw a table. */
const PATIENCE_AT_FIRST = 110;
const MARKS = { done: "✓", now: "→", open: "○", later: "·" };
const STANDINGS = { done: "done", now: "next", open: "may be done", later: "later" };

export class CameraPart {
  title = "Camera";

  /** @param {import("../app/shell.js").Context} context */
  constructor(context) {
    this.context = context;
    this.picture = new LivePicture(context.requests, () => this.isLookedAt);
    this.trouble = new Trouble();
    this.busy = make("p", { class: "busy", role: "status", hidden: true });
    const doing = { requests: context.requests, act: this.act.bind(this), fail: this.fail.bind(this), pictured: this.pictured.bind(this) };
    context.store.on(["byHand"], () => this.told && void this.show(this.told));
    this.missing = missingPart(doing);
    /** @type {Record<StepName, StepView>} */
    this.views = {
      army: armyStep(doing),
      camera: chooseStep(doing),
      lens: lensStep(doing),
      anchors: anchorsStep(doing),
      check: checkStep(doing),
      use: useStep(doing),
    };
    /** @type {Map<StepName, {element: HTMLDetailsElement, mark: HTMLElement, says: HTMLElement}>} */
    this.rows = new Map();
    this.steps = make("div", { class: "steps" }, ...Object.entries(this.views).map(([name, view]) => this.row(/** @type {StepName} */ (name), view)));
    this.element = make("div", { class: "camera-part" }, this.picture.element, this.trouble.element, this.busy, this.missing.element, this.steps, goesBy(doing));
    /** @type {Told | null} */
    this.told = null;
    /** Whether any step has opened by itself. */
    this.isBegun = false;
    /** By choice: what was chosen when its step was left. A camera that hangs for a moment is no other one.
     * @type {Map<StepName, string>} */
    this.chosen = new Map();
    this.polling = false;
    /** Counts what was asked: an older answer does not undo what a step has led to. */
    this.look = 0;
  }

  isDue() {
    return this.context.store.now.me?.role === "host";
  }

  async refresh() {
    await this.ask();
    if (!this.polling) void this.poll();
  }

  /** A step that can be opened; the first that is due opens by itself.
   * @param {StepName} name
   * @param {StepView} view
   */
  row(name, view) {
    const mark = make("span", { class: "mark" });
    const says = make("span", { class: "faint" });
    const title = make("span", { class: "name" });
    const element = make("details", { "data-step": name, name: "set-up step", hidden: true }, make("summary", {}, mark, title, says), view.element);
    this.rows.set(name, { element, mark, says });
    return element;
  }

  /** Also while the parts of the set-up wait for each other, unseen: nothing else would begin it anew. */
  get isLookedAt() {
    return this.context.places.place === "setup" && document.visibilityState === "visible";
  }

  /** Ask again while something changes by itself and somebody looks. */
  async poll() {
    this.polling = true;
    while (this.isLookedAt && this.told && isMoving(this.told)) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      if (this.isLookedAt && this.busy.hidden) await this.ask();
    }
    this.polling = false;
  }

  async ask() {
    const look = (this.look += 1);
    await this.trouble.looking(async () => {
      const told = await this.context.requests.get("/setup");
      if (look === this.look) await this.show(told);
    });
  }

  /** A camera that was just opened takes its time; what is wrong after that is told by the umpire. */
  async pictured() {
    for (let tried = 1; ; tried += 1) {
      const { age_s: age, state, restarts } = await this.context.requests.get("/camera");
      if (age !== null && state === "live") return;
      if (tried >= (age === null && restarts === 0 ? PATIENCE_AT_FIRST : PATIENCE)) return;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  /** Do something of a step, and show what came of it.
   * @param {() => Promise<unknown>} work
   * @param {string} [says] what takes so long
   */
  async act(work, says = "") {
    if (!this.busy.hidden) return;
    this.look += 1;
    this.busy.textContent = `${says || "A moment"} …`;
    this.busy.hidden = false;
    this.element.setAttribute("aria-busy", "true");
    await this.trouble.doing(work);
    if (!this.trouble.element.hidden) this.trouble.element.scrollIntoView({ block: "nearest" });
    this.busy.hidden = true;
    this.element.removeAttribute("aria-busy");
    await this.refresh();
  }

  /** @param {string} text */
  fail(text) {
    this.trouble.tell(text);
    this.trouble.element.scrollIntoView({ block: "nearest" });
  }

  /** @param {Told} heard */
  async show(heard) {
    const told = { ...heard, is_elsewhere: heard.in_use && this.context.store.now.byHand };
    this.told = told;
    const steps = stepsOf(told);
    for (const { name, title, standing, says } of steps) {
      const row = this.rows.get(name);
      if (!row) continue;
      row.element.dataset.standing = standing;
      put(row.mark, MARKS[standing]);
      row.mark.setAttribute("aria-label", STANDINGS[standing]);
      put(/** @type {HTMLElement} */ (row.mark.nextElementSibling), title);
      row.element.hidden = false;
      put(row.says, says);
    }
    this.goOn(steps, told);
    this.picture.show(told.camera);
    this.missing.show(told);
    // A step that asks for more, as for the list of cameras, keeps no other one waiting.
    await Promise.all(steps.map(({ name }) => this.views[name].show(told)));
  }

  /** Open what is next once a choice is made. A step that has a result to read stays open, and
   * whoever looks elsewhere is not called away. While cameras see the table, it is how they do.
   * @param {import("./steps.js").Step[]} steps
   * @param {Told} told
   */
  goOn(steps, { roster, camera, in_use: inUse }) {
    const at = steps.findIndex(({ name }) => this.rows.get(name)?.element.open);
    const shown = steps[at];
    /** @type {Map<StepName, string>} */
    const now = new Map([["army", roster?.name ?? ""], ["camera", camera.camera ?? ""]]);
    const isChosen = shown?.standing === "done" && now.has(shown.name) && this.chosen.get(shown.name) !== now.get(shown.name);
    if (!this.isBegun || isChosen) {
      const next = steps.find(({ name, standing }, index) => (inUse ? name === "use" : index > at && standing !== "done" && standing !== "later"));
      for (const { name } of steps) {
        const row = this.rows.get(name);
        if (row) row.element.open = name === next?.name;
      }
    }
    this.isBegun = true;
    for (const { name, standing } of steps) if (standing === "done") this.chosen.set(name, now.get(name) ?? "");
    // Where nothing is chosen any more, the same may be chosen anew.
    for (const [name, what] of now) if (!what) this.chosen.delete(name);
  }
}

/** @param {HTMLElement} element @param {string} text */
function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
