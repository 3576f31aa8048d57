// Reads the words of a game's clauses and the shape of its commands, once for each game.

/** @typedef {import("../app/types.js").GameTold} GameTold */

/**
 * @typedef {object} JudgedExample A judged case that shows how a clause is ruled on.
 * @property {"allowed" | "refused"} ruling
 * @property {string} case
 * @property {string[]} before
 * @property {string} seat
 * @property {string} command
 * @property {string} why
 */

export class RulesBook {
  /** @param {import("../app/request.js").Requests} requests */
  constructor(requests) {
    this.requests = requests;
    /** @type {Map<string, Promise<GameTold>>} */
    this.games = new Map();
    /** @type {Map<string, Promise<any>>} */
    this.shapes = new Map();
    /** What each clause says, and in which game. @type {Map<string, {says: string, game: string}>} */
    this.clauses = new Map();
    /** By game and clause. @type {Map<string, Promise<JudgedExample[]>>} */
    this.examples = new Map();
    /** The game that was asked for last: where two have a clause of one name, its own is told. */
    this.now = "";
  }

  /** @param {string} slug @returns {Promise<GameTold>} */
  game(slug) {
    const path = `/games/${encodeURIComponent(slug)}`;
    /** @type {Promise<GameTold>} */
    const told = this.games.get(slug) ?? this.requests.get(path);
    this.games.set(slug, told);
    this.now = slug;
    void told.then(
      (game) => {
        if (slug !== this.now) return;
        for (const clause of [...game.referee_clauses, ...game.clauses]) this.clauses.set(clause.id, { says: clause.says, game: slug });
      },
      () => this.games.delete(slug),
    );
    return told;
  }

  /** The commands as JSON Schema. @param {string} slug @returns {Promise<any>} */
  commands(slug) {
    const path = `/games/${encodeURIComponent(slug)}/commands`;
    const told = this.shapes.get(slug) ?? this.requests.get(path);
    this.shapes.set(slug, told);
    void told.catch(() => this.shapes.delete(slug));
    return told;
  }

  /** What a clause says; nothing for one that is not known (yet). @param {string} id */
  says(id) {
    return this.clauses.get(id)?.says ?? "";
  }

  /** Where the book of rulings has its cases. @param {string} id */
  page(id) {
    return `/book#${this.clauses.get(id)?.game ?? ""}/${encodeURIComponent(id)}`;
  }

  /** One case for a clause and one against, where there are such. @param {string} id @returns {Promise<JudgedExample[]>} */
  judged(id) {
    const game = this.clauses.get(id)?.game;
    if (!game) return Promise.resolve([]);
    const path = `/games/${encodeURIComponent(game)}/clauses/${encodeURIComponent(id)}`;
    /** @type {Promise<JudgedExample[]>} */
    const told = this.examples.get(path) ?? this.requests.get(path).then((clause) => clause.judged);
    this.examples.set(path, told);
    void told.catch(() => this.examples.delete(path));
    return told;
  }
}
