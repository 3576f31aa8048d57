// Guesses from an army file which sides there are and who might play them, to be changed.

/** @param {string} toml a roster */
export function sidesOf(toml) {
  const found = [...toml.matchAll(/^\s*side\s*=\s*(["'])(.+?)\1/gm)];
  return [...new Set(found.map((each) => each[2] ?? ""))].filter(Boolean);
}

/** A seat for each side; two before an army is known. Who gives no name gets an animal's.
 * @param {string[]} sides
 */
export function seatsFor(sides) {
  const known = sides.length > 0 ? sides : ["Red", "Blue"];
  return known.map((side, index) => ({ name: ANIMALS[index] ?? "", sides: [side] }));
}

const ANIMALS = ["Fox", "Owl", "Heron", "Badger", "Hare", "Otter"];
