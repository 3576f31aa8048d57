// Gives at one press all that is complete as the pieces stand, one after the other, until one is refused.

import { button } from "../app/elements.js";
import { verbOf } from "./deeds.js";
import { begun, isComplete, isPlaced } from "./filling.js";

/** @typedef {import("../app/types.js").Offer} Offer */
/** @typedef {import("./offer_form.js").OfferForm} OfferForm */

/** Whether it may be given as its piece stands. @param {Offer} offer */
function stands(offer) {
  return isPlaced(offer) && (offer.weight ?? "main") === "main" && isComplete(offer, begun(offer));
}

/** What several units may do as they stand, by command; pure. @template {{offer: Offer}} F @param {F[]} forms */
export function allStanding(forms) {
  /** @type {Map<string, F[]>} */
  const found = new Map();
  for (const form of forms.filter(({ offer }) => stands(offer))) found.set(form.offer.command, [...(found.get(form.offer.command) ?? []), form]);
  return new Map([...found].filter(([, each]) => each.length > 1));
}

/** @param {OfferForm[]} forms of a seat @param {(command: string) => void} begin */
export function standingButtons(forms, begin) {
  return [...allStanding(forms)].map(([command, each]) => {
    const verb = each[0] ? verbOf(each[0].offer) : "";
    const words = `${verb}${verb.includes(" ") ? ":" : ""} all ${each.length} as they stand`;
    return button(words, () => begin(command), { class: "all-standing", "data-key": `all ${command}` });
  });
}

export class AsTheyStand {
  constructor() {
    /** In which step it was begun, by seat and command. @type {Map<string, string>} */
    this.going = new Map();
    /** What was given last, and at which event: where it was refused, the rest is not given. */
    this.tried = { whose: "", key: "", last: -1 };
  }

  /** @param {string} seat @param {string} command @param {string} step of the battle; in another one it is over */
  begin(seat, command, step) {
    this.going.set(`${seat} ${command} `, step);
  }

  /** Gives the next one; whether there was one, or one that has no answer yet.
   * @param {Map<string, OfferForm>} forms that wait for no answer @param {string} step @param {number} last event */
  goesOn(forms, step, last) {
    for (const [whose, began] of this.going) {
      const isTried = this.tried.last === last && this.tried.whose === whose;
      if (began === step && isTried && !forms.has(this.tried.key)) return true;
      const [key, form] = [...forms].find(([name, { offer }]) => name.startsWith(whose) && stands(offer)) ?? [];
      if (began !== step || isTried) this.going.delete(whose);
      else if (key && form) {
        this.tried = { whose, key, last };
        form.fill({});
        return true;
      }
    }
    return false;
  }
}
