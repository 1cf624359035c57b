import type { Head } from '#src/domain/rooms/room.js';
import type { Doc, Store } from '../store.js';

const PAGE = 1_000;

type StoredHead = Doc & Partial<Head> & { rev: number };

/** Adds open groups to the list of open groups. A head that was written since the upgrade is in the list already. */
export async function listOpenRooms(store: Store): Promise<void> {
  for (let after = ''; ; ) {
    const heads = await store.range<StoredHead>('rooms', { index: '_id', gt: after, limit: PAGE });
    const open = heads.filter(
      ({ kind, settings, deleted }) => kind === 'group' && settings?.visibility === 'open' && !deleted,
    );
    await store.write(
      open.map(({ _id, rev, memberCount = 0 }) => ({
        op: 'set',
        in: 'rooms',
        id: _id,
        set: { openSize: memberCount },
        guard: { equals: { rev } },
      })),
    );
    const last = heads.at(-1);
    if (!last || heads.length < PAGE) return;
    after = last._id;
  }
}
