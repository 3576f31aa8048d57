// Reads the log as players do: by turns, by kind, and with names instead of numbers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { named } from "../../../api/web/log/names.js";
import { byTurns, withoutSlip } from "../../../api/web/log/turn_feed.js";
import { sinceWords, takenWith } from "../../../api/web/play/correcting.js";
import { isShown } from "../../../api/web/log/screen.js";
import { MOST, rulingsSince } from "../../../api/web/play/since.js";
import { closeWords, headOf, lastRuling, leading, thrown, withoutAsked } from "../../../api/web/play/slip.js";
import { authorOf, concerned, listenerOf, toldTo } from "../../../api/web/play/concerning.js";
import { besideDock, meaningOf } from "../../../api/web/log/proposals.js";
import { hangingOn } from "../../../api/web/play/hanging.js";
import { byItself, singles } from "../../../api/web/play/by_itself.js";
import { wayBack, wayGone } from "../../../api/web/play/move_meter.js";
import { gone, goneWords, leadsRound, stopped } from "../../../api/web/table/reach_disc.js";

const event = (sequence, more = {}) => ({
  sequence, id: `e${sequence}`, time: "", author: "Host", kind: "event", clause: "C-1", says: `It is ${sequence}.`,
  evidence: [], may_fall: true, taken_back: false, ruling: `e${sequence}`, quiet: false, ...more,
});
const turnOf = (sequence) => (sequence > 3 ? 2 : 1);

test("a dispute names what it is about, once, and in which turn", () => {
  const shot = event(4, { says: "T7 misses T1: 6, 7 needed." });
  const dispute = event(5, { kind: "referee", says: "Guest disputes e4 (dice): T7 misses T1: 6, 7 needed." });
  const settled = event(6, { kind: "referee", says: "Guest settles e5: the ruling stands." });
  const all = [shot, dispute, settled];
  assert.equal(named(dispute, all, turnOf), "Guest disputes “T7 misses T1”, turn 2 (dice).");
  assert.equal(named(settled, all, turnOf), "Guest settles “T7 misses T1”, turn 2: the ruling stands.");
  assert.equal(named(event(1, { says: "Room e4 is entered." }), all, turnOf), "Room e4 is entered.");
});

test("what happened is told to its end, with inches in it, and never by a number of the log", () => {
  const moves = event(4, { says: "R1 moves 7.99 in. It faces north." });
  const dispute = event(6, { kind: "referee", says: "Owl disputes e4." });
  const asks = event(7, { kind: "referee", says: "Fox proposes to settle e6: the ruling stands." });
  const agrees = event(8, { kind: "referee", says: "Owl agrees to e7." });
  const all = [moves, dispute, asks, agrees];
  assert.equal(named(dispute, all, () => 1), "Owl disputes “R1 moves 7.99 in”, turn 1.");
  assert.equal(named(agrees, all, () => 1), "Owl agrees to “Fox proposes to settle “R1 moves 7.99 in”, turn 1”, turn 1.");
});

test("the feed has the newest first, by turns, without what follows from the rest", () => {
  const all = [event(0, { kind: "header" }), event(3), event(4, { quiet: true }), event(5)];
  assert.deepEqual(byTurns(all, turnOf).map(({ turn, events }) => [turn, events.map((each) => each.id)]), [[2, ["e5"]], [1, ["e3"]]]);
});

test("a ruling is all that one command has led to, and begins with what was measured", () => {
  const measured = event(2, { ruling: "e1", evidence: [{ what: "range" }] });
  const all = [event(0, { kind: "header" }), event(1, { ruling: "e1" }), measured];
  assert.deepEqual(lastRuling(all).map((each) => each.id), ["e1", "e2"]);
  assert.equal(leading(lastRuling(all)), measured);
  assert.deepEqual(lastRuling(all.slice(0, 1)), []);
});

