// Holds how long the set-up waits for a camera that opens, before it asks for a photograph all the same.

import assert from "node:assert/strict";
import { test } from "node:test";

import { given, standIn } from "./stand_in.js";

standIn();

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
