// What judges see: who calls, for what, and what was ruled.

import { act, ask, askFile, inEvent, own } from "./asking.js";
import { button, choice, field, form, isBusy, make } from "./make.js";

/** @typedef {import("./watching.js").Try} Try */
/** @typedef {import("./watching.js").View} View */

const STATES = new Map([
  ["waiting", "waits for a judge"],
  ["taken", "is looked at"],
  ["ruled", "was ruled on"],
  ["appealed", "waits for the head judge"],
  ["final", "was ruled on by the head judge"],
]);

/** @param {Try} attempt @returns {View} */
export function calls(attempt) {
  const element = make("section");
  const refresh = async (isAfterDeed = false) => {
    if (!isAfterDeed && isBusy(element)) return;
    const [found, aside] = await Promise.all([ask("GET", inEvent("/calls")), ask("GET", inEvent("/aside"))]);
    // Somebody may have begun to write meanwhile.
    if (!isAfterDeed && isBusy(element)) return;
    const open = ["waiting", "appealed", "taken"];
    const sorted = [...found.calls].sort((one, other) => rank(open, one) - rank(open, other) || other.call - one.call);
    element.replaceChildren(
      ...(sorted.length ? sorted.map((each) => call(each, attempt)) : [make("p", {}, "Nobody has called.")]),
      ...aside.map((/** @type {any} */ each) => lying(each, attempt)),
    );
  };
  return { element, refresh };
}

/** What the umpire at the table does at once with the event that a call is about. @type {[string, string][]} */
const OUTCOMES = [
  ["", "the players do as it says"],
  ["passes", "what was asked for passes"],
  ["stands", "what was asked for does not pass"],
  ["taken_back", "the event is taken back"],
];

/** @param {string[]} open @param {any} each */
const rank = (open, each) => (open.includes(each.standing) ? 0 : 1);

/** @param {any} told @param {Try} attempt */
function call(told, attempt) {
  const to = (/** @type {string} */ rest) => inEvent(`/calls/${told.call}/${rest}`);
  const isHead = own.me.role === "head_judge";
  const isJudge = isHead || own.me.role === "judge";
  const mine = told.standing === "taken" && told.judge === own.me.name;
  const heard = told.standing === "waiting" || (told.standing === "appealed" && isHead);
  const take = isJudge && heard ? button("I am coming", () => attempt(() => act(to("taking"))), { class: "main" }) : null;
  const rules = isJudge && (mine || (isHead && ["waiting", "taken", "appealed"].includes(told.standing)));
  const says = () => make("textarea", { name: "says", required: true, maxlength: 600 });
  const send = (/** @type {string} */ rest, /** @type {string} */ name) => (/** @type {Record<string, string>} */ values) =>
    attempt(() => act(to(rest), { [name]: values.says }));
  const appeal = isJudge && told.standing === "ruled";
  const rule = (/** @type {Record<string, string>} */ { says, outcome }) =>
    attempt(() => act(to("ruling"), outcome ? { says, outcome } : { says }));
  const outcomes = told.entry < 0 ? [] : [field("What the umpire there does", { wide: "long" }, choice("outcome", OUTCOMES))];
  return make(
    "article",
    { class: ["waiting", "appealed"].includes(told.standing) ? "card open" : "card" },
    make("h2", {}, `Table ${told.table} ${STATES.get(told.standing)}`),
    make("p", {}, told.says),
    make("p", { class: "faint" }, `${new Date(told.at).toLocaleTimeString()}${told.judge ? ` · ${told.judge}` : ""}`),
    evidence(told),
    ...told.rulings.map((/** @type {any} */ each) =>
      make("p", {}, make("strong", {}, `${each.judge}: `), each.says, done(each.outcome), each.written ? "" : " (not at the table yet)"),
    ),
    told.appeal ? make("p", {}, make("strong", {}, "Appeal: "), told.appeal) : null,
    take,
    picture(told, { isJudge, attempt }),
    rules ? form("Rule", rule, field("Ruling", { wide: "long" }, says()), ...outcomes) : null,
    appeal
      ? make("details", {}, make("summary", {}, "The table appeals"), form("To the head judge", send("appeal", "reason"), field("Why", { wide: "long" }, says())))
      : null,
  );
}

/** @param {string} outcome */
function done(outcome) {
  const found = outcome && OUTCOMES.find(([value]) => value === outcome);
  return found ? ` (${found[1]})` : "";
}

/** @param {any} told */
function evidence(told) {
  if (told.entry < 0) return null;
  const found = told.evidence;
  if (!found) return make("p", { class: "faint" }, `About event ${told.entry}, which has not come yet.`);
  const measured = found.evidence.map((/** @type {any} */ each) => {
    const value = each.value === undefined ? "" : `${each.value.toFixed(2)} in`;
    const limit = each.limit === undefined ? "" : ` of ${each.limit.toFixed(2)} in`;
    const bound = Number.isFinite(each.bound) ? ` ± ${each.bound.toFixed(2)} in` : "";
    return make("div", {}, make("dt", {}, each.what), make("dd", {}, `${each.answer} ${value}${limit}${bound} ${each.why}`));
  });
  const clause = found.clause ? ` (${found.clause})` : "";
  return make("div", {}, make("p", {}, `Event ${found.sequence}: ${found.says}${clause}`), make("dl", {}, ...measured));
}

/** What the camera saw, which stays at the table until a judge asks.
 * @param {any} told @param {{isJudge: boolean, attempt: Try}} given */
function picture(told, { isJudge, attempt }) {
  if (!isJudge || told.entry < 0) return null;
  const wish = () => button("Ask for the picture", () => attempt(() => act(inEvent(`/calls/${told.call}/picture`))));
  if (told.picture === "at_table") return make("p", {}, wish());
  if (told.picture === "asked") return make("p", { class: "faint" }, "The picture is on its way from the table.");
  if (told.picture === "none") return make("p", {}, "The table has kept no picture of it. ", wish());
  const place = make("figure", {});
  const show = async () => {
    place.replaceChildren(make("p", { class: "faint" }, "The picture comes …"));
    await attempt(async () => {
      const found = URL.createObjectURL(await askFile(inEvent(`/calls/${told.call}/picture`)));
      place.replaceChildren(make("img", { src: found, alt: `The table as the camera saw it at event ${told.entry}` }));
    }, { isQuiet: true });
  };
  return make("details", { class: "picture", ontoggle: (/** @type {any} */ event) => event.target.open && void show() }, make("summary", {}, "The picture"), place);
}

/** @param {any} told @param {Try} attempt */
function lying(told, attempt) {
  const { table, battle, number, hash } = told;
  const isJudge = own.me.role !== "organiser";
  const seen = () => attempt(() => ask("POST", inEvent("/aside/seen"), { table, battle, number, hash }));
  return make(
    "article",
    { class: told.seen_by ? "card" : "card open" },
    make("h2", {}, `Table ${table}: a log that does not fit`),
    make("p", {}, told.says),
    make("details", {}, make("summary", {}, "The line that came"), make("p", {}, told.text)),
    told.seen_by
      ? make("p", { class: "faint" }, `${told.seen_by} has looked at it.`)
      : isJudge
        ? button("I have looked at it", seen)
        : null,
  );
}
