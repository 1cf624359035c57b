import { type EntryDoc, unpackEntry } from '#actors/room/model/codec.js';
import type { Store } from '#src/store/store.js';

export async function accountIn(store: Store, name: string): Promise<void> {
  await store.write([
    { op: 'put', in: 'usernames', doc: { _id: name, account: `account-${name}` } },
    { op: 'put', in: 'accounts', doc: { _id: `account-${name}`, username: name } },
  ]);
}

/** The texts of a room and their times, in the order of its log. */
export async function bodiesOf(store: Store, room: string): Promise<{ bodies: string[]; times: number[] }> {
  const docs = await store.range<EntryDoc>('log', { index: '_id', gt: `${room}:`, lt: `${room};`, limit: 10_000 });
  const rows = docs.flatMap((doc) => unpackEntry(doc).row ?? []);
  return { bodies: rows.map(({ body }) => body), times: rows.map(({ at }) => at) };
}