test("what has ended the battle stays the last word, whatever the umpire does after it", () => {
  const won = event(3, { ruling: "e1", headline: 2, says: "Green wins: Green 13, Grey 2. The deck is empty." });
  const all = [event(0, { kind: "header" }), event(1, { ruling: "e1", evidence: [{ what: "range" }] }), event(2, { ruling: "e1", quiet: true }), won, event(4)];
  const result = "Green wins: Green 13, Grey 2. The deck is empty.";
  assert.deepEqual(lastRuling(all, result).map((each) => each.id), ["e1", "e2", "e3"]);
  assert.equal(leading(lastRuling(all, result)), won);
  assert.deepEqual(lastRuling(all, null).map((each) => each.id), ["e4"]);
  assert.deepEqual(lastRuling([event(4)], result).map((each) => each.id), ["e4"]);
});

test("a question that the dock asks is not told in the ruling too, but where nothing else is", () => {
  const [begun, asked] = [event(1, { says: "The war begins." }), event(2, { says: "How many piles?" })];
  assert.deepEqual(withoutAsked([begun, asked], "Fox: How many piles?"), [begun]);
  assert.deepEqual(withoutAsked([begun, asked], "Owl: name the opponent."), [begun, asked]);
  assert.deepEqual(withoutAsked([asked], "Fox: How many piles?"), [asked]);
  const won = event(3, { says: "Red wins: Red 5, Blue 0.", headline: 3 });
  assert.deepEqual(withoutAsked([begun, won], "Red wins: Red 5, Blue 0."), [begun, won]);
});

test("where no camera looks, none has told of anything", () => {
  assert.deepEqual([authorOf("camera", true), authorOf("camera", false), authorOf("Guest", true)], ["umpire", "camera", "Guest"]);
});

test("the log is searched by words, and shows what one asks for", () => {
  const looked = (more) => ({ kind: "all", seats: ["Guest"], words: "", ...more });
  assert.ok(isShown(event(3), looked({})));
  assert.ok(!isShown(event(3), looked({ kind: "mine" })));
  assert.ok(!isShown(event(3), looked({ kind: "rulings" })));
  assert.ok(isShown(event(3, { kind: "referee" }), looked({ kind: "disputes" })));
  assert.ok(isShown(event(3), looked({ words: "it C-1" })));
  assert.ok(!isShown(event(3), looked({ words: "that" })));
});

test("only what leaves nothing to choose is done by itself", () => {
  const offer = (more) => ({ command: "x", says: "", fixed: {}, holes: [], refusal: null, weight: "main", verb: "", unit: "", forced: false, reach: null, ...more });
  const hole = (more) => ({ name: "a", kind: "choice", allowed: [1], greyed: {}, optional: false, count: 1, ...more });
  const roll = offer({ forced: true, holes: [hole({ kind: "dice", allowed: [] })] });
  assert.equal(byItself(roll, [roll])?.way, "roll");
  const plain = offer({});
  assert.equal(byItself(plain, [plain]), null);
  const single = offer({ holes: [hole({})] });
  assert.equal(byItself(single, [single])?.way, "give");
  assert.equal(byItself(single, [single, plain]), null);
  assert.deepEqual(singles(single), { a: 1 });
  assert.equal(byItself(offer({ forced: true, weight: "grave" }), []), null);
});

test("a move is told against its limit, and stops just within it", () => {
  const reach = { unit: "T1", x_in: 0, y_in: 0, limit_in: 11 };
  assert.equal(goneWords(reach, { x_in: 0, y_in: 7.6 }), "7.6 of 11 in");
  // As precise as the umpire, who tells the same length when the move is refused.
  assert.equal(goneWords(reach, { x_in: 0, y_in: 12.68 }), "1.68 in too far");
  const at = stopped(reach, { x_in: 0, y_in: 20, heading_deg: 90 });
  assert.ok(gone(reach, at).over < 0 && gone(reach, at).far > 10.9);
  assert.equal(at.heading_deg, 90);
});

