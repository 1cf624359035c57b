/** The directory of open rooms. */

import type { Room } from '../api-types.js';
import { call } from '../app/api.js';
import type { ListPage } from '../ui/use-pages.js';

const ROOMS = 30;
const WORDS_MAX = 200;

/** Throws the error, because the list shows it. */
export async function loadOpenRooms(words: string, offset: number): Promise<ListPage<Room>> {
  const q = words.trim().slice(0, WORDS_MAX);
  const query = { limit: ROOMS, offset, ...(q && { q }) };
  const { rooms, has_more } = await call('GET /api/directory', { query });
  return { items: rooms, hasMore: has_more };
}
