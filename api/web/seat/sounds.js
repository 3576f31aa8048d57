// Makes a few soft sounds for what somebody at the table would hear anyway; none until they are asked for.

const KEY = "sounds";

/** @typedef {{at: number, hertz: number, loud: number, lasts: number}} Tone seconds, and loudness up to 1 */
/** @typedef {"turn" | "dice" | "refused" | "put" | "over"} Heard */

/** @param {number} at @param {Partial<Tone>} [more] @returns {Tone} */
const tone = (at, more = {}) => ({ at, hertz: 190, loud: 0.25, lasts: 0.12, ...more });

/** The tones of a sound; pure. @param {Heard} heard @param {number} [count] of dice @returns {Tone[]} */
export function tonesOf(heard, count = 1) {
  switch (heard) {
    case "turn":
      return [tone(0), tone(0.14)];
    case "dice":
      // As many as anybody counts by ear.
      return Array.from({ length: Math.min(count, 4) }, (_, at) => tone(0.09 * at, { hertz: 900 - 60 * at, loud: 0.08, lasts: 0.04 }));
    case "refused":
      return [tone(0, { hertz: 110, lasts: 0.18 })];
    case "put":
      return [tone(0, { hertz: 420, loud: 0.07, lasts: 0.05 })];
    case "over":
      return [tone(0), tone(0.1, { hertz: 240 }), tone(0.2, { hertz: 300, lasts: 0.09 })];
  }
}

export function areSoundsOn() {
  return localStorage.getItem(KEY) === "on";
}

/** @param {boolean} isOn */
export function turnSounds(isOn) {
  localStorage.setItem(KEY, isOn ? "on" : "off");
}

/** @param {Heard} heard @param {number} [count] */
export function sound(heard, count) {
  // Browsers allow it only once somebody has touched the page.
  if (!areSoundsOn() || !window.AudioContext || !navigator.userActivation?.hasBeenActive) return;
  const context = new window.AudioContext();
  const tones = tonesOf(heard, count);
  for (const { at, hertz, loud, lasts } of tones) {
    const [starts, ends] = [context.currentTime + at, context.currentTime + at + lasts];
    const wave = context.createOscillator();
    const gain = context.createGain();
    wave.frequency.value = hertz;
    gain.gain.setValueAtTime(loud, starts);
    gain.gain.exponentialRampToValueAtTime(0.001, ends);
    wave.connect(gain).connect(context.destination);
    wave.start(starts);
    wave.stop(ends);
  }
  setTimeout(() => void context.close(), 600);
}
