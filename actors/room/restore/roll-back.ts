/**
 * Takes a room back to an entry of its log, in a store that no service uses (ADR 0114). The entries behind it go, the
 * others are as they were written, and everything that is derived from them is made again. An interruption leaves the
 * room between the two: the store is of no use then.
 */
import { isImporting, reservationOf } from '#src/domain/rooms/imported-room.js';
import type { Head, Member, ReadState, RoomId } from '#src/domain/rooms/room.js';
import { type CollectionName, logId, memberId } from '#src/store/collections.js';
import type { Doc, Store, Write } from '#src/store/store.js';
import type { LaterChange } from '../commands/restore-commands.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';
import { asWritten } from './entry-as-written.js';
import { LaterEntries } from './later-entries.js';
import { replayLog } from './replay-log.js';
import { entryPages, roomPages, writeAll } from './store-pages.js';

/** Made again from the log. What a member has read is in no log. */
const derived: readonly CollectionName[] = [
  'members',
  'bans',
  'requests',
  'invites',
  'reactions',
  'votes',
  'digests',
  'roomWords',
];

/** Returns what cannot be undone: it is to be done again. */
export async function rollBackRoom(store: Store, room: RoomId, upTo: number): Promise<LaterChange[]> {
  const later = await removeLater(store, room, upTo);
  const edited = await resetEntries(store, room);
  for (const from of derived) await removeAll(store, from, room);
  await removeCodes(store, room);
  await store.write([{ op: 'del', in: 'rooms', id: room }]);
  const head = await replayLog(store, room);
  await rewindReaders(store, head);
  await forgetNames(store, room);
  if (isImporting(head)) {
    await store.write([{ op: 'set', in: 'slugs', id: head.slug, set: { room: reservationOf(room) } }]);
  }
  return later.withoutEditsOf(edited);
}

async function removeLater(store: Store, room: RoomId, upTo: number): Promise<LaterEntries> {
  const later = new LaterEntries(upTo);
  for await (const docs of entryPages(store, room, upTo)) {
    await writeAll(
      store,
      docs.flatMap((doc) => later.follow(unpackEntry(doc))),
    );
  }
  await removeAll(store, 'log', room, logId(room, upTo));
  return later;
}

async function removeAll(store: Store, from: CollectionName, room: RoomId, after?: string): Promise<void> {
  for await (const docs of roomPages<Doc>(store, from, room, after)) {
    await writeAll(
      store,
      docs.map(({ _id }): Write => ({ op: 'del', in: from, id: _id })),
    );
  }
}

async function removeCodes(store: Store, room: RoomId): Promise<void> {
  for (;;) {
    const codes = await store.range<Doc>('inviteCodes', { index: 'room', prefix: [room] });
    if (codes.length === 0) return;
    await writeAll(
      store,
      codes.map(({ _id }): Write => ({ op: 'del', in: 'inviteCodes', id: _id })),
    );
  }
}

/** Returns the rows whose text a remaining edit holds. */
async function resetEntries(store: Store, room: RoomId): Promise<Set<number>> {
  const edited = new Set<number>();
  for await (const docs of entryPages(store, room)) {
    for (const { facts = [] } of docs)
      for (const fact of facts) if (fact.type === 'message_edited') edited.add(fact.row);
    const changed = docs.filter(({ rev, seq }) => rev !== seq);
    await writeAll(
      store,
      changed.map(
        (doc): Write => ({ op: 'put', in: 'log', doc: { ...(asWritten(doc) as EntryDoc & Record<string, unknown>) } }),
      ),
    );
  }
  return edited;
}

/** A cursor behind the last entry stands at it; so does that of a member who has left and come back since. */
async function rewindReaders(store: Store, head: Head): Promise<void> {
  for await (const readers of roomPages<ReadState>(store, 'readers', head.id)) {
    const members = await store.getMany<Member>(
      'members',
      readers.map(({ account }) => memberId(head.id, account)),
    );
    await writeAll(
      store,
      readers.flatMap((reader, at) => rewound(reader, members[at] ?? null, head)),
    );
  }
}

function rewound(reader: ReadState, member: Member | null, { seq, counts }: Head): Write[] {
  if (!member) return [{ op: 'del', in: 'readers', id: reader._id }];
  if (reader.rev === member.joinedSeq && reader.cursor.seq <= seq) return [];
  const cursor = { seq, counts, own: member.ownCounts };
  return [{ op: 'set', in: 'readers', id: reader._id, set: { rev: member.joinedSeq, cursor } }];
}

/** Facts keep the name of a member whose account is erased; its document must not. */
async function forgetNames(store: Store, room: RoomId): Promise<void> {
  for await (const members of roomPages<Member>(store, 'members', room)) {
    const accounts = await store.getMany<Doc>(
      'accounts',
      members.map(({ account }) => account),
    );
    const erased = members.filter((_, at) => accounts[at] === null);
    await writeAll(
      store,
      erased.map(({ _id }): Write => ({ op: 'set', in: 'members', id: _id, set: { username: '' } })),
    );
  }
}
