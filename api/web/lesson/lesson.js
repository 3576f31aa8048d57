// Leads through a first battle: real rulings on a prepared table, one note at a time, told by data.

import { button, make } from "../app/elements.js";
import { Once } from "../app/once.js";

/** @typedef {import("../app/shell.js").Context} Context */
/** @typedef {[seat: string, command: Record<string, unknown>]} Given */
/**
 * @typedef {object} Until What has to be so before a lesson goes on: any one of these.
 * @property {string} [offer] a command that may be given now
 * @property {string} [gone] a command that could be given, and cannot any more
 * @property {number} [dice] as many dice as it asks for
 * @property {string} [see] something that is on the page
 * @property {boolean} [over] the battle is over
 */
/**
 * @typedef {object} Step
 * @property {string} note
 * @property {string} at where to tap
 * @property {Until} until
 * @property {Given[]} [then] what the lesson itself does before the next step
 * @property {(Until & {note: string, at: string})[]} [missed] what is said when it came otherwise
 */
/**
 * @typedef {object} Plan
 * @property {string} title
 * @property {string} seat who learns
 * @property {Record<string, unknown>} battle
 * @property {Record<string, unknown>} table
 * @property {Given[]} opening
 * @property {Step[]} steps
 * @property {string} end
 */

const PLAN = "/lesson/first.json";
const LEARNT = "learnt";
const LESSONS = "lesson-battles";
const MOST_LESSONS = 20;
const LOOK_MS = 150;
const MARGIN = 8;

/** Whether the lesson was finished, or left, on this device. */
export function isLearnt() {
  return localStorage.getItem(LEARNT) !== null;
}

/** The battles that were begun for a lesson, on this device. @returns {string[]} */
export function lessons() {
  return (localStorage.getItem(LESSONS) ?? "").split(" ").filter(Boolean);
}

