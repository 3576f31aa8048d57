// Knows what buttons say: tried without a browser, with `node --test`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { allStanding, AsTheyStand } from "../../../api/web/play/as_they_stand.js";
import { oddsWords } from "../../../api/web/odds/bar.js";
import { commandsAt, needWords } from "../../../api/web/odds/needs.js";
import { errorOf, marksOf, withUnits } from "../../../api/web/play/evidence.js";
import { barredWords, calledIn, choiceWords, deedOf } from "../../../api/web/play/deeds.js";
import { hangingOn } from "../../../api/web/play/hanging.js";
import { byReason, foldable, inOrder, toOpen } from "../../../api/web/play/offer_list.js";

const hole = (more) => ({ name: "target", kind: "unit", allowed: [], greyed: {}, optional: false, count: 1, ...more });
const offer = (more) => ({ command: "attack", says: "", fixed: {}, holes: [], refusal: null, ...more });
const no = { clause: "C", reason: "too far", waivable: true, evidence: [] };

test("a button says what it does, and to whom, once that is known", () => {
  const fire = offer({ command: "fire", deed: "Fire {weapon} at {target}", fixed: { weapon: "gun" }, holes: [hole({ allowed: ["H7"] })] });
  assert.equal(deedOf(fire, {}), "Fire");
  assert.equal(deedOf(fire, { target: "H7" }), "Fire gun at H7");
  assert.equal(deedOf(offer({ command: "board", holes: [hole({ name: "carrier" })] }), { carrier: "T1" }), "Board: T1");
  assert.equal(deedOf(offer({ command: "move_done", verb: "Done" }), {}), "Done");
});

test("a choice whose deed names it says the deed, and any other one only itself", () => {
  const cards = hole({ name: "cards", kind: "choice" });
  assert.equal(choiceWords(offer({ deed: "Act with card {cards}", holes: [cards] }), cards, [1, 2]), "Act with card 1 and 2");
  assert.equal(choiceWords(offer({ holes: [cards] }), cards, "south"), "South");
  for (const name of ["a", "T7"]) assert.equal(choiceWords(offer({ holes: [cards] }), cards, name), name);
  assert.equal(choiceWords(offer({ deed: "Act with its card", holes: [cards] }), { ...cards, allowed: [[1]] }, [1]), "Act with its card");
});

test("a wall is told by what it parts, and not by the name that a command has for it", () => {
  const called = calledIn({ board: { walls: [{ id: "a|out-N", called: "the north wall of a" }, { id: "a|b" }] } });
  const wall = hole({ name: "wall", kind: "choice" });
  assert.equal(choiceWords(offer({ holes: [wall] }), wall, "a|out-N", called), "The north wall of a");
  assert.equal(choiceWords(offer({ deed: "Smash {wall}", holes: [wall] }), wall, "a|out-N", called), "Smash the north wall of a");
  assert.equal(deedOf(offer({ deed: "Smash {wall}", fixed: { wall: "a|out-N" } }), {}, called), "Smash the north wall of a");
  const zones = calledIn({ board: { walls: [], called: { "out-N": "the north side" } } });
  assert.equal(choiceWords(offer({ holes: [wall] }), wall, "out-N", zones), "The north side");
  // A game without a board has nothing that is called otherwise.
  assert.equal(calledIn({}).size, 0);
});

test("no two buttons on a piece are called alike", () => {
  const attack = (unit, weapon, more) => offer({ deed: `Attack {target} with ${weapon}`, fixed: { unit, attack: weapon }, holes: [hole({ allowed: ["I8"] })], ...more });
  const forms = [attack("I2", "bow"), attack("I2", "knife"), attack("L1", "bow")].map((each, at) => [String(at), { offer: each }]);
  const words = (piece) => hangingOn(piece, forms, new Map()).map((each) => each.words);
  assert.deepEqual(words("I2"), ["Attack I8 with bow", "Attack I8 with knife"]);
  assert.deepEqual(words("I8"), ["I2: Attack I8 with bow", "I2: Attack I8 with knife", "L1: Attack I8 with bow"]);
});

