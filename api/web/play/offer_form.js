// Shows one offer as a form: its sentence, its open places, and the button that gives it.

import { button, make, replace } from "../app/elements.js";
import { barredWords, choiceWords, deedOf, plainWords, saysAll } from "./deeds.js";
import { begun, commandOf, isComplete, isFilled, isGrave, isOneTap, lackWords, missing, passing } from "./filling.js";
import { clauseLink } from "./evidence.js";
import { mayGoRound } from "./each_in_turn.js";
import { holeWidget } from "./hole.js";
import { areWhole, isToPick, sizesIn } from "./piles.js";
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
 * @property {(mayStay: boolean) => string} placeHint
 * @property {(form: OfferForm, at: [number, number]) => void} placed a place that was typed
 * @property {(fill: (values: Values) => void) => HTMLElement} sheet how a drawn sheet is got
 * @property {(form: OfferForm) => HTMLElement | null} meter how far its piece has moved, if it has
 * @property {() => Map<string, string>} called what is said in place of names that nobody says
 * @property {() => import("../app/store.js").Card[]} hand the cards that the umpire has dealt to its seat
 * @property {(form: OfferForm) => HTMLElement | null} needs what it takes to hit each of its targets
 * @property {(form: OfferForm) => HTMLElement | null} odds how likely what follows is, if that is told
 * @property {(() => void) | null} always has the umpire do from now on what nobody chooses
 * @property {{isOn: () => boolean, turn: () => void}} round whether it goes round its units by itself
 */

