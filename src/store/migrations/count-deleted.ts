import type { Doc, Store, Write } from '../store.js';

const PAGE = 1_000;

interface Deleted extends Doc {
  room: string;
  deletedSeq: number;
  deletedOf?: string;
  row?: { mentionsAll?: true; owner?: string | null; sender?: { accountId: string | null } };
}

/** Adds two fields to deleted rows, which unread counts need: the owner of the row, and whether it contained `@all`. */
export async function countDeleted(store: Store): Promise<void> {
  for (let room = ''; ; ) {
    const [next] = await store.range<Deleted>('log', { index: 'deleted', gt: room, limit: 1 });
    if (!next) return;
    room = next.room;
    await countIn(store, room);
  }
}

async function countIn(store: Store, room: string): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await store.range<Deleted>('log', { index: 'deleted', prefix: [room], gt: after, limit: PAGE });
    await store.write(rows.flatMap(written));
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.deletedSeq ?? after;
  }
}

function written({ _id, deletedSeq, deletedOf, row }: Deleted): Write[] {
  const owner = row?.owner === undefined ? (row?.sender?.accountId ?? null) : row.owner;
  if (deletedOf !== undefined || (owner === null && !row?.mentionsAll)) return [];
  const set: Record<string, unknown> = {};
  if (owner !== null) set.deletedOf = owner;
  if (row?.mentionsAll) set.deletedCall = deletedSeq;
  if (row?.mentionsAll && owner !== null) set.deletedCallOf = owner;
  return [{ op: 'set', in: 'log', id: _id, set }];
}
