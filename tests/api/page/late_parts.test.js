// Holds that a late answer undoes nothing, and that what failed is asked again: log, set-up, cameras and book.

import assert from "node:assert/strict";
import { test } from "node:test";

import { all, given, happens, LateUmpire, press, settled, standIn, stateOf } from "./stand_in.js";

standIn();

test("how far a piece goes is drawn though the same was offered again meanwhile", async () => {
  const { ReachDisc } = await import("../../../api/web/table/reach_disc.js");
  const world = document.createElement("g");
  const umpire = new LateUmpire();
  const map = { world: Object.assign(world, { firstChild: null }), svg: world, ground: { light() {} }, size: () => ({ width_in: 36, depth_in: 36 }), standing: () => [], pieces: { states: { units: new Map() } } };
  const disc = new ReachDisc(map, () => umpire.get("reach"));
  const reach = { unit: "T1", x_in: 5, y_in: 5, limit_in: 6, stops: [] };
  disc.show(reach);
  disc.show({ ...reach });
  await umpire.answers("reach", [[[0, 0], [1, 0], [1, 1]]]);
  assert.equal(disc.rings?.length, 1);
});

test("the log knows the rules of the game that is played, and asks again for what failed", async () => {
  const { LogScreen } = await import("../../../api/web/log/screen.js");
  const { store, requests, context } = given({ state: stateOf("a") });
  const screen = new LogScreen(document.createElement("div"), context);
  const told = (says) => ({ clauses: [{ id: "A1", says }], referee_clauses: [] });
  screen.render();
  await requests.fails("/games/a");
  screen.render();
  await requests.answers("/games/a", told("of a"));
  assert.equal(screen.book.says("A1"), "of a");
  store.set({ state: stateOf("b") });
  screen.render();
  await requests.answers("/games/b", told("of b"));
  assert.equal(screen.book.says("A1"), "of b");
  // A judged case is one of the same game.
  void screen.book.judged("A1");
  assert.equal(requests.question("/games/b/clauses").path, "/games/b/clauses/A1");
  void screen.book.game("a");
  await settled();
  void screen.book.judged("A1");
  assert.equal(requests.question("/games/a/clauses").path, "/games/a/clauses/A1");
});

test("a battle of the library that was left for another one is not gone to", async () => {
  const { Library } = await import("../../../api/web/review/library.js");
  const { store, context } = given();
  const library = new Library(context);
  context.watch = async () => {
    await settled();
    store.set({ battle: "another" });
  };
  location.hash = "#/play";
  await library.open("first", "#/replay");
  assert.equal(location.hash, "#/play");
});

test("a sheet that was read for one battle is not given in another", async () => {
  const { SheetReader } = await import("../../../api/web/sheet/reader.js");
  const { store, requests, context } = given();
  const filled = [];
  const reader = new SheetReader({ context, fill: (values) => filled.push(values) });
  const reading = reader.seen();
  store.set({ battle: "two" });
  await requests.answers("/battles/one/drawn-sheet", { sheet: {}, margin_in: 0, filling: { rooms: [] } });
  await reading;
  assert.deepEqual(filled, []);
});

test("dice that were forgotten are not shown again by an answer from before", async () => {
  const { dicePart } = await import("../../../api/web/setup/dice_part.js");
  const { requests, context } = given();
  const part = dicePart(context);
  const looked = part.refresh();
  const early = requests.question("/dice-lesson");
  press(part.element, "Forget these dice");
  await requests.answers("/dice-lesson", {});
  await requests.answers("/dice-lesson", { says: "Nothing is known.", numbers: [] });
  early.answer({ says: "All six are known.", numbers: [] });
  await looked;
  assert.ok(all(part.element, "p").some((each) => each.textContent === "Nothing is known."));
});

test("what was agreed last is shown, however late an earlier answer comes", async () => {
  const { agreedPart } = await import("../../../api/web/setup/agreed.js");
  const { store, requests, context } = given({ state: stateOf("a", { dice: "old" }) });
  const part = agreedPart(context);
  const first = part.refresh();
  store.set({ state: stateOf("a", { dice: "new" }) });
  const second = part.refresh();
  const [early, late] = [requests.question("/games/a"), requests.question("/games/a")];
  late.answer({ options: [] });
  await second;
  early.answer({ options: [] });
  await first;
  assert.equal(all(part.element, "dd")[0].textContent, "new");
});

