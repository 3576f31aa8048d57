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

export class Hints {
  /** @param {{host: HTMLElement, store: import("../app/store.js").Store}} parts */
  constructor({ host, store }) {
    this.store = store;
    this.element = make("div", { class: "hints", role: "note" });
    this.turn = "";
    /** Which is shown; one that comes before it takes its place, and it comes again. */
    this.shown = HINTS.length;
    host.append(this.element);
    store.on(["events", "state"], () => this.changed());
    // What may be tapped is drawn once everybody has heard of it.
    store.on(["choosing"], () => queueMicrotask(() => this.changed()));
  }

  changed() {
    const { events, battle, byHand } = this.store.now;
    const turn = `${battle} ${events.at(-1)?.ruling ?? ""}`;
    const shown = HINTS[this.shown];
    // What it speaks of is gone: it is told where it is met again.
    if (shown && !document.querySelector(shown.see)) this.take();
    // One a ruling at most, and none while a lesson speaks.
    if (turn === this.turn || document.body.dataset.lesson) return;
    const done = read();
    const at = HINTS.findIndex(({ key, see, isByHand }) => !done.includes(key) && (!isByHand || byHand) && document.querySelector(see));
    const hint = HINTS[at];
    if (!hint || at >= this.shown) return;
    this.turn = turn;
    this.shown = at;
    const gone = () => {
      localStorage.setItem(READ, [...read(), hint.key].join(" ").trim());
      this.take();
    };
    replace(this.element, make("p", {}, hint.says), button("Got it", gone, { class: "link", "data-key": "got it" }));
  }

  take() {
    this.shown = HINTS.length;
    this.element.replaceChildren();
  }
}
