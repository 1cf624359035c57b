/** Avatars of authors: loaded once, in batches, and updated by `account:avatar`. */

import type { Photo } from '../api-types.js';
import { call, wireOf } from '../app/api.js';
import { app, notify } from '../app/app-state.js';

const IDS_PER_REQUEST_MAX = 100;
const TOGETHER_MS = 40;
/** Links expire after an hour, so avatars are loaded again before that. */
const FRESH_MS = 50 * 60_000;

const wanted = new Set<string>();
const askedAt = new Map<string, number>();
let timer: ReturnType<typeof setTimeout> | null = null;

export function requestAvatar(id: string): void {
  const asked = askedAt.get(id);
  if (asked !== undefined && Date.now() - asked < FRESH_MS) return;
  askedAt.set(id, Date.now());
  wanted.add(id);
  if (timer === null) timer = setTimeout(() => void ask(), TOGETHER_MS);
}

export function setAvatar(id: string, face: Photo | null): void {
  askedAt.set(id, Date.now());
  app.set(({ avatars, account }) => ({
    avatars: { ...avatars, [id]: face },
    ...(account?.id === id && { account: { ...account, avatar: face } }),
  }));
}

export function clearAvatars(): void {
  askedAt.clear();
  wanted.clear();
}

async function ask(): Promise<void> {
  timer = null;
  const ids = [...wanted].slice(0, IDS_PER_REQUEST_MAX);
  for (const id of ids) wanted.delete(id);
  if (wanted.size > 0) timer = setTimeout(() => void ask(), TOGETHER_MS);
  try {
    const { people } = await call('GET /api/people', { query: { ids: ids.join(',') } });
    const found = Object.fromEntries(people.map(({ id, avatar }) => [id, avatar]));
    app.set(({ avatars }) => ({ avatars: { ...avatars, ...found } }));
  } catch (error) {
    for (const id of ids) askedAt.delete(id);
    if (wireOf(error).code !== 'network') notify(wireOf(error));
  }
}
