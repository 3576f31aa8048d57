// Shows one offer as a form: its sentence, its open places, and the button that gives it.

import { button, make, replace } from "../app/elements.js";
import { capital, spaced } from "../app/words.js";
import { begun, commandOf, isComplete, isFilled, isGrave, isOneTap, missing, passing } from "./filling.js";
import { clauseLink } from "./evidence.js";
import { holeWidget } from "./hole.js";
import { drawn } from "./roller.js";

/** @typedef {import("../app/types.js").Offer} Offer */
/** @typedef {import("../app/types.js").Hole} Hole */
/** @typedef {Record<string, unknown>} Values */

/**
 * @typedef {object} Ways What a form can ask of the page around it.
 * @property {(command: Record<string, unknown>) => void} give
 * @property {(form: OfferForm) => void} opened
 * @property {() => void} changed
 * @property {(reason: string) => void} why
 * @property {import("./rules_book.js").RulesBook} book what clauses say
 * @property {(hole: Hole, command: Record<string, unknown>) => void} roll dice from the referee
 * @property {(form: OfferForm) => string} placeHint
 * @property {(fill: (values: Values) => void) => HTMLElement} sheet how a drawn sheet is got
 */

export class OfferForm {
  /** @param {Offer} offer @param {Ways} ways */
  constructor(offer, ways) {
    this.ways = ways;
    this.offer = offer;
    this.values = begun(offer);
    /** What stands above it, so that nothing is said twice at length. */
    this.awaits = "";
    this.isOpen = false;
    this.isSure = false;
    this.isBusy = false;
    /** Whether it is filled in though it is greyed, to ask the others to let it pass. */
    this.isInsisted = false;
    /** What was tapped last of what is greyed. */
    this.tapped = "";
    /** The place that takes the next tap on the table, where it is not the usual one. */
    this.placing = "";
    /** @type {HTMLElement | null} */
    this.sheet = null;
    this.element = make("article", { class: "offer" });
    this.render();
  }

  /** The same offer again, after something has changed. @param {Offer} offer */
  renew(offer) {
    if (JSON.stringify(offer) === JSON.stringify(this.offer)) return;
    this.values = begun(offer, this.values);
    this.offer = offer;
    this.isInsisted = this.isInsisted && offer.refusal !== null;
    this.render();
  }

  /** @param {boolean} isOpen */
  open(isOpen) {
    if (isOpen === this.isOpen) return;
    this.isOpen = isOpen;
    this.isSure = false;
    this.placing = "";
    this.render();
  }

  /** @param {string} name @param {unknown} value */
  change(name, value) {
    this.values = { ...this.values, [name]: value };
    this.placing = "";
    if (isOneTap(this.offer) && value !== undefined) {
      this.give();
      return;
    }
    this.render();
    this.ways.changed();
  }

  /** All of it at once, as a sheet that was read fills more than one place. @param {Values} values */
  fill(values) {
    this.values = { ...this.values, ...values };
    this.give();
  }

  give() {
    if (this.isBusy || !isComplete(this.offer, this.values)) return;
    if (isGrave(this.offer) && !this.isSure) {
      this.isSure = true;
      this.render();
      return;
    }
    this.ways.give(commandOf(this.offer, this.values));
  }

  /** @param {boolean} isBusy while the umpire is asked */
  busy(isBusy) {
    this.isBusy = isBusy;
    this.element.setAttribute("aria-busy", String(isBusy));
    this.element.inert = isBusy;
  }

  /** It was given: what was filled in has served, or is there to be mended. @param {boolean} isAccepted */
  answered(isAccepted) {
    this.isSure = false;
    this.placing = "";
    this.isInsisted = this.isInsisted && !isAccepted;
    if (isAccepted) this.isOpen = false;
    if (isAccepted || isOneTap(this.offer)) this.values = begun(this.offer);
    this.render();
  }

  /** The referee rolls, and it counts: nobody may think twice about it. @param {Hole} hole */
  roll(hole) {
    const others = this.offer.holes.filter((each) => each !== hole);
    const lacks = others.find((each) => !isFilled(each, this.values[each.name]));
    if (lacks) this.ways.why(`Still open: ${spaced(lacks.name)}`);
    else this.ways.roll(hole, commandOf(this.offer, { ...this.values, [hole.name]: undefined }));
  }

