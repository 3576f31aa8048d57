// Remembers where pieces will stand that the umpire was asked to move, until the table shows it.

/** @typedef {import("../app/types.js").Pose} Pose */
/** @typedef {{pose: Pose, isAsking: boolean, snapshot: number}} Waiting */

/** Keys come faster than answers: each goes on from where the last one leads, and of what is typed
 * while an answer is waited for only the last place is asked for. */
export class Asked {
  /** @param {(piece: string, pose: Pose) => Promise<number>} send gives the snapshot that has it */
  constructor(send) {
    this.send = send;
    /** @type {Map<string, Waiting>} */
    this.waiting = new Map();
    this.shown = -1;
  }

  /** @param {import("../app/types.js").Piece} piece @returns {Pose | null} */
  poseOf(piece) {
    return this.waiting.get(piece.id)?.pose ?? piece.pose;
  }

  /** @param {string} piece @param {Pose} pose */
  async put(piece, pose) {
    const before = this.waiting.get(piece);
    if (before?.isAsking) {
      before.pose = pose;
      return;
    }
    const mine = { pose, isAsking: true, snapshot: Infinity };
    this.waiting.set(piece, mine);
    try {
      let sent;
      do {
        sent = mine.pose;
        mine.snapshot = await this.send(piece, sent);
      } while (mine.pose !== sent && this.waiting.get(piece) === mine);
      mine.isAsking = false;
      this.tableCame(this.shown);
    } catch (failure) {
      // Of a table that was left nobody wants to hear.
      if (this.waiting.get(piece) !== mine) return;
      this.waiting.delete(piece);
      throw failure;
    }
  }

  /** It is taken off: what was still to be asked of it is not asked. @param {string} piece */
  forget(piece) {
    this.waiting.delete(piece);
  }

  /** Another table is shown: what was still to be asked of the last one is asked of neither. */
  leave() {
    this.waiting.clear();
    this.shown = -1;
  }

  /** Where the numbers begin anew, the umpire has, too, and what the table shows holds.
   * @param {number} snapshot the number of the one that is shown
   */
  tableCame(snapshot) {
    const isAnother = snapshot < this.shown;
    this.shown = snapshot;
    for (const [piece, { isAsking, snapshot: has }] of this.waiting) {
      if (!isAsking && (isAnother || has <= snapshot)) this.waiting.delete(piece);
    }
  }
}
