// Tries inches, pixels and outlines of the drawn table without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Asked } from "../../../api/web/table/asked.js";
import { apart, around, entered, groundWords, nearWords } from "../../../api/web/table/drag_guide.js";
import { isMoved, turnedBy } from "../../../api/web/table/gliding.js";
import { heldWords } from "../../../api/web/table/hands.js";
import { edgesAsked, stripOutline, stripsOf } from "../../../api/web/table/zones.js";
import { ellipse, isInside, middle, nextPiece, offset, pieceAt, turnFor } from "../../../api/web/table/geometry.js";
import { outside } from "../../../api/web/play/lay_out.js";
import { isBeside, Mover } from "../../../api/web/table/mover.js";
import { freestSpot } from "../../../api/web/table/offer_bar.js";
import { fitted, keepTurn, keptTurn, matrix, panned, toScreen, toTable, zoomed } from "../../../api/web/table/view.js";
import { compass, pieceWords, sideColours } from "../../../api/web/table/words.js";

const VIEW = { scale: 10, centre: [18, 12], turn: 0, width: 400, height: 300 };
const near = (one, other, by = 1e-6) =>
  one.forEach((value, index) => assert.ok(Math.abs(value - other[index]) < by, `${one} ${other}`));

test("a place goes to the screen and back, however the table is turned", () => {
  for (const turn of [0, 90, 180, 270, 33]) {
    const view = { ...VIEW, turn };
    near(toTable(view, toScreen(view, [3, 29])), [3, 29]);
  }
});

test("north is up, east is right, and a quarter turn brings east to the top", () => {
  const [x, y] = toScreen(VIEW, [19, 13]);
  assert.deepEqual([x, y], [210, 140]);
  near(toScreen({ ...VIEW, turn: 90 }, [19, 12]), [200, 140]);
});

test("the matrix does what the function does", () => {
  const view = { ...VIEW, turn: 90 };
  const [a, b, c, d, e, f] = matrix(view).slice(7, -1).split(" ").map(Number);
  const [x, y] = [7, 21];
  near([a * x + c * y + e, b * x + d * y + f], toScreen(view, [x, y]), 1e-3);
});

test("zooming keeps the place under the finger, and has an end", () => {
  const at = [77, 205];
  const closer = zoomed(VIEW, 1.7, at);
  near(toTable(closer, at), toTable(VIEW, at));
  assert.equal(zoomed(VIEW, 1e9, at).scale, 200);
});

test("the whole table fits, also when it is turned, and never leaves the picture", () => {
  const table = { width_in: 72, depth_in: 48 };
  for (const turn of [0, 90]) {
    const view = fitted({ ...VIEW, turn }, table);
    for (const corner of [[0, 0], [72, 0], [72, 48], [0, 48]]) {
      const [x, y] = toScreen(view, corner);
      assert.ok(x >= 0 && x <= 400 && y >= 0 && y <= 300);
    }
  }
  assert.deepEqual(panned(VIEW, [1e6, -1e6], table).centre, [0, 0]);
});

const piece = (id, x, y, heading = 0) => ({
  id, side: "Red", kind: "tank", state: "seen", age_s: 0, declared_by: null,
  footprint: { rectangle: { length_in: 4, width_in: 2 } },
  pose: { x_in: x, y_in: y, heading_deg: heading, covariance: [0, 0, 0, 0, 0, 0] },
});

test("whoever stands on a fallen piece is meant before it", () => {
  const pieces = [piece("A", 10, 10), piece("B", 10.5, 10)];
  const isLost = (id) => id === "A";
  assert.equal(pieceAt([10, 10], pieces, 0)?.id, "A");
  assert.equal(pieceAt([10, 10], pieces, 0, isLost)?.id, "B");
  assert.equal(pieceAt([8.2, 10], pieces, 0, isLost)?.id, "A");
});

test("a finger means the piece under it, else the nearest that is near enough", () => {
  const pieces = [piece("A", 10, 10), piece("B", 10, 14, 90), { ...piece("C", 0, 0), pose: null }];
  assert.equal(pieceAt([11.9, 10.9], pieces, 0)?.id, "A");
  assert.equal(pieceAt([10, 15.9], pieces, 0)?.id, "B");
  assert.equal(pieceAt([12.4, 10], pieces, 0.5)?.id, "A");
  assert.equal(pieceAt([13, 10], pieces, 0.5), null);
  assert.equal(offset([10, 14], pieces[1]), 0);
  assert.ok(Math.abs(offset([15, 10], pieces[0]) - 3) < 1e-9);
});