test("what it takes to hit is asked again where it could not be told", async () => {
  const { Needs } = await import("../../../api/web/odds/needs.js");
  const { requests, context } = given();
  const needs = new Needs(context);
  void needs.of("Red", { kind: "fire" });
  await requests.fails("/battles/one/try");
  void needs.of("Red", { kind: "fire" });
  assert.equal(requests.asked.length, 2);
});

test("the set-up is asked for again when the line is back, and when somebody looks again", async () => {
  const { SetupScreen } = await import("../../../api/web/setup/screen.js");
  const { store, context } = given({ link: "lost" });
  const screen = new SetupScreen(document.createElement("div"), context);
  let asked = 0;
  screen.parts = [{ isDue: () => true, refresh: () => (asked += 1) }];
  store.set({ link: "live" });
  assert.equal(asked, 1);
  happens("visibilitychange");
  assert.equal(asked, 2);
});

/** The set-up with parts that answer when they are told to, opened for no battle. */
async function setUp(parts, more = {}) {
  const { SetupScreen } = await import("../../../api/web/setup/screen.js");
  const { store, context } = given({ battle: "", me: { role: "host" }, ...more });
  const screen = new SetupScreen(document.createElement("div"), context);
  await settled();
  screen.parts = parts;
  screen.sections = parts.map(() => document.createElement("section"));
  return { screen, store };
}

test("parts of the set-up wait for those of the battle that is opened last", async () => {
  const umpire = new LateUmpire();
  let battle = "";
  const { screen, store } = await setUp([{ isDue: () => true, refresh: () => umpire.get(battle) }]);
  for (battle of ["first", "second"]) store.set({ battle, state: stateOf("a") });
  await umpire.answers("first");
  assert.equal(screen.sections[0].hidden, true);
  await umpire.answers("second");
  assert.equal(screen.sections[0].hidden, false);
});

test("parts of the set-up wait for one that is due a little later, and so does who has none", async () => {
  const umpire = new LateUmpire();
  const pieces = { isDue: () => store.now.byHand, refresh: () => umpire.get("pieces") };
  const camera = { isDue: () => store.now.state !== null, refresh: () => umpire.get("camera") };
  const { screen, store } = await setUp([pieces, camera], { state: stateOf("a") });
  store.set({ battle: "one", state: null });
  await settled();
  assert.equal(screen.nothing.hidden, true);
  store.set({ state: stateOf("a") });
  store.set({ byHand: true });
  // What was asked before has no say any more.
  for (let times = 0; times < 2; times += 1) await umpire.answers("camera");
  assert.deepEqual(screen.sections.map((each) => each.hidden), [true, true]);
  await umpire.answers("pieces");
  assert.deepEqual(screen.sections.map((each) => each.hidden), [false, false]);
});

test("a look that failed long ago is not told once a later one has gone right", async () => {
  const { Trouble } = await import("../../../api/web/app/trouble.js");
  const umpire = new LateUmpire();
  const trouble = new Trouble();
  const looks = [trouble.looking(() => umpire.get("one")), trouble.looking(() => umpire.get("two"))];
  await umpire.answers("two");
  await umpire.fails("one");
  await Promise.all(looks);
  assert.equal(trouble.element.hidden, true);
});

test("phones are listed as they are, and one code is waited for", async () => {
  const { PhonesPart } = await import("../../../api/web/camera/phones.js");
  const requests = new LateUmpire();
  const part = new PhonesPart({ requests, act: (work) => work() });
  const phone = (name) => ({ phone: name, name, shown: "1", camera: name, here: true, unlocked: [], trouble: "", is_awake: true, tilt_deg: null });
  const camera = { camera: null };
  void part.show(camera);
  const early = requests.question("/phones");
  part.looked = -5000;
  void part.show(camera);
  await requests.answers("/phones", { phones: [phone("New")] });
  early.answer({ phones: [phone("Old")] });
  await settled();
  assert.match(part.list.textContent, /^New/);
  press(part.list, "Forget it");
  await requests.answers("/phones/New", {});
  void part.show(camera);
  await requests.answers("/phones", { phones: [] });
  assert.equal(part.list.textContent, "");
});

test("a judge is called once, however often the button is pressed", async () => {
  const { showJudge } = await import("../../../api/web/play/judge.js");
  const { requests, context } = given({ state: { ...stateOf("a"), in_event: true } });
  globalThis.setInterval = () => 0;
  const menu = { offers: document.createElement("div") };
  const part = showJudge({ context, dock: document.createElement("div"), menu });
  part.says.value = "Is it in range?";
  const [form] = all(part.element, "form");
  for (let times = 0; times < 2; times += 1) form.listeners.submit({ preventDefault() {} });
  assert.equal(requests.asked.filter((each) => each === "post /battles/one/judge").length, 1);
});

