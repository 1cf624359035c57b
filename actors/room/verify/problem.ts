import type { RoomId } from '#src/domain/rooms/room.js';

/** A promise that the log of a room, or a derived document, does not keep. */
export interface Problem {
  room: string;
  /** The entry it shows at, 0 when it is about the room as a whole. */
  seq: number;
  what: string;
}

/** The result of the check of one room. */
export interface Verified {
  room: RoomId;
  entries: number;
  problems: Problem[];
}

export class Findings {
  readonly room: string;
  readonly problems: Problem[] = [];

  constructor(room: string) {
    this.room = room;
  }

  expect(holds: boolean, seq: number, what: string): void {
    if (!holds) this.problems.push({ room: this.room, seq, what });
  }

  same(actual: unknown, expected: unknown, seq: number, what: string): void {
    const [found, wanted] = [stable(actual), stable(expected)];
    this.expect(found === wanted, seq, `${what} is ${found}, must be ${wanted}`);
  }
}

/** Equal values give equal texts, in any order of their keys. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
