/** What a room holds, as plain paths and values: two of them can be compared line by line. */
import type { RoomState } from '#actors/room/model/room-state.js';

export type Memory = Record<string, unknown>;

export function memoryOf(state: RoomState): Memory {
  const bySeq = <T extends { seq: number }>(all: T[]) => Object.fromEntries(all.map((each) => [each.seq, each]));
  const memory: Memory = {};
  flatten(
    '',
    {
      head: state.head,
      members: Object.fromEntries(state.members),
      readStates: Object.fromEntries(state.readStates),
      bans: Object.fromEntries(state.bans),
      requests: Object.fromEntries(state.requests),
      invites: Object.fromEntries(state.invites),
      rows: bySeq(state.window),
      deleted: state.deleted,
      reactions: Object.fromEntries(state.reactions),
      votes: Object.fromEntries(state.votes),
      push: state.push,
      dirty: [...state.dirty],
      views: [...state.views.keys()],
    },
    memory,
  );
  return memory;
}

/** Of what is different afterwards: how it is then. */
export function changesBetween(before: Memory, after: Memory): Memory {
  const changed: Memory = {};
  for (const path of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (JSON.stringify(before[path]) !== JSON.stringify(after[path])) changed[path] = after[path] ?? 'gone';
  }
  return changed;
}

function flatten(path: string, value: unknown, into: Memory): void {
  const isTree = typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
  if (!isTree) into[path] = structuredClone(value);
  else for (const [key, inner] of Object.entries(value)) flatten(path ? `${path}.${key}` : key, inner, into);
}
