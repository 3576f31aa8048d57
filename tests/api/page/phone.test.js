// A phone as the camera: when a picture is due, how old it is, and what is said of the phone.

import assert from "node:assert/strict";
import { test } from "node:test";

import { phoneWords } from "../../../api/web/camera/phones.js";
import { Encoding } from "../../../api/web/phone/encoding.js";
import { Lens } from "../../../api/web/phone/lens.js";
import { lockWords, Pace, tiltOf, troubleOf, UmpiresClock } from "../../../api/web/phone/pace.js";
import { Sender } from "../../../api/web/phone/sender.js";

test("a picture is due when the rate says so, and never where none is wanted", () => {
  const pace = new Pace();
  assert.equal(pace.wait(0, 10), 0);
  pace.takes(1000);
  assert.equal(pace.wait(1040, 10), 60);
  assert.equal(pace.wait(1200, 10), 0);
  assert.equal(pace.wait(1200, 0), Infinity);
  assert.equal(pace.wait(1200, NaN), Infinity);
});

test("a picture is timed by the umpire's clock: by its quickest word, and never too young", () => {
  const clock = new UmpiresClock();
  assert.equal(clock.at(100), -Infinity);
  // The umpire's clock is 5000 ahead, and its words are 40, 2 and 300 on their way.
  for (const [said, delay] of /** @type {[number, number][]} */ ([[5100, 40], [5200, 2], [5300, 300]])) clock.hears(said, said - 5000 + delay);
  assert.equal(clock.at(310), 5308);
});

test("a clock that was set back, as by a computer's sleep, is believed at once", () => {
  const clock = new UmpiresClock();
  clock.hears(900_000, 1000);
  clock.hears(5000, 2000);
  assert.equal(clock.at(2100), 5100);
});

test("a word of long ago counts no more: clocks drift apart", () => {
  const clock = new UmpiresClock();
  clock.hears(1000, 1000);
  for (let word = 1; word <= 64; word += 1) clock.hears(2000 + word, 2005 + word);
  assert.equal(clock.at(3000), 2995);
});

test("the next picture is begun so that it is ready when the answer to the last one comes", () => {
  const pace = new Pace();
  assert.equal(pace.ahead(0, 30), 0);
  pace.takes(1000);
  for (const ms of [30, 900, 28]) pace.made(ms);
  for (const ms of [90, 12, 80]) pace.answered(ms);
  assert.equal(pace.ahead(1040, 30), 50);
  assert.equal(pace.ahead(1040, 10), 60);
  assert.equal(pace.ahead(1000, 10), Infinity);
  assert.equal(pace.ahead(1040, 0), Infinity);
  for (const ms of [6, 8, 7]) pace.answered(ms);
  assert.equal(pace.ahead(1040, 30), 0);
});

const soon = () => new Promise((resolve) => setImmediate(resolve));

/** A page whose camera's pictures are drawn as their numbers. */
function numbered() {
  const seen = { drawn: 0 };
  const taken = () => Promise.resolve(seen.drawn);
  const canvas = {
    getContext: () => ({ drawImage: () => (seen.drawn += 1) }),
    toBlob: (/** @type {(blob: object) => void} */ done) => done({ arrayBuffer: taken }),
  };
  /** @type {any} */ (globalThis).document = { createElement: () => canvas };
  return seen;
}

const VIDEO = { readyState: 4, HAVE_CURRENT_DATA: 2, videoWidth: 64, videoHeight: 36 };

/** A browser that lends a worker; `frame` is what it says of a frame. @param {object} frame */
function lending(frame) {
  const made = {
    /** @type {any[]} */ asked: [],
    /** @type {any} */ worker: null,
    closed: 0,
  };
  class FakeWorker {
    constructor() {
      made.worker = this;
    }
    postMessage(/** @type {any} */ asked) {
      made.asked.push(asked);
    }
    terminate() {}
  }
  const whole = { displayWidth: 64, displayHeight: 36, rotation: 0, close: () => (made.closed += 1), ...frame };
  const lent = { OffscreenCanvas: class {}, Worker: FakeWorker, VideoFrame: function () { return whole; } };
  Object.assign(globalThis, lent);
  return { made, back: () => Object.keys(lent).forEach((name) => delete (/** @type {any} */ (globalThis))[name]) };
}

