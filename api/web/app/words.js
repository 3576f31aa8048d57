// Writes numbers and times for people.

/** Inches as they are read out: two digits after the point at most, more for the very small.
 * @param {number} length
 */
export function inches(length) {
  return `${plain(length)} in`;
}

/** The same without its unit, as precise as the umpire tells it. @param {number} length */
export function plain(length) {
  const digits = length !== 0 && Math.abs(length) < 0.02 ? 4 : 2;
  return String(Number(length.toFixed(digits)));
}

/** @param {string} answer */
export function answerWords(answer) {
  return answer.replaceAll("_", " ").toLowerCase();
}

/** The time of day, as the clock on the wall says it.
 * @param {string} stamp
 */
export function clock(stamp) {
  const time = new Date(stamp);
  if (Number.isNaN(time.getTime())) return "";
  return time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/** @param {string} stamp */
export function day(stamp) {
  const time = new Date(stamp);
  if (Number.isNaN(time.getTime())) return "";
  return time.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

/** A name of the wire as words: `held_by` is "held by", `x_in` is "x, inches".
 * @param {string} name
 */
export function spaced(name) {
  const words = name.replace(/_(in|deg)$/, "").replaceAll("_", " ").trim();
  const unit = name.endsWith("_in") ? ", inches" : name.endsWith("_deg") ? ", degrees" : "";
  return `${words}${unit}`;
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A list as one says it.
 * @param {string[]} names
 */
export function listed(names) {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** One of the values that may fill an open place, in words.
 * @param {unknown} value
 * @param {Map<string, string>} [called] what is said in place of names that nobody says
 * @returns {string}
 */
export function valueWords(value, called) {
  if (value === "" || value === null || value === undefined) return "none";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (Array.isArray(value)) {
    return value.length === 0 ? "none" : listed(value.map((each) => valueWords(each, called)));
  }
  if (typeof value === "object") {
    const parts = Object.entries(value).filter(([, each]) => each !== "" && each !== null);
    return parts
      .map(([name, each], index) =>
        index === 0 ? valueWords(each, called) : `${spaced(name)} ${valueWords(each, called)}`,
      )
      .join(", ");
  }
  return called?.get(String(value)) ?? String(value).replaceAll("_", " ");
}

const SUITS = { H: "♥", D: "♦", S: "♠", C: "♣" };
const SUIT_NAMES = { H: "hearts", D: "diamonds", S: "spades", C: "clubs" };
const RANK_NAMES = { J: "jack", Q: "queen", K: "king", A: "ace" };

/** A card's face, as `10D`; null where the text is none.
 * @param {string} text
 */
export function card(text) {
  const found = /^(10|[2-9JQKA])([HDSC])$/.exec(text);
  if (!found) return null;
  const rank = found[1] ?? "";
  const suit = /** @type {keyof typeof SUITS} */ (found[2]);
  const name = RANK_NAMES[/** @type {keyof typeof RANK_NAMES} */ (rank)] ?? rank;
  return {
    rank,
    suit,
    red: suit === "H" || suit === "D",
    face: `${rank}${SUITS[suit]}`,
    name: `${name} of ${SUIT_NAMES[suit]}`,
  };
}