test("a unit with a choice of cards shows the choice, and one with a place to choose says that more is to come", () => {
  const pick = offer({ command: "pick", deed: "Act with card {cards}", fixed: { unit: "T7" }, holes: [hole({ name: "cards", kind: "choice", allowed: [[1], [2], [1, 2]] })] });
  const put = offer({ command: "place", fixed: { unit: "T7" }, holes: [hole({ name: "to", kind: "pose" })] });
  const found = hangingOn("T7", [["a", { offer: pick }], ["b", { offer: put }]], new Map());
  assert.deepEqual(found.map((each) => each.words), ["Act with card 1", "Act with card 2", "Act with card 1 and 2", "Place \u2026"]);
  assert.deepEqual(found.map((each) => each.isWhole), [true, true, true, false]);
});

test("what is done to a unit is no deed of its own", () => {
  const forms = [["a", { offer: offer({ fixed: { unit: "I2" }, holes: [hole({ allowed: ["I8"] })] }) }]];
  assert.deepEqual(hangingOn("I2", forms, new Map()).map((each) => each.isOwn), [true]);
  assert.deepEqual(hangingOn("I8", forms, new Map()).map((each) => [each.isOwn, each.doer]), [[false, "I2"]]);
});

test("what is possible comes first, and several refusals are folded", () => {
  const list = [offer({ refusal: no }), offer({ command: "end" }), offer({ refusal: no })];
  assert.deepEqual(foldable(list.map((each) => ({ offer: each }))), { able: [{ offer: list[1] }], barred: [{ offer: list[0] }, { offer: list[2] }] });
});

test("a step of the whole table keeps its place while it is not possible yet", () => {
  const confirm = (refusal) => ({ offer: offer({ command: "confirm_board", refusal }) });
  const mend = { offer: offer({ command: "set_wall", holes: [hole({})] }) };
  const barred = ["a", "b"].map((room) => ({ offer: offer({ command: "leave_out", fixed: { room }, refusal: no }) }));
  const first = (/** @type {any} */ refusal) => inOrder([confirm(refusal), mend, ...barred]);
  assert.deepEqual(first(no).shown.map((each) => each.offer.command), ["confirm_board", "set_wall"]);
  assert.deepEqual(first(null).shown.map((each) => each.offer.command), ["confirm_board", "set_wall"]);
  assert.deepEqual(first(no).folded, barred);
  // What a unit cannot do comes after what it can.
  const fire = { offer: offer({ command: "fire", unit: "T1", refusal: no }) };
  assert.deepEqual(inOrder([fire, mend]).shown, [mend, fire]);
});

test("what a unit does at one press stands first, and many targets are one choice that opens", () => {
  const fire = (weapon, count) => ({ offer: offer({ command: "fire", unit: "T1", fixed: { weapon }, holes: [hole({ allowed: Array.from({ length: count }, (_, at) => `S${at}`) })] }) });
  const move = { offer: offer({ command: "move", unit: "T1" }) };
  const end = { offer: offer({ command: "end" }) };
  const many = [fire("gun", 5), fire("machine gun", 3), move, end];
  assert.deepEqual(inOrder(many).shown, [move, many[0], many[1], end]);
  assert.deepEqual(toOpen(many), [many[0], many[1]]);
  // A few are seen at a glance, and where nothing else can be done nobody opens them first.
  assert.deepEqual(toOpen([fire("gun", 2), fire("machine gun", 3), move]), []);
  assert.deepEqual(toOpen([fire("gun", 9)]), []);
});

test("an error that rounds to nothing is left out", () => {
  assert.deepEqual([0, 0.00001, null, undefined, 0.004].map(errorOf), [null, null, null, null, 0.004]);
});

test("nothing is drawn where nothing was measured", () => {
  const line = [[30, 0], [30, 2]];
  const found = (more) => ({ what: "zone", answer: "YES", value: 6.5, limit: 10, line, ...more });
  const told = (more) => marksOf([found(more)]).map((each) => each.words);
  assert.deepEqual(told({}), ["6.5 in"]);
  // All of it is on the table: there is no length beyond it.
  assert.deepEqual(told({ what: "table", value: 0, limit: 0 }), []);
  assert.deepEqual(told({ value: 0.0001 }), []);
  assert.deepEqual(told({ what: "table", value: 0.4, limit: 0, answer: "NO" }), ["0.4 in"]);
  assert.deepEqual(told({ value: null }), [""]);
});

test("the agreed odds are told in a line", () => {
  const likely = [{ says: "a hit", words: "72 %" }, { says: "T2 is destroyed", words: "32 %" }, { says: "a wreck burns", words: "rarely" }];
  assert.equal(oddsWords({ likely }), "a hit 72 %, T2 is destroyed 32 %.");
  assert.equal(oddsWords(null), "");
  assert.equal(oddsWords({ likely: [] }), "");
});