test("what lies behind something is out of reach, though straight on it would do", () => {
  const reach = { unit: "T1", x_in: 0, y_in: 0, limit_in: 11 };
  const rings = [[[-11, -11], [11, -11], [11, 11], [-11, 11]], [[2, 2], [6, 2], [6, 6], [2, 6]]];
  assert.equal(leadsRound(rings, reach, { x_in: 4, y_in: 4 }), true);
  assert.equal(leadsRound(rings, reach, { x_in: 4, y_in: 1 }), false);
  assert.equal(leadsRound(null, reach, { x_in: 4, y_in: 4 }), false);
  // Near the limit the cells of a map say too little.
  assert.equal(leadsRound([[[0, 0], [1, 0], [1, 1]]], reach, { x_in: 10.5, y_in: 0 }), false);
});

test("a piece that may not stand there has a way back: to the limit, or to the nearest place", () => {
  const reach = { unit: "T1", x_in: 0, y_in: 0, limit_in: 11 };
  const moved = (y) => ({ piece: "T1", from: { x_in: 0, y_in: 0, heading_deg: 90 }, to: { x_in: 0, y_in: y, heading_deg: 90 } });
  const told = (nearest) => ({ allowed: false, reason: "T1 stands in the house.", clause: "C", waivable: true, nearest });
  const near = { x_in: 1, y_in: 6, away_in: 1.04 };
  assert.equal(wayBack({ reach, moved: moved(7), tried: null }), null);
  assert.equal(wayBack({ reach, moved: moved(7), tried: { ...told(null), allowed: true } }), null);
  assert.equal(wayBack({ reach, moved: moved(12), tried: null })?.says, "Stop at 11 in");
  const pulled = wayBack({ reach: null, moved: moved(7), tried: told(near) });
  assert.equal(pulled?.says, "Pull it back 1.04 in");
  assert.deepEqual([pulled?.place.x_in, pulled?.place.y_in, pulled?.place.heading_deg], [1, 6, 90]);
  const short = wayBack({ reach, moved: moved(12), tried: told(near) });
  assert.equal(short?.place.y_in, 6);
  // The number on the button is that of the place.
  assert.equal(short?.says, "Pull it back 1.04 in");
  assert.equal(wayBack({ reach, moved: moved(12), tried: told({ ...near, x_in: 0, y_in: 10.99 }) })?.says, "Stop at 11 in");
  // A place is offered only once the umpire has said that it would do.
  assert.equal(wayBack({ reach, moved: moved(12), tried: null, isAsked: true }), null);
  assert.equal(wayBack({ reach, moved: moved(12), tried: told(null) }), null);
  assert.equal(wayBack({ reach: null, moved: moved(7), tried: told(null) }), null);
});

test("a move is measured as the umpire measures it, round what may not be entered", () => {
  const reach = { unit: "T1", x_in: 0, y_in: 0, limit_in: 11 };
  const moved = { piece: "T1", from: { x_in: 0, y_in: 0, heading_deg: 90 }, to: { x_in: 0, y_in: 9.6, heading_deg: 90 } };
  const told = (allowed, value) => ({ allowed, reason: null, clause: null, waivable: true, nearest: null, evidence: [{ what: "move", answer: "YES", why: "", snapshot: 1, value, limit: 11 }] });
  assert.equal(wayGone({ reach, moved, tried: null })?.far, 9.6);
  assert.equal(wayGone({ reach, moved, tried: null, isAsked: true }), null);
  assert.deepEqual(wayGone({ reach, moved, tried: told(true, 10.5) }), { far: 10.5, over: -0.5 });
  assert.deepEqual(wayGone({ reach, moved, tried: told(false, 12) }), { far: 12, over: 1 });
  // Of a move in two parts the second is held against what was left for it.
  const rest = { tried: { ...told(true, 7.994), evidence: [{ ...told(true, 7.994).evidence[0], limit: 8 }] }, reach: { ...reach, limit_in: 2.7 }, moved };
  assert.deepEqual(Object.values(wayGone(rest) ?? {}).map((each) => each.toFixed(3)), ["2.694", "-0.006"]);
  // What is overlooked by agreement is not too far.
  assert.equal(wayGone({ reach, moved, tried: told(true, 11.2) })?.over, 0);
});

