// Shows what the camera believes, until somebody decides.

import { button, make } from "../app/elements.js";
import { evidenceList } from "../play/evidence.js";

/**
 * @param {import("../app/types.js").Proposal[]} proposals
 * @param {(id: string, verb: "accept" | "reject") => void} decide
 */
export function proposalCards(proposals, decide) {
  return proposals.map((proposal) =>
    make(
      "article",
      { class: "proposal", "data-proposal": proposal.id },
      make("h3", {}, "Seen on the table"),
      make("p", {}, proposal.says),
      evidenceList(proposal.evidence),
      make(
        "p",
        { class: "row" },
        proposal.can_be_done &&
          button("Accept", () => decide(proposal.id, "accept"), { class: "main", "data-key": `accept ${proposal.id}` }),
        button("Reject", () => decide(proposal.id, "reject"), { "data-key": `reject ${proposal.id}` }),
      ),
    ),
  );
}
