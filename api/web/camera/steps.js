// Lists the way from nothing to a measured table: which step is done, which is next, what it says.

/**
 * @typedef {object} Told What the umpire tells of the set-up.
 * @property {CameraNow} camera
 * @property {{name: string, width_in: number, depth_in: number, anchors: number[],
 *   anchors_named: Record<string, string>, anchor_in: number, pieces: string[]} | null} roster
 * @property {Lens | null} lens
 * @property {Anchors | null} table
 * @property {{pieces: {piece: string, tags: number[], unseen: number[]}[], unseen: number,
 *   strangers: number[]} | null} check
 * @property {{camera: string, accuracy_in: number, worst_in: number} | null} kept
 * @property {boolean} in_use
 * @property {boolean} [is_elsewhere] whether it is in use for another battle, and this one is moved by hand
 * @property {import("./beside.js").Beside[]} beside
 * @property {import("./beside.js").Joined[]} joined
 * @property {import("./missing.js").Missing[]} missing
 */

/**
 * @typedef {object} CameraNow
 * @property {string | null} camera
 * @property {string} name
 * @property {number | null} width
 * @property {number | null} height
 * @property {string} state
 * @property {string} note
 * @property {number | null} age_s of the latest picture, if there is one
 * @property {boolean} is_drawn whether what it sees is drawn to practise with
 */

/**
 * @typedef {object} Lens
 * @property {number} views
 * @property {number} enough_views
 * @property {string} says
 * @property {string} next
 * @property {boolean} is_enough
 * @property {{rows: number, columns: number, views: number[][]}} coverage
 * @property {{views_used: number, rms_px: number, sentences: string[], warnings: string[]} | null} solved
 */

/**
 * @typedef {object} Solved
 * @property {number} accuracy_in
 * @property {number} worst_in
 * @property {number} rms_px
 * @property {{verdict: string, says: string}} print
 * @property {string[]} warnings
 * @property {string[]} next
 * @property {{step: string, accuracy_in: number, says: string}[]} history
 */

/**
 * @typedef {object} Anchors
 * @property {{photograph: number, anchors: number[], note: string}[]} photographs
 * @property {number[]} anchors_wanted
 * @property {number | null} bar_in
 * @property {number | null} [card_scale] by a bank card on the page for it: 1 is true
 * @property {{one: number, other: number, inches: number} | null} tape
 * @property {Solved | null} solved
 */

/** @typedef {"army" | "camera" | "lens" | "anchors" | "check" | "use"} StepName */
/** @typedef {"done" | "now" | "open" | "later"} Standing `open` may be done, but is not what is next. */
/** @typedef {{name: StepName, title: string, standing: Standing, says: string}} Step */

/** @param {number} length */
function exactly(length) {
  return `${Number(length.toPrecision(2))} in`;
}

/** What the end of the way is worth, in words for the table. @param {number} accuracy */
export function accuracyWords(accuracy) {
  return `A place is right to ${exactly(accuracy)}, nineteen times out of twenty.`;
}

/** Whether the table is measured; what was another day counts until somebody begins anew. @param {Told} told */
export function isMeasured({ camera, table, kept, in_use: inUse }) {
  return inUse || Boolean(table?.solved) || (camera.camera !== null && kept !== null && table === null);
}

/** How many cameras see the table, or are to: those that were named at the start are not set up beside another.
 * @param {Told} told */
export function cameraCount({ beside, joined }) {
  return Math.max(joined.length, beside.length + 1);
}

/** @param {Told} told @returns {Step[]} */
export function stepsOf(told) {
  const { camera, roster, lens, table, check, kept, beside } = told;
  const opened = camera.camera !== null;
  const solved = table?.solved ?? null;
  const measured = isMeasured(told);
  const accuracy = solved?.accuracy_in ?? kept?.accuracy_in ?? null;
  const count = cameraCount(told);
  /** @type {{name: StepName, title: string, done: boolean, ready: boolean, optional: boolean, says: string}[]} */
  const all = [
    {
      name: "army",
      title: "The army",
      done: roster !== null,
      ready: true,
      // A table that is seen already waits for none.
      optional: told.in_use,
      says: roster
        ? `${roster.name}: ${roster.pieces.length} pieces on ${roster.width_in} × ${roster.depth_in} in`
        : "which pieces will stand on the table",
    },
    {
      name: "camera",
      title: "Camera and light",
      done: camera.state === "live",
      ready: roster !== null,
      optional: false,
      says: opened ? cameraWords(camera) : beside.length > 0 ? `camera ${beside.length + 1}, beside ${beside.map(({ name }) => name).join(" and ")}` : "which camera looks at the table",
    },
    {
      name: "lens",
      title: "Lens",
      done: Boolean(lens?.solved),
      ready: opened && roster !== null,
      optional: true,
      says: lens?.solved
        ? `measured from ${lens.solved.views_used} views`
        : lens
          ? `${lens.views} of ${lens.enough_views} views`
          : "may be left out; everything is measured better with it",
    },
    {
      name: "anchors",
      title: "Anchors and scale",
      done: measured,
      ready: opened && roster !== null,
      optional: false,
      says: !measured ? "where the table is, and how long an inch" : accuracy === null ? "measured before" : `right to ${exactly(accuracy)}`,
    },
    {
      name: "check",
      title: "Every piece seen once",
      done: check !== null && check.unseen === 0,
      ready: opened && roster !== null,
      optional: true,
      says: check ? checkWords(check) : "whether every tag can be read",
    },
    {
      name: "use",
      title: count > 1 ? `Play with ${count} cameras` : "Play with this camera",
      done: told.in_use,
      ready: measured && roster !== null,
      optional: false,
      says: told.is_elsewhere
        ? "for a battle of another army: the pieces of this one are moved by hand"
        : `${told.in_use ? "" : "from then on "}the table is what ${count > 1 ? "they see" : "the camera sees"}`,
    },
  ];
  const next = all.findIndex((step) => step.ready && !step.done && !step.optional);
  return all.map(({ name, title, done, ready, says }, index) => ({
    name,
    title,
    says,
    standing: done ? "done" : index === next ? "now" : ready ? "open" : "later",
  }));
}

/** @param {CameraNow} camera */
function cameraWords({ name, width, height, state, note }) {
  const size = width && height ? `, ${width} × ${height}` : "";
  return state === "live" ? `${name}${size}` : `${name}${size}: ${note || state}`;
}

/** @param {NonNullable<Told["check"]>} check */
function checkWords({ pieces, unseen }) {
  if (unseen === 0) return `all ${pieces.length} pieces have been seen`;
  return `${pieces.length - unseen} of ${pieces.length} pieces have been seen`;
}

/** Anchors that are missing in a photograph.
 * @param {Anchors} table
 * @param {{anchors: number[]}} photograph
 */
export function missingAnchors(table, { anchors }) {
  return table.anchors_wanted.filter((number) => !anchors.includes(number));
}

/** Whether the umpire has to be asked again soon, as something changes by itself. @param {Told} told */
export function isMoving(told) {
  return told.camera.camera !== null || told.beside.length > 0 || told.missing.length > 0;
}