test("what cannot be done for one reason stands together", () => {
  const barred = [no, { ...no, reason: "spent" }, no, { ...no, remedy: "Go nearer." }].map((refusal, at) => ({ at, offer: offer({ refusal }) }));
  assert.deepEqual(byReason(barred).map((alike) => alike.map((each) => each.at)), [[0, 2], [1], [3]]);
});

test("why something is not possible is said once", () => {
  assert.equal(barredWords("A may move.", { ...no, remedy: "Go nearer." }), "Not now: too far Go nearer.");
  assert.equal(barredWords("A has made its whole move.", { ...no, reason: "A has made its whole move." }), "");
});

test("what is complete as it stands is given one by one, and no more of it after a refusal", () => {
  const given = [];
  const place = (unit, optional = true) => offer({ command: "place", fixed: { unit }, holes: [hole({ name: "to", kind: "pose", optional })] });
  const all = ["I2", "L1"].map((unit) => [`Fox place ${unit}`, { offer: place(unit), fill: () => given.push(unit) }]);
  const forms = new Map([...all, ["Fox place C1", { offer: place("C1", false), fill: () => given.push("C1") }]]);
  assert.deepEqual([...allStanding([...forms.values()])].map(([command, each]) => [command, each.length]), [["place", 2]]);
  const going = new AsTheyStand();
  going.begin("Fox", "place", "step");
  assert.equal(going.goesOn(forms, "step", 1), true);
  forms.delete("Fox place I2");
  assert.equal(going.goesOn(forms, "step", 2), true);
  // Nothing has come of it.
  assert.equal(going.goesOn(forms, "step", 2), false);
  assert.equal(going.goesOn(forms, "step", 3), false);
  assert.deepEqual(given, ["I2", "L1"]);
});

test("what has no answer yet holds up the rest, and does not end it", () => {
  const given = [];
  const place = (unit) => offer({ command: "place", fixed: { unit }, holes: [hole({ name: "to", kind: "pose", optional: true })] });
  const forms = new Map(["C1", "C2"].map((unit) => [`Fox place ${unit}`, { offer: place(unit), fill: () => given.push(unit) }]));
  const going = new AsTheyStand();
  going.begin("Fox", "place", "step");
  going.goesOn(forms, "step", 1);
  forms.delete("Fox place C1");
  assert.equal(going.goesOn(forms, "step", 1), true);
  assert.deepEqual(given, ["C1"]);
  assert.equal(going.goesOn(forms, "step", 2), true);
  assert.deepEqual(given, ["C1", "C2"]);
});

test("what it takes is asked for each target, and told where dice decide", () => {
  const fire = offer({ command: "fire", unit: "T1", holes: [hole({ allowed: ["H7", "S7"] })] });
  assert.deepEqual(commandsAt(fire, {}).map(({ name, command }) => [name, command.target]), [["H7", "H7"], ["S7", "S7"]]);
  assert.deepEqual(commandsAt(fire, { target: "S7" }).map(({ name }) => name), ["S7"]);
  // A card that is laid is laid by nobody at nobody.
  assert.deepEqual(commandsAt({ ...fire, unit: "" }, {}), []);
  const tried = { allowed: true, rolls: ["2 dice, 7 or more: a hit."], evidence: [{ what: "range", answer: "YES", value: 13.21, limit: 24 }, { what: "sight", answer: "TOO_CLOSE_TO_CALL" }] };
  assert.equal(needWords(tried), "13.21 of 24 in. The line is too close to call. 2 dice, 7 or more: a hit.");
  assert.equal(needWords({ ...tried, rolls: [] }), "");
  assert.equal(needWords({ ...tried, allowed: false }), "");
});

test("measures of one kind say which unit each is of", () => {
  const zone = (why) => ({ what: "zone", answer: "YES", why, snapshot: 1 });
  const named = withUnits([zone("T1 reaches 9 in"), zone("T12 reaches 8 in"), zone("nobody sees it")], ["T1", "T12"]);
  assert.deepEqual(named.map(({ of }) => of), ["T1", "T12", ""]);
  const [range, sight] = withUnits([{ ...zone("T1 is 9 in away"), what: "range" }, zone("T1 sees it")], ["T1"]);
  assert.deepEqual([range.of, sight.of], ["", ""]);
});
