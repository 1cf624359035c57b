/**
 * The expired part of the log: everything up to one entry, the edge. Memory knows the edge while it is among the newest
 * entries; further back it is found by binary search, because times never decrease along the log.
 */

import type { LogEntry } from '#src/domain/log/log.js';
import { noOrdinals } from '#src/domain/log/unread.js';
import { goneUpTo, hasLifetime } from '#src/domain/rooms/expiry.js';
import type { Head, Ordinals } from '#src/domain/rooms/room.js';
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import { type EntryDoc, unpackEntry } from './codec.js';
import type { Needs } from './needs.js';
import type { Edge } from './reads.js';
import type { RoomState } from './room-state.js';

const PROBES = 16;

export function needsEdge(needs: Needs, now: number): void {
  const { state } = needs;
  if (!state.head || edgeInMemory(state, now) !== undefined) return;
  const from = state.edge ?? { seq: 0, counts: noOrdinals };
  const hi = state.recent[0] as LogEntry;
  const gone = goneUpTo(state.head, now);
  needs.remember(async (reader) => {
    const edge = await findEdge(reader, state.id, from, hi, gone);
    return (filled) => {
      if ((filled.edge?.seq ?? -1) < edge.seq) filled.edge = edge;
    };
  });
}

/** Rows up to its seq are gone at `now`; null when none are, or none ever will be. */
export function edgeAt(state: RoomState, now: number): Edge | null {
  const known = edgeInMemory(state, now);
  return known === undefined ? state.edge : known;
}

/** Without asking the store; undefined when it has to be asked. */
function edgeInMemory(state: RoomState, now: number): Edge | null | undefined {
  const head = state.head as Head;
  if (!hasLifetime(head)) return null;
  const gone = goneUpTo(head, now);
  const first = state.recent[0];
  if (first && first.at <= gone) return edgeAmong(state.recent, gone);
  if (state.edge && gone < state.edge.nextAt) return state.edge;
  return !first || first.seq === 1 ? null : undefined;
}

function edgeAmong(recent: LogEntry[], gone: number): Edge {
  let at = recent.length - 1;
  while ((recent[at] as LogEntry).at > gone) at -= 1;
  const { seq, head } = recent[at] as LogEntry;
  return { seq, counts: head.counts, nextAt: recent[at + 1]?.at ?? Number.POSITIVE_INFINITY };
}

async function findEdge(
  reader: Reader,
  room: string,
  from: { seq: number; counts: Ordinals },
  newer: LogEntry,
  gone: number,
): Promise<Edge> {
  let [low, counts] = [from.seq, from.counts];
  let [high, nextAt] = [newer.seq, newer.at];
  while (high - low > 1) {
    for (const { seq, at, head } of await probes(reader, room, low, high)) {
      if (at <= gone) [low, counts] = [seq, head.counts];
      else if (seq < high) [high, nextAt] = [seq, at];
    }
  }
  return { seq: low, counts, nextAt };
}

/** Entries between two places, the span cut into sixteen: a long room takes five reads, one after the other, not 24. */
async function probes(reader: Reader, room: string, low: number, high: number): Promise<LogEntry[]> {
  const step = Math.max(1, Math.ceil((high - low) / PROBES));
  const seqs: number[] = [];
  for (let seq = low + step; seq < high; seq += step) seqs.push(seq);
  const docs = await reader.getMany<EntryDoc>(
    'log',
    seqs.map((seq) => logId(room, seq)),
  );
  return docs.map((doc, at) => {
    if (!doc) throw new Error(`entry ${seqs[at]} of room ${room} is missing`);
    return unpackEntry(doc);
  });
}