test("an error is an ellipse of two standard errors along its long axis", () => {
  const found = ellipse([0.04, 0, 0.01, 0, 0, 0]);
  near([found.long, found.across, found.turn], [0.4, 0.2, 0]);
  assert.equal(Math.round(ellipse([1, 0.5, 1]).turn), 45);
});

test("the arrow keys lead to the nearest piece in their direction", () => {
  const places = [{ id: "A", at: [0, 0] }, { id: "B", at: [50, 5] }, { id: "C", at: [20, 60] }];
  assert.equal(nextPiece("A", places, [1, 0]), "B");
  assert.equal(nextPiece("A", places, [0, 1]), "C");
  assert.equal(nextPiece("A", places, [-1, 0]), null);
  assert.equal(nextPiece("gone", places, [1, 0]), "A");
});

test("outlines: inside, outside and the middle", () => {
  const ring = [[0, 0], [4, 0], [4, 2], [0, 2]];
  assert.equal(isInside([3.9, 1.9], ring), true);
  assert.equal(isInside([4.1, 1], ring), false);
  near(middle(ring), [2, 1]);
});

test("sides have the colour that they are called after, else one that is free", () => {
  const colours = sideColours(["Blue", "Orcs", ""]);
  assert.deepEqual([...colours], [["Blue", "blue"], ["Orcs", "red"], ["", "none"]]);
});

test("a piece is told in words", () => {
  assert.equal(compass(100), "north");
  assert.equal(compass(-45), "south-east");
  const hidden = { ...piece("T1", 3, 4, 90), state: "hidden", age_s: 12.4 };
  assert.equal(pieceWords(hidden), "T1, Red tank, hidden for 12 s, at 3.0, 4.0, facing north");
  assert.equal(pieceWords({ ...piece("T1", 3, 4), pose: null }), "T1, Red tank, not on the table");
});

test("the table is turned so that a player's pieces are near", () => {
  const table = { width_in: 36, depth_in: 36 };
  const at = (x, y) => turnFor({ table, pieces: [piece("A", x, y), { ...piece("B", 0, 0), side: "Blue" }] }, ["Red"]);
  assert.deepEqual([at(18, 4), at(18, 32), at(33, 18), at(3, 18), at(18, 18)], [0, 180, 270, 90, 0]);
  const view = { ...VIEW, centre: [18, 18], turn: at(33, 18) };
  assert.ok(toScreen(view, [33, 18])[1] > toScreen(view, [3, 18])[1]);
  assert.equal(turnFor({ table, pieces: [] }, ["Red"]), 0);
});

test("a strip lies along its edge, so deep or so much of the table, and never beyond it", () => {
  const table = { width_in: 36, depth_in: 24 };
  assert.deepEqual(stripOutline({ says: "", edge: "south", depth_in: 10 }, table), [[0, 0], [36, 0], [36, 10], [0, 10]]);
  assert.deepEqual(stripOutline({ says: "", edge: "north", depth_share: 0.25 }, table), [[0, 18], [36, 18], [36, 24], [0, 24]]);
  assert.deepEqual(stripOutline({ says: "", edge: "east", depth_share: 0.5 }, table), [[18, 0], [36, 0], [36, 24], [18, 24]]);
  assert.deepEqual(stripOutline({ says: "", edge: "west", depth_in: 99 }, table)[1], [36, 0]);
  assert.deepEqual(stripOutline({ says: "", edge: "up", depth_in: 1 }, table), []);
  const square = [[4, 3], [6, 3], [6, 5], [4, 5]];
  assert.deepEqual(stripOutline({ says: "a pile", outline_in: square }, table), square);
});

test("edges to choose among are marked by name, and strips in the colour of whose they are", () => {
  const hole = (allowed) => ({ name: "edge", kind: "choice", allowed, greyed: {}, optional: false, count: 1 });
  const offer = (allowed, refusal = null) => /** @type {any} */ ({ command: "choose", holes: [hole(allowed)], refusal });
  assert.deepEqual(edgesAsked([offer(["fire", "move"]), offer(["north", "south"])]), ["north", "south"]);
  assert.deepEqual(edgesAsked([offer(["north", "south"], { reason: "not yet" }), offer(["north"])]), []);
  assert.deepEqual(edgesAsked([{ ...offer(["north", "south"]), weight: "quiet" }]), []);
  const also = { sides: ["Red", "Blue"], edges: ["west"] };
  const zones = [{ says: "Red begins here", edge: "south", depth_in: 3 }, { says: "Second company comes on here", edge: "north", depth_in: 1 }];
  const found = stripsOf({ zones, forces: [{ name: "Second company", side: "Blue" }] }, also);
  assert.deepEqual(found.map(({ strip, side }) => [strip.says, side]), [["Red begins here", "Red"], ["Second company comes on here", "Blue"], ["West edge", ""]]);
});

