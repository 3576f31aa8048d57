// Guesses from an army file which sides there are and who might play them, to be changed.

/** @param {string} toml a roster */
export function sidesOf(toml) {
  const found = [...toml.matchAll(/^\s*side\s*=\s*(["'])(.+?)\1/gm)];
  return [...new Set(found.map((each) => each[2] ?? ""))].filter(Boolean);
}

/** A seat for each side; two empty ones before an army is known.
 * @param {string[]} sides
 */
export function seatsFor(sides) {
  const names = ["Host", "Guest"];
  if (sides.length === 0) return names.map((name) => ({ name, sides: /** @type {string[]} */ ([]) }));
  return sides.map((side, index) => ({ name: names[index] ?? `Player ${index + 1}`, sides: [side] }));
}
