// Takes a photograph in a dispute with whatever phone or file there is, and shows both opinions side by side.

import { make } from "../app/elements.js";
import { newId, query } from "../app/request.js";
import { answerWords, clock, inches } from "../app/words.js";

/** @typedef {import("../app/shell.js").Context} Context */
/** @typedef {import("../app/types.js").Measured} Measured */
/** @typedef {import("./dispute.js").Dispute} Dispute */

/** The ordinary picker of files, which on a phone opens its camera; no encrypted page is needed.
 * @param {Context} context @param {Dispute} dispute
 */
export function photographButton(context, dispute) {
  const file = make("input", { type: "file", accept: "image/*", capture: "environment", "data-key": "photograph", onchange: () => void send() });
  const hint = make("p", { class: "faint", role: "status" }, "The whole table with its anchors in one picture, by any phone.");

  async function send() {
    const [picture] = file.files ?? [];
    if (!picture) return;
    const { battle, seats } = context.store.now;
    file.disabled = true;
    hint.textContent = "Measuring the photograph …";
    try {
      const asked = query({ dispute: dispute.dispute, id: newId(), seat: seats[0] });
      const told = await context.requests.upload(`/battles/${encodeURIComponent(battle)}/review/second-opinion${asked}`, picture);
      hint.textContent = told.refusal?.reason ?? told.events.at(-1)?.says ?? "";
    } catch (failure) {
      hint.textContent = failure instanceof Error ? failure.message : String(failure);
    }
    context.say(hint.textContent);
    file.value = "";
    file.disabled = false;
  }

  return make("div", { class: "photograph" }, make("label", {}, "Photograph it with your phone", file), hint);
}

/** What was measured for the ruling, and each time since, in one table; nothing before the second time.
 * @param {Context} context @param {Dispute} dispute
 */
export function sideBySide(context, dispute) {
  const events = new Map(context.store.now.events.map((event) => [event.id, event]));
  const ruled = dispute.entries.flatMap((id) => events.get(id)?.evidence ?? []);
  const again = dispute.measured.flatMap((id) => events.get(id) ?? []);
  if (again.length === 0 || ruled.length === 0) return null;
  const heads = ["", "Ruled", ...again.map((event) => `${(dispute.photographs ?? []).includes(event.id) ? "Photograph" : "Camera again"}, ${clock(event.time)}`)];
  const first = byKind(ruled);
  const columns = [first, ...again.map((event) => byKind(event.evidence))];
  const rows = [...first.keys()].map((kind) =>
    make("tr", {}, make("th", { scope: "row" }, kind.replaceAll("_", " ")), ...columns.map((column) => make("td", {}, opinion(column.get(kind))))),
  );
  return make(
    "table",
    { class: "opinions" },
    make("caption", {}, "The opinions side by side"),
    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, ...rows),
  );
}

/** The first of each kind, and later ones of it by their number. @param {Measured[]} evidence */
function byKind(evidence) {
  /** @type {Map<string, Measured>} */
  const found = new Map();
  for (const each of evidence) {
    const same = [...found.keys()].filter((kind) => kind.split(" ")[0] === each.what).length;
    found.set(same === 0 ? each.what : `${each.what} ${same + 1}`, each);
  }
  return found;
}

/** A length with two standard errors, and the answer. @param {Measured | undefined} found */
function opinion(found) {
  if (!found) return "not measured";
  if (found.value === null || found.value === undefined) return answerWords(found.answer);
  const error = found.sigma === null || found.sigma === undefined ? "" : ` ± ${inches(2 * found.sigma)}`;
  return `${inches(found.value)}${error}: ${answerWords(found.answer)}`;
}