test("a browser that can encodes beside the page, and one picture ahead while the last one goes", async () => {
  numbered();
  const { made, back } = lending({});
  const shown = /** @type {number[]} */ ([]);
  let answer = (/** @type {boolean} */ _isTaken) => {};
  const show = (/** @type {number} */ picture) => {
    shown.push(picture);
    return new Promise((resolve) => (answer = resolve));
  };
  const sender = new Sender(/** @type {any} */ (VIDEO), /** @type {any} */ ({ show, way: "socket" }));
  sender.wanted = /** @type {any} */ ({ sends: true, rate_hz: 1e6, quality: 0.5 });
  sender.sees(0);
  const first = sender.one();
  await soon();
  assert.equal(made.asked[0].quality, 0.5);
  made.worker.onmessage({ data: 1 });
  sender.sees(33);
  while (made.asked.length < 2) await soon();
  made.worker.onmessage({ data: 2 });
  await soon();
  assert.deepEqual(shown, [1]);
  answer(true);
  await first;
  const second = sender.one();
  await soon();
  assert.deepEqual(shown, [1, 2]);
  answer(false);
  await second;
  assert.equal(sender.sent, 1);
  back();
});

test("a picture that has waited long for its turn is passed over", async () => {
  numbered();
  const shown = /** @type {number[]} */ ([]);
  const sender = new Sender(/** @type {any} */ (VIDEO), /** @type {any} */ ({ show: async (/** @type {number} */ it) => shown.push(it) }));
  const old = performance.now() - 1000;
  sender.next = Promise.resolve(/** @type {any} */ ({ jpeg: 7, taken: old, made: old }));
  await sender.one();
  assert.deepEqual(shown, []);
  sender.sees(0);
  await sender.one();
  assert.deepEqual(shown, [1]);
});

test("where a worker fails, or a frame is turned on its way to the screen, the page encodes", async () => {
  const seen = numbered();
  for (const turned of [{ rotation: 90 }, { rotation: undefined }, { displayWidth: 36, displayHeight: 64 }, { flip: true }]) {
    const { made, back } = lending(turned);
    const encoding = new Encoding(/** @type {any} */ (VIDEO));
    assert.equal(await encoding.jpeg(0.9), seen.drawn);
    assert.equal(made.closed, 1);
    assert.deepEqual(made.asked, []);
    back();
  }
  const { made, back } = lending({});
  const encoding = new Encoding(/** @type {any} */ (VIDEO));
  const lost = encoding.jpeg(0.9);
  made.worker.onerror();
  assert.equal(await lost, null);
  assert.equal(encoding.isBeside, false);
  const before = seen.drawn;
  assert.equal(await encoding.jpeg(0.9), before + 1);
  back();
});

test("each picture of the camera is sent once, and one at a time", async () => {
  numbered();
  const shown = /** @type {number[]} */ ([]);
  const ways = /** @type {((isTaken: boolean) => void)[]} */ ([]);
  const show = (/** @type {number} */ picture) => {
    shown.push(picture);
    return new Promise((resolve) => ways.push(resolve));
  };
  const sender = new Sender(/** @type {any} */ (VIDEO), /** @type {any} */ ({ show }));
  sender.sees(0);
  const first = sender.one();
  sender.sees(33);
  await soon();
  assert.deepEqual(shown, [1]);
  ways[0]?.(true);
  await first;
  const second = sender.one();
  await soon();
  assert.deepEqual(shown, [1, 2]);
  ways[1]?.(true);
  await second;
  const third = sender.one();
  await soon();
  assert.deepEqual(shown, [1, 2]);
  sender.sees(66);
  await soon();
  assert.deepEqual(shown, [1, 2, 3]);
  ways[2]?.(false);
  await third;
  assert.equal(sender.sent, 2);
});

