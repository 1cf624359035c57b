/** Reports read events to the service in batches; none at all when the person has switched personalized content off. */

import type { ReadEvent } from '#page/api-types.js';
import { call } from '#page/app/api.js';
import { app, myId } from '#page/app/app-state.js';
import { randomId } from '#page/app/browser-session.js';
import { MeydanError } from '#sdk/errors.js';
import { createEventQueue, type EventQueue, type EventStorage } from './event-queue.js';
import { readsKeyOf } from './read-events-key.js';

const TOGETHER_MS = 4_000;

const queues = new Map<string, EventQueue>();
let timer: ReturnType<typeof setTimeout> | null = null;

function queueOf(accountId: string): EventQueue {
  const held = queues.get(accountId) ?? createEventQueue(storage, readsKeyOf(accountId));
  queues.set(accountId, held);
  return held;
}

/** The fallback when the browser's storage is full or disabled: the events live as long as this tab. */
const memory = new Map<string, string>();
const storage: EventStorage = {
  getItem: (key) => memory.get(key) ?? localStorage.getItem(key),
  setItem(key, value) {
    try {
      localStorage.setItem(key, value);
      memory.delete(key);
    } catch {
      memory.set(key, value);
    }
  },
  removeItem(key) {
    memory.delete(key);
    localStorage.removeItem(key);
  },
};

export function recordRead(event: Omit<ReadEvent, 'id' | 'at'>): void {
  const { account } = app.get();
  if (!account) return;
  const queue = queueOf(account.id);
  if (!account.personalized_ads) return queue.clear();
  queue.add({ ...event, id: randomId(), at: Date.now() });
  flushReadsIn(TOGETHER_MS);
}

/** Sends events of earlier visits. */
export function flushReadsIn(waitMs: number): void {
  if (timer === null) timer = setTimeout(() => void flush(), waitMs);
}

/** Sends at once, because the page is about to close; unacknowledged events are sent at the next visit. */
export function flushReadsNow(): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  void flush();
}

/** One tab sends for all tabs. */
async function flush(): Promise<void> {
  timer = null;
  const accountId = myId();
  if (accountId === '') return;
  const turn = () => flushOnce(accountId);
  const waitMs = await ('locks' in navigator ? navigator.locks.request('meydan.events', turn) : turn());
  if (waitMs !== null) flushReadsIn(waitMs);
}

function flushOnce(accountId: string): Promise<number | null> {
  const queue = queueOf(accountId);
  if (app.get().account?.personalized_ads === false) queue.clear();
  return queue.flush(send);
}

async function send(events: ReadEvent[]): Promise<number> {
  try {
    await call('POST /api/analytics/events', { body: { events } });
    return 200;
  } catch (error) {
    return error instanceof MeydanError ? error.status : 0;
  }
}
