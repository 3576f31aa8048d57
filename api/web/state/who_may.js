// Lists what each seat may do now, and who is waited for.

import { make } from "../app/elements.js";
import { verbOf } from "../play/deeds.js";

/** @typedef {import("../app/types.js").Offer} Offer */

// Always there, and no answer to what a seat may do now.
const ALWAYS = new Set(["amend_state", "change_option", "take_back", "challenge", "declare_unmoved"]);

/** What each seat may do, in a word each, and what it is waited for; pure.
 * @param {import("./facts.js").Facts} facts
 * @param {{name: string}[]} seats
 * @param {{seat: string, options: Offer[]}[]} offered to the seats that are played from here
 * @returns {{seat: string, awaited: string[], verbs: string[], isWaiting: boolean}[]}
 */
export function whoMay(facts, seats, offered) {
  // What is told to nobody by name may be asked of any seat that others play.
  const isOfAnybody = facts.awaited.some((each) => each.seat === "");
  return seats.map(({ name }) => {
    const told = offered.find((each) => each.seat === name)?.options;
    const own = told ?? [];
    const free = own.filter((offer) => !offer.refusal && !ALWAYS.has(offer.command) && offer.weight !== "grave" && offer.weight !== "quiet");
    return {
      seat: name,
      awaited: facts.awaited.filter((each) => each.seat === name).map((each) => each.says),
      verbs: [...new Set(free.map(verbOf))],
      isWaiting: told !== undefined || !isOfAnybody,
    };
  });
}

/** @param {ReturnType<typeof whoMay>} seats @param {import("./facts.js").Awaited[]} awaited */
export function seatList(seats, awaited) {
  const nobodys = awaited.filter((each) => each.seat === "").map((each) => each.says);
  return make(
    "ul",
    { class: "who-may", "aria-label": "What each seat may do" },
    ...nobodys.map((says) => make("li", {}, says)),
    ...seats.map(({ seat, awaited: asked, verbs, isWaiting }) =>
      make(
        "li",
        { "data-seat": seat, class: asked.length + verbs.length > 0 ? "asked" : "waits" },
        make("b", {}, seat),
        make("span", {}, asked.length > 0 ? asked.join("; ") : verbs.length > 0 ? "may act" : isWaiting ? "waits" : ""),
        verbs.length > 0 && make("small", {}, verbs.join(", ")),
      ),
    ),
  );
}
