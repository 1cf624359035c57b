/**
 * Recency: an answer that claims to be complete has everything that anybody had been told or shown of the room before
 * it was asked for, whichever node answers. That nobody reads backwards follows from it.
 */
import type { Fault, History, Read } from './history.js';
import { byRoom } from './rooms.js';

interface Known {
  room: string;
  at: number;
  seq: number;
}

export function staleReads(history: History): Fault[] {
  const known = byRoom(observations(history));
  const faults: Fault[] = [];
  for (const [room, reads] of byRoom(history.reads)) faults.push(...staleIn(reads, known.get(room) ?? []));
  return faults;
}

/** Each moment at which somebody knew that a room had come this far. */
function observations({ posts, readings, reads }: History): Known[] {
  const known: Known[] = reads.map(({ room, answeredAt, seq }) => ({ room, at: answeredAt, seq }));
  for (const { room, endedAt, seq } of posts) if (seq !== null) known.push({ room, at: endedAt, seq });
  for (const { room, rows } of readings) for (const { at, seq } of rows) known.push({ room, at, seq });
  return known;
}

function staleIn(reads: Read[], known: Known[]): Fault[] {
  const sorted = [...known].sort((a, b) => a.at - b.at);
  const faults: Fault[] = [];
  let at = 0;
  let newest = 0;
  for (const { reader, room, askedAt, seq } of [...reads].sort((a, b) => a.askedAt - b.askedAt)) {
    for (let one = sorted[at]; one && one.at < askedAt; one = sorted[at]) {
      newest = Math.max(newest, one.seq);
      at += 1;
    }
    if (seq < newest)
      faults.push({ kind: 'stale', detail: `${reader} read ${room} to ${seq} when it was at ${newest}` });
  }
  return faults;
}
