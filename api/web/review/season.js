// Draws what everybody's dice brought in all battles: each face with its share, and how far luck may go.

import { draw, make, replace } from "../app/elements.js";

/** @typedef {{face: number, count: number, low: number, high: number}} FaceShare */
/** @typedef {{by: string, how: "tray" | "typed" | "umpire", count: number, mean: number, faces: FaceShare[], says: string}} SeasonDice */
/** @typedef {{battles: number, dice: SeasonDice[], unreadable: {name: string, why: string}[]}} Season */

const FAIR = 1 / 6;
const ROW = 22;
const LEFT = 22;
const WIDE = 320;
const RIGHT = 70;
const HOW = { tray: "thrown into the tray", typed: "typed in", umpire: "rolled by the umpire" };

export class SeasonBox {
  /** @param {import("../app/shell.js").Context} context */
  constructor(context) {
    this.context = context;
    this.body = make("div", {});
    this.element = make("details", { class: "season" }, make("summary", {}, "What the dice brought"), this.body);
    this.element.addEventListener("toggle", () => void this.opened());
  }

  /** Every battle is read for it, so only for whoever wants to see it. */
  async opened() {
    if (!this.element.open) return;
    replace(this.body, make("p", { class: "faint", role: "status" }, "The umpire reads every battle …"));
    try {
      replace(this.body, ...shown(await this.context.requests.get("/library/dice")));
    } catch (failure) {
      replace(this.body, make("p", { role: "alert" }, failure instanceof Error ? failure.message : String(failure)));
    }
  }
}

/** Who threw how many, and which faces came more or less often than luck allows; pure. @param {SeasonDice} dice */
export function captionOf(dice) {
  const odd = dice.faces.filter((each) => each.low > FAIR || each.high < FAIR).map((each) => each.face);
  const told = `${dice.by}, ${HOW[dice.how]}: ${dice.count} ${dice.count === 1 ? "die" : "dice"}, ${dice.mean.toFixed(2)} on average`;
  return odd.length > 0 ? `${told}. More than luck: ${odd.join(", ")}.` : `${told}, as luck has it.`;
}

/** @param {Season} season */
function shown({ battles, dice, unreadable }) {
  return [
    dice.length === 0 && make("p", {}, "No dice were rolled yet."),
    ...dice.map((each) => make("figure", {}, make("figcaption", {}, captionOf(each)), chart(each))),
    dice.length > 0 &&
      make(
        "p",
        { class: "faint" },
        `Of ${battles} ${battles === 1 ? "battle" : "battles"}. Dot: how often a face came. Bar: where its true share lies. Dashed: a sixth. With fair dice the bars of all six faces cross it in 95 of 100 seasons.`,
      ),
    ...unreadable.map((each) => make("p", { class: "faint" }, `${each.name} cannot be read: ${each.why}`)),
  ];
}

/** @param {SeasonDice} dice */
function chart(dice) {
  const most = Math.max(2 * FAIR, ...dice.faces.map((each) => each.high));
  /** @param {number} share */
  const x = (share) => (LEFT + ((WIDE - LEFT - RIGHT) * share) / most).toFixed(1);
  const words = dice.faces.map((each) => `${each.face}: ${each.count} ${each.count === 1 ? "time" : "times"}, between ${percent(each.low)} and ${percent(each.high)}`);
  return draw(
    "svg",
    { class: "season-faces", viewBox: `0 0 ${WIDE} ${6 * ROW + 4}`, role: "img", "aria-label": words.join("; ") },
    draw("path", { class: "fair", d: `M${x(FAIR)} 2V${6 * ROW + 2}` }),
    ...dice.faces.flatMap((each, row) => {
      const y = ROW * row + ROW / 2 + 2;
      const isOdd = each.low > FAIR || each.high < FAIR;
      return [
        draw("text", { x: 6, y: y + 4 }, String(each.face)),
        draw("path", { class: isOdd ? "may odd" : "may", d: `M${x(each.low)} ${y}H${x(each.high)}` }),
        draw("circle", { cx: x(each.count / Math.max(1, dice.count)), cy: y, r: 4 }),
        draw("text", { x: WIDE - 4, y: y + 4, "text-anchor": "end" }, `${each.count} · ${percent(each.count / Math.max(1, dice.count))}`),
      ];
    }),
  );
}

/** @param {number} share */
function percent(share) {
  return `${(100 * share).toFixed(0)} %`;
}
