// Holds what the page has heard, and tells whoever listens when a part of it changes.

/**
 * @typedef {object} State
 * @property {import("./types.js").Me | null} me
 * @property {"connecting" | "live" | "lost" | "ended"} link
 * @property {string} linkWhy
 * @property {string} battle the battle that is watched; empty for the table alone
 * @property {string[]} seats the seats that are played from this page
 * @property {import("./types.js").Snapshot | null} table
 * @property {string} tableWhy why there is no table now
 * @property {import("./types.js").BattleState | null} state
 * @property {Offered | null} options what may be asked for now, as the umpire told it last
 * @property {import("./types.js").LogEvent[]} events
 * @property {string[]} picked pieces, the one that asks first
 * @property {Drawn[]} drawn what is laid over the table, by whoever wants to show something
 * @property {Record<string, string>} seen what the one picked piece sees, as answers by piece
 * @property {Choosing | null} choosing what the table is tapped for, when not for measuring
 * @property {Supposed | null} supposed where a piece is only thought to stand, to measure from there
 * @property {Hung | null} hung what hangs on a piece now
 * @property {Map<string, import("./types.js").Reach>} reaches how far pieces may go now, by piece
 * @property {string[]} edges of the table, of which one is to be chosen
 * @property {Moved | null} moved the piece that was dragged last, and where it stood before
 * @property {SeatTold[]} company every seat of the battle, and who is here
 * @property {boolean} hostElsewhere whether the host has gone on to another battle
 * @property {Record<string, string>} held the pieces that others have in hand, with their seats
 * @property {Record<string, Card[]>} hands the cards in hand that the umpire has dealt, by seat
 * @property {import("./types.js").Tray | null} tray what the camera reads of the roll that is waited for
 * @property {string} slip the first event of the newest rulings that are shown over the feed; empty while an older one is
 * @property {string} holding the piece that is dragged here
 * @property {boolean} byHand whether the table is moved by hand, and pieces of it from here
 * @property {boolean} practice whether the camera sees the table that is drawn to practise with, and pieces of it are moved from here
 * @property {string[] | null} own the pieces that may be dragged; null for all of them
 */

/** @typedef {{piece: string, x_in: number, y_in: number}} Supposed */

/** @typedef {{last: number, seats: {seat: string, options: import("./types.js").Offer[]}[],
 *   proposals: import("./types.js").Proposal[], put_back: boolean}} Offered
 *   `put_back` while something was taken back and nobody has acted since */

/** @typedef {{piece: string, isTyped: boolean, bids: import("../table/offer_bar.js").Bid[]}} Hung */

/** @typedef {{piece: string, from: import("./types.js").Pose, to: import("./types.js").Pose, last?: number}} Moved `last` is the last event before it, or of what it has begun */

/** @typedef {{card: string, says: string}} Card */

/** @typedef {{name: string, taken: boolean, here: boolean}} SeatTold */

/** @typedef {{by: string, marks: import("./types.js").Mark[]}} Drawn */

/**
 * @typedef {object} Choosing
 * @property {"unit" | "area" | "place"} what
 * @property {string[]} allowed ids of pieces or areas
 * @property {Record<string, string>} greyed reasons by id
 * @property {(id: string, place: import("./types.js").Point, isTyped: boolean) => void} choose
 */

/** @returns {State} */
export function emptyState() {
  return {
    me: null,
    link: "connecting",
    linkWhy: "",
    battle: "",
    seats: [],
    table: null,
    tableWhy: "",
    state: null,
    options: null,
    events: [],
    picked: [],
    drawn: [],
    seen: {},
    choosing: null,
    supposed: null,
    hung: null,
    reaches: new Map(),
    edges: [],
    moved: null,
    company: [],
    hostElsewhere: false,
    held: {},
    hands: {},
    tray: null,
    slip: "",
    holding: "",
    byHand: false,
    practice: false,
    own: null,
  };
}

export class Store {
  /** @param {State} [first] */
  constructor(first = emptyState()) {
    this.now = first;
    /** @type {{keys: (keyof State)[], tell: () => void}[]} */
    this.listeners = [];
  }

  /** Change some parts; whoever listens to one of them hears of it once.
   * @param {Partial<State>} changes
   */
  set(changes) {
    const keys = /** @type {(keyof State)[]} */ (Object.keys(changes));
    const changed = keys.filter((key) => this.now[key] !== changes[key]);
    if (changed.length === 0) return;
    this.now = { ...this.now, ...changes };
    for (const listener of [...this.listeners]) {
      if (listener.keys.some((key) => changed.includes(key))) listener.tell();
    }
  }

  /** Hear of changes, and now.
   * @param {(keyof State)[]} keys
   * @param {() => void} tell
   * @returns {() => void} stops it
   */
  on(keys, tell) {
    const listener = { keys, tell };
    this.listeners.push(listener);
    tell();
    return () => {
      this.listeners = this.listeners.filter((each) => each !== listener);
    };
  }

  /** Lay lines over the table, or take away those of this name.
   * @param {string} by
   * @param {import("./types.js").Mark[]} marks
   */
  draw(by, marks) {
    const others = this.now.drawn.filter((each) => each.by !== by);
    if (marks.length === 0 && others.length === this.now.drawn.length) return;
    this.set({ drawn: marks.length > 0 ? [...others, { by, marks }] : others });
  }
}
