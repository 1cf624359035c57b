/**
 * Read events, stored until the service has acknowledged them. All tabs of a browser share the queue, and it outlives
 * them. The service deduplicates by event id, so sending an event twice is harmless.
 */
import type { ReadEvent } from '#page/api-types.js';

export interface EventStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export type Delivery = 'sent' | 'halve' | 'later';

const KEPT_MAX = 500;
const BATCH_MAX = 100;
const AGAIN_AFTER_MS = 2_000;
const AGAIN_AT_MOST_MS = 300_000;

/**
 * 413: the batch is too large and is halved. Without a response, and after 429 or 5xx, it is sent later; any other
 * status is final.
 */
export function deliveryOf(status: number): Delivery {
  if (status === 413) return 'halve';
  if (status === 0 || status === 429 || status >= 500) return 'later';
  return 'sent';
}

export const waitAfter = (faults: number): number => Math.min(AGAIN_AT_MOST_MS, AGAIN_AFTER_MS * 2 ** faults);

export interface EventQueue {
  add(event: ReadEvent): void;
  clear(): void;
  size(): number;
  /** Sends batch after batch; returns the delay before the next try, or null when the queue is empty. */
  flush(send: (events: ReadEvent[]) => Promise<number>): Promise<number | null>;
}

export function createEventQueue(storage: EventStorage, key: string): EventQueue {
  let faults = 0;
  let batch = BATCH_MAX;
  const read = (): ReadEvent[] => listOf(storage.getItem(key));
  const write = (events: ReadEvent[]) =>
    events.length > 0 ? storage.setItem(key, JSON.stringify(events)) : storage.removeItem(key);
  const drop = (gone: ReadEvent[]) => {
    const ids = new Set(gone.map(({ id }) => id));
    write(read().filter(({ id }) => !ids.has(id)));
  };
  const afterAnswer = (delivery: Delivery, sent: ReadEvent[]): void => {
    faults = delivery === 'later' ? faults + 1 : 0;
    if (delivery === 'halve' && sent.length > 1) batch = Math.ceil(sent.length / 2);
    else if (delivery !== 'later') drop(sent);
  };
  return {
    add: (event) => write([...read(), event].slice(-KEPT_MAX)),
    clear: () => storage.removeItem(key),
    size: () => read().length,
    async flush(send) {
      for (let events = read().slice(0, batch); events.length > 0; events = read().slice(0, batch)) {
        const delivery = deliveryOf(await send(events));
        afterAnswer(delivery, events);
        if (delivery === 'later') return waitAfter(faults - 1);
      }
      return null;
    },
  };
}

function listOf(stored: string | null): ReadEvent[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(value) ? value.filter((event) => typeof event?.id === 'string') : [];
  } catch {
    // The stored value is no queue, so there is nothing to send.
    return [];
  }
}
