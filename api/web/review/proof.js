// Shows the evidence of a ruling: numbers, how near it was, readings, the photograph.

import { button, draw, make, replace } from "../app/elements.js";
import { groundNamed, groundOf } from "../log/near.js";
import { evidenceList } from "../play/evidence.js";
import { keepButton } from "./kept_case.js";

/** @typedef {import("./moments.js").Moments} Moments */

export class Proof {
  /** @param {HTMLElement} host @param {Moments} moments @param {import("../app/shell.js").Context} context */
  constructor(host, moments, context) {
    this.moments = moments;
    this.context = context;
    this.shown = -1;
    /** @type {string[]} Of the pictures that are shown. */
    this.addresses = [];
    this.box = make("div", { class: "proof" });
    host.append(this.box);
  }

  /** @param {import("./moments.js").Moment} moment @param {boolean} pictured */
  show(moment, pictured) {
    if (this.shown === moment.sequence) return;
    this.shown = moment.sequence;
    for (const each of this.addresses) URL.revokeObjectURL(each);
    this.addresses = [];
    const measured = moment.event.evidence;
    this.photo = make("div", { class: "photo" });
    this.near = make("div", {});
    replace(
      this.box,
      this.photo,
      measured.length > 0 && evidenceList(measured),
      measured.length > 0 && button("How near was it?", () => void this.explain(moment), { "data-key": "near" }),
      this.near,
      keepButton(this.context, moment.sequence),
    );
    if (pictured) void this.photograph(moment.sequence, this.photo);
  }

  /** @param {number} sequence @param {HTMLElement} host */
  async photograph(sequence, host) {
    let count = 1;
    for (let camera = 0; camera < count; camera += 1) {
      const { address, marks } = await this.moments.picture(sequence, camera).catch(() => ({ address: "", marks: null }));
      if (!address) return;
      if (this.shown !== sequence) {
        URL.revokeObjectURL(address);
        return;
      }
      this.addresses.push(address);
      if (camera === 0) {
        host.replaceChildren();
        count = marks?.cameras ?? 1;
      }
      host.append(...photographed(address, marks));
    }
  }

  /** @param {import("./moments.js").Moment} moment */
  async explain({ sequence, table }) {
    const host = this.near;
    if (!host) return;
    host.replaceChildren(make("p", { class: "faint" }, "Judging it again, with everything shifted a little …"));
    try {
      const told = await this.moments.evidence(sequence);
      if (this.shown !== sequence) return;
      const changes = told.would_change.map((/** @type {any} */ each) => ({ ...each, says: groundNamed(each.says, groundOf(table)) }));
      host.replaceChildren(...explained({ ...told, would_change: changes }));
    } catch (failure) {
      host.replaceChildren(make("p", { role: "alert" }, failure instanceof Error ? failure.message : String(failure)));
    }
  }
}

/** A camera's picture with what was made of it; of several cameras with its name.
 * @param {string} address @param {any} marks @returns {Element[]} */
export function photographed(address, marks) {
  const says = marks?.camera ? `What the camera ${marks.camera} saw` : "What the camera saw";
  if (!marks) return [make("img", { src: address, alt: says })];
  const [width, height] = marks.size;
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": says });
  svg.append(draw("image", { href: address, width, height }));
  for (const piece of marks.pieces) svg.append(draw("polygon", { class: "seen", points: points(piece.outline) }));
  for (const line of marks.lines) svg.append(draw("polyline", { class: "along", points: points(line.points) }));
  if (!marks.camera) return [svg];
  return [make("p", { class: "faint" }, `${marks.camera} saw ${marks.sees.length > 0 ? marks.sees.join(", ") : "no piece"}`), svg];
}

/** @param {any} told @returns {HTMLElement[]} */
export function explained(told) {
  const again = told.same_again ? "The installed version rules it the same." : "The installed version would rule it otherwise.";
  const changes = told.would_change.map((/** @type {any} */ each) => make("li", {}, `It ${each.says}.`));
  const readings = told.readings.map((/** @type {any} */ each) =>
    make(
      "tr",
      { class: each.agreed ? "agreed" : "" },
      make("td", {}, each.ambiguity),
      make("td", {}, `${each.option}: ${each.value}${each.agreed ? " (agreed)" : ""}`),
      make("td", {}, each.then),
    ),
  );
  return [
    make("p", {}, again),
    changes.length > 0 ? make("ul", {}, ...changes) : make("p", {}, "Nothing within half an inch would change it."),
    readings.length > 0
      ? make("table", { class: "readings" }, make("caption", {}, "All readings of the rules that matter here"), make("tbody", {}, ...readings))
      : make("p", {}, "No other reading of an ambiguous rule changes it."),
  ];
}

/** @param {[number, number][]} spots */
function points(spots) {
  return spots.map(([x, y]) => `${x},${y}`).join(" ");
}