export class OfferForm {
  /** @param {Offer} offer @param {Ways} ways */
  constructor(offer, ways) {
    this.ways = ways;
    this.offer = offer;
    this.values = begun(offer);
    /** What stands above it, so that nothing is said twice at length. */
    this.awaits = "";
    /** The question that it answers, where that stands above all of its answers. */
    this.asked = "";
    this.isOpen = false;
    /** Whether its targets are one choice that opens. */
    this.isLong = false;
    this.isSure = false;
    this.isBusy = false;
    /** Whether the umpire has drawn for it. */
    this.hasDrawn = false;
    /** Whether it is what is done next, and so the only thing in yellow. */
    this.isLead = false;
    /** Whether it says what it is for, as no other beside it does. */
    this.isExplained = true;
    /** Whether it is filled in though it is greyed, to ask the others to let it pass. */
    this.isInsisted = false;
    /** What was tapped last of what is greyed. */
    this.tapped = "";
    /** Whether the cards of piles are chosen, and those of each pile so far. */
    this.isPicking = false;
    /** @type {string[][]} */
    this.picks = [];
    /** The place that takes the next tap on the table, where it is not the usual one. */
    this.placing = "";
    /** @type {HTMLElement | null} */
    this.sheet = null;
    /** What was waited for when it was given. @type {string | null} */
    this.givenUnder = null;
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

  /** What one tap gives is open by itself, but for what has many targets beside other things to do. @param {boolean} isActive */
  unfold(isActive) {
    if (!isActive) this.choose(false);
    this.open(isActive || (isOneTap(this.offer) && !this.isLong));
  }

  /** Somebody went to it by themselves: it has what room there is. @param {boolean} isChosen */
  choose(isChosen) {
    this.element.classList.toggle("chosen", isChosen);
    this.element.toggleAttribute("data-fresh", isChosen);
  }

  /** @param {boolean} isLead */
  lead(isLead) {
    if (isLead === this.isLead) return;
    this.isLead = isLead;
    this.render();
  }

  /** @param {boolean} isExplained */
  explain(isExplained) {
    if (isExplained === this.isExplained) return;
    this.isExplained = isExplained;
    this.render();
  }

  /** @param {string} name @param {unknown} value */
  change(name, value) {
    this.values = { ...this.values, [name]: value };
    this.placing = "";
    if (!this.offer.holes.some((hole) => hole.name === name && hole.kind === "piles")) this.pick([], false);
    if (isOneTap(this.offer) && value !== undefined && !this.isPicking) {
      this.give();
      return;
    }
    this.render();
    this.ways.changed();
    // What is filled in waits for its button, which may lie below the edge.
    if (this.isOpen && isComplete(this.offer, this.values)) this.element.querySelector("[data-key=give]")?.scrollIntoView({ block: "nearest" });
  }

  /** Which cards make each pile; told once all of them are whole. @param {string[][]} picks @param {boolean} [isShown] */
  pick(picks, isShown = true) {
    const hole = this.offer.holes.find((each) => each.kind === "piles");
    if (!hole) return;
    this.picks = picks;
    this.values = { ...this.values, [hole.name]: areWhole(picks, sizesIn(this.values)) ? picks : undefined };
    if (isShown) this.render();
  }

  /** Whether cards are being chosen, and not all of them are: what was chosen must not be lost. */
  isHalfPicked() {
    return this.isPicking && !areWhole(this.picks, sizesIn(this.values));
  }

  /** The cards are chosen one by one, or laid as they lie in the hand. */
  toggled() {
    this.isPicking = !this.isPicking;
    // Of one way alone nobody has to say that it is wanted.
    const only = this.offer.holes.find((hole) => hole.allowed.length === 1 && Array.isArray(hole.allowed[0]));
    if (this.isPicking && only) this.values = { ...this.values, [only.name]: only.allowed[0] };
    // A size that was chosen with the cards lays the piles once it is tapped again.
    if (!this.isPicking) this.values = begun(this.offer);
    this.pick([]);
    // On a phone they would lie below the edge.
    this.element.querySelector(".piles-picked")?.scrollIntoView({ block: "start" });
  }

  /** All of it at once, as a sheet that was read fills more than one place. @param {Values} values */
  fill(values) {
    this.values = { ...this.values, ...values };
    this.give();
  }

  give() {
    if (this.isBusy || !isComplete(this.offer, this.values) || this.isHalfPicked()) return;
    if (isGrave(this.offer) && !this.isSure) {
      this.isSure = true;
      this.render();
      return;
    }
    this.givenUnder = this.awaits;
    this.ways.give(commandOf(this.offer, this.values));
  }

  /** Whether it was given and something else is waited for since: then it is the next act no more; told once.
   * @param {string} awaits */
  isPast(awaits) {
    if (this.givenUnder === null || this.givenUnder === awaits) return false;
    this.givenUnder = null;
    return true;
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
    // The ruling is read next.
    this.choose(false);
    if (isAccepted) [this.isPicking, this.picks] = [false, []];
    if (isAccepted || isOneTap(this.offer)) this.values = begun(this.offer);
    this.render();
  }

  /** The referee rolls, and it counts: nobody may think twice about it. @param {Hole} hole */
  roll(hole) {
    const others = this.offer.holes.filter((each) => each !== hole);
    const lacks = others.find((each) => !isFilled(each, this.values[each.name]));
    if (lacks) this.ways.why(lackWords(this.offer, lacks.name));
    else this.ways.roll(hole, commandOf(this.offer, { ...this.values, [hole.name]: undefined }));
  }

  /** @param {string} awaits @param {string} [asked] */
  under(awaits, asked = "") {
    if (awaits === this.awaits && asked === this.asked) return;
    this.awaits = awaits;
    this.asked = asked;
    this.render();
  }

  render() {
    const { offer } = this;
    const asked = this.asked && offer.says.replace(this.asked, "").trim();
    const says = asked ? asked : this.awaits.includes(offer.says) ? firstSentence(offer.says) : offer.says;
    this.element.classList.toggle("open", this.isOpen);
    this.element.classList.toggle("plain", offer.holes.length === 0 && offer.refusal === null);
    this.element.classList.toggle("greyed", offer.refusal !== null);
    this.element.classList.toggle("choice", this.isLead && isOneTap(offer));
    this.element.dataset.command = offer.command;
    if (offer.refusal && !this.isInsisted) {
      replace(this.element, make("h3", {}, says), ...this.greyed(offer.refusal));
      return;
    }
    if (asked && !this.isOpen && offer.holes.length > 0 && offer.holes.every((hole) => hole.optional)) {
      replace(this.element, this.answer(asked));
      return;
    }
    const plain = offer.holes.length === 0;
    const meter = this.isOpen ? this.ways.meter(this) : null;
    const isTooFar = meter?.dataset.over === "true";
    // What the dock's title says already is there for those alone who do not see the title beside it.
    const isSaid = this.awaits.startsWith(offer.says) || (this.isLead && this.awaits.includes(offer.says));
    replace(
      this.element,
      plain || this.isOpen
        ? make("h3", { class: isSaid || (asked && plain) ? "unseen" : "" }, says)
        : make("h3", {}, button(says, () => this.ways.opened(this), { class: "opener", "aria-expanded": "false", "data-key": "opener" })),
      (plain || this.isOpen) && this.isExplained && offer.help && make("div", { class: "help" }, make("p", {}, offer.help.says), clauseLink(offer.help.clause, this.ways.book)),
      meter,
      ...(this.isOpen ? neededFirst(offer.holes).filter((hole) => this.isAsked(hole, meter)).map((hole) => this.hole(hole)) : []),
      this.isOpen && this.ways.needs(this),
      (plain || (this.isOpen && (!isOneTap(offer) || this.isPicking))) && !isTooFar && this.giver(meter?.dataset.over === "unknown"),
      (plain || this.isOpen) && this.ways.odds(this),
    );
  }

  /** Whether there is anything to fill in. @param {Hole} hole @param {HTMLElement | null} meter */
  isAsked(hole, meter) {
    if (hole.kind === "piles") return isToPick(this.ways.hand().length, this.offer, sizesIn(this.values));
    return !meter || hole.kind !== "pose";
  }

  /** An answer that may be given with a reason is one press without. @param {string} says */
  answer(says) {
    return make(
      "p",
      { class: "row give" },
      button(says.replace(/\.$/, ""), () => this.give(), { "data-key": "give" }),
      button("Say why", () => this.ways.opened(this), { class: "link", "aria-expanded": "false", "data-key": "opener" }),
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
      make("p", { class: "reason" }, barredWords(this.offer.says, refusal)),
      clauseLink(refusal.clause, this.ways.book),
      refusal.waivable && button(plain ? "Ask to let it pass" : "Fill it in anyway", plain ? pass : insist, { "data-key": "pass" }),
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

  /** @param {boolean} [isMeasured] whether what is missing is on its way */
  giver(isMeasured = false) {
    const { offer } = this;
    const name = deedOf(offer, this.values, this.ways.called());
    const lacks = missing(offer, this.values);
    const words = this.isSure ? `Yes, ${name.toLowerCase()}` : name;
    const row = make(
      "p",
      { class: "row give" },
      // Where the first press was, so that a second one by mistake does nothing.
      this.isSure && button("No", () => {
        this.isSure = false;
        this.render();
      }, { "data-key": "no" }),
      button(words, () => this.give(), {
        class: isGrave(offer) ? "danger" : this.isLead ? "go" : "",
        disabled: Boolean(lacks) || this.isHalfPicked(),
        "data-key": "give",
      }),
      offer.forced && this.isLead && this.ways.always && button("Always for me", this.ways.always, { class: "link", title: "The umpire rolls, shuffles and deals for you from now on.", "data-key": "always" }),
      (this.ways.round.isOn() || mayGoRound(offer, this.values)) && button(this.ways.round.isOn() ? "Stop" : "Each in turn", this.ways.round.turn, { class: "link", title: "Goes on to the next unit by itself, as long as one is left.", "data-key": "round" }),
      !isMeasured && (lacks || this.isHalfPicked()) ? make("span", { class: "faint" }, lacks ? lackWords(offer, lacks) : "Choose all of their cards first.") : null,
    );
    return this.isSure ? make("div", {}, make("strong", { class: "sure" }, `${name}: are you sure?`), row) : row;
  }

  /** Once: a second draw would be a choice between two. @param {Hole} hole */
  draw(hole) {
    this.hasDrawn = true;
    this.change(hole.name, drawn(hole.allowed, hole.count));
  }

  /** @param {Hole} hole */
  hole(hole) {
    const canDraw = hole.kind === "cards" && hole.allowed.length >= hole.count;
    return holeWidget({
      hole,
      value: this.values[hole.name],
      isPlain: isOneTap(this.offer) && saysAll(this.offer, hole),
      words: (value) => (isOneTap(this.offer) ? choiceWords(this.offer, hole, value, this.ways.called()) : plainWords(value, this.ways.called())),
      help: this.offer.help?.choices ?? {},
      change: (value) => this.change(hole.name, value),
      insist: (name, reason) => this.insist(hole, name, reason),
      roll: hole.kind === "dice" || hole.by_chance ? () => this.roll(hole) : null,
      deal: canDraw && !this.hasDrawn ? () => this.draw(hole) : null,
      piles: {
        hand: this.ways.hand(),
        sizes: sizesIn(this.values),
        picks: this.picks,
        isOn: this.isPicking,
        pick: (picks) => this.pick(picks),
        toggle: () => this.toggled(),
      },
      sheet: () => (this.sheet ??= this.ways.sheet((values) => this.fill(values))),
      placing: {
        isOn: this.placing === hole.name,
        hint: this.ways.placeHint(hole.optional),
        typed: (at) => this.ways.placed(this, at),
        toggle: () => {
          this.placing = this.placing === hole.name ? "" : hole.name;
          this.render();
          this.ways.changed();
        },
      },
    });
  }
}

/** What has to be said stands above what may be left out. @param {Hole[]} holes */
function neededFirst(holes) {
  return [...holes.filter((hole) => !hole.optional), ...holes.filter((hole) => hole.optional)];
}

/** @param {string} text */
export function firstSentence(text) {
  return /^.*?[.!?](?= [A-Z0-9]|$)/s.exec(text)?.[0] ?? text;
}
