// Tries the first page of a phone without a browser: what leads on to the camera.

import assert from "node:assert/strict";
import { test } from "node:test";

class Link {
  href = "/";
}

test("what leads on to the camera is asked for until it is known", async () => {
  const link = new Link();
  const answers = [() => Promise.reject(new TypeError("no line")), () => ({ ok: false }), () => ({ ok: true, json: async () => ({ address: "https://192.0.2.7:8443/camera" }) })];
  const asked = [];
  Object.defineProperty(globalThis, "navigator", { value: { userAgent: "Chrome" }, configurable: true });
  Object.assign(globalThis, {
    HTMLElement: class {}, HTMLAnchorElement: Link, location: { hash: "#key" },
    document: { querySelectorAll: () => [], getElementById: () => link },
    fetch: async (path) => (asked.push(path), answers.shift()()),
    setTimeout: (go) => queueMicrotask(go),
  });
  await import("../../../api/web/phone/hall.js");
  assert.equal(link.href, "https://192.0.2.7:8443/camera#key");
  assert.deepEqual(asked, ["/onward", "/onward", "/onward"]);
});
