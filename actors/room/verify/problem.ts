import { FORMAT } from '#src/domain/format.js';
import { unknownPart } from '#src/domain/log/fact-formats.js';
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
  /** The room is deleted, and only its remains were checked. */
  isDeleted?: true;
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

  /** Something of the room was written by a newer version. */
  isUnknown = false;

  /** False if a newer version wrote it in a format that this one does not know. */
  known(seq: number, stored: { format?: number; facts?: readonly { type: string }[] }): boolean {
    const unknown = unknownPart(stored);
    if (!unknown) return !this.isUnknown;
    this.isUnknown = true;
    const fact = unknown.fact === null ? '' : ` (fact ${unknown.fact})`;
    this.expect(
      false,
      seq,
      `needs format ${unknown.needs}${fact}, and this version knows ${FORMAT}: verify it with a newer one`,
    );
    return false;
  }

  same(actual: unknown, expected: unknown, seq: number, what: string): void {
    if (!isSame(actual, expected)) this.expect(false, seq, `${what} is ${stable(actual)}, must be ${stable(expected)}`);
  }
}

/** In any order of their keys. Almost all pairs are equal, flat, and in one order, and there are a dozen for each entry. */
export const isSame = (a: unknown, b: unknown): boolean => a === b || isSameFlat(a, b) || stable(a) === stable(b);

/** Whether these are lists or objects of the same scalars. */
function isSameFlat(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const isList = Array.isArray(a);
  if (isList !== Array.isArray(b) || (isList && a.length !== (b as unknown[]).length)) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  for (const name in left) if (left[name] !== right[name]) return false;
  if (isList) return true;
  for (const name in right) if (left[name] !== right[name]) return false;
  return true;
}

/** Equal values give equal texts, in any order of their keys. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
