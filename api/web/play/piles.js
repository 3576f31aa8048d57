// Lets a player choose which cards of their own hand make each pile.

import { button, make } from "../app/elements.js";
import { capital } from "../app/words.js";

/**
 * @typedef {object} Piles What is known where piles are made.
 * @property {import("../app/store.js").Card[]} hand
 * @property {number[] | null} sizes how many cards each pile is to have, once that is chosen
 * @property {string[][]} picks the cards of each pile, so far
 * @property {boolean} isOn
 * @property {() => void} toggle
 * @property {(picks: string[][]) => void} pick
 */

/** The piles after a card was tapped: into the first that has room, or out again; pure.
 * @param {string[][]} picks @param {string} card @param {number[]} sizes
 */
export function withCard(picks, card, sizes) {
  const piles = sizes.map((_, index) => (picks[index] ?? []).filter((each) => each !== card));
  if (picks.some((pile) => pile.includes(card))) return piles;
  const open = piles.findIndex((pile, index) => pile.length < (sizes[index] ?? 0));
  return piles.map((pile, index) => (index === open ? [...pile, card] : pile));
}

/** Whether each pile has all of its cards; pure. @param {string[][]} picks @param {number[] | null} sizes */
export function areWhole(picks, sizes) {
  return sizes !== null && picks.length === sizes.length && picks.every((pile, index) => pile.length === sizes[index]);
}

/** How many cards the piles are to have, out of what is filled in; pure. @param {Record<string, unknown>} values */
export function sizesIn(values) {
  const found = Object.values(values).find((value) => Array.isArray(value) && value.length > 0 && value.every(Number.isInteger));
  return /** @type {number[] | null} */ (found ?? null);
}

/** Whether there is anything to choose: one pile of the whole hand leaves nothing; pure.
 * @param {number} held how many cards are in the hand @param {import("../app/types.js").Offer} offer @param {number[] | null} sizes once they are chosen */
export function isToPick(held, offer, sizes) {
  const allowed = offer.holes.flatMap((hole) => hole.allowed).filter((each) => Array.isArray(each));
  const ways = sizes ? [sizes] : /** @type {number[][]} */ (allowed);
  return held > 0 && ways.some((way) => way.length > 1 || (way[0] ?? 0) < held);
}

/** @param {Piles} piles @returns {HTMLElement} */
export function pilesPicker({ hand, sizes, picks, isOn, toggle, pick }) {
  if (!isOn) return button("Choose the cards of each pile", toggle, { class: "link", "data-key": "pick cards" });
  const how = make("p", { class: "faint" }, "Then tap the cards, pile by pile.");
  if (!sizes) return how;
  const chosen = picks.flat();
  const says = new Map(hand.map((face) => [face.card, face.says]));
  return make(
    "div",
    { class: "piles-picked" },
    how,
    make(
      "div",
      { class: "choices" },
      ...hand.map(({ card, says: name }) =>
        button(capital(name), () => pick(withCard(picks, card, sizes)), {
          "aria-pressed": String(chosen.includes(card)),
          disabled: !chosen.includes(card) && areWhole(picks, sizes),
          "data-key": `pile card ${card}`,
        }),
      ),
    ),
    make(
      "ol",
      {},
      ...sizes.map((size, index) => {
        const pile = picks[index] ?? [];
        return make("li", {}, `${pile.length} of ${size}${pile.length > 0 ? `: ${pile.map((card) => says.get(card) ?? card).join(", ")}` : ""}`);
      }),
    ),
    button("As they lie in my hand", toggle, { class: "link", "data-key": "no cards" }),
  );
}
