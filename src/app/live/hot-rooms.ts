/** The busiest rooms, with their slugs and the number of connected members. */

import { withTimeout } from '#src/concurrency/with-timeout.js';
import type { RoomNow } from '#src/domain/live/node-status.js';
import type { Doc, Reader } from '#src/store/store.js';

export interface HotRoom {
  id: string;
  messages: number;
  waiting: number;
}

type Named = Doc & { slug?: string; kind?: 'group' | 'dm' };

const ROOMS_SHOWN_MAX = 20;
const NAMES_TIMEOUT_MS = 500;

export function createHotRooms(reader: Pick<Reader, 'getMany'>, audience: (ids: string[]) => Promise<number[]>) {
  return async function nameRooms(hot: readonly HotRoom[]): Promise<RoomNow[]> {
    const shown = [...hot].sort(byHeat).slice(0, ROOMS_SHOWN_MAX);
    if (shown.length === 0) return [];
    const ids = shown.map(({ id }) => id);
    const [docs, online] = await Promise.all([named(reader, ids), audience(ids)]);
    return shown.map(({ messages, waiting }, n) => {
      const kind = docs[n]?.kind ?? null;
      const slug = kind === 'group' ? (docs[n]?.slug ?? null) : null;
      return { slug, kind, messages, waiting, online: online[n] ?? 0 };
    });
  };
}

/** If the store fails, the rooms have no slugs; all other numbers are still shown. */
async function named(reader: Pick<Reader, 'getMany'>, ids: string[]): Promise<(Named | null)[]> {
  try {
    return await withTimeout(NAMES_TIMEOUT_MS, reader.getMany<Named>('rooms', ids));
  } catch {
    return [];
  }
}

const byHeat = (one: HotRoom, other: HotRoom): number => other.messages - one.messages || other.waiting - one.waiting;
