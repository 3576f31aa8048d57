// Shows what the camera believes: to whoever moved for a yes or no, to the others to object.

import { button, make } from "../app/elements.js";
import { evidenceList } from "../play/evidence.js";

/** What it would mean to the others, in a sentence; pure.
 * @param {import("../app/types.js").Proposal} proposal
 */
export function meaningOf({ seat, can_be_done: canBeDone }) {
  return canBeDone
    ? `Once ${seat} says so, it counts as ${seat}'s own command, and is judged by what is measured here. If you object, ${seat} has to give it as a command.`
    : `Nothing is done by it; it is only noted. If you object, it is not brought up again.`;
}

/** What is worth a word beside the dock: nothing that it asks about already; and where pieces are dragged
 * on the page, nothing that somebody else is about to say of theirs. Pure.
 * @param {import("../app/types.js").Proposal[]} proposals
 * @param {{asked: Set<string>, byHand: boolean, seats: string[]}} parts
 */
export function besideDock(proposals, { asked, byHand, seats }) {
  return proposals.filter((each) => !asked.has(each.subject) && !(byHand && each.can_be_done && each.seat !== "" && !seats.includes(each.seat)));
}

/**
 * @param {import("../app/types.js").Proposal[]} proposals
 * @param {string[]} seats that are played here
 * @param {(id: string, verb: "accept" | "reject") => void} decide
 * @param {(evidence: import("../app/types.js").Measured[]) => void} show points at it on the table
 * @param {(unit: string) => (() => void) | null} back puts back what was dragged of a unit, if anything was
 */
export function proposalCards(proposals, seats, decide, show, back) {
  return proposals.map((proposal) => {
    const { id, seat, says, evidence, subject } = proposal;
    const isMine = seats.includes(seat) || seat === "";
    const putBack = isMine && !proposal.can_be_done ? back(subject) : null;
    const isDrawn = evidence.some((each) => (each.line ?? []).length > 1);
    return make(
      "article",
      { class: "proposal", "data-proposal": id },
      make("h3", {}, "Seen on the table"),
      make("p", {}, says),
      !isMine && make("p", { class: "faint" }, meaningOf(proposal)),
      evidence.length > 0 && make("details", { open: !isMine }, make("summary", {}, "What was measured"), evidenceList(evidence)),
      make(
        "p",
        { class: "row" },
        isMine && proposal.can_be_done && button("Accept", () => decide(id, "accept"), { class: "go", "data-key": `accept ${id}` }),
        putBack && button("Put it back", putBack, { class: "go", "data-key": `put back ${id}` }),
        button(isMine ? "Reject" : "Object", () => decide(id, "reject"), { class: isMine ? "" : "link", "data-key": `reject ${id}` }),
        isDrawn && button("Show on table", () => show(evidence), { class: "link", "data-key": `show ${id}` }),
      ),
    );
  });
}
