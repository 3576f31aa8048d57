// Describes the facts that every game tells of its state, and answers what a drawing asks of them; pure.

/** @typedef {{name: string, value: number, of: number | null, unit: string, main: boolean}} ShownNumber */
/** @typedef {{name: string, says: string, rank: string, suit: string}} ShownCard */
/** @typedef {{owner: string, seat: string, side: string, down: number, open: ShownCard[], own: ShownCard[]}} Hand */
/** @typedef {{name: string, says: string, mark: string}} Status */
/** @typedef {{value: number, of: number, says: string, falls: boolean}} Gauge */
/** @typedef {{says: string, state: "done" | "now" | "to_come"}} Step */

/**
 * @typedef {object} Pile
 * @property {string} name
 * @property {string} says
 * @property {number | null} count
 * @property {ShownCard | null} top
 * @property {string} owner
 * @property {string} side
 * @property {string} row
 * @property {number} column
 * @property {string} result
 * @property {string[]} notes
 */

/**
 * @typedef {object} Unit
 * @property {string} id
 * @property {string} name
 * @property {string} side
 * @property {string} kind
 * @property {string} says
 * @property {string[]} pieces
 * @property {"to_come" | "in_play" | "wreck" | "corpse" | "gone"} stage
 * @property {string} lost_to
 * @property {string} place
 * @property {Gauge | null} damage
 * @property {number} cards_down
 * @property {ShownCard[]} cards_open
 * @property {Status[]} statuses
 * @property {boolean} acting
 * @property {boolean} acted
 * @property {boolean} done
 * @property {string} carried_by
 * @property {string[]} carries
 * @property {number | null} value
 * @property {ShownNumber[]} numbers
 * @property {string[]} notes
 */

/** @typedef {{name: string, seats: string[], says: string, acting: boolean, numbers: ShownNumber[], hands: Hand[],
 *   notes: string[]}} Side */
/** @typedef {{number: number, says: string, steps: Step[], stages: Step[]}} Turn */
/** @typedef {{says: string, state: Step["state"], side: string, unit: string, card: ShownCard | null}} OrderPlace */
/** @typedef {{places: OrderPlace[], down: number}} Order */
/** @typedef {{name: string, says: string, worth: number | null, held_by: string}} Objective */
/** @typedef {{seat: string, who: string, says: string, yours: boolean}} Awaited */
/** @typedef {{says: string, clause: string, counts: string, goal: number | null, standing: {side: string, value: number}[]}} Way */

/**
 * @typedef {object} Facts
 * @property {Turn} turn
 * @property {Side[]} sides
 * @property {Unit[]} units
 * @property {Order} order
 * @property {Pile[]} piles
 * @property {Objective[]} objectives
 * @property {ShownNumber[]} clocks
 * @property {Awaited[]} awaited
 * @property {"mat" | "cloth" | "paper"} surface what the game is played on
 * @property {string[]} notes
 * @property {string} winner
 * @property {Way[]} ways how this battle is won
 */

/** Whether a battle is fought with cards alone: no piece stands anywhere, and no terrain. @param {{view: {facts: Facts}} | null} [state] */
export function isOfCards(state) {
  return state?.view.facts.surface === "cloth";
}

/** @param {Unit} unit */
export function isLost(unit) {
  return ["wreck", "corpse", "gone"].includes(unit.stage);
}

/** Units by each of their pieces. @param {Facts | undefined} facts @returns {Map<string, Unit>} */
export function unitsByPiece(facts) {
  return new Map((facts?.units ?? []).flatMap((unit) => unit.pieces.map((piece) => /** @type {const} */ ([piece, unit]))));
}

/** What a game calls its turns, as it does in the head of the page; pure. @param {Turn | undefined} turn */
export function turnName(turn) {
  return turn?.says.match(/^\D+(?= \d)/)?.[0] ?? "Turn";
}

/** Whether anything of a unit has been hurt. @param {Unit} unit */
export function isDamaged({ damage, stage }) {
  if (!damage || stage !== "in_play") return false;
  return damage.falls ? damage.value < damage.of : damage.value > 0;
}

/** How much of a unit is left, from 0 to 1. @param {Gauge} gauge */
export function shareLeft({ value, of, falls }) {
  const share = of > 0 ? Math.min(Math.max(value / of, 0), 1) : 1;
  return falls ? share : 1 - share;
}

const STAGES = { to_come: "not in play yet", in_play: "", wreck: "wreck", corpse: "fallen", gone: "off the table" };

/** How a unit fares, the weightiest first, in a few words each. @param {Unit} unit @returns {string[]} */
export function unitState(unit) {
  const { damage } = unit;
  const cards = unit.cards_down + unit.cards_open.length;
  return [
    STAGES[unit.stage],
    unit.lost_to && `lost to ${unit.lost_to}`,
    unit.acting && "acting",
    unit.stage === "in_play" && damage && (damage.falls || damage.value > 0) && `${damage.value} of ${damage.of} ${damage.says}`,
    unit.carried_by && `on ${unit.carried_by}`,
    !unit.carried_by && unit.place,
    unit.carries.length > 0 && `carries ${unit.carries.join(", ")}`,
    cards > 0 && `${cards} ${cards === 1 ? "card" : "cards"}`,
    unit.done ? "done" : unit.acted && "has acted",
  ].filter((each) => typeof each === "string" && each !== "").map(String);
}

/** The same for those who do not see it, with what else is so. @param {Unit} unit */
export function unitWords(unit) {
  return [...unitState(unit), ...unit.statuses.map((status) => status.says)].join(", ");
}

/** A number as it is read: `6 of 7`, `12 in`. @param {ShownNumber} number */
export function numberWords({ value, of, unit }) {
  const plain = String(Math.round(value * 100) / 100);
  return `${plain}${of === null ? "" : ` of ${of}`}${unit ? ` ${unit}` : ""}`;
}

/** What a number counts, as it is said behind it: of one thing without its s.
 * @param {Pick<ShownNumber, "name" | "value" | "of">} number */
export function numberName({ name, value, of }) {
  const words = name.toLowerCase();
  return value === 1 && of === null ? words.replace(/^([a-z]{3,}?)s\b/, "$1") : words;
}

/** Piles that lie alone, and those that face each other, row by row and column by column.
 * @param {Pile[]} piles
 */
export function rowsOf(piles) {
  /** @type {Map<string, Map<number, Pile[]>>} */
  const rows = new Map();
  for (const pile of piles.filter((each) => each.row)) {
    const row = rows.get(pile.row) ?? new Map();
    row.set(pile.column, [...(row.get(pile.column) ?? []), pile]);
    rows.set(pile.row, row);
  }
  return { loose: piles.filter((each) => !each.row), rows };
}
