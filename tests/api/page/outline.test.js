// Tests what may be done with the points of an outline.

import assert from "node:assert/strict";
import { test } from "node:test";

import { given, standIn } from "./stand_in.js";
import { crossing, moved, pointAt, split, square, windowAround, without } from "../../../api/web/outline/ring.js";

const TABLE = { width_in: 36, depth_in: 24 };
const RING = [[10, 10], [16, 10], [16, 16], [10, 16]];

test("a point that is dragged off the table stays at its edge", () => {
  assert.deepEqual(moved(RING, 1, [40, -2], TABLE)[1], [36, 0]);
  assert.deepEqual(moved(RING, 1, [40, -2], TABLE)[0], RING[0]);
});

test("a point more stands in the middle of its side, also of the last one", () => {
  assert.deepEqual(split(RING, 0)[1], [13, 10]);
  assert.deepEqual(split(RING, 3)[4], [10, 13]);
  assert.equal(split(RING, 0).length, 5);
});

test("three points are the least, five hundred the most", () => {
  const three = without(RING, 0);
  assert.equal(three.length, 3);
  assert.equal(without(three, 0), three);
  const many = Array.from({ length: 500 }, (_, at) => [Math.cos(at / 80) * 9 + 12, Math.sin(at / 80) * 9 + 12]);
  assert.equal(split(many, 3), many);
});

test("a finger takes the nearest point, if one is near", () => {
  assert.equal(pointAt(RING, [15.8, 10.3], 0.5), 1);
  assert.equal(pointAt(RING, [13, 13], 0.5), -1);
  assert.equal(pointAt([], [13, 13], 0.5), -1);
});

test("sides that cross are told, neighbours that meet are not", () => {
  assert.equal(crossing(RING), null);
  assert.deepEqual(crossing([[10, 10], [16, 16], [16, 10], [10, 16]]), [0, 2]);
  assert.equal(crossing([[0, 0], [4, 0], [2, 3]]), null);
});

test("what is begun at the edge of the table does not hang over it", () => {
  assert.deepEqual(square([1, 23], TABLE), [[0, 20], [4, 20], [4, 24], [0, 24]]);
});

test("the window leaves room to drag into, and ends with the table", () => {
  assert.deepEqual(windowAround(RING, TABLE), { left: 7, bottom: 7, width: 12, depth: 12 });
  assert.deepEqual(windowAround([[0, 0], [2, 0], [0, 2]], TABLE), { left: 0, bottom: 0, width: 5, depth: 5 });
});

test("ground is called in the list as on the map, and a draft counts on from it", async () => {
  standIn();
  const { TerrainPart } = await import("../../../api/web/outline/terrain_part.js");
  const part = new TerrainPart(given({}).context);
  const area = (id, kind) => ({ id, kind, outline_in: RING, height_in: 0, sigma_in: 0 });
  const rows = () => part.list.children.map((row) => row.textContent);
  part.show({ terrain: [area("W1", "woods"), area("F1", "ruined_house")], drafts: [], locked: true });
  assert.deepEqual(rows(), ["Woods", "Ruined house"]);
  part.show({ terrain: [area("W1", "woods"), area("F1", "ruined_house")], drafts: [area("W2", "woods"), area("F1", "ruined_house")], locked: true });
  assert.deepEqual(rows(), ["Woods 2to be confirmed", "Ruined houseto be confirmed", "Woods"]);
  assert.deepEqual(["W1", "W2", "area-1"].map((id) => part.phrase(id)), ["the woods", "woods 2", "the new terrain"]);
});

test("the camera's picture is not laid under the outlines of a battle that is moved by hand", async () => {
  standIn();
  globalThis.createImageBitmap = async () => "picture";
  const { TerrainPart } = await import("../../../api/web/outline/terrain_part.js");
  const { context, store } = given({ byHand: true });
  context.requests = { get: async () => ({ is_table: true }), send: async () => ({ blob: async () => null }) };
  const part = new TerrainPart(context);
  assert.equal(await part.photograph(), null);
  store.set({ byHand: false });
  assert.equal(await part.photograph(), "picture");
});

test("the outline that was asked for last is drawn, whichever picture comes last", async () => {
  standIn();
  const { TerrainPart } = await import("../../../api/web/outline/terrain_part.js");
  const { context, requests } = given({ byHand: false });
  const part = new TerrainPart(context);
  part.ground = { terrain: [], drafts: [], locked: false };
  const drawn = [];
  part.fields = (area) => (drawn.push(area.id), { element: document.createElement("div") });
  const outlines = ["W1", "W2"].map((id) => part.edit({ id, kind: "woods", outline_in: RING, height_in: 0, sigma_in: 0 }));
  const [first, second] = [requests.question("/camera"), requests.question("/camera")];
  second.answer({ is_table: false });
  await outlines[1];
  first.answer({ is_table: false });
  await outlines[0];
  assert.deepEqual(drawn, ["W2"]);
});

test("the camera's picture goes from under the drawing once the table is moved by hand", async () => {
  standIn();
  const { Underlay } = await import("../../../api/web/table/underlay.js");
  let [asked, paused] = [0, 0];
  const requests = { send: async () => ((asked += 1), Promise.reject(new Error("no camera sees this table"))) };
  const element = () => document.createElement("div");
  const map = { box: element(), svg: element(), pictured: { hidden: false }, say() {} };
  const under = new Underlay(map, requests);
  document.visibilityState = "visible";
  const pause = globalThis.setTimeout;
  globalThis.setTimeout = (act) => {
    map.pictured.hidden = true;
    under.isOn = (paused += 1) < 3;
    return pause(act, 0);
  };
  under.isOn = true;
  under.canvas.hidden = false;
  await under.run();
  globalThis.setTimeout = pause;
  assert.deepEqual([asked, paused], [1, 3]);
  assert.ok(under.canvas.hidden);
});
