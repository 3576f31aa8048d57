// Tells before a shot how far it is and what has to be rolled, by asking the umpire without giving it.

import { make, replace } from "../app/elements.js";
import { capital, inches, plain } from "../app/words.js";
import { doerOf } from "../play/deeds.js";
import { commandOf, isComplete, isGrave } from "../play/filling.js";

/** @typedef {import("../app/types.js").Offer} Offer */
/** @typedef {import("../app/types.js").Measured} Measured */
/** @typedef {{allowed: boolean, rolls: string[], evidence: Measured[]}} Tried */

const MOST_TARGETS = 8;
/** Of more than these in all, only the pieces tell: what is waited for stays in sight. */
const MOST_BESIDE = 3;
const MOST_KEPT = 60;

/** What a unit may do to others, a command for each; pure. @param {Offer} offer @param {Record<string, unknown>} values
 * @returns {{name: string, command: Record<string, unknown>}[]} */
export function commandsAt(offer, values) {
  const target = offer.holes.find((hole) => hole.kind === "unit" && !hole.optional);
  if (!target || offer.refusal || isGrave(offer) || doerOf(offer) === "") return [];
  const chosen = values[target.name];
  const units = chosen === undefined ? target.allowed.slice(0, MOST_TARGETS) : [chosen];
  return units.flatMap((unit) => {
    const filled = { ...values, [target.name]: unit };
    return isComplete(offer, filled) ? [{ name: String(unit), command: commandOf(offer, filled) }] : [];
  });
}

/** How far, whether it is seen, and what it takes, in a line; empty where no dice decide; pure. @param {Tried | null} tried */
export function needWords(tried) {
  if (!tried?.allowed || tried.rolls.length === 0) return "";
  const lengths = tried.evidence.flatMap(({ what, value, limit }) =>
    typeof value === "number" && typeof limit === "number" && Number.isFinite(limit) ? [what === "range" ? `${plain(value)} of ${inches(limit)}.` : `${capital(what.replaceAll("_", " "))}: ${plain(value)} of ${inches(limit)}.`] : [],
  );
  const seen = tried.evidence.filter(({ what }) => what === "sight").map(({ answer }) => (answer === "YES" ? "In sight." : answer === "TOO_CLOSE_TO_CALL" ? "The line is too close to call." : ""));
  return [...new Set([...lengths, ...seen.filter(Boolean)]), ...tried.rolls].join(" ");
}

export class Needs {
  /** @param {import("../app/shell.js").Context} context */
  constructor(context) {
    this.context = context;
    /** Answers by what was asked in which moment. @type {Map<string, Promise<string>>} */
    this.kept = new Map();
  }

  /** What it takes to do it; asked once while nothing has happened. @param {string} seat @param {Record<string, unknown>} command */
  of(seat, command) {
    const { battle, state, table } = this.context.store.now;
    const key = JSON.stringify([battle, state?.last, table?.number, seat, command]);
    let found = this.kept.get(key);
    if (!found) {
      const path = `/battles/${encodeURIComponent(battle)}/try`;
      found = this.context.requests.post(path, { seat, command }).then(needWords, () => {
        // What failed is asked for again the next time.
        this.kept.delete(key);
        return "";
      });
      this.kept.set(key, found);
      for (const old of [...this.kept.keys()].slice(0, Math.max(0, this.kept.size - MOST_KEPT))) this.kept.delete(old);
    }
    return found;
  }

  /** Below a form, a line for each target; where there are many in all, only the pieces tell.
   * @param {string} seat @param {import("../play/offer_form.js").OfferForm} form @param {import("../play/feed.js").Fed} fed */
  beside(seat, { offer, values }, fed) {
    const commands = commandsAt(offer, values);
    const every = fed.seats.flatMap(({ offers }) => offers).reduce((sum, each) => sum + commandsAt(each, {}).length, 0);
    if (commands.length === 0 || every > MOST_BESIDE) return null;
    const list = make("ul", { class: "needs" });
    void Promise.all(commands.map(async ({ name, command }) => ({ name, words: await this.of(seat, command) }))).then((told) =>
      replace(list, ...told.filter(({ words }) => words).map(({ name, words }) => make("li", {}, make("b", {}, name), ` ${words}`))),
    );
    return list;
  }
}
