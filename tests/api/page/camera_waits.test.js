// Holds how long the set-up waits for a camera that opens, and that its picture goes on after other waits.

import assert from "node:assert/strict";
import { test } from "node:test";

import { all, given, settled, standIn } from "./stand_in.js";

standIn();
globalThis.devicePixelRatio = 1;

/** How often the camera is asked how it is, where it is so each time. @param {(asked: number) => object} now */
async function asked(now) {
  const { CameraPart } = await import("../../../api/web/camera/camera_part.js");
  const { context } = given();
  let count = 0;
  context.requests.get = async () => ({ age_s: null, state: "lost", restarts: 0, ...now((count += 1)) });
  const part = new CameraPart(context);
  const timer = globalThis.setTimeout;
  globalThis.setTimeout = (work) => timer(work, 0);
  try {
    await part.pictured();
  } finally {
    globalThis.setTimeout = timer;
  }
  return count;
}

test("a camera that shows something is not waited for", async () => {
  assert.equal(await asked(() => ({ age_s: 0.1, state: "live" })), 1);
});

test("a busy computer may take a minute to draw the first picture of a camera that it makes up", async () => {
  assert.equal(await asked((count) => (count < 90 ? {} : { age_s: 0.1, state: "live" })), 90);
  assert.ok((await asked(() => ({}))) < 130);
});

test("a camera that shows nothing any more, or has to be opened anew, is told sooner", async () => {
  assert.equal(await asked(() => ({ restarts: 1 })), 30);
  assert.equal(await asked(() => ({ age_s: 9 })), 30);
});

test("the picture goes on once the set-up's parts are shown that had waited for each other", async () => {
  const { LivePicture } = await import("../../../api/web/camera/live_picture.js");
  const asked = [];
  const picture = new LivePicture({ send: async () => asked.push("still") && Promise.reject(new Error("none")) }, () => isSetUp);
  let [isSetUp, isWaiting] = [true, true];
  picture.element.getClientRects = () => (isWaiting ? [] : [{}]);
  /** @type {(() => void)[]} */
  const due = [];
  const timer = globalThis.setTimeout;
  globalThis.setTimeout = (work) => due.push(work);
  const later = async () => {
    for (const work of due.splice(0)) work();
    await settled();
  };
  try {
    picture.show({ camera: "one", state: "live", age_s: 0.1, note: "" });
    await later();
    assert.deepEqual(asked, []);
    isWaiting = false;
    await later();
    assert.deepEqual(asked, ["still"]);
    isSetUp = false;
    await later();
    assert.deepEqual([due.length, picture.running], [0, false]);
  } finally {
    globalThis.setTimeout = timer;
  }
});

test("a drawn table is told to be moved on the map only while it is the one that is played on", async () => {
  const { useStep } = await import("../../../api/web/camera/use_step.js");
  const step = useStep({ requests: {}, act: async () => {} });
  const isTold = (inUse, isDrawn) => {
    step.show({ camera: { camera: "one", is_drawn: isDrawn }, in_use: inUse, beside: [], joined: [], missing: [], table: null });
    return all(step.element, "p").some((each) => /^What it sees is drawn/.test(each.textContent) && !each.hidden);
  };
  assert.deepEqual([isTold(false, true), isTold(true, true), isTold(true, false)], [false, true, false]);
});