  /** @param {string} awaits */
  under(awaits) {
    if (awaits === this.awaits) return;
    this.awaits = awaits;
    this.render();
  }

  render() {
    const { offer } = this;
    const says = this.awaits.includes(offer.says) ? firstSentence(offer.says) : offer.says;
    this.element.classList.toggle("open", this.isOpen);
    this.element.classList.toggle("greyed", offer.refusal !== null);
    this.element.dataset.command = offer.command;
    if (offer.refusal && !this.isInsisted) {
      replace(this.element, make("h3", {}, says), ...this.greyed(offer.refusal));
      return;
    }
    const plain = offer.holes.length === 0;
    replace(
      this.element,
      plain || this.isOpen
        ? make("h3", {}, says)
        : make("h3", {}, button(says, () => this.ways.opened(this), { class: "opener", "aria-expanded": "false", "data-key": "opener" })),
      ...(this.isOpen ? offer.holes.map((hole) => this.hole(hole)) : []),
      (plain || (this.isOpen && !isOneTap(offer))) && this.giver(),
    );
  }

  /** Why it is not possible now, and what the players may do about it together.
   * @param {import("../app/types.js").Refusal} refusal */
  greyed(refusal) {
    const plain = this.offer.holes.length === 0;
    const pass = () => this.ways.give(passing(commandOf(this.offer, {}), refusal.clause));
    const insist = () => {
      this.isInsisted = true;
      this.ways.opened(this);
      this.render();
    };
    return [
      make("p", { class: "reason" }, `Not now: ${refusal.reason}`),
      clauseLink(refusal.clause, this.ways.book),
      refusal.waivable && button(plain ? "Ask to let it pass" : "Fill it in all the same", plain ? pass : insist, { "data-key": "pass" }),
    ];
  }

  /** What is greyed is told why; tapped again it is chosen, for the others to let it pass.
   * @param {Hole} hole @param {string} name @param {string} reason */
  insist(hole, name, reason) {
    const key = `${hole.name} ${name}`;
    if (this.tapped !== key) {
      this.tapped = key;
      this.ways.why(`${reason} Tap it again to ask for it all the same.`);
      return;
    }
    this.tapped = "";
    this.change(hole.name, typeof hole.allowed[0] === "number" ? Number(name) : name);
  }

  giver() {
    const { offer } = this;
    const name = capital(spaced(offer.command));
    const lacks = missing(offer, this.values);
    const words = this.isSure ? `Really: ${name.toLowerCase()}` : name;
    return make(
      "p",
      { class: "row give" },
      button(words, () => this.give(), {
        class: isGrave(offer) ? "danger" : "main",
        disabled: Boolean(lacks),
        "data-key": "give",
      }),
      lacks ? make("span", { class: "faint" }, `Still open: ${spaced(lacks)}`) : null,
      this.isSure && button("No", () => {
        this.isSure = false;
        this.render();
      }, { "data-key": "no" }),
    );
  }

  /** @param {Hole} hole */
  hole(hole) {
    const canDraw = hole.kind === "cards" && hole.allowed.length >= hole.count;
    return holeWidget({
      hole,
      value: this.values[hole.name],
      change: (value) => this.change(hole.name, value),
      insist: (name, reason) => this.insist(hole, name, reason),
      roll: hole.kind === "dice" ? () => this.roll(hole) : null,
      deal: canDraw ? () => this.change(hole.name, drawn(hole.allowed, hole.count)) : null,
      sheet: () => (this.sheet ??= this.ways.sheet((values) => this.fill(values))),
      placing: {
        isOn: this.placing === hole.name,
        hint: this.ways.placeHint(this),
        toggle: () => {
          this.placing = this.placing === hole.name ? "" : hole.name;
          this.render();
          this.ways.changed();
        },
      },
    });
  }
}

/** @param {string} text */
export function firstSentence(text) {
  return /^.*?[.!?](?= [A-Z0-9]|$)/s.exec(text)?.[0] ?? text;
}
