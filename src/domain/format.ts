/**
 * The format: one number for all that versions of the service leave to each other, in the store and between nodes. It
 * grows when an older version could misread something new: a fact, a document, a command, a message. What needs a
 * format above 1 carries its number.
 */

/** The newest format that this version knows. */
export const FORMAT = 1;

/** The oldest format whose versions may run on a store of this version. Raise it in a later release than `FORMAT`. */
export const OLDEST_FORMAT = 1;
