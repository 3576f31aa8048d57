// Knows what messages change, and how numbers and names are written: tried without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { changesOf, lastWithoutGap, withEvents } from "../../../api/web/app/messages.js";
import { emptyState, Store } from "../../../api/web/app/store.js";
import { card, inches, listed, spaced, valueWords } from "../../../api/web/app/words.js";
import { added, counted, fitted } from "../../../api/web/start/army_list.js";
import { needed } from "../../../api/web/start/game_card.js";
import { changed } from "../../../api/web/start/options.js";
import { inTurn } from "../../../api/web/start/screen.js";
import { seatsFor, sidesOf } from "../../../api/web/start/sides.js";
import { typedLength } from "../../../api/web/table/panel.js";

const event = (sequence, says = "") => ({ sequence, says });

test("events count once, in order, and the last telling of one counts", () => {
  const events = withEvents([event(0), event(2)], [event(1), event(2, "again")]);
  assert.deepEqual(events.map((each) => each.sequence), [0, 1, 2]);
  assert.equal(events[2].says, "again");
});

test("a gap is noticed", () => {
  assert.equal(lastWithoutGap([]), -1);
  assert.equal(lastWithoutGap([event(0), event(1), event(3)]), 1);
  assert.equal(lastWithoutGap([event(1)]), -1);
});

test("each message changes what it tells of, and nothing else", () => {
  const state = emptyState();
  const table = { number: 7 };
  assert.deepEqual(changesOf(state, { type: "table", table }), { table, tableWhy: "" });
  assert.deepEqual(changesOf(state, { type: "seats", seats: [], host_elsewhere: true }), { company: [], hostElsewhere: true });
  assert.deepEqual(changesOf(state, { type: "no_table", why: "too dark" }), { tableWhy: "too dark" });
  assert.deepEqual(changesOf(state, { type: "start", table: null }), {});
  assert.deepEqual(changesOf(state, { type: "from a newer server" }), {});
});

test("a host drags pieces wherever the table is moved by hand, and nobody else is told so", () => {
  const table = { number: 7 };
  const host = { ...emptyState(), me: { role: "host" } };
  assert.deepEqual(changesOf(host, { type: "table", table, by_hand: true }), { table, tableWhy: "", byHand: true });
  assert.deepEqual(changesOf(host, { type: "start", table: null, by_hand: false }), { byHand: false });
  const player = { ...emptyState(), me: { role: "player" } };
  assert.deepEqual(changesOf(player, { type: "table", table, by_hand: true }), { table, tableWhy: "" });
});

test("a listener hears of its own parts, once, and no more when it has stopped", () => {
  const store = new Store();
  let heard = 0;
  const stop = store.on(["picked", "link"], () => (heard += 1));
  assert.equal(heard, 1);
  store.set({ picked: ["A"], link: "live" });
  store.set({ tableWhy: "dark" });
  assert.equal(heard, 2);
  stop();
  store.set({ picked: [] });
  assert.equal(heard, 2);
});

test("lines on the table belong to whoever drew them", () => {
  const store = new Store();
  store.draw("one", [{ what: "range", line_in: [[0, 0], [1, 1]], answer: "YES", words: "" }]);
  store.draw("other", []);
  assert.deepEqual(store.now.drawn.map((each) => each.by), ["one"]);
  store.draw("one", []);
  assert.deepEqual(store.now.drawn, []);
});

test("numbers and names as people read them", () => {
  assert.equal(inches(3.14159), "3.14 in");
  assert.equal(inches(0.00123), "0.0012 in");
  assert.equal(inches(12), "12 in");
  assert.equal(spaced("heading_deg"), "heading, degrees");
  assert.equal(listed(["A", "B", "C"]), "A, B and C");
  assert.equal(valueWords([{ unit: "S2", target: "T5" }, { unit: "S3", target: "" }]), "S2, target T5 and S3");
  assert.equal(valueWords([1, 2]), "1 and 2");
  assert.equal(valueWords(""), "none");
});

test("cards have faces, and what is none is told apart", () => {
  assert.deepEqual(card("10D"), { rank: "10", suit: "D", red: true, face: "10♦", name: "10 of diamonds" });
  assert.equal(card("1D"), null);
  assert.equal(card(""), null);
});

test("a length may be typed with a comma; anything else is told so", () => {
  assert.equal(typedLength("8,5"), "8.5");
  assert.equal(typedLength(""), "");
  for (const text of ["1e", "-", "-3", "two", "10001", "1,2,3"]) assert.equal(typedLength(text), null);
});

test("a default that is chosen again needs no word", () => {
  const option = { name: "take_back", says: "", default: "ask", choices: ["free", "ask"], least: null, most: null };
  const agreed = changed({}, option, "free");
  assert.deepEqual(agreed, { take_back: "free" });
  assert.deepEqual(changed(agreed, option, "ask"), {});
});

test("an army says who may sit where", () => {
  const toml = '[[piece]]\nside = "red"\n[[piece]]\nside = \'blue\'\n[[piece]]\nside = "red"\n# side = "none"\n';
  assert.deepEqual(sidesOf(toml), ["red", "blue"]);
  assert.deepEqual(seatsFor(["red", "blue", "green"])[2], { name: "Heron", sides: ["green"] });
  assert.equal(seatsFor([]).length, 2);
});

test("an army has so many of a unit, and none when the last one goes", () => {
  const tank = { unit: "tank", count: 1, extras: [] };
  const one = added([], "tank");
  assert.deepEqual(one, [tank]);
  assert.deepEqual(added(added(one, "gun"), "tank"), [{ ...tank, count: 2 }, { ...tank, unit: "gun" }]);
  assert.deepEqual(counted(one, 0, -1), []);
});

test("extras belong to a line, and one more of the unit comes without them", () => {
  const one = fitted(added([], "tank"), 0, "radio");
  assert.deepEqual(one[0].extras, ["radio"]);
  const both = added(one, "tank");
  assert.deepEqual(both.map((line) => [line.count, line.extras.length]), [[1, 1], [1, 0]]);
  assert.deepEqual(counted(both, 0, 1).map((line) => line.count), [2, 1]);
  assert.deepEqual(fitted(both, 0, "radio")[0].extras, []);
});

test("what the players have to have is told in a whole sentence, however many samples a game has", () => {
  for (const own of [[{}], [{}, {}], [{ has_cards: true }]]) {
    for (const isDealt of [false, true]) assert.match(String(needed(own, isDealt).at(-1)), /\.$/);
  }
});

test("the battle that was played last and goes on waits, a lesson only where no other does; those that are over stand apart", () => {
  const battle = (id, began, more = {}) => ({ id, began, over: false, unopened: "", ...more });
  // As the umpire tells them: the one that was played last comes first.
  const all = [battle("ended", "3", { over: true }), battle("damaged", "", { unopened: "it is damaged" }), battle("lesson", "4"), battle("old", "1"), battle("new", "2")];
  const { latest, going, over } = inTurn(all, ["lesson"]);
  assert.equal(latest.id, "old");
  assert.deepEqual(going.map(({ id }) => id), ["lesson", "new", "old", "damaged"]);
  assert.deepEqual(over.map(({ id }) => id), ["ended"]);
  assert.equal(inTurn([all[0], all[2]], ["lesson"]).latest.id, "lesson");
  assert.equal(inTurn([all[0], all[1]], []).latest, undefined);
});
