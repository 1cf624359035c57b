/** Reported events over REST, and what is kept of them. */
import type { InterestEvent, StoredEvent } from '#src/domain/interests/interest-event.js';
import type { Booted, Person } from '../support/clients/boot-app.js';

export const DAY_MS = 86_400_000;

let made = 0;

/** One that fits. */
export function reportedEvent(fields: Record<string, unknown> = {}): Record<string, unknown> {
  made += 1;
  return { id: `olay-${made}`, type: 'topic_open', at: Date.now(), topic: 'kahve', ...fields };
}

export async function report({ ask }: Pick<Booted, 'ask'>, who: Person | null, events: unknown) {
  return ask(who, 'POST', '/api/analytics/events', { events });
}

export async function storedOf({ app }: Pick<Booted, 'app'>, { accountId }: Person): Promise<StoredEvent[]> {
  const range = { index: '_id', gt: `${accountId}:`, lt: `${accountId};`, limit: 10_000 };
  return app.store.range<StoredEvent>('interestEvents', range);
}

/** As the profile is built of them. */
export function readable(event: InterestEvent): Omit<InterestEvent, 'id'> {
  const { id: _, ...rest } = event;
  return rest;
}