test("what may be done hangs on the pieces of its unit, and the rest says why not", () => {
  const offer = (more) => ({ command: "x", says: "", fixed: {}, holes: [], refusal: null, weight: "main", verb: "", unit: "", forced: false, reach: null, ...more });
  const target = { name: "target", kind: "unit", allowed: ["T2"], greyed: { T3: "out of sight" }, optional: false, count: 1 };
  const forms = new Map([
    ["a", { offer: offer({ command: "fire", deed: "Fire at {target}", unit: "T1", holes: [target] }) }],
    ["b", { offer: offer({ command: "move", unit: "T1", refusal: { clause: "C", reason: "stuck", waivable: true, evidence: [] } }) }],
    ["c", { offer: offer({ command: "concede", weight: "grave" }) }],
  ]);
  const on = (piece) => hangingOn(piece, forms, new Map([["T1", ["P1"]]])).map((each) => [each.words, each.reason, each.fills.target]);
  assert.deepEqual(on("P1"), [["Fire at T2", "", "T2"], ["Move", "stuck", undefined]]);
  assert.deepEqual(on("T2"), [["Fire at T2", "", "T2"]]);
  assert.deepEqual(on("T3"), [["Fire at T3", "out of sight", undefined]]);
  assert.deepEqual(on("T9"), []);
});

test("a ruling says to the seat that is meant whose units it names", () => {
  const facts = { units: [{ id: "T1", name: "T1", side: "red" }, { id: "T7", name: "T7", side: "blue" }, { id: "T10", name: "T10", side: "red" }] };
  const seen = [{ name: "Fox", sides: ["red"] }, { name: "Owl", sides: ["blue"] }];
  const reader = (...seats) => listenerOf({ state: { view: { seats: seen, facts } }, seats });
  const missed = { author: "Owl", says: "T7 misses T1: 6, 7 needed.", dice: [2, 4] };
  assert.deepEqual(concerned([missed], reader("Fox")), ["T1"]);
  assert.equal(toldTo(missed.says, reader("Fox")), "Blue's T7 misses your T1: 6, 7 needed.");
  // Whoever shot, whoever only watches, and whoever plays both are told what happened.
  for (const seats of [["Owl"], [], ["Fox", "Owl"]]) assert.deepEqual(concerned([missed], reader(...seats)), []);
  assert.deepEqual(concerned([{ author: "Owl", says: "T7 moves.", dice: [3] }], reader("Fox")), []);
  // Who comes when does nothing to a unit.
  assert.deepEqual(concerned([{ author: "Owl", says: "The order is T1, then T7." }], reader("Fox")), []);
  assert.equal(toldTo("T10 is hit; so is T1.", reader("Fox")), "Your T10 is hit; so is your T1.");
});

test("a ruling with dice is headed by what they brought", () => {
  const roll = event(1, { dice: [5, 3], says: "blue rolls 5, 3: S7 fires at T1." });
  const missed = event(2, { ruling: "e1", says: "S7 misses T1." });
  assert.equal(leading([roll, missed]), missed);
  assert.equal(leading([roll, event(2, { ruling: "e1", quiet: true })]), roll);
  assert.deepEqual(thrown([roll, missed]), [roll]);
  // What it has come to in the end, before what led there.
  const shot = event(3, { ruling: "e1", says: "S7 hits T1.", evidence: [{ what: "range" }] });
  const gone = event(4, { ruling: "e1", says: "S7 destroys T1.", headline: 1 });
  const over = event(5, { ruling: "e1", says: "Blue wins.", headline: 2 });
  assert.equal(leading([roll, shot, gone]), gone);
  assert.equal(leading([roll, shot, gone, over]), over);
});

test("a ruling that answers a question is headed by what came of it", () => {
  const asked = event(1, { ruling: "e1", says: "Does R5 stay as a wreck, or is it removed? Red answers: burn." });
  const burns = event(2, { ruling: "e1", says: "R5 burns where it stands." });
  assert.equal(leading([asked, burns]), burns);
  assert.equal(leading([asked]), asked);
  assert.deepEqual(headOf(asked.says), { headline: "Red answers: burn.", rest: "Does R5 stay as a wreck, or is it removed?" });
  assert.deepEqual(headOf("R5 burns. It blocks sight."), { headline: "R5 burns.", rest: "It blocks sight." });
});

