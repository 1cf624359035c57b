/** Sponsored items: requests one for a placement and reports impressions, taps and hides. */

import type { Offer, Placement } from '../api-types.js';
import { call, wireOf } from '../app/api.js';
import { app } from '../app/app-state.js';
import { createStore } from '../app/store.js';

/** The public part of an item. */
export type ShownItem = Omit<Offer, 'id' | 'token' | 'sponsor'>;

/** A hidden item disappears from every placement at once. */
export const hiddenItems = createStore<{ ids: readonly string[] }>({ ids: [] });

export async function requestItem(placement: Placement): Promise<Offer | null> {
  const { item } = await call('GET /api/sponsored', { query: { placement } });
  return item;
}

type Action = 'impression' | 'tap' | 'hide';

const untold: { offer: Offer; action: Action }[] = [];
let isFollowing = false;

/** A report without a response is retried; the token makes it count once. */
export async function reportAction(offer: Offer, action: Action): Promise<void> {
  try {
    await call(`POST /api/sponsored/{id}/${action}`, { path: { id: offer.id }, body: { token: offer.token } });
  } catch (error) {
    // Any other error is final: the offer has expired, or the session has ended.
    if (wireOf(error).code !== 'network') return;
    untold.push({ offer, action });
    follow();
  }
}

function follow(): void {
  if (isFollowing) return;
  isFollowing = true;
  let was = app.get().connection;
  app.subscribe(() => {
    const { connection } = app.get();
    if (connection === was) return;
    was = connection;
    if (connection !== 'online') return;
    for (const { offer, action } of untold.splice(0)) void reportAction(offer, action);
  });
}

export function hideItem(offer: Offer): void {
  hiddenItems.set(({ ids }) => ({ ids: [...ids, offer.id] }));
  void reportAction(offer, 'hide');
}