test("keys go on from where the last one leads, and only the last place is asked for again", async () => {
  const sent = [];
  const asked = new Asked((id, pose) => new Promise((answer) => sent.push({ id, pose, answer })));
  const at = (x) => ({ ...piece("A", x, 1).pose });
  asked.tableCame(4);
  const done = asked.put("A", at(2));
  await asked.put("A", at(3));
  await asked.put("A", at(4));
  assert.equal(asked.poseOf(piece("A", 1, 1)).x_in, 4);
  sent[0].answer(5);
  await new Promise((turn) => setTimeout(turn));
  asked.tableCame(5);
  assert.equal(asked.poseOf(piece("A", 2, 1)).x_in, 4, "the last place is still asked for");
  sent[1].answer(6);
  await done;
  assert.deepEqual(sent.map((each) => each.pose.x_in), [2, 4]);
  assert.equal(asked.poseOf(piece("A", 2, 1)).x_in, 4, "the table does not show it yet");
  asked.tableCame(6);
  assert.equal(asked.poseOf(piece("A", 7, 1)).x_in, 7, "somebody else may have moved it since");
});

test("a place that is refused is forgotten, and so is one from before the umpire began anew", async () => {
  const refused = new Asked(() => Promise.reject(new Error("off the table")));
  await assert.rejects(refused.put("A", piece("A", 99, 1).pose), /off the table/);
  assert.equal(refused.poseOf(piece("A", 1, 1)).x_in, 1);
  const asked = new Asked(() => Promise.resolve(90));
  asked.tableCame(89);
  await asked.put("A", piece("A", 3, 1).pose);
  asked.tableCame(1);
  assert.equal(asked.poseOf(piece("A", 1, 1)).x_in, 1);
});

test("who has a piece in hand is said by the seat's name", () => {
  assert.equal(heldWords({ T1: "Fox" }, "T1"), "Fox has T1 in hand");
  assert.equal(heldWords({ T1: "" }, "T1"), "The host has T1 in hand");
  assert.equal(heldWords({ T1: "Fox" }, "T2"), "");
});

const REACH = { unit: "T1", x_in: 0, y_in: 0, limit_in: 11, stops: ["W1"], entry_in: 3, lead_in: 1 };
const WOODS = { id: "W1", kind: "woods", outline_in: [[-2, 5], [2, 5], [2, 12], [-2, 12]], height_in: 0, sigma_in: 0 };

test("a move that goes into the woods ends there, and not too deep", () => {
  assert.equal(entered(REACH, { x_in: 0, y_in: 3.5 }, [WOODS]), null);
  const just = entered(REACH, { x_in: 0, y_in: 6 }, [WOODS]);
  assert.ok(Math.abs(just.deep - 2) < 0.15);
  assert.equal(groundWords(just), "Woods: the move ends here");
  const deep = entered(REACH, { x_in: 0, y_in: 8.5 }, [WOODS]);
  assert.match(groundWords(deep), /^Woods: 1\.\d+ in too deep$/);
  assert.equal(groundWords(entered({ ...REACH, entry_in: null }, { x_in: 0, y_in: 8.5 }, [WOODS])), "Woods: the move ends here");
  // What stops nobody, and what it stands in already.
  assert.equal(entered({ ...REACH, stops: [] }, { x_in: 0, y_in: 8 }, [WOODS]), null);
  assert.equal(entered({ ...REACH, y_in: 6 }, { x_in: 0, y_in: 8 }, [WOODS]), null);
});

test("a follower is told how near it stands, edge to edge", () => {
  const at = (x, y) => ({ id: "T", footprint: { rectangle: { length_in: 3, width_in: 2 } }, pose: { x_in: x, y_in: y, heading_deg: 0 } });
  assert.ok(Math.abs(apart(at(0, 0), at(5, 0)) - 2) < 1e-9);
  assert.equal(apart(at(0, 0), at(1, 1)), 0);
  assert.equal(nearWords({ unit: "T7", within_in: 3 }, 2.44), "2.44 of 3 in from T7");
  const ring = around(at(0, 0), 3);
  assert.ok(Math.abs(Math.max(...ring.map(([x]) => x)) - 4.5) < 0.02);
  assert.ok(Math.abs(Math.max(...ring.map(([, y]) => y)) - 4) < 0.02);
});

