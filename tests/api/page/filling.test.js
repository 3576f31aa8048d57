// Knows how offers become commands: tried without a browser, with `node --test`.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  aboutUnit, begun, commandOf, isComplete, isOneTap, lackWords, missing, passing, sorted, tappable, unitPieces, withoutLost, withPressed,
} from "../../../api/web/play/filling.js";
import { drawn } from "../../../api/web/play/roller.js";

const hole = (more) => ({ name: "unit", kind: "unit", allowed: [], greyed: {}, optional: false, count: 1, ...more });
const offer = (...holes) => ({ command: "act", says: "", fixed: { ask: 3 }, holes, refusal: null });

test("a command has its kind, what is fixed, and what was filled in", () => {
  const dice = hole({ name: "dice", kind: "dice", count: 2 });
  const spot = hole({ name: "to", kind: "pose", optional: true });
  const asked = offer(dice, spot);
  assert.equal(missing(asked, {}), "dice");
  assert.equal(isComplete(asked, { dice: [3] }), false);
  assert.equal(isComplete(asked, { dice: [3, 4] }), true);
  assert.deepEqual(commandOf(asked, { dice: [3, 4], to: undefined }), { kind: "act", ask: 3, dice: [3, 4] });
});

test("an empty name counts where it is one of the values, and is left out where it may be", () => {
  const card = hole({ name: "card", kind: "card", allowed: ["", "QH"] });
  assert.deepEqual(commandOf(offer(card), { card: "" }), { kind: "act", ask: 3, card: "" });
  const optional = { ...card, optional: true };
  assert.deepEqual(commandOf(offer(optional), { card: "" }), { kind: "act", ask: 3 });
});

test("a face-down card is chosen beforehand for what goes on from unit to unit, or where there is no other", () => {
  const unit = hole({ allowed: ["T1"] });
  const card = hole({ name: "card", kind: "card", allowed: ["", "QH"] });
  assert.equal(begun({ ...offer(unit, card), each: true }).card, "");
  assert.equal(begun(offer(unit, card)).card, undefined);
  assert.equal(begun(offer(unit, { ...card, allowed: [""] })).card, "");
});

test("the only value is filled in by itself, but never the whole answer to a question", () => {
  const unit = hole({ allowed: ["T1"] });
  const card = hole({ name: "card", kind: "card", allowed: ["", "QH"] });
  assert.deepEqual(begun({ ...offer(unit, card), each: true }), { unit: "T1", card: "" });
  const choice = hole({ name: "choice", kind: "choice", allowed: ["accept"] });
  for (const whole of [choice, unit]) {
    assert.equal(isOneTap(offer(whole)), true);
    assert.deepEqual(begun(offer(whole)), {});
  }
});

test("several units are a list, as many as are wanted; of one too many the first one goes", () => {
  const enemies = hole({ name: "enemies", kind: "units", allowed: ["E-1", "E-2", "E-3"], count: 2 });
  const kill = offer(enemies);
  assert.equal(isOneTap(kill), false);
  assert.equal(isComplete(kill, { enemies: ["E-1"] }), false);
  assert.equal(lackWords(kill, missing(kill, {})), "Choose 2 enemies first.");
  assert.deepEqual(withPressed(enemies, withPressed(enemies, undefined, "E-1"), "E-2"), ["E-1", "E-2"]);
  assert.deepEqual(withPressed(enemies, ["E-1", "E-2"], "E-3"), ["E-2", "E-3"]);
  assert.deepEqual(withPressed(enemies, ["E-1", "E-2"], "E-1"), ["E-2"]);
  assert.equal(isComplete(kill, { enemies: ["E-1", "E-2"] }), true);
  assert.deepEqual(begun(kill, { enemies: ["E-1", "E-2"] }), { enemies: ["E-1", "E-2"] });
  assert.deepEqual(begun(offer({ ...enemies, allowed: ["E-1", "E-3"] })), { enemies: ["E-1", "E-3"] });
  // Of one alone a tap says all, and it is a list all the same.
  const one = { ...enemies, allowed: ["E-1"], count: 1 };
  assert.equal(isOneTap(offer(one)), true);
  assert.deepEqual(begun(offer(one)), {});
  assert.deepEqual(withPressed(one, undefined, "E-1"), ["E-1"]);
});