export class Lesson {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.beginning = new Once();
    /** @type {Plan | null} */
    this.plan = null;
    this.step = 0;
    this.battle = "";
    this.isGiving = false;
    /** What was offered so far: only that can be gone. @type {Set<string>} */
    this.offered = new Set();
    this.looking = 0;
    this.ring = make("div", { class: "lesson-ring", "aria-hidden": "true" });
    this.words = make("p", { role: "status" });
    this.count = make("span", { class: "lesson-count" });
    this.skip = button("Skip", () => this.leave(), { class: "link", "data-key": "skip" });
    this.note = make("aside", { class: "lesson-note", "aria-label": "Lesson" }, this.words, make("p", { class: "row" }, this.count, this.skip));
  }

  /** Begin a battle of its own, and lay and play it up to where there is something to do. */
  async begin() {
    try {
      await this.beginning.run("", async () => {
        if (this.plan) this.leave();
        document.body.dataset.lesson = "yes";
        if (!(await this.lay())) delete document.body.dataset.lesson;
      });
    } catch (failure) {
      delete document.body.dataset.lesson;
      throw failure;
    }
  }

  /** False where somebody has gone to another battle meanwhile: nothing is laid on that one's table. */
  async lay() {
    const { requests, watch, sit, places, store } = this.context;
    const before = store.now.battle;
    /** @type {Plan} */
    const plan = await (await fetch(PLAN)).json();
    const begun = await requests.post("/battles", plan.battle);
    if (store.now.battle !== before) return false;
    const isLeft = () => store.now.battle !== begun.id;
    await watch(begun.id);
    if (isLeft()) return false;
    await requests.put("/table", plan.table);
    for (const given of plan.opening) await this.give(begun.id, given);
    if (isLeft()) return false;
    sit([plan.seat]);
    localStorage.setItem(LESSONS, [...lessons(), begun.id].slice(-MOST_LESSONS).join(" "));
    this.plan = plan;
    this.battle = begun.id;
    this.step = 0;
    this.offered.clear();
    document.body.append(this.ring, this.note);
    this.tell();
    places.go("play");
    this.looking = window.setInterval(() => void this.look(), LOOK_MS);
    return true;
  }

  /** @param {string} battle @param {Given} given */
  async give(battle, [seat, command]) {
    const ruling = await this.context.requests.command(battle, seat, command);
    if (!ruling.accepted) throw new Error(ruling.refusal?.reason ?? "the lesson cannot go on");
  }

  tell() {
    const step = this.now();
    const { plan } = this;
    if (!plan) return;
    const text = step ? step.note : plan.end;
    if (this.words.textContent !== text) this.words.textContent = text;
    this.count.textContent = step ? `${this.step + 1} of ${plan.steps.length}` : "";
    this.skip.textContent = step ? "Skip" : "Close";
  }

  /** What is said now: the step, or what helps where it came otherwise. */
  now() {
    const step = this.plan?.steps[this.step];
    const missed = step?.missed?.find((each) => this.holds(each));
    return step && missed ? { ...step, ...missed } : step;
  }

  /** Go on once what a step waits for is so, and keep the note where it belongs. */
  async look() {
    const { plan } = this;
    const { battle } = this.context.store.now;
    if (!plan || this.isGiving) return;
    if (battle !== this.battle) return this.leave();
    for (const { options } of this.context.store.now.options?.seats ?? []) for (const each of options) this.offered.add(each.command);
    const step = plan.steps[this.step];
    if (step && this.holds(step.until)) {
      this.isGiving = true;
      try {
        for (const given of step.then ?? []) await this.give(battle, given);
        // It may have been left meanwhile, or begun anew.
        if (plan !== this.plan) return;
        this.step += 1;
      } catch (failure) {
        if (plan !== this.plan) return;
        this.context.say(failure instanceof Error ? failure.message : String(failure));
        this.leave();
        return;
      } finally {
        this.isGiving = false;
      }
      if (this.step === plan.steps.length) localStorage.setItem(LEARNT, "yes");
    }
    this.tell();
    this.place();
  }

  /** @param {Until} until */
  holds({ offer, gone, dice, see, over }) {
    const { options, state } = this.context.store.now;
    if (over) return state?.view.result !== null && state?.view.result !== undefined;
    if (see) return document.querySelector(see) !== null;
    const offered = (options?.seats ?? []).flatMap((each) => each.options).filter((each) => each.command === (offer ?? gone) && !each.refusal);
    // A later list of offers tells.
    if (gone) return this.offered.has(gone) && offered.length === 0 && options !== null && options.last === state?.last;
    return offered.some((each) => dice === undefined || each.holes.some((hole) => hole.kind === "dice" && hole.count === dice));
  }

  /** The ring round what is to be tapped, and the note beside it. */
  place() {
    const at = this.now()?.at;
    const target = at ? [...document.querySelectorAll(at)].find((each) => each.getClientRects().length > 0) : undefined;
    // Whoever drags looks at the way and its measure, which nothing lies over.
    const isShown = document.body.dataset.place === "play" && !document.querySelector(".map .trail[d^=M]");
    this.note.hidden = !isShown;
    this.ring.hidden = !target || !isShown;
    const { width, height } = this.note.getBoundingClientRect();
    const box = target ? target.getBoundingClientRect() : new DOMRect(window.innerWidth / 2, window.innerHeight / 3, 0, 0);
    if (target) {
      const host = target.closest(".dock, .scroll")?.getBoundingClientRect();
      if (host && (box.bottom > host.bottom || box.top < host.top)) target.scrollIntoView({ block: "center" });
      const round = withName(target, box);
      Object.assign(this.ring.style, { left: `${round.left - 6}px`, top: `${round.top - 6}px`, width: `${round.width + 12}px`, height: `${round.height + 12}px` });
    }
    // What the dock says is what the note speaks of, and on a phone the table is all that is seen of it.
    const words = target?.closest(".dock")?.getBoundingClientRect() ?? box;
    const table = target?.closest(".map-host")?.getBoundingClientRect();
    const isAllTable = table !== undefined && table.width > window.innerWidth - width;
    const above = isAllTable ? table.bottom + MARGIN : words.top - height - 14;
    // Beside the words that it speaks of, where there is room.
    const side = target?.closest(".dock, .scroll") ? (target.closest("main > *")?.getBoundingClientRect().left ?? 0) - width - 14 : -1;
    const isBeside = side >= MARGIN;
    const over = above >= MARGIN ? above : box.bottom + 14;
    const wanted = isBeside ? box.top + box.height / 2 - height / 2 : over;
    const left = isBeside ? side : Math.min(Math.max(MARGIN, box.left + box.width / 2 - width / 2), window.innerWidth - width - MARGIN);
    const lowest = window.innerHeight - height - MARGIN;
    const pieces = isBeside ? [...document.querySelectorAll(".map .piece")].map((piece) => withName(piece, piece.getBoundingClientRect())) : [];
    const top = freeTop({ left, width, height, wanted: Math.min(wanted, lowest), lowest }, pieces);
    const corner = target?.closest(".scroll") ? null : this.low(height);
    Object.assign(this.note.style, { left: `${corner?.left ?? left}px`, top: `${corner?.top ?? top}px` });
  }

  /** In a low window the table and its tools fill the height: there it lies over the last ruling, above the dock.
   * @param {number} height of the note */
  low(height) {
    const words = document.querySelector(".scroll")?.getBoundingClientRect();
    const isLow = window.matchMedia("(max-height: 32.5rem) and (min-width: 32.5rem)").matches;
    return isLow && words && words.width > 0 ? { left: words.left + MARGIN, top: Math.max(MARGIN, words.bottom - height - MARGIN) } : null;
  }

  /** Leave off, at any time; the battle stays and can be played on. */
  leave() {
    window.clearInterval(this.looking);
    localStorage.setItem(LEARNT, "yes");
    this.plan = null;
    this.note.remove();
    this.ring.remove();
    delete document.body.dataset.lesson;
  }
}

/** The height nearest to the wanted one at which the note covers no piece; the wanted one where there is none; pure.
 * @param {{left: number, width: number, height: number, wanted: number, lowest: number}} note
 * @param {{left: number, right: number, top: number, bottom: number}[]} pieces
 */
export function freeTop({ left, width, height, wanted, lowest }, pieces) {
  const under = pieces.filter((piece) => piece.left < left + width + MARGIN && piece.right > left - MARGIN);
  const isFree = (/** @type {number} */ top) =>
    top >= MARGIN && top <= lowest && under.every((piece) => piece.bottom <= top - MARGIN || piece.top >= top + height + MARGIN);
  const tried = [wanted, ...under.flatMap((piece) => [piece.top - height - MARGIN, piece.bottom + MARGIN])].filter(isFree);
  return tried.sort((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted))[0] ?? wanted;
}

/** A piece together with its name, which the lesson calls it by; anything else as it is.
 * @param {Element} target @param {DOMRect} box
 */
function withName(target, box) {
  const piece = target.getAttribute("data-piece");
  const name = piece ? document.querySelector(`.map .label[data-of="${CSS.escape(piece)}"]`)?.getBoundingClientRect() : undefined;
  if (!name || name.width === 0) return box;
  const [left, top] = [Math.min(box.left, name.left), Math.min(box.top, name.top)];
  return new DOMRect(left, top, Math.max(box.right, name.right) - left, Math.max(box.bottom, name.bottom) - top);
}
