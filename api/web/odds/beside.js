// Puts beside a form how likely what it asks for is, where the players have agreed to be told.

import { make, replace } from "../app/elements.js";
import { commandOf, isComplete, isGrave } from "../play/filling.js";
import { oddsShown, oddsWords } from "./bar.js";

/** @typedef {import("../play/offer_form.js").OfferForm} OfferForm */
/** @typedef {import("./bar.js").Odds} Odds */
/** @typedef {{name: string, ask: () => Promise<Odds | null>}} Wanted */

const MOST_TARGETS = 8;
const MOST_KEPT = 60;

export class OddsBeside {
  /** @param {import("../app/shell.js").Context} context */
  constructor(context) {
    this.context = context;
    /** Answers by what was asked in which moment. @type {Map<string, Promise<Odds | null>>} */
    this.kept = new Map();
  }

  /** What stands below a form; nothing where the players did not agree to it.
   * @param {string} seat @param {OfferForm} form @returns {HTMLElement | null}
   */
  of(seat, form) {
    const { state } = this.context.store.now;
    const agreed = state?.view.options.odds;
    if (!agreed || agreed === "off" || form.offer.refusal || isGrave(form.offer)) return null;
    const wanted = this.wanted(seat, form);
    if (wanted.length === 0) return null;
    const box = make("div", { class: "odds-beside" });
    void this.fill(box, wanted);
    return box;
  }

  /** What another's roll may bring, for whoever has nothing to do meanwhile; null where not all are told.
   * @param {string} seat @returns {HTMLElement | null} */
  ofOthers(seat) {
    if (this.context.store.now.state?.view.options.odds !== "all") return null;
    const box = make("div", { class: "odds-beside" });
    const first = async () => (await this.context.requests.get(`${this.path()}?seat=${encodeURIComponent(seat)}`)).waiting[0] ?? null;
    void this.fill(box, [{ name: "", ask: () => this.once(`${seat} waits`, first) }]);
    return box;
  }

  /** The chances of a command in a line, for its button on the piece; empty where the players did not agree to it.
   * @param {string} seat @param {Record<string, unknown>} command */
  async inWords(seat, command) {
    const agreed = this.context.store.now.state?.view.options.odds;
    if (!agreed || agreed === "off") return "";
    return oddsWords(await this.ofCommand(seat, command).catch(() => null));
  }

  /** What is asked: of the roll itself, or of the command with each of its targets, in their order.
   * @param {string} seat @param {OfferForm} form @returns {Wanted[]}
   */
  wanted(seat, form) {
    const { offer, values } = form;
    if (offer.holes.some((hole) => hole.kind === "dice" || hole.kind === "cards")) {
      const ask = Number(offer.fixed.ask ?? 0);
      return ask ? [{ name: "", ask: () => this.ofAsk(seat, ask) }] : [];
    }
    const target = offer.holes.find((hole) => hole.kind === "unit" && !hole.optional && values[hole.name] === undefined);
    if (!target) {
      return isComplete(offer, values) ? [{ name: "", ask: () => this.ofCommand(seat, commandOf(offer, values)) }] : [];
    }
    return target.allowed.slice(0, MOST_TARGETS).flatMap((each) => {
      const filled = { ...values, [target.name]: each };
      return isComplete(offer, filled) ? [{ name: String(each), ask: () => this.ofCommand(seat, commandOf(offer, filled)) }] : [];
    });
  }

  /** @param {HTMLElement} box @param {Wanted[]} wanted */
  async fill(box, wanted) {
    const found = await Promise.all(wanted.map(({ ask }) => ask().catch(() => null)));
    const shown = found.map((odds, at) => odds && oddsShown(odds, wanted[at]?.name));
    replace(box, ...shown);
    // They come after its form was scrolled to; whoever has scrolled on since is not pulled back.
    const form = box.closest(".offer.chosen[data-fresh]");
    form?.scrollIntoView({ block: "nearest" });
    form?.removeAttribute("data-fresh");
  }

  /** @param {string} seat @param {number} ask */
  ofAsk(seat, ask) {
    return this.once(`${seat} ask ${ask}`, async () => {
      const told = await this.context.requests.get(`${this.path()}?seat=${encodeURIComponent(seat)}`);
      return told.waiting.find((/** @type {Odds} */ each) => each.ask === ask) ?? null;
    });
  }

  /** @param {string} seat @param {Record<string, unknown>} command */
  ofCommand(seat, command) {
    return this.once(`${seat} ${JSON.stringify(command)}`, async () => {
      const told = await this.context.requests.post(this.path(), { command, seat });
      return told.odds;
    });
  }

  path() {
    return `/battles/${encodeURIComponent(this.context.store.now.battle)}/odds`;
  }

  /** The same is asked once while nothing has happened and nothing has moved.
   * @param {string} what @param {() => Promise<Odds | null>} ask @returns {Promise<Odds | null>}
   */
  once(what, ask) {
    const { battle, state, moved } = this.context.store.now;
    const place = moved ? JSON.stringify(moved.to) : "";
    const key = `${battle} ${state?.last} ${place} ${what}`;
    let found = this.kept.get(key);
    if (!found) {
      found = ask();
      this.kept.set(key, found);
      found.catch(() => this.kept.delete(key));
      for (const old of [...this.kept.keys()].slice(0, Math.max(0, this.kept.size - MOST_KEPT))) this.kept.delete(old);
    }
    return found;
  }
}
