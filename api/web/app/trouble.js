// Tells what went wrong in a part of the page, until something else is done or it goes right.

import { make } from "./elements.js";

export class Trouble {
  constructor() {
    this.element = make("p", { class: "trouble", role: "alert", hidden: true });
    /** Whether it is only told that nothing can be seen now: that is over as soon as something can. */
    this.isBlind = false;
    /** Counts what was fetched by itself: the last tells whether anything can be seen. */
    this.looks = 0;
  }

  /** @param {unknown} failure */
  tell(failure) {
    this.element.textContent = failure instanceof Error ? failure.message : String(failure);
    this.element.hidden = false;
    this.isBlind = false;
  }

  clear() {
    this.element.hidden = true;
    this.isBlind = false;
  }

  /** What somebody does: its failure stays until they do something else.
   * @param {() => Promise<unknown>} work
   */
  async doing(work) {
    this.clear();
    try {
      await work();
    } catch (failure) {
      this.tell(failure);
    }
  }

  /** What is fetched by itself: it hides nothing that was told of what somebody did.
   * @param {() => Promise<unknown>} work
   */
  async looking(work) {
    const look = (this.looks += 1);
    try {
      await work();
      if (this.isBlind) this.clear();
    } catch (failure) {
      if (!this.element.hidden || look !== this.looks) return;
      this.tell(failure);
      this.isBlind = true;
    }
  }
}
