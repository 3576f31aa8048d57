// Describes the shapes that come over the wire, for the type checker and for whoever reads on.

/** @typedef {"YES" | "NO" | "TOO_CLOSE_TO_CALL" | "CANNOT_SEE"} Answer */
/** @typedef {[number, number]} Point A place on the table: inches east and north. */
/** @typedef {[Point, Point]} Segment */
/** @typedef {{x_in: number, y_in: number, heading_deg: number}} Place Where a piece is put. */

/**
 * @typedef {object} Footprint Exactly one of the three.
 * @property {{radius_in: number}} [disc]
 * @property {{length_in: number, width_in: number}} [rectangle]
 * @property {Point[]} [polygon]
 */

/**
 * @typedef {object} Pose
 * @property {number} x_in
 * @property {number} y_in
 * @property {number} heading_deg
 * @property {[number, number, number, number, number, number]} covariance xx, xy, yy, xh, yh, hh
 */

/**
 * @typedef {object} Piece
 * @property {string} id
 * @property {string} side
 * @property {string} kind
 * @property {Footprint} footprint
 * @property {Pose | null} pose
 * @property {"seen" | "moving" | "hidden" | "lost" | "declared"} state
 * @property {number} age_s
 * @property {string | null} declared_by
 * @property {string} [face]
 */

/**
 * @typedef {object} Area
 * @property {string} id
 * @property {string} kind
 * @property {Point[]} outline_in
 * @property {number} height_in
 * @property {number} sigma_in
 * @property {string} [called] what the picture calls it, where not all of the ground is there to tell it by
 */

/**
 * @typedef {object} Snapshot
 * @property {number} number
 * @property {{width_in: number, depth_in: number}} table
 * @property {Piece[]} pieces
 * @property {Area[]} terrain
 * @property {{scale_sigma: number, plane_sigma_in: number}} shared
 * @property {{state: string, note: string}} health
 */

/** @typedef {{seat: string, ask: number, count: number, phase: string, says: string, dice: number[] | null, sure: boolean,
 *   others: number[][], accepts_in_s: number | null, held: boolean}} Tray The roll in the dice tray. */

/**
 * @typedef {object} Measured One line of evidence.
 * @property {string} what
 * @property {Answer} answer
 * @property {string} why
 * @property {number} snapshot
 * @property {number | null} [value]
 * @property {number | null} [limit]
 * @property {number | null} [margin]
 * @property {number | null} [sigma]
 * @property {number | null} [bound]
 * @property {number} [courtesy]
 * @property {string[]} [declared]
 * @property {Point[]} [line]
 * @property {string[]} [blockers]
 * @property {string} [of] the unit, where others are measured beside it
 */

/**
 * @typedef {object} LogEvent
 * @property {number} sequence
 * @property {string} id
 * @property {string} time
 * @property {string} author
 * @property {string} kind header, event or referee
 * @property {string} clause
 * @property {string} says
 * @property {Measured[]} evidence
 * @property {boolean} [may_fall] whether the battle depends on it, so that it can be taken back
 * @property {boolean} [taken_back]
 * @property {string} [ruling] the first event that the same command has led to
 * @property {boolean} [quiet] whether what it says is clear from what follows
 * @property {number} [headline] its rank among what could head its ruling, 0 for most
 * @property {number[]} [dice] what was rolled, where it is a roll
 */

/**
 * @typedef {object} View
 * @property {string} game
 * @property {string} title
 * @property {string} seat
 * @property {{name: string, sides: string[]}[]} seats
 * @property {Record<string, unknown>} options
 * @property {import("../state/facts.js").Facts} facts the state as every game tells it
 * @property {Record<string, unknown>} state the same in the game's own words
 * @property {string} awaits
 * @property {string | null} result
 * @property {number} sequence
 * @property {{ask: string, author: string, says: string, agreed: string[],
 *   waits_for: string[]}[]} asks
 */

