// Tells a newcomer once what a thing on the page is for; what was read never comes back.

import { button, make, replace } from "../app/elements.js";

const READ = "hints-read";

/** What is pointed out, by what has to be on the page first; one at a time, in this order.
 * @type {{key: string, see: string, says: string, isByHand?: boolean}[]} */
const HINTS = [
  { key: "drag", see: ".map .strip:not(.side-none)", says: "Drag your pieces to where they are to begin: into the shaded strip of your colour.", isByHand: true },
  { key: "ring", see: ".map .piece.can", says: "A yellow edge: tap that piece. It can do something now, or something can be done to it." },
  { key: "clause", see: ".slip .clause", says: "The small letters on a ruling are its rule: tap them to read it." },
  { key: "unit", see: ".unit-slot > *", says: "A tap on a unit shows its state and what it may do." },
  { key: "back", see: ".slip [data-key='take back']", says: "“Take back” undoes a ruling. The other side is asked first." },
];

/** @returns {string[]} */
function read() {
  return (localStorage.getItem(READ) ?? "").split(" ");
}

/** How much of a thing is enough to know it by, in pixels; less only of what is smaller. */
const ENOUGH = 20;

/** Whether it is in the window, and in what scrolls or clips around it. @param {Element} each */
function isInSight(each) {
  if (!each.checkVisibility({ visibilityProperty: true })) return false;
  const whole = each.getBoundingClientRect();
  let [left, top, right, bottom] = [Math.max(0, whole.left), Math.max(0, whole.top), Math.min(innerWidth, whole.right), Math.min(innerHeight, whole.bottom)];
  for (let around = each.parentElement; around; around = around.parentElement) {
    if (getComputedStyle(around).overflowY === "visible") continue;
    const room = around.getBoundingClientRect();
    [left, top, right, bottom] = [Math.max(left, room.left), Math.max(top, room.top), Math.min(right, room.right), Math.min(bottom, room.bottom)];
  }
  return right - left >= Math.min(ENOUGH, whole.width) && bottom - top >= Math.min(ENOUGH, whole.height);
}

/** Pixels up to which the newest ruling has hardly room beside a hint; on a desk there is room for both. */
const PHONE = 820;

export class Hints {
  /** @param {{host: HTMLElement, store: import("../app/store.js").Store}} parts */
  constructor({ host, store }) {
    this.store = store;
    this.element = make("div", { class: "hints", role: "note" });
    /** The ruling at which a hint was shown last, and which. */
    this.turn = "";
    this.last = HINTS.length;
    /** Which is shown; one that comes before it takes its place, and it comes again. */
    this.shown = HINTS.length;
    /** Whether nobody has done anything since a hint came with the newest ruling. */
    this.isNew = false;
    /** The ruling at which somebody did something last: what they look at stays where it is. */
    this.touched = "";
    const soon = () => requestAnimationFrame(() => this.changed());
    /** Hears of what comes in sight or goes by itself, as where something above it grows. */
    this.eye = new IntersectionObserver(soon, { threshold: [0, 0.5, 1] });
    /** @type {WeakSet<Element>} */
    this.watched = new WeakSet();
    host.append(this.element);
    for (const sign of ["pointerdown", "wheel", "keydown"]) addEventListener(sign, () => this.touch(), { capture: true, passive: true });
    // What is drawn after the hint moves the ruling, and takes room from it, too.
    this.room = new ResizeObserver(() => this.showRuling());
    document.addEventListener("scroll", soon, { capture: true, passive: true });
    store.on(["events", "state"], () => this.changed());
    store.on(["slip"], () => this.showRuling());
    // What may be tapped is drawn once everybody has heard of it.
    store.on(["choosing"], () => queueMicrotask(() => this.changed()));
  }

  /** Some of what it speaks of that is in sight. @param {{see: string}} hint */
  seen({ see }) {
    const there = [...document.querySelectorAll(see)];
    for (const each of there) {
      if (this.watched.has(each)) continue;
      this.watched.add(each);
      this.eye.observe(each);
    }
    return there.find(isInSight);
  }

  /** The battle and its newest ruling. */
  now() {
    const { events, battle } = this.store.now;
    return `${battle} ${events.at(-1)?.ruling ?? ""}`;
  }

  touch() {
    this.isNew = false;
    this.touched = this.now();
  }

  changed() {
    const { byHand } = this.store.now;
    const turn = this.now();
    const shown = HINTS[this.shown];
    if (shown && !this.seen(shown)) this.lost(shown);
    // None while a lesson speaks.
    if (document.body.dataset.lesson) return;
    const done = read();
    for (const [at, hint] of HINTS.slice(0, this.shown).entries()) {
      if (done.includes(hint.key) || (hint.isByHand && !byHand)) continue;
      // One a ruling at most; what speaks of something more urgent may be drawn a moment later.
      const isFirst = turn !== this.turn || (this.isNew && at < this.last);
      if ((isFirst || at === this.last) && this.show(at, isFirst)) {
        this.turn = turn;
        this.last = at;
        return;
      }
    }
  }

  /** What is shown speaks of something that is in sight no more. @param {{see: string}} hint */
  lost(hint) {
    // What is drawn after it pushes that away, and it is brought back; who scrolls meets it again.
    const thing = this.isNew && [...document.querySelectorAll(hint.see)].find((each) => each.checkVisibility());
    // Not instead of what a ruling says first.
    if (thing) for (const each of [thing, thing.closest(".slip")?.querySelector("h2")]) each?.scrollIntoView({ block: "nearest" });
    if (!this.seen(hint)) this.take();
  }

  /** The newest ruling is read beside a hint that takes room from it, until somebody does something. */
  showRuling() {
    if (!this.isNew || innerWidth > PHONE || !HINTS[this.shown]?.see.startsWith(".map")) return;
    for (const each of document.querySelectorAll(".scroll, .scroll > *")) this.room.observe(each);
    for (const ruling of document.querySelectorAll(".slip h2")) ruling.scrollIntoView({ block: "nearest" });
  }

  /** Show it where what it speaks of is in sight, and stays so. @param {number} at @param {boolean} isFirst at this ruling */
  show(at, isFirst) {
    const hint = /** @type {(typeof HINTS)[number]} */ (HINTS[at]);
    const thing = this.seen(hint);
    if (!thing) return false;
    const before = [...this.element.children];
    const mayMove = isFirst && this.touched !== this.now();
    const gone = () => {
      localStorage.setItem(READ, [...read(), hint.key].join(" ").trim());
      this.take();
    };
    replace(this.element, make("p", {}, hint.says), button("Got it", gone, { class: "link", "data-key": "got it" }));
    // It takes room; whoever does something is not held back for it.
    if (mayMove && !this.seen(hint)) thing.scrollIntoView({ block: "nearest" });
    const fits = this.seen(hint) !== undefined;
    if (fits) this.shown = at;
    else this.element.replaceChildren(...before);
    if (fits && mayMove) this.isNew = true;
    this.showRuling();
    return fits;
  }

  take() {
    this.shown = HINTS.length;
    this.element.replaceChildren();
  }
}
