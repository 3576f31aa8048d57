// Knows that a moment of a game of cards is replayed with its cards.

import assert from "node:assert/strict";
import { test } from "node:test";

import { all, standIn } from "./stand_in.js";

standIn();

const pile = (says, more) => ({ name: says, says, count: 3, top: null, owner: "", side: "", row: "", column: 0, result: "", notes: [], ...more });
const hand = (owner, down) => ({ owner, seat: owner, side: owner, down, open: [], own: [] });
const VIEW = {
  facts: {
    surface: "cloth",
    piles: [pile("draw pile"), pile("battle 1", { row: "Fox attacks Owl", column: 1, owner: "Fox", top: { name: "c1", says: "Tiger", rank: "", suit: "" } })],
    sides: [{ hands: [hand("Fox", 4)] }, { hands: [hand("Owl", 0)] }],
  },
};

test("piles, the cards on top of them and hands are laid where a table would be", async () => {
  const { PastCards } = await import("../../../api/web/review/past_cards.js");
  const cards = new PastCards(document.createElement("div"), "The table at this moment");
  assert.ok(cards.show(VIEW, null));
  assert.equal(cards.element.hidden, false);
  assert.deepEqual(all(cards.element, "h3").map((each) => each.textContent), ["Fox attacks Owl"]);
  assert.deepEqual(all(cards.element, "span").filter((each) => each.getAttribute("class") === "named-card").map((each) => each.textContent), ["Tiger"]);
  // Nothing is said of a hand without cards.
  assert.deepEqual(all(cards.element, "figcaption").map((each) => each.textContent), ["Fox"]);
});

test("a table that a camera saw, and a game on a mat, are shown as they lay", async () => {
  const { PastCards } = await import("../../../api/web/review/past_cards.js");
  const cards = new PastCards(document.createElement("div"), "The table");
  assert.ok(!cards.show(VIEW, { pieces: [{ id: "c1" }] }));
  assert.ok(!cards.show({ facts: { ...VIEW.facts, surface: "mat" } }, null));
  assert.ok(!cards.show(null, null));
  assert.equal(cards.element.hidden, true);
});
