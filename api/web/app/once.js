// Keeps what is on its way from being done a second time, however often a button is pressed.

export class Once {
  constructor() {
    /** @type {Set<string>} */
    this.going = new Set();
  }

  /** Do it, unless something of the same name is still being done; whether it was done.
   * @param {string} name @param {() => Promise<void>} work
   */
  async run(name, work) {
    if (this.going.has(name)) return false;
    this.going.add(name);
    try {
      await work();
      return true;
    } finally {
      this.going.delete(name);
    }
  }
}
