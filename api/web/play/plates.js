// Draws a plate for each side: its badge, who plays it, and whose move it is.

import { draw, make, replace } from "../app/elements.js";
import { capital } from "../app/words.js";
import { sideState } from "../state/plate.js";
import { sideColours } from "../table/words.js";
import { sorted } from "./filling.js";

/** @typedef {{side: string, seat: string, isOwn: boolean, isTurn: boolean}} Plate */

const SHAPES = /** @type {Record<string, string>} */ ({
  blue: "M7 0a7 7 0 1 1 0 14a7 7 0 1 1 0-14z",
  red: "M7 0l7 7l-7 7l-7-7z",
  green: "M7 0l7 13H0z",
  purple: "M3.5 1h7L14 7l-3.5 6h-7L0 7z",
  grey: "M1 1h12v12H1z",
  brown: "M1 0h12v8q0 4-6 6q-6-2-6-6z",
});

/** The shape and colour by which a side is known everywhere. @param {string} colour */
export function sideBadge(colour) {
  return draw("svg", { viewBox: "0 0 14 14", class: `badge side-${colour}`, "aria-hidden": "true" }, draw("path", { d: SHAPES[colour] ?? SHAPES.grey ?? "" }));
}

/** A plate for each side, in the order of the seats; pure.
 * @param {import("../app/store.js").State} now
 * @returns {Plate[]}
 */
export function platesOf({ state, seats, options }) {
  if (!state) return [];
  const acting = new Set((options?.seats ?? []).filter((each) => isAsked(sorted(each.options))).map((each) => each.seat));
  const over = state.view.result !== null;
  const moving = new Set((state.view.facts?.sides ?? []).flatMap((each) => (each.acting ? [each.name] : [])));
  return state.view.seats.flatMap((seat) =>
    (seat.sides.length > 0 ? seat.sides : [seat.name]).map((side) => ({
      side,
      seat: seat.name,
      isOwn: seats.includes(seat.name),
      // Of who plays several sides it is the move of the one that acts.
      isTurn: !over && acting.has(seat.name) && (moving.has(side) || !seat.sides.some((each) => moving.has(each))),
    })),
  );
}

/** Whether somebody waits for it: with what it may do, or with what it is to agree to. @param {ReturnType<typeof sorted>} offers */
function isAsked({ now, questions }) {
  return now.some((offer) => !offer.refusal) || questions.some((offer) => offer.command === "agree" && !offer.refusal);
}

/** A side once, with all who play it, who may be several in a game that is played together; pure.
 * @param {Plate[]} plates @returns {(Plate & {players: string})[]} */
export function oncePerSide(plates) {
  const sides = [...new Set(plates.map((each) => each.side))];
  return sides.map((side) => {
    const all = plates.filter((each) => each.side === side);
    const names = all.filter(({ seat }) => seat !== side).map(({ seat, isOwn }) => (isOwn ? `${seat}, you` : seat));
    const isOwn = all.some((each) => each.isOwn);
    return { side, seat: all.map((each) => each.seat).join(), players: names.join(" · "), isOwn, isTurn: all.some((each) => each.isTurn && (each.isOwn || !isOwn)) };
  });
}

/** Which plates stand below, with what is one's own, and which above; pure.
 * @template {Plate} P @param {P[]} plates @returns {{own: P[], others: P[]}} */
export function placed(plates) {
  const first = plates.find((each) => each.isOwn) ?? plates.at(-1);
  const own = plates.filter((each) => each === first || (first?.isOwn && each.seat === first.seat));
  const others = plates.filter((each) => !own.includes(each));
  // Whoever plays all sides has one below and the rest opposite: side by side they would be too narrow.
  return others.length > 0 ? { own, others } : { own: own.slice(0, 1), others: own.slice(1) };
}

export class Plates {
  /** @param {import("../app/shell.js").Context} context */
  constructor({ store, slots }) {
    this.store = store;
    this.slots = slots;
    this.told = "";
    store.on(["state", "seats", "options", "table"], () => this.changed());
  }

  changed() {
    const plates = oncePerSide(platesOf(this.store.now));
    const facts = this.store.now.state?.view.facts;
    const told = JSON.stringify([plates, facts?.sides, facts?.objectives]);
    if (told === this.told) return;
    this.told = told;
    const { own, others } = placed(plates);
    const colours = sideColours(plates.map((each) => each.side).sort());
    /** @param {Plate & {players: string}} each */
    const drawn = (each) => plate(each, colours.get(each.side) ?? "grey", sideState(facts, each.side));
    replace(this.slots.others, ...others.map(drawn));
    replace(this.slots.own, ...own.map(drawn));
  }
}

/** @param {Plate & {players: string}} told @param {string} colour @param {import("../app/elements.js").Child[]} state */
function plate({ side, players, isOwn, isTurn }, colour, state) {
  return make(
    "div",
    { class: `plate side-${colour}${isTurn && isOwn ? " is-turn" : ""}`, "data-side": side },
    make(
      "p",
      { class: "who" },
      sideBadge(colour),
      make("strong", {}, capital(side)),
      players && make("small", {}, players),
      isTurn && isOwn && make("span", { class: "turn-chip" }, "your move"),
    ),
    ...state,
  );
}
