/**
 * The format: one number for all that versions of the service leave to each other, in the store and between nodes. It
 * grows when an older version could misread something new: a fact, a document, a command, a message. What needs a
 * format above 1 carries its number.
 */

/** The newest format that this version knows, of documents, facts, commands and messages. */
export const FORMAT = 1;

/**
 * The newest format of a whole store. 2: the embedded store packs rows. 3: stretches of logs are archived, from the first
 * one on. What a store holds, and what nodes say to each other, is as in format 1: a node of several does not name it. The
 * next `FORMAT` is 4.
 */
export const STORE_FORMAT = 3;

/** The embedded store begins with packed rows, and admits no version that does not know them. */
export const ROW_FORMAT = 2;
/** A store with an archived stretch admits no version that would see a hole in its place. */
export const ARCHIVE_FORMAT = 3;

/** The oldest format whose versions may run on a store of this version. Raise it in a later release than `FORMAT`. */
export const OLDEST_FORMAT = 1;
