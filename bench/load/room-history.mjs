/** What happened in one room, as those who took part saw it. The judge reads this and the log, nothing else. */
export class RoomRecord {
  /** By the token in its text: what a sender was told of a message, and of what became of it. */
  messages = new Map();
  /** By name: every event in the order it reached this reader, and the places from which the stream is complete. */
  readers = new Map();
  /** Answers that somebody got who had left before asking. */
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