test("what was filled in stays as long as it is still allowed", () => {
  const text = hole({ name: "reason", kind: "text", optional: true });
  const unit = hole({ allowed: ["T1", "T2"] });
  assert.deepEqual(begun(offer(unit, text), { unit: "T2" }), { unit: "T2" });
  assert.deepEqual(begun(offer(hole({ allowed: ["T1", "T3"] }), text), { unit: "T2" }), {});
});

test("a unit is tapped by any of its pieces, and a chain by its only member", () => {
  const units = unitPieces({ units: [{ id: "S", pieces: ["S1", "S2"] }, { id: "T" }] });
  const found = tappable(hole({ allowed: ["S", [{ unit: "T", target: "S" }]], greyed: { X: "too far" } }), units);
  assert.deepEqual([...found.allowed.keys()], ["S1", "S2", "T"]);
  assert.deepEqual(found.allowed.get("T"), [{ unit: "T", target: "S" }]);
  assert.deepEqual(found.greyed, { X: "too far" });
  const two = tappable(hole({ allowed: [[{ unit: "T" }, { unit: "S" }]] }), units);
  assert.equal(two.allowed.size, 0);
});

test("an offer is about a unit where it names one", () => {
  assert.equal(aboutUnit({ ...offer(), fixed: { ask: 2, unit: "T1" } }, new Set(["T1"])), "T1");
  assert.equal(aboutUnit({ ...offer(), fixed: { force: "Red" } }, new Set(["T1"])), "");
});

test("questions, proposals and what stands aside are kept from what is waited for", () => {
  const kinds = ["fire", "agree", "accept_proposal"];
  const found = sorted([
    ...kinds.map((command) => ({ ...offer(), command, weight: "main" })),
    { ...offer(), command: "take_back", weight: "quiet" },
    { ...offer(), command: "give_up", weight: "grave" },
  ]);
  assert.deepEqual(found.now.map((each) => each.command), ["fire"]);
  assert.deepEqual(found.questions.map((each) => each.command), ["agree"]);
  assert.deepEqual(found.aside.map((each) => each.command), ["take_back", "give_up"]);
});

test("cards are drawn once each, and any of them", () => {
  const draw = (picks) => () => picks.shift();
  assert.deepEqual(drawn(["A", "B", "C"], 2, draw([2, 0])), ["C", "A"]);
  assert.deepEqual(drawn(["A"], 3, draw([0, 0, 0])), ["A"]);
  assert.deepEqual([...drawn(["A", "B", "C"], 3)].sort(), ["A", "B", "C"]);
});

test("what is let pass is asked for with all the clauses that refuse it", () => {
  const fire = { kind: "fire", unit: "T1" };
  const once = passing(fire, "PT1-C2");
  assert.deepEqual(once, { kind: "override", clause: "PT1-C2", command: fire });
  assert.deepEqual(passing(once, "PT1-C5"), { ...once, also: ["PT1-C5"] });
});

test("what is out of the battle is no choice, and what it may not do is not told", () => {
  const lost = new Set(["T7", "T8"]);
  const [fire, ...more] = withoutLost([offer(hole({ allowed: ["S1"], greyed: { S2: "too far", T7: "destroyed" } })), { ...offer(), unit: "T7", refusal: {} }], lost);
  assert.deepEqual(fire?.holes[0]?.greyed, { S2: "too far" });
  assert.deepEqual(more, []);
  // What may be brought back may be chosen, and where nobody else is left it is told why.
  assert.deepEqual(withoutLost([offer(hole({ allowed: ["T7"] }))], lost)[0]?.holes[0]?.allowed, ["T7"]);
  assert.deepEqual(withoutLost([offer(hole({ greyed: { T7: "destroyed" } }))], lost)[0]?.holes[0]?.greyed, { T7: "destroyed" });
});