test("a camera that comes after another one was asked for is let go", async () => {
  const { Lens } = await import("../../../api/web/phone/lens.js");
  const umpire = new LateUmpire();
  const stopped = [];
  const stream = (name) => ({ getTracks: () => [{ stop: () => stopped.push(name) }], getVideoTracks: () => [name] });
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { mediaDevices: { getUserMedia: () => umpire.get("camera") } } });
  const realTimeout = globalThis.setTimeout;
  globalThis.setTimeout = () => 0;
  const lens = new Lens({ play: async () => {} });
  const [first, second] = [lens.open(), lens.open()];
  const early = umpire.question("camera");
  await umpire.answers("camera", stream("second"));
  early.answer(stream("first"));
  await Promise.all([first, second]);
  globalThis.setTimeout = realTimeout;
  assert.deepEqual([stopped, lens.track], [["first"], "second"]);
});

test("the screen is kept on by one lock, which ends when it is not wanted", async () => {
  const { Awake } = await import("../../../api/web/phone/awake.js");
  const umpire = new LateUmpire();
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { wakeLock: { request: () => umpire.get("lock") } } });
  const awake = new Awake();
  void awake.want(true);
  void awake.look();
  assert.equal(umpire.asked.length, 1);
  void awake.want(false);
  let isReleased = false;
  await umpire.answers("lock", { released: false, release: async () => (isReleased = true) });
  assert.deepEqual([isReleased, awake.isHeld], [true, false]);
});

test("a press counts whose button moved away under a finger that was still", async () => {
  const { keepPresses } = await import("../../../api/web/app/pressed.js");
  keepPresses();
  /** @param {{isConnected: boolean, to: number[]}} how @param {any[]} now @returns {string[]} */
  const pressed = ({ isConnected, to }, now) => {
    const clicked = [];
    const made = (name) => {
      const button = Object.assign(document.createElement("button"), { isConnected, click: () => clicked.push(name) });
      button.closest = (what) => (what === "button" ? button : null);
      button.setAttribute("data-key", "go");
      return button;
    };
    const before = made("itself");
    document.querySelectorAll = () => now.map(made);
    happens("pointerdown", { target: before, clientX: 10, clientY: 10 });
    happens("pointerup", { target: document.body, clientX: to[0], clientY: to[1] });
    return clicked;
  };
  assert.deepEqual(pressed({ isConnected: true, to: [12, 10] }, []), ["itself"]);
  assert.deepEqual(pressed({ isConnected: false, to: [10, 10] }, ["anew"]), ["anew"]);
  // Whoever goes off a button does not want it, and of two alike nobody knows which.
  assert.deepEqual(pressed({ isConnected: true, to: [60, 10] }, []), []);
  assert.deepEqual(pressed({ isConnected: false, to: [10, 10] }, ["one", "other"]), []);
});

test("the book shows the game that was chosen last, and no cases of another one", async () => {
  location.hash = "";
  const umpire = new LateUmpire();
  globalThis.fetch = async (path) => ({ ok: true, json: () => umpire.get(path) });
  const book = (game) => ({ game, usual: [], clauses: {}, chapters: [] });
  await import("../../../api/web/book.js");
  await settled();
  await umpire.answers("/api/v1/book", [{ game: "a", title: "A" }, { game: "b", title: "B" }]);
  const told = document.getElementById("told");
  const [choice] = all(document.getElementById("asked"), "select");
  await umpire.answers("/api/v1/book/a", book("a"));
  choice.value = "b";
  choice.listeners.change();
  await settled();
  const late = umpire.question("/api/v1/book/b");
  choice.value = "a";
  choice.listeners.change();
  await settled();
  await umpire.answers("/api/v1/book/a", { ...book("a"), usual: ["the book of A"] });
  late.answer({ ...book("b"), usual: ["the book of B"] });
  await settled();
  assert.match(told.textContent, /the book of A/);
});

test("before the first turn the rules call its steps by what they come before", async () => {
  const { RulesPanel } = await import("../../../api/web/book/rules_panel.js");
  const steps = [{ says: "Roll", state: "now" }];
  const shown = async (says) => {
    const state = stateOf("a");
    Object.assign(state.view.facts, { ways: [], turn: { says, steps } });
    const panel = new RulesPanel(given({ state }).context);
    panel.dialog.showModal = () => {};
    void panel.open();
    return all(panel.card, "h3").map((each) => each.textContent);
  };
  assert.ok((await shown("")).includes("Before the first turn"));
  assert.ok((await shown("Turn 1")).includes("A turn"));
});