test("each trouble has its word, and the one that explains the others comes first", () => {
  const well = { isHidden: false, isMuted: false, hasEnded: false, sinceFrameMs: 0, isRefused: false };
  assert.equal(troubleOf(well), "");
  assert.equal(troubleOf({ ...well, isMuted: true }), "muted");
  assert.equal(troubleOf({ ...well, isMuted: true, hasEnded: true }), "ended");
  assert.equal(troubleOf({ ...well, hasEnded: true, isHidden: true }), "hidden");
  assert.equal(troubleOf({ ...well, sinceFrameMs: 9000 }), "frozen");
  assert.equal(troubleOf({ ...well, isRefused: true, hasEnded: true }), "refused");
});

test("a phone that lies flat looks straight down", () => {
  assert.equal(tiltOf(0, 0), 0);
  assert.equal(tiltOf(30, 0), 30);
  assert.equal(tiltOf(0, -90), 90);
  assert.equal(tiltOf(null, 0), null);
});

test("what could not be locked is said", () => {
  assert.equal(lockWords({ focus: "locked", exposure: "asked", white_balance: "cannot" }), "Locked: focus. Asked, not confirmed: exposure. This browser cannot lock: white balance.");
  const phone = { here: true, trouble: "", unlocked: ["focus", "white_balance"], is_awake: false, tilt_deg: 14 };
  assert.equal(phoneWords(phone), "Not locked: focus, white balance. Its screen may go dark. It leans by 14°.");
  assert.equal(phoneWords({ ...phone, unlocked: [], is_awake: true, tilt_deg: 2 }), "Focus, exposure and white balance are locked.");
  assert.equal(phoneWords({ ...phone, trouble: "a call has it" }), "A call has it.");
  assert.equal(phoneWords({ ...phone, here: false }), "is not here.");
});

/** A track whose focus can be locked; `takes` says what it makes of a distance. */
function focusing(takes = (/** @type {number} */ at) => at) {
  const now = { focusMode: "continuous", focusDistance: 0.7 };
  return {
    readyState: "live",
    label: "back",
    now,
    getCapabilities: () => ({ focusMode: ["continuous", "manual"] }),
    getSettings: () => ({ ...now }),
    applyConstraints: async (/** @type {any} */ { advanced: [held] }) => {
      now.focusMode = held.focusMode;
      now.focusDistance = takes(held.focusDistance);
    },
    stop: () => {},
  };
}

/** @param {any} track */
function lensOf(track) {
  const lens = new Lens(/** @type {any} */ ({ videoWidth: 1920, videoHeight: 1080 }));
  lens.track = track;
  lens.isSettled = true;
  return lens;
}

test("a lens is locked where it has settled, and what it says is read back", async () => {
  const lens = lensOf(focusing());
  await lens.hold();
  assert.deepEqual(lens.readBack(), { focus: "locked", exposure: "cannot", white_balance: "cannot" });
  assert.deepEqual(lens.held, { focus: 0.7 });
});

test("a camera that was taken away is locked where it was before", async () => {
  const lens = lensOf(focusing());
  await lens.hold();
  const again = focusing();
  again.now.focusDistance = 0.2;
  lens.track = /** @type {any} */ (again);
  await lens.hold();
  assert.deepEqual(lens.held, { focus: 0.7 });
});

test("what was held when the umpire was set up is asked for again, and read back as it is", async () => {
  const lens = lensOf(focusing());
  await lens.hold();
  await lens.want([["focus", 0.4]]);
  assert.deepEqual(lens.held, { focus: 0.4 });
  const clipping = lensOf(focusing((at) => Math.max(at, 0.5)));
  await clipping.want([["focus", 0.4]]);
  assert.deepEqual(clipping.held, { focus: 0.5 });
});

test("a lens that ignores what it is asked is not called locked", async () => {
  const ignoring = { ...focusing(), applyConstraints: async () => {} };
  const lens = lensOf(ignoring);
  await lens.hold();
  assert.equal(lens.readBack().focus, "asked");
  assert.deepEqual(lens.held, {});
});
