/**
 * The format: one number for the data that versions of the service leave to each other, in the store and between nodes. It
 * grows when an older version could misread something new: a fact, a document, a command, a message, the form of the
 * store. `log/format-table.ts` is the table of all of them. Data of a format above 1 carries its number.
 */

/** The newest format that this version knows. A node of several announces it by its token. */
export const FORMAT = 3;

/** The oldest format whose versions may run on a store of this version. Raise it in a later release than `FORMAT`. */
export const OLDEST_FORMAT = 1;
