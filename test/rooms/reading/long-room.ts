/** A room with 22 entries, in memory as a whole or of which memory has no more than the newest. */
import { projectEntry } from '#actors/room/log/project.js';
import { packEntry } from '#actors/room/model/codec.js';
import type { RoomState } from '#actors/room/model/room-state.js';
import type { Fact } from '#src/domain/log/log.js';
import { noContent, type Row } from '#src/domain/messages/message.js';
import type { Doc, Range, Reader } from '#src/store/store.js';
import { Documents } from '../../sim/edges/documents.js';
import { directStoreChannel, VirtualStore } from '../../sim/edges/virtual-store.js';
import { groupScene, idOf, rowBy, type Scene } from '../log/facts/scene.js';
import { as } from '../members/decided.js';

export const by = (type: string, account: string, more: object = {}) => ({ type, by: as(account), ...more }) as never;
export const NEWEST = 22;

/** Rows to say, an edit of an old one, a row for admins, and replies: 22 entries. */
export function longRoom(): RoomState {
  const scene = groupScene();
  for (let seq = 11; seq < NEWEST; seq += 1) {
    if (seq === 15) {
      const edited = {
        type: 'message_edited',
        row: 8,
        id: idOf(8),
        content: { ...noContent, body: 'yeni' },
        edits: [],
      };
      scene.commit({ by: 'bob', facts: [edited as never] });
    } else if (seq === 17) scene.commit({ by: 'ada', row: rowBy({ owner: 'ada', audience: 'admins' }) });
    else
      scene.commit({
        by: 'bob',
        row: rowBy({ owner: 'bob', body: `söz ${seq}`, ...(seq % 4 === 0 && { discussionOf: idOf(11) }) }),
      });
  }
  scene.commit({ by: 'cem', row: rowBy({ owner: 'cem', mentioned: ['eda'] }) });
  return withReadStates(scene);
}

/** cem deletes a row of his. */
export const deletion = (row: number): Fact => ({
  type: 'message_deleted',
  row,
  id: idOf(row),
  owner: 'cem',
  countedAs: 'all',
  mentionsAll: false,
  mentions: [],
  edits: [],
});

/** Nobody has read anything. */
export function withReadStates({ state }: Scene): RoomState {
  const readState = { archived: false, muted: false, pinnedAt: null, v: 1, rev: 1 };
  const cursor = { seq: 0, counts: { all: 0, admins: 0, mentionsAll: 0 }, own: { all: 0, admins: 0, mentionsAll: 0 } };
  for (const account of ['ada', 'cem', 'eda'])
    state.readStates.set(account, { account, room: state.id, cursor, ...readState } as never);
  return state;
}

/** The same room, of which memory has no more than the newest entries and rows; the store has the log. */
export function keptShort(state: RoomState, { entries, rows }: { entries: number; rows: number }) {
  const documents = new Documents();
  const store = new VirtualStore(
    documents,
    directStoreChannel(() => 0),
  );
  for (const entry of state.recent) {
    documents.attempt({ op: 'put', in: 'log', doc: packEntry(entry) });
    for (const write of projectEntry(state, entry)) documents.attempt(write);
  }
  const from = (state.head?.seq ?? 0) - rows;
  state.recent = state.recent.slice(-entries);
  const pinned = state.rowAt(7) as Row;
  state.window = state.window.filter(({ seq }) => seq > from);
  state.windowFrom = from;
  // What is pinned stays.
  state.oldRows.set(7, pinned);
  return { state, store };
}

/** Counts the documents that are read. */
export function counting(store: Reader) {
  const seen = { ranges: 0, documents: 0 };
  const range = async <T extends Doc>(from: never, asked: Range): Promise<T[]> => {
    const found = await store.range<T>(from, asked);
    seen.ranges += 1;
    seen.documents += found.length;
    return found;
  };
  const reader = new Proxy(store, {
    get: (target, name) => (name === 'range' ? range : Reflect.get(target, name, target).bind(target)),
  });
  return { seen, reader };
}
