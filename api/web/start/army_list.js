// Holds the lines of an army list: so many of a unit, each with the same extras; pure.

/** @typedef {{unit: string, count: number, extras: string[]}} Line */

/** One more of a unit as it comes; it joins the line that has none of its extras.
 * @param {Line[]} units @param {string} unit
 * @returns {Line[]}
 */
export function added(units, unit) {
  const plain = units.findIndex((line) => line.unit === unit && line.extras.length === 0);
  return plain < 0 ? [...units, { unit, count: 1, extras: [] }] : counted(units, plain, 1);
}

/** More or fewer on one line, which goes with its last unit.
 * @param {Line[]} units @param {number} place @param {number} by
 * @returns {Line[]}
 */
export function counted(units, place, by) {
  return units
    .map((line, index) => (index === place ? { ...line, count: line.count + by } : line))
    .filter((line) => line.count > 0);
}

/** With an extra for all units of one line, or without it where they had it.
 * @param {Line[]} units @param {number} place @param {string} extra
 * @returns {Line[]}
 */
export function fitted(units, place, extra) {
  return units.map((line, index) => {
    if (index !== place) return line;
    const others = line.extras.filter((each) => each !== extra);
    return { ...line, extras: others.length < line.extras.length ? others : [...others, extra] };
  });
}
