// Holds that setting up one camera after another looks the same whenever somebody looks.

import assert from "node:assert/strict";
import { test } from "node:test";

import { all, given, settled, standIn } from "./stand_in.js";

standIn();

const seen = { roster: { name: "a", width_in: 36, depth_in: 36, pieces: ["T1"], anchors: [], anchors_named: {} }, lens: null, table: null, check: null, kept: null, in_use: false, joined: [], missing: [] };
const live = (camera) => ({ camera, name: "West", width: 1920, height: 1080, state: camera ? "live" : "lost", note: "", age_s: 0.1 });

test("a step is left once for each camera that was chosen, and not for one that hangs for a moment", async () => {
  const { CameraPart } = await import("../../../api/web/camera/camera_part.js");
  const { context } = given();
  const part = new CameraPart(context);
  for (const view of Object.values(part.views)) view.show = () => {};
  part.picture.show = part.missing.show = () => {};
  for (const { mark } of part.rows.values()) mark.nextElementSibling = document.createElement("span");
  const open = () => [...part.rows].filter(([, { element }]) => element.open).map(([name]) => name);
  const told = (camera, beside = []) => part.show({ ...seen, camera, beside });
  await told(live(null));
  assert.deepEqual(open(), ["camera"]);
  await told(live("one"));
  assert.deepEqual(open(), ["lens"]);
  const look = () => part.rows.forEach(({ element }, name) => (element.open = name === "camera"));
  look();
  await told({ ...live("one"), state: "stale", note: "the last picture is 0.9 s old" });
  await told(live("one"));
  assert.deepEqual(open(), ["camera"]);
  // Another one is chosen beside it.
  await told(live(null), [{ camera: "one", name: "West", state: "live", note: "", accuracy_in: 0.03, is_placed_by_others: false }]);
  await told(live("two"));
  assert.deepEqual(open(), ["lens"]);
});

test("a camera that is done without may be chosen again at once", async () => {
  const { chooseStep } = await import("../../../api/web/camera/choose_step.js");
  const { requests } = given();
  const view = chooseStep({ requests, act: async (work) => work() });
  const offered = async (beside, cameras) => {
    const showing = view.show({ ...seen, camera: live(null), beside });
    if (requests.open.some(({ path }) => path === "/phones")) await requests.answers("/phones", { phones: [] });
    await settled();
    if (requests.open.some(({ path }) => path === "/cameras")) await requests.answers("/cameras", cameras.map((camera) => ({ camera, kind: "device", name: camera, is_open: false })));
    await showing;
    return all(view.element, "button").map((each) => each.textContent).filter((name) => ["West", "East"].includes(name));
  };
  assert.deepEqual(await offered([{ camera: "West" }], ["East"]), ["East"]);
  assert.deepEqual(await offered([], ["West", "East"]), ["West", "East"]);
});

test("a step that waits for an answer keeps none after it from being shown", async () => {
  const { CameraPart } = await import("../../../api/web/camera/camera_part.js");
  const { context } = given();
  const part = new CameraPart(context);
  part.picture.show = part.missing.show = () => {};
  for (const { mark } of part.rows.values()) mark.nextElementSibling = document.createElement("span");
  const shown = [];
  for (const [name, view] of Object.entries(part.views)) view.show = () => void shown.push(name);
  part.views.camera.show = () => new Promise(() => {});
  void part.show({ ...seen, camera: live("one"), beside: [] });
  await settled();
  assert.deepEqual(shown, ["army", "lens", "anchors", "check", "use"]);
});