test("what came since one acted stands under the newest ruling, the newest first, and not in the feed", () => {
  const log = [event(0, { kind: "header" }), ...[1, 2, 3, 4, 5, 6, 7, 8].map((sequence) => event(sequence, { ruling: sequence > 6 ? "e7" : `e${sequence}` }))];
  const since = (after) => rulingsSince(log, { after, shown: lastRuling(log) }).map((ruling) => ruling[0].id);
  assert.deepEqual(since(4), ["e6", "e5"]);
  assert.deepEqual(since(Infinity), []);
  assert.equal(since(-1).length, MOST);
  const quiet = log.map((each) => (each.id === "e6" ? { ...each, quiet: true } : each));
  assert.deepEqual(rulingsSince(quiet, { after: 4, shown: lastRuling(quiet) }).map((ruling) => ruling[0].id), ["e5"]);
});

test("what the slip shows is not told once more in the feed", () => {
  const events = [1, 2, 3].map((sequence) => ({ sequence, id: `e${sequence}`, kind: "event", says: "", ruling: sequence > 1 ? "e2" : "e1" }));
  assert.deepEqual(withoutSlip(events, "e2").map((each) => each.id), ["e1"]);
  // While an older ruling is opened again, the newest is told in the feed.
  assert.equal(withoutSlip(events, "").length, 3);
});

test("where pieces are dragged on the page, nobody is asked about a move that another one is making", () => {
  const moves = (seat) => ({ id: seat, seat, subject: "I7", can_be_done: true });
  const ids = (parts) => besideDock([moves("Owl"), moves("")], { asked: new Set(), byHand: true, seats: ["Fox"], ...parts }).map((each) => each.seat);
  assert.deepEqual(ids({}), [""]);
  assert.deepEqual(ids({ seats: ["Owl"] }), ["Owl", ""]);
  assert.deepEqual(ids({ byHand: false }), ["Owl", ""]);
  assert.deepEqual(ids({ byHand: false, asked: new Set(["I7"]) }), []);
});

test("the others are told what a proposal would mean", () => {
  assert.match(meaningOf({ seat: "Owl", can_be_done: true }), /^Once Owl says so, it counts as Owl's own command/);
  assert.match(meaningOf({ seat: "Owl", can_be_done: false }), /only noted/);
});

test("a roll is taken back with the act that it was for, where that is of the same player", () => {
  const act = [event(4, { says: "T1 tries to move." }), event(5, { ruling: "e4", quiet: true, says: "Roll 2 dice." })];
  const roll = [event(6, { dice: [6, 6], says: "Host rolls 6, 6." }), event(7, { ruling: "e6", says: "T1 may move." })];
  const theirs = event(6, { author: "Guest", dice: [1], says: "Guest rolls 1." });
  assert.deepEqual(takenWith(roll, [...act, ...roll]), { isRoll: true, act: act[0], since: [] });
  assert.equal(takenWith([theirs], [...act, theirs]).act, undefined);
  assert.equal(takenWith(act, act).isRoll, false);
  assert.deepEqual(takenWith(act, [...act, ...roll]).since, [roll]);
  assert.equal(sinceWords([roll, [event(8)]], ({ says }) => says), "Taken back, what came since goes, too: “T1 may move” and 1 more.");
  assert.equal(sinceWords([], ({ says }) => says), "");
});

test("what was too close to a limit is explained once on its ruling, however often the sign stands there", () => {
  const close = { what: "move", answer: "TOO_CLOSE_TO_CALL", value: 6.01, limit: 6, bound: 0.11 };
  const sight = { what: "sight", answer: "TOO_CLOSE_TO_CALL" };
  const says = "≈ Within 0.11 in of the limit the umpire cannot tell, so nothing was refused for it.";
  assert.equal(closeWords([event(1, { evidence: [close, { ...close, bound: 0.05 }] })]), says);
  assert.equal(closeWords([event(1, { evidence: [sight, { ...close, answer: "YES" }] })]), "");
});
