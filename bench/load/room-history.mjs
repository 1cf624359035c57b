/** The history of one room as its members saw it. The verdict reads only this and the log. */
export class RoomRecord {
  /** By the token in its text: the response that the sender got for a message, and the later changes of the message. */
  messages = new Map();
  /** By name: every event in the order it reached this reader, and the places from which the stream is complete. */
  readers = new Map();
  /** Responses to requests of accounts that had left before the request. */
  answersToOutsiders = [];

  readerOf(name) {
    let events = this.readers.get(name);
    if (!events) this.readers.set(name, (events = []));
    return events;
  }
}

/** The text of a message: a token that is in no other, a version, and something to reach the length. */
export const textOf = (token, version, bytes) => `${token} v${version} `.padEnd(bytes, '.');

const tokenAndVersion = /^(\S+) v(\d+) /;

/** `{ token, version }` of a text made by `textOf`, or null. */
export function readText(text) {
  const found = tokenAndVersion.exec(text);
  return found && { token: found[1], version: Number(found[2]) };
}
