// Holds that an answer that comes late undoes nothing: battles, start, maps, seats and the replay.

import assert from "node:assert/strict";
import { test } from "node:test";

import { all, given, LateUmpire, settled, standIn, stateOf } from "./stand_in.js";

standIn();

test("a place that was still to be asked for is not asked for on the table of another battle", async () => {
  const { Asked } = await import("../../../api/web/table/asked.js");
  const umpire = new LateUmpire();
  const asked = new Asked((piece, pose) => umpire.put(piece, pose));
  const put = asked.put("T1", { x_in: 1 });
  void asked.put("T1", { x_in: 2 });
  asked.leave();
  await umpire.answers("T1", 5);
  await put;
  assert.deepEqual(umpire.asked, ["put T1"]);
  assert.deepEqual(asked.poseOf({ id: "T1", pose: { x_in: 9 } }), { x_in: 9 });
});

test("a lesson lays no table of a battle that was opened meanwhile", async () => {
  const { Lesson } = await import("../../../api/web/lesson/lesson.js");
  for (const late of ["/battles", "watch"]) {
    const { store, requests, context } = given({ battle: "" });
    globalThis.fetch = async () => ({ json: async () => ({ battle: {}, table: {}, opening: [], steps: [], seat: "Red" }) });
    let seated = () => {};
    context.watch = async (battle) => {
      store.set({ battle });
      await new Promise((resolve) => (seated = resolve));
    };
    const lesson = new Lesson(context);
    const begun = lesson.begin();
    await settled();
    if (late === "/battles") store.set({ battle: "another" });
    await requests.answers("/battles", { id: "lesson" });
    if (late === "watch") store.set({ battle: "another" });
    seated();
    await begun;
    assert.deepEqual(requests.asked, ["post /battles"]);
    assert.equal(store.now.battle, "another");
    assert.deepEqual([lesson.plan, document.body.dataset.lesson, store.now.seats], [null, undefined, ["Red"]]);
  }
});

test("whoever has chosen another battle stays there, whatever becomes of the first", async () => {
  const { StartScreen } = await import("../../../api/web/start/screen.js");
  const { store, context, requests, gone } = given({ battle: "" });
  const ends = new Map();
  context.watch = (battle) => {
    store.set({ battle });
    return new Promise((resolve, reject) => ends.set(battle, { resolve, reject }));
  };
  const screen = new StartScreen(document.createElement("div"), context);
  const first = screen.open("first");
  const second = screen.open("second");
  ends.get("first").reject(new Error("no answer"));
  await first;
  assert.deepEqual([gone, screen.trouble.hidden], [["play", "play"], true]);
  ends.get("second").resolve();
  await second;
  // A sample that is begun late is among the battles, and nobody is taken there.
  const played = screen.play({ sample: "big", title: "Big" });
  const third = screen.open("third");
  ends.get("third").resolve();
  await third;
  await requests.answers("/samples/big", { id: "late" });
  assert.equal(store.now.battle, "third");
  await settled();
  while (requests.open.length > 0) requests.open.pop()?.fail(new Error("enough"));
  await played;
});

test("an older list of battles does not take the place of a newer one", async () => {
  const { StartScreen } = await import("../../../api/web/start/screen.js");
  const { context, requests } = given();
  const screen = new StartScreen(document.createElement("div"), context);
  const again = screen.refresh();
  const brief = (name) => ({ id: name, name, title: name, seats: [], over: true, began: "" });
  const [older, newer] = [requests.question("/battles"), requests.question("/battles")];
  newer.answer([brief("New")]);
  for (const each of [requests.question("/archive"), requests.question("/archive")]) each.answer([]);
  await settled();
  older.answer([brief("Old")]);
  await settled();
  assert.match(screen.battles.textContent, /New/);
  assert.doesNotMatch(screen.battles.textContent, /Old/);
  while (requests.open.length > 0) requests.open.pop()?.fail(new Error("enough"));
  await again;
});

test("no options of an earlier choice take the place of those that are filled in, and a failure is asked again", async () => {
  const { NewBattle } = await import("../../../api/web/start/new_battle.js");
  const requests = new LateUmpire();
  const form = new NewBattle({ requests, begin: async () => {}, failed() {} });
  form.ground.load = async () => {};
  const loaded = form.load(Promise.resolve([{ slug: "a", title: "A" }, { slug: "b", title: "B" }]));
  await settled();
  await requests.answers("/games/a", { says: "A.", options: [] });
  await loaded;
  const choose = async (slug) => {
    form.game.value = slug;
    const done = form.chosen();
    await settled();
    return { done, question: requests.question(`/games/${slug}`) };
  };
  const early = await choose("a");
  await choose("b");
  const late = await choose("a");
  late.question.answer({ says: "The last", options: [] });
  await late.done;
  early.question.answer({ says: "The first", options: [] });
  await early.done;
  assert.equal(form.says.textContent, "The last");
  const lost = await choose("b");
  lost.question.fail(new Error("no line"));
  await assert.rejects(lost.done);
  const again = form.load(Promise.resolve([]));
  await settled();
  await requests.answers("/games/b", { says: "B at last.", options: [] });
  await again;
  assert.equal(form.says.textContent, "B at last.");
});

