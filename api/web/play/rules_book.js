// Reads the words of a game's clauses and the shape of its commands, once for each game.

/** @typedef {import("../app/types.js").GameTold} GameTold */

export class RulesBook {
  /** @param {import("../app/request.js").Requests} requests */
  constructor(requests) {
    this.requests = requests;
    /** @type {Map<string, Promise<GameTold>>} */
    this.games = new Map();
    /** @type {Map<string, Promise<any>>} */
    this.shapes = new Map();
    /** @type {Map<string, string>} */
    this.clauses = new Map();
  }

  /** @param {string} slug @returns {Promise<GameTold>} */
  game(slug) {
    const path = `/games/${encodeURIComponent(slug)}`;
    /** @type {Promise<GameTold>} */
    const told = this.games.get(slug) ?? this.requests.get(path);
    this.games.set(slug, told);
    void told.then(
      (game) => [...game.referee_clauses, ...game.clauses].forEach((clause) => this.clauses.set(clause.id, clause.says)),
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
    return this.clauses.get(id) ?? "";
  }
}
