/** The open rooms, as anybody may find them, and what an address typed by hand leads to. */

import type { Room } from '../api-types.js';
import { call } from '../app/api.js';
import type { ListPage } from '../discover/discover-data.js';

const ROOMS = 30;
const WORDS_MAX = 200;

/** Throws the refusal: the list says what it means. */
export async function loadOpenRooms(words: string, offset: number): Promise<ListPage<Room>> {
  const q = words.trim().slice(0, WORDS_MAX);
  const query = { limit: ROOMS, offset, ...(q && { q }) };
  const { rooms, has_more } = await call('GET /api/directory', { query });
  return { items: rooms, hasMore: has_more };
}

export function slugIn(address: string): string | null {
  const last = address.trim().split('/').at(-1)?.toLowerCase() ?? '';
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(last) ? last : null;
}

export const codeIn = (address: string): string | null => /\/i\/([\w-]{1,64})\/?$/.exec(address.trim())?.[1] ?? null;

/** Where a link leads on this page; null for what is no link. */
export function hashOfLink(typed: string): string | null {
  const code = codeIn(typed);
  if (code) return `#/i/${code}`;
  const slug = typed.includes('/') ? slugIn(typed) : null;
  return slug && `#/r/${slug}`;
}