test("a piece glides when it has really moved, and turns by the shorter way", () => {
  const at = (/** @type {number} */ x) => ({ x_in: x, y_in: 4, heading_deg: 0 });
  assert.equal(isMoved(at(3), at(3.1)), false);
  assert.equal(isMoved(at(3), at(3.5)), true);
  assert.equal(isMoved(null, at(3.5)), false);
  assert.equal(turnedBy(350, 10), 370);
  assert.equal(turnedBy(10, 350), -10);
  assert.equal(turnedBy(0, 90), 90);
});

test("what may be done hangs above a piece, and elsewhere where that would cover another", () => {
  const room = { size: { width: 100, height: 30 }, gap: 20, picture: { width: 400, height: 400 }, others: [] };
  assert.deepEqual(freestSpot([200, 200], room), [150, 150]);
  assert.deepEqual(freestSpot([200, 10], room), [150, 30]);
  assert.deepEqual(freestSpot([200, 200], { ...room, others: [[210, 160]] }), [150, 220]);
  assert.deepEqual(freestSpot([200, 200], { ...room, others: [[210, 160], [190, 230]] }), [220, 185]);
  assert.deepEqual(freestSpot([390, 200], { ...room, others: [[350, 160], [350, 230]] }), [270, 185]);
});

test("a piece may be let go a little over the edge, and farther out it lies beside the table", () => {
  const size = { width_in: 36, depth_in: 24 };
  assert.deepEqual([[18, 12], [18, -1.5], [37.9, 12]].map((at) => isBeside(at, size, 20)), [false, false, false]);
  assert.deepEqual([[18, -2.1], [39, 12], [-3, 30]].map((at) => isBeside(at, size, 20)), [true, true, true]);
  // A finger on a small picture misses by more.
  assert.equal(isBeside([18, -3], size, 8), false);
});

test("a side stands outside where one of its pieces lies in none of its strips", () => {
  const table = { width_in: 36, depth_in: 24 };
  const zones = [{ says: "Red begins here", edge: "south", depth_in: 6 }];
  const at = (side, y) => ({ id: `${side}${y}`, side, pose: { x_in: 9, y_in: y, heading_deg: 0 } });
  const told = (...pieces) => outside({ zones }, { sides: ["Red", "Blue"], pieces, table });
  assert.deepEqual(told(at("Red", 5), at("Blue", 5)), []);
  assert.deepEqual(told(at("Red", 5), at("Red", 20)), ["Red"]);
  assert.deepEqual(outside(undefined, { sides: ["Red"], pieces: [at("Red", 20)], table }), []);
});

test("whoever comes again has the table turned as it was, and nobody else", () => {
  const kept = new Map();
  globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  assert.equal(keptTurn("duel Owl"), null);
  keepTurn("duel Owl", 180);
  assert.equal(keptTurn("duel Owl"), 180);
  assert.equal(keptTurn("duel Fox"), null);
  assert.equal(keptTurn("other Owl"), null);
});

test("a drag off the drawn table takes the piece away, and one that is broken off takes nothing", () => {
  const dropped = (at, practice) => {
    const told = { taken: [], said: [] };
    const held = { piece: { id: "T1" }, from: { id: "T1" }, isOff: true };
    const map = { pieces: {}, store: { now: { practice } }, say: (words) => told.said.push(words) };
    const nothing = () => {};
    Mover.prototype.drop.call({ held, map, trail: { setAttribute: nothing }, words: {}, showLimit: nothing, letGo: nothing, draw: nothing, take: (id) => told.taken.push(id) }, at);
    return told;
  };
  assert.deepEqual(dropped([1, 1], true), { taken: ["T1"], said: [] });
  for (const [at, practice] of [[null, true], [[1, 1], false], [null, false]]) {
    const { taken, said } = dropped(at, practice);
    assert.deepEqual(taken, []);
    assert.match(said[0], /T1 is back where it stood/);
  }
});

test("of a piece that is taken off nothing is asked any more that was still to be asked", async () => {
  const sent = [];
  let answer = () => {};
  const asked = new Asked((piece, pose) => (sent.push(pose.x_in), new Promise((done) => (answer = done))));
  const first = asked.put("T1", { x_in: 1 });
  void asked.put("T1", { x_in: 2 });
  asked.forget("T1");
  answer(3);
  await first;
  assert.deepEqual(sent, [1]);
  assert.equal(asked.poseOf({ id: "T1", pose: null }), null);
});
