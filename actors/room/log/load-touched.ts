/** What replay reads before it applies entries: the documents that they change. */
import { UnknownFormat } from '#actors/runtime/ownership.js';
import { unknownPart } from '#src/domain/log/fact-formats.js';
import type { LogEntry } from '#src/domain/log/log.js';
import type { Member, ReadState } from '#src/domain/rooms/room.js';
import { memberId } from '#src/store/collections.js';
import type { Doc, Reader } from '#src/store/store.js';
import type { EntryDoc } from '../model/codec.js';
import { unlessErased } from '../model/erased-docs.js';
import type { Reactions } from '../model/reads.js';
import type { RoomState } from '../model/room-state.js';
import { touchedBy } from './apply.js';
import { reactionKey } from './apply-rows.js';

/** A room that a newer version has written is not this version's to own: it would decide without what it cannot read. */
export function refuseUnknown(room: string, seq: number, stored: Pick<EntryDoc, 'format' | 'facts'>): void {
  const unknown = unknownPart(stored);
  if (!unknown) return;
  const what = unknown.fact === null ? `room ${room}` : `the fact ${unknown.fact} of room ${room}`;
  throw new UnknownFormat(`${what}, at entry ${seq},`, unknown.needs);
}

export async function loadTouched(state: RoomState, reader: Reader, entries: LogEntry[]): Promise<void> {
  const accounts = [...new Set(entries.flatMap(touchedBy))];
  const ids = accounts.map((account) => memberId(state.id, account));
  const [members, readers] = await Promise.all([
    reader.getMany<Member>('members', ids),
    reader.getMany<ReadState>('readers', ids),
  ]);
  accounts.forEach((account, at) => {
    state.members.set(account, unlessErased(members[at]));
    state.readStates.set(account, unlessErased(readers[at]));
  });
}

/** The reactions of each account, where replayed entries changed them: a row's count and the account's own choice. */
export async function loadReactions(state: RoomState, reader: Reader, entries: LogEntry[]): Promise<void> {
  const keys = entries.flatMap(({ facts }) =>
    facts.flatMap((fact) => (fact.type === 'reaction_changed' ? [reactionKey(state.id, fact.row, fact.account)] : [])),
  );
  const found = await reader.getMany<Doc & Reactions>('reactions', keys);
  keys.forEach((key, at) => {
    state.reactions.set(key, unlessErased(found[at]));
  });
}
