// Shows the cards that the umpire deals: one's own hand, piles, backs, and what was promised.

import { button, make, replace } from "../app/elements.js";
import { newId, query } from "../app/request.js";
import { capital } from "../app/words.js";

/**
 * @typedef {{card: string, says: string, rule: string}} Face
 * @typedef {{name: string, kind: "hand" | "pile" | "deck" | "glimpse", owner: string,
 *   cards: Face[], hidden: number, private: boolean}} Place
 * @typedef {{pack: string, digest: string, words: string[], takes_words: boolean,
 *   opened: object | null}} Pack
 * @typedef {{dealt: boolean, places: Place[], packs: Pack[]}} Cards
 */

const MOST_BACKS = 6;
const RED = /[HD]$/;

/** The cards of one place; pure. @param {Place} place @param {boolean} [isShared] whether several seats look at it: then `your` is somebody's */
export function placeOfCards(place, isShared = false) {
  const name = isShared && place.owner ? place.name.replace(/\byour\b/, `${place.owner}'s`) : place.name;
  const backs = Math.min(place.hidden, MOST_BACKS);
  const count = place.cards.length + place.hidden;
  return make(
    "figure",
    { class: `cards-at ${place.kind}`, "data-place": place.name },
    make(
      "figcaption",
      {},
      capital(name),
      // With its noun: a name may end in a number of its own.
      make("small", {}, `: ${count} ${count === 1 ? "card" : "cards"}`),
      place.private && make("small", { class: "private" }, "only you see them"),
    ),
    make(
      "ul",
      { class: "fan" },
      ...place.cards.map((face) => make("li", { class: `face${RED.test(face.card) ? " red" : ""}`, "data-card": face.card }, faceOf(face))),
      ...Array.from({ length: backs }, () => make("li", { class: "back", "aria-hidden": "true" })),
      place.hidden > backs && make("li", { class: "more" }, `and ${place.hidden - backs} more`),
    ),
  );
}

/** A face; what it does is told by a tap, where its name says too little. @param {Face} face */
function faceOf({ says, rule }) {
  return rule ? make("details", {}, make("summary", {}, says), make("p", {}, rule)) : says;
}

/** Fills a section with the cards of the battle that is watched. @param {import("../app/shell.js").Context} context @param {HTMLElement} root */
export function showDealtCards({ store, requests, say }, root) {
  /** A look that was overtaken by another one shows nothing. */
  let look = 0;
  let told = "";
  let shown = "";
  // A card that is opened is read whole. A toggle does not bubble.
  root.addEventListener("toggle", (event) => /** @type {Element} */ (event.target).scrollIntoView({ block: "nearest", inline: "nearest" }), true);
  const refresh = async () => {
    const mine = ++look;
    const { battle, state, seats, me } = store.now;
    const isDealt = Boolean(battle && state && /** @type {any} */ (state.view).options?.cards === "dealt");
    root.hidden = !isDealt;
    if (!isDealt) {
      // The hands are forgotten with the battle, and told anew when it is watched again.
      told = "";
      return;
    }
    const asked = me?.role === "host" && seats.length > 0 ? seats : [""];
    const path = `/battles/${encodeURIComponent(battle)}/cards`;
    /** @type {Cards[]} */
    const found = await Promise.all(asked.map((seat) => requests.get(path + query(seat ? { seat } : {}))));
    const piles = state?.view.facts?.piles ?? [];
    const text = JSON.stringify([asked, found, piles.map((pile) => pile.says)]);
    if (mine !== look || text === told) return;
    told = text;
    store.set({ hands: Object.fromEntries(asked.map((seat, index) => [seat || (seats[0] ?? ""), handOf(found[index])])) });
    const first = found[0];
    const places = lookedAtFirst(merged(found).filter((place) => !isToldOf(place, piles) && !isEmptyHand(place)));
    if (first) replace(root, ...places.map((place) => placeOfCards(place, asked.length > 1)), promised(first));
    // What comes in stands at the front, wherever somebody had scrolled to among others.
    const names = places.map((place) => place.name).join();
    if (names !== shown) root.scrollTo(0, 0);
    shown = names;
  };
  /** @param {Cards} cards */
  const promised = ({ packs }) => {
    const open = packs.filter((pack) => pack.takes_words);
    const seat = store.now.seats[0];
    return make(
      "details",
      { class: "promises" },
      make("summary", {}, "Promised by the umpire"),
      make("p", { class: "faint" }, "The host's computer keeps what is hidden. Each order was promised before it was dealt, and is opened afterwards."),
      ...packs.map((pack) => make("p", {}, `${capital(pack.pack)}: `, make("code", {}, pack.digest.slice(0, 16)), pack.opened ? " opened" : "")),
      open.length > 0 && seat !== undefined && make("p", {}, button("Throw words in", () => void throwIn(seat), { class: "quiet", "data-key": "throw-in" })),
    );
  };
  /** @param {string} seat */
  const throwIn = async (seat) => {
    try {
      const { battle } = store.now;
      const body = { id: newId(), seat, command: { kind: "throw_in", words: newId() } };
      const answer = await requests.post(`/battles/${encodeURIComponent(battle)}/commands`, body);
      say(answer.accepted ? "Your words count for the next deck." : answer.refusal.reason);
      await refresh();
    } catch (failure) {
      say(failure instanceof Error ? failure.message : String(failure));
    }
  };
  const soon = () => void refresh().catch((failure) => say(failure.message));
  store.on(["state", "seats", "battle", "me"], soon);
  soon();
}

/** The cards that a seat has in hand; pure. @param {Cards | undefined} cards @returns {Face[]} */
export function handOf(cards) {
  return (cards?.places ?? []).filter((place) => place.kind === "hand" && place.private).flatMap((place) => place.cards);
}

/** Whether the piles that every game tells have it already: nothing is drawn twice; pure.
 * @param {Place} place @param {{says: string}[]} piles
 */
export function isToldOf(place, piles) {
  const isSeenByAll = place.kind === "deck" || (place.kind === "pile" && !place.private);
  const name = place.name.toLowerCase();
  // Of two piles that face each other the place says whose each is: `battle 1, attacker`.
  const isNamed = (/** @type {string} */ says) => name === says || name.startsWith(`${says},`);
  return isSeenByAll && piles.some((pile) => isNamed(pile.says.toLowerCase()));
}

/** What somebody was shown for once comes first, the latest at the front: the next choice is about it; pure.
 * @param {Place[]} places
 */
export function lookedAtFirst(places) {
  const isLookedAt = (/** @type {Place} */ { kind, owner }) => kind === "glimpse" && owner === "";
  return [...places.filter(isLookedAt).reverse(), ...places.filter((place) => !isLookedAt(place))];
}

/** Whether nothing is to be seen of a hand; pure. @param {Place} place */
export function isEmptyHand({ kind, cards, hidden }) {
  return kind === "hand" && cards.length + hidden === 0;
}

/** What several seats of one screen see together: of each place the fullest telling.
 * @param {Cards[]} told
 */
export function merged(told) {
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const { places: of } of told) {
    for (const place of of) {
      const key = `${place.name} ${place.owner}`;
      const before = places.get(key);
      if (!before || before.cards.length < place.cards.length) places.set(key, place);
    }
  }
  return [...places.values()];
}
