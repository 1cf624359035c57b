/** A reader's own rows up to some row: memory knows the newest, the store those that have left it. */
import type { Row } from '#src/domain/message.js';
import type { Member, Ordinals, OwnRow } from '#src/domain/room.js';
import { countRow, noOrdinals, ownCountsAt, ownFlags, takeOff } from '#src/domain/unread.js';
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import { type EntryDoc, unpackEntry } from './codec.js';
import { countedAs } from './counting.js';
import type { Needs } from './needs.js';
import type { RoomState } from './room-state.js';

/** A cursor that moves, and the place up to which rows have expired, are asked for side by side. */
type Place = 'ownBetween' | 'ownExpired';

export function needsOwnCounts(needs: Needs, member: Member, seq: number, place: Place): void {
  const { state } = needs;
  if (seq >= member.ownFloor || seq >= state.windowFrom) return;
  needs.once(place, (store) => readOwn(store, state.id, member.account, seq, state.windowFrom));
}

/** The reader's own ordinals at that row: all there are, less those behind it, some of which may not be durable yet. */
export function ownAt(state: RoomState, command: object, member: Member, seq: number, place: Place): Ordinals {
  if (seq >= member.ownFloor) return ownCountsAt(member, seq);
  const inWindow = state.window.filter((row) => row.owner === member.account && row.seq > seq);
  const known = takeOff(member.ownCounts, inWindow.flatMap(ownRow));
  const between = state.readsFor(command)[place] ?? noOrdinals;
  return {
    all: known.all - between.all,
    admins: known.admins - between.admins,
    mentionsAll: known.mentionsAll - between.mentionsAll,
  };
}

function ownRow(row: Row): OwnRow[] {
  const counted = countedAs(row);
  return counted === 'none' ? [] : [[row.seq, ownFlags(counted, row.mentionsAll)]];
}

/** Own rows in (after, upTo] that have left memory: somebody who wrote much and read little. */
async function readOwn(store: Reader, room: string, account: string, after: number, upTo: number): Promise<Ordinals> {
  let counted: Ordinals = { ...noOrdinals };
  for (let edge = logId(room, after); ; ) {
    const docs = await store.range<EntryDoc>('log', { index: '_id', gt: edge, lte: logId(room, upTo), limit: 1_000 });
    for (const doc of docs) {
      const row = doc.row ? unpackEntry(doc).row : null;
      if (row?.owner === account) counted = addOwn(counted, row);
      edge = doc._id;
    }
    if (docs.length < 1_000) return counted;
  }
}

const addOwn = (counted: Ordinals, row: Row): Ordinals => countRow(counted, countedAs(row), row.mentionsAll);
