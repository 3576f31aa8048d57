// Goes from one part of the page to another, by the address and by what is pressed.

/** @typedef {"start" | "play" | "table" | "log" | "setup"} Place */

export const PLACES = /** @type {const} */ (["start", "play", "table", "log", "setup"]);

/** @param {string} hash @returns {Place | null} */
export function placeOf(hash) {
  const name = hash.replace(/^#\//, "");
  const known = /** @type {readonly string[]} */ (PLACES);
  return hash.startsWith("#/") && known.includes(name) ? /** @type {Place} */ (name) : null;
}

export class Places {
  constructor() {
    /** @type {Place} */
    this.place = "start";
    /** @type {((place: Place) => void)[]} */
    this.listeners = [];
    document.body.dataset.place = this.place;
    window.addEventListener("hashchange", () => {
      const place = placeOf(location.hash);
      if (place) this.show(place);
    });
  }

  /** @param {(place: Place) => void} tell */
  on(tell) {
    this.listeners.push(tell);
    tell(this.place);
  }

  /** Go there, so that the browser's own way back leads here again.
   * @param {Place} place
   */
  go(place) {
    if (location.hash !== `#/${place}`) history.pushState(null, "", `#/${place}`);
    this.show(place);
  }

  /** @param {Place} place */
  show(place) {
    this.place = place;
    document.body.dataset.place = place;
    for (const tell of this.listeners) tell(place);
  }
}
