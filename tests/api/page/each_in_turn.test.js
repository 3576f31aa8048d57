// Knows how one press gives an offer for one unit after the other: tried with `node --test`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { EachInTurn, mayGoRound, placeOfEach } from "../../../api/web/play/each_in_turn.js";
import { begun } from "../../../api/web/play/filling.js";

const unit = (...allowed) => ({ name: "unit", kind: "unit", allowed, greyed: {}, optional: false, count: 1 });
const card = (...allowed) => ({ ...unit(...allowed), name: "card", kind: "card" });
const lays = (...units) => ({ command: "lay", says: "", fixed: {}, holes: [unit(...units), card("", "KC")], refusal: null, each: true });

test("each unit gets as many as the others, until none can take more or the step is over", () => {
  const round = new EachInTurn();
  assert.equal(round.next("red", lays("A", "B")), null);
  round.begin("red", "cards");
  const given = [lays("A", "B", "C"), lays("A", "B", "C"), lays("A", "C"), lays("A", "C"), lays("C")].map((each) => round.next("red", each)?.unit);
  assert.deepEqual(given, ["A", "B", "C", "A", "C"]);
  assert.equal(round.next("red", lays()), null);
  round.keep("cards");
  assert.equal(round.isOn("red"), true);
  round.keep("fire");
  assert.equal(round.isOn("red"), false);
});

test("whoever has a card already waits until the others have one", () => {
  const round = new EachInTurn();
  round.begin("red", "cards", [{ id: "A", cards_down: 1, cards_open: [] }, { id: "B", cards_down: 0, cards_open: [] }]);
  assert.deepEqual([1, 2, 3].map(() => round.next("red", lays("A", "B"))?.unit), ["B", "A", "B"]);
});

test("only what the game marks goes round, and nothing that is refused", () => {
  assert.equal(placeOfEach(lays("A"))?.name, "unit");
  assert.equal(placeOfEach({ ...lays("A"), each: false }), undefined);
  assert.equal(placeOfEach({ ...lays("A"), refusal: { clause: "", reason: "", waivable: false, evidence: [] } }), undefined);
});

test("nothing goes round that needs a choice for each unit", () => {
  const saved = { ...lays("A", "B"), holes: [unit("A", "B"), card("KC", "2H")] };
  assert.equal(mayGoRound(saved, begun(saved)), false);
  assert.equal(mayGoRound(saved, { card: "2H" }), true);
  assert.equal(mayGoRound(lays("A", "B"), begun(lays("A", "B"))), true);
  assert.equal(mayGoRound({ ...lays("A", "B"), each: false }, { card: "" }), false);
});

test("it ends where a card has to be chosen, and does not stand still", () => {
  const round = new EachInTurn();
  round.begin("red", "cards");
  const laid = [];
  let shown = "Stop";
  const render = () => (shown = round.isOn("red") ? "Stop" : "Each in turn");
  const form = (offer) => new Map([["red", { offer, values: begun(offer), fill: ({ unit }) => laid.push(unit), render }]]);
  assert.equal(round.goesOn(form(lays("A", "B")), "cards", 1), true);
  const open = { ...lays("A", "B"), holes: [unit("A", "B"), card("KC", "2H")] };
  assert.equal(round.goesOn(form(open), "cards", 2), false);
  assert.equal(shown, "Each in turn");
  assert.deepEqual(laid, ["A"]);
});

test("a card that lies face down is laid unless another one is chosen", () => {
  assert.deepEqual(begun(lays("A", "B")), { card: "" });
  assert.deepEqual(begun(lays("A", "B"), { card: "KC" }), { card: "KC" });
  assert.deepEqual(begun({ ...lays("A"), holes: [unit("A"), card("KC", "2H")] }), { unit: "A" });
});
