// Tells a place by what lies near it instead of by inches from the table's edges; pure.

import { capital } from "../app/words.js";

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

/** The ground of a table that no piece is called alike, by the name that the picture has for it.
 * @param {import("../app/types.js").Snapshot | null} table @returns {Area[]} */
export function groundOf(table) {
  const pieces = new Set(table?.pieces.map((each) => each.id));
  const names = groundNames(table?.terrain ?? []);
  return (table?.terrain ?? []).filter((area) => !pieces.has(area.id)).map((area) => ({ ...area, called: names.get(area.id) }));
}

/** What each piece of ground is called, on the picture and in words: by its kind, with a number where there are several
 * alike; the number is its id's own where all of them have one. Pure.
 * @param {Area[]} terrain @returns {Map<string, string>} */
export function groundNames(terrain) {
  /** @type {Map<string, string[]>} */
  const alike = new Map();
  const called = new Map(terrain.map((area) => [area.id, area.called]));
  for (const { id, kind } of terrain) alike.set(kind, [...(alike.get(kind) ?? []), id]);
  return new Map(
    [...alike].flatMap(([kind, ids]) => {
      const own = ids.map((id) => Number(/\d+$/.exec(id)?.[0] ?? 0));
      const numbers = own.every(Boolean) && new Set(own).size === ids.length ? own : ids.map((_, at) => at + 1);
      const words = kind.trim().replaceAll("_", " ");
      return ids.map((id, at) => /** @type {[string, string]} */ ([id, called.get(id) ?? (ids.length > 1 ? `${words} ${numbers[at]}` : words)]));
    }),
  );
}

/** A sentence with ground called as it is on the picture: `the woods` for `W1`, or `woods 2` where there are several.
 * @param {string} says @param {Area[]} terrain
 */
export function groundNamed(says, terrain) {
  const names = groundNames(terrain);
  const called = new Map(terrain.map(({ id, kind }) => [id, names.get(id) === kind.trim().replaceAll("_", " ") ? `the ${names.get(id)}` : names.get(id)]));
  if (called.size === 0) return says;
  // All at once: what one of them is called by now may be the id of another.
  const each = [...terrain].sort((one, other) => other.id.length - one.id.length).map(({ id, kind }) => `(?:(?:(?:[Tt]he|[Aa]n?) )?${escaped(kind)} )?(${escaped(id)}(?:'s)?)`);
  return says.replace(new RegExp(`(?<![\\w-])(?:${each.join("|")})(?![\\w-])`, "g"), (told, ...found) => {
    const id = found.slice(0, terrain.length).find(Boolean) ?? "";
    const words = called.get(id) ?? called.get(id.replace(/'s$/, ""));
    const name = words && /^(The|An?) /.test(told) ? capital(words) : words;
    if (!name || !id.endsWith("'s") || called.has(id)) return name ?? told;
    return name.endsWith("s") ? `${name}'` : `${name}'s`;
  });
}

/** What a ruling was judged by, with ground called so.
 * @template {{why: string, blockers?: string[]}} E @param {E[]} evidence @param {Area[]} terrain @returns {E[]} */
export function groundJudged(evidence, terrain) {
  return evidence.map((each) => ({ ...each, why: groundNamed(each.why, terrain), ...(each.blockers && { blockers: each.blockers.map((name) => groundNamed(name, terrain)) }) }));
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[^\w]/g, "\\$&");
}

/** What a button calls ground by, which is what the picture has. Pure.
 * @param {Area[]} terrain @returns {[string, string][]} */
export function groundCalled(terrain) {
  return [...groundNames(terrain)];
}

/** Where a place is, as `3.1 in west of the woods`; empty where no ground is near.
 * @param {Point} place @param {Area[]} terrain
 */
export function placeWords(place, terrain) {
  const found = terrain
    .filter((area) => area.outline_in.length > 2)
    .map((area) => ({ area, ...fromOutline(place, area.outline_in) }))
    .sort((one, other) => one.far - other.far)[0];
  if (!found || found.far > NEAR_IN) return "";
  const name = groundNamed(found.area.id, terrain);
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
