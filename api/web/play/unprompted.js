// Does for whoever wants it what leaves nothing to choose, one ruling after the other, slowly enough to be read.

import { AsTheyStand } from "./as_they_stand.js";
import { byItself, singles, UmpireDoes } from "./by_itself.js";
import { EachInTurn } from "./each_in_turn.js";
import { keyOf, sorted } from "./filling.js";
import { drawn } from "./roller.js";

/** @typedef {import("./offer_form.js").OfferForm} OfferForm */

/** So long a ruling stands before the next step is taken by itself, milliseconds. */
export const READING_MS = 1200;
const KEY = "umpire-pace";

/** Whether somebody wants no pause. */
export function isAtOnce() {
  return localStorage.getItem(KEY) === "at once";
}

/** @param {boolean} isOn */
export function turnAtOnce(isOn) {
  localStorage.setItem(KEY, isOn ? "at once" : "in steps");
}

/** Holds the next step back until what was ruled last has been read. */
export class Pace {
  /** @param {{now?: () => number, after?: (act: () => void, ms: number) => unknown, atOnce?: () => boolean}} [parts] */
  constructor({ now = () => performance.now(), after = (act, ms) => window.setTimeout(act, ms), atOnce = isAtOnce } = {}) {
    this.now = now;
    this.after = after;
    this.atOnce = atOnce;
    /** What was ruled last, and when it came. */
    this.told = { battle: "", last: -1, at: -Infinity };
    this.isWaiting = false;
  }

  /** @param {string} battle @param {number} last event of it */
  hear(battle, last) {
    if (battle !== this.told.battle || last !== this.told.last) this.told = { battle, last, at: this.now() };
  }

  /** Whether it is too early for the next step; `again` is called when it is not any more. @param {() => void} again */
  holds(again) {
    const left = this.atOnce() ? 0 : this.told.at + READING_MS - this.now();
    if (left <= 0) return false;
    if (!this.isWaiting) {
      this.isWaiting = true;
      this.after(() => {
        this.isWaiting = false;
        again();
      }, left);
    }
    return true;
  }
}

export class Unprompted {
  /** @param {{step: () => string, pace?: Pace}} parts `step` says in which step of its turn the battle is */
  constructor({ step, pace = new Pace() }) {
    this.step = step;
    this.pace = pace;
    this.umpireDoes = new UmpireDoes();
    this.eachInTurn = new EachInTurn();
    this.asTheyStand = new AsTheyStand();
    /** What was done by itself last: what was refused is not tried again. */
    this.tried = "";
    /** Whether what is given now is given by the umpire. */
    this.isActing = false;
    /** Where somebody has said that it goes on, after something was taken back. */
    this.resumed = "";
  }

  /** Somebody has said so: it need not wait for another press. @param {import("./feed.js").Fed} fed */
  resume(fed) {
    this.resumed = `${fed.battle} ${fed.last}`;
  }

  /** What goes round goes on, and what leaves nothing to choose is done by the umpire for whoever wants that.
   * After something was taken back, nothing is: what came of it would only be rolled anew.
   * @param {import("./feed.js").Fed} fed @param {Map<string, OfferForm>} forms @param {() => void} again */
  goOn(fed, forms, again) {
    this.isActing = true;
    this.next(fed, forms, again);
    this.isActing = false;
  }

  /** @param {import("./feed.js").Fed} fed @param {Map<string, OfferForm>} forms @param {() => void} again */
  next(fed, forms, again) {
    this.pace.hear(fed.battle, fed.last);
    const waits = fed.isPutBack && this.resumed !== `${fed.battle} ${fed.last}`;
    if (waits) for (const { going } of [this.eachInTurn, this.asTheyStand]) going.clear();
    const goesOn = !waits && [this.eachInTurn, this.asTheyStand].some((each) => each.goesOn(forms, this.step(), fed.last));
    if (waits || goesOn || !this.umpireDoes.of(fed.battle).isOn) return;
    for (const { seat, offers } of fed.seats) {
      const now = sorted(offers).now;
      for (const offer of now) {
        const form = forms.get(`${seat} ${keyOf(offer)}`);
        const found = form && byItself(form.offer, now.length > 1 ? now : [form.offer]);
        const tried = `${fed.last} ${seat} ${keyOf(offer)}`;
        if (!found || !form || this.tried === tried) continue;
        if (this.pace.holds(again)) return;
        this.tried = tried;
        if (found.way === "roll" && found.hole) form.roll(found.hole);
        else if (found.way === "deal" && found.hole) form.fill({ [found.hole.name]: drawn(found.hole.allowed, found.hole.count) });
        else form.fill(singles(form.offer));
        return;
      }
    }
  }
}
