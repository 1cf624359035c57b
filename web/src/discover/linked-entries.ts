/** The articles that chat cards refer to: cached for a while, a few requests at a time. */
import { isRefusal } from '#sdk/errors.js';
import type { Entry } from '../api-types.js';
import { call } from '../app/api.js';
import { app } from '../app/app-state.js';

const CONCURRENCY = 4;
const FRESH_MS = 5 * 60_000;
const AGAIN_AFTER_MS = 15_000;

const askedAt = new Map<number, number>();
const waiting: number[] = [];
let asking = 0;

/** Called by cards on the screen. */
export function requestEntry(id: number): void {
  const asked = askedAt.get(id);
  if (asked !== undefined && Date.now() - asked < FRESH_MS) return;
  askedAt.set(id, Date.now());
  waiting.push(id);
  askWaiting();
}

export function setEntry(entry: Entry): void {
  askedAt.set(entry.id, Date.now());
  put(entry.id, entry);
}

export function clearEntries(): void {
  askedAt.clear();
  waiting.length = 0;
}

const put = (id: number, entry: Entry | null): void =>
  app.set(({ entries }) => ({ entries: { ...entries, [id]: entry } }));

function askWaiting(): void {
  while (asking < CONCURRENCY) {
    const id = waiting.shift();
    if (id === undefined) return;
    asking += 1;
    void ask(id).finally(() => {
      asking -= 1;
      askWaiting();
    });
  }
}

/** A 404 is cached as deleted; after a network error the card shows the number only and retries later. */
async function ask(id: number): Promise<void> {
  try {
    put(id, (await call('GET /api/discover/entries/{id}', { path: { id: String(id) } })).entry);
  } catch (error) {
    if (isRefusal(error, 'not_found')) return put(id, null);
    setTimeout(() => {
      askedAt.delete(id);
      requestEntry(id);
    }, AGAIN_AFTER_MS);
  }
}
