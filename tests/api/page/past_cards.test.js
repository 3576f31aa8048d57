// Knows that a moment of a game of cards is replayed with its cards.

import assert from "node:assert/strict";
import { test } from "node:test";

import { all, given, settled, standIn } from "./stand_in.js";

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

test("rows that were taken up before anybody saw them are found as they ended", async () => {
  const { CardTable } = await import("../../../api/web/cards/card_table.js");
  await import("../../../api/web/cards/ended_rows.js");
  const { store, requests, context } = given({ battle: "one" });
  const table = new CardTable({ host: document.createElement("div"), context, dealt: document.createElement("section") });
  const row = (says, result) => pile("battle 1", { row: "Fox attacks Owl", column: 1, owner: "Fox", result, top: { name: says, says, rank: "", suit: "" } });
  const tell = (last, ...piles) => store.set({ state: { last, view: { facts: { surface: "cloth", piles, sides: [] } } } });
  const shown = () => all(table.piles, "span").filter((each) => each.getAttribute("class") === "named-card").map((each) => each.textContent);
  tell(3, pile("draw pile"));
  tell(7, pile("draw pile"), row("Crane", ""));
  tell(12, pile("draw pile"));
  await settled();
  await requests.answers("/battles/one/review/moments/11", { view: { facts: { piles: [pile("draw pile")] } } });
  await requests.answers("/battles/one/review/moments/10", { view: { facts: { piles: [pile("draw pile"), row("Tiger", "Fox wins")] } } });
  assert.deepEqual(shown(), ["Tiger"]);
  assert.ok(table.piles.textContent.includes("How it ended"));
  // It stays until others are laid, and is no other battle's.
  tell(14, pile("draw pile"));
  assert.deepEqual(shown(), ["Tiger"]);
  tell(15, pile("draw pile"), row("Panda", ""));
  assert.deepEqual(shown(), ["Panda"]);
  store.set({ battle: "two" });
  tell(2, pile("draw pile"));
  await settled();
  assert.deepEqual([shown(), requests.open.length], [[], 0]);
});

test("of a battle that is over its result is read first, then how it ended, and the pack comes last", async () => {
  const { CardTable } = await import("../../../api/web/cards/card_table.js");
  await import("../../../api/web/cards/ended_rows.js");
  const { store, requests, context } = given({ battle: "one" });
  const table = new CardTable({ host: document.createElement("div"), context, dealt: document.createElement("section") });
  const row = pile("battle 1", { row: "Fox attacks Owl", column: 1, owner: "Fox", result: "won" });
  const tell = (last, result, ...piles) => store.set({ state: { last, view: { result, facts: { surface: "cloth", winner: "Fox", piles, sides: [] } } } });
  requests.get = async () => ({ view: { facts: { piles: [row] } } });
  tell(7, null, pile("draw pile"), row);
  tell(9, "Fox wins, with 10 cards in hand. Cards: Fox 10, Owl 0.", pile("draw pile"));
  await settled();
  const [first, ended, last] = table.piles.children;
  assert.equal(first.textContent, "Fox wins, with 10 cards in hand. Cards: Fox 10, Owl 0.");
  assert.match(ended.textContent, /^How it ended/);
  assert.match(last.textContent, /draw pile/);
});