test("a battle of one's own offers the sides that the chosen game has", async () => {
  const { NewBattle } = await import("../../../api/web/start/new_battle.js");
  const requests = new LateUmpire();
  const form = new NewBattle({ requests, begin: async () => {}, failed() {}, sides: (game) => (game === "a" ? ["Heroes", "Enemies"] : []) });
  form.ground.load = async () => {};
  const typed = () => all(form.seats, "input").map((each) => each.value);
  assert.deepEqual(typed(), ["Fox", "Red", "Owl", "Blue"]);
  const loaded = form.load(Promise.resolve([{ slug: "a", title: "A" }]));
  await settled();
  await requests.answers("/games/a", { says: "A.", options: [] });
  await loaded;
  assert.deepEqual(typed(), ["Fox", "Heroes", "Owl", "Enemies"]);
});

test("a game that is chosen again has the army that was put together since", async () => {
  const { ArmyBuilder } = await import("../../../api/web/start/army_builder.js");
  const requests = new LateUmpire();
  const builder = new ArmyBuilder({ requests, changed() {} });
  const loads = [builder.load("a"), builder.load("b"), builder.load("a")];
  const told = { groups: [], ready: [], total: 100, total_option: "" };
  const [early] = [requests.question("/games/a"), requests.question("/games/b").answer(told)];
  await requests.answers("/games/a", told);
  builder.total = 60;
  early.answer(told);
  await Promise.all(loads);
  assert.equal(builder.total, 60);
});

test("what a unit that is no longer picked would see is not drawn", async () => {
  const { WhatIfMaps } = await import("../../../api/web/whatif/what_if_maps.js");
  const { store, requests, context } = given({ picked: ["T1"] });
  const svg = document.createElement("svg");
  const map = { svg, box: svg, eye: svg, world: svg, marks: { halos: svg }, gestures: {}, view: {} };
  const maps = new WhatIfMaps({ map, host: svg, context });
  const drawn = [];
  maps.areas = { clear: () => drawn.push("nothing"), show: (each) => drawn.push(each.unit), point() {} };
  maps.toggle(true);
  store.set({ picked: [] });
  assert.equal(maps.title.textContent, "Pick a unit.");
  requests.question("/battles/one/maps/T1").answer({ answered: true, unit: "T1", says: "T1 sees all.", layers: [] });
  requests.question("/battles/one").answer({ others: [] });
  await settled();
  assert.deepEqual([maps.title.textContent, drawn.at(-1)], ["Pick a unit.", "nothing"]);
  // A side that could not be measured is asked again by the same button.
  store.set({ picked: ["T1"] });
  const before = requests.asked.length;
  const first = maps.fear("Blue");
  await requests.fails(requests.open.at(-1).path);
  await first;
  void maps.fear("Blue");
  assert.equal(requests.asked.length, before + 2);
  // What is not waited for any more is not told to be measured.
  assert.match(maps.told.textContent, /^Measuring/);
  store.set({ picked: ["T2"] });
  assert.equal(maps.told.textContent, "");
  maps.toggle(false);
});

test("what if calls ground as the map does", async () => {
  const { WhatIfMaps } = await import("../../../api/web/whatif/what_if_maps.js");
  const terrain = [{ id: "W1", kind: "woods", outline_in: [], height_in: 0, sigma_in: 0 }];
  const table = { terrain, pieces: [{ id: "T2", pose: { x_in: 1, y_in: 2 } }] };
  const { requests, context } = given({ picked: ["T1"], table });
  const svg = document.createElement("svg");
  const map = { svg, box: svg, eye: svg, world: svg, marks: { halos: svg }, gestures: {}, view: {} };
  const maps = new WhatIfMaps({ map, host: svg, context });
  maps.areas = { clear() {}, show() {}, point() {} };
  maps.toggle(true);
  requests.question("/battles/one/maps/T1").answer({ answered: true, unit: "T1", says: "T1 sees all.", layers: [] });
  requests.question("/battles/one").answer({ others: [{ unit: "T2", foe: true, range_in: 3, sight_answer: "NO", says: "T2 is 3 in away, hidden by woods W1" }] });
  await settled();
  assert.match(maps.rows.textContent, /by the woods$/);
  void maps.tell("T2");
  await requests.answers("/battles/one/maps/T1", { here: { sentence: "The woods W1 hide T2 from here.", nearest_in: null } });
  assert.equal(maps.told.textContent, "The woods hide T2 from here.");
  const tried = maps.attempt("", { kind: "fire" });
  await requests.answers("/battles/one/try", { says: "W1 hides T2.", allowed: false });
  await tried;
  assert.equal(maps.told.textContent, "The woods hides T2.");
  maps.toggle(false);
});

