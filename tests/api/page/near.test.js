// Tests that places are told by what is near, and that what is open is named before it is given.

import assert from "node:assert/strict";
import { test } from "node:test";

import { groundCalled, groundJudged, groundNamed, groundNames, groundOf, nearby, placeWords } from "../../../api/web/log/near.js";
import { lackWords } from "../../../api/web/play/filling.js";

const woods = { id: "W1", kind: "woods", outline_in: [[10, 10], [16, 10], [16, 16], [10, 16]], height_in: 0, sigma_in: 0 };

test("a place is told by the nearest ground and the side of it", () => {
  assert.equal(placeWords([7, 13], [woods]), "3 in west of the woods");
  assert.equal(placeWords([13, 18.25], [woods]), "2.3 in north of the woods");
  assert.equal(placeWords([18, 18], [woods]), "2.8 in north-east of the woods");
  assert.equal(placeWords([13, 13], [woods]), "in the woods");
  assert.equal(placeWords([30, 30], [woods]), "");
});

test("every place of a sentence is told so, and stays as it is where nothing is near", () => {
  const says = "T1 is off C and stands 7 in from the west edge and 13 in from the south.";
  assert.equal(nearby(says, [woods]), "T1 is off C and stands 3 in west of the woods.");
  assert.equal(nearby(says, []), says);
  const far = "Red places R1, 30 in from the west edge and 30 in from the south.";
  assert.equal(nearby(far, [woods]), far);
});

test("ground is called as it is on the picture", () => {
  const house = { ...woods, id: "H1", kind: "building" };
  assert.equal(groundNamed("T1 goes round H1 and the woods W1.", [woods, house]), "T1 goes round the building and the woods.");
  assert.equal(groundNamed("1.2 in of building H1 stands in the way; H12 does not.", [house]), "1.2 in of the building stands in the way; H12 does not.");
  assert.equal(groundNamed("Round H1 to H2.", [house, { ...house, id: "H2" }]), "Round building 1 to building 2.");
  assert.equal(nearby("blue places H1. red agrees.", [house]), "Blue places the building. Red agrees.");
});

test("ground that begins a sentence is called so, too, with one article and a capital", () => {
  const two = [woods, { ...woods, id: "W2" }];
  assert.equal(groundNamed("The woods W1 hide H7 from here; W1 is near.", [woods]), "The woods hide H7 from here; the woods is near.");
  assert.equal(groundNamed("The woods W1 hide H7 from here.", two), "Woods 1 hide H7 from here.");
  assert.equal(groundNamed("The bases W1 to W3 do not hide it.", two), "The bases woods 1 to W3 do not hide it.");
});

test("a button calls ground as the picture does, with a number where there are several of its kind", () => {
  const house = { ...woods, id: "F1", kind: "building" };
  assert.deepEqual(groundCalled([woods, house]), [["W1", "woods"], ["F1", "building"]]);
  assert.deepEqual(groundCalled([house, { ...house, id: "F2" }]), [["F1", "building 1"], ["F2", "building 2"]]);
});

test("several alike keep the numbers of their ids, or are counted", () => {
  const hills = (...ids) => ids.map((id) => ({ ...woods, id, kind: "hill" }));
  assert.deepEqual([...groundNames(hills("hill-3", "hill-1")).values()], ["hill 3", "hill 1"]);
  assert.deepEqual([...groundNames(hills("ridge", "hill-1")).values()], ["hill 1", "hill 2"]);
  assert.equal(groundNamed("In the hill hill-1, not hill-12.", hills("hill-1", "hill-12")), "In hill 1, not hill 12.");
  assert.equal(placeWords([13, 13], hills("ridge", "hill-1")), "in hill 1");
  assert.equal(groundNamed("W1's edge and hill-1's.", [woods, ...hills("hill-1")]), "the woods' edge and the hill's.");
  const judged = { what: "sight", why: "Blocked by hill-1.", blockers: ["hill-1"] };
  assert.deepEqual(groundJudged([judged], hills("hill-1")), [{ what: "sight", why: "Blocked by the hill.", blockers: ["the hill"] }]);
});

test("what is still open is said as what to do first", () => {
  const offer = (kind, name, count = 1) => ({ holes: [{ kind, name, count }] });
  assert.equal(lackWords(offer("dice", "dice", 2), "dice"), "Roll the dice first.");
  assert.equal(lackWords(offer("dice", "dice"), "dice"), "Roll the die first.");
  assert.equal(lackWords(offer("pose", "to"), "to"), "Drag the unit, or tap a place, first.");
  assert.equal(lackWords(offer("unit", "target"), "target"), "Choose the target first.");
  assert.equal(lackWords(offer("text", "reason"), "reason"), "Write why first.");
});

test("ground is called in words as on the picture, also where a piece is called like other ground of its kind", () => {
  const area = (id) => ({ id, kind: "building", outline_in: [[0, 0], [1, 0], [1, 1]] });
  const table = { pieces: [{ id: "B1" }], terrain: [area("B1"), area("B2")] };
  assert.equal(groundNames(table.terrain).get("B2"), "building 2");
  assert.equal(groundNamed("B1 goes into building B2.", groundOf(table)), "B1 goes into building 2.");
});