test("a game of cards has no pieces to be laid out and no terrain", async () => {
  const { PiecesPart } = await import("../../../api/web/setup/pieces_part.js");
  const { TerrainPart } = await import("../../../api/web/outline/terrain_part.js");
  const { store, requests, context } = given({ state: stateOf("a"), byHand: true });
  const parts = [new PiecesPart(context), new TerrainPart(context)];
  const due = () => parts.map((part) => part.isDue());
  assert.deepEqual(due(), [true, true]);
  const cards = stateOf("b");
  cards.view.facts.surface = "cloth";
  store.set({ state: cards });
  assert.deepEqual(due(), [false, false]);
  // An army that has not come yet, or has nobody in it, is not counted.
  store.set({ state: stateOf("a") });
  void parts[0].refresh();
  await requests.answers("/battles/one/army", [{ id: "smoke 1", name: "", side: "", kind: "smoke", footprint: {} }]);
  assert.equal(parts[0].said.textContent, "");
  void parts[0].refresh();
  await requests.answers("/battles/one/army", [{ id: "T1", name: "", side: "Red", kind: "tank", footprint: {} }]);
  assert.match(parts[0].said.textContent, /^0 of 1 units are on the table/);
  // Who comes later, rides or was lost has no place on the table.
  void parts[0].refresh();
  const piece = { name: "", side: "Red", kind: "tank", footprint: {} };
  await requests.answers("/battles/one/army", [{ ...piece, id: "T1", off: false }, { ...piece, id: "T2", off: true }]);
  assert.match(parts[0].said.textContent, /^0 of 1 units are on the table\. Off the table for now: T2\./);
  assert.deepEqual(parts[0].tray.children.map((chip) => chip.textContent), ["Put down T1"]);
});

test("on the drawn table those that lie in the box are put down by the map", async () => {
  const { PiecesPart } = await import("../../../api/web/setup/pieces_part.js");
  const there = (id, state) => ({ id, state, pose: { x_in: 1, y_in: 1, heading_deg: 0 } });
  const table = { table: { width_in: 20, depth_in: 10 }, terrain: [], pieces: [there("T1", "seen"), there("T2", "hidden")] };
  const { requests, context } = given({ state: stateOf("a"), practice: true, table });
  const laid = [];
  context.lay = async (...told) => laid.push(told);
  const part = new PiecesPart(context);
  assert.ok(part.isDue());
  void part.refresh();
  const piece = { name: "", side: "Red", kind: "tank", footprint: {} };
  await requests.answers("/battles/one/army", [{ ...piece, id: "T1" }, { ...piece, id: "T2" }]);
  assert.match(part.said.textContent, /^1 of 2 units are on the table\./);
  assert.ok(part.all.hidden, "the army is lined up already");
  assert.deepEqual(part.tray.children.map((chip) => chip.textContent), ["Put down T2"]);
  await part.put({ ...piece, id: "T2" }, { x_in: 3, y_in: 4 });
  assert.deepEqual(laid, [["T2", { x_in: 3, y_in: 4, heading_deg: 90 }]]);
});

test("what is put down without a place lies clear of all others, near the middle", async () => {
  const { freeSpot } = await import("../../../api/web/setup/pieces_part.js");
  const table = { width_in: 20, depth_in: 10 };
  assert.deepEqual(freeSpot(table, []), [10, 5]);
  const [x, y] = freeSpot(table, [[10, 5]]);
  assert.equal(Math.hypot(x - 10, y - 5), 4);
  const all = [];
  for (let piece = 0; piece < 8; piece += 1) all.push(freeSpot(table, all));
  for (const one of all) for (const other of all) assert.ok(one === other || Math.hypot(one[0] - other[0], one[1] - other[1]) >= 4);
  // On a table that is full it lies as clear as it can.
  const full = [[2, 5], [5, 5], [8, 5], [11, 5], [14, 5]];
  assert.ok(Math.min(...full.map((each) => Math.hypot(each[0] - freeSpot(table, full)[0], each[1] - freeSpot(table, full)[1]))) >= 4);
  assert.deepEqual(freeSpot({ width_in: 1, depth_in: 1 }, []), [0.5, 0.5]);
});
