// The clock of a round, counted down between two words from the hub.

import { own } from "./asking.js";

/** @typedef {{left_s: number, since_s: number | null} | null} RoundClock */

/** @type {RoundClock} */
let clock = null;

/** @param {HTMLElement} place where it is shown */
export function showClock(place) {
  const draw = () => {
    const says = clock ? clockWords(clock, Date.now() / 1000 + own.ahead) : "";
    if (place.textContent !== says) place.textContent = says;
    place.classList.toggle("over", Boolean(clock) && leftOf(/** @type {any} */ (clock), Date.now() / 1000 + own.ahead) <= 0);
  };
  setInterval(draw, 500);
  return (/** @type {RoundClock} */ told) => {
    clock = told;
    draw();
  };
}

/** @param {{left_s: number, since_s: number | null}} clock @param {number} now */
const leftOf = ({ left_s, since_s }, now) => (since_s === null ? left_s : left_s - Math.max(0, now - since_s));

/** @param {{left_s: number, since_s: number | null}} clock @param {number} now */
function clockWords(clock, now) {
  const left = leftOf(clock, now);
  const whole = Math.abs(left > 0 ? Math.ceil(left) : Math.floor(left));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const digits = (parts[0] ? parts : parts.slice(1)).map((each, at) => (at ? String(each).padStart(2, "0") : String(each))).join(":");
  const says = left > 0 ? `${digits} left` : `time is over since ${digits}`;
  return clock.since_s === null ? `${says}, stopped` : says;
}
