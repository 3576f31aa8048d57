// Names on the map: none lies on another, and nearly all find a place.

import assert from "node:assert/strict";
import { test } from "node:test";

import { lifeBox } from "../../../api/web/state/badges.js";
import { nameFor, namesAt } from "../../../api/web/table/names.js";
import { overlap, placed, spotsAround } from "../../../api/web/table/placing.js";
import { groundClass, rank } from "../../../api/web/table/textures.js";
import { rearPattern } from "../../../api/web/table/silhouettes.js";

const TABLES = 200;
const STANDING = 0.9;

/** Numbers that are the same each time. */
function chance() {
  let now = 20261123;
  return () => (now = (now * 16807) % 2147483647) / 2147483647;
}

/** The hit points of a piece, around its middle as they are drawn by themselves. @param {any} piece @param {number} scale */
function lifeOf(piece, scale) {
  const short = piece.footprint.disc ? 1 : 0.8;
  return lifeBox({ damage: { value: 24, of: 30, says: "hit points", falls: true }, stage: "in_play" }, Math.max(9, short * scale), scale < 12 ? 0.82 : 1);
}

/** @param {() => number} random @param {number} table @param {number} width @param {boolean} haveLives */
function scene(random, table, width, haveLives) {
  const size = 24 + Math.floor(random() * 48);
  const along = () => 1 + random() * (size - 2);
  const pieces = Array.from({ length: 6 + Math.floor(random() * 24) }, (_, at) => ({
    weight: 10,
    piece: /** @type {any} */ ({
      id: `${"TSGH"[at % 4]}${at + 1}`,
      footprint: at % 3 ? { rectangle: { length_in: 3, width_in: 1.6 } } : { disc: { radius_in: 1 } },
      pose: { x_in: along(), y_in: along(), heading_deg: random() * 360 },
    }),
  }));
  const areas = Array.from({ length: 8 }, (_, at) => {
    const [x, y] = [random() * (size - 8), random() * (size - 8)];
    const area = /** @type {any} */ ({ id: `A${at}`, kind: "woods", outline_in: [[x, y], [x + 7, y], [x + 7, y + 6], [x, y + 6]] });
    return { area, at: /** @type {[number, number]} */ ([x + 3.5, y + 3]), words: "Woods" };
  });
  const line = () => /** @type {[number, number][]} */ ([[along(), along()], [along(), along()]]);
  const notes = Array.from({ length: table % 3 }, () => ({ line: line(), words: "12.3 in, clear" }));
  const view = { scale: (width - 42) / size, centre: /** @type {[number, number]} */ ([size / 2, size / 2]), turn: 90 * (table % 4), width, height: width };
  const lives = haveLives ? pieces.map(({ piece }) => ({ piece, box: lifeOf(piece, view.scale) })) : [];
  return { view, told: { pieces, areas, notes, lives } };
}

test("on 200 tables no name lies on another or beside the picture, and nine in ten stand", () => {
  for (const [width, haveLives] of /** @type {[number, boolean][]} */ ([[360, false], [720, false], [360, true], [720, true]])) {
    const random = chance();
    let [wanted, standing] = [0, 0];
    for (let table = 0; table < TABLES; table += 1) {
      const { view, told } = scene(random, table, width, haveLives);
      const found = namesAt(view, told);
      const boxes = [...found.found.values()];
      wanted += found.wanted.length;
      standing += boxes.length;
      boxes.forEach((one, at) => {
        assert.ok(Math.min(one.left, one.top, width - one.right, width - one.bottom) >= 0);
        for (const other of boxes.slice(at + 1)) assert.equal(overlap(one, other), 0);
      });
    }
    assert.ok(standing >= STANDING * wanted, `${standing} of ${wanted} at ${width}, ${haveLives}`);
  }
});

test("all four edges have their names on the picture, beside what stands there", () => {
  const view = { scale: 9, centre: /** @type {[number, number]} */ ([18, 18]), turn: 0, width: 360, height: 360 };
  const strip = (words, [left, bottom, right, top]) => ({ words, outline: [[left, bottom], [right, bottom], [right, top], [left, top]] });
  const strips = [strip("South edge", [0, 0, 36, 1.5]), strip("North edge", [0, 34.5, 36, 36]), strip("West edge", [0, 0, 1.5, 36]), strip("East edge", [34.5, 0, 36, 36])];
  const { found } = namesAt(view, /** @type {any} */ ({ pieces: [], areas: [], notes: [], strips }));
  assert.equal(found.size, 4);
  for (const { left, right } of found.values()) assert.ok(left >= 0 && right <= 360);
});

test("hit points of two that stand side by side do not lie on each other", () => {
  const square = (id, x) => ({ id, footprint: { rectangle: { length_in: 1, width_in: 1 } }, pose: { x_in: x, y_in: 6, heading_deg: 90 } });
  const view = { scale: 10, centre: /** @type {[number, number]} */ ([18, 18]), turn: 0, width: 360, height: 360 };
  const pieces = [square("C1", 10), square("C2", 11.2)];
  const box = lifeBox({ damage: { value: 16, of: 20, says: "hit points", falls: true }, stage: "in_play" }, 9, 0.82);
  assert.ok(box && box.right - box.left > 12, "they would");
  const told = { pieces: pieces.map((piece) => ({ piece, weight: 10 })), areas: [], notes: [], lives: pieces.map((piece) => ({ piece, box })) };
  const { found } = namesAt(view, /** @type {any} */ (told));
  const boxes = ["life C1", "life C2", "piece C1", "piece C2"].map((id) => found.get(id));
  assert.ok(boxes.every(Boolean));
  boxes.forEach((one, at) => boxes.slice(at + 1).forEach((other) => assert.equal(overlap(one, other), 0)));
});

test("a name without room gives way, and who matters more goes first", () => {
  const bounds = { left: 0, top: 0, right: 60, bottom: 40 };
  const piece = { left: 20, top: 10, right: 40, bottom: 20 };
  const wanted = ["a", "b", "c", "d"].map((id, at) => ({ id, spots: spotsAround(piece, 30, 14), own: piece, weight: at }));
  const found = placed(wanted, [piece], bounds);
  assert.ok(found.has("d"));
  assert.ok(found.size < wanted.length);
});

test("ground of other words is drawn as what it is, and what nobody knows as a zone", () => {
  assert.deepEqual(["Forest", "ruined house", "stone wall", "objective"].map(groundClass), ["woods", "building", "wall", "zone"]);
  assert.ok(rank("hill") < rank("woods"));
});

test("every side but the plain one has a pattern of its own at the rear", () => {
  const footprint = /** @type {any} */ ({ rectangle: { length_in: 3, width_in: 1.6 } });
  const drawn = ["blue", "red", "green", "purple", "grey", "brown"].map((colour) => rearPattern(footprint, colour));
  assert.equal(new Set(drawn).size, 6);
  assert.equal(drawn[0], "");
});

test("ground too small for its name has its number, where there are several alike", () => {
  const house = /** @type {any} */ ({ id: "F1", kind: "building", outline_in: [[5, 5], [8, 5], [8, 8], [5, 8]] });
  const [near, far] = [40, 7].map((scale) => /** @type {any} */ ({ scale, centre: [6, 6], turn: 0, width: 400, height: 400 }));
  assert.deepEqual([near, far].map((view) => nameFor(view, house, "Building 1")), ["Building 1", "1"]);
  assert.deepEqual([near, far].map((view) => nameFor(view, house, "Building")), ["Building", ""]);
});