/**
 * @typedef {object} BattleState
 * @property {string} id
 * @property {string} name
 * @property {number} last
 * @property {string} paused
 * @property {string} recovered
 * @property {string[]} [table_says]
 * @property {{id: string, x_in: number, y_in: number, heading_deg?: number | null}[]} [to_place]
 * @property {boolean} [in_event]
 * @property {Clock | null} [clock]
 * @property {View} view
 */

/** What each side's clock showed when it was told.
 * @typedef {{each: "side" | "turn", sides: {side: string, left_s: number, runs: boolean, out: boolean}[], stands: string, paused: boolean}} Clock */

/** @typedef {"unit" | "units" | "dice" | "card" | "cards" | "piles" | "pose" | "choice" | "count" | "area" | "line" | "sheet" |
 *   "text"}
 *   HoleKind */

/**
 * @typedef {object} Hole
 * @property {string} name
 * @property {HoleKind | string} kind
 * @property {unknown[]} allowed
 * @property {Record<string, string>} greyed
 * @property {boolean} optional
 * @property {number} count
 * @property {boolean} [by_chance] whether a toss is as good as a choice
 */

/**
 * @typedef {object} Refusal
 * @property {string} clause
 * @property {string} reason
 * @property {string} [remedy] what would do instead, where the reason does not say it
 * @property {boolean} waivable
 * @property {Measured[]} evidence
 * @property {string} [kept] what it is called in the battle's file, where it can be disputed
 */

/**
 * @typedef {object} Offer
 * @property {string} command
 * @property {string} says
 * @property {Record<string, unknown>} fixed
 * @property {Hole[]} holes
 * @property {Refusal | null} refusal
 * @property {"main" | "plain" | "quiet" | "grave"} [weight]
 * @property {string} [verb] what its button says; empty where the command's own name will do
 * @property {string} [deed] the same with its places and fields in braces: `Fire at {target}`
 * @property {string} [unit] who acts with it, where no field says so
 * @property {boolean} [by_drag] whether it is begun by moving the unit's piece
 * @property {{says: string, clause: string, choices: Record<string, string>} | null} [help] what it is for, for a newcomer
 * @property {boolean} [forced] whether nothing is chosen with it
 * @property {boolean} [each] whether one press may give it for one unit after the other
 * @property {Reach | null} [reach]
 */

/** @typedef {{unit: string, within_in: number}} Near */

/** @typedef {{unit: string, x_in: number, y_in: number, limit_in: number, stops?: string[], entry_in?: number | null,
 *   lead_in?: number, near?: Near | null}} Reach */

/**
 * @typedef {object} Ruling
 * @property {boolean} accepted
 * @property {LogEvent[]} events
 * @property {Refusal | null} refusal
 */

/**
 * @typedef {object} Proposal
 * @property {string} id
 * @property {string} kind
 * @property {string} subject
 * @property {string} seat
 * @property {string} says
 * @property {string} policy
 * @property {boolean} can_be_done
 * @property {Measured[]} evidence
 */

/** @typedef {{role: "host" | "player" | "spectator", battle: string, seat: string}} Me */

/**
 * @typedef {object} BattleBrief
 * @property {string} id
 * @property {string} name
 * @property {string} game
 * @property {string} title
 * @property {string} began
 * @property {string[]} seats
 * @property {number} last
 * @property {string} unopened
 * @property {boolean} over
 */

/**
 * @typedef {object} GameOption
 * @property {string} name
 * @property {string} says
 * @property {boolean | number | string} default
 * @property {string[]} choices
 * @property {number | null} least
 * @property {number | null} most
 * @property {string} [fixed] why it cannot change in mid-battle; empty where it can
 */

/**
 * @typedef {object} GameTold
 * @property {string} slug
 * @property {string} title
 * @property {string} says
 * @property {GameOption[]} options
 * @property {{id: string, says: string, standing: string, reason: string}[]} clauses
 * @property {{id: string, says: string, standing: string, reason: string}[]} referee_clauses
 */

/**
 * @typedef {object} Mark A line drawn on the table.
 * @property {string} what
 * @property {Point[]} line_in
 * @property {Answer} answer
 * @property {string} words
 */

export {};
