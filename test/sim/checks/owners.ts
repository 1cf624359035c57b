/** Whoever takes a room over claims it first: from then on nothing of an owner before can land. */
import type { RoomLog } from './room-log.js';

export function owners(logs: ReadonlyMap<string, RoomLog>): string[] {
  const found: string[] = [];
  for (const { entries } of logs.values()) {
    for (const [at, { seq, owner, facts = [] }] of entries.entries()) {
      const before = entries[at - 1];
      if (!before || before.owner === owner || facts.some(({ type }) => type === 'claimed')) continue;
      found.push(`unclaimed: entry ${seq} of ${owner} follows one of ${before.owner}`);
    }
  }
  return found;
}
