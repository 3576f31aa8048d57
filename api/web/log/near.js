// Tells a place by what lies near it instead of by inches from the table's edges; pure.

/** @typedef {import("../app/types.js").Area} Area */
/** @typedef {import("../app/types.js").Point} Point */

const PLACE = /([\d.]+) in from the west edge and ([\d.]+) in from the south/g;
// Farther off nobody looks for a wood to find a place by.
const NEAR_IN = 9;
const WINDS = ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"];

/** A sentence with its places told by the nearest piece of ground, where there is one, and with ground
 * called as it is on the picture.
 * @param {string} says @param {Area[]} terrain
 */
export function nearby(says, terrain) {
  const placed = says.replace(PLACE, (told, west, south) => placeWords([Number(west), Number(south)], terrain) || told);
  return groundNamed(placed, terrain).replace(/^[a-z]|(?<=[.!?] )[a-z]/g, (letter) => letter.toUpperCase());
}

/** The ground of a table that no piece is called alike. @param {import("../app/types.js").Snapshot | null} table */
export function groundOf(table) {
  const pieces = new Set(table?.pieces.map((each) => each.id));
  return (table?.terrain ?? []).filter((area) => !pieces.has(area.id));
}

/** Ground of which there is one piece is called by its kind, as the picture has it: `the woods` for `W1`.
 * @param {string} says @param {Area[]} terrain
 */
export function groundNamed(says, terrain) {
  const only = terrain.filter(({ kind }) => terrain.filter((each) => each.kind === kind).length === 1);
  return only.reduce((told, { id, kind }) => {
    const name = id.replace(/[^\w]/g, "\\$&");
    const before = `(?:(?:(?:the|a|an) )?${kind} )?`;
    return told.replace(new RegExp(`(?<![\\w-])${before}${name}(?![\\w-])`, "g"), `the ${kind}`);
  }, says);
}

/** What a button calls ground by: its kind as the picture has it, and its name where there are several. Pure.
 * @param {Area[]} terrain @returns {[string, string][]} */
export function groundCalled(terrain) {
  const kinds = terrain.map(({ kind }) => kind);
  return terrain.map(({ id, kind }) => [id, kinds.indexOf(kind) === kinds.lastIndexOf(kind) ? kind : `${kind} ${id}`]);
}

/** Where a place is, as `3.1 in west of the woods W1`; empty where no ground is near.
 * @param {Point} place @param {Area[]} terrain
 */
export function placeWords(place, terrain) {
  const found = terrain
    .filter((area) => area.outline_in.length > 2)
    .map((area) => ({ area, ...fromOutline(place, area.outline_in) }))
    .sort((one, other) => one.far - other.far)[0];
  if (!found || found.far > NEAR_IN) return "";
  const name = `the ${found.area.kind} ${found.area.id}`;
  if (found.far === 0) return `in ${name}`;
  return `${Number(found.far.toFixed(1))} in ${found.wind} of ${name}`;
}

/** How far a place is from an outline, and on which side; 0 inside of it.
 * @param {Point} place @param {Point[]} ring
 */
function fromOutline([x, y], ring) {
  let far = Infinity;
  let wind = "";
  let inside = false;
  ring.forEach(([ax, ay], at) => {
    const [bx, by] = /** @type {Point} */ (ring[(at + 1) % ring.length]);
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    const long = (bx - ax) ** 2 + (by - ay) ** 2;
    const share = long > 0 ? Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long)) : 0;
    const dx = x - (ax + share * (bx - ax));
    const dy = y - (ay + share * (by - ay));
    if (Math.hypot(dx, dy) >= far) return;
    far = Math.hypot(dx, dy);
    wind = WINDS[(Math.round((Math.atan2(dy, dx) * 4) / Math.PI) + 8) % 8] ?? "";
  });
  return { far: inside ? 0 : far, wind };
}
