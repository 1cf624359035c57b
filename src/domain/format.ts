/**
 * The format: one number for all that versions of the service leave to each other, in the store and between nodes. It
 * grows when an older version could misread something new: a fact, a document, a command, a message. What needs a
 * format above 1 carries its number.
 */

/** The newest format that this version knows. 2: packed rows of the embedded store (`PACKED_ROWS_FORMAT`). */
export const FORMAT = 2;

/** The embedded store admits no older version once it packs rows. Documents, facts and messages are as in format 1. */
export const PACKED_ROWS_FORMAT = 2;

/** The oldest format whose versions may run on a store of this version. Raise it in a later release than `FORMAT`. */
export const OLDEST_FORMAT = 1;
