// Tests of the pure part of the board: what a view tells, what lies under a tap, what may be done.

import assert from "node:assert/strict";
import { test } from "node:test";

import { tokenColours } from "../../../api/web/sheet/drawing.js";
import { sideColours as onPlates } from "../../../api/web/table/words.js";
import { growth } from "../../../api/web/sheet/drawing.js";
import { boardOf, offersAbout, partAt, standsOf, tagOf } from "../../../api/web/sheet/board.js";

const square = (x, y) => [[x, y], [x + 3, y], [x + 3, y + 3], [x, y + 3]];
const state = {
  board: {
    size_in: [8, 5],
    rooms: [
      { name: "a", outline_in: square(1, 1), centre_in: [2.5, 2.5] },
      { name: "b", outline_in: square(4, 1), centre_in: [5.5, 2.5] },
    ],
    walls: [
      { id: "a|b", sides: ["a", "b"], line_in: [[4, 1], [4, 4]], middle_in: [4, 2.5], state: "single" },
      { id: "a|out-W", sides: ["a", "out-W"], line_in: [[1, 1], [1, 4]], middle_in: [1, 2.5], state: "double" },
    ],
  },
  doubts: [{ subject: "a|b", says: "a gap" }],
  tokens: [
    { id: "H1", form: "H", place: "a", outside_of: "", side: "Heroes", done: false },
    { id: "H2", form: "H", place: "a", outside_of: "", side: "Heroes", done: true },
    { id: "O1", form: "O", place: "out-W", outside_of: "a", side: "Enemies", done: false },
  ],
  markers: [{ mark: "V", name: "vault", place: "b" }],
};

test("a view without rooms and walls has no board", () => {
  assert.equal(boardOf({}), null);
  assert.equal(boardOf({ board: { rooms: 3 } }), null);
  assert.equal(boardOf({ board: null }), null);
  assert.deepEqual(boardOf({ board: { rooms: state.board.rooms, walls: [] } })?.size, [7, 4]);
});

test("the letters that stand on the board are told, and no others", () => {
  const marks = { H: "Miner", P: "holder of the item", O: "Ghost" };
  assert.equal(boardOf({ ...state, marks })?.key, "H Miner, O Ghost, V vault");
  assert.equal(boardOf({ ...state, markers: [] })?.key, "");
});

test("a token says which of its like it is, and whose", () => {
  assert.deepEqual([tagOf("E-16", ""), tagOf("H-2", "Owl"), tagOf("vault", "")], ["16", "2 O", ""]);
});

test("tokens stand apart in their room, and outside before their wall", () => {
  const stands = standsOf(boardOf(state));
  assert.deepEqual([...stands.keys()].sort(), ["H1", "H2", "O1", "vault"]);
  const [one, two] = [stands.get("H1"), stands.get("H2")];
  assert.ok(Math.hypot(one[0] - two[0], one[1] - two[1]) > 0.34);
  for (const [x, y] of [one, two]) assert.ok(x > 1 && x < 4 && y > 1 && y < 4);
  assert.ok(stands.get("O1")[0] < 0.8);
  assert.ok(stands.get("vault")[0] > 4);
});

test("where an inch is small tokens grow until their letters can be read, and stand farther apart", () => {
  assert.deepEqual([growth(0), growth(70), growth(10)], [1, 1, 2.2]);
  const grow = growth(28);
  assert.ok(0.21 * 28 * grow >= 11 - 1e-9);
  const board = boardOf(state);
  const [one, two] = ["H1", "H2"].map((id) => standsOf(board, grow).get(id));
  assert.ok(Math.hypot(one[0] - two[0], one[1] - two[1]) > 0.34 * grow);
  assert.equal(partAt(board, [one[0], one[1] + 0.19 * grow - 0.01], 0.01, grow), "H1");
});

test("those outside stand along their wall, and not across it into the room", () => {
  const board = boardOf(state);
  const [first] = board.tokens.filter((each) => each.id === "O1");
  board.tokens.push(...["E-1", "E-2", "E-3"].map((id) => ({ ...first, id })));
  const spots = ["O1", "E-1", "E-2", "E-3"].map((id) => standsOf(board, 1.7).get(id));
  assert.equal(new Set(spots.map(([x]) => x)).size, 1);
  assert.ok(spots.every(([x]) => x < 0.8));
  assert.equal(new Set(spots.map(([, y]) => y.toFixed(2))).size, 4);
});

test("a tap finds a token before a wall, and a wall before a room", () => {
  const board = boardOf(state);
  assert.equal(partAt(board, standsOf(board).get("H1"), 0.3), "H1");
  assert.equal(partAt(board, [4.2, 3.5], 0.3), "a|b");
  assert.equal(partAt(board, [3.4, 1.6], 0.3), "a");
  assert.equal(partAt(board, [7.8, 4.8], 0.3), "");
});

test("offers about a part have it filled in, and say what is still open", () => {
  const hole = (name, allowed, more = {}) => ({ name, kind: "choice", allowed, greyed: {}, optional: false, count: 1, ...more });
  const offers = [
    { command: "set", says: "", fixed: {}, holes: [hole("wall", ["a|b"]), hole("state", ["single"])], refusal: null },
    { command: "settle", says: "", fixed: { subject: "a|b" }, holes: [], refusal: null },
    { command: "other", says: "", fixed: { subject: "a" }, holes: [], refusal: null },
    { command: "barred", says: "", fixed: { subject: "a|b" }, holes: [], refusal: { clause: "C", reason: "no" } },
    { command: "maybe", says: "", fixed: { subject: "a|b" }, holes: [hole("way", ["x"], { optional: true })], refusal: null },
    { command: "put", says: "", fixed: {}, holes: [hole("wall", ["a|b", "b|c"]), hole("count", [1])], refusal: null },
    { command: "amend", says: "", fixed: {}, holes: [hole("of", ["a|b"])], refusal: null, weight: "quiet" },
  ];
  const found = offersAbout([{ seat: "Host", offers }], "a|b");
  assert.deepEqual(found.map(({ offer, values, open }) => [offer.command, values, open.map((each) => each.name)]), [
    // What is the only choice is no question.
    ["set", { wall: "a|b", state: "single" }, []],
    ["settle", {}, []],
    ["maybe", {}, []],
    ["put", { wall: "a|b", count: 1 }, []],
  ]);
});

test("tokens have the colours that their sides have on the plates", () => {
  const sides = ["Heroes", "Enemies"];
  const plates = onPlates([...sides].sort());
  const drawn = tokenColours(sides);
  for (const side of sides) assert.equal(drawn.get(side.toLowerCase()), plates.get(side));
  assert.notEqual(drawn.get("heroes"), drawn.get("enemies"));
});