test("a code to come in by is shown for the battle and the seat that were asked for last", async () => {
  const { PlayersPart } = await import("../../../api/web/setup/players.js");
  const { store, requests, context } = given();
  const part = new PlayersPart(context);
  part.refresh = async () => {};
  const shown = [];
  part.showCode = (told) => shown.push(told.grant);
  void part.invite("Red");
  void part.invite("Blue");
  const [red, blue] = [requests.question("/battles/one/invitations"), requests.question("/battles/one/invitations")];
  blue.answer({ grant: "blue" });
  await settled();
  red.answer({ grant: "red" });
  await settled();
  void part.invite("Red");
  part.invitation.append("the code of Blue");
  store.set({ battle: "two" });
  assert.equal(part.invitation.textContent, "");
  await requests.answers("/battles/one/invitations", { grant: "late" });
  assert.deepEqual(shown, ["blue"]);
});

test("a replay shows the moment that is wished for, though an earlier wish fails", async () => {
  const { Replay } = await import("../../../api/web/review/replay.js");
  const { context } = given();
  const replay = new Replay(context);
  const umpire = new LateUmpire();
  const shown = [];
  replay.show = (moment) => shown.push(moment);
  replay.where = document.createElement("p");
  replay.course = { count: 9 };
  replay.moments = { at: (sequence) => umpire.get(`${sequence}`) };
  replay.go(3);
  replay.go(5);
  await umpire.fails("3", "too slow");
  await umpire.answers("5", "the fifth");
  assert.deepEqual([shown, replay.where.textContent], [["the fifth"], ""]);
  // Beside it stands the moment that was put there last.
  const sides = [];
  Object.assign(replay, { other: {}, besideMap: { show: (table) => sides.push(table), lay() {} } });
  for (const beside of [1, 2]) {
    replay.beside = beside;
    replay.splitChanged();
  }
  const event = { id: "e", says: "", evidence: [] };
  const [one, two] = [umpire.question("1"), umpire.question("2")];
  two.answer({ table: "two", event });
  await settled();
  one.answer({ table: "one", event });
  await settled();
  assert.deepEqual(sides, ["two"]);
});

test("the log that is read keeps what the socket has told meanwhile", async () => {
  const { LogReader } = await import("../../../api/web/app/log_reader.js");
  const { store, requests } = given();
  const log = new LogReader({ store, requests, failed() {} });
  const event = (sequence) => ({ sequence });
  log.refresh(true);
  await settled();
  store.set({ events: [event(1)] });
  await requests.answers("/battles/one/events", { events: [event(0)], more: false });
  assert.deepEqual(store.now.events.map((each) => each.sequence), [0, 1]);
});

test("the ground is shown as it was left, and an outline that was begun meanwhile stays open", async () => {
  const { TerrainPart } = await import("../../../api/web/outline/terrain_part.js");
  const { requests, context } = given();
  context.places.place = "play";
  const part = new TerrainPart(context);
  const looked = part.refresh();
  const early = requests.question("/table/terrain");
  const locking = part.doing(() => part.lockChanged());
  await requests.answers("/table/terrain-lock", {});
  await requests.answers("/table/terrain", { terrain: [], drafts: [], locked: true });
  await locking;
  early.answer({ terrain: [], drafts: [], locked: false });
  await looked;
  assert.equal(part.lock.textContent, "Unlock the ground");
  const area = { id: "W1", kind: "woods", outline_in: [], sigma_in: 0.1 };
  const kept = part.keep(area, { kind: { value: "woods" }, height: { value: "0" } });
  part.look += 1;
  part.editing = true;
  await requests.answers("/table/terrain/W1", {});
  await requests.answers("/table/terrain/W1/confirm", {});
  await kept;
  assert.equal(part.editing, true);
});

test("a hand is known again when its battle is watched again", async () => {
  const { showDealtCards } = await import("../../../api/web/cards/dealt.js");
  const { store, requests, context } = given({ state: stateOf("cards", { cards: "dealt" }) });
  showDealtCards(context, document.createElement("section"));
  const cards = { dealt: true, packs: [], places: [{ name: "hand of Red", kind: "hand", private: true, owner: "Red", hidden: 0, cards: [{ card: "2H", says: "2" }] }] };
  while (requests.open.length > 0) await requests.answers("/battles/one/cards", cards);
  assert.deepEqual(store.now.hands.Red?.map((each) => each.card), ["2H"]);
  store.set({ state: null, hands: {} });
  store.set({ state: stateOf("cards", { cards: "dealt" }) });
  await requests.answers("/battles/one/cards", cards);
  assert.deepEqual(store.now.hands.Red?.map((each) => each.card), ["2H"]);
});

test("the refusals of another battle are not listed", async () => {
  const { OwnRefusals } = await import("../../../api/web/play/refusals.js");
  const { store, requests, context } = given({ state: stateOf("a") });
  const part = new OwnRefusals(context);
  part.element.open = true;
  void part.renew();
  store.set({ battle: "two", state: stateOf("a") });
  await requests.answers("/battles/two/refusals", []);
  await requests.fails("/battles/one/refusals", "of the first battle");
  assert.equal(part.list.textContent, "Nothing so far.");
});
